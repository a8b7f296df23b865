"""The tables, galleries and plots of the study."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import log
from pathlib import Path
from statistics import linear_regression, mean, median

from quebra.i18n.text import as_is
from quebra.papers.geometric_verifier.figures import Board
from quebra.papers.geometric_verifier.gallery import ACCEPTED, REFUSED, Case
from quebra.papers.geometric_verifier.game import CLASSIC, FIGURE, GAME, positions
from quebra.papers.geometric_verifier.pictures import case_picture, move_picture, step_pictures
from quebra.papers.geometric_verifier.relations import RELATIONS
from quebra.render import Drawing
from quebra.study.plots import Curve, draw_curves
from quebra.study.tables import Row, median_text, seconds_text, to_markdown

PICTURES = "verifier"
"""The folder of the pictures, beside the page."""
COLUMNS = 3
"""Pictures side by side."""


def draw_cases(cases: Iterable[Case], folder: Path) -> None:
    """Write the picture of each case."""
    for case in cases:
        _save(case_picture(case), folder, case.file)


def _save(drawing: Drawing, folder: Path, name: str) -> None:
    pictures = folder / PICTURES
    pictures.mkdir(exist_ok=True)
    drawing.save(pictures / f"{name}.svg")


def _image(name: str, words: str) -> str:
    return f"![{words}]({PICTURES}/{name}.svg)"


def _gallery(cells: Sequence[str]) -> str:
    """Pictures with captions, in the cells of a table without a head."""
    filled = [*cells, *[""] * (-len(cells) % COLUMNS)]
    lines = (filled[i : i + COLUMNS] for i in range(0, len(filled), COLUMNS))
    return to_markdown([""] * COLUMNS, lines, align=":---")


def relations_gallery(rows: Sequence[Row], cases: Sequence[Case]) -> str:
    """Each relation with its picture, its group and its effect."""
    by_name = {row["case"]: row for row in rows}
    return _gallery([_relation_cell(case, by_name[case.name]) for case in cases])


def _relation_cell(case: Case, row: Row) -> str:
    code = int(row["code"] or 0)
    about = f"; {case.about}" if case.about else ""
    head = f"**{code}** ({code:04b}), {RELATIONS[code].name}{about}"
    effect = _capitalized(row["effect"])
    return f"{_image(case.file, case.name)}<br>{head}: *{row['group']}*. {effect}."


def _capitalized(words: object) -> str:
    text = str(words)
    return f"{text[:1].upper()}{text[1:]}"


def relations_summary(rows: Sequence[Row]) -> str:
    """How many cases have the group of the paper, and how many are accepted by each verifier."""
    group = sum(row["paper"] == row["group"] for row in rows)
    letter, robust = (sum(row[name] == ACCEPTED for row in rows) for name in ("letter", "check"))
    return (
        f"{group} of the {len(rows)} cases have the group that the paper prints. All assemblies "
        f"are right; the relations accept {letter} of them, and `check` {robust}."
    )


def steps_gallery(shown: Board, folder: Path) -> str:
    """The steps of the verifier on a board; their pictures are written."""
    cells = []
    for number, (text, drawing) in enumerate(step_pictures(shown), 1):
        _save(drawing, folder, f"step-{number}")
        cells.append(f"{_image(f'step-{number}', f'step {number}')}<br>{text}")
    return _gallery(cells)


def verdicts_gallery(rows: Sequence[Row], cases: Sequence[Case]) -> str:
    """What the paper says, both verdicts, and why the relations differ from `check`."""
    by_name = {row["case"]: row for row in rows}
    return _gallery([_verdict_cell(case, by_name[case.name]) for case in cases])


def _verdict_cell(case: Case, row: Row) -> str:
    level = f", at {_percent(row['level'])}" if row["letter"] == REFUSED else ""
    lines = [
        _image(case.file, case.name),
        f"**{_capitalized(case.name)}**. {case.about}.",
        f"Paper: {case.paper}",
        f"Relations: {row['letter']}{level}",
        f"`check`: {row['check']}",
        *([f"*{case.why}*"] if case.why else []),
    ]
    return "<br>".join(lines)


def _percent(share: object) -> str:
    return f"{float(str(share)):.0%}"


def game_table(rows: Sequence[Row]) -> str:
    """The levels after each move."""
    names = ("contour", "area", "level", "progress")
    return to_markdown(
        ["Move", "Contour", "Area", "Paper's level", "`progress`"],
        [
            [f"{row['move']}: {row['piece']}", *(_percent(row[name]) for name in names)]
            for row in rows
        ],
    )


def moves_gallery(rows: Sequence[Row], folder: Path) -> str:
    """The pieces on the table after each move; the pictures are written."""
    puzzle, solution = CLASSIC.puzzle(FIGURE), CLASSIC.answer(FIGURE)
    cells = []
    for row, (answer, last) in zip(rows, positions(GAME, solution), strict=True):
        name, title = f"move-{row['move']}", f"move {row['move']}"
        _save(move_picture(puzzle, answer, last, as_is(title)), folder, name)
        cells.append(f"{_image(name, title)}<br>{row['move']}: {row['piece']}")
    return _gallery(cells)


def draw_game(rows: Sequence[Row], folder: Path) -> None:
    """Write the plot of the game."""
    curves = [
        Curve(
            name,
            colour,
            marker,
            [0.0, *(100 * _number(row, key) for row in rows)],
            [False] * (len(rows) + 1),
        )
        for name, colour, marker, key in (
            ("paper's level", "hint", "o", "level"),
            ("progress", "entry", "s", "progress"),
        )
    ]
    draw_curves(
        folder / "verifier-game.svg",
        "Completeness after each move (percent)",
        range(len(rows) + 1),
        curves,
        across="move",
        scale="linear",
    )


def _number(row: Row, name: str) -> float:
    return float(row[name] or 0)


def games_table(rows: Sequence[Row]) -> str:
    """The mean levels by the number of pieces that are right."""

    numbers = range(1, CLASSIC.extent + 1)

    def means(name: str) -> list[str]:
        return [_percent(mean(_number(row, f"{name}_{n}") for row in rows)) for n in numbers]

    return to_markdown(
        ["Pieces", *map(str, numbers)],
        [["paper's level", *means("level")], ["`progress`", *means("progress")]],
    )


def games_summary(rows: Sequence[Row]) -> str:
    """How often the levels fall after a right move."""
    moves = sum(int(row["moves"] or 0) - 1 for row in rows)
    level, ours = (sum(int(row[f"{n}_falls"] or 0) for row in rows) for n in ("level", "progress"))
    return (
        f"{len(rows)} games have {moves} moves after the first: the paper's level falls after "
        f"{level} of them, and `progress` after {ours}."
    )


def classic_summary(rows: Sequence[Row]) -> str:
    """The medians of the classic figures."""
    letter, robust, level = (
        seconds_text(_middle(rows, name)) for name in ("letter", "check", "progress")
    )
    return f"the relations take {letter}, `check` {robust} and `progress` {level}"


def _by_size(rows: Sequence[Row]) -> dict[str, list[Row]]:
    sizes: dict[str, list[Row]] = {}
    for row in rows:
        sizes.setdefault(str(row["size"]), []).append(row)
    return sizes


def times_table(rows: Sequence[Row]) -> str:
    """The medians by the number of pieces."""
    return to_markdown(
        ["Wall", "Pieces", "Pairs of edges", "Compared", "All pairs once", "Relations", "`check`"],
        [
            [
                size,
                *(f"{_middle(found, name):,.0f}" for name in ("pieces", "pairs", "compared")),
                _every_pair(found),
                *(seconds_text(_middle(found, name)) for name in ("letter", "check")),
            ]
            for size, found in _by_size(rows).items()
        ],
    )


def _middle(rows: Sequence[Row], name: str) -> float:
    return median(_number(row, name) for row in rows)


def _every_pair(rows: Sequence[Row]) -> str:
    cuts = [bool(row["cut"]) for row in rows]
    return median_text([_number(row, "all_pairs") for row in rows], cuts, seconds_text)


def growth_summary(rows: Sequence[Row]) -> str:
    """The exponents of the growth of the times with the number of pieces."""
    names = {"all pairs": "all_pairs", "the relations": "letter", "`check`": "check"}
    return ", ".join(f"{name} {_exponent(rows, key)}" for name, key in names.items())


def _exponent(rows: Sequence[Row], key: str) -> str:
    """The slope of the regression line of the logarithms, without passes that were cut.

    A time that the clock did not resolve has no logarithm.
    """
    known = [row for row in rows if key != "all_pairs" or not row["cut"]]
    known = [row for row in known if _number(row, key) > 0]
    sizes, times = ([log(_number(row, name)) for row in known] for name in ("pieces", key))
    if len(set(sizes)) < 2:
        return "not measured"
    return f"{linear_regression(sizes, times).slope:.1f}"


def draw_times(rows: Sequence[Row], folder: Path) -> None:
    """Write the plot of the times."""
    sizes = list(_by_size(rows).values())
    curves = [
        Curve(
            name,
            colour,
            marker,
            [1000 * _middle(found, key) for found in sizes],
            [key == "all_pairs" and any(bool(row["cut"]) for row in found) for found in sizes],
        )
        for name, colour, marker, key in (
            ("all pairs once", "soft", "D", "all_pairs"),
            ("relations", "hint", "o", "letter"),
            ("check", "entry", "s", "check"),
        )
    ]
    draw_curves(
        folder / "verifier-time.svg",
        "CPU time (ms)",
        [round(_middle(found, "pieces")) for found in sizes],
        curves,
        across="pieces",
        across_scale="log",
    )
