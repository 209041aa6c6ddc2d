# SPDX-License-Identifier: Apache-2.0
"""Recordings in Python: blocks, snapshots, going back."""
import gc
import os
import shutil
import sqlite3
import time

import numpy
import pytest

import headroom


def test_blocks_are_all_samples_once(recorded):
    file, run = recorded
    recording = headroom.open(file)
    times = numpy.concatenate([block.times for block in recording.blocks()])
    power = numpy.concatenate([block["facility/it_power_kw"] for block in recording.blocks()])
    assert (times == run.times).all()
    # A recording holds 32-bit floats.
    assert (power == numpy.float32(run.channel("facility/it_power_kw") * 1000) / 1000).all()
    t, p = recording.series("facility/it_power_kw")
    assert (t == times).all() and numpy.allclose(p, power, rtol=1e-7)
    assert recording.end_s == 3600.0 and recording.channels["facility/it_power_kw"]["unit"] == "kW"


def test_a_block_in_si_is_no_copy_and_outlives_the_recording(recorded):
    block = next(headroom.open(recorded[0]).blocks())
    watts = block.si("facility/it_power_kw")
    assert numpy.shares_memory(watts, block.si("facility/it_power_kw")) and not watts.flags.writeable
    del block
    assert 1e5 < watts[-1] < 1e7  # 1,024 accelerators of 0.7 kW and their servers


def test_summary_racks_events_and_jobs_are_there(recorded):
    file, run = recorded
    recording = headroom.open(str(file))
    assert recording.summary()["state_hash"] == run.state_hash
    assert recording.racks == run.racks and len(recording.racks) == 40
    first = recording.rack_times("power_kw")[0]
    assert recording.rack("power_kw", first).shape == (40,)
    assert {job["name"] for job in recording.jobs()} >= {"llama-70b", "llama-8b"}
    assert [e["id"] for e in recording.events()] == sorted(e["id"] for e in recording.events())


def test_going_back_reaches_the_same_bytes(recorded, tmp_path):
    file, run = recorded
    recording = headroom.open(file)
    again = recording.branch(at="30min")
    assert again.time_s == 1800.0
    again.run(until="1h")
    assert again.state_hash == run.state_hash
    other = recording.branch(at="30min", settings={"warm.supply_setpoint_c": 34}, out=tmp_path / "warm.db")
    other.run(until="1h").finish()
    assert other.state_hash != run.state_hash
    assert headroom.open(tmp_path / "warm.db").summary()["state_hash"] == other.state_hash


def test_wrong_branches_are_refused(recorded):
    recording = headroom.open(recorded[0])
    with pytest.raises(headroom.Error) as late:
        recording.branch(at="2h")
    assert late.value.code == "RPL-004"
    with pytest.raises(headroom.Error) as nothing:
        recording.branch(at="30min", orders=["fail nothing"])
    assert nothing.value.code == "RPL-012"
    with pytest.raises(TypeError, match="seed"):
        recording.branch(at="30min", seed=3)


def test_what_is_written_is_not_what_is_read(recorded):
    recording = headroom.open(recorded[0])
    with pytest.raises(headroom.Error) as same:
        recording.branch(at="30min", out=recorded[0])
    assert same.value.code.startswith("OUT-")


def test_a_file_that_is_no_recording_is_named(tmp_path):
    file = tmp_path / "other.db"
    file.write_bytes(b"SQLite format 3\0" + bytes(4096))
    with pytest.raises(headroom.Error) as wrong:
        headroom.open(file)
    assert wrong.value.code.startswith("STO-") and str(file) in str(wrong.value)


def test_data_frames(recorded):
    pandas = pytest.importorskip("pandas")
    file, run = recorded
    frame = headroom.dataframe(headroom.open(file), ["facility/it_power_kw"])
    assert len(frame) == 240  # 3600 s / 15 s
    plain = headroom.dataframe(headroom.open(file), ["facility/it_power_kw"], tz=None)
    assert plain.index[0] == pandas.Timestamp(run.start) + pandas.Timedelta(seconds=15)
    assert numpy.allclose(frame["facility/it_power_kw"], run.channel("facility/it_power_kw"), rtol=1e-6)
    assert list(headroom.dataframe(run, ["facility/pue"]).columns) == ["facility/pue"]


def test_frames_state_their_time_zone(recorded):
    """The small hall has the climate of Leesburg, Virginia: standard time is 5 h behind UTC, summer and winter."""
    pandas = pytest.importorskip("pandas")
    file, run = recorded
    assert run.utc_offset_s == headroom.open(file).utc_offset_s == -5 * 3600
    site = headroom.dataframe(run, ["facility/pue"]).index
    assert site[0].utcoffset().total_seconds() == -5 * 3600
    assert site[0].tz_localize(None) == pandas.Timestamp(run.start) + pandas.Timedelta(seconds=15)
    utc = headroom.dataframe(run, ["facility/pue"], tz="UTC").index
    assert utc[0].tz_localize(None) == site[0].tz_localize(None) - pandas.Timedelta(hours=-5)
    assert (utc == site).all()  # the same instants


def test_a_stated_zone_comes_before_that_of_the_weather(hall):
    """Berlin is 1 h ahead of UTC in winter; the clock of a run has no daylight saving in July either."""
    hall.set("site.time_zone", "Europe/Berlin")
    assert hall.utc_offset_s == 3600.0
    assert hall.start().utc_offset_s == 3600.0


def test_a_damaged_recording_is_an_error_of_ours(recorded, tmp_path):
    for number, sql in enumerate(("UPDATE run SET value = '{' WHERE key = 'summary'", "UPDATE event SET text = CAST(x'ff41' AS TEXT)",
                                  "UPDATE run SET value = CAST(x'ff' AS TEXT)")):
        file = tmp_path / f"damaged{number}.db"
        shutil.copy(recorded[0], file)
        database = sqlite3.connect(file)
        database.execute(sql)
        database.commit()
        database.close()
        for what in ("summary", "events"):
            try:
                getattr(headroom.open(file), what)()
            except headroom.Error:
                pass  # any other exception fails the test


def test_a_forked_child_leaves_the_run_of_its_parent_alone(hall, tmp_path):
    run = hall.start(out=tmp_path / "run.db", threads=2)
    run.run("30min")
    child = os.fork()
    if child == 0:
        code = 1
        try:
            run.run("1h")
        except headroom.Error as error:
            code = 0 if error.code == "PYM-008" else 2
        del run
        gc.collect()
        os._exit(code)
    for _ in range(200):
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            break
        time.sleep(0.1)
    else:
        os.kill(child, 9)
        os.waitpid(child, 0)
        pytest.fail("the child hangs")
    assert os.waitstatus_to_exitcode(status) == 0
    run.run("1h").finish()
    assert headroom.open(tmp_path / "run.db").end_s == 3600.0
