// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"

#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

/// A log for reports of faults: one line each with time, category and text, in a file. Off until openLog(). The log is for
/// people; programs read results, events and journals, never the log. It holds no tokens and no contents of files.
namespace headroom::engine {

enum class LogCategory : std::uint8_t {
    Files,      ///< files that are read, with their sizes
    Compile,    ///< projects that become plants: sizes, time, faults
    Run,        ///< runs that begin and end, edits of their design
    Orders,     ///< orders of people
    Store,      ///< recordings
    Http,       ///< requests and their status
    Telemetry,  ///< sources of readings
    Count
};

/// "files, compile, run, …", for help and messages.
std::string logCategoryNames();

/// Bits by LogCategory of "run,http" or "all". LOG-001: no such category.
Result<std::uint32_t> logCategoriesOf(std::string_view words);

/// $XDG_STATE_HOME/headroom/log/PROGRAM.log, or below ~/.local/state. Empty if HOME is not set.
std::filesystem::path usualLogFile(std::string_view program);

/// From now on those categories are appended to `file`, whose folder is made. A file above 10 MB is renamed to FILE.old
/// first. Without categories nothing is logged any more. LOG-002: it cannot be written.
Result<void> openLog(const std::filesystem::path& file, std::uint32_t categories);
/// openLog() of usualLogFile() with logCategoriesOf(). Returns the file.
Result<std::filesystem::path> openUsualLog(std::string_view program, std::string_view categories);

/// Cheap: one atomic load.
bool isLogged(LogCategory category);

/// Writes one line. Line feeds and controls in `text` are written out. Any thread may call; use logLine().
void writeLog(LogCategory category, std::string_view text);

template <class... Values>
void logLine(LogCategory category, fmt::format_string<Values...> form, Values&&... values) {
    if (isLogged(category)) {
        writeLog(category, fmt::format(form, std::forward<Values>(values)...));
    }
}

}  // namespace headroom::engine
