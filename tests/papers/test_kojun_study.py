"""The study of the Kojun report, with few boards."""

import csv
from pathlib import Path

import pytest

from quebra.papers.kojun_backtracking.study import ENGINES, SHARES, STUDY, board, combinations
from quebra.papers.kojun_backtracking.variants import VARIANTS
from quebra.study import changed, open_study

SETTINGS = changed(STUDY.quick, sizes=((4, 4), (5, 5)), boards=1, seconds=0.3)
PROOF = {
    "region only": 26443,
    "paper": 189,
    "empty": 129,
    "fixpoint": 11,
    "empty, fixpoint": 11,
    "all three": 7,
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder: Path = tmp_path_factory.mktemp("study")
    opened = open_study(STUDY, SETTINGS, folder)
    assert len(list(opened.run())) == len(opened.tasks)
    opened.write()
    return folder


def rows(folder: Path, table: str) -> list[dict[str, str]]:
    with (folder / f"kojun-{table}.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def test_every_search_proves_figure_4(folder: Path) -> None:
    found = rows(folder, "report")
    assert {row["engine"] for row in found} == {*VARIANTS, *ENGINES}
    assert all(row["solutions"] == "1" and row["figure 4"] == "True" for row in found)
    nodes = {row["engine"]: int(row["nodes"]) for row in found}
    assert PROOF.items() <= nodes.items()
    paper = [row for row in found if row["engine"] == "paper"]
    assert [(row["order"], row["first"], row["nodes"]) for row in paper] == [
        ("adjacent", "127", "189"),
        ("column", "127", "189"),
    ]


def test_the_other_engines_solve_every_board(folder: Path) -> None:
    found = rows(folder, "engines")
    assert len(found) == len(SETTINGS.sizes) * len(SHARES) * len(ENGINES)
    for row in found:
        assert row["solved"] == str(row["cut"] == "False")
        if row["engine"] != "paper":
            assert row["solved"] == "True"


def test_no_idea_makes_more_boards_than_the_report(folder: Path) -> None:
    report = {
        (row["size"], row["seed"]): int(row["nodes"])
        for row in rows(folder, "engines")
        if row["engine"] == "paper" and row["share"] == "40" and row["cut"] == "False"
    }
    assert report
    for row in rows(folder, "ideas"):
        if row["engine"] != "region only" and (row["size"], row["seed"]) in report:
            assert int(row["nodes"]) <= report[row["size"], row["seed"]]


def test_the_page_has_its_tables_and_plots(folder: Path) -> None:
    page = (folder / "kojun.md").read_text()
    assert "| paper | adjacent | 127 | 189 |" in page
    assert "| 4x4 | 1 of 1, " in page
    for plot in ("kojun-nodes.svg", "kojun-seconds.svg"):
        assert plot in page and (folder / plot).exists()


def test_a_second_run_measures_nothing(folder: Path) -> None:
    before = (folder / "kojun.jsonl").read_bytes()
    list(open_study(STUDY, SETTINGS, folder).run())
    assert (folder / "kojun.jsonl").read_bytes() == before


@pytest.mark.parametrize("share", SHARES)
def test_boards_have_their_share_of_givens(share: int) -> None:
    puzzle = board(6, 6, share, 1)
    assert sum(map(bool, sum(puzzle.givens, ()))) == round(36 * share / 100)


def test_more_givens_leave_fewer_combinations() -> None:
    found = [combinations(board(6, 6, share, 1)) for share in SHARES]
    assert found == sorted(found, reverse=True)
