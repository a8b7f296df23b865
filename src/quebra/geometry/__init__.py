"""Plane geometry: edges, outlines, regions, their intersections, areas and motions."""
