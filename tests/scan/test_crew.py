"""The threads of a pass."""

import threading

import pytest

from logsleuth.scan.chunks import Chunk, Limits
from logsleuth.scan.crew import IN_FLIGHT, Crew, Worker
from scan.helpers import reader

SMALL = Limits(chunk=16, overlap=4)


def test_results_come_in_order() -> None:
    """However long each takes."""
    turns = iter(range(10_000))

    def worker() -> Worker[bytes]:
        def work(chunk: Chunk) -> bytes:
            threading.Event().wait(0.003 if next(turns) % 3 == 0 else 0)
            return chunk.data

        return work

    data = b"".join(b"line %d\n" % number for number in range(200))
    assert b"".join(Crew(reader(data), worker, SMALL, 3).results()) == data


def test_little_is_under_way() -> None:
    """What is read waits for what is taken, and reading is done by one thread alone."""
    taken = 0
    readers: set[int] = set()
    most = 0

    def read(size: int) -> bytes:
        nonlocal taken, most
        readers.add(threading.get_ident())
        taken += 1
        most = max(most, taken - given)
        return b"x" * (size - 1) + b"\n" if taken < 200 else b""

    given = 0
    for given, _ in enumerate(Crew(read, lambda: lambda chunk: chunk, SMALL, 2).results(), 1):  # noqa: B007  # `read` looks at it
        pass
    assert len(readers) == 1
    assert most <= 2 * IN_FLIGHT + 4


def test_trouble_of_a_worker_is_raised() -> None:
    """In its turn, after the results before it."""

    def work(chunk: Chunk) -> int:
        if b"bad" in chunk.data:
            raise LookupError("worker")
        return len(chunk.data)

    results = Crew(reader(b"good line here\nbad line here\nx\n"), lambda: work, SMALL, 2).results()
    assert next(results) == 15
    with pytest.raises(LookupError, match="worker"):
        next(results)


def test_trouble_of_the_maker_is_raised() -> None:
    """A worker that cannot be made is no silence either."""

    def broken() -> Worker[int]:
        raise MemoryError

    with pytest.raises(MemoryError):
        list(Crew(reader(b"x"), broken, SMALL, 2).results())
