# SPDX-License-Identifier: Apache-2.0
"""Estimates, campaigns and studies in Python."""
import json
import os
import subprocess

import pytest

import headroom

CLI = os.environ["HEADROOM_CLI"]


def by_command_line(*arguments):
    done = subprocess.run([CLI, *arguments], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def test_estimates_are_those_of_the_command_line():
    ours = headroom.estimate("training", model="llama3-70b", cluster="h100-sxm:1024", tp=8, pp=2)
    theirs = by_command_line("estimate", "training", "--model", "llama3-70b", "--cluster", "h100-sxm:1024", "--tp", "8",
                             "--pp", "2", "--format", "json")
    assert ours == theirs
    ours = headroom.estimate("inference", model="llama3-8b", cluster="h100-sxm:8", minutes=0.5)
    theirs = by_command_line("estimate", "inference", "--model", "llama3-8b", "--cluster", "h100-sxm:8", "--minutes", "0.5",
                             "--format", "json")
    assert ours == theirs


def test_planning_questions_answer_with_tables():
    table = headroom.plan(run=["llama3-8b:100B:30d:64"], against="lambda-h100")
    rows = by_command_line("plan", "--run", "llama3-8b:100B:30d:64", "--against", "lambda-h100", "--format", "json")
    assert list(table["place"]) == [row["place"] for row in rows]
    assert list(table["usd"]) == [row["usd"] for row in rows]
    sheets = headroom.goodput(cluster="dgx-h100:1024", spares=2)
    assert sheets["Goodput"]["servers"][0] == 128 and sheets["Goodput"]["spares"][0] == 2
    assert len(sheets["Strategies"]["strategy"]) > 3 and sheets["notes"]


def test_parallelism_and_schedule_answer_as_the_command_line(tmp_path):
    front = headroom.parallelism(model="llama3-8b", cluster="dgx-h100:64", launcher="megatron", precision="bf16")
    rows = by_command_line("parallelism", "--model", "llama3-8b", "--cluster", "dgx-h100:64", "--launcher", "megatron",
                           "--precision", "bf16", "--format", "json")
    assert list(front["Front"]["step_s"]) == [row["step_s"] for row in rows["Front"]]
    log = tmp_path / "log.csv"
    log.write_text("submit_s,duration_s,num_gpus,user\n0,3600,8,a\n600,3600,4,b\n")
    table = headroom.schedule(trace=str(log), accelerators=8, policy=["fifo"], pools=["12"], usd_per_hour=2.0)
    assert table["Policies"]["mean_wait_s"][0] == 1500.0 and table["Cost"]["pool_usd"][0] == 32.0
    assert len(table["Teams"]["team"]) == 2 and len(table["Pools"]["policy"]) == 2


def test_wrong_arguments_of_planning_questions_are_named():
    with pytest.raises(headroom.Error) as wrong:
        headroom.goodput(clusters="dgx-h100:8")
    assert wrong.value.code == "ASK-002"


@pytest.mark.parametrize("kind, words, code", [
    ("training", {"model": "llama3-70b", "cluster": "h100-sxm"}, "EST-002"),
    ("training", {"model": "llama9", "cluster": "h100-sxm:8"}, "EST-006"),
    ("training", {"model": "llama3-70b", "cluster": "h100-sxm:1024", "tp": 7}, "EST-010"),
    ("inference", {"model": "llama3-405b", "cluster": "h100-sxm:1"}, "EST-020"),
])
def test_wrong_estimates_have_the_codes_of_the_manual(kind, words, code):
    with pytest.raises(headroom.Error) as wrong:
        headroom.estimate(kind, **words)
    assert wrong.value.code == code


def test_wrong_options_are_value_errors():
    with pytest.raises(ValueError, match="--cluster"):
        headroom.estimate("training", model="llama3-70b")
    with pytest.raises(ValueError, match="tq"):
        headroom.estimate("training", model="llama3-70b", cluster="h100-sxm:8", tq=3)
    with pytest.raises(ValueError, match="training"):
        headroom.estimate("guess")


def test_a_campaign_is_that_of_the_command_line(hall):
    ours = headroom.campaign(hall, replications=3, days=1, coupling="never", threads=2)
    theirs = by_command_line("campaign", str(hall.file), "--replications", "3", "--days", "1", "--coupling", "never",
                             "--format", "json", "--quiet")
    ours.pop("wall_s", None), theirs.pop("wall_s", None)
    assert ours == theirs


def test_a_campaign_ends_where_its_progress_throws(hall):
    with pytest.raises(RuntimeError, match="enough"):
        headroom.campaign(hall, replications=200, days=3650, coupling="never", threads=2, progress=enough)


def enough(done, due):
    raise RuntimeError("enough")


def test_a_study_is_run_and_goes_on(hall, tmp_path):
    file = tmp_path / "water.json"
    file.write_text(json.dumps({
        "format": "headroom-study/1", "name": "water", "project": str(hall.file), "until_h": 0.25,
        "figures": ["pue"],
        "axes": [{"name": "water", "set": "warm.supply_setpoint_c", "values": [28, 32]}]}))
    with pytest.raises(headroom.Error, match="STU-021"):  # the project is outside the study's folder
        headroom.study(file)
    answers = headroom.study(file, allow_outside=True)
    assert answers["status"]["done"] == 2 and (tmp_path / "water.db").exists()
    assert headroom.study(file, allow_outside=True)["points"] == answers["points"]


def test_a_sweep_is_the_table_of_the_command_line():
    """Two feeds: the four rows of one busway, as `sweep --format json` has them, with arrays for pandas."""
    import numpy

    project = os.path.join(headroom.data_folder(), "scenarios", "feed-loss-2n")
    ours = headroom.sweep(headroom.open(project), part="bus-a", warm_up="20min", horizon="10min", threads=1)
    theirs = by_command_line("sweep", project, "--part", "bus-a", "--warm-up", "20min", "--horizon", "10min", "--threads", "1",
                             "--format", "json")["rows"]
    assert ours["part"] == [row["part"] for row in theirs] and len(theirs) == 4
    assert ours["racks_off"].dtype == numpy.int64 and ours["lost_share"].dtype == numpy.float64
    assert list(ours["lost_accelerator_h"]) == [row["lost_accelerator_h"] for row in theirs]
    assert list(ours["design.racks_without_redundancy"]) == [row["design"]["racks_without_redundancy"] for row in theirs]


def test_runs_vary_settings_and_arguments(hall):
    """Two set-points times two seeds: four rows, the last key fastest, each the run that start and set would give."""
    progress = []
    table = headroom.runs(hall, vary={"warm.supply_setpoint_c": [28, 34], "seed": [1, 2]}, until="10min",
                          figures=["pue", "cost.total_usd", "state_hash"], progress=lambda *now: progress.append(now))
    assert list(table) == ["warm.supply_setpoint_c", "seed", "pue", "cost.total_usd", "state_hash"]
    assert table["warm.supply_setpoint_c"] == [28, 28, 34, 34] and table["seed"] == [1, 2, 1, 2]
    assert progress == [(1, 4), (2, 4), (3, 4), (4, 4)]
    hall.set("warm.supply_setpoint_c", 34)
    alone = hall.run(until="10min", seed=2).summary()
    assert (table["pue"][3], table["state_hash"][3]) == (alone["pue"], alone["state_hash"])
    assert len(set(table["state_hash"])) == 4
    rows = headroom.runs(hall, vary=[{"until": "5min"}, {"until": "10min"}])
    assert rows["simulated_s"] == [300.0, 600.0]


def test_runs_name_what_they_do_not_know(hall):
    for vary, word in (({}, "at least one"), ({"sed": [1]}, "sed"), ([{"seed": 1}, {"step": "30s"}], "same keys")):
        with pytest.raises(ValueError, match=word):
            headroom.runs(hall, vary=vary, until="1min")
    with pytest.raises(TypeError, match="seed needs a list"):
        headroom.runs(hall, vary={"seed": 1}, until="1min")
    for project, vary, word in ((hall, 5, "a mapping of keys"), (hall, "seed", "a mapping of keys"), (hall, [5], "row 1"),
                                (str(hall.file), {"seed": [1]}, "headroom.open")):
        with pytest.raises(TypeError, match=word):
            headroom.runs(project, vary=vary, until="1min")
    with pytest.raises(KeyError, match="pux"):
        headroom.runs(hall, vary={"seed": [1]}, until="1min", figures=["pux"])
    with pytest.raises(headroom.Error):
        headroom.runs(hall, vary={"warm.supply_setpoint": [28]}, until="1min")


def test_a_campaign_varies_a_figure_as_the_command_line(hall):
    ours = headroom.campaign(hall, replications=2, days=1, coupling="never", vary={"restart-time": [60, "10min"]})
    theirs = by_command_line("campaign", str(hall.file), "--replications", "2", "--days", "1", "--coupling", "never", "--vary",
                             "restart-time=60,10min", "--format", "json", "--quiet")
    ours.pop("wall_s", None), theirs.pop("wall_s", None)
    assert ours == theirs and len(ours["points"]) == 2
    with pytest.raises(ValueError, match="one figure"):
        headroom.campaign(hall, days=0.02, vary={})
