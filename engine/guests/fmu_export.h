// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/document/catalogue.h"
#include "engine/document/project.h"

#include <filesystem>
#include <string>
#include <vector>

namespace headroom::engine {

/// Content of an FMU of a facility.
struct FmuExport {
    std::filesystem::path library;       ///< headroom_fmu.so, which runs it
    std::filesystem::path shippedParts;  ///< resources/catalog
    std::vector<std::string>
        inputs;  ///< numbers of the design, OBJECT.KEY; none means set-points of all loops and CDU groups
    std::vector<std::string>
        outputs;  ///< channels; none means of the facility, its loops and CDU groups
};

/// Value references of an FMU of ours: inputs and outputs in their order.
inline constexpr unsigned kFirstFmuInput = 1000, kFirstFmuOutput = 100'000;

/// Writes the project as a co-simulation FMU 3.0: a whole run inside, with its parts and files, that other tools step. The same
/// project gives the same bytes. FMU-010: the library is not there. FMU-011: no such number or channel. FMU-012: the file
/// cannot be written. Errors of compiling the design.
ResultAll<void> writeFmu(const std::filesystem::path& file, const Project& project,
                         const Catalogue& catalogue, const FmuExport& wish);

}  // namespace headroom::engine
