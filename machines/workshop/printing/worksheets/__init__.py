"""Worksheets for lessons: their text is in assets/worksheets, and here they are set on paper."""
