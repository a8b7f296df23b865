"""Runs commands for tests, and small boards to run them with."""

from click.testing import CliRunner, Result

from quebra.cli import main

UNIQUE = "kojun\nregions\na a b\nc b b\nc c b\ngivens\n2 . .\n. . .\n. . .\n"
MANY = UNIQUE.replace("2 . .", ". . .")
NONE = MANY.replace(". . .\n. . .\n. . .\n", ". . .\n. 2 .\n. . .\n")
RIGHT = "2 1 3\n3 4 2\n1 2 1\n"
WRONG = "2 1 3\n3 4 2\n1 1 1\n"


def run(*args: str, stdin: str | bytes | None = None) -> Result:
    return CliRunner().invoke(main, list(args), input=stdin)
