"""Reads PDF files for tests: text, fonts, links, and lengths on paper."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import Any

from pypdf import PdfReader
from pypdf.generic import ContentStream

POINTS = 72 / 25.4
Matrix = tuple[float, ...]
IDENTITY: Matrix = (1, 0, 0, 1, 0, 0)


def read(document: bytes) -> PdfReader:
    """The document, read strictly."""
    return PdfReader(BytesIO(document), strict=True)


def fonts(reader: PdfReader) -> dict[str, bool]:
    """Whether each font of the pages and their pictures is embedded, by its name."""
    found: dict[str, bool] = {}
    for page in reader.pages:
        for resources in _resources(page["/Resources"].get_object()):
            for font in resources.get("/Font", {}).values():
                (inner,) = font.get_object()["/DescendantFonts"]
                descriptor = inner.get_object()["/FontDescriptor"].get_object()
                name = str(descriptor["/FontName"]).partition("+")[2]
                found[name] = bool(descriptor.keys() & {"/FontFile2", "/FontFile3"})
    return found


def _resources(resources: Any) -> Iterator[Any]:
    yield resources
    for form in resources.get("/XObject", {}).values():
        inner = form.get_object().get("/Resources")
        if inner is not None:
            yield from _resources(inner.get_object())


def addresses(reader: PdfReader) -> list[str]:
    """The addresses that links of the document open."""
    return [str(link["/A"]["/URI"]) for _, link in _links(reader) if "/A" in link]


def jumps(reader: PdfReader) -> list[tuple[int, int]]:
    """The pages that links of the document start from and lead to, from 0."""
    references = (page.indirect_reference for page in reader.pages)
    numbers = {found.idnum: i for i, found in enumerate(references) if found}
    return [
        (start, numbers[link["/Dest"].get_object()[0].idnum])
        for start, link in _links(reader)
        if "/Dest" in link
    ]


def _links(reader: PdfReader) -> Iterator[tuple[int, Any]]:
    for number, page in enumerate(reader.pages):
        for note in page.get("/Annots", ()):
            yield number, note.get_object()


def strokes(reader: PdfReader, page: int) -> list[tuple[float, float, float, float]]:
    """The boxes of all paths of a page in millimetres: left, top, width and height."""
    found = reader.pages[page]
    contents = ContentStream(found["/Contents"].get_object(), reader)
    return list(_boxes(contents, found["/Resources"].get_object(), IDENTITY, reader))


def _boxes(contents: Any, resources: Any, matrix: Matrix, reader: PdfReader) -> Iterator[Any]:
    saved: list[Matrix] = []
    points: list[tuple[float, float]] = []
    for operands, operator in contents.operations:
        numbers = [float(each) for each in operands if isinstance(each, int | float)]
        if operator == b"q":
            saved.append(matrix)
        elif operator == b"Q":
            matrix = saved.pop()
        elif operator == b"cm":
            matrix = _times(tuple(numbers), matrix)
        elif operator in (b"m", b"l", b"c"):
            points += [_at(x, y, matrix) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
        elif operator == b"re":
            x, y, width, height = numbers
            points += [_at(x, y, matrix), _at(x + width, y + height, matrix)]
        elif operator in (b"S", b"f", b"f*", b"B", b"B*", b"s", b"b", b"n") and points:
            if operator != b"n":
                yield _box(points)
            points = []
        elif operator == b"Do":
            form = resources["/XObject"][operands[0]].get_object()
            if form["/Subtype"] == "/Form":
                inner = tuple(float(each) for each in form.get("/Matrix", IDENTITY))
                own = form.get("/Resources", resources).get_object()
                yield from _boxes(ContentStream(form, reader), own, _times(inner, matrix), reader)


def _box(points: list[tuple[float, float]]) -> tuple[float, float, float, float]:
    xs, ys = [x / POINTS for x, _ in points], [y / POINTS for _, y in points]
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)


def _at(x: float, y: float, m: Matrix) -> tuple[float, float]:
    return x * m[0] + y * m[2] + m[4], x * m[1] + y * m[3] + m[5]


def _times(a: Matrix, b: Matrix) -> Matrix:
    return (
        a[0] * b[0] + a[1] * b[2],
        a[0] * b[1] + a[1] * b[3],
        a[2] * b[0] + a[3] * b[2],
        a[2] * b[1] + a[3] * b[3],
        a[4] * b[0] + a[5] * b[2] + b[4],
        a[4] * b[1] + a[5] * b[3] + b[5],
    )
