"""Queries on rows: types, masking, and what is said of a wrong one."""

from datetime import UTC, datetime

import pytest

from logsleuth.errors import UsageError
from logsleuth.model.relation import RELATIONS
from logsleuth.query import Records, check, examine
from query.making import Rows, asked

NOON = datetime(2026, 4, 12, 12, tzinfo=UTC)


@pytest.mark.parametrize("name", sorted(RELATIONS))
def test_every_column_can_be_named_without_quotes(name: str) -> None:
    """With and without the table before it, whatever the language reserves."""
    for column in RELATIONS[name].all_columns:
        for written in (column.name, f"t.{column.name}"):
            query = f"SELECT {written} FROM {name} t WHERE {written} IS NULL"  # noqa: S608 - names of ours
            assert [] == asked(query, {name: ()})


def test_times_are_held_against_texts() -> None:
    """With and without a zone, which is UTC."""
    rows: Rows = [{"time": NOON}, {"time": None}]

    for text in ("2026-04-12 11:59", "2026-04-12T11:59:00Z", "2026-04-12"):
        assert [{"line": 1}] == asked(f"SELECT line FROM records WHERE time > '{text}'", {"records": rows})  # noqa: S608


def test_origin_is_one_text() -> None:
    """And its parts are columns; a row that tells no writer has none."""
    rows: Rows = [{"origin.host": "gpu-02", "origin.rank": 3}, {}]
    told = asked("SELECT origin, origin.rank FROM records", {"records": rows})

    assert [("gpu-02 rank 3", 3), (None, None)] == [(row["origin"], row["origin.rank"]) for row in told]


def test_origin_is_no_part_of_a_star() -> None:
    """Its parts are."""
    assert not {"origin"} & asked("SELECT * FROM boots", {"boots": [{}]})[0].keys()


SECRET = "hf_" + "aB3dE" * 7


def test_secrets_are_masked_before_a_query_can_cut_them() -> None:
    """A part of a secret is one, too, and no condition can ask for it."""
    rows = [{"message": f"token={SECRET}"}]

    part = f"SELECT line FROM records WHERE message LIKE '%{SECRET[5:12]}%'"  # noqa: S608 - a text of ours
    assert [] == asked(part, {"records": rows})
    assert "aB3" not in str(asked("SELECT substr(message, 10, 20) AS part FROM records", {"records": rows}))
    assert SECRET in str(asked("SELECT message FROM records", {"records": rows}, mask=False))


def test_a_variable_is_masked_by_its_name() -> None:
    """The value alone does not show what it is."""
    rows = [{"name": "DB_PASSWORD", "value": "hunter2"}, {"name": "HOME", "value": "/root"}]

    assert ["***", "/root"] == [row["value"] for row in asked("SELECT value FROM environ", {"environ": rows})]


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("SELECT * FROM recods", "there is no table `recods`; did you mean `records`?"),
        ("SELECT * FROM zzz", "there is no table `zzz`: see `logsleuth query --tables`"),
        ("SELECT lvl FROM records", "there is no column `lvl` in `records`; did you mean `level`?"),
        ("SELECT r.lvl FROM records r", "there is no column `lvl` in `records`; did you mean `level`?"),
        ("SELECT line FROM records WHERE origin.rnk = 1", "did you mean `origin.rank`?"),
        ("SELECT line FROM records ORDER BY massage", "did you mean `message`?"),
        ("SELECT nosuch(line) FROM records", "unsupported function 'nosuch'"),
        ("SELECT line FROM records WHERE", "Expected: an expression"),
    ],
)
def test_a_wrong_query_is_told_in_one_line_before_anything_is_read(written: str, said: str) -> None:
    """With what was probably meant."""
    with pytest.raises(UsageError) as told:
        check(examine(written))

    assert said in str(told.value)
    assert "\n" not in str(told.value)


def test_records_come_in_batches_with_late_columns() -> None:
    """In the order in which they came, and no column that is not named is kept."""
    records = Records(examine("SELECT boot, message, origin FROM records"), mask=True)
    for first in (1, 3):
        records.batch({"line": [first, first + 1], "message": ["a", "b"], "origin": ["x", None]})
    records.late({"boot": [0, 0, 1, 1]})

    assert {"line", "boot", "message"} == records.columns
    assert [(1, 0), (2, 0), (3, 1), (4, 1)] == [(row["line"], row["boot"]) for row in records.frame().to_dicts()]
