#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Computes resources/catalog/climate.json from EnergyPlus weather files.

    packaging/tools/climates.py WEATHER_FOLDER > resources/catalog/climate.json

For each place: mean dry bulb and dew point by month and hour of the day, the standard deviation of
the daily mean dry bulb about its month's mean, the correlation of that deviation from one day to
the next (pairs across a month's end are left out, since a typical year joins months of different
years), and the mean station pressure.
"""

import gzip
import json
import math
import pathlib
import sys

NREL = "NREL TMY3 weather data (US Department of Energy, public domain)"
ONEBUILDING = "Climate.OneBuilding.Org, TMYx from NOAA ISD and ERA5"
PLACES = [
    ("san-francisco-ca", "San Francisco, California",
     "USA_CA_San.Francisco.Intl.AP.724940_TMY3", NREL, "2008"),
    ("chicago-il", "Chicago, Illinois",
     "USA_IL_Chicago-OHare.Intl.AP.725300_TMY3", NREL, "2008"),
    ("phoenix-az", "Phoenix, Arizona",
     "USA_AZ_Phoenix-Sky.Harbor.722780_TMYx.2007-2021", ONEBUILDING, "2021"),
    ("leesburg-va", "Leesburg, Virginia",
     "USA_VA_Leesburg.Exec.724055_TMYx.2007-2021", ONEBUILDING, "2021"),
    ("singapore", "Singapore Changi",
     "SGP_SG_Changi.Intl.AP.486980_TMYx", ONEBUILDING, "2017"),
]


def read(path):
    """Header fields and hourly (month, day, hour, dry bulb, dew point, pressure)."""
    with gzip.open(path, "rt", encoding="utf-8", errors="replace") as file:
        lines = file.read().splitlines()
    rows = []
    for line in lines[8:8 + 8760]:
        field = line.split(",")
        rows.append((int(field[1]), int(field[2]), int(field[3]) - 1, float(field[6]),
                     float(field[7]), float(field[9])))
    if len(rows) != 8760 or any(r[3] >= 99.9 or r[4] >= 99.9 or r[5] >= 999999 for r in rows):
        sys.exit(f"{path}: not 8760 complete hours")
    return lines[0].split(","), rows


def mean(values):
    return sum(values) / len(values)


def statistics(rows):
    table = {}
    days = {}
    for month, day, hour, dry, dew, _ in rows:
        table.setdefault((month, hour), []).append((dry, dew))
        days.setdefault((month, day), []).append(dry)
    dry_bulb = [round(mean([v[0] for v in table[m, h]]), 1)
                for m in range(1, 13) for h in range(24)]
    dew_point = [round(mean([v[1] for v in table[m, h]]), 1)
                 for m in range(1, 13) for h in range(24)]
    deviation = {}
    spread = []
    for month in range(1, 13):
        daily = {d: mean(v) for (m, d), v in days.items() if m == month}
        centre = mean(list(daily.values()))
        spread.append(round(math.sqrt(mean([(v - centre) ** 2 for v in daily.values()])), 1))
        for day, value in daily.items():
            deviation[month, day] = value - centre
    pairs = [(value, deviation[m, d + 1])
             for (m, d), value in deviation.items() if (m, d + 1) in deviation]
    correlation = (sum(a * b for a, b in pairs) /
                   math.sqrt(sum(a * a for a, _ in pairs) * sum(b * b for _, b in pairs)))
    return dry_bulb, dew_point, spread, round(max(correlation, 0.0), 2)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[1])
    sources = {}
    parts = []
    for identifier, name, stem, credit, date in PLACES:
        header, rows = read(folder / (stem + ".epw.gz"))
        source = "epw-" + identifier
        sources[source] = {
            "text": f"Computed by packaging/tools/climates.py from {stem}.epw; {credit}.",
            "date": date,
        }
        dry_bulb, dew_point, spread, correlation = statistics(rows)
        pressure = round(mean([r[5] for r in rows]))

        def figure(value, unit, note=None):
            entry = {"value": value, "unit": unit, "source": source,
                     "status": "derived" if note else "verified"}
            return entry | ({"note": note} if note else {})

        parts.append({"id": identifier, "name": name, "figures": {
            "latitude_deg": figure(float(header[6]), "deg"),
            "longitude_deg": figure(float(header[7]), "deg"),
            "utc_offset_h": figure(float(header[8]), "h"),
            "elevation_m": figure(float(header[9]), "m"),
            "pressure_pa": figure(pressure, "Pa", "mean of the year"),
            "dry_bulb_c": figure(dry_bulb, "°C", "means by month and hour"),
            "dew_point_c": figure(dew_point, "°C", "means by month and hour"),
            "dry_bulb_deviation_k": figure(spread, "K", "of daily means in the month"),
            "day_correlation": figure(correlation, "", "of pairs of days within a month"),
        }})
    write(sys.stdout, sources, parts)


def write(out, sources, parts):
    """One figure a line; tables of hours one month a line."""

    def text(value):
        return json.dumps(value, ensure_ascii=False)

    def figure(entry):
        value = entry["value"]
        if isinstance(value, list) and len(value) > 24:
            months = [", ".join(text(v) for v in value[i:i + 24]) for i in range(0, len(value), 24)]
            value_text = "[\n          " + ",\n          ".join(months) + "]"
        else:
            value_text = text(value)
        rest = {k: v for k, v in entry.items() if k != "value"}
        return '{"value": ' + value_text + ", " + text(rest)[1:]

    out.write('{\n  "format": "headroom-catalogue/1",\n  "type": "climate",\n  "sources": {\n')
    out.write(",\n".join(f"    {text(k)}: {text(v)}" for k, v in sources.items()))
    out.write('\n  },\n  "parts": [\n')
    blocks = []
    for part in parts:
        figures = ",\n".join(f"        {text(k)}: {figure(v)}" for k, v in part["figures"].items())
        blocks.append(f'    {{\n      "id": {text(part["id"])},\n'
                      f'      "name": {text(part["name"])},\n'
                      f'      "figures": {{\n{figures}\n      }}\n    }}')
    out.write(",\n".join(blocks) + "\n  ]\n}\n")


if __name__ == "__main__":
    main()
