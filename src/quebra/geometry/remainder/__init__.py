"""What is left of a figure when pieces are taken out of it: its strokes, corners and parts."""
