# SPDX-License-Identifier: Apache-2.0
"""Headroom in Python: open, edit, check, run, branch and read data centres.

    import headroom
    run = headroom.open("scenarios/tour-small-hall").run(until="2h")
    print(run.state_hash, run["facility/it_power_kw"])

Times are seconds after the start of a run, or texts as "90s", "15min", "24h", "7d". Numbers are in the unit that
their name ends with. What goes wrong is headroom.Error with the codes of the manual. See resources/help/python.md.
"""
import os as _os

from .errors import Error
from ._engine import (
    Block,
    Frame,
    Project,
    Recording,
    Run,
    __version__,
    campaign,
    compare,
    cost,
    data_folder,
    estimate,
    fleet,
    goodput,
    loads,
    look_from,
    open,
    parallelism,
    plan,
    quantities,
    questions,
    report,
    schedule,
    sensitivity,
    set_guest_program as _set_guest_program,
    study,
    sweep,
)
from .environment import Box, Choice, Environment, Setting
from .frames import dataframe
from .varied import runs

look_from(_os.path.abspath(__file__))
_here = _os.path.dirname(_os.path.abspath(__file__))
for _place in ("../../bin/headroom-guest", "../../../headroom/headroom-guest"):  # of a build, of an installation
    if _os.path.exists(_os.path.join(_here, _place)):
        _set_guest_program(_os.path.join(_here, _place))
        break

__all__ = [
    "Block", "Box", "Choice", "Environment", "Error", "Frame", "Project", "Recording", "Run", "Setting",
    "campaign", "compare", "cost", "data_folder", "dataframe", "estimate", "fleet", "goodput", "loads", "open",
    "parallelism", "plan", "quantities", "questions", "report", "runs", "schedule", "sensitivity", "study", "sweep",
]
