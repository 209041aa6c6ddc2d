// SPDX-License-Identifier: Apache-2.0
#include "engine/document/autosave.h"
#include "engine/document/lock.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/material.h"
#include "tests/hostile/parsers.h"

#include <filesystem>
#include <string>

namespace headroom::hostile {

namespace {

constexpr std::size_t kCopyBytes = 100;

}  // namespace

/// What other processes leave next to projects: the note of who has one open, and that of a copy.
void notes(std::string_view bytes) {
    const auto projectFile = scratchFile("p.json", "{}");
    scratchFile("p.json.lock", bytes);
    engine::lockProject(projectFile);
    const std::filesystem::path folder = scratchFolder() / "recovery";
    std::filesystem::create_directory(folder);
    scratchFile("recovery/1.json", std::string(kCopyBytes, ' '));
    scratchFile("recovery/1.copy", bytes);
    for (const engine::ProjectCopy& copy : engine::CopyStore(folder).copies()) {
        require(copy.bytes == kCopyBytes, "a copy of another size was accepted");
    }
}

}  // namespace headroom::hostile
