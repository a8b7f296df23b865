"""Texts and languages."""
