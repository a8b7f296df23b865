"""Edge-matching: lay the pieces so that edges that meet have one colour."""

from quebra.contract.family import Family
from quebra.families.edges.canonical import canonical, images
from quebra.families.edges.draw import draw
from quebra.families.edges.explain import TECHNIQUES, explain, grade
from quebra.families.edges.formats import ANSWER_CODECS, CODECS
from quebra.families.edges.generate import EdgesRecipe, generate
from quebra.families.edges.model import Edges, Filling
from quebra.families.edges.play import PLAY
from quebra.families.edges.rules import GOALS, RULES, VIOLATIONS, check, holds, progress
from quebra.families.edges.solve import ENGINES
from quebra.families.edges.solve.alike import alike
from quebra.families.edges.solve.obstacle import obstacle
from quebra.families.edges.split import split
from quebra.families.edges.system.text import SYSTEMS

family: Family[Edges, Filling] = Family(
    name="edges",
    title="Edge-matching",
    summary="lay pieces with coloured edges so that edges that meet have one colour",
    rules=RULES,
    package=__name__,
    puzzle=Edges,
    answer=Filling,
    codecs=(*CODECS, *SYSTEMS),
    answer_codecs=ANSWER_CODECS,
    violations=VIOLATIONS,
    check=check,
    progress=progress,
    engines=ENGINES,
    techniques=TECHNIQUES,
    explain=explain,
    holds=holds,
    grade=grade,
    recipe=EdgesRecipe,
    generate=generate,
    render=draw,
    count=1,
    default_size=(6, 6),
    goals=GOALS,
    play=PLAY,
    alike=alike,
    canonical=canonical,
    images=images,
    split=split,
    obstacle=obstacle,
)
