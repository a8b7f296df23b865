"""Figures with names, such as swan: by set and category, in all languages."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from quebra.contract.errors import BadInput
from quebra.contract.family import Choice
from quebra.contract.quoting import quoted
from quebra.families.tangram.figures.arranged import figure_of
from quebra.families.tangram.figures.files import named_figures
from quebra.families.tangram.figures.named import CATEGORY_TITLES, Category, NamedFigure
from quebra.families.tangram.model import Tangram
from quebra.families.tangram.sets import SETS, piece_set
from quebra.i18n.catalogue import languages, translate
from quebra.i18n.text import Series, Text, Verbatim, sentences

__all__ = [
    "ANY",
    "CATEGORY_TITLES",
    "Category",
    "NamedFigure",
    "all_figures",
    "described_categories",
    "figure_of",
    "figure_puzzle",
    "named_figures",
]

DEFAULT_SET = "classic"
ANY = "any"
"""The choice of all categories."""


def all_figures() -> Iterator[NamedFigure]:
    """The named figures of all sets.

    >>> next(all_figures()).set_name
    'classic'
    """
    return (figure for name in SETS for figure in named_figures(name).values())


def figure_puzzle(set_name: str, name: str) -> Tangram:
    """The puzzle to form a figure of a set, whose name may be in any language.

    >>> figure_puzzle("classic", "swan") == figure_puzzle("classic", "Cisne")
    True
    >>> figure_puzzle("classic", "unicorn")
    Traceback (most recent call last):
    quebra.contract.errors.BadInput: The set Classic tangram has no figure 'unicorn'; \
`quebra families tangram` lists them.
    """
    chosen = piece_set(set_name)
    key = _key(name)
    for known in chosen.figures:
        if _key(known) == key:
            return chosen.puzzle(known)
    if not named_figures(set_name):
        return chosen.puzzle(name)
    if found := _names_in_all_languages(set_name).get(key):
        return named_figures(set_name)[found].puzzle()
    raise BadInput(
        Text(
            "The set {set} has no figure {name}; `quebra families tangram` lists them.",
            set=chosen.title,
            name=quoted(name),
        )
    )


@cache
def _names_in_all_languages(set_name: str) -> dict[str, str]:
    """The English name of each figure by its names; English ones come first."""
    found: dict[str, str] = {}
    for language in languages():
        for name, figure in named_figures(set_name).items():
            found.setdefault(_key(translate(figure.title, language)), name)
    return found


def _key(name: str) -> str:
    return name.casefold().replace("-", " ")


def described_categories() -> dict[str, Choice]:
    """The title of each category, and the names of its figures.

    >>> described_categories()["digits"].text
    '0, 1, 2, 3, 4, 5, 6, 7, 8, 9.'
    """
    described: dict[str, Choice] = {
        category: Choice(title, sentences(*_lists(category)))
        for category, title in CATEGORY_TITLES.items()
    }
    return {ANY: Choice(Text("All"), Text("Figures of all categories.")), **described}


def _lists(category: str) -> Iterator[Text]:
    """A list of names for each set that has figures of a category; the default set comes first."""
    for set_name in SETS:
        figures = named_figures(set_name).values()
        names = Series(each.title for each in figures if each.category == category)
        if names and set_name == DEFAULT_SET:
            yield Text("{figures}.", figures=names)
        elif names:
            yield Text("With `--set {set}`: {figures}.", set=Verbatim(set_name), figures=names)
