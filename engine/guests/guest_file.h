// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"

#include <filesystem>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace headroom::engine {

inline constexpr const char* kGuestFormat = "headroom-guest/1";

/// Connection of a guest to a run (resources/help/guests.md), read from JSON (resources/schema/guest.schema.json).
struct GuestFile {
    enum class Kind { Plugin, Fmu };

    struct Join {
        std::string channel,
            path;  ///< of an input: a channel of the run; of an output: OBJECT.KEY that it sets
        std::string variable;  ///< of the guest
        std::string unit;      ///< of the variable, where the guest does not say; empty if it does
        /// Of an output, in the unit of its key: it is cut off there, and smaller changes are none.
        double least = -std::numeric_limits<double>::infinity();
        double most = std::numeric_limits<double>::infinity();
        double resolution = 0.0;
        double fallback = std::numeric_limits<
            double>::quiet_NaN();  ///< what it is set to once the guest is gone; none if it stays
    };

    std::filesystem::path file, library;
    Kind kind = Kind::Plugin;
    double everyS = 300.0;   ///< simulated time between two answers
    double timeoutS = 10.0;  ///< real time for an answer
    bool goesOn = false;     ///< the run, without the guest, once it fails
    std::vector<Join> inputs, outputs;
    std::vector<std::pair<std::string, double>>
        start;  ///< parameters and start values of an FMU, in its units
};

/// FIL errors of the file. GST-002 not JSON, GST-003 a key twice, GST-004 nested too deep, GST-010 an unknown key, GST-011 a value
/// that is missing or of another kind.
ResultAll<GuestFile> readGuestFile(const std::filesystem::path& file);

/// JSON Schema (draft 7) of such files.
std::string guestSchemaText();

}  // namespace headroom::engine
