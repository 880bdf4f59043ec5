"""Which cause leads to which, over at most three edges: the paths of the catalogue's graph, and those that are implied.

Every cause that is not residual is taken to lead to every residual one, and every cause to what is only a symptom. What the
catalogue says goes before what is implied: where a residual cause leads to another one, that one is not taken to lead to it.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from logsleuth.model.book import Cause, Edge, Weighing

DEEPEST = 3
"""Edges that are followed. Of four in a row nobody could say that it holds."""


@dataclass(frozen=True, slots=True)
class Path:
    """A way from one cause to another: the causes on it, what share of the effect's claim it carries, and the links of its edges."""

    causes: tuple[str, ...]
    share: float
    links: frozenset[str] = frozenset()


class Graph:
    """The paths between causes, found once for each cause that is asked for."""

    def __init__(self, causes: Mapping[str, Cause], weighing: Weighing) -> None:
        self._causes = causes
        self._weighing = weighing
        self._found: dict[str, Mapping[str, tuple[Path, ...]]] = {}

    def paths(self, cause: str, effect: str) -> tuple[Path, ...]:
        """The ways from the one to the other that the catalogue names, the strongest first."""
        if cause not in self._found:
            self._found[cause] = self._walk(cause)
        return self._found[cause].get(effect, ())

    def residual(self, cause: str) -> bool:
        """Whether the cause is named first only for want of another."""
        known = self._causes.get(cause)
        return known is not None and known.residual

    def implied(self, cause: str, effect: str, *, symptom: bool) -> tuple[Path, ...]:
        """The edge that is taken to be there, though the catalogue does not name it."""
        to_residual = self.residual(effect) and not self.residual(cause)
        if not (to_residual or symptom) or self.paths(effect, cause):
            return ()
        return (Path((cause, effect), self._weighing.residual),)

    def _walk(self, start: str) -> Mapping[str, tuple[Path, ...]]:
        found: dict[str, list[Path]] = {}
        waiting = [Path((start,), 1.0)]
        while waiting:
            path = waiting.pop()
            known = self._causes.get(path.causes[-1])
            for edge in known.leads_to if known is not None else ():
                if edge.to not in path.causes:
                    longer = self._longer(path, edge)
                    found.setdefault(edge.to, []).append(longer)
                    waiting += [longer] if len(longer.causes) <= DEEPEST else []
        return {
            effect: tuple(sorted(paths, key=lambda path: (-path.share, len(path.causes), path.causes)))
            for effect, paths in found.items()
        }

    def _longer(self, path: Path, edge: Edge) -> Path:
        share = path.share * min(1.0, max(0.0, self._weighing.edges.get(edge.how, 0.0)))
        return Path((*path.causes, edge.to), share, path.links | {edge.link})
