# SPDX-License-Identifier: Apache-2.0
"""The examples that ship run, and the tour comes to the state hash of the command line."""
import json
import os
import pathlib
import subprocess
import sys

import pytest

import headroom

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "app" / "python" / "examples"


def run(name, folder):
    done = subprocess.run([sys.executable, str(EXAMPLES / name)], capture_output=True, text=True, cwd=folder, timeout=600)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("name", sorted(p.name for p in EXAMPLES.glob("*.py")))
def test_example_runs(name, tmp_path):
    assert run(name, tmp_path).strip()


def test_the_tour_takes_thirty_lines_and_has_the_hash_of_the_command_line(tmp_path):
    assert len((EXAMPLES / "tour.py").read_text().splitlines()) <= 30
    cli = subprocess.run([os.environ["HEADROOM_CLI"], "run", str(headroom.data_folder() / "scenarios" / "tour-small-hall"),
                          "--until", "2h", "--out", str(tmp_path / "tour.db"), "--format", "json", "--quiet"],
                         capture_output=True, text=True, check=True)
    assert run("tour.py", tmp_path).split()[-1] == json.loads(cli.stdout)["state_hash"]
