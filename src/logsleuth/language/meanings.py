"""What every key of a rule file means, in one place: the JSON Schemas and the reference page are made from it.

Which keys there are is decided in `forms`; a key without a meaning here, or a meaning without a key, fails a test.
"""

from collections.abc import Mapping
from typing import Final

KINDS: Final[Mapping[str, str]] = {
    "rules": "A pack: a list of rules. Files at the top of a rule folder and below `packs/`.",
    "causes": "The catalogue of causes, each by its id. `causes.yaml` at the top of a rule folder.",
    "programs": "What is known about one program. Files below `programs/`.",
    "layouts": "How programs write the head of a line: a list of layouts. Files below `layouts/`.",
    "envelopes": "What is put around each line, peeled before the layout: a list of envelopes. Files below `envelopes/`.",
    "weighing": "The few numbers behind the words. `weighing.yaml` at the top of a rule folder.",
}
"""The kinds of rule files, and where files of each stand."""

_PATTERN: Final[Mapping[str, str]] = {
    "line": "A regular expression, matched on the message: envelope and head are peeled. Named groups are variables.",
    "text": "A literal, or several of which any may stand there; matched as `line` is.",
    "raw": "A regular expression, matched on the line as it is stored.",
    "record": "A regular expression, matched on a head with the lines that continue it, joined by newlines.",
    "scan": "A cheaper expression that matches at least every stored line that the pattern matches.",
    "case": "`ignore`: upper and lower case are the same.",
    "kind": "Kinds of input that are read. Unless said: log, kernel, health and text.",
    "level": "Only lines of these levels.",
    "program": "Only lines of these programs, as their profile or their origin tells.",
    "benign": "`true`: lines that a profile calls benign count as well.",
    "unicode": r"`true`: `\w \d \b \s` mean characters of any script. Unless said: ASCII only.",
}

_HEAD: Final[Mapping[str, str]] = {
    "id": "Lower case letters, digits and dashes; once in a folder. The same id in a later folder replaces it.",
    "pattern": "A regular expression with named groups (`message`, `time`, `level` and so on). `message` is required.",
    "keys": "In place of `pattern`: a column, and the keys of the object that hold it, the preferred first.",
    "time": "Forms of a time, tried in order.",
    "zone": "The zone of times that name none, where the program fixes it.",
    "levels": "The word that stands in the line, and the level that it means.",
    "order": "Smaller is tried first. Unless said: 50.",
    "examples": "Lines with what is read from them: one at least that is read, and one with `matches: false`.",
}

PARTS: Final[Mapping[str, Mapping[str, str]]] = {
    "rule": {
        "id": "Lower case letters, digits and dashes; once in a folder. The same id in a later folder replaces the rule.",
        "cause": "The id of the cause in `causes.yaml` that a finding speaks for. In its place: `gives`.",
        "gives": "The table that each row left becomes a row of, in place of `cause`. Such rules run first.",
        "columns": "With `gives`: columns of that table, and an SQL expression for each. A literal stands in single quotes.",
        "says": "With `cause`: the sentence of the finding. `{variable}` and `{condition.column}` are filled in.",
        "when": "Named conditions, all of which must hold. Variables that two of them share join their rows.",
        "unless": "Named conditions: a row goes if one of them holds for its values.",
        "where": "SQL expressions, all of which must be true.",
        "types": "The type of a variable that meets no column of a table. Unless said: text.",
        "same": "What the rows of one finding have in common: `boot` (unless said), `origin`, `host`, or `run` for nothing.",
        "subject": "Variables that tell two findings on one cause apart. Never a pid, an address or a time.",
        "weight": "How much it says for the cause, lightest first. Unless said: `moderate`.",
        "against": "`true`: it speaks against the cause.",
        "role": "`cause` (unless said); `symptom` can be explained and never leads; `advice` is shown and never weighed.",
        "standing": "`true`: what it shows is a state without a beginning (a version, a setting), which can explain anything.",
        "anchor": "The condition whose place and time count. Unless said: the first of `when`.",
        "began": "An SQL expression for when the thing began. Unless said: the anchor's time.",
        "next": "Commands that would tell more.",
        "about": "Why the rule holds, with its source.",
        "status": "How far it is proved. Unless said: `experimental`.",
        "falsepositives": "What else may look like this.",
        "references": "Where more is written: links.",
        "tests": "Examples: one at least that the rule finds, and one at least with `finds: nothing`.",
    },
    "condition": {
        **_PATTERN,
        "missing": "Holds where no line matches, though `after` was reached.",
        "count": "Holds where another condition has so many rows.",
        "near": "The row must lie near a row of another condition; of several, the nearest is kept.",
        "where": "An SQL expression that says which rows of the condition count.",
    },
    "missing": {
        **_PATTERN,
        "after": "The condition, or `phase:NAME`, after which the line should have come.",
        "each": "Asks for one such line of each rank, host, process or file.",
    },
    "count": {
        "of": "The condition whose rows are counted.",
        "at_least": "How many rows suffice, or distinct values.",
        "within": "The length of time in which they must lie, such as `60s`. Unless said: any.",
        "distinct": "A variable or column whose different values are counted, in place of rows.",
    },
    "near": {
        "of": "The condition that the row must lie near to.",
        "within": "The largest distance in time, such as `5s`.",
        "lines": "The largest distance in lines of one file.",
        "side": "`before`: the row comes before that of `of`; `after`; `either` (unless said).",
    },
    "test": {
        "log": "The text of a log.",
        "inputs": "In place of `log`: texts by the names of their files. Names below `src/` are a source tree.",
        "expect": "Lines that should be there, as with `--expect`.",
        "finds": "`nothing`, or the variables (with `gives`: columns) of one finding and their values. `{}`: any finding.",
    },
    "step": {
        "run": "The command as a list of arguments. `{variable}` is filled in and never split into several.",
        "tells": "What its output tells.",
    },
    "profile": {
        "program": "The name of the program. The same name in a later folder replaces the profile.",
        "title": "The name as it is shown.",
        "embedded_in": "Programs in whose log this one's lines stand as well; there it starts no boot.",
        "levels": "The levels that it shows by default.",
        "ready": "The phase that means ready. Unless said: `ready`.",
        "phases": "The steps of its life, in order, and the line that shows each.",
        "benign": "Lines that look alarming and are not: conditions do not see them.",
        "gives": "Rules with `gives` that fill tables from this program's lines.",
    },
    "phase": {
        **_PATTERN,
        "phase": "The step of a life that the line shows.",
        "start": "`true`: such a line begins a boot.",
    },
    "benign": {
        **_PATTERN,
        "why": "Why the line is harmless.",
        "unless": "A pattern: the line is not benign where this one matches with the same captures.",
    },
    "exception": _PATTERN,
    "layout": {
        **_HEAD,
        "form": "How the head is written. Unless said: `pattern`.",
        "program": "The program that writes so.",
    },
    "envelope": {
        **_HEAD,
        "form": "How the envelope is written. Unless said: `pattern`.",
        "partial": "The message goes on in the next line where this key has this value, or matches `~REGEX`.",
    },
    "cause": {
        "title": "The cause in a few words.",
        "meaning": "What it means, in a sentence.",
        "prior": "How often it is what lies behind a run that went wrong.",
        "residual": "`true`: it is named first only where no other cause is likely.",
        "subject": "Variables that tell two hypotheses on this cause apart; rules choose from them.",
        "leads_to": "Causes that it brings about, which a log may show as well. Circles are refused.",
        "fix": "What to do about it.",
    },
    "edge": {
        "to": "The cause that follows.",
        "how": "How often it follows. Unless said: `often`.",
        "link": "What both must share: `run` (unless said), `host`, `subject` or `time`.",
    },
    "weighing": {
        "ratios": "For each weight, how many times as likely the evidence makes the cause.",
        "priors": "For each prior, the odds of a cause before anything was read.",
        "unknown": "The odds of a cause that nothing speaks for, or of a healthy run.",
        "edges": "The share of an effect's claim that a likely cause takes, by the edge between them.",
        "residual": "The same share, from any cause to a residual one.",
    },
    "ratios": {
        "weak": "Also stands in healthy runs.",
        "moderate": "Rare in healthy runs; may have other causes.",
        "strong": "Hardly has another cause.",
        "conclusive": "Names the cause.",
    },
    "priors": {
        "rare": "A cause that is seldom met.",
        "uncommon": "A cause that is met now and then.",
        "common": "A cause that is met often.",
    },
    "edges": {
        "often": "The effect mostly follows.",
        "sometimes": "The effect may follow.",
    },
}
"""The parts of rule files, and the meaning of each of their keys. Tables in a condition have theirs in `model.relation`."""

TITLES: Final[Mapping[str, str]] = {
    "rule": "A rule",
    "condition": "A condition",
    "missing": "`missing`",
    "count": "`count`",
    "near": "`near`",
    "test": "A test",
    "step": "A step of `next`",
    "profile": "A profile",
    "phase": "A phase",
    "benign": "A benign line",
    "exception": "A pattern",  # all that `unless` of a benign line holds
    "layout": "A layout",
    "envelope": "An envelope",
    "cause": "A cause",
    "edge": "An item of `leads_to`",
    "weighing": "The numbers",
    "ratios": "`ratios`",
    "priors": "`priors`",
    "edges": "`edges`",
}
"""What each part is called on the reference page."""
