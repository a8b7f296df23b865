"""A key that an object of JSON has twice is refused, with its path, wherever JSON is read."""

import random
from base64 import urlsafe_b64encode
from pathlib import Path
from zlib import compress

import pytest

import quebra
from quebra.batch import read_sources
from quebra.contract.codec import refuse_repeated_keys
from quebra.contract.errors import BadInput
from quebra.contract.registry import AnyFamily, families
from quebra.play import from_link, read_game
from quebra.service.protocol import read_request
from quebra.testing import read_case

KOJUN = '{"family": "kojun", "regions": [[0, 0]], "givens": [[2, 0]]}'


@pytest.mark.parametrize(
    ("text", "path", "key"),
    [
        (KOJUN.replace('"givens"', '"givens": [[1, 0]], "givens"'), "$", "givens"),
        (KOJUN.replace('"givens"', '"\\u0067ivens": [[1, 0]], "givens"'), "$", "givens"),
        (KOJUN.replace("{", '{"family": "kojun", '), "$", "family"),
        (
            '{"family": "tangram", "figure": "M0 0 H1 V1 Z", "pieces": ['
            '{"name": "a", "outline": "M0 0 H1 V1 Z", "name": "b"}]}',
            "$.pieces[0]",
            "name",
        ),
        (
            '{"type": "FeatureCollection", "features": [{"type": "Feature", "geometry": {"type": '
            '"Polygon", "coordinates": [[[0,0],[1,0],[1,1],[0,0]]]}, "properties": {"role": '
            '"figure", "other": {"a b": {"c": 1, "c": 2}}}}]}',
            "$.features[0].properties.other[...]",
            "c",
        ),
        (
            '{"width": 1, "height": 1, "pieces": [[0,0,0,0]], "height": 1}',
            "$",
            "height",
        ),
    ],
    ids=["field", "escaped", "family", "inside", "ignored", "other program"],
)
def test_puzzles(text: str, path: str, key: str) -> None:
    with pytest.raises(BadInput) as told:
        quebra.load(text)
    assert str(told.value) == f"JSON at {path}: the key {key!r} is there twice."


def test_answers_and_outcomes() -> None:
    puzzle = quebra.load(KOJUN)
    twice = r"^JSON at \$: the key '\w+' is there twice\.$"
    for text in (
        '{"grid": [[2, 1]], "grid": [[2, 2]]}',
        '{"family": "kojun", "status": "many", "status": "unique", "solutions": [{"grid": [[1]]}]}',
        '{"family": "kojun", "status": "a", "solutions": [{"grid": [[2, 1]], "grid": [[2, 1]]}]}',
    ):
        with pytest.raises(BadInput, match=r"the key '\w+' is there twice\.$"):
            quebra.load_answer(puzzle, text)
    with pytest.raises(BadInput, match=twice):
        quebra.load_answer(puzzle, '{"grid": [[2, 1]], "grid": [[2, 1]]}')


def test_games_and_links() -> None:
    game = f'{{"puzzle": {KOJUN}, "hints": 1, "hints": 2}}'
    link = "#p=" + urlsafe_b64encode(compress(game.encode())).decode().rstrip("=")
    for read, text in ((read_game, game), (from_link, link)):
        with pytest.raises(BadInput, match=r"^JSON at \$: the key 'hints' is there twice\.$"):
            read(text)


def test_tasks() -> None:
    with pytest.raises(BadInput, match=r"^JSON at \$: the key 'puzzle' is there twice\.$"):
        read_request(f'{{"puzzle": 1, "puzzle": {KOJUN}}}'.encode(), "solve")
    twice = KOJUN.replace('"givens"', '"givens": [[1, 0]], "givens"')
    with pytest.raises(BadInput, match=r"^JSON at \$\.puzzle: the key 'givens' is there twice\.$"):
        read_request(f'{{"puzzle": {twice}}}'.encode(), "solve")
    with pytest.raises(BadInput, match=r"^JSON at \$: the key 'seed' is there twice\.$"):
        read_request(b'{"family": "kojun", "seed": 1, "seed": 2}', "generate")


def test_lines_of_a_batch(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.jsonl"
    path.write_text(f'{{"puzzle": 1, "puzzle": {KOJUN}}}\n{KOJUN}\n', encoding="utf-8")
    first, second = read_sources([str(path)])
    assert first.failure == "JSON at $: the key 'puzzle' is there twice."
    assert second.failure is None and second.puzzle


@pytest.mark.parametrize("family", families(), ids=lambda family: family.name)
def test_every_object_of_every_family(family: AnyFamily) -> None:
    """Some key of each case, written once more at its place, is noticed."""
    source = random.Random(7)
    for case in family.cases:
        puzzle, answer = read_case(family, case)
        for codec, value in (
            (family.formats.puzzles[0], puzzle),
            (family.formats.answers[0], answer),
        ):
            if value is None:
                continue
            text = codec.write(value)
            refuse_repeated_keys(text)
            at = source.choice([i for i, sign in enumerate(text) if sign == "{"]) + 1
            key = text[at : text.find('"', at + 1) + 1]
            if key.startswith('"'):
                with pytest.raises(BadInput, match=r"is there twice\.$"):
                    refuse_repeated_keys(f"{text[:at]}{key}:0,{text[at:]}")


def test_numbers_of_any_length_are_no_matter() -> None:
    refuse_repeated_keys('{"a": ' + "1" * 100_000 + ', "b": 1e999999, "c": -1.5}')


def test_paths_stay_short() -> None:
    text = '{"a":' * 300 + '{"x": 1, "x": 2}' + "}" * 300
    with pytest.raises(BadInput) as told:
        refuse_repeated_keys(text)
    assert str(told.value) == f"JSON at ${'.a' * 12}…: the key 'x' is there twice."
