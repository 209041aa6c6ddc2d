# SPDX-License-Identifier: Apache-2.0
import pathlib

import pytest

import headroom

SCENARIOS = pathlib.Path(headroom.data_folder()) / "scenarios"


@pytest.fixture
def hall():
    """1,024 accelerators, 15 s steps."""
    return headroom.open(SCENARIOS / "tour-small-hall")


@pytest.fixture(scope="session")
def recorded(tmp_path_factory):
    """One hour of it, recorded: the file, and the run."""
    file = tmp_path_factory.mktemp("recorded") / "hour.db"
    return file, headroom.open(SCENARIOS / "tour-small-hall").run(until="1h", out=file, keep="*")
