"""The study of the verifier: every table row and figure as a case, the game, and the page."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from quebra.contract.random import Source
from quebra.families.tangram.model import Assembly, placed_regions
from quebra.families.tangram.rules import check
from quebra.geometry.edges import edges_of
from quebra.geometry.region import area_of
from quebra.papers.geometric_verifier.engine import figure_contours, verify
from quebra.papers.geometric_verifier.figures import TANGENT_ARCS, TANGENT_SIDE, Board
from quebra.papers.geometric_verifier.gallery import (
    ACCEPTED,
    FIGURES,
    LIMITS,
    NONE,
    REFUSED,
    TABLE_1,
    TABLE_2,
    Case,
    letter_verdict,
    robust_verdict,
)
from quebra.papers.geometric_verifier.game import (
    CLASSIC,
    FIGURE,
    GAME,
    levels,
    positions,
    random_game,
)
from quebra.papers.geometric_verifier.relations import code_of
from quebra.papers.geometric_verifier.report import growth_summary, times_table
from quebra.papers.geometric_verifier.study import STUDY, relation_row
from quebra.papers.geometric_verifier.timing import moved, time_wall, wall
from quebra.study import OpenStudy, open_study

RELATION_CASES = (*TABLE_1, *TABLE_2)
ALL = (*RELATION_CASES, *FIGURES, *LIMITS)
LETTER_BEYOND = {
    "figure 4": NONE,
    "overlap": ACCEPTED,
    "left over": ACCEPTED,
    "flipped": ACCEPTED,
    "two parts": NONE,
    "curve": NONE,
}
"""The verdicts of the relations where the paper says none."""
PRINTED = {
    "split": {1, 2, 3, 4, 8, 12},
    "null": {0, 5, 6, 9, 10, 15},
    "eliminate": {3, 5, 7, 10, 11, 12, 13, 14, 15},
}
"""The lists of sections 4.1.1 to 4.1.3."""


def by_name(case: Case) -> str:
    return case.name


def turned(case: Case, seed: int) -> Case:
    """The case somewhere else, at another angle."""
    answer = moved(case.answer, Source(seed))
    return Case(case.name, case.about, case.puzzle, answer, case.paper, case.right)


# The cases.


def test_every_row_and_every_figure_is_a_case() -> None:
    assert len({case.file for case in ALL}) == len(ALL)
    assert {case.pair.code for case in TABLE_1 if case.pair} == set(range(16))
    assert {case.pair.code for case in TABLE_2 if case.pair} == {0, 3, 5, 7, *range(10, 16)}
    names = " ".join(case.name for case in ALL)
    shown = {int(number) for number in re.findall(r"(?<=figure )\d+|(?<=and )\d+", names)}
    assert shown | {10, 13} == {2, 4, *range(5, 16)}  # 10 and 13 are the figures of 11 and 14


@pytest.mark.parametrize("case", RELATION_CASES, ids=by_name)
def test_relations_are_those_that_the_paper_prints(case: Case) -> None:
    assert case.pair
    row = relation_row(case)
    assert row["code"] == case.pair.code
    assert row["group"] == case.paper
    for edge, (_, region) in zip(
        (case.pair.a, case.pair.b), placed_regions(case.puzzle, case.answer), strict=True
    ):
        ends = {(round_(e.start), round_(e.end)) for e in edges_of(region)}
        assert (round_(edge.start), round_(edge.end)) in ends


def round_(point: complex) -> tuple[float, float]:
    return round(point.real, 6) + 0.0, round(point.imag, 6) + 0.0


@pytest.mark.parametrize(("group", "codes"), PRINTED.items())
def test_the_groups_have_the_relations_of_the_paper(group: str, codes: set[int]) -> None:
    assert {c.pair.code for c in RELATION_CASES if c.pair and group in c.paper} == codes


@pytest.mark.parametrize("case", RELATION_CASES, ids=by_name)
@pytest.mark.parametrize("seed", [0, 1])
def test_two_pieces_in_each_relation_are_accepted_by_both(case: Case, seed: int) -> None:
    there = turned(case, seed) if seed else case
    assert letter_verdict(there) == robust_verdict(there) == ACCEPTED
    for left in there.answer.places:
        alone = Assembly(places=(left,))
        assert check(there.puzzle, alone)
        assert not verify(there.puzzle, alone).accepted


@pytest.mark.parametrize("case", [*RELATION_CASES, *(c for c in FIGURES if c.right)], ids=by_name)
def test_right_cases_fill_their_figures(case: Case) -> None:
    pieces = sum(area_of(shape) for shape in case.puzzle.shapes)
    assert pieces == pytest.approx(area_of(case.puzzle.target))


@pytest.mark.parametrize("case", [*FIGURES, *LIMITS], ids=by_name)
@pytest.mark.parametrize("seed", [0, 1])
def test_verdicts_on_figures(case: Case, seed: int) -> None:
    there = turned(case, seed) if seed else case
    printed = case.paper if case.paper in (ACCEPTED, REFUSED) else LETTER_BEYOND[case.name]
    assert letter_verdict(there) == printed
    assert robust_verdict(there) == (ACCEPTED if case.right else REFUSED)
    assert bool(case.why) == (letter_verdict(case) != robust_verdict(case))


@pytest.mark.parametrize(("shown", "edges"), [(TANGENT_ARCS, 6), (TANGENT_SIDE, 8)])
def test_figures_10_and_13_have_the_edges_that_the_paper_lists(shown: Board, edges: int) -> None:
    assert [len(contour) for contour in figure_contours(shown.puzzle)] == [edges]


def test_the_void_pairs_of_figures_11_and_14_touch() -> None:
    for shown in (TANGENT_ARCS, TANGENT_SIDE):
        one, other = (edges_of(region) for _, region in placed_regions(shown.puzzle, shown.answer))
        touching = [
            (a, b)
            for a in one
            for b in other
            if abs(a.at(a.nearest(0j))) < 1e-9 and abs(b.at(b.nearest(0j))) < 1e-9
        ]
        assert len(touching) == 1
        assert code_of(*touching[0], 1e-6) is None  # type: ignore[arg-type]


# The game.


def test_the_game_ends_with_the_figure() -> None:
    puzzle, solution = CLASSIC.puzzle(FIGURE), CLASSIC.answer(FIGURE)
    tables = [answer for answer, _ in positions(GAME, solution)]
    right = [not check(puzzle, answer) for answer in tables]
    assert right == [False] * 9 + [True]
    assert levels(puzzle, tables[-1]) == {"contour": 1, "area": 1, "level": 1, "progress": 1}


def test_levels_of_the_game_by_hand() -> None:
    puzzle, solution = CLASSIC.puzzle(FIGURE), CLASSIC.answer(FIGURE)
    found = [levels(puzzle, answer) for answer, _ in positions(GAME, solution)]
    outline = 2 * 8**0.5 + 6
    assert found[0]["contour"] == pytest.approx(4 / outline)  # both legs along the slopes
    assert found[0]["area"] == found[0]["level"] == found[0]["progress"] == 0.25
    assert found[2]["contour"] == pytest.approx(2 * 8**0.5 / outline)  # both slopes
    assert [row["progress"] for row in found[2:6]] == [0.5, 0.5, 0.625, 0.6875]


def test_an_overlap_leaves_no_contour() -> None:
    puzzle, solution = CLASSIC.puzzle(FIGURE), CLASSIC.answer(FIGURE)
    answer = [answer for answer, _ in positions(GAME, solution)][8]
    assert {violation.code for violation in check(puzzle, answer)} == {"overlap", "gap"}
    found = verify(puzzle, answer)
    assert not found.contours and found.loose
    assert found.completeness == 0


def test_right_moves_never_lower_progress() -> None:
    rows = [random_game(figure, 1) for figure in CLASSIC.figures]
    assert all(row["progress_falls"] == 0 for row in rows)
    assert all(row["level_7"] == row["progress_7"] == 1 for row in rows)
    assert len({row["progress_3"] for row in rows}) > 3


# The time.


def test_walls_are_accepted_by_both() -> None:
    assert [len(wall(*size).answer.places) for size in ((2, 3), (4, 4), (20, 20))] == [7, 18, 410]
    row = time_wall(4, 4, seed=1, seconds=60)
    assert row["letter_accepts"] and row["check_accepts"] and not row["cut"]
    assert row["pairs"] == 72 * 71 // 2 - 18 * 6
    assert int(row["compared"] or 0) < int(row["pairs"] or 0)


def test_a_pass_over_all_pairs_stops_at_the_limit() -> None:
    row = time_wall(2, 3, seed=1, seconds=0)
    assert row["cut"]
    assert growth_summary([row]).count("not measured") == 3
    assert "≥" in times_table([{"size": "2x3", **row}])


def test_one_piece_has_no_pairs() -> None:
    row = time_wall(1, 1, seed=1, seconds=60)
    assert row["pairs"] == row["compared"] == 0
    assert row["letter_accepts"] and row["check_accepts"]


# The page.


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> OpenStudy:
    opened = open_study(STUDY, STUDY.quick, tmp_path_factory.mktemp("verifier"))
    for _ in opened.run():
        pass
    opened.write()
    return opened


def table(written: OpenStudy, name: str) -> list[dict[str, str]]:
    with (written.folder / f"verifier-{name}.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_the_page_shows_every_case(written: OpenStudy) -> None:
    page = (written.folder / "verifier.md").read_text(encoding="utf-8")
    pictures = re.findall(r"!\[[^]]+\]\(([^)]+)\)", page)
    assert [name for name in pictures if not (written.folder / name).exists()] == []
    assert {f"verifier/{case.file}.svg" for case in ALL} <= set(pictures)
    drawn = {path.relative_to(written.folder) for path in written.folder.rglob("*.svg")}
    assert drawn == set(map(Path, pictures))
    assert "34 of the 34 cases have the group" in page
    assert "the relations accept 34 of them, and `check` 34." in page
    assert "Paper: refused<br>Relations: refused, at 50%<br>`check`: accepted<br>" in page


def test_the_tables_have_what_was_measured(written: OpenStudy) -> None:
    assert len(table(written, "relations")) == len(RELATION_CASES)
    figures = {row["case"]: row for row in table(written, "figures")}
    assert figures["figure 12"]["letter"] == figures["figure 12"]["check"] == ACCEPTED
    assert figures["figures 10 and 11"]["letter"] == REFUSED
    assert [row["move"] for row in table(written, "game")] == [str(n) for n in range(1, 11)]
    times = table(written, "time")
    assert [row["pieces"] for row in times] == ["7", "18", "68"]
    assert all(row["letter_accepts"] == row["check_accepts"] == "True" for row in times)
