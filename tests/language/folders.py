"""Rule folders made for a test: a good one, and what stands where in a spoiled one."""

import re
from collections.abc import Mapping
from pathlib import Path

from logsleuth.errors import Fault
from logsleuth.language import check
from logsleuth.language.faults import Trouble

MARK = "¦"
"""Stands in a spoiled text just before the place that the fault must name."""

CAUSES = """\
process.already-running:
  title: another instance runs
  meaning: another instance holds the lock
  prior: uncommon
  subject: [file, port]
  leads_to:
    - {to: os.disk-full, how: sometimes, link: host}
  fix: see whether it is alive
os.disk-full:
  title: the disk is full
  meaning: no space is left
  prior: common
  residual: true
  fix: enlarge it
"""

WEIGHING = """\
ratios: {weak: 2, moderate: 8, strong: 64, conclusive: 1024}
priors: {rare: 0.01, uncommon: 0.03, common: 0.1}
unknown: 1.0
edges: {often: 0.95, sometimes: 0.7}
residual: 0.95
"""

RULE = """\
- id: lock-held
  cause: process.already-running
  says: "{file} is locked: {e.text}"
  when:
    e: {line: 'lock file (?P<file>\\S+) exists'}
  about: the program takes a lock
  tests:
    - {log: lock file /run/a.pid exists, finds: {file: /run/a.pid}}
    - {log: lock file removed, finds: nothing}
"""

JOINED = """\
- id: other-owner
  cause: process.already-running
  says: "{pid} holds {port} since {old.started}"
  when:
    e: {line: 'cannot bind port (?P<port>\\d+) after (?P<took>\\d+) ms', level: [error]}
    owner: {listeners: {port: $port, pid: $pid, address: ['0.0.0.0', '::']}}
    old: {processes: {pid: $pid, deleted: null, command: '~serve'}, where: 'old.age_min > 5'}
    many: {count: {of: e, at_least: 2, within: 1 min, distinct: port}}
  unless:
    own: {launches: {pid: $pid}, near: {of: e, within: 5s, side: before}, where: 'own.time < e.time'}
    gone: {missing: {text: [bound, up], after: e, each: rank}}
  where: ["took > 100 and port between 1 and 65535", "not array_contains(old.ancestors, 1)"]
  types: {took: integer}
  same: run
  subject: [port]
  weight: strong
  standing: true
  anchor: e
  began: e.time - took * interval '1 millisecond'
  next:
    - {run: [ss, -ltnp, "sport = :{port}"], tells: who listens}
  about: two tables are joined
  references: [https://example.org/a]
  tests:
    - inputs:
        server.log: |
          cannot bind port 8000 after 200 ms
          12:00:00 INFO bound
        ss.txt: "LISTEN"
      finds: {port: '8000'}
    - {log: cannot bind, finds: nothing}
"""

PROFILE = """\
program: acme
title: Acme
embedded_in: [outer]
phases:
  - {phase: started, start: true, line: '^starting acme'}
  - {phase: ready, text: ready to serve}
  - {phase: ready, text: up, program: [acme]}
benign:
  - {line: 'ignored (?P<what>\\w+)', why: it is optional, unless: {line: 'need (?P<what>\\w+)'}}
gives:
  - id: port
    gives: settings
    about: the start line tells the port
    when:
      e: {line: 'starting acme on (?P<port>\\d+)'}
    columns: {name: "'port'", value: port}
    tests:
      - {log: starting acme on 80, finds: {name: port, value: '80'}}
      - {log: starting, finds: nothing}
"""

LAYOUT = """\
- id: acme
  program: acme
  pattern: '^(?P<time>\\S+) (?P<level>\\w+) (?P<message>.*)'
  time: [iso]
  levels: {W: warning}
  examples:
    - {line: 2026-12-01T00:00:00 W x, level: warning, message: x}
    - {line: x, matches: false}
"""

ENVELOPE = """\
- id: acme-json
  form: json
  keys: {message: [log], time: [time]}
  time: [iso]
  partial: {log: '~[^\\n]\\Z'}
  order: 10
  examples:
    - {line: '{"log":"x"}', message: x}
    - {line: x, matches: false}
"""

GOOD: Mapping[str, str] = {
    "causes.yaml": CAUSES,
    "weighing.yaml": WEIGHING,
    "packs/good.yaml": RULE + JOINED,
    "programs/acme.yaml": PROFILE,
    "layouts/acme.yaml": LAYOUT,
    "envelopes/acme.yaml": ENVELOPE,
}


def write(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    """A folder with these files, beside those that it has."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return folder


def spoiled(text: str, old: str, new: str) -> str:
    """The text with one thing in it changed."""
    assert old in text, old
    return text.replace(old, new, 1)


def place_of(text: str) -> tuple[int, int]:
    """Line and column of the mark."""
    before = text[: text.index(MARK)]
    return before.count("\n") + 1, len(before) - before.rfind("\n")


def found(folder: Path, files: Mapping[str, str | bytes]) -> list[Fault]:
    """The faults of the good folder with these files in it, or in place of those that it has."""
    return check([write(folder, {**GOOD, **files})])


def says(fault: Fault, trouble: type[Trouble]) -> bool:
    """Whether a fault's message is that of a class."""
    parts = re.split(r"\{\w+\}", trouble.text.replace("{{}}", "\0"))
    pattern = ".*".join(re.escape(part.replace("\0", "{}")) for part in parts)
    return re.fullmatch(pattern, fault.message, re.DOTALL) is not None
