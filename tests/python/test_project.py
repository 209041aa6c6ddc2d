# SPDX-License-Identifier: Apache-2.0
"""Designs in Python: reading, editing, checking, writing."""
import json

import pytest

import headroom


def test_values_are_in_the_unit_of_their_key(hall):
    assert hall.name == "Tour: small hall"
    assert hall.get("warm.supply_setpoint_c") == 30  # as project.json has it
    about = hall.attribute("warm.supply_setpoint_c")
    assert about["unit"] == "°C" and about["kind"] == "number" and about["minimum"] < 30 < about["maximum"]
    assert {"cdus"} == {o["id"] for o in hall.objects("cdu_groups")}


def test_edits_are_undone(hall):
    before = hall.text
    hall.set("warm.supply_setpoint_c", 32)
    hall.set({"cdus.supply_setpoint_c": 36, "hall.supply_air_c": 25})
    assert hall.get("cdus.supply_setpoint_c") == 36
    assert hall.undo() and hall.get("cdus.supply_setpoint_c") == 34 and hall.get("warm.supply_setpoint_c") == 32
    assert hall.undo() and hall.text == before
    assert not hall.undo()
    assert hall.redo() and hall.get("warm.supply_setpoint_c") == 32


@pytest.mark.parametrize("path, value, code", [
    ("warm.supply_setpoint_k", 30, "EDT-002"),
    ("worm.supply_setpoint_c", 30, "EDT-001"),
    ("warm", 30, "EDT-007"),
    ("warm.supply_setpoint_c", "hot", "EDT-012"),
])
def test_wrong_edits_have_the_codes_of_the_manual(hall, path, value, code):
    before = hall.text
    with pytest.raises(headroom.Error) as wrong:
        hall.set({"cdus.supply_setpoint_c": 36, path: value})
    assert wrong.value.code == code and wrong.value.remedy and wrong.value.code in str(wrong.value)
    assert hall.text == before  # all or nothing


def test_a_file_with_many_faults_tells_all(tmp_path):
    data = {"format": "headroom-project/1", "project": {"name": 3}, "hals": []}
    file = tmp_path / "wrong.json"
    file.write_text(json.dumps(data))
    with pytest.raises(headroom.Error) as wrong:
        headroom.open(file)
    assert len(wrong.value.errors) >= 2
    assert {e.file for e in wrong.value.errors} == {str(file)} and wrong.value.errors[0].line == 1
    with pytest.raises(headroom.Error) as missing:
        headroom.open(tmp_path / "nothing.json")
    assert missing.value.code


def test_a_project_is_saved_and_read_back(hall, tmp_path):
    hall.set("warm.supply_setpoint_c", 32)
    file = tmp_path / "warm.json"
    hall.save(file)
    assert headroom.open(file).text == hall.text
    assert headroom.loads(hall.text, file).get("warm.supply_setpoint_c") == 32
    with pytest.raises(headroom.Error) as nowhere:
        headroom.loads(hall.text).save()
    assert nowhere.value.code == "PYM-007"


def test_findings_are_those_of_the_command_line(hall):
    # The tour has no error; a board of a tenth of its rating has.
    assert not [f for f in hall.check() if f["severity"] == "error"]
    hall.set("grid.rating_mva", 0.25)
    errors = [f for f in hall.check() if f["severity"] == "error"]
    assert any(f["subject"] == "grid" and f["measured"] > f["allowed"] for f in errors)


def test_quantities_have_units():
    for q in headroom.quantities():
        assert q["key"] and q["label"] and q["why"]
    units = {q["key"]: q["unit"] for q in headroom.quantities("rack")}
    assert units["power_kw"] == "kW" and units["chip_c"] == "°C"


def test_the_project_holds_the_air_it_computed(hall):
    """Zones as stated, then the inlets of the field, in the file too; undo takes them back. Runs go by the project alone."""
    before = hall.text
    assert [h["model"] for h in hall.air()] == ["zones"]
    stated = hall.run(until="5min").state_hash
    hall.compute_air(cell_m=0.6)
    field, = hall.air()
    assert field["model"] == "field" and "0.60 m" in field["origin"] and field["error_k"] >= 0
    assert headroom.loads(hall.text).run(until="5min").state_hash == hall.run(until="5min").state_hash != stated
    hall.set("hall.supply_air_c", 23)
    assert hall.air() == [{"hall": "hall", "model": "zones", "outdated": True}]
    assert hall.undo() and hall.undo() and hall.text == before
    with pytest.raises(ValueError):
        hall.compute_air(cell_m=9)
