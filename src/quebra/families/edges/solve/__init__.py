"""The engines of edge-matching: a portfolio, and the parts of it by name."""

from __future__ import annotations

from quebra.contract.family import Engine
from quebra.families.edges.model import Edges, Filling
from quebra.families.edges.solve.backtrack import backtrack
from quebra.families.edges.solve.cpsat import cpsat
from quebra.families.edges.solve.portfolio import portfolio
from quebra.families.edges.solve.relax.lp import lp
from quebra.families.edges.solve.relax.sdp import sdp

Solver = Engine[Edges, Filling]


ENGINES: dict[str, Solver] = {
    "portfolio": portfolio,
    "backtrack": backtrack,
    "cpsat": cpsat,
    "lp": lp,
    "sdp": sdp,
}
