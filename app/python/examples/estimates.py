# SPDX-License-Identifier: Apache-2.0
"""Without a time loop: how many accelerators a model wants, and what failures do over many runs."""
import headroom

for accelerators in (1024, 2048, 4096):
    best = headroom.estimate("training", model="llama3-70b", cluster=f"h100-sxm:{accelerators}", optimize=True,
                             tokens_billion=15000)
    print(f"{accelerators:>5} x h100-sxm: a step in {best['step_s']:.2f} s, MFU {100 * best['mfu']:.0f} %, "
          f"{best['duration_s'] / 86400:.0f} days")

project = headroom.open(headroom.data_folder() / "scenarios" / "tour-small-hall")
campaign = headroom.campaign(project, replications=4, days=3, coupling="never", threads=2,
                             progress=lambda done, due: None)
print("figures of the campaign:", ", ".join(sorted(campaign)))
