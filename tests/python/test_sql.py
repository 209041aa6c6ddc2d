# SPDX-License-Identifier: Apache-2.0
"""The queries of resources/help/sql.md on a recording, against what the run itself says."""
import pathlib
import re
import sqlite3

import pytest

import headroom

PAGE = pathlib.Path(headroom.data_folder()) / "resources" / "help" / "sql.md"
QUERIES = re.findall(r"```sql\n(.*?)```", PAGE.read_text(), re.DOTALL)


@pytest.fixture(scope="module")
def run_and_rows(tmp_path_factory):
    """An hour with a drill, and every query's rows as dicts."""
    file = tmp_path_factory.mktemp("sql") / "drill.db"
    run = headroom.open(headroom.data_folder() / "scenarios" / "tour-small-hall").start(out=file)
    run.order("fail liquid/2 server at 20min for 10min")
    run.run(until="1h")
    run.finish()
    database = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
    database.row_factory = sqlite3.Row
    return run, [[dict(row) for row in database.execute(query)] for query in QUERIES]


def test_there_are_ten():
    assert len(QUERIES) == 10


def test_headline_figures_are_those_of_the_run(run_and_rows):
    run, rows = run_and_rows
    assert rows[0] == [{"pue": run.summary()["pue"], "it_energy_kwh": run.summary()["it_energy_kwh"],
                        "jobs_completed": run.summary()["jobs"]["completed"], "state_hash": run.state_hash}]
    about = {row["key"]: row["value"] for row in rows[1]}
    assert about["project_name"] == "Tour: small hall" and about["start_local"] == run.start


def test_channels_are_those_of_the_facility(run_and_rows):
    run, rows = run_and_rows
    assert [r["name"] for r in rows[2]] == [name for name in run.channels if name.startswith("facility/")]


def test_events_are_all_counted(run_and_rows):
    run, rows = run_and_rows
    assert sum(r["events"] for r in rows[3]) == len(run.events()) > 0
    # A chain ends at something without a cause, and goes forward in time.
    chain = rows[4]
    assert chain and [r["depth"] for r in chain] == list(range(len(chain) - 1, -1, -1))
    assert [r["time_s"] for r in chain] == sorted(r["time_s"] for r in chain)


def test_losses_name_the_drill(run_and_rows):
    run, rows = run_and_rows
    assert any("liquid" in (r["subject"] or "") + (r["text"] or "") and r["accelerator_h"] > 0 for r in rows[5])


def test_use_by_tenant_adds_up_to_the_run(run_and_rows):
    run, rows = run_and_rows
    hours = run.summary()["accelerator_hours"]
    # Held time is Running and Starting; the query counts Running alone.
    assert sum(r["accelerator_h"] for r in rows[6]) == pytest.approx(hours["held"] - hours["starting"], rel=1e-6)
    assert sum(r["jobs"] for r in rows[6]) == run.summary()["jobs"]["submitted"]
    waits = [r["waited_min"] for r in rows[7]]
    assert waits == sorted(waits, reverse=True) and waits[-1] >= 0


def test_accelerators_by_minute_are_those_of_the_jobs(run_and_rows):
    run, rows = run_and_rows
    assert len(rows[8]) == 61 and rows[8][1]["at"] - rows[8][0]["at"] == 60
    now = sum(j["accelerators"] for j in run.frame().jobs if j["state"] == "Running")
    assert rows[8][-1]["accelerators"] == now > 0


def test_orders_are_told(run_and_rows):
    run, rows = run_and_rows
    assert len(rows[9]) == 1 and rows[9][0]["at_h"] == pytest.approx(1 / 3)
    assert "liquid" in rows[9][0]["what"]
