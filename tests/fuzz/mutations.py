"""Texts made from others: spliced, repeated, cut, with their tokens swapped and numbers extreme."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

MAX_LENGTH = 20_000
MAX_LONG = 400_000
"""Characters of one text in a few hundred."""
TOKEN = re.compile(r"[A-Za-z_]+|[0-9.]+|\s+|[^\sA-Za-z_0-9.]")
NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)?")
NUMBERS = (
    *("0", "-0", "1", "-1", "2", "00", "7.5", "1e3", "1e-9", "5e-324", "1e308", "-1e308", "1e999"),
    *("255", "9999", "10000", "10001", "100000", "999999999", "1000000000", "2147483648"),
    *("9223372036854775808", "1" * 30, "1" * 400, "1" * 4299, "1" * 5000, "0.1", "1e6", "1000001"),
    *("0.9999999", "1.0000001", "1e-7", "NaN", "Infinity", "null", "true", "0x10", "1_0", "٣"),
)
WORDS = (
    *(
        "[]",
        "{}",
        "null",
        '""',
        "[[]]",
        "[null]",
        "{}}",
        "]",
        "(",
        ")",
        "((",
        "<",
        "/>",
        "&",
        "&amp;",
    ),
    *(
        ":",
        ",",
        ";",
        "#",
        ".",
        "-",
        "*",
        "/",
        "=",
        "?",
        "'",
        '"',
        "\\",
        "\\u0000",
        "\\ud800",
        "%00",
    ),
    *(
        "\n",
        "\r",
        "\r\n",
        "\t",
        " ",
        "\0",
        "\x1b[2J",
        "\x85",
        "\u2028",
        "\ufeff",
        "\ud800",
        "é",
        "😀",
    ),
    *("piece", "figure", "tolerance", "angles", "no flip", "mirror", "x2", "POLYGON", "EMPTY"),
    *("kojun", "tangram", "shisen", "edges", "symmetry", "tetravex", "merged", "shape", "seam"),
    *(
        "order",
        "regions",
        "givens",
        "problem",
        "areas",
        "solution",
        "size",
        "rows",
        "layer",
        "cells",
    ),
    *("hint", "turns", "frame", "none", "rotate", "polygon", "free", "stack", "cube", "via"),
    *(
        "family",
        "status",
        "solutions",
        "puzzle",
        "answer",
        "verb",
        "options",
        "M0 0",
        "Z",
        "A1 1 0 0 1",
    ),
    *("transform", "rotate(45)", "matrix(1 0 0 1 0 0)", "class", "<!DOCTYPE a>", "<svg>", "</svg>"),
)

Mutation = Callable[[Random, str, Sequence[str]], str]


def mutated(random: Random, seeds: Sequence[str]) -> str:
    """A new text from one or more of the seeds."""
    text = random.choice(seeds)
    most = MAX_LONG if random.random() < 0.003 else MAX_LENGTH
    for _ in range(random.choice((1, 1, 1, 2, 2, 3, 5))):
        text = random.choice(MUTATIONS)(random, text, seeds)[:most]
    return text


def _span(random: Random, text: str, most: int = 200) -> tuple[int, int]:
    start = random.randrange(len(text) + 1)
    return start, min(len(text), start + random.randrange(most))


def _delete(random: Random, text: str, seeds: Sequence[str]) -> str:
    start, end = _span(random, text, random.choice((2, 10, 200)))
    return text[:start] + text[end:]


def _repeat(random: Random, text: str, seeds: Sequence[str]) -> str:
    start, end = _span(random, text, random.choice((2, 10, 60)))
    times = random.choice((2, 3, 10, 100, 1_000, 20_000))
    times = min(times, MAX_LONG // max(1, end - start))
    return text[:start] + text[start:end] * times + text[end:]


def _splice(random: Random, text: str, seeds: Sequence[str]) -> str:
    other = random.choice(seeds)
    return text[: random.randrange(len(text) + 1)] + other[random.randrange(len(other) + 1) :]


def _insert(random: Random, text: str, seeds: Sequence[str]) -> str:
    at = random.randrange(len(text) + 1)
    return text[:at] + random.choice(WORDS) + text[at:]


def _replace_character(random: Random, text: str, seeds: Sequence[str]) -> str:
    at = random.randrange(len(text) + 1)
    return text[:at] + random.choice(random.choice(WORDS)) + text[at + 1 :]


def _replace_number(random: Random, text: str, seeds: Sequence[str]) -> str:
    found = list(NUMBER.finditer(text, *_span(random, text, 2_000)))
    if not found:
        return text
    chosen = random.choice(found)
    return text[: chosen.start()] + random.choice(NUMBERS) + text[chosen.end() :]


def _change_tokens(random: Random, text: str, seeds: Sequence[str]) -> str:
    """Two tokens swapped, one taken from elsewhere, or one said twice."""
    tokens = TOKEN.findall(text)
    if len(tokens) < 2:
        return text
    i, j = random.randrange(len(tokens)), random.randrange(len(tokens))
    way = random.randrange(4)
    if way == 0:
        tokens[i], tokens[j] = tokens[j], tokens[i]
    elif way == 1:
        tokens[i] = tokens[j]
    elif way == 2:
        tokens[i] = random.choice(TOKEN.findall(random.choice(seeds)) or [""])
    else:
        tokens[i] *= min(random.choice((2, 100, 5_000)), 1 + MAX_LONG // len(tokens[i]))
    return "".join(tokens)


def _change_lines(random: Random, text: str, seeds: Sequence[str]) -> str:
    lines = text.split("\n")
    i = random.randrange(len(lines))
    way = random.randrange(4)
    if way == 0:
        random.shuffle(lines)
    elif way == 1:
        lines.insert(random.randrange(len(lines) + 1), lines[i])
    elif way == 2:
        del lines[i]
    else:
        lines[i] = random.choice(random.choice(seeds).split("\n"))
    return "\n".join(lines)


def _nest(random: Random, text: str, seeds: Sequence[str]) -> str:
    """A part put into brackets, many times over."""
    start, end = _span(random, text)
    opening, closing = random.choice(("[]", "()", "{}", '""', "<>"))
    times = random.choice((1, 2, 30, 2_000))
    return text[:start] + opening * times + text[start:end] + closing * times + text[end:]


def _change_case(random: Random, text: str, seeds: Sequence[str]) -> str:
    start, end = _span(random, text)
    return text[:start] + text[start:end].swapcase() + text[end:]


MUTATIONS: tuple[Mutation, ...] = (
    _delete,
    _repeat,
    _splice,
    _insert,
    _replace_character,
    _replace_number,
    _replace_number,
    _change_tokens,
    _change_tokens,
    _change_lines,
    _nest,
    _change_case,
)
