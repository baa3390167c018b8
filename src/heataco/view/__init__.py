"""The live page: a server on this machine, a process for each search, and the page's files."""
