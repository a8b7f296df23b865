"""The remainder of a figure after pieces are taken out: its strokes, corners and components."""
