"""Edge-matching: lay the pieces so that edges that meet have one colour."""

from quebra.contract.family import (
    Explain,
    Family,
    Formats,
    Generate,
    Model,
    Rules,
    Solve,
    Symmetries,
)
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
    model=Model(
        puzzle=Edges,
        answer=Filling,
        default_size=(6, 6),
    ),
    formats=Formats(
        puzzles=(*CODECS, *SYSTEMS),
        answers=ANSWER_CODECS,
    ),
    rules=Rules(
        summary="lay pieces with coloured edges so that edges that meet have one colour",
        texts=RULES,
        codes=VIOLATIONS,
        check=check,
        progress=progress,
    ),
    solve=Solve(
        engines=ENGINES,
        goals=GOALS,
        count=1,
        infeasibility=obstacle,
    ),
    explain=Explain(
        techniques=TECHNIQUES,
        steps=explain,
        change_agrees=holds,
        grade=grade,
    ),
    generate=Generate(
        recipe=EdgesRecipe,
        make=generate,
    ),
    draw=draw,
    play=PLAY,
    symmetry=Symmetries(
        canonical=canonical,
        images=images,
        solution_key=alike,
        split=split,
    ),
)

__all__ = ["Edges", "Filling", "family"]
