"""The threads of a pass: one that reads, some that look through chunks; the results come out in order.

The reader puts each chunk into a queue of bounded length, in the order of the input, and hands it to the lookers. Whoever takes the
results waits for the first of the queue. Nobody waits for the reader once the pass is over: a read that blocks (a pipe) cannot be
interrupted, so its thread ends with its next return.
"""

import contextlib
import queue
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from logsleuth.scan.chunks import Chunk, Limits, Read, chunks

Result = TypeVar("Result")
Worker = Callable[[Chunk], Result]

IN_FLIGHT = 4
"""Chunks under way for each looking thread."""

_PATIENCE = 0.5
"""Seconds that the end of a pass waits for a thread; one that looks needs milliseconds, one that reads may be stuck."""


@dataclass
class _Task(Generic[Result]):
    """A chunk on its way; `chunk` is None at the end of the input."""

    chunk: Chunk | None
    ready: threading.Event = field(default_factory=threading.Event)
    result: Result | None = None
    trouble: BaseException | None = None


class Crew(Generic[Result]):
    """Runs one pass. `worker` makes what a looking thread calls with each of its chunks; it is called once in each thread."""

    def __init__(self, read: Read, worker: Callable[[], Worker[Result]], limits: Limits, jobs: int) -> None:
        self._read = read
        self._worker = worker
        self._limits = limits
        self._jobs = max(1, jobs)
        self._ordered: queue.Queue[_Task[Result]] = queue.Queue(IN_FLIGHT * self._jobs)
        self._todo: queue.SimpleQueue[_Task[Result] | None] = queue.SimpleQueue()
        self._over = threading.Event()
        self._threads: list[threading.Thread] = []

    def results(self) -> Iterator[Result]:
        """What the workers made of the chunks, in order. What `read` or a worker raises is raised here, in its turn."""
        self._start(self._reader, "scan-read")
        try:
            while (task := self._ordered.get()).chunk is not None:
                task.ready.wait()
                if task.trouble is not None:
                    raise task.trouble
                yield task.result  # type: ignore[misc]  # set where there was no trouble
            if task.trouble is not None:
                raise task.trouble
        finally:
            self._stop()

    def _start(self, target: Callable[[], None], name: str) -> None:
        thread = threading.Thread(target=target, name=name, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _reader(self) -> None:
        end: _Task[Result] = _Task(None)
        try:
            for number, chunk in enumerate(chunks(self._read, self._limits)):
                if number < self._jobs:
                    self._start(self._looker, f"scan-look-{number}")
                task: _Task[Result] = _Task(chunk)
                self._ordered.put(task)
                if self._over.is_set():
                    return
                self._todo.put(task)
        except BaseException as error:  # noqa: BLE001  # the border of a thread: raised again where the results are taken
            end.trouble = error
        self._ordered.put(end)

    def _looker(self) -> None:
        worker: Worker[Result] | None = None
        while (task := self._todo.get()) is not None and not self._over.is_set():
            assert task.chunk is not None  # noqa: S101  # only the end has none, and it is not handed over
            try:
                worker = worker or self._worker()
                task.result = worker(task.chunk)
            except BaseException as error:  # noqa: BLE001  # as above
                task.trouble = error
            task.ready.set()

    def _stop(self) -> None:
        """Ends all threads. The emptied queue has room for what the reader is about to put, so it comes to see that all is over."""
        self._over.set()
        with contextlib.suppress(queue.Empty):
            while True:
                self._ordered.get_nowait()
        for _ in range(self._jobs):
            self._todo.put(None)
        for thread in tuple(self._threads):
            thread.join(_PATIENCE)
