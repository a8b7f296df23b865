"""The published JSON Schemas: those of this version, and compatible with what they were."""

from __future__ import annotations

import copy
import json
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import quebra
from quebra.contract.registry import AnyFamily, families
from quebra.service.results import to_json
from quebra.testing import read_case

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "docs"))

import schemas  # noqa: E402

PUBLISHED = {
    path.name: json.loads(path.read_text(encoding="utf-8"))
    for path in sorted((ROOT / schemas.FOLDER).glob("*.json"))
}


def test_schemas_are_compatible_with_the_published_ones_and_current() -> None:
    current = schemas.schemas()
    assert PUBLISHED.keys() <= current.keys()
    for name, published in PUBLISHED.items():
        assert schemas.incompatibilities(published, current[name]) == [], name
    assert current == PUBLISHED, "run `python docs/generate.py`"


@pytest.mark.parametrize("family", families(), ids=lambda family: family.name)
def test_puzzles_answers_and_outcomes_are_as_published(family: AnyFamily) -> None:
    puzzle, _ = read_case(family, family.case("unique"))
    outcome = quebra.solve(puzzle)
    assert outcome.solutions
    values = {"puzzle": puzzle, "answer": outcome.solutions[0], "outcome": outcome}
    for what, value in values.items():
        schema = PUBLISHED[f"{family.name}-{what}.json"]
        jsonschema.validate(json.loads(to_json(value)), schema)
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate([], schema)


def changed(name: str, struct: str, change: Any) -> list[str]:
    new = copy.deepcopy(PUBLISHED[name])
    change(new["$defs"][struct])
    return schemas.incompatibilities(PUBLISHED[name], new)


def test_only_optional_fields_may_be_added() -> None:
    name, kojun = "kojun-puzzle.json", "Kojun"

    def with_required(part: dict[str, Any]) -> None:
        part["properties"]["author"] = {"type": "string"}
        part["required"].append("author")

    add = lambda part: part["properties"].update(author={"type": "string"})  # noqa: E731
    assert changed(name, kojun, add) == []
    assert changed(name, kojun, lambda part: part.update(description="other words")) == []
    assert changed(name, kojun, with_required)
    assert changed(name, kojun, lambda part: part["required"].remove("givens"))
    assert changed(name, kojun, lambda part: part["properties"].pop("order")) == [
        "$.order: removed"
    ]
    deep = lambda part: part["properties"]["givens"]["items"].update(type="string")  # noqa: E731
    assert changed(name, kojun, deep) == ["$.givens[]: type was array and is string"]
    status = lambda part: part["properties"]["status"]["enum"].pop()  # noqa: E731
    (outcome,) = (each for each in PUBLISHED["kojun-outcome.json"]["$defs"] if "Outcome" in each)
    assert changed("kojun-outcome.json", outcome, status)


def test_an_incompatible_schema_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schemas, "schemas", lambda: {"a.json": {"type": "object"}})
    path = tmp_path / schemas.FOLDER / "a.json"
    path.parent.mkdir(parents=True)
    path.write_text('{"type": "array"}')
    with pytest.raises(SystemExit, match="type was array and is object"):
        schemas.schema_files(tmp_path)


def test_the_page_links_every_schema() -> None:
    page = (ROOT / "docs/versioning.md").read_text(encoding="utf-8")
    assert [name for name in PUBLISHED if f"[{name}](published/schemas/{name})" not in page] == []


def test_the_citation_names_this_version() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8").splitlines()
    assert f"version: {quebra.__version__}" in citation


@pytest.mark.parametrize("family", families(), ids=lambda family: family.name)
def test_the_citation_names_every_family(family: AnyFamily) -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8").lower()
    assert family.title.lower() in " ".join(citation.split())
