# SPDX-License-Identifier: Apache-2.0
"""Cost, sensitivity, comparison and report answer as the commands of the same names."""
import json
import os
import subprocess

import pytest

import headroom


def cli(*words):
    done = subprocess.run([os.environ["HEADROOM_CLI"], *words], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def test_cost_is_that_of_the_command(hall):
    answer = headroom.cost(hall, against=["aws-p5:on_demand"], years=4, threads=2)
    assert answer == cli("cost", str(hall.file), "--against", "aws-p5:on_demand", "--years", "4", "--format", "json")


def test_an_unknown_offer_is_an_error(hall):
    with pytest.raises(headroom.Error):
        headroom.cost(hall, against=["aws-p0:on_demand"])


def test_sensitivity_is_a_table_of_figures(hall):
    table = headroom.sensitivity(hall, until="10min", type="accelerator", threads=2)
    lengths = {len(column) for column in table.values()}
    assert len(lengths) == 1 and lengths.pop() > 0
    with pytest.raises(ValueError, match="share_pct"):
        headroom.sensitivity(hall, share_pct=100)


def test_two_runs_are_compared_and_reported(recorded, hall, tmp_path):
    file, run = recorded
    answer = headroom.compare([str(file), str(file)])
    assert answer == cli("compare", str(file), str(file), "--format", "json")
    with pytest.raises(ValueError, match="two to four"):
        headroom.compare([str(file)])
    page = headroom.report([str(file)], tmp_path / "hour.html", client="Example Cloud", date="2026-12-01")
    text = open(page).read()
    assert text.startswith("<!DOCTYPE html>") and "Example Cloud" in text
    assert open(headroom.report([str(file)], tmp_path / "hour.pdf"), "rb").read(5) == b"%PDF-"
