#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reads the defences of packaging/cmake/hardening.cmake back from what was built.

usage: hardening.py --compiler CXX [--cet --objects FOLDER…] FILE…

Each FILE is a program or a library. Checked: a random address (PIE), no code on the stack, no segment that can be written and run,
tables of addresses that are read-only from the start (full RELRO), the stack protector and the checked functions of the C library.

--cet: the compiler knows -fcf-protection. Each object below FOLDER must then carry the note of CET, and each function that is looked at
must begin with ENDBR64. A linked FILE has the note only where every object has it: the start-up objects of Debian 12 (crt1.o, crti.o) and
some static libraries have none, and the linker drops it. That is printed and is no failure.
"""
import argparse
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

ET_DYN = 3
PT_LOAD, PT_DYNAMIC, PT_GNU_STACK, PT_GNU_RELRO = 1, 2, 0x6474E551, 0x6474E552
PF_X, PF_W = 1, 2
SHT_SYMTAB, SHT_NOTE, SHT_DYNSYM = 2, 7, 11
DT_TEXTREL, DT_BIND_NOW, DT_FLAGS, DT_FLAGS_1 = 22, 24, 30, 0x6FFFFFFB
DF_TEXTREL, DF_BIND_NOW, DF_1_NOW, DF_1_PIE = 4, 8, 1, 0x8000000
NT_GNU_PROPERTY_TYPE_0, X86_FEATURE_1_AND, IBT, SHSTK = 5, 0xC0000002, 1, 2
STT_FUNC = 2
ENDBR64 = b"\xf3\x0f\x1e\xfa"
LOOKED_AT = ("main", "PyInit_", "fmi3")  # entries that are headroom's own, by the start of their names


class Elf:
    """As much of a 64-bit little-endian ELF file as is asked here (System V ABI, chapters 4 and 5)."""

    def __init__(self, file):
        self.data = Path(file).read_bytes()
        if self.data[:6] != b"\x7fELF\x02\x01":
            raise ValueError(f"{file} is not a 64-bit ELF file")
        (self.type, _, _, self.entry, phoff, shoff, _, _, phentsize, phnum, shentsize, shnum, _) = \
            struct.unpack_from("<HHIQQQIHHHHHH", self.data, 16)
        # type, flags, offset, vaddr, paddr, filesz, memsz, align
        self.segments = [struct.unpack_from("<IIQQQQQQ", self.data, phoff + i * phentsize) for i in range(phnum)]
        # name, type, flags, addr, offset, size, link, info, align, entsize
        self.sections = [struct.unpack_from("<IIQQQQIIQQ", self.data, shoff + i * shentsize) for i in range(shnum)]

    def dynamic(self):
        for kind, _, offset, _, _, size, _, _ in self.segments:
            if kind == PT_DYNAMIC:
                return dict(reversed(list(struct.iter_unpack("<qQ", self.data[offset:offset + size]))))
        return {}

    def symbols(self, kind):
        """(name, type, section, address) of each symbol of a table."""
        for section in self.sections:
            if section[1] != kind:
                continue
            names = self.sections[section[6]][4]
            for name, info, _, shndx, value, _ in struct.iter_unpack("<IBBHQQ", self.data[section[4]:section[4] + section[5]]):
                end = self.data.index(b"\0", names + name)
                yield self.data[names + name:end].decode(), info & 15, shndx, value

    def at(self, address, size):
        for kind, _, offset, start, _, length, _, _ in self.segments:
            if kind == PT_LOAD and start <= address < start + length:
                return self.data[offset + address - start:offset + address - start + size]
        return b""

    def cet(self):
        """Bits of NT_GNU_PROPERTY_TYPE_0: 1 IBT, 2 SHSTK."""
        for section in self.sections:
            at, end = section[4], section[4] + section[5]
            while section[1] == SHT_NOTE and at + 12 <= end:
                namesz, descsz, kind = struct.unpack_from("<III", self.data, at)
                descriptor = at + 12 + (namesz + 3) // 4 * 4
                if kind == NT_GNU_PROPERTY_TYPE_0 and self.data[at + 12:at + 16] == b"GNU\0":
                    inner = descriptor
                    while inner + 8 <= descriptor + descsz:
                        what, size = struct.unpack_from("<II", self.data, inner)
                        if what == X86_FEATURE_1_AND:
                            return struct.unpack_from("<I", self.data, inner + 8)[0]
                        inner += 8 + (size + 7) // 8 * 8
                at = descriptor + (descsz + 3) // 4 * 4
        return 0


def lacks(file, is_program, has_cet):
    """What a program or a library lacks, one sentence each."""
    elf, found = Elf(file), []
    dynamic = elf.dynamic()
    flags, flags_1 = dynamic.get(DT_FLAGS, 0), dynamic.get(DT_FLAGS_1, 0)
    if elf.type != ET_DYN or (is_program and not flags_1 & DF_1_PIE):
        found.append("has a fixed address: it is not PIE")
    stacks = [segment for segment in elf.segments if segment[0] == PT_GNU_STACK]
    if not stacks or any(segment[1] & PF_X for segment in stacks):
        found.append("may run code on its stack")
    if any(segment[0] == PT_LOAD and segment[1] & PF_X and segment[1] & PF_W for segment in elf.segments):
        found.append("has a segment that can be written and run")
    if DT_TEXTREL in dynamic or flags & DF_TEXTREL:
        found.append("changes its code when it is loaded (TEXTREL)")
    if not any(segment[0] == PT_GNU_RELRO for segment in elf.segments):
        found.append("has no read-only relocations (RELRO)")
    if not (DT_BIND_NOW in dynamic or flags & DF_BIND_NOW or flags_1 & DF_1_NOW):
        found.append("binds functions late, so that its table of them can be written (BIND_NOW)")
    imports = {name.partition("@")[0] for name, _, section, _ in elf.symbols(SHT_DYNSYM) if section == 0}
    if "__stack_chk_fail" not in imports:
        found.append("has no stack protector (__stack_chk_fail)")
    # headroom-dxf calls no function that has a checked form.
    if Path(file).name != "headroom-dxf" and not any(name.startswith("__") and name.endswith("_chk") for name in imports):
        found.append("calls no checked function of the C library (_FORTIFY_SOURCE)")
    if has_cet:
        for table in (SHT_DYNSYM, SHT_SYMTAB):
            for name, kind, section, address in elf.symbols(table):
                if kind == STT_FUNC and section and name.startswith(LOOKED_AT) and elf.at(address, 4) != ENDBR64:
                    found.append(f"begins {name} without ENDBR64 (-fcf-protection)")
    return found


def startup_objects_without_note(compiler):
    """Objects that the compiler links into every program, and that keep the linker from giving it the note of CET."""
    without = []
    for name in ("Scrt1.o", "crti.o", "crtbeginS.o", "crtendS.o", "crtn.o"):
        file = Path(subprocess.run([compiler, f"-print-file-name={name}"], capture_output=True, text=True, check=True).stdout.strip())
        if file.exists() and Elf(file).cet() & (IBT | SHSTK) != IBT | SHSTK:
            without.append(name)
    return without


def bare_program_is_found(compiler):
    """A program without any defence lacks each of them: the checks above can fail."""
    with tempfile.TemporaryDirectory() as folder:
        source, program = Path(folder, "bare.cpp"), Path(folder, "bare")
        source.write_text("int main() { return 0; }\n")
        subprocess.run([compiler, "-O1", "-U_FORTIFY_SOURCE", "-fno-stack-protector", "-fcf-protection=none", "-no-pie", "-fno-pie",
                        "-Wl,-z,execstack", "-Wl,-z,norelro", "-Wl,-z,lazy", source, "-o", program], check=True)
        found = lacks(program, True, True)
    for word in ("PIE", "stack", "RELRO", "BIND_NOW", "__stack_chk_fail", "_FORTIFY_SOURCE", "ENDBR64"):
        assert any(word in sentence for sentence in found), f"{word} was not missed in a bare program: {found}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--cet", action="store_true")
    parser.add_argument("--objects", nargs="*", default=[])
    parser.add_argument("files", nargs="+")
    args = parser.parse_args()
    bare_program_is_found(args.compiler)
    failures = 0
    for file in args.files:
        if not Path(file).exists():
            print(f"{file}: not built, not looked at")
            continue
        elf = Elf(file)
        found = lacks(file, ".so" not in Path(file).name, args.cet)
        failures += len(found)
        for sentence in found:
            print(f"FAILED: {file} {sentence}")
        has_note = elf.cet() & (IBT | SHSTK) == IBT | SHSTK
        print(f"{file}: {elf.data.count(ENDBR64)} entries with ENDBR64; "
              + ("the note of CET" if has_note else "no note of CET"))
    objects = [file for folder in args.objects for file in Path(folder).rglob("*.o")] if args.cet else []
    bare = [str(file) for file in objects if Elf(file).cet() & (IBT | SHSTK) != IBT | SHSTK]
    for file in bare:
        print(f"FAILED: {file} was compiled without -fcf-protection")
    if args.cet:
        print("start-up objects of this system without the note:", ", ".join(startup_objects_without_note(args.compiler)) or "none")
        assert objects, "no object was found: nothing was checked"
        print(f"{len(objects)} objects of ours carry the note of CET")
    sys.exit(1 if failures or bare else 0)


if __name__ == "__main__":
    main()
