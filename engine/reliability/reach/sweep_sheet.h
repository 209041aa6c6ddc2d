// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/reliability/reach/sweep.h"
#include "engine/sheet/sheet.h"

#include <optional>
#include <string>

namespace headroom::engine {

/// A forecast as a text, to the last bit and without the words' quantities, and back; nothing where it is not one. The run
/// without the failure, jobs one by one and the horizon are not in it.
std::string forecastText(const Forecast& forecast);
std::optional<Forecast> forecastOf(const std::string& text);

enum class SweepRows { All, Singles, Pairs };

/// The rows of a sweep in its order: the one description that command line, window and files show. A note lists what fails
/// with the part by design.
Sheet sweepSheet(const Sweep& sweep, SweepRows which = SweepRows::All);

/// "UPS ups-a/1", or "UPS ups-a/1, then UPS ups-b/1".
std::string sweepName(const SweepRow& row);

/// JSON object of `headroom-cli sweep --format json`: resources/help/sweeps.md. `project`: its name or file.
std::string sweepJson(const Sweep& sweep, const std::string& project);

}  // namespace headroom::engine
