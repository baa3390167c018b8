"""The command line: data on stdout, progress and errors on stderr."""

SOME_FAILED = 1
BAD_INPUT = 3
INTERRUPTED = 130
