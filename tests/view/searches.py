"""Searches that several tests start."""

FOCUSED = {"decoder": "focused", "parameters": {}, "heat": "softdist"}
WITHOUT = FOCUSED | {"heat": "none"}


def generate(page, n=60, family="uniform"):
    page.tell("generate", family=family, n=n, seed=3)
    return page.wait("instance")
