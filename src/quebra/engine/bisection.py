"""The losing move of a game, by bisection."""

from __future__ import annotations

from collections.abc import Callable


def last_winnable(
    moves: int, is_winnable: Callable[[int], bool | None], known: int = -1
) -> int | None:
    """The number of moves after which a lost game could still be won; one more, and it was lost.

    `is_winnable` judges the game after a number of moves; None is "not known". It is not asked
    about `known` moves or fewer. Returns -1 if the game never could be won, and None if it still
    can or a verdict is not known. Where moves can be taken back, there may be several such numbers;
    one of them is returned.

    >>> last_winnable(10, lambda count: count < 7)
    6
    >>> last_winnable(10, lambda count: False), last_winnable(10, lambda count: True)
    (-1, None)
    """
    winnable, lost = known, moves
    if is_winnable(moves) is not False:
        return None
    while lost - winnable > 1:
        middle = (winnable + lost) // 2
        verdict = is_winnable(middle)
        if verdict is None:
            return None
        winnable, lost = (middle, lost) if verdict else (winnable, middle)
    return winnable
