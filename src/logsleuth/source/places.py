"""Which file of a tree is the one that a frame of a traceback names: by the longest end that their paths have in common.

A frame of an installed package (`.../site-packages/acme/app.py`) is that of a tree's file only if all of its path within the
package fits; so the `utils/__init__.py` of a library is never taken for that of the tree.
"""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

_INSTALLED = re.compile(r".*(?:^|/)(?:(?:site|dist)-packages|lib/python\d(?:\.\d+)?)/(?P<inner>.+)$")
_GENERIC = frozenset({"__init__.py", "__main__.py"})
_OUTER = re.compile(r"^(?:<|\[|.*\.(?!py$|pyc$)\w+$)")
DEEP = 3
"""Components that must fit where a tree holds the inside of a package without its own folder."""


def installed(file: str) -> bool:
    """Whether a path is that of an installed package or of the standard library."""
    return _INSTALLED.match(file.replace("\\", "/")) is not None


@dataclass(frozen=True)
class Places:
    """The files of a tree, by name; `absolute` is the tree's own path, without a slash at either end."""

    absolute: str
    paths: Sequence[str]

    @cached_property
    def _by_name(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = defaultdict(list)
        for path in self.paths:
            found[path.rpartition("/")[2]].append(path)
        return dict(found)

    @cached_property
    def _packages(self) -> frozenset[str]:
        """Folders that hold an `__init__.py`."""
        return frozenset(path.rpartition("/")[0] for path in self.paths if path.endswith("__init__.py"))

    def of(self, file: str) -> tuple[str, ...]:
        """The files that a frame's path may be, best first: all of them fit equally well; none if it is not of this tree."""
        file = file.replace("\\", "/")
        if _OUTER.match(file):
            return ()
        file = re.sub(r"/__pycache__/(\w+)\.[\w-]+\.pyc$", r"/\1.py", file)
        candidates = self._by_name.get(file.rpartition("/")[2], [])
        fitting = [(self._shared(file, path), path) for path in candidates]
        longest = max(
            (shared for shared, path in fitting if self._enough(file, path, shared, len(candidates))), default=0
        )
        return tuple(
            sorted(
                (path for shared, path in fitting if shared == longest and longest),
                key=lambda path: (path.count("/"), path),
            )
        )

    def _shared(self, file: str, path: str) -> int:
        mine, theirs = file.strip("/").split("/")[::-1], f"{self.absolute}/{path}".split("/")[::-1]
        pairs = zip(mine, theirs, strict=False)
        return next((number for number, (a, b) in enumerate(pairs) if a != b), min(len(mine), len(theirs)))

    def _enough(self, file: str, path: str, shared: int, rivals: int) -> bool:
        inside = _INSTALLED.match(file)
        whole = path.count("/") + 1
        if inside is not None:
            return shared >= inside["inner"].count("/") + 1 or (shared >= whole >= DEEP)
        module = whole - self._package_root(path)
        if shared >= max(module, 2):
            return True
        if module == 1:  # a script in a folder that is no package
            return shared >= 2 or (rivals == 1 and path.rpartition("/")[2] not in _GENERIC)
        return shared >= 2 and rivals == 1

    def _package_root(self, path: str) -> int:
        """How many components stand above the outermost package that a file is in."""
        folders = path.split("/")[:-1]
        heads = ["/".join(folders[: number + 1]) for number in range(len(folders))]
        return next((number for number, head in enumerate(heads) if head in self._packages), len(folders))
