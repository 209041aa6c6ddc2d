# SPDX-License-Identifier: Apache-2.0
# %% [markdown]
# Warmer water for less power: how far can the supply set-point rise before chips get hot?

# %% One run for each set-point. The runs share nothing, so their order does not matter.
import headroom

project = headroom.open(headroom.data_folder() / "scenarios" / "tour-small-hall")
rows = []
for supply_c in (26, 30, 34):
    project.set("warm.supply_setpoint_c", supply_c)
    run = project.run(until="2h")
    summary = run.summary()
    rows.append((supply_c, summary["pue"], run.channel("facility/hottest_chip_c").max()))
    print(f"{supply_c} °C: PUE {rows[-1][1]:.4f}, hottest chip {rows[-1][2]:.1f} °C")

# %% The picture, where Matplotlib is installed
try:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, left = pyplot.subplots(figsize=(6, 4))
    right = left.twinx()
    left.plot([r[0] for r in rows], [r[1] for r in rows], "o-", color="tab:blue")
    right.plot([r[0] for r in rows], [r[2] for r in rows], "s--", color="tab:red")
    left.set(xlabel="supply set-point [°C]", ylabel="PUE", title=project.name)
    right.set(ylabel="hottest chip [°C]")
    figure.savefig("set_point.png", bbox_inches="tight")
    print("set_point.png")
except ImportError:
    print("Matplotlib is not installed: no picture")
