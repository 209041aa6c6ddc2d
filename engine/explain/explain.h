// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/border/site_clock.h"

#include <atomic>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// How a file of others is understood: `headroom-cli import FILE --explain`, and the preview of imports.
namespace headroom::engine {

struct ExplainedColumn {
    std::string name;     ///< as the file has it
    std::string meaning;  ///< "instant", "number", "text", or what a reader takes it for
    std::string unit;     ///< as understood; empty if none
};

struct Explanation {
    static constexpr std::size_t kFirstRows = 5;

    std::string id;        ///< in engine/border/formats.h; empty if no format is recognised
    std::string format;    ///< "an EnergyPlus weather file", "a table"
    std::string use;       ///< command that reads it; empty if none is known
    std::string form;      ///< "semicolon-separated text, UTF-8 with a byte-order mark"
    std::string step;      ///< "quarter hours"; empty means no instants
    std::string zone;      ///< of times without an offset; empty means no such times
    std::string from, to;  ///< first and last instant, on the site's clock
    long rows = 0;
    std::vector<ExplainedColumn> columns;
    std::vector<std::vector<std::string>>
        first;                       ///< at most kFirstRows, a cell for each column, as understood
    std::vector<std::string> notes;  ///< skipped rows, assumptions
};

struct ExplainOptions {
    /// Receives the share of a log of jobs that was read, 0..1; false cancels. Null if nobody follows.
    std::function<bool(double)> progress;
    const std::atomic<bool>* cancel =
        nullptr;        ///< Ends the reading of a drawing. Null if nobody cancels.
    std::string sheet;  ///< of an XLSX workbook; empty means the first with data
    SiteClock
        site;  ///< instants are shown on its standard time; its wall clock is that of times without an offset
};

/// Row of the table of explainers: one a format (explain_table.cpp). `text` is decoded.
struct FormatExplainer {
    std::string_view format;  ///< id in engine/border/formats.h
    Result<Explanation> (*explain)(const std::filesystem::path& file, const std::string& text,
                                   const ExplainOptions& options);
};

std::span<const FormatExplainer> formatExplainers();

/// Recognises a file and shows how it is read. A file of no known format is explained as a table. Errors of the
/// readers.
Result<Explanation> explainFile(const std::filesystem::path& file, const ExplainOptions& options);

/// As a table of any form: what explainers of tables begin with.
Result<Explanation> explainTable(const std::filesystem::path& file, const std::string& text,
                                 const ExplainOptions& options);

/// FIL-009 with the command of the format: what explains a format that no reader takes.
Result<Explanation> explainUnread(const std::filesystem::path& file, const std::string& text,
                                  const ExplainOptions& options);

/// For people.
std::string explanationText(const Explanation& explanation);
std::string explanationJson(const Explanation& explanation);

}  // namespace headroom::engine
