"""The commands that a hypothesis proposes. None of them destroys, stops or changes anything: they are there to tell more.

Rule files are written by people, and blanks in a command are filled with text of a log, so each command is looked at again
here. Where a word may be harmless in its place, the command is left out all the same.
"""

import re
from collections.abc import Iterable, Sequence

from logsleuth.model.verdict import Command, Hypothesis

MOST = 5
"""Commands that one hypothesis proposes."""

_DESTROYS = frozenset(
    """
    kill pkill killall killall5 skill xkill fuser rm rmdir unlink shred srm mv dd mkfs mke2fs mkswap fdisk sfdisk parted wipefs
    blkdiscard truncate tee chmod chown chattr umount swapoff losetup reboot shutdown poweroff halt kexec init telinit
    stop restart reload terminate drop delete del remove erase destroy purge prune flush flushall flushdb clear reset clean wipe
    uninstall autoremove drain cordon evict scale rollback vacuum ipcrm crontab iptables nft scancel qdel bkill rmtree
    removedirs sigkill sigterm killpg abort vacuumdb
    """.split()  # noqa: SIM905 - words read better as words
)
"""Words that make a command change what there is: programs, their verbs, functions, SQL."""

_READERS = frozenset(
    """
    cat cut date df du egrep env fgrep free getent grep head hostname id ldd ls lsof md5sum namei nproc nslookup od
    pgrep ps readlink realpath rg sha256sum ss stat tail uname uniq wc which whoami zcat zgrep
    """.split()  # noqa: SIM905
)
"""Programs that only read, whatever words their arguments hold."""

_VERBS = {
    "systemctl": "status show cat is-active is-enabled is-failed list-units list-unit-files list-dependencies list-timers",
    "docker": "ps inspect logs stats top port images version info diff events history",
    "podman": "ps inspect logs stats top port images version info diff events history",
    "kubectl": "get describe logs top events explain version api-resources",
    "crictl": "ps inspect logs stats images info pods inspectp",
    "git": "status log diff show rev-parse describe blame ls-files",
    "pip": "list show check freeze debug inspect",
}
"""Programs that can do anything: what they may be told to do."""

_SHELLS = frozenset({"sh", "bash", "dash", "zsh", "ksh", "fish"})
_WORDS = re.compile(r"[a-z0-9_]+")
_WRITES = re.compile(r">(?!\s*/dev/null|&\d)")
_FLAGS = {
    "ss": re.compile(r"-[A-Za-z]*K[A-Za-z]*|--kill"),
    "find": re.compile(r"-(?:delete|exec|execdir|ok|okdir|fprint.*|fls)"),
    "sed": re.compile(r"-[A-Za-z]*i.*|--in-place.*"),
    "perl": re.compile(r"-[A-Za-z]*i.*"),
    "journalctl": re.compile(r"--(?:rotate|vacuum.*|flush|relinquish-var)"),
    "dmesg": re.compile(r"-[A-Za-z]*[cCDEn]\b.*|--(?:read-clear|clear|console.*)"),
    "date": re.compile(r"-s.*|--set.*"),
    "hostname": re.compile(r"[^-].*|-[Fb].*"),
}
"""Flags that turn a reader into something else."""


def harmless(run: Sequence[str]) -> bool:
    """Whether a command only looks. What cannot be told counts as harm."""
    if not run:
        return False
    program = run[0].rsplit("/", 1)[-1].casefold()
    flags = _FLAGS.get(program)
    if flags is not None and any(flags.fullmatch(argument) for argument in run[1:]):
        return False
    if program in _READERS and not (program == "env" and len(run) > 1):
        return True
    if program in _SHELLS and any(_WRITES.search(argument) for argument in run[1:]):
        return False
    words = {word for argument in run for word in _WORDS.findall(argument.casefold())}
    return not (words & _DESTROYS) and _says_what_it_may(program, run)


def _says_what_it_may(program: str, run: Sequence[str]) -> bool:
    tool = "pip" if "pip" in run else program
    return tool not in _VERBS or not set(run).isdisjoint(_VERBS[tool].split())


def steps(hypothesis: Hypothesis, rival: Hypothesis | None = None) -> list[Command]:
    """The commands of a hypothesis, each once: first the one that best tells it from its rival, which is one that both ask for."""
    own = _proposed(hypothesis)
    theirs = {command.run for command in _proposed(rival)} if rival is not None else set()
    own.sort(key=lambda command: command.run not in theirs)
    return own[:MOST]


def _proposed(hypothesis: Hypothesis) -> list[Command]:
    commands: Iterable[Command] = (command for share in hypothesis.shares for command in share.finding.next)
    return list({command.run: command for command in commands if harmless(command.run)}.values())
