#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes how the carbon intensity of grids differs by month and hour into resources/catalog/grid.json.

    packaging/tools/grid_shapes.py AREAS_CSV_GZ ZONES_FOLDER resources/catalog/grid.json

For each grid: mean of the hours of a month at an hour of the local day (standard time), over the mean of the year.
AREAS_CSV_GZ: hours of 2022 of balancing areas of the United States, one column each, UTC, as
github.com/HewlettPackard/dc-rl has them (data/CarbonIntensity). ZONES_FOLDER: ZONE.csv of Electricity Maps, hours of
2024, UTC, direct intensity, as github.com/HewlettPackard/sustain-cluster has them (data/carbon_intensity). Hours without
a value, and those below a fifth of the mean of their area, which are faults of a meter, are left out. The file is
changed in place: only `carbon_shape` and its sources.
"""

import collections
import csv
import datetime
import gzip
import json
import pathlib
import re
import sys

# Grid, column of the areas, hours of standard time before UTC.
AREAS = {"us-arizona": ("AZPS", -7), "us-caiso": ("CISO", -8), "us-ercot": ("ERCO", -6), "us-pjm": ("PJM", -5),
         "us-miso": ("MISO", -6), "us-nyiso": ("NYIS", -5), "us-southern": ("SOCO", -6), "us-bonneville": ("BPAT", -8)}
# Grid, zone, hours.
ZONES = {"germany": ("DE-LU", 1), "united-kingdom": ("GB", 0), "japan": ("JP-TK", 9), "singapore": ("SG", 8),
         "india": ("IN-WE", 5.5), "brazil": ("BR-SP", -3), "australia-nsw": ("AU-NSW", 10), "south-africa": ("ZA", 2),
         "ontario": ("CA-ON", -5), "south-korea": ("KR", 9)}
SOURCES = {
    "shape-areas": {"text": "Hours of 2022 of balancing areas, github.com/HewlettPackard/dc-rl, data/CarbonIntensity "
                            "(MIT licence); computed by packaging/tools/grid_shapes.py", "date": "2022"},
    "shape-zones": {"text": "Hours of 2024, direct intensity of Electricity Maps, as in "
                            "github.com/HewlettPackard/sustain-cluster, data/carbon_intensity (MIT licence); computed by "
                            "packaging/tools/grid_shapes.py", "date": "2024"},
}


def shape(hours, offset):
    """288 ratios from (UTC time, value); and the mean."""
    values = [v for _, v in hours]
    mean = sum(values) / len(values)
    cells = collections.defaultdict(list)
    for time, value in hours:
        if value < 0.2 * mean and mean > 100.0:
            continue
        local = time + datetime.timedelta(hours=offset)
        cells[local.month, local.hour].append(value)
    table = [sum(cells[m, h]) / len(cells[m, h]) for m in range(1, 13) for h in range(24)]
    middle = sum(table) / len(table)
    return [round(v / middle, 3) for v in table], mean


def areas(path):
    with gzip.open(path, "rt", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    for grid, (column, offset) in AREAS.items():
        yield grid, "shape-areas", offset, [
            (datetime.datetime.fromisoformat(r["utc"]), float(r[column])) for r in rows if r[column]]


def zones(folder):
    for grid, (zone, offset) in ZONES.items():
        with open(folder / f"{zone}.csv", encoding="utf-8") as file:
            rows = list(csv.reader(file))
        column = next(i for i, name in enumerate(rows[0]) if "(direct)" in name)
        yield grid, "shape-zones", offset, [
            (datetime.datetime.fromisoformat(r[0]), float(r[column])) for r in rows[1:] if r[column]]


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    target = pathlib.Path(sys.argv[3])
    text = target.read_text(encoding="utf-8")
    known = {part["id"] for part in json.loads(text)["parts"]}
    text = re.sub(r',\n        "carbon_shape": \{.*\}(?=\n)', "", text)
    for key, source in SOURCES.items():
        line = f'    "{key}": {json.dumps(source)}'
        if f'"{key}": {{"text"' in text:
            text = re.sub(rf'    "{key}": \{{.*\}}', lambda _, line=line: line, text)
        else:
            text = text.replace('  "sources": {\n', '  "sources": {\n' + line + ",\n", 1)
    for grid, source, offset, hours in [*areas(sys.argv[1]), *zones(pathlib.Path(sys.argv[2]))]:
        ratios, mean = shape(hours, offset)
        print(f"{grid}: mean {mean:.1f} g/kWh, from {min(ratios):.2f} to {max(ratios):.2f} of it", file=sys.stderr)
        if grid not in known:
            continue
        figure = (f'        "carbon_shape": {{"value": {json.dumps(ratios)}, "source": "{source}", '
                  '"status": "derived", "note": "mean by month and hour over the mean of the year"}')
        at = text.index(f'"id": "{grid}"')
        end = text.index("\n      }\n", at)
        text = text[:end] + ",\n" + figure + text[end:]
    target.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
