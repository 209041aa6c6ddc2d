// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"

#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <tuple>
#include <vector>

namespace headroom::engine {

/// Columns of a table over time.
struct TimeTable {
    std::vector<double> timeS;                 ///< rising
    std::vector<std::vector<double>> columns;  ///< by column asked for, then by row

    /// Linear between rows; the first and the last value hold outside.
    double at(std::size_t column, double timeS) const;

    /// Integral of at() from 0 to untilS.
    double integral(std::size_t column, double untilS) const;
};

/// Reads columns of numbers of a table (engine/border/table_text.h). Errors: FIL and TXT of the file
/// itself, LTR-001 no such column, LTR-002 not a number, LTR-003 times that do not rise, LTR-004 no
/// row at all.
ResultAll<TimeTable> readTimeTable(const std::filesystem::path& path, const std::string& timeColumn,
                                   const std::vector<std::string>& columns);

/// Tables that were read, for who compiles one project many times: each is read once, and what it was then holds from then
/// on, also if the file changes; a fault, too. From any thread; a caller that asks for a file being read waits for it.
class TimeTables {
  public:
    ResultAll<TimeTable> read(const std::filesystem::path& path, const std::string& timeColumn,
                              const std::vector<std::string>& columns);

  private:
    using Asked = std::tuple<std::filesystem::path, std::string, std::vector<std::string>>;

    std::mutex mutex_;
    std::map<Asked, ResultAll<TimeTable>> known_;
};

}  // namespace headroom::engine
