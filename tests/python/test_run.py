# SPDX-License-Identifier: Apache-2.0
"""Runs in Python against the command line, and what they let be read."""
import json
import os
import signal
import subprocess
import threading

import numpy
import pytest

import headroom

CLI = os.environ["HEADROOM_CLI"]
TOUR = str(headroom.data_folder() / "scenarios" / "tour-small-hall")


def by_command_line(folder, *more):
    done = subprocess.run([CLI, "run", TOUR, "--until", "1h", "--out", str(folder / "cli.db"), "--format", "json", "--quiet",
                           *more], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def test_state_hash_and_summary_are_those_of_the_command_line(hall, tmp_path):
    theirs = by_command_line(tmp_path)
    run = hall.run(until="1h")
    assert run.state_hash == theirs["state_hash"]
    ours = run.summary()
    # Wall time is of the machine; all else is the same number.
    ours.pop("wall_s"), theirs.pop("wall_s")
    assert ours == theirs


def test_seed_and_step_are_options(hall, tmp_path):
    theirs = by_command_line(tmp_path, "--seed", "7", "--step", "30s")
    run = hall.run(until=3600, seed=7, step=30)
    assert run.state_hash == theirs["state_hash"]
    assert len(run.times) == 3600 / 30


def test_a_run_in_pieces_is_the_run(hall):
    whole = hall.run(until="30min")
    pieces = hall.start()
    pieces.step(3)  # 3 steps of 15 s
    assert pieces.time_s == 45.0
    pieces.run(until="10min").run(until="30min")
    assert pieces.state_hash == whole.state_hash


def test_channels_are_views_in_the_unit_of_their_name(hall):
    run = hall.start(keep=["facility/*", "hall/hall/it_power_kw"])
    run.run(until="10min")
    power = run.channel("facility/it_power_kw")
    assert len(power) == len(run.times) == 40  # 600 s / 15 s
    assert run.times[-1] == 600.0
    assert power[-1] == run["facility/it_power_kw"] == pytest.approx(run.frame()["it_power_kw"])
    # One hall: its IT power is that of its racks and its part of the network; never more than the facility's.
    assert 0.0 < run.channel("hall/hall/it_power_kw")[-1] <= power[-1]
    # No copy: two views are the same memory, and neither may be written to.
    assert numpy.shares_memory(power, run.channel("facility/it_power_kw"))
    with pytest.raises(ValueError):
        power[0] = 0.0
    # A view stays what it was while the run goes on, beyond the room that the table had.
    before = power.copy()
    run.run(until="3h")
    assert len(power) == 40 and (power == before).all()
    assert (run.channel("facility/it_power_kw")[:40] == before).all()


def test_a_view_outlives_its_run(hall):
    power = hall.run(until="5min").channel("facility/it_power_kw")
    chips = hall.run(until="5min").frame().rack_si("chip_c")
    assert len(power) == 20 and numpy.isfinite(power).all()
    assert len(chips) == 40 and numpy.isfinite(chips).all()  # 32 racks in air, 8 in liquid


def test_rack_fields_in_si_are_no_copy(hall):
    frame = hall.run(until="5min").frame()
    watts, kilowatts = frame.rack_si("power_kw"), frame.rack("power_kw")
    assert watts.dtype == numpy.float32 and not watts.flags.writeable
    assert numpy.shares_memory(watts, frame.rack_si("power_kw"))
    assert numpy.allclose(kilowatts, watts / 1000)
    # Temperatures are in the unit of their key as they are.
    assert numpy.shares_memory(frame.rack("chip_c"), frame.rack_si("chip_c"))


def test_unknown_names_say_what_is_near(hall):
    run = hall.run(until="1min")
    with pytest.raises(headroom.Error) as wrong:
        run["facility/it_powr_kw"]
    assert wrong.value.code == "PYM-002" and "facility/it_power_kw" in wrong.value.remedy
    with pytest.raises(headroom.Error) as wrong:
        run.channel("hall/hall/it_power_kw")
    assert wrong.value.code == "PYM-003" and "keep" in wrong.value.remedy
    with pytest.raises(headroom.Error) as wrong:
        run.frame().rack("chip_k")
    assert wrong.value.code == "PYM-002" and "chip_c" in wrong.value.remedy


@pytest.mark.parametrize("time", ["soon", -1, float("nan"), True, None, "37000d", float("inf")])
def test_what_is_no_time_is_refused(hall, time):
    with pytest.raises(headroom.Error) as wrong:
        hall.run(until=time)
    assert wrong.value.code == "PYM-005"


def test_a_callback_that_throws_leaves_a_sound_run(hall):
    whole = hall.run(until="20min")
    run = hall.start()

    def stop(r):
        if r.time_s >= 300:
            raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        run.run(until="20min", before_step=stop)
    assert run.time_s == 300.0
    run.run(until="20min")
    assert run.state_hash == whole.state_hash


def test_a_progress_that_throws_leaves_a_sound_run(hall):
    run = hall.start()
    with pytest.raises(ZeroDivisionError):
        run.run(until="20min", progress=lambda done, due: 1 / 0)
    assert 0.0 < run.time_s < 1200.0
    assert run.run(until="20min").state_hash == hall.run(until="20min").state_hash


def test_progress_ends_at_the_end(hall):
    seen = []
    hall.run(until="5min", progress=lambda done, due: seen.append((done, due)))
    assert seen[-1] == (300.0, 300.0)
    assert [time for time, _ in seen] == sorted(time for time, _ in seen)


def test_control_c_ends_a_run_between_steps(hall, tmp_path):
    # Where a shell started this in the background it ignores the signal, and Python leaves that as it is.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        cut_short(hall, tmp_path)
    finally:
        signal.signal(signal.SIGINT, before)


def cut_short(hall, tmp_path):
    file = tmp_path / "cut.db"
    run = hall.start(out=file)
    timer = threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        run.run(until="3650d")
    timer.join()
    run.finish()
    assert run.time_s > 0.0
    # What was recorded is complete up to there.
    recording = headroom.open(file)
    assert recording.end_s == run.time_s and recording.summary()["state_hash"] == run.state_hash


def test_other_threads_work_meanwhile_and_may_not_touch_the_run(hall):
    run, steps, faults = hall.start(), [], []

    def other():
        while not done.is_set():
            steps.append(1)
            try:
                run["facility/it_power_kw"]
            except headroom.Error as error:
                faults.append(error.code)
            done.wait(0.002)

    done = threading.Event()
    thread = threading.Thread(target=other)
    thread.start()
    run.run(until="12h")
    done.set()
    thread.join()
    assert len(steps) > 1  # the interpreter was free
    assert set(faults) == {"PYM-001"}


def test_a_callback_may_edit_and_not_step(hall):
    run = hall.start()
    codes = []

    def act(r):
        if r.time_s == 60.0:
            r.set("warm.supply_setpoint_c", 31)
            with pytest.raises(headroom.Error) as wrong:
                r.step()
            codes.append(wrong.value.code)

    run.run(until="5min", before_step=act)
    assert codes == ["PYM-001"]
    assert '"supply_setpoint_c": 31' in run.text


def test_orders_act_and_are_refused_where_nothing_takes_them(hall):
    run = hall.start()
    run.order("fail cdus cdus count 1 at 2min for 5min")
    run.run(until="4min")
    assert any(e["text"] == "1 of 2 out of service." for e in run.events() if e["time_s"] == 120.0)
    for text, code in [("fail nothing", "RPL-012"), ("kill job 999", "RPL-012"), ("hello", "PYM-006"), ("fail cdus at 1min", "RPL-004")]:
        with pytest.raises(headroom.Error) as wrong:
            run.order(text)
        assert wrong.value.code == code


def test_branches_go_their_own_way(hall):
    run = hall.start()
    run.run(until="10min")
    same, warm = run.branch(), run.branch()
    warm.set({"warm.supply_setpoint_c": 34})
    for each in (run, same, warm):
        each.run(until="40min")
    assert run.state_hash == same.state_hash != warm.state_hash
    # Until they parted they are the same; the table of each is its own afterwards.
    ours, theirs = run.channel("facility/hottest_chip_c"), warm.channel("facility/hottest_chip_c")
    assert (ours[:40] == theirs[:40]).all() and (ours[40:] != theirs[40:]).any()


def test_an_edit_out_of_range_changes_nothing(hall):
    run = hall.start()
    run.run(until="2min")
    before = run.text
    with pytest.raises(headroom.Error) as wrong:
        run.set("warm.supply_setpoint_c", 400)
    assert wrong.value.code.startswith("EDT-")
    assert run.text == before
    assert run.run(until="5min").state_hash == hall.run(until="5min").state_hash


def test_unknown_arguments_say_what_is_near(hall):
    with pytest.raises(TypeError, match="threads"):
        hall.run(until="1min", treads=2)


@pytest.mark.parametrize("wish", [{"seed": -1}, {"seed": "one"}, {"threads": "two"}, {"keep": 3}, {"guests": "one.json"}, {"out": 3}])
def test_arguments_of_the_wrong_kind_are_type_errors(hall, wish):
    with pytest.raises(TypeError, match=next(iter(wish))):
        hall.start(**wish)


def test_runs_and_projects_say_what_they_are(hall):
    run = hall.run(until="1min")
    assert repr(hall) == '<headroom.Project "Tour: small hall">'
    assert repr(run) == '<headroom.Run of "Tour: small hall" at 60 s>'
