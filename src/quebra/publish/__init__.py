"""Printed matter: books, worksheets and cut-outs as PDF, typeset by typst from templates.

This room lays out what it is given, in one language. It reads, solves and generates nothing.
"""
