"""What the papers print, each number once: with its page, its line in the scan and the words there.

A file a paper.  The report's rows take their "printed" from here alone, and
tests/machines/laboratory/printed holds each against its words, and these against the scan where
somebody has it.
"""
