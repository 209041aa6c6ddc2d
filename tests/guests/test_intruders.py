# SPDX-License-Identifier: Apache-2.0
"""Guests that write, close, fork or compute where they must not: the run names them, ends with 4 or goes on, and nothing of them is left."""
import ctypes
import json
import os
import pathlib
import signal
import socket
import struct
import subprocess
import time

import pytest

from guests import CLI, HERE, TOUR, library, run

WRITES, CLOSES, FORKS, COMPUTES, NAMELESS, LEAVES = 1, 2, 3, 4, 5, 6
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


@pytest.mark.parametrize("do", [FORKS, LEAVES])
def test_what_a_guest_started_ends_with_the_run(tmp_path, do):
    file = intruder(tmp_path, do)
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


MAY = {"a file of its own", "a library of the system", "its folder", "its temporary folder"}
MAY_NOT = {"connect", "local socket", "passwords", "a file of the user", "a new file of the user", "another process"}


def spied(folder, **more):
    """What a plug-in could do, and what was said: its library lies in a folder of its own, beside one of the user."""
    own = folder / "own"
    own.mkdir()
    (folder / "secret.txt").write_text("secret")
    (own / "table.txt").write_text("1 2 3")
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        file = library(HERE / "fixture" / "spy.c", own / "spy.so", f"-DPORT={listening.getsockname()[1]}",
                       f'-DFOREIGN="{folder / "secret.txt"}"', f'-DOWN="{own / "table.txt"}"')
        (folder / "guest.json").write_text(json.dumps(joined(file)))
        environment = dict(os.environ, TMPDIR=str(folder), **more.pop("environment", {}))
        done = subprocess.run([CLI, "run", str(TOUR), "--until", "5min", "--guest", str(folder / "guest.json"), "--out",
                               str(folder / "run.db"), "--quiet"], capture_output=True, text=True, env=environment, **more)
    assert done.returncode == 0, done.stderr
    said = dict(line.split(": ") for line in done.stderr.splitlines() if line.endswith((": yes", ": no")))
    assert set(said) == MAY | MAY_NOT, done.stderr
    assert not list(folder.glob("headroom-guest-*")), "its temporary folder is left"
    return {what for what, could in said.items() if could == "yes"}, done.stderr


def test_a_guest_has_no_network_and_no_foreign_files(tmp_path):
    could, stderr = spied(tmp_path)
    if "can use" in stderr:
        pytest.skip("this system cannot confine a guest, and says so")
    assert could == MAY


def test_who_trusts_a_guest_lets_it_out(tmp_path):
    could, stderr = spied(tmp_path, environment={"HEADROOM_GUEST_OPEN": "1"})
    assert {"connect", "passwords", "a file of the user", "another process"} <= could
    assert "can use" not in stderr


def refuse_landlock():
    """For this process and what it starts, as on a kernel without Landlock: its first call (444) is unknown (ENOSYS, 38)."""
    libc = ctypes.CDLL(None, use_errno=True)
    load_number, jump_unless, refuse, allow = (0x20, 0, 0, 0), (0x15, 0, 1, 444), (0x06, 0, 0, 0x00050000 | 38), (0x06, 0, 0, 0x7FFF0000)
    program = b"".join(struct.pack("<HBBI", *step) for step in (load_number, jump_unless, refuse, allow))
    steps = ctypes.create_string_buffer(program, len(program))
    filter_ = struct.pack("@HP", 4, ctypes.addressof(steps))
    assert libc.prctl(38, 1, 0, 0, 0) == 0 and libc.prctl(22, 2, filter_) == 0


def test_where_the_system_cannot_a_message_says_so(tmp_path):
    could, stderr = spied(tmp_path, preexec_fn=refuse_landlock)
    assert "connect" not in could and "passwords" in could
    assert 'the guest "spy.so" can use all files of this user: this system allows no Landlock' in stderr
