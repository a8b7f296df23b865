"""Collect the texts of Quebra, update the catalogues with them, and compile the catalogues.

    python tools/texts.py            collect, update catalogues/*.po and compile them
    python tools/texts.py compile    only compile them
    python tools/texts.py check      list what is missing, unused or wrong

Translators edit `src/quebra/i18n/catalogues/*.po`, for example with Poedit.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import IO, Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = Path("src/quebra")
CATALOGUES = PACKAGE / "i18n/catalogues"
PAGE_TEXTS = PACKAGE / "web/static/catalogues"
METHODS = [
    ("**/_template/**", "ignore"),
    ("**.py", "python"),
    ("**.js", "javascript"),
    ("**/sets/data/*.toml", "texts:extract_names"),
    ("**/figures/data/*.toml", "texts:extract_figures"),
    ("**/cases.toml", "texts:extract_case_names"),
]
KEYWORDS = {"Text": None, "Plural": (1, 2), "t": None, "tn": (1, 2)}
SET_TEXTS = ("title", "source")
"""Keys of the data of a set whose values are texts."""
SET_NAMES = ("pieces", "figures")
"""Keys of the data of a set whose values are tables by name."""
_WORD = re.compile("[a-z]{2}")
"""Names such as F or 6x10 are the same in all languages."""
_PIECE = re.compile(
    r"^piece ([a-z ]+?)(?: x[0-9]+| no flip| angles .*| colours .*)*:", re.MULTILINE
)
"""The line of a piece in the text of a case."""
PAGE = ".js"
HEADER = """\
{comment}
msgid ""
msgstr ""
"Language: {lang}\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: {plural}\\n"

"""

Location = tuple[str, int]


def main(arguments: list[str]) -> int:
    """Run a command."""
    if arguments == ["check"]:
        faults = list(find_faults())
        print("\n".join(faults))
        return bool(faults)
    if not arguments:
        update()
    compile_catalogues(ROOT)
    return 0


@cache
def collect() -> Catalog:
    """The texts in the sources of Quebra."""
    found = Catalog(project="Quebra", copyright_holder="", fuzzy=False)
    found.add("1,234.5", auto_comments=["The separators of numbers."])
    for name, _, message, comments, context in extract_from_dir(
        ROOT / PACKAGE,
        method_map=METHODS,
        keywords=KEYWORDS,
        comment_tags=("Translators:",),
        strip_comment_tags=True,
    ):
        if comments or any(char.isalpha() for char in _literals(message)):
            found.add(message, None, [(name, 0)], auto_comments=comments, context=context)
    return found


def extract_names(
    file: IO[bytes], keywords: Mapping[str, Any], tags: Iterable[str], options: Mapping[str, Any]
) -> Iterator[tuple[int, str, str, list[str]]]:
    """The texts and names in the data of a set, as Babel wants them from an extractor."""
    data = tomllib.load(file)
    names = (name for key in SET_NAMES for name in data[key])
    for text in (*(data[key] for key in SET_TEXTS), *filter(_WORD.search, names)):
        yield 1, "Text", text, []


def extract_figures(
    file: IO[bytes], keywords: Mapping[str, Any], tags: Iterable[str], options: Mapping[str, Any]
) -> Iterator[tuple[int, str, str, list[str]]]:
    """The names of the figures of a set, which stand below their categories."""
    for figures in tomllib.load(file).values():
        for name in filter(_WORD.search, figures):
            yield 1, "Text", name, []


def extract_case_names(
    file: IO[bytes], keywords: Mapping[str, Any], tags: Iterable[str], options: Mapping[str, Any]
) -> Iterator[tuple[int, str, str, list[str]]]:
    """The names of pieces in the cases of a family, which pages of rules show."""
    for name in filter(_WORD.search, _PIECE.findall(file.read().decode())):
        yield 1, "Text", name, []


def _literals(message: str | tuple[str, ...]) -> str:
    """The letters of a message outside its placeholders."""
    return "".join(literal for form in _forms(message) for literal, *_ in Formatter().parse(form))


def update() -> None:
    """Bring the catalogues in line with the sources: new texts are empty, unused ones go."""
    texts = collect()
    for path in _paths(ROOT):
        catalogue = _read(path)
        catalogue.update(texts, no_fuzzy_matching=True)
        catalogue.obsolete.clear()
        write(path, catalogue)


def write(path: Path, catalogue: Catalog) -> None:
    """Write a catalogue, sorted; without line numbers and dates, so that it seldom changes."""
    body = BytesIO()
    write_po(body, catalogue, sort_output=True, width=100, omit_header=True, include_lineno=False)
    header = HEADER.format(
        comment=catalogue.header_comment, lang=catalogue.locale, plural=catalogue.plural_forms
    )
    path.write_bytes(header.encode() + body.getvalue())


def compile_catalogues(root: Path) -> list[Path]:
    """Write the compiled catalogues, and the texts of the page as JSON; the files written."""
    written = []
    for path in _paths(root):
        catalogue = _read(path)
        compiled, page = BytesIO(), root / PAGE_TEXTS / f"{path.stem}.json"
        write_mo(compiled, catalogue)
        texts = {
            _forms(m.id)[0]: m.string
            for m in catalogue
            if m.id and all(_forms(m.string)) and _is_of_page(m)
        }
        page.parent.mkdir(exist_ok=True)
        written += [path.with_suffix(".mo"), page]
        written[-2].write_bytes(compiled.getvalue())
        page.write_text(json.dumps(texts, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return written


def find_faults() -> Iterator[str]:
    """A sentence for each text that is missing, unused or has other placeholders."""
    texts = {message.id: message for message in collect() if message.id}
    for path in _paths(ROOT):
        catalogue = {message.id: message for message in _read(path) if message.id}
        yield from (f"{path.name}: {each!r} is missing." for each in texts if each not in catalogue)
        yield from (
            f"{path.name}: {each!r} is not used." for each in catalogue if each not in texts
        )
        for message in catalogue.values():
            yield from (f"{path.name}: {fault}" for fault in _message_faults(message))


def _message_faults(message: Message) -> Iterator[str]:
    forms = _forms(message.string)
    if not all(forms) or message.fuzzy:  # a fuzzy one is not compiled
        yield f"{message.id!r} has no translation."
        return
    ids = _forms(message.id)
    known = set().union(*map(_placeholders, ids))
    for form in forms:
        if not _placeholders(form) <= known or (len(ids) == 1 and _placeholders(form) != known):
            yield f"{message.id!r} has other placeholders than {form!r}."


def _forms(text: object) -> list[str]:
    """The forms of an id or a translation: two or more where there is a plural."""
    return (
        [str(form or "") for form in text] if isinstance(text, list | tuple) else [str(text or "")]
    )


def _placeholders(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}


def _is_of_page(message: Message) -> bool:
    return any(name.endswith(PAGE) for name, _ in message.locations)


def _paths(root: Path) -> list[Path]:
    return sorted((root / CATALOGUES).glob("*.po"))


def _read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=path.stem)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
