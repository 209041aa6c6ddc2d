# SPDX-License-Identifier: Apache-2.0
"""The environment for those who train controllers."""
import numpy
import pytest

import headroom


def make(hall, **more):
    wishes = dict(actions=[headroom.Setting("warm.supply_setpoint_c", 24, 36),
                           headroom.Choice("drill", ["", "fail cdus cdus count 1 for 2min"])],
                  observations=["facility/it_power_kw", "facility/hottest_chip_c"],
                  reward=lambda run, info: -run["facility/pue"], step="2min", episode="6min")
    wishes.update(more)
    return headroom.Environment(hall, **wishes)


def test_spaces_have_names_units_and_bounds(hall):
    env = make(hall)
    assert env.action_space.names == ("warm.supply_setpoint_c", "drill") and env.action_space.units == ("°C", "")
    assert list(env.action_space.low) == [24, 0] and list(env.action_space.high) == [36, 1]
    assert env.observation_space.units == ("kW", "°C") and env.observation_space.shape == (2,)
    env.action_space.seed(3)
    first = env.action_space.sample()
    env.action_space.seed(3)
    assert (first == env.action_space.sample()).all() and env.action_space.contains(first)
    assert not env.action_space.contains([numpy.nan, 0])


def test_an_episode_is_repeated_by_its_seed(hall):
    env = make(hall)

    def episode(seed, water):
        env.reset(seed=seed)
        rewards, truncated = [], False
        while not truncated:
            observation, reward, terminated, truncated, info = env.step([water, 0])
            assert not terminated and numpy.isfinite(observation).all()
            rewards.append(reward)
        assert info["time_s"] == 360.0 and len(rewards) == 3  # 6 min in steps of 2
        return rewards, env.run.state_hash

    assert episode(1, 30) == episode(1, 30)
    assert episode(1, 36) != episode(1, 30)
    assert episode(2, 30)[1] != episode(1, 30)[1]


def test_an_idle_action_is_no_edit(hall):
    env = make(hall)
    env.reset()
    env.step([30, 0])  # as it is
    assert env.run.state_hash == hall.run(until="2min").state_hash


def test_a_choice_gives_its_order(hall):
    env = make(hall)
    env.reset()
    info = env.step([30, 1])[-1]
    assert any(e["text"] == "1 of 2 out of service." for e in info["events"])


def test_what_is_wrong_is_found_before_anything_runs(hall):
    with pytest.raises(headroom.Error) as wrong:
        make(hall, actions=[headroom.Setting("warm.supply_c", 24, 36)])
    assert wrong.value.code == "EDT-002"
    with pytest.raises(ValueError, match="not within"):
        make(hall, actions=[headroom.Setting("warm.supply_setpoint_c", -400, 36)])
    with pytest.raises(headroom.Error):
        make(hall, observations=["facility/nothing"])
    env = make(hall)
    with pytest.raises(RuntimeError, match="reset"):
        env.step([30, 0])
    env.reset()
    with pytest.raises(ValueError, match="outside"):
        env.step([40, 0])


def test_gymnasium_accepts_it(hall):
    pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    adapted = make(hall).gymnasium()
    check_env(adapted, skip_render_check=True)
    observation, info = adapted.reset(seed=1)
    # One coupling step of 15 s: without it nothing has been computed.
    assert info["time_s"] == 15.0 and numpy.isfinite(observation).all()
    first = adapted.step([30, 0])[0]
    adapted.reset(seed=1)
    assert (adapted.step([30, 0])[0] == first).all()
