"""Boots: what begins one, what belongs to it, and which are judged."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from logsleuth.model.run import Origin
from logsleuth.read.boots import Boots, Step, template

START = datetime(2026, 1, 1, tzinfo=UTC)


def step(
    line: int,
    phase: str = "started",
    *,
    program: str = "api",
    at: float | None = None,
    origin: Origin | None = None,
    before: tuple[str, ...] = (),
    narrowed: bool = False,
) -> Step:
    """A step of a program; `started` begins a boot."""
    time = None if at is None else START + timedelta(seconds=at)
    return Step(
        line, program, phase, phase == "started", origin or Origin(), time, phase, narrowed=narrowed, before=before
    )


def test_a_log_without_a_start_line_is_one_partial_boot() -> None:
    """Nothing but a profile's start line begins a boot."""
    boots = Boots([step(4, "ready")], {}, 10, [])

    assert [(0, True, 1, 10)] == [(b.number, b.partial, b.first, b.last) for b in boots.boots]
    assert boots.judged() == {0}


def test_what_stands_before_the_first_start_line_belongs_to_it() -> None:
    """An interpreter's warnings come before the program's first word."""
    boots = Boots([step(5)], {}, 10, [])
    preamble = boots.of(1, Origin())

    assert preamble is not None
    assert (1, False) == (preamble.number, preamble.partial)


def test_an_earlier_life_before_the_first_start_line_is_boot_0() -> None:
    """A ready line above the first start line was written by a start that the log does not hold."""
    boots = Boots([step(2, "ready"), step(5)], {}, 10, [])

    assert [0, 1] == [boot.number for boot in boots.boots]
    assert boots.judged() == {1}


def test_only_the_last_start_is_judged() -> None:
    """A log that was appended to holds several; the others are context."""
    boots = Boots([step(1, at=0), step(3, "ready", at=5), step(50, at=100)], {}, 90, ["x"])

    assert boots.judged() == {2}


def test_starts_that_end_alike_are_a_crash_loop_and_all_are_judged() -> None:
    """Numbers do not tell two ends apart."""
    end = "error: pid 17 gave up"
    steps = [step(1, at=0), step(40, at=60, before=(end,)), step(80, at=120, before=("error: pid 18 gave up",))]
    boots = Boots(steps, {}, 120, ["error: pid 19 gave up"])

    assert boots.judged() == {1, 2, 3}


def test_start_lines_of_workers_are_one_start() -> None:
    """Lines within seconds of each other are of one start, unless the program stopped between them."""
    together = Boots([step(1, at=0), step(2, at=1), step(3, at=2)], {}, 9, [])
    apart = Boots([step(1, at=0), step(2, "stopped", at=1), step(3, at=2)], {}, 9, [])

    assert (1, 2) == (len(together.boots), len(apart.boots))


def test_an_embedded_program_starts_nothing_of_its_own() -> None:
    """A web server inside another program's log is a part of that program."""
    boots = Boots([step(1, at=0), step(60, program="web", at=100)], {"web": ["api"]}, 90, [])

    assert ["api"] == [boot.program for boot in boots.boots]


def test_programs_of_two_containers_have_boots_of_their_own() -> None:
    """A compose log holds several programs; each line belongs to a boot of its own container."""
    a, b = Origin(container="a"), Origin(container="b")
    boots = Boots([step(1, origin=a), step(2, program="db", origin=b), step(70, program="db", origin=b)], {}, 99, [])
    of_a, of_b = boots.of(80, a), boots.of(80, b)

    assert of_a is not None
    assert of_b is not None
    assert ("api", "db") == (of_a.program, of_b.program)
    assert boots.judged() == {of_a.number, of_b.number}


def test_a_step_that_asks_for_a_program_counts_only_where_the_program_is_seen() -> None:
    """A web server's ready line is not that of a program that nothing else shows."""
    alone = Boots([step(3, "ready", narrowed=True)], {}, 9, [])
    seen = Boots([step(1), step(3, "ready", narrowed=True)], {}, 9, [])

    assert ((), ("started", "ready")) == (alone.boots[0].phases, seen.boots[0].phases)


@given(st.lists(st.tuples(st.integers(1, 200), st.sampled_from(["started", "ready", "stopped"])), max_size=12))
def test_every_line_has_a_boot_that_holds_it(marks: list[tuple[int, str]]) -> None:
    """Boots of one program cover the log without overlap."""
    boots = Boots([step(line, phase) for line, phase in sorted(marks)], {}, 200, [])
    for line in range(1, 201):
        boot = boots.of(line, Origin())
        assert boot is not None
        assert boot.first <= line <= boot.last


@given(st.text(max_size=300))
def test_a_template_is_stable(text: str) -> None:
    """Masking twice changes nothing."""
    assert template(text) == template(template(text))
