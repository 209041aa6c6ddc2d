# SPDX-License-Identifier: Apache-2.0
"""The package and its stubs pass mypy --strict, and so does a program of somebody who uses both."""
import pathlib
import shutil
import subprocess

import pytest

import headroom

PACKAGE = pathlib.Path(headroom.__file__).parent

USER = """
import headroom
import numpy

def hottest(path: str) -> float:
    project = headroom.open(path)
    assert isinstance(project, headroom.Project)
    run = project.run(until="1h")
    power: numpy.ndarray[object, numpy.dtype[numpy.float64]] = run.channel("facility/it_power_kw")
    return float(power.max())

environment = headroom.Environment("hall", actions=[headroom.Setting("warm.supply_setpoint_c", 24, 36)],
                                   observations=["facility/pue"], reward=lambda run, info: -run["facility/pue"])
observation, info = environment.reset(seed=1)
"""


@pytest.mark.skipif(shutil.which("mypy") is None, reason="mypy is not installed")
@pytest.mark.parametrize("text, faults", [(USER, 0), (USER.replace('until="1h"', "until=[1]"), 1)])
def test_types_are_strict(text, faults, tmp_path):
    (tmp_path / "user.py").write_text(text)
    shutil.copytree(PACKAGE, tmp_path / "headroom", ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    done = subprocess.run(["mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), "user.py", "headroom"],
                          cwd=tmp_path, capture_output=True, text=True, timeout=600)
    assert done.stdout.count(": error:") == faults, done.stdout
