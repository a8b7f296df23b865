"""The contract of families as tests that ship with the package: `check_family(family)`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

from quebra.contract.codec import Codec
from quebra.contract.errors import BadInput, NotFound
from quebra.contract.family import DAILY, GRADES, Case, Look, read_case
from quebra.contract.puzzle import Answer, Puzzle, size_of
from quebra.contract.random import Source
from quebra.contract.results import MAX_WHERE, MAX_WORDS, Outcome, Step
from quebra.engine.budget import Budget
from quebra.engine.search import solve
from quebra.render import THEMES
from quebra.testing.cases import AnyFamily, fair_puzzles, is_fair, wants_unique
from quebra.testing.playing import PLAYING

__all__ = ["CONTRACT", "AnyFamily", "check_engine", "check_family", "read_case"]

Images = Callable[[Any], Iterable[Puzzle]]

PATIENCE = (1.0, 60.0)
"""Seconds for a case of an engine other than the first, which may be slow on purpose.

An engine that settles no case in the first time is run again with the second: the machine may be
under load.
"""
MOST_SOLUTIONS = 50
"""Solutions of a case that engines search for."""
SENTENCE_END = re.compile(r"[.!?] ")
LOOKED_THROUGH = 100
"""Solutions that are compared with the steps of `explain`, where there are many."""
NONSENSE = ("", " ", "?", "\n\n", "{", "{}", "[[[[", "((0) 0", "1 2\n3", "é\u2028😀", "-" * 5000)


def check_family(family: AnyFamily, images: Images | None = None) -> None:
    """Run the whole contract; an AssertionError names what does not hold.

    A family with a canonical form needs `images`, which yields some puzzles that are equivalent to
    a given one.
    """
    for rule in CONTRACT:
        rule(family)
    canonical_is_one_for_all(family, images)


def check_engine(family: AnyFamily, name: str) -> None:
    """Run what the contract asks of engines for one of them, beside the family's first."""
    engines = {
        each: family.solve.engines[each] for each in (next(iter(family.solve.engines)), name)
    }
    both = replace(family, solve=replace(family.solve, engines=engines))
    engines_agree(both)
    engines_keep_the_budget(both)


def names_agree(family: AnyFamily) -> None:
    """The tag of puzzles is the family's name, by which the registry finds the family."""
    tag = family.model.puzzle.__struct_config__.tag
    assert tag == family.name, f"puzzles have the tag {tag!r}, the family is {family.name!r}"


def cases_are_complete(family: AnyFamily) -> None:
    """There is a case for each violation code, for a correct answer, and for each status."""
    shown = {code for case in family.cases for code in case.violations or ()}
    assert shown == set(family.rules.codes), f"cases show {shown}, not {set(family.rules.codes)}"
    assert any(case.violations == () for case in family.cases), "no case with a right answer"
    statuses = {case.status for case in family.cases}
    assert {"unique", "many", "none"} <= statuses, f"cases have only the statuses {statuses}"
    puzzles = [read_case(family, case)[0] for case in family.cases]
    for text, holds in family.rules.variants.items():
        assert text in family.rules.texts, f"not one of the rules: {text}"
        assert {holds(puzzle) for puzzle in puzzles} == {True, False}, (
            f"cases with and without: {text}"
        )


def cases_are_judged_right(family: AnyFamily) -> None:
    """`check` and `progress` judge the answer of each case as the case file has it."""
    for case in family.cases:
        if case.violations is None:
            continue
        puzzle, answer = read_case(family, case)
        violations = family.rules.check(puzzle, answer)
        codes = {violation.code for violation in violations}
        assert codes == set(case.violations), f"{case.about}: check says {codes}"
        assert all(v.text.endswith(".") and v.where for v in violations), case.about
        progress = family.rules.progress(puzzle, answer)
        assert 0 <= progress.value <= 1, f"{case.about}: progress {progress.value}"
        assert (progress.value == 1) == (not violations), f"{case.about}: progress {progress.value}"


def engines_agree(family: AnyFamily) -> None:
    """All engines find the same status and solutions of the cases that they can settle.

    Where solutions stand for classes, of which `stats["tilings"]` counts the members, engines may
    return different members of a class, and only the number of classes is compared.
    """
    found: dict[Case, set[Answer]] = {}
    for engine in family.solve.engines:
        settled = _settled_cases(family, engine)
        assert settled, f"{engine} can settle no case"
        for case, outcome in settled:
            assert outcome.status == case.status, f"{case.about}: {engine} says {outcome.status}"
            if outcome.complete:
                solutions = set(outcome.solutions)
                known = found.setdefault(case, solutions)
                assert len(known) == len(solutions), case.about
                assert "tilings" in outcome.stats or known == solutions, case.about


def engines_keep_the_budget(family: AnyFamily) -> None:
    """A search without time ends with the status `unknown` and the reason `time`."""
    puzzle, _ = read_case(family, family.case("unique"))
    for engine in family.solve.engines:
        outcome = solve(family, puzzle, engine=engine, seconds=0)
        assert (outcome.status, outcome.reason) == ("unknown", "time"), f"{engine}: {outcome}"


def formats_go_round(family: AnyFamily) -> None:
    """What a format writes, it recognises and reads back as the same value."""
    assert family.formats.puzzles[0].name == family.formats.answers[0].name == "json"
    for case in family.cases:
        puzzle, answer = read_case(family, case)
        for codec in family.formats.puzzles:
            _goes_round(codec, puzzle)
        if answer is not None:
            for codec in family.formats.answers:
                _goes_round(codec.bound_to(puzzle), answer)


def formats_refuse_nonsense(family: AnyFamily) -> None:
    """Every reader answers nonsense with one sentence."""
    for codec in (*family.formats.puzzles, *family.formats.answers):
        for text in NONSENSE:
            codec.recognises(text)
            try:
                codec.read(text)
            except BadInput as error:
                assert "\n" not in str(error) and len(str(error)) < 300, f"{codec.name}: {error}"


def steps_are_true(family: AnyFamily) -> None:
    """Each step of `explain` has a known technique, and some solution agrees with all of them."""
    known = {technique.name for technique in family.explain.techniques}
    for puzzle in fair_puzzles(family):
        agreeing, are_all = _looked_through(family, puzzle)
        assert agreeing, f"no solution: {puzzle}"
        assert len(agreeing) == 1 or not wants_unique(family), f"not unique: {puzzle}"
        for step in family.explain.steps(puzzle, None, Budget()):
            assert step.technique in known, f"unknown technique {step.technique}"
            _is_one_idea(step)
            agreeing = [
                a for a in agreeing if all(family.explain.change_agrees(a, c) for c in step.changes)
            ]
            assert agreeing or not are_all, step


def _is_one_idea(step: Step) -> None:
    """A step highlights few places, and has one short sentence."""
    assert 0 < len(step.where) <= MAX_WHERE, f"highlights {len(step.where)} places: {step.text}"
    assert not {*step.where} & {*step.others}, f"highlights a place twice: {step.text}"
    assert step.text.endswith("."), f"not a sentence: {step.text}"
    assert not SENTENCE_END.search(step.text), f"more than one sentence: {step.text}"
    for sentence in (step.text, *SENTENCE_END.split(step.reason)):
        words = len(sentence.split())
        assert words <= MAX_WORDS, f"{words} words, at most {MAX_WORDS}: {sentence}"
    for cell in step.candidates:
        changes = [change for change in step.changes if change.where == cell.where]
        gone = {change.value for change in changes if change.action == "remove"}
        if cell.values == (0,) and not gone:  # a blank is placed, and noted as the only candidate
            assert [(c.action, c.value) for c in changes] == [("place", 0)], step
            continue
        assert gone, f"has candidates of {cell.where}, but rules none out there: {step.text}"
        assert not gone & {*cell.values}, f"leaves a candidate that it rules out: {step.text}"


def steps_at_a_place_concern_it(family: AnyFamily) -> None:
    """With a place, `explain` returns only steps that point at it or change it."""
    puzzle, _ = read_case(family, family.case("unique"))
    first = next(family.explain.steps(puzzle, None, Budget()), None)
    for place in first.where[:1] if first else ():
        for step in family.explain.steps(puzzle, None, Budget(), place):
            changed = {change.where for change in step.changes}
            assert place in changed.union(step.where), f"not about {place}: {step}"


def grades_are_known(family: AnyFamily) -> None:
    """Puzzles that are unique, or solvable where `count` is 1, have a grade; others a reason."""
    for case in family.cases:
        if case.status is not None:
            grade = family.explain.grade(read_case(family, case)[0], Budget())
            assert (grade.name in GRADES) == is_fair(family, case.status), f"{case.about}: {grade}"
            assert grade.text.endswith("."), grade


def generated_puzzles_are_fair(family: AnyFamily) -> None:
    """New puzzles are unique, or solvable where `count` is 1, of the grade and seed asked for."""
    for seed, grade in enumerate((None, *GRADES)):
        options = {} if grade is None else {"grade": grade}
        recipe = family.make_recipe(options)
        try:
            puzzle = family.generate.make(recipe, Source(seed), Budget())
        except NotFound:
            continue
        assert puzzle == family.generate.make(recipe, Source(seed), Budget())
        for engine in family.solve.engines:
            outcome = _settled(family, puzzle, engine, family.solve.count, PATIENCE[0])
            fair = outcome is None or is_fair(family, outcome.status)
            assert fair, f"{engine} says {outcome}: {puzzle}"
        assert grade in (None, family.explain.grade(puzzle, Budget()).name), (
            f"not {grade}: {puzzle}"
        )


def presets_make_puzzles(family: AnyFamily) -> None:
    """Presets name valid sizes and options; the puzzle of a day is the same whenever it is made."""
    for name in family.generate.presets:
        family.make_recipe({}, preset=name)
    daily = family.make_recipe({}, preset=DAILY)
    one, again = (family.generate.make(daily, daily.source(1), Budget()) for _ in range(2))
    assert one == again, "the puzzle of a day differs from itself"


def drawings_parse(family: AnyFamily) -> None:
    """Every drawing is well-formed SVG in every theme, and is not blank in a terminal.

    Candidates are drawn if and only if the family declares it.
    """
    boards = [read_case(family, case) for case in family.cases]
    with_candidates = Look(candidates=True)
    assert family.draws_candidates == any(
        family.draw(*board, with_candidates) != family.draw(*board, Look()) for board in boards
    )
    for puzzle, answer in boards:
        looks = Look(), Look(cover=True), Look(candidates=True, tint=True)
        drawings = [family.draw(puzzle, answer, look) for look in looks]
        whole, cover, _ = drawings
        assert cover.width <= whole.width and cover.height <= whole.height
        for drawing in drawings:
            assert drawing.title and drawing.text().strip()
            for theme in THEMES:
                root = ElementTree.fromstring(drawing.svg(theme))
                assert root.tag.endswith("svg") and len(root) > 2


def canonical_is_one_for_all(family: AnyFamily, images: Images | None) -> None:
    """Equivalent puzzles have one canonical form, which is its own, and as many solutions."""
    if family.symmetry.canonical is None:
        return
    assert images, "a canonical form is only tested with images of each puzzle"
    for case in family.cases:
        puzzle, _ = read_case(family, case)
        form = family.symmetry.canonical(puzzle)
        for image in (form, *images(puzzle)):
            assert family.symmetry.canonical(image) == form, f"{case.about}: not one form: {image}"
            if case.status is not None:
                status = solve(family, image, count=50).status
                assert status == case.status, f"{case.about}: {status} of {image}"


def solution_keys_are_stable(family: AnyFamily) -> None:
    """An answer always has the same key, by which it can be looked up."""
    if family.symmetry.solution_key is None:
        return
    for case in family.cases:
        if case.status in ("unique", "many"):
            puzzle, _ = read_case(family, case)
            for answer in solve(family, puzzle, count=MOST_SOLUTIONS).solutions:
                key = family.symmetry.solution_key(puzzle, answer)
                again = family.symmetry.solution_key(puzzle, answer)
                assert key == again and hash(key) == hash(again), f"{case.about}: {key}"


def splits_are_whole(family: AnyFamily) -> None:
    """The parts of a split puzzle have all its solutions, each in exactly one part."""
    if family.symmetry.split is None:
        return
    for case in family.cases:
        puzzle, _ = read_case(family, case)
        whole = solve(family, puzzle, count=50)
        parts = family.symmetry.split(puzzle)
        if not (whole.complete and parts):
            continue
        found = [answer for part in parts for answer in solve(family, part, count=50).solutions]
        assert len(set(found)) == len(found) == len(whole.solutions), f"{case.about}: {found}"
        assert not any(family.rules.check(puzzle, answer) for answer in found), case.about


def transposes_are_equivalent(family: AnyFamily) -> None:
    """A transpose has the size swapped, the same status, and the puzzle as its transpose."""
    if family.symmetry.transpose is None:
        return
    for case in family.cases:
        puzzle, _ = read_case(family, case)
        image = family.symmetry.transpose(puzzle)
        if image is None:
            continue
        assert family.symmetry.transpose(image) == puzzle, case.about
        assert size_of(image) == (size_of(puzzle) or ())[::-1], case.about
        if case.status is not None:
            assert solve(family, image, count=50).status == case.status, case.about


def values_are_frozen(family: AnyFamily) -> None:
    """Puzzles, answers and outcomes are hashable."""
    puzzle, _ = read_case(family, family.case("unique"))
    outcome = solve(family, puzzle)
    assert len({puzzle, outcome, *outcome.solutions}) == 3


CONTRACT: tuple[Callable[[AnyFamily], None], ...] = (
    names_agree,
    cases_are_complete,
    cases_are_judged_right,
    engines_agree,
    engines_keep_the_budget,
    formats_go_round,
    formats_refuse_nonsense,
    steps_are_true,
    steps_at_a_place_concern_it,
    grades_are_known,
    generated_puzzles_are_fair,
    presets_make_puzzles,
    drawings_parse,
    solution_keys_are_stable,
    splits_are_whole,
    transposes_are_equivalent,
    values_are_frozen,
    *PLAYING,
)


def _looked_through(family: AnyFamily, puzzle: Puzzle) -> tuple[list[Answer], bool]:
    """Some solutions, and whether these are all, which an engine may be unable to prove."""
    outcome = solve(family, puzzle, count=LOOKED_THROUGH)
    return list(outcome.solutions), outcome.complete


def _settled_cases(family: AnyFamily, engine: str) -> list[tuple[Case, Outcome[Any]]]:
    """The outcomes of the cases that an engine can settle."""
    cases = [case for case in family.cases if case.status is not None]
    for seconds in PATIENCE:
        settled = []
        for case in cases:
            puzzle, _ = read_case(family, case)
            if outcome := _settled(family, puzzle, engine, MOST_SOLUTIONS, seconds):
                settled.append((case, outcome))
        if settled:
            return settled
    return []


def _settled(
    family: AnyFamily, puzzle: Puzzle, engine: str, count: int, seconds: float
) -> Outcome[Any] | None:
    """The outcome, or None if the engine cannot settle it; the first engine always can."""
    if engine == next(iter(family.solve.engines)):
        return solve(family, puzzle, engine=engine, count=count)
    try:
        outcome = solve(family, puzzle, engine=engine, count=count, seconds=seconds)
    except BadInput:
        return None
    return None if outcome.reason in ("time", "method") else outcome


def _goes_round(codec: Codec[Any], value: Puzzle | Answer) -> None:
    try:
        text = codec.write(value)
    except BadInput as error:
        assert str(error).endswith("."), f"{codec.name}: {error}"
        return
    assert codec.recognises(text), f"{codec.name} does not recognise its own text: {text[:200]!r}"
    assert codec.read(text) == value, f"{codec.name} reads back another value: {text[:200]!r}"
