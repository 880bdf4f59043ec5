"""A query looked over: what it reads, what is refused, what is made ready."""

import pytest

from logsleuth.errors import UsageError
from logsleuth.query import examine

TABLES: tuple[tuple[str, set[str]], ...] = (
    ("SELECT * FROM records", {"records"}),
    ("select 1", set()),
    ("SELECT a.line FROM records AS a, boots b JOIN origins ON a.line = b.line", {"records", "boots", "origins"}),
    ("SELECT * FROM (SELECT line FROM records) x LEFT JOIN frames USING (line)", {"records", "frames"}),
    ("SELECT * FROM (records JOIN boots ON true)", {"records", "boots"}),
    (
        "SELECT extract(hour FROM time), level FROM records WHERE line IN (SELECT line FROM frames)",
        {"records", "frames"},
    ),
    ("SELECT 1 FROM records WHERE level IS DISTINCT FROM logger", {"records"}),
    ('SELECT "from" FROM "records" -- FROM boots\n', {"records"}),
    ("SELECT line, 'x FROM boots' FROM records /* JOIN frames */ ORDER BY line, level", {"records"}),
    ("SELECT line FROM records UNION ALL SELECT line FROM boots, frames", {"records", "boots", "frames"}),
)


@pytest.mark.parametrize(("written", "tables"), TABLES)
def test_tables_are_those_that_stand_where_one_is_read(written: str, tables: set[str]) -> None:
    """Not in texts, comments, calls, nor names of columns."""
    assert tables == examine(written).tables


def test_a_part_of_the_query_has_a_name_of_its_own() -> None:
    """It is no table of the run."""
    query = examine("WITH x AS (SELECT * FROM records), y (a, b) AS (SELECT 1, 2) SELECT cast(a AS text) FROM x, y")

    assert [{"x", "y"}, {"records", "x", "y"}] == [set(query.own), set(query.tables)]


@pytest.mark.parametrize(
    "written",
    [
        "",
        ";",
        "DROP TABLE records",
        "DELETE FROM records",
        "SHOW TABLES",
        "EXPLAIN SELECT 1",
        "CREATE TABLE x AS SELECT * FROM records",
        "SELECT 1; SELECT 2",
        "SELECT * FROM read_csv('/etc/passwd')",
        "SELECT * FROM boots JOIN scan_parquet('x') ON true",
        "SELECT * FROM boots, Read_JSON ('x')",
        "SELECT * FROM (read_ipc('x'))",
        "SELECT * FROM unnest([1, 2])",
        "SELECT * FROM 'x.csv'",
        "SELECT $$ ' $$ FROM read_csv('x')",
        "SELECT 'open FROM records",
        'SELECT "open FROM records',
    ],
)
def test_anything_but_one_select_over_tables_is_refused(written: str) -> None:
    """In one line, which begins with what is at fault."""
    with pytest.raises(UsageError, match=r"\Aquery: [^\n]+\Z"):
        examine(written)


@pytest.mark.parametrize(
    ("written", "ready"),
    [
        ("SELECT origin.rank FROM records", 'SELECT "origin.rank" FROM records'),
        ("SELECT r.origin.pid FROM records r", 'SELECT r."origin.pid" FROM records r'),
        ('SELECT "origin.rank", origin FROM records', 'SELECT "origin.rank", origin FROM records'),
        ("SELECT user, p.user FROM processes p", 'SELECT "user", p."user" FROM processes p'),
        ("SELECT 'origin.rank'  FROM x WHERE a<=b;", "SELECT 'origin.rank' FROM x WHERE a<=b"),
    ],
)
def test_names_with_a_dot_and_names_that_mean_a_call_are_quoted(written: str, ready: str) -> None:
    """So that they can be written plainly; texts stay as they are."""
    assert ready == examine(written).ready


@pytest.mark.parametrize(
    ("written", "everything"),
    [
        ("SELECT * FROM records", True),
        ("SELECT r.* FROM records r", True),
        ("SELECT line, * FROM records", True),
        ("SELECT count(*) FROM records", False),
        ("SELECT line * 2 FROM records", False),
        ("SELECT line FROM records NATURAL JOIN boots", True),
    ],
)
def test_only_a_star_reads_columns_that_are_not_named(written: str, everything: bool) -> None:  # noqa: FBT001
    """A count and a product do not."""
    query = examine(written)

    assert (everything, everything) == (query.everything, query.wants("message"))
