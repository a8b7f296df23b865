"""The paper's two algorithms: sequences of convex relaxations, each weighted by the last."""
