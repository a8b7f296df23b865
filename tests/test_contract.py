"""Every family, and the template, keeps the contract."""

import pytest

from images import IMAGES
from quebra import draw
from quebra.contract.registry import families, get_family
from quebra.engine.budget import Budget
from quebra.families._template import family as template
from quebra.papers.edge_matching_algebra import formats as systems
from quebra.service.identity import key_of
from quebra.service.requests import Generate
from quebra.testing import CONTRACT, AnyFamily, canonical_is_one_for_all, formats_go_round

FAMILIES = [*families(), template]
FEW_TERMS = 5_000
"""Terms of a polynomial system; that of a board of nine pieces takes seconds to write."""


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
@pytest.mark.parametrize("rule", CONTRACT, ids=lambda rule: rule.__name__)
def test_contract(  # type: ignore[no-untyped-def]
    family: AnyFamily, rule, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(systems, "MOST_PREDICTED", FEW_TERMS)  # larger ones are refused
    rule(family)


@pytest.mark.slow
def test_large_systems_go_round_too() -> None:
    formats_go_round(get_family("edges"))


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_equivalent_puzzles_have_one_canonical_form(family: AnyFamily) -> None:
    canonical_is_one_for_all(family, IMAGES[family.name])


@pytest.mark.parametrize("family", families(), ids=lambda family: family.name)
def test_every_day_has_another_puzzle(family: AnyFamily) -> None:
    week = [Generate(family=family.name, date=f"2026-11-1{day}") for day in (6, 7, 8)]
    assert len({key_of(request.run(Budget())) for request in week}) == 3


@pytest.mark.parametrize("family", families(), ids=lambda family: family.name)
def test_puzzles_show_themselves(family: AnyFamily) -> None:
    puzzle = family.formats.puzzles[0].read(family.formats.puzzles[0].write(_example(family)))
    assert puzzle._repr_svg_() == draw(puzzle).svg() == draw(puzzle)._repr_svg_()


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_schema_accepts_what_is_written(family: AnyFamily) -> None:
    import json

    import jsonschema

    schema = family.schema()
    example = json.loads(family.formats.puzzles[0].write(_example(family)))
    jsonschema.validate(example, schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**example, "surprise": 1}, schema)


def _example(family: AnyFamily):  # type: ignore[no-untyped-def]
    from quebra.testing import read_case

    return read_case(family, family.case("unique"))[0]
