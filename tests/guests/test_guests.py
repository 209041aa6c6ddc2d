# SPDX-License-Identifier: Apache-2.0
"""Plug-ins and FMUs in runs of the command line: what they change, and what happens to bad ones."""
import ctypes
import json
import math
import pathlib
import re
import sqlite3
import stat
import subprocess
import xml.etree.ElementTree as tree
import zipfile

import pytest

from guests import CLI, EXAMPLE, HERE, ROOT, TOUR, library, replayed, run, series


def plugin(file, **more):
    return {"format": "headroom-guest/1", "plugin": str(file), "inputs": {"chip": {"channel": "facility/hottest_chip_c"}},
            "outputs": {"water": {"set": "warm.supply_setpoint_c"}}, **more}


def tower(file, every="5min", **more):
    return {"format": "headroom-guest/1", "fmu": str(file), "every": every,
            "inputs": {"T_wet": {"channel": "facility/wet_bulb_c"}},
            "outputs": {"T_water": {"set": "warm.supply_setpoint_c"}}, "start": {"approach": 8.0}, **more}


DESCRIPTION = {
    2: """<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="2.0" modelName="Tower" guid="{tower}">
 <CoSimulation modelIdentifier="tower" canHandleVariableCommunicationStepSize="true" canGetAndSetFMUstate="true"/>
 <UnitDefinitions><Unit name="kelvin"><BaseUnit K="1"/></Unit><Unit name="degF"><BaseUnit K="1" factor="0.5555555555555556" offset="255.3722222222222"/></Unit></UnitDefinitions>
 <TypeDefinitions><SimpleType name="Warmth"><Real unit="kelvin"/></SimpleType></TypeDefinitions>
 <ModelVariables>
  <ScalarVariable name="T_wet" valueReference="0" causality="input"><Real declaredType="Warmth" start="290"/></ScalarVariable>
  <ScalarVariable name="approach" valueReference="1" causality="parameter" variability="fixed"><Real unit="K" start="4"/></ScalarVariable>
  <ScalarVariable name="tau" valueReference="2" causality="parameter" variability="fixed"><Real unit="s" start="600"/></ScalarVariable>
  <ScalarVariable name="T_water" valueReference="3" causality="output"><Real unit="kelvin"/></ScalarVariable>
 </ModelVariables><ModelStructure><Outputs><Unknown index="4"/></Outputs></ModelStructure>
</fmiModelDescription>""",
    3: """<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="3.0" modelName="Tower" instantiationToken="{tower}">
 <CoSimulation modelIdentifier="tower" canHandleVariableCommunicationStepSize="true" canGetAndSetFMUState="true"/>
 <UnitDefinitions><Unit name="kelvin"><BaseUnit K="1"/></Unit></UnitDefinitions>
 <TypeDefinitions><Float64Type name="Warmth" unit="kelvin"/></TypeDefinitions>
 <ModelVariables>
  <Float64 name="time" valueReference="9" causality="independent" unit="s"/>
  <Float64 name="T_wet" valueReference="0" causality="input" declaredType="Warmth" start="290"/>
  <Float64 name="approach" valueReference="1" causality="parameter" variability="fixed" unit="K" start="4"/>
  <Float64 name="tau" valueReference="2" causality="parameter" variability="fixed" unit="s" start="600"/>
  <Float64 name="T_water" valueReference="3" causality="output" unit="kelvin"/>
  <Float64 name="many" valueReference="5" causality="local"><Dimension start="3"/></Float64>
 </ModelVariables><ModelStructure><Output valueReference="3"/></ModelStructure>
</fmiModelDescription>""",
}


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The example, the bad plug-ins and the tower's library."""
    folder = tmp_path_factory.mktemp("built")
    files = {"warm": library(EXAMPLE / "warm_water.c", folder / "warm_water.so"),
             "tower": library(HERE / "fixture" / "tower.c", folder / "tower.so")}
    for bad in range(1, 8):
        files[bad] = library(HERE / "fixture" / "bad_plugin.c", folder / f"bad-{bad}.so", f"-DBAD={bad}")
    (folder / "warm_water.json").write_text((EXAMPLE / "warm_water.json").read_text())
    files["join"] = folder / "warm_water.json"
    return files


def fmu(folder, built, version, description=None, platform=None, extra=()):
    file = folder / f"tower-{version}.fmu"
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("modelDescription.xml", DESCRIPTION[version] if description is None else description)
        archive.write(built["tower"], f"binaries/{platform or ('linux64' if version == 2 else 'x86_64-linux')}/tower.so")
        for name, data in extra:
            archive.writestr(name, data)
    return file


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    folder = tmp_path_factory.mktemp("plain")
    done = subprocess.run([CLI, "run", str(TOUR), "--until", "2h", "--out", str(folder / "run.db"), "--format", "json", "--quiet"],
                          capture_output=True, text=True, check=True)
    return json.loads(done.stdout)["state_hash"]


def set_points(folder):
    """Set-points of the warm water, in the order in which they were set."""
    rows = sqlite3.connect(folder / "run.db").execute("SELECT time_s, data FROM command ORDER BY id").fetchall()
    return [(time, float(json.loads(data)["words"].split("=")[-1])) for time, data in rows if "words" in json.loads(data)]


def test_the_example_is_short():
    assert len((EXAMPLE / "warm_water.c").read_text().splitlines()) <= 100


def test_a_plugin_takes_part_and_its_run_is_replayed_without_it(built, plain, tmp_path):
    done = run(tmp_path, built["join"])
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)["state_hash"]
    assert told != plain
    points = set_points(tmp_path)
    # From 28 °C, by half a kelvin at rest; then every ten minutes by a quarter of the margin of the hottest chip to 75 °C, at most 0.5 K up
    # and 2 K down, never closer to the wet bulb than 4 K.
    assert points[0] == (0.0, 28.5) and {time % 600 for time, _ in points} == {0.0}
    chip, wet = series(tmp_path, "facility/hottest_chip_c"), series(tmp_path, "facility/wet_bulb_c")
    water = 28.5
    for time, point in points[1:]:
        water = max(water + min(0.5, max(-2.0, 0.25 * (75.0 - chip[time]))), wet[time] + 4.0)
        assert point == pytest.approx(water, abs=1e-3)
    built["warm"].rename(tmp_path / "gone.so")
    try:
        assert replayed(tmp_path) == told
    finally:
        (tmp_path / "gone.so").rename(built["warm"])


@pytest.mark.parametrize("bad, code, words", [
    (1, "GST-022", "Segmentation fault"), (2, "GST-023", "no answer within 1 s"), (4, "GST-028", "not a number"),
    (5, "GST-025", "code 7"), (6, "GST-022", "exit code 3")])
def test_what_a_bad_plugin_does_is_told_by_its_name(built, tmp_path, bad, code, words):
    done = run(tmp_path, plugin(built[bad], timeout_s=1))
    assert done.returncode == 4, done.stderr
    assert f"[{code}]" in done.stderr and f"bad-{bad}.so" in done.stderr and words in done.stderr
    # What was recorded until then is complete: 5 min, steps of 15 s.
    summary = json.loads(sqlite3.connect(tmp_path / "run.db").execute("SELECT value FROM run WHERE key = 'summary'").fetchone()[0])
    assert 300 <= summary["simulated_s"] <= 330


def test_another_version_is_refused_before_the_run(built, tmp_path):
    done = run(tmp_path, plugin(built[3]))
    assert done.returncode == 3 and "[GST-024]" in done.stderr and "version 3" in done.stderr and "version 2" in done.stderr
    assert not (tmp_path / "run.db").exists()


def test_what_a_plugin_prints_is_no_result(built, tmp_path):
    done = run(tmp_path, plugin(built[7]), until="10min")
    assert done.returncode == 0 and json.loads(done.stdout)["state_hash"]
    assert "this is no result" in done.stderr


@pytest.mark.parametrize("version", [2, 3])
def test_an_fmu_cools_the_hall(built, plain, tmp_path, version):
    done = run(tmp_path, tower(fmu(tmp_path, built, version)))
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)["state_hash"]
    assert told != plain and replayed(tmp_path) == told
    points = set_points(tmp_path)
    channels = series(tmp_path, "facility/wet_bulb_c"), series(tmp_path, "loop/warm/supply_c")
    # It began at wet bulb + 8 K, and follows with 10 min: the law of the tower over steps of 300 s. The weather of the start is in
    # no sample: that of the first step is 15 s later.
    time, water = points[0]
    assert time == 0.0 and water == pytest.approx(channels[0][15.0] + 8.0, abs=0.05)
    for time, point in points[1:]:
        water += (channels[0][time] + 8.0 - water) * (1.0 - math.exp(-0.5))
        assert point == pytest.approx(water, abs=2e-3)
    # The loop does what the FMU says: its water is at the last set-point.
    assert channels[1][7200.0] == pytest.approx(points[-1][1], abs=0.5)


def test_both_versions_come_to_the_same(built, tmp_path):
    hashes = [json.loads(run(tmp_path, tower(fmu(tmp_path, built, v))).stdout)["state_hash"] for v in (2, 3)]
    assert hashes[0] == hashes[1]


def test_a_step_that_cannot_be_halved_is_an_error(built, tmp_path):
    # Steps above 150 s are discarded; without its state the FMU cannot go back.
    description = DESCRIPTION[2].replace('canGetAndSetFMUstate="true"', "")
    done = run(tmp_path, tower(fmu(tmp_path, built, 2, description)))
    assert done.returncode == 4 and "[GST-025]" in done.stderr and "discard" in done.stderr
    assert run(tmp_path, tower(fmu(tmp_path, built, 2, description), every="2min")).returncode == 0


@pytest.mark.parametrize("change, code", [
    ({"inputs": {"T_wet": {"channel": "facility/it_power_kw"}}}, "GST-027"),
    ({"inputs": {"T_wet": {"channel": "facility/wet_bulb"}}}, "GST-026"),
    ({"inputs": {"T_dry": {"channel": "facility/wet_bulb_c"}}}, "GST-026"),
    ({"inputs": {"T_water": {"channel": "facility/wet_bulb_c"}}}, "GST-026"),
    ({"inputs": {"T_wet": {"channel": "facility/wet_bulb_c", "unit": "kW"}}}, "GST-027"),
    ({"outputs": {"T_water": {"set": "warm.supply_setpoint_k"}}}, "GST-026"),
    ({"outputs": {"T_water": {"set": "warm.name"}}}, "GST-026"),
    ({"outputs": {"T_water": {"set": "warm.volume_m3"}}}, "GST-027"),
    ({"outputs": {"T_water": {"to": "warm.supply_setpoint_c"}}}, "GST-010"),
    ({"start": {"nothing": 1}}, "GST-026"),
    ({"start": {"approach": "much"}}, "GST-011"),
    ({"every": "often"}, "GST-011"),
    ({"format": "headroom-guest/9"}, "GST-011"),
    ({"fmu": "nothing.fmu"}, "FIL-001"),
])
def test_a_wrong_join_is_refused_before_the_run(built, tmp_path, change, code):
    done = run(tmp_path, {**tower(fmu(tmp_path, built, 2)), **change})
    assert done.returncode == 3 and f"[{code}]" in done.stderr and "Remedy" in done.stderr, done.stderr
    assert not (tmp_path / "run.db").exists()


def bomb(folder):
    file = folder / "bomb.fmu"
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("modelDescription.xml", DESCRIPTION[2])
        with archive.open("resources/zeros", "w", force_zip64=True) as out:
            for _ in range(1100):
                out.write(bytes(1 << 20))
    return file


def linked(folder, built):
    file = fmu(folder, built, 2)
    with zipfile.ZipFile(file, "a") as archive:
        link = zipfile.ZipInfo("resources/link")
        link.create_system, link.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "/etc/passwd")
    return file


def test_hostile_archives_are_refused(built, tmp_path):
    entity = '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "bb">]><fmiModelDescription fmiVersion="2.0"/>'
    garbage = tmp_path / "garbage.fmu"
    garbage.write_bytes(b"PK\3\4" + bytes(200))
    cases = [
        (bomb(tmp_path), "FMU-002"),
        (garbage, "FMU-001"),
        (linked(tmp_path, built), "FMU-003"),
    ]
    for name in ("../outside", "/etc/outside", "a/../../outside", "c:outside"):
        folder = tmp_path / str(len(cases))
        folder.mkdir()
        cases.append((fmu(folder, built, 2, extra=[(name, "x")]), "FMU-003"))
    for description, platform, code in [
            # A number that does not fit is named, not cast: neither a reference beyond 32 bits nor a power of 1e300.
            (re.sub('valueReference="[0-9]+"', 'valueReference="99999999999"', DESCRIPTION[2], count=1), None, "FMU-004"),
            (DESCRIPTION[2].replace('<BaseUnit K="1"/>', '<BaseUnit K="1e300"/>'), None, "FMU-004"),
            (entity, None, "FMU-004"), ("<no", None, "FMU-004"), ("<other/>", None, "FMU-004"),
            (DESCRIPTION[2].replace('fmiVersion="2.0"', 'fmiVersion="1.0"'), None, "FMU-005"),
            (DESCRIPTION[2].replace("CoSimulation", "ModelExchange"), None, "FMU-005"),
            (DESCRIPTION[2].replace("<CoSimulation", '<CoSimulation needsExecutionTool="true"'), None, "FMU-005"),
            (None, "win64", "FMU-006")]:
        folder = tmp_path / str(len(cases))
        folder.mkdir()
        cases.append((fmu(folder, built, 2, description, platform), code))
    for file, code in cases:
        done = run(tmp_path, tower(file), until="5min")
        assert done.returncode == 3 and f"[{code}]" in done.stderr and str(file) in done.stderr, (file, code, done.stderr)
    assert not list(tmp_path.parent.glob("outside*"))


@pytest.fixture(scope="module")
def exported(tmp_path_factory):
    """The tour as an FMU, unpacked: the folder, and its variables."""
    folder = tmp_path_factory.mktemp("exported")
    for name in ("tour.fmu", "again.fmu"):
        done = subprocess.run([CLI, "export", str(TOUR), "--fmu", str(folder / name)], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
    assert (folder / "tour.fmu").read_bytes() == (folder / "again.fmu").read_bytes()  # reproducible
    with zipfile.ZipFile(folder / "tour.fmu") as archive:
        archive.extractall(folder / "x")
    root = tree.parse(folder / "x" / "modelDescription.xml").getroot()
    return folder, root, {v.get("name"): v for v in root.find("ModelVariables")}


class Stepped:
    """Our FMU as a tool steps it, by the functions of the standard."""

    def __init__(self, folder, root):
        self.library = ctypes.CDLL(str(folder / "x" / "binaries" / "x86_64-linux" / "headroom_fmu.so"))
        self.library.fmi3InstantiateCoSimulation.restype = ctypes.c_void_p
        f, n = ctypes.c_bool(False), None
        self.instance = ctypes.c_void_p(self.library.fmi3InstantiateCoSimulation(
            b"hall", root.get("instantiationToken").encode(), str(folder / "x" / "resources").encode(), f, f, f, f, n,
            ctypes.c_size_t(0), n, n, n))
        assert self.instance.value
        assert self.library.fmi3EnterInitializationMode(self.instance, f, ctypes.c_double(0), ctypes.c_double(0), f, ctypes.c_double(0)) == 0
        assert self.library.fmi3ExitInitializationMode(self.instance) == 0

    def get(self, variable):
        value, reference = ctypes.c_double(), ctypes.c_uint32(int(variable.get("valueReference")))
        one = ctypes.c_size_t(1)
        assert self.library.fmi3GetFloat64(self.instance, ctypes.byref(reference), one, ctypes.byref(value), one) == 0
        return value.value

    def set(self, variable, value):
        value, reference = ctypes.c_double(value), ctypes.c_uint32(int(variable.get("valueReference")))
        one = ctypes.c_size_t(1)
        return self.library.fmi3SetFloat64(self.instance, ctypes.byref(reference), one, ctypes.byref(value), one)

    def step(self, time, length):
        flags, last = [ctypes.c_bool() for _ in range(3)], ctypes.c_double()
        return self.library.fmi3DoStep(self.instance, ctypes.c_double(time), ctypes.c_double(length), ctypes.c_bool(True),
                                       *[ctypes.byref(flag) for flag in flags], ctypes.byref(last))

    def keep(self):
        state = ctypes.c_void_p()
        assert self.library.fmi3GetFMUState(self.instance, ctypes.byref(state)) == 0
        return state

    def go_back(self, state):
        assert self.library.fmi3SetFMUState(self.instance, state) == 0


def test_an_exported_facility_shows_what_its_run_shows(exported, tmp_path):
    folder, root, about = exported
    assert about["warm.supply_setpoint_c"].get("causality") == "input" and float(about["warm.supply_setpoint_c"].get("start")) == 30
    assert about["facility/it_power_kw"].get("unit") == "kW"
    subprocess.run([CLI, "run", str(TOUR), "--until", "1h", "--out", str(tmp_path / "run.db"), "--quiet"], check=True, capture_output=True)
    power = series(tmp_path, "facility/it_power_kw")
    fmu_run = Stepped(folder, root)
    # At the start what the first step comes to; then at every fifth minute what the run has there, to the digits of a CSV (seven).
    assert fmu_run.get(about["facility/it_power_kw"]) == pytest.approx(power[15.0], rel=1e-6)
    for k in range(12):
        assert fmu_run.step(300.0 * k, 300.0) == 0
        assert fmu_run.get(about["facility/it_power_kw"]) == pytest.approx(power[300.0 * (k + 1)], rel=1e-6)
    assert fmu_run.get(about["time"]) == 3600.0


def test_a_master_may_repeat_a_step_with_other_inputs(exported):
    folder, root, about = exported
    fmu_run = Stepped(folder, root)
    water, supply = about["warm.supply_setpoint_c"], about["loop/warm/supply_c"]
    assert fmu_run.step(0.0, 600.0) == 0
    state = fmu_run.keep()
    assert fmu_run.step(600.0, 1800.0) == 0
    cool = fmu_run.get(supply)
    fmu_run.go_back(state)
    assert fmu_run.set(water, 36.0) == 0 and fmu_run.step(600.0, 1800.0) == 0
    assert fmu_run.get(supply) > cool + 3.0
    fmu_run.go_back(state)
    assert fmu_run.step(600.0, 1800.0) == 0
    assert fmu_run.get(supply) == cool  # bit by bit
    # What cannot be is refused, and nothing is lost.
    assert fmu_run.set(water, math.nan) == 3
    assert fmu_run.set(about["facility/it_power_kw"], 1.0) == 3
    assert fmu_run.set(water, 400.0) == 0 and fmu_run.step(2400.0, 60.0) == 3


def test_an_exported_facility_is_a_guest_of_another(exported, tmp_path):
    done = run(tmp_path, {
        "format": "headroom-guest/1", "fmu": str(exported[0] / "tour.fmu"), "timeout_s": 60,
        "inputs": {"warm.supply_setpoint_c": {"channel": "facility/wet_bulb_c"}},
        "outputs": {"loop/warm/supply_c": {"set": "warm.supply_setpoint_c"}}}, until="1h")
    assert done.returncode == 0, done.stderr
    assert len(set_points(tmp_path)) > 3


@pytest.mark.parametrize("option, code", [(["--fmu-input", "warm.supply"], "FMU-011"), (["--fmu-input", "warm.name"], "FMU-011"),
                                          (["--fmu-output", "facility/it"], "FMU-011")])
def test_an_fmu_of_what_is_not_there_is_refused(tmp_path, option, code):
    done = subprocess.run([CLI, "export", str(TOUR), "--fmu", str(tmp_path / "x.fmu"), *option], capture_output=True, text=True)
    assert done.returncode == 3 and f"[{code}]" in done.stderr and not (tmp_path / "x.fmu").exists()


def test_the_published_schema_is_that_of_the_program():
    printed = subprocess.run([CLI, "schema", "guest"], capture_output=True, text=True, check=True).stdout
    assert printed == (ROOT / "resources" / "schema" / "guest.schema.json").read_text()
    # Its keys are those that the reader takes; the example keeps to it.
    example = json.loads((EXAMPLE / "warm_water.json").read_text())
    known = json.loads(printed)["properties"]
    assert set(example) <= set(known)
    for side in ("inputs", "outputs"):
        keys = set(known[side]["additionalProperties"]["properties"])
        assert all(set(row) <= keys for row in example[side].values())


def test_every_key_of_the_schema_is_read(built, tmp_path):
    everything = {"format": "headroom-guest/1", "fmu": str(fmu(tmp_path, built, 2)), "every": "10min", "timeout_s": 5, "when_it_fails": "go_on",
                  "inputs": {"T_wet": {"channel": "facility/wet_bulb_c", "unit": "kelvin"}},
                  "outputs": {"T_water": {"set": "warm.supply_setpoint_c", "unit": "kelvin", "least": 20, "most": 36, "resolution": 0.1,
                                          "fallback": 30}},
                  "start": {"approach": 8.0, "tau": 600}}
    schema = json.loads((ROOT / "resources" / "schema" / "guest.schema.json").read_text())["properties"]
    assert set(schema) - {"plugin"} == set(everything)
    for side, variable in (("inputs", "T_wet"), ("outputs", "T_water")):
        assert set(schema[side]["additionalProperties"]["properties"]) == set(everything[side][variable])
    done = run(tmp_path, everything, until="30min")
    assert done.returncode == 0, done.stderr
