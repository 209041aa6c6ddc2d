# SPDX-License-Identifier: Apache-2.0
"""The tour in Python: two hours of the small hall, what they came to, and the way to the same state hash as
`headroom-cli run scenarios/tour-small-hall --until 2h` prints."""
import headroom

project = headroom.open(headroom.data_folder() / "scenarios" / "tour-small-hall")
print(project.name)
for finding in project.check():
    print(finding["text"])

run = project.run(until="2h")

power = run.channel("facility/it_power_kw")
print(f"IT power: {power.min():.0f} to {power.max():.0f} kW over {len(run.times)} steps")
chips = run.frame().rack("chip_c")
hottest = chips.argmax()
print(f"hottest chip: {chips[hottest]:.1f} °C in rack {run.racks[hottest]}")
for job in run.frame().jobs[:3]:
    print(f"{job['name']}: {job['state']} on {job['accelerators']} x {job['accelerator']}")

summary = run.summary()
print(f"PUE {summary['pue']:.3f}, {summary['it_energy_kwh']:.0f} kWh of IT energy")
print("state hash", run.state_hash)
