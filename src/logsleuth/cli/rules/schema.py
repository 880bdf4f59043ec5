"""Print the JSON Schema of a kind of rule file, for an editor that completes keys and marks mistakes.

logsleuth rules schema >rules.schema.json
logsleuth rules schema causes >causes.schema.json

A first line in your file tells the editor (its YAML language server) where it is:

  # yaml-language-server: $schema=rules.schema.json
"""

import argparse
import sys

NAME = "schema"
HELP = "the JSON Schema of rule files, for editors"
KINDS = ("rules", "causes", "programs", "layouts", "envelopes", "weighing")
"""Written down here, since the schemas' module takes long to import; a test holds them equal to its own."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `logsleuth rules schema`."""
    parser.add_argument(
        "kind", nargs="?", choices=KINDS, default="rules", metavar="KIND", help=f"{', '.join(KINDS)} (default: rules)"
    )


def run(options: argparse.Namespace) -> int:
    """Prints the schema."""
    from logsleuth.language.schema import written  # noqa: PLC0415  # the tables of all shapes: not for --help

    sys.stdout.write(written(options.kind))
    return 0
