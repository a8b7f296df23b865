"""The page "Edge-matching: the paper, reproduced"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from resvg_py import svg_to_bytes

from edges_relaxations_study import (
    SEEDS,
    Run,
    families,
    free_places,
    groebner,
    middle,
    polygons,
    sizes,
    turned,
)
from quebra.i18n.text import Text
from quebra.papers.edge_matching_algebra.mixture import draw_mixture
from quebra.render.sheet import Picture
from quebra.render.strip import strip

PAGE = Path(__file__).parents[1] / "docs" / "papers" / "edge-matching.md"
PICTURE = PAGE.with_name("edge-matching-iterations.png")

INTRODUCTION = """
# Edge-matching: the paper, reproduced

*A Global Approach for Solving Edge-Matching Puzzles* turns a puzzle into a system of polynomial
equations and solves it by sequences of convex programs. Quebra has the system, the linear programs
(`quebra solve --engine lp`) and the semidefinite ones (`--engine sdp`, for boards, for polygons
with coloured sides, and for tangrams whose pieces have a given angle). `--trace course.jsonl`
writes the numbers of each iteration, and `--trace course.svg` draws them. `quebra convert --to
polynomials` writes the exact equations with exponentials and `--to monomials` those with monomials;
`--to lp` writes the linear system of known places for other solvers, and measures it with each
family of test functions. In the library these are `quebra.papers.edge_matching_algebra`.
`python bench/edges_relaxations.py --write` measures everything again and writes this page. The
paper's boards are not given, so these are random ones of the same kind: the colours of all seams
are drawn at random, the rim is grey. There are {boards} boards of each size, with a solution each.
Times are CPU seconds, medians over the boards; a search is cut after {limit:g} s of wall time.

## The system

An edge has a colour, a direction and a place. Where all edges meet their like, those of one colour
that face one way lie where those lie that face the other way. So for every colour, direction and
function phi, the signed sum of phi over the places of the edges is zero, the frame taken in. If n
edges of a type face each way, n functions say exactly what the puzzle says in the plane: powers of
the complex number x + i y, or of its exponential (the paper's proposition 2). With real functions
of d coordinates, all products up to the total order n do, of which there are (n + d over d); power
sums of each linear function of the coordinates tell points apart, in any dimension.

Where the places are known, any family of functions is a combination of delta functions, one for
each place: their rows say that each seam has as many edges of a colour from one side as from the
other. In exact numbers complete families have one rank; they differ in what floating point makes of
them. Rank and condition below count singular values above 1e-9 of the largest. The last column is
what algorithm 1 makes of the {boards} boards of 6x6 cells with four colours, with every piece
allowed in every cell.
"""

ALGORITHM_1 = """
## Algorithm 1: known places

Bistochastic matrices P that satisfy the system are a polytope. From P = 11'/n on, each linear
program maximises <P before, P>, until P is a permutation or nothing is gained. HiGHS solves them by
its interior point method and gives the middle of all best P, which is a better guess than a corner;
a corner is taken once where that stalls. Pieces that are equal are one kind.

Three ways stand side by side:

- **alone**: pieces are kept from where the frame does not allow them, and that is all.
- **arc**: arc consistency first: a piece goes where no neighbour can match it.
- **`lp`**: the engine. Before the first program, and once more where the iteration stalls, it also
  drops what arc consistency refutes when it is supposed. It forbids each solution that it has and
  looks for another. If there is none, the linear program has multipliers that say so; these are
  rounded to whole numbers and checked exactly. So `lp` can prove that a solution is the only one or
  that there is none; where it stalls, nothing more is known.
"""

TURNED = """
## Rotations and cubes

The paper solves q rotated copies of the puzzle at once. Each copy has the same equations, so one
copy, with a variable for each piece, cell and turn, is the same program. A board that can be turned
as a whole has each solution several times, and the program finds their mean; therefore one piece
that is alone of its kind is kept to one place of those that turns of the board exchange. Any set of
turns may be allowed, for all pieces or for each its own. Cubes are the same code in three
dimensions.
"""

ALGORITHM_2 = """
## Algorithm 2: free places

Nothing is known of the places. Each piece has a matrix of the moments of (1, x..x^k, y..y^k), which
has rank one if the piece lies in one place. Clarabel minimises the sum of <C, H>, with C = I at
first (a little tilted, so that equal pieces part) and then C = I - u u', with u the first
eigenvector of H before. Edges of any length enter by the integrals of monomials along them, and the
right-hand side is traced from the outline of the figure. Figures are drawn, so equations are not
constraints but cost their squares. After each program, Gauss-Newton steps on the same equations
polish the places, and `check` decides. k is 3, then 4.

The pieces of the tangram are turned as they have to lie; the figures are those that come with the
set. The misfit is that of the places found in equations of higher order, which were not used.
"""

POLYGONS = """
## Polygons of any shape

Sides of any length may meet in parts. Path integrals take this in: for each colour and direction
the signed integrals over all sides are those over the rim. These puzzles are rectangles cut by
coloured lines, from side to side, again and again (`quebra generate tangram --colours 4`). Where
pieces may be turned by quarters, all ways to turn them are gone through in which as much length of
each colour runs one way as the other, and the rim has its due. Nothing else is known of the places.

Beside it, the exact search (`own`, which `auto` takes): in a corner of the uncovered region lies a
corner of some piece, with a side along it, and as the pieces have few turns, that determines the
place. It tries every piece whose colour agrees, goes through all solutions, and so proves how many
there are.

**The tolerance** is the width of the widest gap, overlap or overhang that is forgiven: one into
which a disc of that diameter does not fit. Here it is a millionth of the figure's larger extent.
Sides meet where they run along one another for more than eight tolerances, nowhere more than two
apart; then their colours must agree.

**What is counted.** Two fillings are one where a turn of the whole, an exchange of equal pieces or
a symmetry of a piece makes one of the other, with all colours. No reflection counts, for the pieces
may only lie at some angles. All engines count so. `stats.tilings` tells how many there are in the
figure as it lies.

**What is proved.** `none`, `unique` and exact numbers need a search in which errors stay small
against its snapping distance, nothing was snapped together that may be two, and every leaf could be
made right. Otherwise the outcome is `found` or `unknown` with reason `method`. So it is where
outlines are written with too few digits, or where pieces nearly fit where they do not belong: of
rectangles cut at random into 40 pieces, 17 of 20 are proved to have one solution. The engine `sdp`
proves `none` by lengths alone, and never that there is no other solution.
"""

GROEBNER = """
## Gröbner bases

The paper had limited success with general solvers of polynomial systems. With SymPy, the system of
monomials in exact numbers is solved for the smallest boards, and the time grows fast.
"""


def page(limit: float) -> tuple[str, bytes]:
    """Measure everything; the page, and its picture."""
    by_size = list(sizes(limit))
    parts = [
        INTRODUCTION.format(boards=len(SEEDS), limit=limit),
        _families_table(limit),
        ALGORITHM_1,
        _sizes_table(by_size),
        *_trace_part(by_size),
        TURNED,
        _turned_table(limit),
        ALGORITHM_2,
        _free_table(limit),
        POLYGONS,
        _polygons_table(limit),
        GROEBNER,
        _groebner_table(),
    ]
    return "\n\n".join(part.strip() for part in parts) + "\n", picture(by_size)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    ruled = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in ruled)


def _seconds(value: float) -> str:
    return f"{value:.3g} s" if value >= 1 else f"{1000 * value:.0f} ms"


def _verdicts(runs: Sequence[Run]) -> str:
    counts: dict[str, int] = {}
    for run in runs:
        counts[run.verdict] = counts.get(run.verdict, 0) + 1
    return ", ".join(f"{count} {verdict}" for verdict, count in counts.items())


def _families_table(limit: float) -> str:
    return _table(
        ["functions", "rows", "nonzeros", "rank", "condition", "time", "verdict"],
        (
            [
                name,
                str(measure.rows),
                f"{measure.nonzeros:,}",
                str(measure.rank),
                f"{measure.condition:.2g}",
                _seconds(middle([run.seconds for run in runs])),
                _verdicts(runs),
            ]
            for name, measure, runs in families(limit)
        ),
    )


def _summary(runs: Sequence[Run]) -> str:
    solved = [run for run in runs if run.solved]
    text = f"{len(solved)} of {len(runs)}"
    if solved:
        iterations = middle([run.iterations for run in solved])
        text += f", {iterations:g} it., {_seconds(middle([run.seconds for run in solved]))}"
    return text


BySize = list[tuple[int, int, list[list[Run]]]]


def _sizes_table(by_size: BySize) -> str:
    return "\n\n".join(
        [
            "Boards solved, iterations and time of those solved, and what `lp` says when it is "
            "asked for two solutions:",
            _table(
                ["board", "colours", "alone", "arc", "`lp`", "`lp` says"],
                (
                    [
                        f"{side}x{side}",
                        str(colours),
                        *(_summary(each) for each in runs),
                        _verdicts(runs[-1]),
                    ]
                    for side, colours, runs in by_size
                ),
            ),
        ]
    )


def _trace_part(by_size: BySize) -> Iterator[str]:
    """The iterations on the board that needed most."""
    name, run = _longest(by_size)
    yield (
        "The paper shows a 6x6 board that takes 2 iterations and an 8x8 board that takes 6. Of the "
        f"boards above, this one took most when the algorithm alone solved it ({name}). The "
        "distance is 1 - |P|²/n."
    )
    yield _table(
        ["iteration", "objective", "distance to a permutation", "time"],
        (
            [
                str(number),
                f"{each.objective:.3f}",
                f"{each.distance:.4f}",
                _seconds(each.cpu_seconds),
            ]
            for number, each in enumerate(run.trace, start=1)
        ),
    )
    yield (
        f"![The board of each iteration above its matrix P]({PICTURE.name})\n\n"
        "The same as pictures: the colours of each cell are blended by the parts of its pieces, "
        "and below is the matrix P, with a column for each cell and a row for each piece."
    )


def picture(by_size: BySize) -> bytes:
    """The iterations of the same board, as a strip of pictures."""
    _, run = _longest(by_size)
    assert run.puzzle
    pictures = [
        Picture(draw_mixture(run.puzzle, each.mixture), f"{number}: distance {each.distance:.4f}")
        for number, each in enumerate(run.trace, start=1)
    ]
    strip_of_boards = strip(pictures, Text("The iterations of algorithm 1"))
    return bytes(svg_to_bytes(svg_string=strip_of_boards.svg("print")))


def _longest(by_size: BySize) -> tuple[str, Run]:
    """The board, of those solved by the algorithm alone, that needed most iterations."""
    alone = [
        (f"{side}x{side}, {colours} colours", run)
        for side, colours, runs in by_size
        for run in runs[0]
        if run.solved
    ]
    return max(alone, key=lambda each: each[1].iterations)


def _turned_table(limit: float) -> str:
    return _table(
        ["board", "colours", "`lp`"],
        ([name, str(colours), _summary(runs)] for name, colours, runs in turned(limit)),
    )


def _free_table(limit: float) -> str:
    return _table(
        ["puzzle", "verdict", "iterations", "time", "misfit, unused"],
        (
            [
                name,
                "solved" if run.solved else run.verdict,
                str(run.iterations),
                _seconds(run.seconds),
                f"{misfit:.1g}",
            ]
            for name, run, misfit in free_places(limit)
        ),
    )


def _polygons_table(limit: float) -> str:
    return _table(
        ["puzzle", "colours", "`sdp`", "`backtrack` proves"],
        (
            [name, str(colours), _summary(found), _proofs(every)]
            for name, colours, found, every in polygons(limit)
        ),
    )


def _proofs(runs: Sequence[Run]) -> str:
    """What was proved how often, and the time."""
    verdicts = Counter(run.verdict for run in runs)
    counts = ", ".join(f"{count} {verdict}" for verdict, count in verdicts.items())
    return f"{counts}, {_seconds(middle([run.seconds for run in runs]))}"


def _groebner_table() -> str:
    return _table(
        ["board", "equations", "Gröbner basis", "`lp`"],
        (
            [size, str(equations), _seconds(basis), _seconds(lp)]
            for size, equations, basis, lp in groebner()
        ),
    )
