"""The engine `cpsat`: a variable for each option, one for each cell and copy."""

from __future__ import annotations

from collections.abc import Iterator

from quebra.engine.budget import Budget
from quebra.engine.cpsat import enumerate_model, new_model
from quebra.families.solids.model import Assembly, Solids
from quebra.families.solids.solve.options import options_of


def cpsat(puzzle: Solids, budget: Budget, *, goal: str, seed: int | None) -> Iterator[Assembly]:
    """All solutions; of those that are turned as a whole, the first by the order of options."""
    options = options_of(puzzle)
    model = new_model(budget)
    chosen = [model.new_bool_var(f"o{number}") for number in range(len(options.options))]
    for cell in puzzle.marks:
        budget.pause()
        over = [chosen[i] for i, option in enumerate(options.options) if cell in option.cells]
        if cell in puzzle.required:
            model.add_exactly_one(over)
        else:
            model.add_at_most_one(over)
    for kind, count in enumerate(options.counts):
        of_kind = [chosen[i] for i, option in enumerate(options.options) if option.kind == kind]
        model.add(sum(of_kind) == count)
    found = enumerate_model(
        model,
        lambda solution: tuple(i for i, each in enumerate(chosen) if solution.value(each)),
        budget,
        seed,
    )
    for choice in found:
        if options.least_turned(choice) == choice:
            yield options.assembly(choice)
