# SPDX-License-Identifier: Apache-2.0
"""One run, three futures: as it is, with warmer water, and with a lost CDU. The branches share all before 30 min."""
import headroom

project = headroom.open(headroom.data_folder() / "scenarios" / "tour-small-hall")
run = project.start()
run.run(until="30min")

futures = {"as it is": run.branch(), "water at 34 °C": run.branch(), "a CDU fails": run.branch()}
futures["water at 34 °C"].set("warm.supply_setpoint_c", 34)
futures["a CDU fails"].order("fail cdus cdus count 1 at 45min for 10min")

for name, branch in futures.items():
    branch.run(until="90min")
    print(f"{name:>16}: chip at most {branch.channel('facility/hottest_chip_c').max():5.1f} °C, "
          f"cooling {branch.summary()['facility_energy_kwh'] - branch.summary()['it_energy_kwh']:6.1f} kWh "
          f"above IT, hash {branch.state_hash}")
run.run(until="90min")
assert run.state_hash == futures["as it is"].state_hash  # nobody changed anything
