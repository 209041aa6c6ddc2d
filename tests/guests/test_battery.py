# SPDX-License-Identifier: Apache-2.0
"""An FMU that is a battery of the facility: it holds the site below a limit, is metered, loses no joule, and breaks."""
import json
import subprocess

import pytest

from guests import CLI, TOUR, answers, built, events, fmu, replayed, run, series

UNITS = '<Unit name="W"><BaseUnit kg="1" m="2" s="-3"/></Unit>'
# Name, causality, unit; by value reference.
VARIABLES = [("site", "input", "W"), ("metered", "input", "W"), ("limit", "parameter", "W"), ("most", "parameter", "W"),
             ("size", "parameter", "J"), ("held", "parameter", "J"), ("idle", "parameter", "W"), ("per_w2", "parameter", ""),
             ("hold", "parameter", "s"), ("P", "output", "W"), ("L", "output", "W"), ("soc", "output", "1")]
KWH = 3.6e6
SIZE, HELD, IDLE, PER_W2, MOST = 100.0, 50.0, 0.5, 2e-4, 150.0  # kWh, kWh, kW, 1/kW, kW: as in the fixture
KEYS = {"P": "external_battery_kw", "L": "external_battery_loss_kw", "soc": "external_battery_start_pct"}


@pytest.fixture(scope="module")
def libraries(tmp_path_factory):
    return built("battery", tmp_path_factory.mktemp("battery"))


def battery(folder, libraries, limit_kw, version=2, bad=0, outputs=None, **more):
    file = folder / "battery.fmu"
    fmu(file, libraries[bad], version, UNITS, VARIABLES)
    return {"format": "headroom-guest/1", "fmu": str(file), "every": "1min",
            "inputs": {"site": {"channel": "facility/utility_power_kw"}, "metered": {"channel": "battery/main/power_kw"}},
            "outputs": outputs or {name: {"set": f"main.{key}"} for name, key in KEYS.items()},
            "start": {"limit": 1e3 * limit_kw}, **more}


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The tour with a battery of 100 kWh on its main board, half full, and what its utility delivers in three hours without it."""
    project = json.loads((TOUR / "project.json").read_text())
    main = next(each for each in project["power_units"] if each["id"] == "main")
    main.update(external_battery_kwh=SIZE, external_battery_start_pct=100.0 * HELD / SIZE)
    folder = tmp_path_factory.mktemp("site")
    (folder / "site.json").write_text(json.dumps(project))
    subprocess.run([CLI, "run", str(folder / "site.json"), "--until", "3h", "--out", str(folder / "run.db"), "--quiet"], check=True,
                   capture_output=True)
    return folder


@pytest.mark.parametrize("version", [2, 3])
def test_a_battery_is_metered_and_loses_no_joule(libraries, site, tmp_path, version):
    plain = series(site, "facility/utility_power_kw")
    limit = sorted(plain.values())[len(plain) // 2]
    done = run(tmp_path, battery(tmp_path, libraries, limit, version), project=site / "site.json", until="3h")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    power, loss, charge = (series(tmp_path, f"battery/main/{key}") for key in ("power_kw", "loss_kw", "charge_kwh"))
    times = sorted(power)
    # Energy in = energy out + losses + change of what it holds: of every step, and of all of them.
    held, given, taken, lost = HELD, 0.0, 0.0, 0.0
    for before, time in zip([0.0, *times], times):
        hours = (time - before) / 3600.0
        given += max(0.0, power[time]) * hours
        taken += max(0.0, -power[time]) * hours
        lost += loss[time] * hours
        held -= (power[time] + loss[time]) * hours
        assert charge[time] == pytest.approx(held, abs=2e-5 * SIZE), time
        assert -1e-6 <= charge[time] <= SIZE + 1e-6
    assert taken == pytest.approx(given + lost + charge[times[-1]] - HELD, abs=1e-4 * SIZE)
    assert given > 1.0 and taken > 1.0 and lost > 0.0
    # What it asked for and says that it loses is what the meter of its board reads from then on; and its own state of charge, which
    # it integrates from that meter, is what the run holds.
    given_answers = answers(tmp_path)
    assert len(given_answers) > 60
    for time, numbers in given_answers:
        if time in charge and len(numbers) == len(KEYS):
            assert power[time + 15.0] == pytest.approx(numbers[KEYS["P"]], rel=1e-5, abs=1e-4)
            assert loss[time + 15.0] == pytest.approx(numbers[KEYS["L"]], rel=1e-5, abs=1e-4)
            assert numbers[KEYS["L"]] == pytest.approx(IDLE + PER_W2 * numbers[KEYS["P"]] ** 2, rel=1e-4)
            assert numbers[KEYS["soc"]] == pytest.approx(100.0 * charge[time] / SIZE, abs=0.02), time
    # It does what it is there for: the utility delivers less than without it where that is above the limit.
    shaved = series(tmp_path, "facility/utility_power_kw")
    above = [time for time in times if plain[time] > limit + 5.0 and power[time] > 1.0]
    assert above and all(shaved[time] < plain[time] for time in above)
    # The facility's meter has it: battery power, energy balance of every step, PUE.
    facility = series(tmp_path, "facility/battery_power_kw")
    assert all(facility[time] == pytest.approx(power[time], abs=1e-3) for time in times)
    assert max(series(tmp_path, "facility/energy_imbalance").values()) < 1e-9
    assert told["pue"] == pytest.approx(told["facility_energy_kwh"] / told["it_energy_kwh"], rel=1e-9) and told["pue"] > 1.0
    assert replayed(tmp_path) == told["state_hash"]


def test_an_empty_battery_gives_nothing_whatever_its_model_says(libraries, site, tmp_path):
    """An FMU that believes in 100 MWh: the run's own store ends after 50 kWh, and says so."""
    guest = battery(tmp_path, libraries, 0.0)
    guest["start"].update(size=1e5 * KWH, held=5e4 * KWH)
    del guest["outputs"]["soc"]
    done = run(tmp_path, guest, project=site / "site.json", until="2h")
    assert done.returncode == 0, done.stderr
    power, loss, charge = (series(tmp_path, f"battery/main/{key}") for key in ("power_kw", "loss_kw", "charge_kwh"))
    # Samples are those of the ends of steps: the step in which it ends shows what comes after, 15 s of 155 kW are not in the sum.
    most = MOST + IDLE + PER_W2 * MOST ** 2
    assert 0.0 <= HELD - sum(power[t] + loss[t] for t in power) * 15.0 / 3600.0 < 15.0 * most / 3600.0
    last = max(power)
    assert power[last] == 0.0 and loss[last] == 0.0 and charge[last] == pytest.approx(0.0, abs=1e-6)
    told = events(tmp_path, "main")
    (time, text), = [row for row in told if "battery" in row[1]]
    assert "empty" in text
    # 50 kWh at 150 kW and 5 kW of losses, from the first such answer on; before it what an idle battery loses.
    begun = next(at for at, numbers in answers(tmp_path) if numbers[KEYS["P"]] == MOST)
    assert time == pytest.approx(begun + (3600.0 * HELD - IDLE * begun) / most, abs=1.0)


BROKEN = [(1, "GST-025", "error"), (2, "GST-023", "no answer within 1 s"), (3, "GST-022", "Aborted"), (4, "GST-028", "not a number"),
          (5, "GST-022", "exit code 3")]


@pytest.mark.parametrize("bad, code, words", BROKEN)
def test_a_battery_that_breaks_ends_the_run_with_an_event(libraries, site, tmp_path, bad, code, words):
    done = run(tmp_path, battery(tmp_path, libraries, 500.0, bad=bad, timeout_s=1), project=site / "site.json")
    assert done.returncode == 4 and f"[{code}]" in done.stderr and words in done.stderr, done.stderr
    (time, text), = events(tmp_path, "battery.fmu")
    assert time == pytest.approx(1860.0, abs=30.0) and words in text and "The run ends here." in text


@pytest.mark.parametrize("bad, code, words", BROKEN)
def test_a_run_may_go_on_without_it(libraries, site, tmp_path, bad, code, words):
    """Its contactor opens: it gives nothing, and its charger loses 0.2 kW on."""
    outputs = {"P": {"set": "main.external_battery_kw", "fallback": 0}, "L": {"set": "main.external_battery_loss_kw", "fallback": 0.2}}
    done = run(tmp_path, battery(tmp_path, libraries, 500.0, 3, bad, outputs, timeout_s=1, when_it_fails="go_on"), project=site / "site.json")
    assert done.returncode == 0, done.stderr
    assert code in done.stderr and words in done.stderr
    (time, text), = events(tmp_path, "battery.fmu")
    assert words in text and "The run continues without it." in text
    power, loss = series(tmp_path, "battery/main/power_kw"), series(tmp_path, "battery/main/loss_kw")
    assert all(power[at] == 0.0 and loss[at] == pytest.approx(0.2) for at in power if at > time) and max(power) == 7200.0
    assert replayed(tmp_path) == json.loads(done.stdout)["state_hash"]


@pytest.mark.parametrize("change, code", [({"outputs": {"P": {"set": "main.external_battery_kwh"}}}, "GST-027"),
                                          ({"outputs": {"P": {"set": "main.external_battery"}}}, "GST-026"),
                                          ({"inputs": {"site": {"channel": "battery/mech/power_kw"}}}, "GST-026")])
def test_what_cannot_be_joined_is_refused(libraries, site, tmp_path, change, code):
    done = run(tmp_path, {**battery(tmp_path, libraries, 500.0), **change}, project=site / "site.json")
    assert done.returncode == 3 and f"[{code}]" in done.stderr, done.stderr
    assert not (tmp_path / "run.db").exists()
