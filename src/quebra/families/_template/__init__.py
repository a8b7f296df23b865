"""Latin squares: the smallest complete family. Copy this folder to start a family of your own.

Each file is a room, which exports one struct; `docs/hooks.md` describes every field. These rooms
are required: `model`, `formats`, `rules`, `solve`, `explain`, `generate`, `draw`, and the boards of
`cases.toml`.

These are optional; one that is left out takes its file and its line below with it:

- `play.py`: puzzles can be played, with hints, undo and links, and set on the page.
- `symmetry.py`: banks keep equivalent puzzles once (`canonical`), batches divide hard puzzles
  (`split`), and solutions are counted up to symmetry (`solution_key`).
- `page.js` (not in this folder): a board of its own on the page in place of the number pad, or
  controls for edits that are not entries; see `docs/page-js.md`.
- `pt.toml`: the texts in Portuguese.
"""

from quebra.contract.family import Family
from quebra.families._template.draw import draw
from quebra.families._template.explain import EXPLAIN
from quebra.families._template.formats import FORMATS
from quebra.families._template.generate import GENERATE
from quebra.families._template.model import MODEL, Latin
from quebra.families._template.play import PLAY
from quebra.families._template.rules import RULES
from quebra.families._template.solve import SOLVE
from quebra.families._template.symmetry import SYMMETRY

family = Family(
    name="latin",
    title="Latin square",
    model=MODEL,
    formats=FORMATS,
    rules=RULES,
    solve=SOLVE,
    explain=EXPLAIN,
    generate=GENERATE,
    draw=draw,
    play=PLAY,  # optional
    symmetry=SYMMETRY,  # optional
)

__all__ = ["Latin", "family"]
