# SPDX-License-Identifier: Apache-2.0
"""A recording read block by block, in memory that does not grow with it, and gone back to."""
import os
import tempfile

import numpy

import headroom

folder = tempfile.mkdtemp()
file = os.path.join(folder, "tour.db")
whole = headroom.open(headroom.data_folder() / "scenarios" / "tour-small-hall").run(until="2h", out=file)

recording = headroom.open(file)
energy_j = 0.0
for block in recording.blocks():  # float32 in SI, as the file holds them; no copy
    energy_j += float(numpy.sum(block.si("facility/it_power_kw"), dtype=numpy.float64)) * recording.step_s
print(f"IT energy from the samples: {energy_j / 3.6e6:.1f} kWh; the run says {recording.summary()['it_energy_kwh']:.1f}")

power = recording.rack("power_kw", "1h")
print(f"racks at 1 h: {power.min():.1f} to {power.max():.1f} kW, {len(recording.events())} events in the file")

again = recording.branch(at="1h").run(until="2h")
print("gone back to 1 h and on:", again.state_hash, again.state_hash == whole.state_hash)

try:
    print(headroom.dataframe(recording, ["facility/it_power_kw", "facility/pue"]).resample("30min").mean())
except ImportError:
    print("pandas is not installed: no data frame")
