"""What `import heataco` costs."""

import subprocess
import sys

import heataco as ha


def test_import_is_light():
    """Every script would wait for packages that it does not use, or fail where one is missing."""
    code = (
        "import sys, heataco;"
        "heavy = {'click', 'rich', 'matplotlib', 'safetensors', 'scipy', 'torch'};"
        "print(*heavy & sys.modules.keys())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_command_line_is_light():
    """`heataco --help` would wait for matplotlib, which only pictures need."""
    code = (
        "import sys, heataco.cli.main;"
        "print(*{'rich', 'matplotlib', 'safetensors', 'scipy', 'torch', 'heataco.bench'}"
        " & sys.modules.keys())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_nothing_is_loaded_in_the_time_of_a_search():
    """The first search of a process would lose time, all of it where the limit is short."""
    code = (
        "import sys, numpy, heataco;"
        "points = numpy.random.rand(20, 2);"
        "before = set(sys.modules);"
        "heataco.solve(points, iterations=1);"
        "print(*sys.modules.keys() - before)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_public_names():
    """Completion in a notebook would offer modules and helpers, or hide what is public."""
    assert dir(ha) == sorted([*ha.__all__, "__version__"])
    assert all(hasattr(ha, name) for name in dir(ha))
