"""The plane: points, edges, outlines, how they meet, and what they cover."""
