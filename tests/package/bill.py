#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The bill of materials (packaging/sbom) and the service (packaging/systemd) of the packages, against this build and this system.

usage: bill.py SOURCES BUILD      exit 77 (skipped) where there is no dpkg.
"""
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

TARGETS = ("bin/headroom-cli", "bin/headroom-guest")
HIGHEST_EXPOSURE = 20  # tenths, of systemd-analyze security: "OK" ends at 40, what it calls "safe" at 10


def text(*words):
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout


def bill(sources, build, out):
    subprocess.run([sources / "packaging/sbom", "--package", "headroom-cli", "--version", "1.2.3", "--licence", "Apache-2.0", "--created",
                    "2026-01-02T03:04:05Z", "--build", build, "--out", out, *TARGETS], check=True)
    return out.read_bytes()


def check_bill(sources, build, folder):
    first = bill(sources, build, folder / "one.json")
    assert first == bill(sources, build, folder / "two.json"), "the same build gives other bytes"
    told = json.loads(first)
    for key in ("spdxVersion", "dataLicense", "SPDXID", "name", "documentNamespace", "creationInfo", "packages", "relationships"):
        assert key in told, f"{key} is missing, which SPDX 2.3 asks for"
    assert told["spdxVersion"] == "SPDX-2.3" and told["creationInfo"]["created"] == "2026-01-02T03:04:05Z"
    packages = {entry["name"]: entry for entry in told["packages"]}
    ids = [entry["SPDXID"] for entry in told["packages"]]
    assert len(set(ids)) == len(ids) and all(re.fullmatch(r"SPDXRef-[A-Za-z0-9.-]+", each) for each in ids)
    linked = {relation["relatedSpdxElement"] for relation in told["relationships"] if relation["relationshipType"] == "DYNAMIC_LINK"}
    # Each library that the loader names belongs to a package of the bill, with the version that dpkg has.
    for library in re.findall(r"\(NEEDED\).*\[(.+)\]", text("readelf", "-dW", build / TARGETS[0])):
        place = re.search(rf"{re.escape(library)} => (\S+)", text("ldd", build / TARGETS[0]))
        place = place[1] if place else f"/lib64/{library}"
        real = str(Path(place).resolve())
        package = text("sh", "-c", f"dpkg -S '{real}' 2>/dev/null || dpkg -S '{real.removeprefix('/usr')}'").partition(":")[0]
        entry = packages.get(package)
        assert entry and entry["SPDXID"] in linked, f"{library} of {package} is not in the bill"
        assert entry["versionInfo"] == text("dpkg-query", "-W", "-f", "${Version}", package)
    # Templates that are compiled in are in it too, with the licences of their copyright files.
    assert "MPL-2.0" in packages["libeigen3-dev"]["licenseDeclared"] and "BSL-1.0" in packages["libboost1.74-dev"]["licenseDeclared"]
    known = {entry["licenseId"] for entry in told["hasExtractedLicensingInfos"]}
    used = {name for entry in told["packages"] for name in re.findall(r"LicenseRef-[A-Za-z0-9.-]+", entry["licenseDeclared"])}
    assert used <= known, f"licences without a description: {used - known}"
    for entry in told["packages"]:
        words = re.sub(r"\b(AND|OR)\b|[()]", " ", entry["licenseDeclared"]).split()
        assert words and all(re.fullmatch(r"NOASSERTION|[A-Za-z0-9.+-]+", word) for word in words), entry["licenseDeclared"]
    print(f"{len(packages) - 1} packages in the bill of headroom-cli")


def check_service(sources, build, folder):
    """As systemd reads it, with the program of this build in the place of the installed one."""
    unit = folder / "headroom-serve@.service"
    unit.write_text((sources / "packaging/systemd/headroom-serve@.service").read_text().replace(
        "/usr/bin/headroom-cli", str(build / "bin/headroom-cli")))
    for line in ("DynamicUser=yes", "ProtectSystem=strict", "NoNewPrivileges=yes", "RestrictAddressFamilies=", "SystemCallFilter=", "StateDirectory="):
        assert line in unit.read_text(), f"{line} is missing"
    if shutil.which("systemd-analyze") is None:
        print("systemd-analyze is not installed: the service is not checked")
        return
    said = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True)
    faults = [line for line in said.stderr.splitlines() if "headroom-serve" in line and "Command 'man" not in line]
    assert not faults, faults
    subprocess.run(["systemd-analyze", "security", "--offline=yes", f"--threshold={HIGHEST_EXPOSURE}", "--no-pager", unit], check=True,
                   stdout=subprocess.DEVNULL)
    print("the service is read without a fault, and is exposed little")


def main():
    sources, build = Path(sys.argv[1]), Path(sys.argv[2])
    if shutil.which("dpkg-query") is None:
        print("skipped: this is not a Debian system")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        check_bill(sources, build, Path(folder))
        check_service(sources, build, Path(folder))


if __name__ == "__main__":
    main()
