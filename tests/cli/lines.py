"""Command lines that several tests run."""

import json


def decode_json(heataco, line):
    answer = heataco(f"decode {line} --json --quiet")
    assert answer.code == 0, answer.err
    assert answer.out.count("\n") == 1
    return json.loads(answer.out)


SHORT = "--iterations 5 --quiet"
