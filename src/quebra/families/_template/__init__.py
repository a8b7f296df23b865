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
- `catalogues` (not in this folder): the texts in other languages.

Every text is a `Text`: an English template and its values, never a plain string. A family outside
Quebra is translated by `catalogues/LANG.po` beside its modules, which Babel extracts and compiles:

    pybabel extract -k Text -k Plural:1,2 -o texts.pot PACKAGE
    pybabel init -i texts.pot -l pt -o PACKAGE/catalogues/pt.po
    pybabel compile -i PACKAGE/catalogues/pt.po -o PACKAGE/catalogues/pt.mo

The package ships `catalogues/LANG.mo`, which is read when the family is loaded. Texts that Quebra
has too, such as "a cell is empty", need no translation there.
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
from quebra.i18n.text import Text

family = Family(
    name="latin",
    title=Text("Latin square"),
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
