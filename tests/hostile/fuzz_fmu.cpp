// SPDX-License-Identifier: Apache-2.0
#include "engine/guests/fmu.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/material.h"
#include "tests/hostile/parsers.h"

#include <filesystem>
#include <string>

namespace headroom::hostile {

/// A modelDescription.xml, and the same bytes as a whole FMU.
void fmu(std::string_view bytes) {
    const auto about = engine::parseFmuDescription(std::string(bytes), "model.fmu");
    if (!about) {
        requireRefusal(about.error(), "model.fmu");
    } else {
        require(about->version == 2 || about->version == 3, "a version that nobody wrote");
        require(!about->library.empty() && about->library.find('/') == std::string::npos,
                "a library that is a path: " + about->library);
        for (const engine::FmuVariable& variable : about->variables) {
            require(!variable.name.empty(), "a variable without a name");
            if (variable.measure) {
                requireFinite(variable.measure->factor, "factor of " + variable.unit);
                requireFinite(variable.measure->offset, "offset of " + variable.unit);
            }
        }
    }
    const auto path = scratchFile("model.fmu", bytes);
    if (const auto opened = engine::Fmu::open(path); !opened) {
        requireRefusal(opened.error(), path.string());
    } else {
        require(std::filesystem::exists(opened->library()), "a library that is not in the archive");
    }
}

}  // namespace headroom::hostile
