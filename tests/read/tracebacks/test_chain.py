"""Chains: connectors, and tracebacks quoted in messages."""

from .reading import HEAD, one, read, said

FIRST = """Traceback (most recent call last):
  File "/srv/app.py", line 3, in load
    return {}[path]
KeyError: 'missing'
"""
SECOND = """Traceback (most recent call last):
  File "/srv/app.py", line 10, in main
    load("missing")
ValueError: no such path
"""
CAUSE = "\nThe above exception was the direct cause of the following exception:\n\n"
CONTEXT = "\nDuring handling of the above exception, another exception occurred:\n\n"


def test_causes_and_contexts() -> None:
    """The first final line is the root of all; each link says how it owes."""
    found = read(FIRST + CAUSE + SECOND + CONTEXT + FIRST.replace("KeyError: 'missing'", "RuntimeError"))
    assert [
        ("KeyError", "'missing'", None, "KeyError"),
        ("ValueError", "no such path", "cause", "KeyError"),
        ("RuntimeError", None, "context", "KeyError"),
    ] == said(found)
    assert all(each.complete for each in found)
    assert [each.root_message for each in found] == ["'missing'"] * 3


def test_blank_lines_may_be_lost() -> None:
    """Journals drop them."""
    found = read((FIRST + CAUSE + SECOND).replace("\n\n", "\n"))
    assert ["KeyError", "ValueError"] == [each.type for each in found]
    assert "KeyError" == found[1].root_type


def test_the_second_is_cut() -> None:
    """The root stays known where the log ends in the middle of a chain."""
    found = read(FIRST + CAUSE + "\n".join(SECOND.split("\n")[:3]))
    assert [(None, "KeyError", "end-of-file")] == [(each.type, each.root_type, each.cut) for each in found[1:]]
    assert [each.type for each in read(FIRST + CAUSE)] == ["KeyError"]


def test_two_in_a_row_are_no_chain() -> None:
    """Without a connector they have nothing to do with each other."""
    assert [None, None] == [each.chained for each in read(FIRST + SECOND)]


POOL = f'''multiprocessing.pool.RemoteTraceback:{" "}
"""
Traceback (most recent call last):
  File "/usr/lib/python3.11/multiprocessing/pool.py", line 125, in worker
    result = (True, func(*args, **kwds))
  File "/srv/job.py", line 2, in f
    return 1 // x
ZeroDivisionError: integer division or modulo by zero
"""
{CAUSE}{SECOND}'''


def test_another_process_is_quoted() -> None:
    """The useful frames are inside the quotes; the carrier itself is no exception of its own."""
    found = read(POOL)
    assert [
        ("ZeroDivisionError", "integer division or modulo by zero", None, "ZeroDivisionError"),
        ("ValueError", "no such path", "cause", "ZeroDivisionError"),
    ] == said(found)
    assert found[0].frames[-1].file == "/srv/job.py"


def test_a_carrier_with_frames_of_its_own() -> None:
    """Its message is the quoted traceback."""
    carrier = FIRST.replace("KeyError: 'missing'", 'billiard.einfo.ExceptionWithTraceback: \n"""')
    found = read(f'{carrier}{SECOND}"""\n{HEAD}next')
    assert [
        ("billiard.einfo.ExceptionWithTraceback", None, "cause", "ValueError"),
        ("ValueError", "no such path", None, "ValueError"),
    ] == said(found)


def test_the_original_stands_in_the_message() -> None:
    """As data loaders and spawned processes report."""
    for words in (
        "RuntimeError: Caught KeyError in worker process 0.\nOriginal " + FIRST,
        "torch.multiprocessing.spawn.ProcessRaisedException: \n\n-- Process 1 terminated with the following error:\n"
        + FIRST,
    ):
        found = read(SECOND.replace("ValueError: no such path\n", words))
        assert [("cause", "KeyError"), (None, "KeyError")] == [(each.chained, each.root_type) for each in found]


def test_a_carrier_that_is_cut() -> None:
    """Without the quoted part it is what there is."""
    assert one("multiprocessing.pool.RemoteTraceback: ").type == "multiprocessing.pool.RemoteTraceback"
