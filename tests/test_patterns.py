"""No regular expression takes more than linear time, whatever text it is given."""

import pytest

from pattern_attacks import Expression, expressions, slowest

EXPRESSIONS = expressions()


@pytest.mark.parametrize("expression", EXPRESSIONS, ids=lambda expression: expression.where)
def test_a_long_text_is_matched_in_linear_time(expression: Expression) -> None:
    assert slowest(expression) is None, expression.pattern


def test_patterns_of_all_kinds_are_found() -> None:
    places = {expression.where.partition(":")[0] for expression in EXPRESSIONS}
    assert "service/arguments.py" in places  # a literal in a call
    assert "families/kojun/formats/pzprv3.py" in places  # the constant of a module
    assert len(EXPRESSIONS) > 30


@pytest.mark.parametrize(
    ("pattern", "method"),
    [
        # The heading of a piece, a number and the name of a puzzle, as they once were.
        (
            r"piece\s+(?P<name>.+?)(?:\s+x(?P<count>[0-9]+))?(?P<flip>\s+no\s+flip)?"
            r"(?:\s+angles\s+(?P<angles>[-+.0-9eE\s]+))?",
            "fullmatch",
        ),
        (r"[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]{1,3})?", "fullmatch"),
        pytest.param(
            r"(?im)^[ \t]*\[?puzzle\]?[ \t]*:?\s*kojun\s*$", "search", marks=pytest.mark.slow
        ),
        (r"(a+)+b", "match"),
        (r"\s*x", "search"),
    ],
)
def test_patterns_that_take_longer_are_noticed(pattern: str, method: str) -> None:
    assert slowest(Expression("here", pattern, 0, (method,)))
