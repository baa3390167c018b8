"""Threads that the system does not give."""

import json
import subprocess
import sys

import numpy as np
import pytest

import heataco as ha

PREPARE = """
import json, os, sys
import numpy as np
import heataco as ha
rng = np.random.default_rng(0)
instance = ha.Instance.from_coordinates(rng.random((200, 2)))
budget = ha.Budget(iterations=5)
decoder = ha.DECODERS[sys.argv[1]]()
"""

LIMITS = {
    # The system gives no more processes. It gives root any number.
    "processes": """
import resource
if os.getuid() == 0:
    os.setuid(65_534)
resource.setrlimit(resource.RLIMIT_NPROC, (4, 4))
""",
    # There is room for the stacks of a few threads only.
    "memory": """
import resource
pages = int(open("/proc/self/statm").read().split()[0])
limit = pages * resource.getpagesize() + (64 << 20)
resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
""",
}


def run(script, *arguments):
    return subprocess.run(
        [sys.executable, "-c", PREPARE + script, *arguments],
        capture_output=True,
        text=True,
        timeout=120,
    )


@pytest.mark.skipif(sys.platform != "linux", reason="limits are set as on Linux")
@pytest.mark.parametrize("limit", LIMITS)
@pytest.mark.parametrize("name", ["focused", "mmas"])
def test_fewer_threads_than_asked_for(limit, name):
    """The process would hang for ever, deaf to Ctrl-C, or give another tour."""
    script = (
        LIMITS[limit]
        + """
one = ha.decode(instance, None, decoder, budget=budget, seed=3, threads=64)
some = ha.decode_batch([(instance, None)] * 3, decoder, budget=budget, seed=3, threads=64)
print(json.dumps([result.tour.tolist() for result in [one, *some]]))
"""
    )
    done = run(script, name)
    assert done.returncode == 0, done.stderr
    points = np.random.default_rng(0).random((200, 2))
    expected = ha.decode(
        ha.Instance.from_coordinates(points),
        None,
        ha.DECODERS[name](),
        budget=ha.Budget(iterations=5),
        seed=3,
    )
    assert json.loads(done.stdout) == [expected.tour.tolist()] * 4


@pytest.mark.skipif(sys.platform != "linux", reason="limits are set as on Linux")
def test_memory_that_ends_in_a_thread():
    """The process would be ended where the first exception of a thread finds no memory."""
    script = """
import resource

instance = ha.Instance.from_coordinates(rng.random((400, 2)))
budget = ha.Budget(iterations=2)

def search(room):
    pages = int(open("/proc/self/statm").read().split()[0])
    limit = pages * resource.getpagesize() + (room << 20)
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    try:
        list(ha.decode_batch([(instance, None)] * 12, decoder, budget=budget, threads=32))
    except MemoryError:
        pass

for room in range(64, 304, 16):
    child = os.fork()
    if child == 0:
        search(room)
        os._exit(0)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
    done = run(script, "mmas")
    assert (done.stdout, done.stderr) == ("0\n" * 15, "")
