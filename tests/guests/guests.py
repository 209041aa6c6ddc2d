# SPDX-License-Identifier: Apache-2.0
"""What tests of plug-ins and FMUs share: compile them, run with them, read what became of it."""
import json
import os
import pathlib
import sqlite3
import subprocess
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
CLI = os.environ["HEADROOM_CLI"]
TOUR = ROOT / "scenarios" / "tour-small-hall"
EXAMPLE = ROOT / "app" / "guest" / "examples"


def library(source, to, *flags):
    subprocess.run(["cc", "-shared", "-fPIC", "-Wall", "-Wextra", "-Werror", "-I", str(ROOT / "engine" / "guests"), *flags,
                    str(source), "-o", str(to), "-lm"], check=True)
    return to


def built(name, folder):
    """A machine's library of fixture/NAME.c: sound (0) and as it breaks (1 to 5, see fixture/breaks.h)."""
    return {bad: library(HERE / "fixture" / f"{name}.c", folder / f"{name}-{bad}.so", *([f"-DBAD={bad}"] if bad else []))
            for bad in range(6)}


def fmu(file, library, version, units, variables, can_go_back=False):
    """Packs an FMU for co-simulation, of FMI 2 or 3. variables: name, causality, unit; by value reference."""
    name, rows, outputs = file.stem, "", ""
    for i, (variable, causality, unit) in enumerate(variables):
        about = f'name="{variable}" valueReference="{i}" causality="{causality}"' + (' variability="fixed"' if causality == "parameter" else "")
        start = ' start="0"' if causality != "output" else ""
        unit = f' unit="{unit}"' if unit else ""
        rows += f"<ScalarVariable {about}><Real{unit}{start}/></ScalarVariable>" if version == 2 else f"<Float64 {about}{unit}{start}/>"
        if causality == "output":
            outputs += f'<Unknown index="{i + 1}"/>' if version == 2 else f'<Output valueReference="{i}"/>'
    outputs = f"<Outputs>{outputs}</Outputs>" if version == 2 else outputs
    token = f'{"guid" if version == 2 else "instantiationToken"}="{{{name}}}"'
    back = ' canGetAndSetFMU%state="true"' % ("s" if version == 2 else "S") if can_go_back else ""
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("modelDescription.xml", (
            f'<?xml version="1.0" encoding="UTF-8"?><fmiModelDescription fmiVersion="{version}.0" modelName="{name.capitalize()}" {token}>'
            f'<CoSimulation modelIdentifier="{name}" canHandleVariableCommunicationStepSize="true"{back}/>'
            f"<UnitDefinitions>{units}</UnitDefinitions><ModelVariables>{rows}</ModelVariables>"
            f"<ModelStructure>{outputs}</ModelStructure></fmiModelDescription>"))
        archive.write(library, f"binaries/{'linux64' if version == 2 else 'x86_64-linux'}/{name}.so")


def run(folder, guest, *more, until="2h", project=TOUR):
    """A run of a project with a guest: what joins it, or a file with that."""
    file = folder / "guest.json"
    if isinstance(guest, dict):
        file.write_text(json.dumps(guest))
    else:
        file = guest
    return subprocess.run([CLI, "run", str(project), "--until", until, "--guest", str(file), "--out", str(folder / "run.db"),
                           "--format", "json", "--quiet", *more], capture_output=True, text=True)


def replayed(folder):
    done = subprocess.run([CLI, "replay", str(folder / "run.db"), "--format", "json"], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)["state_hash"]


def series(folder, channel):
    out = folder / "csv"
    if not out.exists():
        subprocess.run([CLI, "export", str(folder / "run.db"), "--out", str(out)], check=True, capture_output=True)
    kind, key = channel.split("/")[0], channel.split("/")[-1]
    kind = {"loop": "loops", "battery": "batteries"}.get(kind, kind)
    rows = (out / f"{kind}.csv").read_text().splitlines()
    head = rows[0].split(",")
    name = channel.split("/")[1]
    return {float(cells[head.index("time_s")]): float(cells[head.index(key)]) for cells in (r.split(",") for r in rows[1:])
            if (kind == "facility" or name in cells) and cells[head.index(key)]}


def answers(folder):
    """What a machine set: time, and its numbers by attribute, those that did not change carried on."""
    now, rows = {}, []
    for time, data in sqlite3.connect(folder / "run.db").execute("SELECT time_s, data FROM command WHERE kind = 'design' ORDER BY id"):
        for part in json.loads(data)["words"].split("; "):
            path, value = part.split(": ", 1)[1].split("=")
            now[path.split(".")[1]] = float(value)
        rows.append((time, dict(now)))
    return rows


def events(folder, subject):
    return sqlite3.connect(folder / "run.db").execute("SELECT time_s, text FROM event WHERE subject = ? ORDER BY id", [subject]).fetchall()
