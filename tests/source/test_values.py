"""What a condition comes to."""

import ast
from pathlib import Path
from typing import Any

import pytest

from logsleuth.model.verdict import Place
from logsleuth.source.blocks import Scope
from logsleuth.source.options import UNKNOWN, Reading
from logsleuth.source.values import Evaluator, Known, blamed
from source import making

FILES = {
    "app.py": """
import os
from envs import FAST, envs
DEBUG = os.environ.get("APP_DEBUG", "0") == "1"

class Server:
    timeout: int = 30
    def __init__(self, args):
        self.args = args
        self.limit = int(args.max_batch)
        self.kind = Kind.from_string(args.kind)
        if args.x:
            self.maybe = 1
    @property
    def limited(self):
        return self.limit > 0
    def check(self, given):
        both = self.limit > 8 and args.enable_fast
        return both

def on():
    return os.getenv("APP_ON") is not None
""",
    "envs.py": 'import os\nFAST = env_flag("APP_FAST", False)\nclass Envs:\n    APP_SLOW = Flag("APP_SLOW", True)\nenvs = Envs()\n',
}
PLACE = Place("server.log", 1, "")


def evaluated(
    folder: Path, code: str, *, shown: bool = True, environ: dict[str, str] | None = None, **settings: Any
) -> Any:
    """What an expression in `Server.check` comes to, with these settings and variables."""
    tree = making.made(folder, FILES)
    app = tree.code("app.py")
    assert app is not None
    known = Known(
        {name: Reading(name, value, PLACE) for name, value in settings.items()},
        {name: Reading(name, value, PLACE, environ=True) for name, value in (environ or {}).items()},
        PLACE if shown else None,
    )
    scope = next(
        Scope("Server", "check", node)
        for node in app.classes["Server"].body
        if isinstance(node, ast.FunctionDef) and node.name == "check"
    )
    value = Evaluator(tree, known).value(ast.parse(code, mode="eval").body, app, scope)
    return value.value if value.known else UNKNOWN


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("self.limit > 0", True),
        ("self.limited", True),
        ("args.max_batch <= 6", False),
        ("both", False),
        ("not both and self.limit in (24, 7)", True),
        ("self.kind.is_none()", False),
        ("args.kind == 'eagle' if self.limit else 1", True),
        ("getattr(args, 'max_batch', 0) + 1", 8),
        ("config['max_batch']", 7),
        ("args.absent is None", UNKNOWN),
        ("args.absent and args.max_batch > 8", False),
        ("args.absent or args.max_batch == 7", True),
        ("self.maybe", UNKNOWN),
        ("given", UNKNOWN),
        ("'a' > 1", UNKNOWN),
        ("lookup(args)", UNKNOWN),
    ],
)
def test_flags(tmp_path: Path, code: str, expected: Any) -> None:
    """Names are followed to what the run shows; what it does not show is unknown, unless the rest decides."""
    assert expected == evaluated(tmp_path, code, max_batch=7, kind="eagle", enable_fast=True)


@pytest.mark.parametrize(
    ("code", "environ", "expected"),
    [
        ("DEBUG", {}, False),
        ("DEBUG", {"APP_DEBUG": "1"}, True),
        ("FAST", {}, False),
        ("FAST", {"APP_FAST": "true"}, True),
        ("envs.APP_SLOW.get()", {}, True),
        ("envs.APP_SLOW", {"APP_SLOW": "off"}, False),
        ("on()", {}, False),
        ("on()", {"APP_ON": "x"}, True),
        ("int(os.environ['APP_N']) > 2", {"APP_N": "3"}, True),
        ("os.environ.get('APP_N', '5').lower() == '5'", {}, True),
        ("env_number('APP_LANES', 4) > 3", {}, True),
    ],
)
def test_variables(tmp_path: Path, code: str, environ: dict[str, str], expected: Any) -> None:
    """A variable that is not set in the environment shown has its default."""
    assert expected == evaluated(tmp_path, code, environ=environ)


def test_a_variable_is_unknown_where_no_environment_is_shown(tmp_path: Path) -> None:
    """Nothing is taken for not set that was not looked at."""
    assert UNKNOWN is evaluated(tmp_path, "DEBUG", shown=False)


def test_what_is_asked_for(tmp_path: Path) -> None:
    """All names that an evaluation would have to know are told, also behind an `and`."""
    tree = making.made(tmp_path, FILES)
    app = tree.code("app.py")
    assert app is not None
    evaluator = Evaluator(tree, Known())
    evaluator.value(ast.parse("args.first and (args.second or DEBUG)", mode="eval").body, app, Scope())

    assert ["first", "second"] == list(evaluator.asked.settings)
    assert ["APP_DEBUG"] == list(evaluator.asked.environ)


def test_what_is_blamed(tmp_path: Path) -> None:
    """The part that surely keeps a condition from holding comes before one that may."""
    tree = making.made(tmp_path, FILES)
    app = tree.code("app.py")
    assert app is not None
    known = Known({"second": Reading("second", 0, PLACE)})
    node = ast.parse("args.first and not (args.second <= 0)", mode="eval").body
    parts = blamed(Evaluator(tree, known), node, True, app, Scope())

    assert ["second", "first"] == [value.readings[0].name for value in parts]
