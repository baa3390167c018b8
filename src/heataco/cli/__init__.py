"""The command line: data on stdout, progress and errors on stderr."""

BAD_INPUT = 3
INTERRUPTED = 130
