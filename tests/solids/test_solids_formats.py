"""BurrTools files and layers of letters, and what their readers refuse."""

from __future__ import annotations

import gzip
import re
import zipfile
from pathlib import Path

import pytest

from commands import run
from quebra import convert, load, solve
from quebra.contract.codec import decode_text
from quebra.contract.errors import BadInput
from quebra.engine.budget import Budget
from quebra.families.solids.formats.answers import read_letters, write_letters
from quebra.families.solids.formats.lines import read_text, write_text
from quebra.families.solids.formats.xmpuzzle import read_xmpuzzle, write_xmpuzzle
from quebra.families.solids.sets import SETS
from quebra.families.solids.solve.own import own

BURRTOOLS = """<?xml version="1.0"?>
<puzzle version="2">
<gridType type="0"/>
<colors/>
<shapes>
<voxel x="2" y="1" z="1" type="0" name="A">##</voxel>
<voxel x="2" y="2" z="1" type="0" name="B">###_</voxel>
<voxel x="2" y="2" z="1" type="0">####</voxel>
<voxel x="3" y="2" z="1" type="0">####_#</voxel>
<voxel x="3" y="3" z="1" type="0">#####_#__</voxel>
<voxel x="3" y="3" z="1" type="0">#####_##_</voxel>
<voxel x="3" y="3" z="3" type="0">###########################</voxel>
</shapes>
<problems>
<problem state="2" assemblies="13" name="cube">
<shapes><shape id="0" count="1"/><shape id="1" count="1"/><shape id="2" count="1"/>
<shape id="3" min="1" max="1"/><shape id="4" count="1"/><shape id="5" count="1"/></shapes>
<result id="6"/><bitmap/>
</problem>
</problems>
<comment/>
</puzzle>
"""
"""The Diabolical cube as BurrTools writes it, with its number of assemblies."""


def test_settings_in_text_stand_anywhere() -> None:
    body = "piece I\n##\ntarget\n##\n"
    settings = "mirror\ngiven 1=0,0,0,\n"
    puzzle = read_text(f"solids\n{settings}{body}")
    assert puzzle == read_text(f"solids\n{body}{settings}")
    assert puzzle.mirror
    assert len(puzzle.given) == 1


LINES = """solids
piece A
count 2
##|#.
..|#.
piece I
loose
###
target
###|###
##.|#..
"""
BLOCKS = """solids
piece A
count 2

##
#.

; the upper layer
..
#.

piece I
loose
###

target
###
###

##.
#..
"""


def test_layers_are_lines_or_blocks_of_rows() -> None:
    puzzle = read_text(LINES)
    assert puzzle.pieces[0].cells == ("##|#.", "..|#.")
    assert puzzle.target == ("###|###", "##.|#..")
    spaced = LINES.replace("\n", "\n\n")
    mixed = BLOCKS.replace("##\n#.\n\n; the upper layer\n..\n#.", "##|#.\n..|#.")
    for text in (BLOCKS, BLOCKS.replace("\n", "\r\n"), spaced, mixed, write_text(puzzle)):
        assert read_text(text) == puzzle


def test_a_single_block_is_a_layer_where_others_are() -> None:
    text = "solids\npiece V\nturns -\n##\n#.\n\ntarget\n##\n#.\n"
    assert read_text(text).pieces[0].cells == ("##", "#.")
    assert read_text(f"{text}\n..\n+.\n").pieces[0].cells == ("##|#.",)


@pytest.mark.parametrize("block", ["##\n#\n\n..\n#.", "##\n#.\n\n..", "##|#.\n\n..\n#."])
def test_blocks_that_differ_in_size_are_refused(block: str) -> None:
    with pytest.raises(BadInput, match="differ in size"):
        read_text(f"solids\npiece A\n{block}\ntarget\n####\n")


def test_a_burrtools_file_has_the_same_number_of_solutions() -> None:
    for text in (BURRTOOLS, decode_text(gzip.compress(BURRTOOLS.encode()))):
        puzzle = load(text)
        assert puzzle.family == "solids"
        assert len(solve(puzzle, count=100, up_to_symmetry=True).solutions) == 13
    assert read_xmpuzzle(convert(puzzle, "xmpuzzle")) == puzzle


def test_optional_cells_and_copies_go_round() -> None:
    puzzle = load("solids\npiece I\ncount 2\n##\npiece S\nloose\n#.#\ntarget\n##+|##+|##+")
    assert read_xmpuzzle(write_xmpuzzle(puzzle)) == puzzle  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('type="0"/>', 'type="2"/>', "spheres"),
        ("<?xml", "<!DOCTYPE x><?xml", "document type"),
        ("<bitmap/>", '<bitmap><pair piece="1"/></bitmap>', "colours"),
        ('min="1" max="1"', 'min="0" max="1"', "range"),
        ('<result id="6"/>', "", "no result"),
        ('<result id="6"/>', '<result id="9"/>', "no shape 10"),
        (">####<", ">###<", "marks are not those"),
        (">####<", ">###+<", "optional"),
        ("</puzzle>", "", "no XML"),
    ],
)
def test_what_is_not_read_is_refused_by_name(old: str, new: str, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        read_xmpuzzle(BURRTOOLS.replace(old, new, 1))


def test_zipped_input_is_bounded() -> None:
    with pytest.raises(BadInput, match="too long"):
        decode_text(gzip.compress(b" " * 5_000_000))
    with pytest.raises(BadInput, match="zipped"):
        decode_text(b"\x1f\x8b\x08rubbish")


def test_layers_of_letters() -> None:
    puzzle = SETS["soma"].puzzle()
    answer = next(own(puzzle, Budget(), goal="any", seed=None))
    text = write_letters(puzzle, answer)
    assert len(text.splitlines()) == 3 and set(text) == set("VLTZABP|\n")
    assert read_letters(puzzle, text) == answer
    assert read_letters(puzzle, text.replace("\n", "\n\n").replace("|", "\n")) == answer
    with pytest.raises(BadInput, match="no piece with the letter"):
        read_letters(puzzle, text.replace("V", "Q"))
    with pytest.raises(BadInput, match="are not that piece"):
        read_letters(puzzle, text.replace("V", "L"))


def test_bodies_are_written_by_the_command(tmp_path: Path) -> None:
    source = tmp_path / "soma.txt"
    source.write_text(convert(SETS["soma"].puzzle(), "text"), encoding="utf-8")
    stl, zipped = tmp_path / "v.stl", tmp_path / "soma.3mf"
    sizes = ("--option", "piece=1", "--option", "unit=25")
    assert run("convert", str(source), "--to", "stl", "-o", str(stl), *sizes).exit_code == 0
    corners = re.findall(r"vertex (\S+) (\S+) (\S+)", stl.read_text())
    along = [float(x) for x, _, _ in corners]
    assert (min(along), max(along)) == (0.1, 49.9)
    assert load(stl) == SETS["soma"].puzzle()
    assert run("convert", str(source), "--to", "3mf", "-o", str(zipped)).exit_code == 0
    assert load(zipped) == SETS["soma"].puzzle()
    with zipfile.ZipFile(zipped) as file:
        assert file.read("3D/3dmodel.model").count(b"<object ") == 7
    result = run("convert", str(source), "--to", "3mf")
    assert result.exit_code == 2 and "name a file with -o" in result.stderr
    for wish, fault in (("piece=8", "There is no piece 8"), ("gap=9", "a quarter of the unit")):
        result = run("convert", str(source), "--to", "stl", "--option", wish)
        assert result.exit_code == 2 and fault in result.stderr
