"""The sample books of the documentation, and pictures of printed pages.

    python docs/print_pages.py

writes the pictures `docs/pictures/print-*.png` of the README and of `print.md`. The books are made
by `docs/generate.py`, as PDF and as pictures of their pages.
"""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from quebra.engine.budget import Budget
from quebra.families.tangram.figures import figure_puzzle
from quebra.families.tangram.sets import piece_set
from quebra.publish.typeset import to_pictures
from quebra.service.publishing import Book, CutOut, Document, PrintRequest, Worksheet
from writing import page

FOLDER = Path(__file__).parent / "pictures"
BOOKS = Path("docs/_generated/books")
THUMBNAIL_PPI, PICTURE_PPI = 36, 64


@dataclass(frozen=True)
class Sample:
    """A sample book: the name of its file, a sentence, and the request that makes it."""

    name: str
    text: str
    request: Book


SAMPLES = (
    Sample(
        "pocket",
        "A pocket book of Kojun on A5, two puzzles a page, with QR codes.",
        Book(
            recipe="kojun 5x5 easy x6, 6x6 medium x6, 7x7 hard x4",
            title="Kojun for the train",
            paper="a5",
            gutter=5,
            qr=True,
        ),
    ),
    Sample(
        "school",
        "Three families in Portuguese, four puzzles a page.",
        Book(
            recipe="kojun 6x6 easy x4, medium x4, symmetry 6x6 easy x4, medium x4, tangram x4",
            title="Quebra-cabeças para a escola",
            lang="pt",
        ),
    ),
    Sample(
        "large",
        "Large print in Spanish, in shades of grey.",
        Book(
            recipe="symmetry 5x5 easy x4, shisen 4x6 x4, edges 4x4 x4",
            title="Letra grande",
            lang="es",
            large=True,
            grey=True,
        ),
    ),
)


def write_books(root: Path) -> None:
    """Write the sample books, the pictures of their pages, and the page that shows them."""
    folder = root / BOOKS
    folder.mkdir(parents=True, exist_ok=True)
    for sample in SAMPLES:
        document = sample.request.document(Budget())
        (folder / f"{sample.name}.pdf").write_bytes(document.pdf())
        for number, picture in enumerate(_pages(document, THUMBNAIL_PPI), start=1):
            (folder / f"{sample.name}-{number:02}.png").write_bytes(picture)
    (folder.parent / "books.md").write_text(_books_page(folder), encoding="utf-8")


def _pages(document: Document, ppi: float) -> list[bytes]:
    return to_pictures(document.template, document.data, "png", ppi)


def _books_page(folder: Path) -> str:
    sections = []
    for sample in SAMPLES:
        files = sorted(file.name for file in folder.glob(f"{sample.name}-*.png"))
        pictures = "\n".join(f"![](_generated/books/{name})" for name in files)
        link = f"{{download}}`{sample.request.title} <_generated/books/{sample.name}.pdf>`"
        sections.append(page(f"{sample.text} {link}, {len(files)} pages:", pictures))
    return page(*sections)


def write_pictures() -> None:
    """Write the pictures of the README and of `print.md`."""
    swan, square = figure_puzzle("classic", "swan"), piece_set("classic").puzzle("square")
    shown: dict[str, tuple[PrintRequest, tuple[int, ...]]] = {
        "book": (SAMPLES[1].request, (0, 2, 3)),
        "worksheet": (Worksheet(recipe="kojun 5x5 easy x6", variants=2), (0, 1, 3)),
        "cutout": (CutOut(puzzles=(square, swan), size=60), (0, 2)),
    }
    for name, (request, numbers) in shown.items():
        pictures = _pages(request.document(Budget()), PICTURE_PPI)
        beside = _side_by_side([pictures[number] for number in numbers])
        (FOLDER / f"print-{name}.png").write_bytes(beside)


def _side_by_side(pictures: list[bytes]) -> bytes:
    """Pages side by side on a grey table, in few colours, which makes small files."""
    from PIL import Image

    pages = [Image.open(BytesIO(picture)).convert("RGB") for picture in pictures]
    gap = 16
    width = sum(page.width + gap for page in pages) + gap
    table = Image.new("RGB", (width, pages[0].height + 2 * gap), "#d9d5cc")
    left = gap
    for sheet in pages:
        table.paste(sheet, (left, gap))
        left += sheet.width + gap
    out = BytesIO()
    table.quantize(64).save(out, "PNG", optimize=True)
    return out.getvalue()


if __name__ == "__main__":
    write_pictures()
