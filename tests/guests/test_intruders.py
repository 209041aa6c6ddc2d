# SPDX-License-Identifier: Apache-2.0
"""Guests that write, close, fork or compute where they must not: the run names them, ends with 4 or goes on, and nothing of them is left."""
import json
import os
import pathlib
import signal
import subprocess
import time

import pytest

from guests import CLI, HERE, TOUR, library, run

WRITES, CLOSES, FORKS, COMPUTES, NAMELESS = 1, 2, 3, 4, 5
ANSWERS = ['{"outputs":[]}', '{"outputs":[30,30]}', '{"outputs":"x"}', '{"outputs":["x"]}', '{"outputs":[30]}', "{}", "[]", "5", "no JSON",
           '{"error":5}', '{"error":"x","code":5}', '{"error":"x","remedy":[]}', '{"error":{}}', '{"outputs":[1e999]}']


def joined(file, goes_on=False, timeout_s=2):
    guest = {"format": "headroom-guest/1", "plugin": str(file), "every": "1min", "timeout_s": timeout_s,
             "inputs": {"hottest_chip": {"channel": "facility/hottest_chip_c"}},
             "outputs": {"water": {"set": "warm.supply_setpoint_c", "least": 20, "most": 40}}}
    return guest | ({"when_it_fails": "go_on"} if goes_on else {})


def intruder(folder, do, answer=""):
    quoted = json.dumps(answer)
    return library(HERE / "fixture" / "intruder.c", folder / f"intruder-{do}.so", f"-DDO={do}", *([f"-DANSWER={quoted}"] if answer else []))


def processes_with(library_file):
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                if str(library_file).encode() in (entry / "cmdline").read_bytes():
                    found.append(int(entry.name))
            except OSError:
                pass
    return found


def ends(library_file, seconds=10):
    """Whether the last process of a library is gone within so many seconds."""
    for _ in range(int(seconds / 0.1)):
        if not processes_with(library_file):
            return True
        time.sleep(0.1)
    return False


@pytest.mark.parametrize("answer", ANSWERS)
def test_no_answer_of_its_own_is_taken(tmp_path, answer):
    file = intruder(tmp_path, WRITES, answer)
    done = run(tmp_path, joined(file), until="20min")
    assert done.returncode == 4, done.stderr
    assert "[GST-0" in done.stderr and "intruder" in done.stderr and "CLI-003" not in done.stderr
    assert (tmp_path / "run.db").exists() and ends(file)
    # Where the run may lose its guest it goes on to its end.
    done = run(tmp_path, joined(file, goes_on=True), until="20min")
    assert done.returncode == 0, done.stderr


def test_a_guest_that_closes_its_socket_and_stays_is_left(tmp_path):
    file = intruder(tmp_path, CLOSES)
    done = run(tmp_path, joined(file), until="20min")
    assert done.returncode == 4 and "[GST-02" in done.stderr
    assert ends(file)


def test_a_variable_without_a_name_is_named(tmp_path):
    done = run(tmp_path, joined(intruder(tmp_path, NAMELESS)), until="20min")
    assert done.returncode == 3 and "GST-021" in done.stderr and "number 1" in done.stderr


def test_what_a_guest_started_ends_with_the_run(tmp_path):
    file = intruder(tmp_path, FORKS)
    assert run(tmp_path, joined(file), until="20min").returncode == 0
    assert ends(file)


def test_a_guest_that_computes_ends_when_its_run_is_killed(tmp_path):
    file = intruder(tmp_path, COMPUTES)
    (tmp_path / "guest.json").write_text(json.dumps(joined(file, timeout_s=600)))
    process = subprocess.Popen([CLI, "run", str(TOUR), "--until", "20min", "--guest", str(tmp_path / "guest.json"), "--out",
                                str(tmp_path / "run.db"), "--quiet"], stderr=subprocess.DEVNULL)
    for _ in range(200):
        if processes_with(file):
            break
        time.sleep(0.1)
    time.sleep(1)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    assert ends(file)
