# SPDX-License-Identifier: Apache-2.0
import pytest

import headroom


def test_phases_add_up_to_what_a_step_costs(hall):
    run = hall.run(until="15min")
    answer = run.ask("step-timeline", job="llama-70b")
    rows = answer["rows"]
    whole = sum(row["length_s"] for row in rows)
    assert rows[0]["start_s"] == 0.0
    for before, after in zip(rows, rows[1:]):
        assert after["start_s"] == pytest.approx(before["start_s"] + before["length_s"])
    assert sum(row["share_pct"] for row in rows) == pytest.approx(100.0)
    job = next(job for job in run.frame().jobs if job["name"] == "llama-70b")
    assert whole >= job["step_s"]


def test_a_recording_answers_as_the_run_did(recorded):
    file, run = recorded
    ours = run.ask("step-timeline", job="llama-8b")
    theirs = headroom.open(file).ask("step-timeline", at="1h", job="llama-8b")
    assert theirs == ours


def test_questions_describe_themselves(hall):
    names = [question["name"] for question in headroom.questions()]
    assert "step-timeline" in names
    run = hall.run(until="1min")
    with pytest.raises(headroom.Error) as wrong:
        run.ask("step-timelines")
    assert wrong.value.code == "ASK-001"
    with pytest.raises(headroom.Error) as wrong:
        run.ask("step-timeline", jobs="a")
    assert wrong.value.code == "ASK-002"
