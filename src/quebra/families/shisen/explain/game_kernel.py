"""Simulated games of Shisen-Sho: three players, from hasty to wary.

A player picks a free pair at random; a short path makes a pair likely. The tidy player first takes
pairs and kinds that can go completely, which never loses a game. The wary player also rejects pairs
after which some tiles can never go, by the relaxation in which a tile may go with several others.
Runs in plain Python and compiled.
"""

from __future__ import annotations

from quebra.engine.kernels import NODES, check_budget, draw_below
from quebra.families.shisen.explain.game_state import (
    BLUNDERS,
    FREE,
    GAMES,
    HASTY,
    LOST,
    MOVES,
    RANDOM,
    WARY,
    GameState,
)
from quebra.families.shisen.solve.kernel import joined, place_all_tiles, remove_tile
from quebra.families.shisen.solve.lines import crossings
from quebra.families.shisen.solve.state import ShisenState

assert NODES == GAMES


def start_game(g: GameState, s: ShisenState) -> None:
    """Put all tiles on the board."""
    place_all_tiles(s)
    g.at[MOVES] = 0
    for kind in range(len(g.left)):
        g.left[kind] = s.tiles[kind + 1] - s.tiles[kind]
    for tile in range(len(g.standing)):
        g.standing[tile] = 1


def take(g: GameState, s: ShisenState, pair: int) -> None:
    """Remove a pair from the board."""
    for tile in (s.one[pair], s.two[pair]):
        remove_tile(s, tile)
        g.standing[tile] = 0
    g.left[s.kind[pair]] -= 2
    g.moves[g.at[MOVES]] = pair
    g.at[MOVES] += 1


def put_back(g: GameState, s: ShisenState) -> None:
    """Take back the last move."""
    g.at[MOVES] -= 1
    pair = g.moves[g.at[MOVES]]
    for tile in (s.one[pair], s.two[pair]):
        r, c = s.row[tile], s.col[tile]
        s.rows[r] |= 1 << c
        s.cols[c] |= 1 << r
        g.standing[tile] = 1
    g.left[s.kind[pair]] += 2


def on_board(g: GameState, s: ShisenState, pair: int) -> bool:
    """Whether both tiles of a pair are on the board."""
    return g.standing[s.one[pair]] == 1 and g.standing[s.two[pair]] == 1


def take_kind(g: GameState, s: ShisenState, kind: int) -> bool:
    """Take all tiles of a kind if some order of free pairs does so; else change nothing.

    Of kinds with more than four tiles only one order from each first pair is tried.
    """
    before = g.at[MOVES]
    for first in range(s.pairs[kind], s.pairs[kind + 1]):
        if on_board(g, s, first) and joined(s, first):
            take(g, s, first)
            going = True
            while going and g.left[kind]:
                going = False
                for pair in range(s.pairs[kind], s.pairs[kind + 1]):
                    if on_board(g, s, pair) and joined(s, pair):
                        take(g, s, pair)
                        going = True
            if g.left[kind] == 0:
                return True
            while g.at[MOVES] > before:
                put_back(g, s)
    return False


def take_harmless(g: GameState, s: ShisenState) -> None:
    """Take whole kinds until none can go completely; the last pairs of kinds come first."""
    going = True
    while going:
        going = False
        for size in (2, 4, 0):
            for kind in range(len(g.left)):
                count = g.left[kind]
                if count and (count == size or (size == 0 and count > 4)):
                    going = take_kind(g, s, kind) or going
            if going:
                break


def loses(g: GameState, s: ShisenState, taken: int) -> bool:
    """Whether some tiles can never go after a pair goes, even if tiles go with several others.

    If all can go before, the stuck tiles contain one of the same kind. So it is enough to see
    whether the others of this kind can go.
    """
    kind = s.kind[taken]
    waiting = g.left[kind] - 2
    for r in range(s.height):
        g.saved_rows[r] = s.rows[r]
    for c in range(s.width):
        g.saved_cols[c] = s.cols[c]
    for tile in range(len(g.gone)):
        g.gone[tile] = 1 - g.standing[tile]
    for tile in (s.one[taken], s.two[taken]):
        remove_tile(s, tile)
        g.gone[tile] = 1
    going = True
    while waiting and going:
        going = False
        for each in range(len(g.left)):
            k = (kind + each) % len(g.left)
            if g.left[k]:
                went = relax_kind(g, s, k, taken)
                going = going or went > 0
                if k == kind:
                    waiting -= went
                    if waiting == 0:
                        break
    for r in range(s.height):
        s.rows[r] = g.saved_rows[r]
    for c in range(s.width):
        s.cols[c] = g.saved_cols[c]
    return waiting > 0


def relax_kind(g: GameState, s: ShisenState, kind: int, taken: int) -> int:
    """Let tiles of a kind go that have a free pair in a relaxed game; the number that went."""
    went = 0
    for pair in range(s.pairs[kind], s.pairs[kind + 1]):
        a, b = s.one[pair], s.two[pair]
        if g.standing[a] == 0 or g.standing[b] == 0 or (g.gone[a] and g.gone[b]):
            continue
        if s.kind[taken] == kind and (
            a == s.one[taken] or a == s.two[taken] or b == s.one[taken] or b == s.two[taken]
        ):
            continue
        if joined(s, pair):
            for tile in (a, b):
                if g.gone[tile] == 0:
                    g.gone[tile] = 1
                    remove_tile(s, tile)
                    went += 1
    return went


def path_length(s: ShisenState, pair: int) -> int:
    """The length of the shortest free path of a pair that has one."""
    a, b = s.one[pair], s.two[pair]
    r, c, to_r, to_c = s.row[a], s.col[a], s.row[b], s.col[b]
    across = crossings(s.rows, r, c, to_r, to_c, s.width)
    down = crossings(s.cols, c, r, to_c, to_r, s.height)
    return abs(r - to_r) + abs(c - to_c) + 2 * min(detour(across, c, to_c), detour(down, r, to_r))


def detour(places: int, one: int, two: int) -> int:
    """The distance from the nearest of some places, as bits, to the span of two others."""
    low, high = min(one, two), max(one, two)
    for away in range(64):
        if places >> (high + away) & 1 or (away <= low and places >> (low - away) & 1):
            return away
        if away == 0 and places >> low & ((1 << (high - low)) - 1):
            return 0
    return 64


def find_free(g: GameState, s: ShisenState, game: int) -> None:
    """List the pairs that can go now and were not rejected in this game, with their weights."""
    count = 0
    for kind in range(len(g.left)):
        if g.left[kind]:
            for pair in range(s.pairs[kind], s.pairs[kind + 1]):
                if on_board(g, s, pair) and g.dropped[pair] != game and joined(s, pair):
                    g.free[count] = pair
                    g.weight[count] = g.weight_of[min(path_length(s, pair), len(g.weight_of) - 1)]
                    count += 1
    g.at[FREE] = count


def pick(g: GameState) -> int:
    """The place in `free` of a random pair, by weight; -1 if there is none."""
    total = 0
    for k in range(g.at[FREE]):
        total += g.weight[k]
    if total == 0:
        return -1
    drawn = draw_below(g.at, RANDOM, total)
    for k in range(g.at[FREE]):
        drawn -= g.weight[k]
        if drawn < 0:
            return k
    return -1


def play_game(g: GameState, s: ShisenState, player: int, game: int) -> None:
    """Play one game to its end."""
    start_game(g, s)
    while True:
        if player != HASTY:
            take_harmless(g, s)
        if 2 * g.at[MOVES] == len(g.standing):
            return
        find_free(g, s, game)
        k = pick(g)
        while k >= 0 and player == WARY and loses(g, s, g.free[k]):
            g.dropped[g.free[k]] = game
            g.traps[g.free[k]] += 1
            g.at[BLUNDERS] += 1
            g.weight[k] = 0
            k = pick(g)
        if k < 0:
            g.at[LOST] += 1
            return
        take(g, s, g.free[k])


def play_games(g: GameState, s: ShisenState, player: int, count: int) -> int:
    """Play a number of games."""
    for _ in range(count):
        check_budget()
        g.at[GAMES] += 1
        play_game(g, s, player, g.at[GAMES])
    return g.at[LOST]
