"""What families on a rectangle of cells share."""
