"""Geometric puzzles: pieces with straight, round and curved sides that form a figure."""

from quebra.contract.family import Family
from quebra.families.tangram.canonical import canonical, images
from quebra.families.tangram.draw import draw
from quebra.families.tangram.explain import TECHNIQUES, explain, holds
from quebra.families.tangram.formats import ANSWER_CODECS, CODECS
from quebra.families.tangram.generate import TangramRecipe, generate
from quebra.families.tangram.grade import grade
from quebra.families.tangram.model import Assembly, Tangram
from quebra.families.tangram.play import PLAY
from quebra.families.tangram.rules import RULES, VIOLATIONS, check, progress
from quebra.families.tangram.solve import ENGINES
from quebra.families.tangram.solve.choice import suitable

family: Family[Tangram, Assembly] = Family(
    name="tangram",
    title="Tangram",
    summary="pieces with straight, round and curved sides that form a figure",
    rules=RULES,
    package=__name__,
    puzzle=Tangram,
    answer=Assembly,
    codecs=CODECS,
    answer_codecs=ANSWER_CODECS,
    violations=VIOLATIONS,
    check=check,
    progress=progress,
    engines=ENGINES,
    techniques=TECHNIQUES,
    explain=explain,
    holds=holds,
    grade=grade,
    recipe=TangramRecipe,
    generate=generate,
    render=draw,
    count=1,
    default_size=None,
    suitable=suitable,
    play=PLAY,
    canonical=canonical,
    images=images,
)
