// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/document/catalogue.h"
#include "engine/document/project.h"
#include "engine/sheet/sheet.h"

#include <filesystem>
#include <string>
#include <vector>

/// The facts that a report of a fault needs: versions, the sizes of the compiled project, and the path of an order.
namespace headroom::engine {

/// Program, compiler, libraries, machine, catalogue. Columns: subject, value. `data`: the folder of resources.
Sheet doctorVersions(const std::string& version, const std::filesystem::path& data,
                     const Catalogue& catalogue);

/// The objects of the project by type, the compiled plant by what it numbers, the time that compiling took and the bytes of
/// the State at second 0. Columns: subject, count, unit. Errors of Simulator::create.
ResultAll<Sheet> doctorSizes(const Project& project, const Catalogue& catalogue);

struct DoctorOrder {
    std::string words;    ///< orderFromText()
    double atS = 0.0;     ///< where the words state no time
    double untilS = 0.0;  ///< time after the order up to which its events are followed
};

/// The steps of an order from its words to its effects: how it was read, whether a part takes it, and each event that it
/// caused, with the number of causes between. Columns: step, time_s, kind, subject, text, depth. DOC-001: no such words. Errors
/// of Simulator::create and of the run. An order that no part takes is not an error: its path ends there.
ResultAll<Sheet> doctorOrder(const Project& project, const Catalogue& catalogue,
                             const DoctorOrder& order);

}  // namespace headroom::engine
