# SPDX-License-Identifier: Apache-2.0
"""A controller in training: the set-point of the warm water against the energy above IT. The "training" is a search at
random; put your own in its place."""
import headroom


def reward(run, info):
    """Less power above IT is better, and a chip above 70 °C costs."""
    power, it, chip = run.values(["facility/facility_power_kw", "facility/it_power_kw", "facility/hottest_chip_c"])
    return -(power - it) - 50.0 * max(0.0, chip - 70.0)


environment = headroom.Environment(
    headroom.data_folder() / "scenarios" / "tour-small-hall",
    actions=[headroom.Setting("warm.supply_setpoint_c", 24, 36)],
    observations=["facility/it_power_kw", "facility/dry_bulb_c", "facility/hottest_chip_c"],
    reward=reward, step="10min", episode="1h")
environment.action_space.seed(1)

best = None
for episode in range(3):
    observation, info = environment.reset(seed=1)
    action, total, truncated = environment.action_space.sample(), 0.0, False
    while not truncated:
        observation, gain, terminated, truncated, info = environment.step(action)
        total += gain
    print(f"water at {action[0]:.1f} °C: reward {total:8.1f}, chip {observation[2]:.1f} °C")
    best = max(best or (total, 0.0), (total, action[0]))
print(f"best so far: {best[1]:.1f} °C")
