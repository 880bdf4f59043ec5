"""What is known about a run, as relations: their names, columns, types and meanings.

A relation is a table whose rows carry the place they came from. A row is a plain mapping from column to value; a column that
is not named in it is null. Names with a dot (`origin.rank`) are one column, not a nested value.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

Row = Mapping[str, Any]


class Type(StrEnum):
    """The type of a column. A time is UTC with microseconds; a duration is a `timedelta`."""

    TEXT = "text"
    INTEGER = "integer"
    FLOAT = "float"
    BOOLEAN = "boolean"
    TIME = "time"
    DURATION = "duration"
    TEXTS = "texts"
    INTEGERS = "integers"


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its name, type and meaning (with the unit, where it has one)."""

    name: str
    type: Type
    meaning: str


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation's schema. `columns` holds its own columns; `all_columns` those that every relation has, too."""

    name: str
    meaning: str
    columns: tuple[Column, ...]

    @property
    def all_columns(self) -> tuple[Column, ...]:
        """The common columns, then its own."""
        return COMMON + self.columns

    def column(self, name: str) -> Column | None:
        """The column of that name, or None."""
        return next((column for column in self.all_columns if column.name == name), None)


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of one relation, as read from what was handed over.

    A relation that nothing handed over could fill has no table at all: that is not the same as an empty one.
    `dropped` counts rows that a bound kept out.
    """

    relation: Relation
    rows: Sequence[Row] = field(default_factory=tuple)
    dropped: int = 0


def _columns(text: str) -> tuple[Column, ...]:
    """Columns from lines of `name type meaning`."""
    parts = (line.split(None, 2) for line in text.strip().splitlines())
    return tuple(Column(name, Type(kind), meaning) for name, kind, meaning in parts)


COMMON = _columns("""
path              text     the artifact the row came from, as given; a member of an archive is `archive!member`
line              integer  its first line, counted from 1
end_line          integer  its last line
time              time     when it was written (UTC); null if only bounds are known
earliest          time     no earlier than this
latest            time     no later than this
clock             text     the clock that the time was read on: host and source
zone_known        boolean  whether the time's zone was written or is sure; else it was taken for UTC
boot              integer  which start of a program in this path it belongs to; null if not known
origin.host       text     the host that wrote it
origin.container  text     the container, pod or service that wrote it
origin.program    text     the program that wrote it
origin.pid        integer  the process that wrote it
origin.thread     text     the thread that wrote it
origin.rank       integer  the rank in the world that wrote it
origin.local_rank integer  the rank on its host that wrote it
""")

MATCH_COLUMNS = _columns("""
text     text the line as matched: envelopes and head peeled
level    text the record's level: debug, info, warning, error, critical; null where the layout has none
logger   text the record's logger
""")

MATCHES = Relation("matches", "the lines that a pattern matched", MATCH_COLUMNS)


def _relation(name: str, meaning: str, columns: str) -> Relation:
    return Relation(name, meaning, _columns(columns))


RELATIONS: Mapping[str, Relation] = {
    relation.name: relation
    for relation in (
        _relation(
            "records",
            "a head line with the lines that continue it: in `logsleuth query` all of them, in an analysis those that some pattern hit and those at either end of a log",
            """
level    text    debug, info, warning, error or critical
logger   text    the logger, or the source file and line that the head names
message  text    the message: envelopes and head peeled
program  text    the program whose profile fits
""",
        ),
        _relation(
            "tracebacks",
            "exceptions and crashes with their stacks; frames stand in the relation `frames`",
            """
id        integer  tells tracebacks of one run apart
type      text     the exception's type as printed; null if it was cut off
message   text     the exception's message; null if it was cut off or empty
language  text     python, java, go, node, rust, dotnet or native
complete  boolean  whether head and final line are both there
cut       text     how it was cut: end-of-file, other-origin, new-head, size-limit, no-head; null if complete
handled   boolean  true if the same program served or went on after it in this boot, false if the boot ended by it, null if unknown
chained   text     the link to the traceback before it in a chain: cause or context; null for the first
root_type text     the type of the first exception of the chain
root_message text  the message of the first exception of the chain
where_path text    the file of the innermost frame
where_line integer the line in that file
where_function text the function of the innermost frame
where_text text    the source line that was quoted for it
frames_count integer how many frames were read
text      text     its last line: the exception, or the innermost frame where it was cut off
""",
        ),
        _relation(
            "frames",
            "the frames of tracebacks, outermost first",
            """
traceback integer  the traceback's id
depth     integer  0 is the outermost
file      text     the source file as printed
file_line integer  the line in it
function  text     the function
quoted    text     the source line that was quoted; null if none was
""",
        ),
        _relation(
            "boots",
            "each start of a program found in a log, up to the next",
            """
number    integer  counted from 0 in its path; 0 is what stands before the first start line
program   text     the program that started
last      boolean  whether it is the last boot of that program in that path
partial   boolean  whether its begin is not in the log
judged    boolean  whether rules see its rows
started   time     when it started
ended     time     the last time read in it
how       text     clean, killed, crashed, running or cut; null if unknown
exit_code integer  the exit status, where the log tells it
signal    integer  the signal that ended it, where the log tells it
covered   boolean  whether the log covers it from its start to its end, with no cut
""",
        ),
        _relation(
            "origins",
            "who wrote into a log",
            """
first_line integer its first line read
last_line  integer its last line; null where the log was not read to the end for it
first_time time    when it was first read of
last_time  time    when it was last read of
last_phase text    the last phase that it reached
""",
        ),
        _relation(
            "phases",
            "a named step of a program's start or end was reached",
            """
program text  the program
phase   text  started, configured, weights-loaded, listening, ready, serving, shutting-down or stopped
text    text  the line that shows it
""",
        ),
        _relation(
            "launches",
            "a process was started",
            """
pid         integer the process
command     text    its command line
port        integer the port it was told to listen on
interpreter text    the interpreter that runs it
program     text    the program
""",
        ),
        _relation(
            "deaths",
            "a process ended",
            """
pid       integer the process
process   text    its name
signal    integer the signal that killed it
exit_code integer its exit status
""",
        ),
        _relation(
            "retries",
            "something was tried again",
            """
what      text    what was tried
attempt   integer which attempt this was
of        integer how many there may be
succeeded boolean whether it succeeded in the end
""",
        ),
        _relation(
            "health",
            "answers of a health check, or a poll loop's word that it was ready",
            """
url        text    the address asked
port       integer the port asked
ready      boolean whether the answer was taken as ready
after      float   seconds since the poll began
status     integer the HTTP status; null where none was printed
error      text    refused, timeout, reset, empty, dns or tls, where no HTTP answer came
body_kind  text    empty, json, html or text
body_bytes integer the body's size
server     text    the `Server` header
""",
        ),
        _relation(
            "requests",
            "requests that a server answered, from access lines that a rule reads",
            """
port       integer the server's port
method     text    GET, POST ...
url        text    the path asked
status     integer the HTTP status
body_bytes integer the answer's size
""",
        ),
        _relation(
            "processes",
            "processes of a snapshot (ps)",
            """
pid         integer  the process
ppid        integer  its parent
ancestors   integers its parents up to the first, as far as the snapshot shows them
user        text     whose it is
state       text     the state letters
started     time     when it started, where the snapshot tells it to the second
age_min     float    it has run at least so many seconds at the time of the snapshot
age_max     float    it has run at most so many seconds
command     text     the command line, as shown
executable  text     its first word
interpreter text     the interpreter, where the first word is one
module      text     what `python -m` was told to run
program     text     the program, by the last part of the executable or the module
port        integer  the port named on its command line
cwd         text     the working directory
deleted     boolean  whether its executable or working directory was deleted
snapshot_at time     when the snapshot was taken
""",
        ),
        _relation(
            "listeners",
            "sockets that listen (ss, netstat)",
            """
address text    the local address
port    integer the local port
pid     integer the process; null if not shown
process text    its name as shown
queue   integer connections that wait to be accepted
backlog integer how many may wait
""",
        ),
        _relation(
            "environ",
            "environment variables of a process or a shell",
            """
name  text    the variable
value text    its value
pid   integer the process; null for a shell
""",
        ),
        _relation(
            "settings",
            "settings that a program echoed or was started with",
            """
name    text the setting, without dashes, `_` for `-`
value   text its value as printed
program text the program
""",
        ),
        _relation(
            "packages",
            "packages of an environment (pip list, freeze, show)",
            """
interpreter text    the interpreter that was asked, where it is told
name        text    the package, as printed
normalized  text    the package, lower case with `-` for `_` and `.`
version     text    its version
location    text    where it is installed
editable    text    the project folder of an editable install
""",
        ),
        _relation(
            "interpreters",
            "what an interpreter answered when it was asked for a module or for itself",
            """
executable  text    the interpreter
version     text    its version
prefix      text    its prefix
module      text    the module asked for
found       boolean whether it was found
origin_path text    the file it would come from
namespace   boolean whether it is a namespace package: found, and without a file
""",
        ),
        _relation(
            "paths",
            "entries of a Python search path",
            """
executable text    the interpreter, where it is told
position   integer counted from 0
entry      text    the folder; empty for the working directory
""",
        ),
        _relation(
            "kernel",
            "events of the kernel's log",
            """
event   text    oom-kill, xid, segfault, trap, hung-task, io-error, fs-error, nfs, link or tcp-flood
pid     integer the process
process text    its name
cgroup  text    its control group
device  text    the device
code    text    the event's number: Xid, signal, error code
scope   text    for oom-kill: cgroup or host
""",
        ),
        _relation(
            "expectations",
            "lines that should be there, and whether they are",
            """
text   text found: the expected text
status text found, found-elsewhere, near-miss, missing, not-reached or unknown
why    text what the status rests on
near   text the line that nearly matched
source_path text the file of the source tree that prints it
source_line integer the line in that file
level  text the level that it is logged at; null where it is printed, or no tree was handed over
guard  text the conditions under which the source prints it
guard_holds boolean whether they held; null where nothing decides it
guard_path text the input that shows it
guard_line integer the line in that input
flag   text the flag or variable that the condition depends on
bracket text passed: a line that is printed after it is in the log; before: only one that is printed before it
""",
        ),
        _relation(
            "statements",
            "lines of a run that the source tree's statements around an expected line printed, and lines that show a value which decides whether it is printed",
            """
expectation text the expected line
role      text before, after (printed near it), branch (printed only if it is not), value (shows what its condition reads)
level     text the level that the statement logs at
class     text the class that it stands in
function  text the function that it stands in
guard     text the conditions under which it is run
tree_path text its file and line in the tree
template  text what it prints, with an ellipsis where something is filled in
text      text the line, or what it shows
""",
        ),
        _relation(
            "skew",
            "frames of tracebacks, and lines whose head names a source file and line, held against the source tree, one row for each check",
            """
traceback integer the traceback's id; null for a line
check     text    logged (that statement prints such a line), length (the file has that line), quoted (the quoted text stands there), function (it is in that function), code (the line is no blank or comment), printed (a text could be quoted)
quoted    text    what the traceback says
found     text    what the tree has there
function  text    the frame's function
file      text    the frame's file as printed
file_line integer the line in it
tree_path text    the file of the tree that it is held against
agrees    boolean whether they agree
text      text    the comparison in words
""",
        ),
        _relation(
            "attributes",
            "names that an exception missed, and what the source tree says of them",
            """
traceback integer the traceback's id
kind      text    attribute, module, import, name, keyword or argument
class     text    the class, the module or the function that lacks it
attribute text    the name that was missed
how       text    always (the tree defines it on every path), sometimes, elsewhere (only from outside the class), never or unknown
guard     text    the condition under which the tree sets it
tree_path text    the file in which the tree sets it, else that of the class
frames    text    whether the traceback's frames agree with the tree: agree, differ or none (none falls in it, or none is quoted)
text      text    the same in words
""",
        ),
    )
}


def schema(relation: Relation) -> Mapping[str, Type]:
    """Column names and types of a relation, in order."""
    return {column.name: column.type for column in relation.all_columns}
