"""Copy the family `_template` of Quebra into the package `latin_squares` beside this file."""

from importlib.resources import files
from pathlib import Path

PACKAGE = Path(__file__).parent / "latin_squares"


def main() -> None:
    """Copy all files, and rename the package in their imports."""
    PACKAGE.mkdir()
    for file in files("quebra.families._template").iterdir():
        if file.is_file():
            text = file.read_text(encoding="utf-8")
            text = text.replace("quebra.families._template", PACKAGE.name)
            (PACKAGE / file.name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
