"""What several commands share: options, the book, the cache, whether to colour."""

import argparse
import os
import sys
from pathlib import Path

from logsleuth import language
from logsleuth.cli.settings import Settings, settings
from logsleuth.errors import UsageError
from logsleuth.model.book import Book


def add_common(parser: argparse.ArgumentParser) -> None:
    """Options that every command takes."""
    parser.add_argument(
        "--rules",
        action="append",
        default=[],
        metavar="DIR",
        help="a folder with rules of your own, beside the built-in ones",
    )
    parser.add_argument(
        "--no-config", action="store_true", help="pass over logsleuth.toml, the project's and the user's"
    )
    parser.add_argument(
        "--keep-going", action="store_true", help="leave faulty rules out instead of ending with exit status 2"
    )
    parser.add_argument(
        "--no-cache", action="store_true", help="neither read nor write compiled rules in the cache folder"
    )
    parser.add_argument("-q", "--quiet", action="store_true", help="only the verdict")
    parser.add_argument("-v", "--verbose", action="store_true", help="all that is known")
    parser.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="colour the output (auto: on a terminal, unless NO_COLOR is set)",
    )


def cache_folder(options: argparse.Namespace) -> Path | None:
    """Where compiled rules are kept, by the XDG rules; None if they are not to be kept."""
    if options.no_cache:
        return None
    root = os.environ.get("XDG_CACHE_HOME") or ""
    base = Path(root) if root.startswith("/") else Path("~/.cache")
    try:
        return base.expanduser() / "logsleuth"
    except RuntimeError:  # no home folder
        return None


def settings_of(options: argparse.Namespace) -> Settings:
    """What `logsleuth.toml` says, unless it is to be passed over."""
    return Settings() if options.no_config else settings()


def rule_folders(options: argparse.Namespace) -> list[Path]:
    """Where rules come from; of two with the same id, the one of the later folder counts."""
    for folder in options.rules:
        if not Path(folder).is_dir():
            raise UsageError(f"--rules {folder}: no such folder")
    return [language.builtin_folder(), *settings_of(options).folders, *(Path(folder) for folder in options.rules)]


def load_book(options: argparse.Namespace) -> Book:
    """The built-in rules, those of `logsleuth.toml` and of `--rules`, without those disabled. Raises RuleFault."""
    folders, told = rule_folders(options), settings_of(options)
    disabled = frozenset(told.disabled)
    if options.keep_going:
        book, faults = language.load_lenient(folders, disabled=disabled)
        for fault in faults:
            print(f"logsleuth: {fault} (left out)", file=sys.stderr)
    else:
        book = language.load(folders, cache=cache_folder(options), disabled=disabled)
    for name in sorted(disabled.difference(book.disabled)):
        print(f"logsleuth: {told.disabled[name]}: disable: there is no rule `{name}`", file=sys.stderr)
    return book


def wants_color(options: argparse.Namespace) -> bool:
    """Whether to colour standard output."""
    if options.color != "auto":
        return bool(options.color == "always")
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def jobs() -> int:
    """Threads that scan: one a core that this process may use, four at the most."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(4, cores))
