#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures how much processor time the defences of packaging/cmake/hardening.cmake take in a run of headroom-cli.

usage: hardening_cost.py [--runs N] BUILD [COMMAND …]        (default: bench day)

perf samples the program by the processor's clock. A sample counts as a defence if its instruction belongs to one: ENDBR64 at the entry
of a function, the canary of the stack protector (%fs:0x28, its store, comparison and jump), a probe of a large stack frame, or a checked
function of the C library (__memcpy_chk). "With the next" counts samples on the instruction after a defence too, since a sample may
arrive late: the first instructions of a function wait for its call, with or without ENDBR64, so this is more than the cost.
Needs perf and objdump.
"""
import argparse
import bisect
import collections
import re
import subprocess
import sys
import tempfile
from pathlib import Path

MOST_SHARE = 0.02  # of `bench day`
CANARY = "%fs:0x28"


def defences(program):
    """Sorted addresses of all instructions, and for each its defence or None."""
    places, kinds, open_canary = [], [], 0
    listing = subprocess.Popen(["objdump", "-d", "--no-show-raw-insn", program], stdout=subprocess.PIPE, text=True)
    for line in listing.stdout:
        found = re.match(r"\s*([0-9a-f]+):\s+(.*)", line)
        if not found:
            open_canary = 0
            continue
        code = found.group(2)
        kind = None
        if code.startswith("endbr64"):
            kind = "entries (CET)"
        elif CANARY in code:
            kind, open_canary = "stack protector", 2
        elif open_canary > 0:
            open_canary -= 1
            if re.match(r"(mov +%r\w+,[-0-9a-fx]*\(%r[sb]p\)|cmp +[-0-9a-fx]*\(%r[sb]p\),|jn?e )", code):
                kind = "stack protector"
        elif re.match(r"(movq +\$0x0,\(%rsp\)|orq +\$0x0,\(%rsp\)|sub +\$0x1000,%rsp)", code):
            kind = "probes of the stack"
        places.append(int(found.group(1), 16))
        kinds.append(kind)
    if listing.wait() != 0:
        raise SystemExit("objdump failed")
    return places, kinds


def samples(program, command, data):
    """File offsets of each sample in the program, and how many samples there were in all."""
    subprocess.run(["perf", "record", "-q", "-e", "cpu-clock", "-F", "4000", "-o", data, "--", program, *command], check=True,
                   stdout=subprocess.DEVNULL)
    text = subprocess.run(["perf", "script", "-i", data, "--show-mmap-events", "-F", "comm,ip,sym,dso"], check=True,
                          capture_output=True, text=True).stdout
    maps, inside, names, count = [], [], collections.Counter(), 0
    for line in text.splitlines():
        mapped = re.search(r"PERF_RECORD_MMAP2?.*\[0x([0-9a-f]+)\(0x([0-9a-f]+)\) @ (0x[0-9a-f]+|0) .*\]: \S+ (.*)$", line)
        if mapped:
            if Path(mapped.group(4)).name == Path(program).name:
                maps.append((int(mapped.group(1), 16), int(mapped.group(2), 16), int(mapped.group(3), 16)))
            continue
        taken = re.search(r"([0-9a-f]{6,16}) (.*) \((.*)\)\s*$", line)
        if not taken:
            continue
        count += 1
        address = int(taken.group(1), 16)
        names[taken.group(2)] += 1
        for start, length, offset in maps:
            if start <= address < start + length:
                inside.append(address - start + offset)
    return inside, count, names


def loads(program):
    """(file offset, address, size) of the loaded segments."""
    text = subprocess.run(["objdump", "-p", program], check=True, capture_output=True, text=True).stdout
    return [(int(off, 16), int(addr, 16), int(size, 16)) for off, addr, size in
            re.findall(r"LOAD off +0x(\w+) vaddr 0x(\w+) .*\n +filesz 0x(\w+)", text)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("build")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    args = parser.parse_args()
    program = str(Path(args.build, "bin", "headroom-cli").resolve())
    places, kinds = defences(program)
    segments = loads(program)
    in_all, checked, cost, after = 0, 0, collections.Counter(), 0
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(args.runs):
            inside, count, names = samples(program, args.command or ["bench", "day"], str(Path(folder, "perf.data")))
            in_all += count
            checked += sum(number for name, number in names.items() if name.startswith("__") and name.endswith("_chk"))
            for offset in inside:
                address = next((addr + offset - off for off, addr, size in segments if off <= offset < off + size), None)
                if address is None:
                    continue
                at = bisect.bisect_right(places, address) - 1
                if kinds[at]:
                    cost[kinds[at]] += 1
                elif at > 0 and kinds[at - 1]:
                    after += 1
    assert in_all > 1000, "too few samples: let it run longer"
    cost["checked functions"] = checked
    for kind, number in sorted(cost.items()):
        print(f"{kind}: {100 * number / in_all:.2f} %")
    share = sum(cost.values()) / in_all
    print(f"all defences: {100 * share:.2f} % of {in_all} samples (goal: {100 * MOST_SHARE:.0f} %); with the next "
          f"instruction {100 * (share + after / in_all):.2f} %")
    sys.exit(share > MOST_SHARE)


if __name__ == "__main__":
    main()
