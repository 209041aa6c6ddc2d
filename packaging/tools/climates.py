#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Computes resources/catalog/climate.json, design_conditions.json and irradiance.json from EnergyPlus weather files, from
the statistics that are published beside such a file, and from years of reanalysis where there is neither.

    packaging/tools/climates.py EPW_FOLDER REANALYSIS_FOLDER > resources/catalog/climate.json
    packaging/tools/climates.py EPW_FOLDER REANALYSIS_FOLDER --design > resources/catalog/design_conditions.json
    packaging/tools/climates.py EPW_FOLDER REANALYSIS_FOLDER --sun > resources/catalog/irradiance.json

For each place: mean dry bulb and dew point by month and hour of the day, the standard deviation of
the daily mean dry bulb about its month's mean, the correlation of that deviation from one day to
the next (pairs across a month's end are left out, since a typical year joins months of different
years), and the mean station pressure. Design conditions are those of the file's header, which ASHRAE computed from
measured decades (Handbook Fundamentals, chapter 14): a typical year has no extremes.

So that a drawn year has the hot and the cold hours of the file, each month states the quantiles of its dry bulb and
its dew point (SHARES), and how the daily mean of the dew point moves with that of the dry bulb: the slope of a
regression, the standard deviation that the regression leaves, and the correlation of the rest from day to day. Of
several years, the quantiles are the means of those of each year.

Reanalysis is hourly temperature and relative humidity by Open-Meteo (ERA5), REGION-YEAR.json, as
github.com/HewlettPackard/sustain-cluster holds them in data/weather. Dew points follow by Magnus, pressure by the
standard atmosphere, the extremes of 20 years by Gumbel from the highest of each year (the same chapter, equations 1
and 2). A cell of a reanalysis is wide: it has less of the heat of a city, and of the coolness of a coast.

A statistics file (.stat) has the means by month and hour, and the design conditions. It does not say how days differ.
Hours are taken as normally distributed about the mean of their hour, with the one spread a month that 5 % of hours
pass the month's published 5 % dry bulb; DAYS_OF_HOURS of that is between days. Assumption: in eight weather files that
share was 0.52 (Singapore) to 0.98 (Helsinki), 0.78 on average, and the correlation of days 0.34 to 0.77.
Means of global and diffuse irradiance on the level, by month and hour, are those of the weather file; of a reanalysis
they follow from its cloud cover and the height of the sun (F. Kasten, G. Czeplak, Solar Energy 24, 1980), a tenth to a
quarter below what is measured, since a reanalysis counts thin clouds as clouds.
"""

import datetime
import gzip
import json
import math
import pathlib
import re
import sys

NREL = "NREL TMY3 weather data (US Department of Energy, public domain)"
IWEC = ("International Weather for Energy Calculations (ASHRAE, 2001), as in github.com/ugr-sail/sinergym, "
        "data/weather")
ONEBUILDING = "Climate.OneBuilding.Org, TMYx from NOAA ISD and ERA5"
REANALYSIS = ("{} of 2020-2024, hourly, at {}: Open-Meteo.com historical weather (CC BY 4.0; ERA5, Copernicus), as in "
              "github.com/HewlettPackard/sustain-cluster, data/weather (MIT licence)")
YEARS = range(2020, 2025)
DAYS_OF_HOURS = 0.75
DAY_CORRELATION = 0.7
SHARES = (0.0, 0.01, 0.05, 0.10, 0.25, 0.50, 0.75, 0.90, 0.95, 0.99, 1.0)

# Climate, name, file, credit, date. What feeds a place stands in GRIDS.
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
    ("shanghai", "Shanghai Hongqiao",
     "Shanghai-Hongqiao_1956_2023_TMYx", ONEBUILDING, "2023"),
    ("stockholm", "Stockholm, Sweden",
     "SWE_Stockholm.Arlanda.024600_IWEC", IWEC, "2001"),
    ("helsinki", "Helsinki, Finland",
     "FIN_Helsinki.029740_IWEC", IWEC, "2001"),
]

# The same of statistics files.
STATISTICS = [
    ("dubai", "Dubai, United Arab Emirates",
     "ARE_DU_Dubai.Intl.AP.411940_TMYx", ONEBUILDING, "2017"),
]

# Climate, name, region of the file, hours of standard time before UTC.
REGIONS = [
    ("frankfurt", "Frankfurt, Germany", "DE-LU", 1.0),
    ("london", "London, United Kingdom", "GB", 0.0),
    ("mumbai", "Mumbai, India", "IN-WE", 5.5),
    ("tokyo", "Tokyo, Japan", "JP-TK", 9.0),
    ("sydney", "Sydney, Australia", "AU-NSW", 10.0),
    ("sao-paulo", "São Paulo, Brazil", "BR-SP", -3.0),
    ("johannesburg", "Johannesburg, South Africa", "ZA", 2.0),
    ("new-york-ny", "New York, New York", "US-NY-NYIS", -5.0),
    ("toronto", "Toronto, Canada", "CA-ON", -5.0),
    ("seoul", "Seoul, South Korea", "KR", 9.0),
]
# Weather files whose irradiance is none: that of Changi adds up to 2,264 kWh/m2 a year, where some 1,600 are
# measured, and clouds of the tropics are not those of the law.
SUNLESS = {"singapore"}
GRIDS = {
    "san-francisco-ca": "us-caiso", "chicago-il": "us-pjm", "phoenix-az": "us-arizona", "leesburg-va": "us-pjm",
    "singapore": "singapore", "shanghai": "china", "frankfurt": "germany", "london": "united-kingdom",
    "mumbai": "india", "tokyo": "japan", "sydney": "australia-nsw", "sao-paulo": "brazil",
    "johannesburg": "south-africa", "new-york-ny": "us-nyiso", "toronto": "ontario", "seoul": "south-korea",
    "stockholm": "sweden", "helsinki": "finland", "dubai": "united-arab-emirates",
}


def read(path):
    """Header fields and hourly (month, day, hour, dry bulb, dew point, pressure)."""
    with gzip.open(path, "rt", encoding="utf-8", errors="replace") as file:
        lines = file.read().splitlines()
    rows = []
    for line in lines[8:8 + 8760]:
        field = line.split(",")
        rows.append((int(field[1]), int(field[2]), int(field[3]) - 1, float(field[6]),
                     float(field[7]), float(field[9]), float(field[13]), float(field[15])))
    if len(rows) != 8760 or any(r[3] >= 99.9 or r[4] >= 99.9 or r[5] >= 999999 for r in rows):
        sys.exit(f"{path}: not 8760 complete hours")
    return lines[0].split(","), design_conditions(lines[1].split(",")), rows


def design_conditions(field):
    """0.4 % dry bulb and wet bulb with what coincides, highest wet bulb, 99.6 % dry bulb, dry bulbs of 20 years.

    Heating: month, then 99.6 and 99 % dry bulb. Cooling: month, range, then pairs of 0.4, 1 and 2 %, dry bulb first and wet bulb second. Extremes:
    means and standard deviations of yearly lowest and highest, then pairs of 5, 10, 20 and 50 years;
    the highest wet bulb stands before the means (2009) or at the end of Cooling (2017 and later).
    """
    heating, cooling, extremes = field.index("Heating"), field.index("Cooling"), field.index("Extremes")
    old = "2009" in field[2]
    means = extremes + (5 if old else 4)
    return {
        "dry_bulb_04_c": float(field[cooling + 3]),
        "wet_bulb_at_dry_bulb_04_c": float(field[cooling + 4]),
        "wet_bulb_04_c": float(field[cooling + 9]),
        "extreme_dry_bulb_c": float(field[means + 9]),
        "extreme_wet_bulb_c": float(field[extremes + 4 if old else extremes - 1]),
        "dry_bulb_996_c": float(field[heating + 2]),
        "lowest_dry_bulb_c": float(field[means + 8]),
    }


def pressure_at(elevation):
    """ISO 2533 standard atmosphere [Pa]."""
    return 101325.0 * (1.0 - 2.25577e-5 * elevation) ** 5.25588


def vapour_pressure(celsius):
    """Magnus, over water [Pa]; WMO No. 8, annex 4.B."""
    return 611.2 * math.exp(17.62 * celsius / (243.12 + celsius))


def dew_point(celsius, humidity):
    x = math.log(max(humidity, 1.0) / 100.0 * vapour_pressure(celsius) / 611.2)
    return 243.12 * x / (17.62 - x)


def wet_bulb(celsius, humidity, pressure):
    """Of a ventilated psychrometer: e = e_s(t_w) - 6.53e-4 (1 + 0.000944 t_w) p (t - t_w); WMO No. 8."""
    wanted = humidity / 100.0 * vapour_pressure(celsius)
    low, high = celsius - 45.0, celsius
    for _ in range(40):
        t = 0.5 * (low + high)
        e = vapour_pressure(t) - 6.53e-4 * (1.0 + 0.000944 * t) * pressure * (celsius - t)
        low, high = (t, high) if e < wanted else (low, t)
    return 0.5 * (low + high)


def sun_height(latitude, longitude, offset, day, hour):
    """Sine of the sun's height; J. W. Spencer, Search 2 (1971): declination and equation of time."""
    x = 2.0 * math.pi * (day - 1 + (hour - 12.0) / 24.0) / 365.0
    declination = (0.006918 - 0.399912 * math.cos(x) + 0.070257 * math.sin(x) - 0.006758 * math.cos(2 * x)
                   + 0.000907 * math.sin(2 * x) - 0.002697 * math.cos(3 * x) + 0.00148 * math.sin(3 * x))
    minutes = 229.18 * (0.000075 + 0.001868 * math.cos(x) - 0.032077 * math.sin(x) - 0.014615 * math.cos(2 * x)
                        - 0.040849 * math.sin(2 * x))
    angle = math.radians(15.0 * (hour + minutes / 60.0 + longitude / 15.0 - offset - 12.0))
    phi = math.radians(latitude)
    return math.sin(phi) * math.sin(declination) + math.cos(phi) * math.cos(declination) * math.cos(angle)


def under_clouds(sine, cover):
    """Global and diffuse irradiance [W/m2] with that share of the sky under clouds."""
    clear = max(0.0, 910.0 * sine - 30.0)
    whole = clear * (1.0 - 0.75 * cover ** 3.4)
    return whole, whole * (0.3 + 0.7 * cover * cover)


def read_region(folder, region, offset):
    """Latitude, longitude, elevation, hourly rows as of read() with a year, and design conditions."""
    rows, wet = [], []
    for year in YEARS:
        data = json.loads((folder / f"{region}-{year}.json").read_text(encoding="utf-8"))
        hours = data["hourly"]
        shift = datetime.timedelta(hours=offset - data["utc_offset_seconds"] / 3600.0)
        pressure = pressure_at(data["elevation"])
        for time, dry, humidity, cover in zip(hours["time"], hours["temperature_2m"], hours["relative_humidity_2m"],
                                              hours["cloudcover"]):
            if dry is None or humidity is None:
                continue
            at = datetime.datetime.fromisoformat(time) + shift
            sine = sun_height(data["latitude"], data["longitude"], offset, at.timetuple().tm_yday, at.hour + 0.5)
            rows.append((at.month, at.day, at.hour, dry, dew_point(dry, humidity), pressure,
                         *under_clouds(sine, (cover or 0.0) / 100.0), at.year))
            wet.append(wet_bulb(dry, humidity, pressure))
    if len(rows) < 0.99 * 8760 * len(YEARS):
        sys.exit(f"{region}: hours are missing")
    dry = [r[3] for r in rows]

    def passed(values):
        return sorted(values)[-max(1, round(0.004 * len(values)))]

    def of_20_years(values, sign=1.0):
        highest = [max(sign * v for v, r in zip(values, rows) if r[8] == year) for year in YEARS]
        spread = math.sqrt(sum((v - mean(highest)) ** 2 for v in highest) / (len(highest) - 1))
        return sign * (mean(highest) + 1.866 * spread)  # F of n = 20

    hot = passed(dry)
    return data["latitude"], data["longitude"], data["elevation"], rows, {
        "dry_bulb_04_c": round(hot, 1),
        "wet_bulb_at_dry_bulb_04_c": round(mean([w for w, d in zip(wet, dry) if abs(d - hot) <= 0.5]), 1),
        "wet_bulb_04_c": round(passed(wet), 1),
        "extreme_dry_bulb_c": round(of_20_years(dry), 1),
        "extreme_wet_bulb_c": round(of_20_years(wet), 1),
        "dry_bulb_996_c": round(sorted(dry)[max(1, round(0.004 * len(dry)))], 1),
        "lowest_dry_bulb_c": round(of_20_years(dry, -1.0), 1),
    }


def spread_of_hours(means, passed):
    """That of normal hours about the means of a day's hours, of which 5 % pass `passed`."""
    low, high = 0.05, 30.0
    for _ in range(60):
        s = 0.5 * (low + high)
        share = mean([0.5 * math.erfc((passed - m) / (s * math.sqrt(2.0))) for m in means])
        low, high = (low, s) if share > 0.05 else (s, high)
    return s


def quantiles_of_hours(means, passed, least, most):
    """Of normal hours about the means of a day's hours, within the lowest and the highest that are published."""
    s = spread_of_hours(means, passed)

    def quantile(share):
        low, high = least, most
        for _ in range(60):
            x = 0.5 * (low + high)
            below = mean([0.5 * math.erfc((m - x) / (s * math.sqrt(2.0))) for m in means])
            low, high = (x, high) if below < share else (low, x)
        return 0.5 * (low + high)

    return [least] + [quantile(share) for share in SHARES[1:-1]] + [most]


def read_statistics(path):
    """Place (latitude, longitude, hours before UTC, elevation), pressure, statistics() and design conditions."""
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()

    def fields(start):
        line = next(l for l in lines if l.strip().startswith(start))
        return [f for f in line.split("\t") if f.strip()][1:]

    def number(pattern):
        return next(float(m[1]) for m in map(re.compile(pattern).search, lines) if m)

    def angle(letters):
        match = next(m for m in map(re.compile(letters + r"\s+(\d+)°\s*(\d+)").search, lines) if m)
        return round((-1 if match[0][0] in "SW" else 1) * (int(match[1]) + int(match[2]) / 60.0), 3)

    def table(title):
        start = next(i for i, l in enumerate(lines) if title in l)
        rows = [l for l in lines[start:start + 28] if re.search(r"\d+:01-", l)][:24]
        hours = [[float(v) for v in l.split("\t")[2:14]] for l in rows]
        return [hours[h][m] for m in range(12) for h in range(24)]

    heating, cooling, extremes = fields("Heating"), fields("Cooling"), fields("Extremes")
    start = next(i for i, l in enumerate(lines) if "Monthly Statistics for Dry Bulb" in l)
    most, least = ([float(v) for v in next(l for l in lines[start:] if l.strip().startswith(word)).split("\t")[2:14]]
                   for word in ("Maximum", "Minimum"))
    dry = table("Average Hourly Statistics for Dry Bulb")
    passed = [float(v) for v in fields("Drybulb 5.0%")]
    spread = [round(DAYS_OF_HOURS * spread_of_hours(dry[24 * m:24 * m + 24], passed[m]), 1) for m in range(12)]
    place = [angle("[NS]"), angle("[EW]"), number(r"GMT ([+-][\d.]+)"), number(r"Elevation --\s*(-?\d+)m")]
    return place, number(r"Standard Pressure at Elevation -- (\d+)"), (
        dry, table("Average Hourly Statistics for Dew Point"), spread, DAY_CORRELATION,
        {"dry_bulb_quantiles_c": [
            round(v, 1) for m in range(12)
            for v in quantiles_of_hours(dry[24 * m:24 * m + 24], passed[m], least[m], most[m])]}, None), {
            "dry_bulb_04_c": float(cooling[2]),
            "wet_bulb_at_dry_bulb_04_c": float(cooling[3]),
            "wet_bulb_04_c": float(cooling[8]),
            "extreme_dry_bulb_c": float(extremes[13]),
            "extreme_wet_bulb_c": float(extremes[3]),
            "dry_bulb_996_c": float(heating[1]),
            "lowest_dry_bulb_c": float(extremes[12]),
        }


def mean(values):
    return sum(values) / len(values)


def quantile(values, share):
    values = sorted(values)
    place = share * (len(values) - 1)
    low = int(place)
    high = min(low + 1, len(values) - 1)
    return values[low] + (place - low) * (values[high] - values[low])


def distribution(rows):
    """Quantiles of dry bulb and dew point by month, and how the dew point of a day goes with its dry bulb."""
    years = sorted({tuple(r[8:]) for r in rows})
    result = {}
    for key, column in (("dry_bulb_quantiles_c", 3), ("dew_point_quantiles_c", 4)):
        result[key] = []
        for month in range(1, 13):
            by_year = [[r[column] for r in rows if r[0] == month and tuple(r[8:]) == year] for year in years]
            by_year = [v for v in by_year if len(v) > 600]  # not the hours of a year that time zones cut off
            result[key] += [round(mean([quantile(v, s) for v in by_year]), 1) + 0.0 for s in SHARES]
    days = {}
    for month, day, _, dry, dew, _, _, _, *year in rows:
        days.setdefault((month, day, *year), []).append((dry, dew))
    daily = {k: (mean([d for d, _ in v]), mean([w for _, w in v])) for k, v in days.items()}
    slopes, spreads, rest = [], [], {}
    for month in range(1, 13):
        mine = {k: v for k, v in daily.items() if k[0] == month}
        dry, dew = mean([v[0] for v in mine.values()]), mean([v[1] for v in mine.values()])
        slope = (sum((v[0] - dry) * (v[1] - dew) for v in mine.values()) /
                 sum((v[0] - dry) ** 2 for v in mine.values()))
        left = {k: v[1] - dew - slope * (v[0] - dry) for k, v in mine.items()}
        slopes.append(round(slope, 2) + 0.0)
        spreads.append(round(math.sqrt(mean([v * v for v in left.values()])), 1))
        rest |= left
    pairs = [(v, rest[k[0], k[1] + 1, *k[2:]]) for k, v in rest.items() if (k[0], k[1] + 1, *k[2:]) in rest]
    correlation = (sum(a * b for a, b in pairs) /
                   math.sqrt(sum(a * a for a, _ in pairs) * sum(b * b for _, b in pairs)))
    return result | {"dew_point_slope": slopes, "dew_point_deviation_k": spreads,
                     "dew_point_correlation": round(max(correlation, 0.0), 2)}


def statistics(rows):
    table = {}
    days = {}
    for month, day, hour, dry, dew, _, whole, diffuse, *year in rows:
        table.setdefault((month, hour), []).append((dry, dew, whole, diffuse))
        days.setdefault((month, day, *year), []).append(dry)
    dry_bulb = [round(mean([v[0] for v in table[m, h]]), 1) + 0.0  # not -0.0
                for m in range(1, 13) for h in range(24)]
    dew_point = [round(mean([v[1] for v in table[m, h]]), 1) + 0.0
                 for m in range(1, 13) for h in range(24)]
    irradiance = [[round(mean([v[i] for v in table[m, h]])) for m in range(1, 13) for h in range(24)] for i in (2, 3)]
    deviation = {}
    spread = []
    for month in range(1, 13):
        daily = {k[1:]: mean(v) for k, v in days.items() if k[0] == month}
        centre = mean(list(daily.values()))
        spread.append(round(math.sqrt(mean([(v - centre) ** 2 for v in daily.values()])), 1))
        for day, value in daily.items():
            deviation[month, day] = value - centre
    pairs = [(value, deviation[m, (d[0] + 1, *d[1:])])
             for (m, d), value in deviation.items() if (m, (d[0] + 1, *d[1:])) in deviation]
    correlation = (sum(a * b for a, b in pairs) /
                   math.sqrt(sum(a * a for a, _ in pairs) * sum(b * b for _, b in pairs)))
    return dry_bulb, dew_point, spread, round(max(correlation, 0.0), 2), distribution(rows), irradiance


def part_of(identifier, name, source, position, pressure, tables, notes, assumed):
    """Figures of a climate; `notes` of those that are not the file's own, `assumed` those that are assumptions."""
    dry_bulb, dew, spread, correlation, hours, sun = tables
    whole, diffuse = sun if sun else (None, None)  # published statistics have none
    values = dict(zip(("latitude_deg", "longitude_deg", "utc_offset_h", "elevation_m"), position))
    values |= {"pressure_pa": round(pressure), "dry_bulb_c": dry_bulb, "dew_point_c": dew,
               "dry_bulb_deviation_k": spread, "day_correlation": correlation} | hours | {"grid": GRIDS[identifier]}
    if whole is not None:
        values |= {"global_w_per_m2": whole, "diffuse_w_per_m2": diffuse}
    units = {"latitude_deg": "deg", "longitude_deg": "deg", "utc_offset_h": "h", "elevation_m": "m",
             "pressure_pa": "Pa", "dry_bulb_c": "°C", "dew_point_c": "°C", "dry_bulb_deviation_k": "K",
             "dry_bulb_quantiles_c": "°C", "dew_point_quantiles_c": "°C", "dew_point_deviation_k": "K",
             "global_w_per_m2": "W/m2", "diffuse_w_per_m2": "W/m2"}

    def figure(key, value):
        if key == "grid":
            return {"value": value, "source": source, "status": "chosen", "note": "the grid of the place"}
        entry = {"value": value, "unit": units.get(key, ""), "source": source,
                 "status": "assumption" if key in assumed else "derived" if key in notes else "verified"}
        return entry | ({"note": notes[key]} if key in notes else {})

    return {"id": identifier, "name": name, "figures": {k: figure(k, v) for k, v in values.items()}}


def main():
    if len(sys.argv) not in (3, 4) or sys.argv[3:] not in ([], ["--design"], ["--sun"]):
        sys.exit(__doc__)
    folder, reanalysis = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    notes = {"pressure_pa": "mean of the year", "dry_bulb_c": "means by month and hour",
             "dew_point_c": "means by month and hour", "dry_bulb_deviation_k": "of daily means in the month",
             "day_correlation": "of pairs of days within a month",
             "dry_bulb_quantiles_c": "of the hours of each month", "dew_point_quantiles_c": "of the hours of each month",
             "dew_point_slope": "regression of daily means in the month",
             "dew_point_deviation_k": "of daily means about that regression",
             "dew_point_correlation": "of pairs of days within a month", "global_w_per_m2": "means by month and hour",
             "diffuse_w_per_m2": "means by month and hour"}
    sources, parts, extremes = {}, [], []

    def add(identifier, name, source, position, pressure, tables, design, more, status, note, assumed=()):
        parts.append(part_of(identifier, name, source, position, pressure, tables, notes | more, assumed))
        extremes.append({"id": identifier, "name": name, "figures": {
            key: {"value": value, "unit": "°C", "source": source, "status": status} | note
            for key, value in design.items()}})

    for identifier, name, stem, credit, date in PLACES:
        header, design, rows = read(folder / (stem + ".epw.gz"))
        source = "epw-" + identifier
        sources[source] = {"text": f"Computed by packaging/tools/climates.py from {stem}.epw; {credit}.", "date": date}
        add(identifier, name, source, [float(header[k]) for k in (6, 7, 8, 9)], mean([r[5] for r in rows]),
            statistics(rows), design, {}, "verified", {})
    for identifier, name, stem, credit, date in STATISTICS:
        place, pressure, tables, design = read_statistics(folder / (stem + ".stat"))
        source = "stat-" + identifier
        sources[source] = {"text": f"Taken by packaging/tools/climates.py from {stem}.stat; {credit}, as in "
                                   "github.com/NREL/openstudio-standards, data/weather.", "date": date}
        add(identifier, name, source, place, pressure, tables, design,
            {"pressure_pa": "standard atmosphere",
             "dry_bulb_deviation_k": "three quarters of the spread of hours by the month's 5 % dry bulb; "
                                     "0.52 to 0.98 in eight weather files",
             "day_correlation": "0.34 to 0.77 in eight weather files",
             "dry_bulb_quantiles_c": "normal hours by the month's 5 % dry bulb, within its published extremes"},
            "verified", {}, ("dry_bulb_deviation_k", "day_correlation", "dry_bulb_quantiles_c"))
    for identifier, name, region, offset in REGIONS:
        latitude, longitude, elevation, rows, design = read_region(reanalysis, region, offset)
        source = "era5-" + identifier
        text = REANALYSIS.format(region, f"{latitude:.2f}, {longitude:.2f}")
        sources[source] = {"text": f"Computed by packaging/tools/climates.py from {text}.", "date": "2024"}
        add(identifier, name, source, [round(latitude, 3), round(longitude, 3), offset, elevation], rows[0][5],
            statistics(rows), design,
            {"pressure_pa": "standard atmosphere", "dew_point_c": "means by month and hour, by Magnus from humidity",
             "dry_bulb_quantiles_c": "of the hours of each month, mean of five years",
             "dew_point_quantiles_c": "of the hours of each month, mean of five years",
             "global_w_per_m2": "means by month and hour, from cloud cover: a tenth to a quarter low",
             "diffuse_w_per_m2": "means by month and hour, from cloud cover"},
            "derived", {"note": "of five years of reanalysis; extremes of 20 years by Gumbel"})
    sun = ("global_w_per_m2", "diffuse_w_per_m2")
    suns = [{"id": p["id"], "name": p["name"], "figures": {k: p["figures"].pop(k) for k in sun}}
            for p in parts if sun[0] in p["figures"]]
    if sys.argv[3:] == ["--design"]:
        write(sys.stdout, "design_conditions", sources, extremes)
    elif sys.argv[3:] == ["--sun"]:
        write(sys.stdout, "irradiance", sources, [p for p in suns if p["id"] not in SUNLESS])
    else:
        write(sys.stdout, "climate", sources, parts)


def write(out, type_id, sources, parts):
    """One figure a line; tables of hours one month a line."""

    def text(value):
        return json.dumps(value, ensure_ascii=False)

    def figure(entry):
        value = entry["value"]
        if isinstance(value, list) and len(value) > 24:
            each = len(value) // 12
            months = [", ".join(text(v) for v in value[i:i + each]) for i in range(0, len(value), each)]
            value_text = "[\n          " + ",\n          ".join(months) + "]"
        else:
            value_text = text(value)
        rest = {k: v for k, v in entry.items() if k != "value"}
        return '{"value": ' + value_text + ", " + text(rest)[1:]

    out.write('{\n  "format": "headroom-catalogue/1",\n  "type": "' + type_id + '",\n  "sources": {\n')
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
