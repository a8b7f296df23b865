"""Solutions stay right however they are turned; every move of taking apart is replayed."""

from __future__ import annotations

import pytest

from quebra import load, solve
from quebra.contract.errors import BadInput
from quebra.contract.registry import get_family
from quebra.engine.budget import Budget
from quebra.families.solids.apart import take_apart
from quebra.families.solids.figures import FIGURES
from quebra.families.solids.model import Assembly, Piece, Placed, Solids
from quebra.families.solids.rules import check, progress
from quebra.families.solids.sets import SETS
from quebra.families.solids.solve.obstacles import obstacle
from quebra.families.solids.solve.own import own
from quebra.families.solids.space import FRAMES, TURNS, combined, corner, shifted, turned, word_of
from quebra.families.solids.symmetry import canonical, solution_key

SOMA = SETS["soma"].puzzle()


def _turned_answer(puzzle: Solids, answer: Assembly, word: str) -> Assembly:
    places = []
    for place in answer.places:
        cells = shifted(turned(puzzle.cells_of(place), FRAMES[word]), (7, -3, 5))
        turn = word_of(combined(FRAMES[place.turn], FRAMES[word]))
        places.append(Placed(place.piece, corner(cells), turn))
    return Assembly(places=tuple(places))


def test_an_answer_stays_right_under_all_turns() -> None:
    answer = next(own(SOMA, Budget(), goal="any", seed=None))
    key = solution_key(SOMA, answer)
    for word in TURNS:
        moved = _turned_answer(SOMA, answer, word)
        assert not check(SOMA, moved) and progress(SOMA, moved).value == 1
        assert solution_key(SOMA, moved) == key


def test_an_answer_is_right_wherever_it_is_formed_among_cells_that_may_stay_empty() -> None:
    single = (Piece("C", ("#",)),)
    layers = ["|".join(["+" * 12] * 12)] * 12
    layers[6] = "|".join(["+" * 12] * 5 + ["+" * 4 + "#" + "+" * 7] + ["+" * 12] * 6)
    for target, at in (
        (tuple(layers), (104, 5, 6)),
        (tuple(layers), (0, 0, 0)),
        (("#++",), (2, 0, 0)),
    ):
        puzzle = Solids(single, target)
        assert not check(puzzle, Assembly((Placed(0, at),)))
        assert progress(puzzle, Assembly((Placed(0, at),))).value == 1


def test_progress_is_the_smaller_of_volume_and_surface() -> None:
    answer = next(own(SOMA, Budget(), goal="any", seed=None))
    without = Assembly(places=answer.places[1:])
    found = progress(SOMA, without)
    volume, surface = (share for _, share in found.parts)
    assert volume == pytest.approx(24 / 27)
    assert found.value == min(volume, surface) < 1


def test_every_figure_for_soma_has_a_solution_and_is_another_one() -> None:
    assert len(FIGURES) >= 50
    forms = set()
    for name, target in FIGURES.items():
        puzzle = SETS["soma"].puzzle(target)
        answer = next(own(puzzle, Budget(), goal="any", seed=None), None)
        assert answer is not None and not check(puzzle, answer), name
        forms.add(canonical(puzzle).target)
    assert len(forms) == len(FIGURES)


def test_soma_cubes_come_apart_by_moves_that_check_accepts() -> None:
    for seed in range(12):
        answer = next(own(SOMA, Budget(), goal="any", seed=seed))
        found = take_apart(SOMA, answer, Budget())
        assert found.verdict == "apart" and found.levels[0] == 1
        assert not check(SOMA, Assembly(answer.places, found.moves))


def test_a_locked_assembly_is_proved_locked() -> None:
    ring = Piece("O", ("###|#.#|###",))
    plug = Piece("H", ("...|.#.|...", "...|.#.|...", "...|.#.|..."))
    free = Solids(pieces=(ring, plug), target=("...|.#.|...", "###|###|###", "...|.#.|..."))
    answer = next(own(free, Budget(), goal="any", seed=None))
    assert take_apart(free, answer, Budget()).levels == (1,)
    spool = Piece("I", ("###|###|###", "...|.#.|...", "###|###|###"))
    target = ("###|###|###", "###|###|###", "###|###|###")
    held = Solids(pieces=(ring, spool), target=target)
    answer = next(own(held, Budget(), goal="any", seed=None))
    assert take_apart(held, answer, Budget()).verdict == "locked"


def test_a_burr_comes_apart_and_its_level_is_a_goal() -> None:
    case = next(case for case in get_family("solids").cases if "burr" in case.about)
    puzzle = load(case.puzzle)
    outcome = solve(puzzle, goal="level")
    assert (outcome.status, outcome.objective) == ("optimal", 1)
    (answer,) = outcome.solutions
    assert isinstance(answer, Assembly) and isinstance(puzzle, Solids)
    found = take_apart(puzzle, answer, Budget())
    assert found.moves == answer.apart and sorted(found.levels) == [1, 1, 1, 1, 2]


@pytest.mark.parametrize(
    ("target", "says"),
    [
        (("###|###",), "have 8 cubes"),
        (("#######|..#....",), "fits nowhere"),
        (("..#|.##|##.|##.|#..",), "chessboard"),
    ],
)
def test_obstacles_are_told_in_words(target: tuple[str, ...], says: str) -> None:
    flat = Piece("I", ("####",), 2) if "fits" in says else Piece("I", ("##",), 4)
    square = Piece("O", ("##|##",), 2) if "fits" in says else flat
    puzzle = Solids(pieces=(square,), target=target)
    assert says in obstacle(puzzle)
    outcome = solve(puzzle)
    assert outcome.status == "none" and says in outcome.why


@pytest.mark.parametrize(
    ("piece", "says"),
    [
        ('{"name": "A", "cells": []}', "JSON at $.pieces[0]: Piece A has no cubes."),
        ('{"name": "A", "cells": ["#"], "count": 1.5}', "expected int, got float."),
        ('{"name": "A", "cells": ["#"], "count": 1000000}', "is not from 1 to 10000."),
        ('{"name": "A", "cells": ["#"]}, {"name": "A ", "cells": ["#"]}', "have the name 'A'."),
    ],
)
def test_malformed_json_is_refused_with_its_place(piece: str, says: str) -> None:
    with pytest.raises(BadInput) as found:
        load(f'{{"family": "solids", "pieces": [{piece}], "target": ["##"]}}')
    assert says in str(found.value) and not str(found.value).endswith("..")
    if "no cubes" in says:
        assert found.value.translated("pt") == "JSON em $.pieces[0]: Peça A não tem cubos."


def test_malformed_puzzles_are_refused_with_one_sentence() -> None:
    for text in (
        "solids\npiece V\n##|#\ntarget\n##",
        "solids\npiece V\n#.#\ntarget\n###",
        "solids\npiece V\n##\npiece V\n##\ntarget\n####",
        "solids\npiece V\n##\ntarget\n..",
        "solids\npiece V\ncount 0\n##\ntarget\n##",
        "solids\npiece V\nturns q\n##\ntarget\n##",
        "solids\npiece V\n##\ntarget\n##\ngiven 1=5,0,0",
        "solids\npiece V\n##\ntarget\n##\ngiven 2=0,0,0",
        "solids\npiece V\n##",
    ):
        with pytest.raises(BadInput) as found:
            load(text)
        assert str(found.value).endswith(".") and "\n" not in str(found.value)
