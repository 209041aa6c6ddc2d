# SPDX-License-Identifier: Apache-2.0
"""Our FMU in the simulator of the Modelica Association (fmusim), and their Reference FMUs in runs of ours beside it."""
import csv
import json
import os
import pathlib
import sqlite3
import subprocess
import xml.etree.ElementTree as tree
import zipfile

import pytest

from guests import CLI, ROOT, TOUR, run, series

BUILT = pathlib.Path(os.environ.get("HEADROOM_FMUSIM") or ROOT.parent / "shared" / "fmi" / "built")
pytestmark = pytest.mark.skipif(not (BUILT / "fmusim").exists(),
                                reason=f"no fmusim in {BUILT}; tests/guests/build_fmusim makes it, HEADROOM_FMUSIM names its folder")
SEVEN = 2e-6  # both sides write seven digits


def simulated(fmu, folder, until, every, outputs=(), start=(), inputs=None):
    """Rows of fmusim's CSV: name to number."""
    out = folder / f"{fmu.stem}-{until:g}.csv"
    words = [str(BUILT / "fmusim"), "--interface-type", "cs", "--stop-time", str(until), "--output-interval", str(every), "--output-file", str(out)]
    for name in outputs:
        words += ["--output-variable", name]
    for name, value in start:
        words += ["--start-value", name, str(value)]
    if inputs is not None:
        words += ["--input-file", str(inputs)]
    done = subprocess.run([*words, str(fmu)], capture_output=True, text=True)
    assert done.returncode == 0 and "rror" not in done.stdout + done.stderr, done.stdout + done.stderr
    with out.open() as file:
        return [{name: float(value) for name, value in row.items()} for row in csv.DictReader(file)]


CHANNELS = ["facility/it_power_kw", "facility/facility_power_kw", "loop/warm/supply_c", "loop/warm/heat_kw"]


@pytest.fixture(scope="module")
def tour(tmp_path_factory):
    """The tour as an FMU, and an hour of it as our own run shows it."""
    folder = tmp_path_factory.mktemp("tour")
    subprocess.run([CLI, "export", str(TOUR), "--fmu", str(folder / "tour.fmu")], check=True, capture_output=True)
    subprocess.run([CLI, "run", str(TOUR), "--until", "1h", "--out", str(folder / "run.db"), "--quiet"], check=True, capture_output=True)
    return folder


def test_our_fmu_shows_what_its_run_shows(tour, tmp_path):
    rows = simulated(tour / "tour.fmu", tmp_path, 3600, 300, CHANNELS)
    assert len(rows) == 13
    for channel in CHANNELS:
        ours = series(tour, channel)
        for row in rows[1:]:
            assert row[channel] == pytest.approx(ours[row["time"]], rel=SEVEN), (channel, row["time"])


def test_inputs_act_as_an_edit_of_the_run_does(tour, tmp_path):
    """Water of 36 instead of 30 °C from 30 min on: fmusim reads it from a file, our run is branched there."""
    inputs = tmp_path / "in.csv"
    inputs.write_text('"time","warm.supply_setpoint_c"\n0,30\n1800,30\n1800,36\n3600,36\n')
    rows = simulated(tour / "tour.fmu", tmp_path, 3600, 300, CHANNELS, inputs=inputs)
    subprocess.run([CLI, "branch", str(tour / "run.db"), "--at", "30min", "--set", "warm.supply_setpoint_c=36", "--until", "1h",
                    "--out", str(tmp_path / "run.db")], check=True, capture_output=True)
    plain = series(tour, "loop/warm/supply_c")
    for channel in CHANNELS:
        ours = series(tmp_path, channel)
        for row in rows:
            if row["time"] > 1800.0:
                assert row[channel] == pytest.approx(ours[row["time"]], rel=SEVEN), (channel, row["time"])
    assert rows[-1]["loop/warm/supply_c"] > plain[3600.0] + 3.0


def test_our_description_is_valid_by_the_schema(tour, tmp_path):
    with zipfile.ZipFile(tour / "tour.fmu") as archive:
        archive.extract("modelDescription.xml", tmp_path)
    done = subprocess.run(["xmllint", "--noout", "--schema", str(BUILT / "fmi3.xsd"), str(tmp_path / "modelDescription.xml")],
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert tree.parse(tmp_path / "modelDescription.xml").getroot().get("fmiVersion") == "3.0"


def set_values(folder):
    """Time and number, as they were set; what a run sets anew stands for all that follows."""
    rows = sqlite3.connect(folder / "run.db").execute("SELECT time_s, data FROM command WHERE kind = 'design' ORDER BY id").fetchall()
    return [(time, float(json.loads(data)["words"].split("=")[-1])) for time, data in rows]


# Output, where it is set with which limits, start values, and the time to which and by which both go. Dahlquist: x' = -k x. Bouncing ball: events of its
# own. Stair: a whole number. Van der Pol: a stiff curve that is cut off at the least of the key.
MODELS = [("Dahlquist", "x", "warm.supply_setpoint_c", "degC", (5.0, 60.0), [("x", 30), ("k", 1e-4)], 3600, 300),
          ("BouncingBall", "h", "mech.cable_m", "m", (0.0, 1e4), [("h", 12)], 3, 1),
          ("Stair", "counter", "warm.setpoint_reset_k", "K", (0.0, 15.0), [], 9, 1),
          ("VanDerPol", "x0", "warm.setpoint_reset_k", "K", (0.0, 15.0), [], 20, 1)]


@pytest.mark.parametrize("version", [2, 3])
@pytest.mark.parametrize("model, output, key, unit, limits, start, until, every", MODELS)
def test_reference_fmus_answer_us_as_they_answer_fmusim(tmp_path, version, model, output, key, unit, limits, start, until, every):
    fmu = BUILT / f"fmi{version}" / f"{model}.fmu"
    rows = simulated(fmu, tmp_path, until, every, [output], start)
    done = run(tmp_path, {"format": "headroom-guest/1", "fmu": str(fmu), "every": f"{every}s", "start": dict(start),
                          "outputs": {output: {"set": key, "unit": unit}}}, "--step", f"{min(every, 15)}s", until=f"{until}s")
    assert done.returncode == 0, done.stderr
    given, compared = set_values(tmp_path), 0
    for row in rows:
        before = [value for time, value in given if time <= row["time"] + 1e-6]
        if row["time"] < until and before:
            expected = min(limits[1], max(limits[0], row[output]))
            assert before[-1] == pytest.approx(expected, rel=1e-5, abs=1e-9), row
            compared += 1
    assert compared >= 3 and len({value for _, value in given}) >= 3


@pytest.mark.parametrize("version", [2, 3])
def test_what_goes_into_feedthrough_comes_out(tmp_path, version):
    """Both versions set the wet bulb of the weather as the set-point of the water, 24 °C at least."""
    done = run(tmp_path, {"format": "headroom-guest/1", "fmu": str(BUILT / f"fmi{version}" / "Feedthrough.fmu"),
                          "inputs": {"Float64_continuous_input": {"channel": "facility/wet_bulb_c", "unit": "degC"}},
                          "outputs": {"Float64_continuous_output": {"set": "warm.supply_setpoint_c", "unit": "degC", "least": 5}}})
    assert done.returncode == 0, done.stderr
    wet = series(tmp_path, "facility/wet_bulb_c")
    given = [(time, value) for time, value in set_values(tmp_path) if time in wet]
    assert len(given) > 10 and all(value == pytest.approx(wet[time], abs=1e-3) for time, value in given)
