# SPDX-License-Identifier: Apache-2.0
"""An FMU that is a machine of the facility: a chiller takes the heat of a hall, draws its power, and breaks."""
import json

import pytest

from guests import TOUR, answers, built, events, fmu, replayed, run, series

UNITS = '<Unit name="W"><BaseUnit kg="1" m="2" s="-3"/></Unit><Unit name="K"><BaseUnit K="1"/></Unit>'
# Name, causality, unit; by value reference.
VARIABLES = [("heat", "input", "W"), ("T_supply", "input", "K"), ("T_outdoor", "input", "K"), ("T_set", "parameter", "K"),
             ("capacity", "parameter", "W"), ("tau", "parameter", ""), ("ramp", "parameter", ""), ("Q", "output", "W"), ("P", "output", "W")]


@pytest.fixture(scope="module")
def libraries(tmp_path_factory):
    return built("chiller", tmp_path_factory.mktemp("chiller"))


def chiller(folder, libraries, version=2, bad=0, outputs=None, **more):
    file = folder / "chiller.fmu"
    fmu(file, libraries[bad], version, UNITS, VARIABLES, more.pop("can_go_back", True))
    return {"format": "headroom-guest/1", "fmu": str(file), "every": "1min",
            "inputs": {"heat": {"channel": "loop/warm/heat_kw"}, "T_supply": {"channel": "loop/warm/supply_c"},
                       "T_outdoor": {"channel": "facility/dry_bulb_c"}},
            "outputs": outputs or {"Q": {"set": "warm.external_cooling_kw"}, "P": {"set": "warm.external_power_kw"}}, **more}


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """The tour with nothing of its own that cools the warm water."""
    project = json.loads((TOUR / "project.json").read_text())
    loop = next(each for each in project["cooling_loops"] if each["id"] == "warm")
    for key in ("dry_cooler", "dry_cooler_count", "exchanger_approach_k"):
        del loop[key]
    loop.update(external_cooling_kw=500, external_power_kw=90)
    file = tmp_path_factory.mktemp("hall") / "hall.json"
    file.write_text(json.dumps(project))
    return file


@pytest.mark.parametrize("version", [2, 3])
def test_a_chiller_cools_the_hall_and_is_metered(libraries, hall, tmp_path, version):
    done = run(tmp_path, chiller(tmp_path, libraries, version), project=hall, until="3h")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    given = answers(tmp_path)
    assert len(given) > 100
    outdoor, power, supply = (series(tmp_path, c) for c in ("facility/dry_bulb_c", "loop/warm/chiller_power_kw", "loop/warm/supply_c"))
    for time, numbers in given:
        if time not in outdoor or len(numbers) < 2:
            continue
        # Its own curve: COP = 6 - 0.1 (T_out - T_set - 20 K), T_set = 30 °C, and 2 kW of standby.
        cop = 6.0 - 0.1 * (outdoor[time] - 30.0 - 20.0)
        assert numbers["external_power_kw"] == pytest.approx(numbers["external_cooling_kw"] / cop + 2.0, rel=1e-4)
        # From then on the meter of the loop reads that: no more, no less.
        assert power[time + 15.0] == pytest.approx(numbers["external_power_kw"], rel=1e-5)
    # An hour after the start its water is at the set-point.
    assert all(value == pytest.approx(30.0, abs=0.5) for time, value in supply.items() if time >= 3600.0)
    # What it drew is in the facility's energy, and with its heat every step balances.
    facility = series(tmp_path, "facility/chiller_power_kw")
    chilled = series(tmp_path, "loop/chilled/chiller_power_kw")
    assert all(facility[time] == pytest.approx(power[time] + chilled[time], rel=1e-5) for time in power)
    assert max(series(tmp_path, "facility/energy_imbalance").values()) < 1e-9
    assert told["pue"] == pytest.approx(told["facility_energy_kwh"] / told["it_energy_kwh"], rel=1e-9)
    assert replayed(tmp_path) == told["state_hash"]


def test_its_power_is_in_the_pue(libraries, hall, tmp_path):
    """The same machine with a meter of its own elsewhere (P joined to nothing): the facility takes less by its energy and by what wires
    and transformers lost of it, at most 5 %."""
    energy, drawn = {}, 0.0
    free = json.loads(hall.read_text())
    next(each for each in free["cooling_loops"] if each["id"] == "warm")["external_power_kw"] = 0
    for own, project in ((True, free), (False, free)):
        folder = tmp_path / str(own)
        folder.mkdir()
        (folder / "hall.json").write_text(json.dumps(project))
        outputs = {"Q": {"set": "warm.external_cooling_kw"}, **({"P": {"set": "warm.external_power_kw"}} if own else {})}
        done = run(folder, chiller(folder, libraries, outputs=outputs), project=folder / "hall.json")
        assert done.returncode == 0, done.stderr
        told = json.loads(done.stdout)
        energy[own] = told["facility_energy_kwh"], told["pue"]
        if own:
            drawn = sum(series(folder, "loop/warm/chiller_power_kw").values()) * 15.0 / 3600.0
    more = energy[True][0] - energy[False][0]
    assert drawn > 20.0 and drawn * 0.999 < more < 1.05 * drawn
    assert energy[True][1] > energy[False][1]


def test_steps_are_done_again_in_halves(libraries, hall, tmp_path):
    """A minute is more than the 20 s that it takes at once: it goes back and halves. Where it cannot go back, that is an error."""
    done = run(tmp_path, chiller(tmp_path, libraries, can_go_back=False), project=hall, until="10min")
    assert done.returncode == 4 and "[GST-025]" in done.stderr and "discard" in done.stderr
    assert run(tmp_path, chiller(tmp_path, libraries, can_go_back=False, every="15s"), project=hall, until="10min").returncode == 0


BROKEN = [(1, "GST-025", "error"), (2, "GST-023", "no answer within 1 s"), (3, "GST-022", "Aborted"), (4, "GST-028", "not a number"),
          (5, "GST-022", "exit code 3")]


@pytest.mark.parametrize("bad, code, words", BROKEN)
def test_a_chiller_that_breaks_ends_the_run_with_an_event(libraries, hall, tmp_path, bad, code, words):
    done = run(tmp_path, chiller(tmp_path, libraries, bad=bad, timeout_s=1), project=hall)
    assert done.returncode == 4 and f"[{code}]" in done.stderr and words in done.stderr, done.stderr
    (time, text), = events(tmp_path, "chiller.fmu")
    # It breaks in the step from 1800 s, which the question at 1860 s asks for.
    assert time == pytest.approx(1860.0, abs=15.0) and words in text and "The run ends here." in text


@pytest.mark.parametrize("bad, code, words", BROKEN)
def test_a_run_may_go_on_without_it(libraries, hall, tmp_path, bad, code, words):
    """Its fallback is a spare machine of 400 kW at 120 kW."""
    outputs = {"Q": {"set": "warm.external_cooling_kw", "fallback": 400}, "P": {"set": "warm.external_power_kw", "fallback": 120}}
    done = run(tmp_path, chiller(tmp_path, libraries, 3, bad, outputs, timeout_s=1, when_it_fails="go_on"), project=hall)
    assert done.returncode == 0, done.stderr
    assert code in done.stderr and words in done.stderr
    (time, text), = events(tmp_path, "chiller.fmu")
    assert words in text and "The run continues without it." in text
    power = series(tmp_path, "loop/warm/chiller_power_kw")
    assert all(value == 120.0 for at, value in power.items() if at > time) and max(power) == 7200.0
    assert replayed(tmp_path) == json.loads(done.stdout)["state_hash"]


@pytest.mark.parametrize("change, code", [({"when_it_fails": "pray"}, "GST-011"),
                                          ({"outputs": {"Q": {"set": "warm.supply_setpoint_c"}}}, "GST-027"),
                                          ({"outputs": {"Q": {"set": "warm.external_cooling_kw", "fallback": "much"}}}, "GST-011"),
                                          ({"outputs": {"Q": {"set": "chilled.external_cooling_l"}}}, "GST-026")])
def test_what_cannot_be_joined_is_refused(libraries, hall, tmp_path, change, code):
    done = run(tmp_path, {**chiller(tmp_path, libraries), **change}, project=hall)
    assert done.returncode == 3 and f"[{code}]" in done.stderr, done.stderr
    assert not (tmp_path / "run.db").exists()
