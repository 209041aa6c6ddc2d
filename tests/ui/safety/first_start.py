#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The real window, used with the keyboard, killed and started again: its first start offers what was not saved.

usage: first_start.py HEADROOM SOURCES     needs an X server (DISPLAY) and xdotool; exit 77 (skipped) without them.

Nobody collects the killed window here, as where a script or a desktop started it: its number stays taken until its parent asks.
"""
import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PATIENCE_S = 120
PARENT = "import subprocess, sys, time; print(subprocess.Popen(sys.argv[1:]).pid, flush=True); time.sleep(1e6)"


def skip(why):
    print("skipped:", why)
    sys.exit(77)


def until(what, look):
    """The first true value of `look`, which is asked for again and again."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        found = look()
        if found:
            return found
        time.sleep(0.2)
    sys.exit(f"FAILED: {what}: not within {PATIENCE_S} s")


def xdotool(*words):
    return subprocess.run(["xdotool", *map(str, words)], capture_output=True, text=True).stdout.split()


def windows(pid, name):
    return xdotool("search", "--onlyvisible", "--all", "--pid", pid, "--name", name)


def key(pid, name, keys):
    window = until(f"a window {name!r}", lambda: windows(pid, name))[-1]
    xdotool("windowfocus", "--sync", window)
    xdotool("key", "--clearmodifiers", keys)


class Machine:
    """A home of its own, and the windows that were started in it."""

    def __init__(self, program, sources, root):
        self.program, self.root, self.parents, self.pids = program, root, [], []
        self.project = root / "hall.json"
        shutil.copy(sources / "scenarios/tour-small-hall/project.json", self.project)
        self.temporary, self.state = root / "tmp", root / "state"
        self.temporary.mkdir()
        self.environment = dict(os.environ, HOME=str(root), XDG_STATE_HOME=str(self.state), XDG_CACHE_HOME=str(root / "cache"),
                                XDG_CONFIG_HOME=str(root / "config"), TMPDIR=str(self.temporary), HEADROOM_DATA=str(sources),
                                LIBGL_ALWAYS_SOFTWARE="1")
        self.environment.pop("QT_QPA_PLATFORM", None)

    def start(self, *words):
        parent = subprocess.Popen([sys.executable, "-c", PARENT, self.program, *words], env=self.environment,
                                  stdout=subprocess.PIPE, text=True)
        self.parents.append(parent)
        self.pids.append(int(parent.stdout.readline()))
        return self.pids[-1]

    def autosaves(self):
        notes = []
        for file in (self.state / "headroom/recovery").glob("*.copy"):
            with contextlib.suppress(OSError, ValueError):
                notes.append(json.loads(file.read_text()))
        return [note for note in notes if note["kind"] == "autosave"]

    def left_behind(self):
        return [str(file) for folder in (self.temporary, self.root / "cache/Headroom/Headroom/runs") if folder.is_dir()
                for file in folder.iterdir() if not file.name.startswith("runtime-")]  # Qt's own

    def end(self):
        for pid in self.pids:
            os.kill(pid, signal.SIGKILL)  # none is collected yet: the numbers are still theirs
        for parent in self.parents:
            parent.kill()
            parent.wait()


def has_ended(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] in "ZX"
    except OSError:
        return True


def try_it(machine):
    pid = machine.start("--welcome", "--paused")
    # A blank room stands in no file: only an autosave has it.
    key(pid, "Headroom", "ctrl+shift+n")
    until("the title of the blank room", lambda: windows(pid, "New facility"))
    until("an autosave", machine.autosaves)
    os.kill(pid, signal.SIGKILL)
    until("the end of the killed window", lambda: has_ended(pid))

    # A start that opens a project has no welcome page.
    pid = machine.start("--paused", str(machine.project))
    until("the offer over an open project", lambda: windows(pid, "Recovered Work"))
    assert not machine.left_behind() or all(str(pid) in name for name in machine.left_behind()), machine.left_behind()
    os.kill(pid, signal.SIGKILL)
    until("the end of the second window", lambda: has_ended(pid))

    # One without a project shows the page that lists the copies: no scenario is opened over it.
    pid = machine.start("--paused")
    until("the window", lambda: windows(pid, "^Headroom"))
    time.sleep(3)
    assert not windows(pid, "tour"), "a scenario was opened in place of the list"
    os.kill(pid, signal.SIGKILL)
    until("the end of the third window", lambda: has_ended(pid))

    # Space presses the button that has the focus: Open Copy.
    pid = machine.start("--paused", str(machine.project))
    key(pid, "Recovered Work", "space")
    until("the recovered room", lambda: windows(pid, "New facility"))

    # Asked to end, it keeps what is not saved and leaves no temporary file.
    before = {note["pid"] for note in machine.autosaves()}
    os.kill(pid, signal.SIGTERM)
    until("an end in order", lambda: has_ended(pid))
    assert pid in {note["pid"] for note in machine.autosaves()}, f"no autosave of {pid}, only of {before}"
    assert not machine.left_behind(), machine.left_behind()
    print("offered at the first start, and kept after SIGTERM")


def main():
    if not os.environ.get("DISPLAY") or shutil.which("xdotool") is None:
        skip("there is no X server, or xdotool is not installed")
    with tempfile.TemporaryDirectory() as folder:
        machine = Machine(sys.argv[1], Path(sys.argv[2]), Path(folder))
        try:
            try_it(machine)
        finally:
            machine.end()


if __name__ == "__main__":
    main()
