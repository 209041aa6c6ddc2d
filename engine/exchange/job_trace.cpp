// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/job_trace.h"

#include "engine/exchange/number.h"
#include "engine/exchange/text_file.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

namespace headroom::engine {

namespace {

constexpr std::size_t kMaximumErrors = 20;
constexpr double kMaximumAccelerators = 1e6;

Error traceError(std::string code, const std::filesystem::path& path, int line, std::string message,
                 std::string remedy) {
    Error error;
    error.code = std::move(code);
    error.message = std::move(message);
    error.remedy = std::move(remedy);
    error.file = path.string();
    error.line = line;
    return error;
}

std::string listOf(const std::vector<std::string>& words) {
    std::string list;
    for (const std::string& word : words) {
        list += (list.empty() ? "" : ", ") + word;
    }
    return list;
}

/// Reads the rows of one table, gathering what is wrong.
class TraceReader {
  public:
    TraceReader(const std::filesystem::path& path, const CsvTable& table)
        : path_(path), table_(table) {}

    std::optional<std::size_t> column(std::string_view name) {
        const int index = table_.column(name);
        if (index >= 0) {
            return static_cast<std::size_t>(index);
        }
        errors_.push_back(
            traceError("TRC-001", path_, 1, "there is no column \"" + std::string{name} + "\"",
                       "Name one of the columns that are there: " + listOf(table_.header) + "."));
        return std::nullopt;
    }

    /// A number of at least 0, or nothing and an error.
    std::optional<double> number(std::size_t row, std::size_t column) {
        const std::string& field = table_.rows[row][column];
        const auto value = parseNumber(field);
        if (!value) {
            report("TRC-002", row, table_.header[column] + " is \"" + field + "\", not a number",
                   "Give a number, or take the row out.");
            return std::nullopt;
        }
        if (*value < 0.0) {
            report("TRC-003", row, table_.header[column] + " is " + field + ", which is negative",
                   "Give 0 or more, or take the row out.");
            return std::nullopt;
        }
        return value;
    }

    std::optional<int> accelerators(std::size_t row, std::size_t column) {
        const auto value = number(row, column);
        if (!value) {
            return std::nullopt;
        }
        if (*value != std::floor(*value) || *value > kMaximumAccelerators) {
            report("TRC-004", row,
                   table_.header[column] + " is " + table_.rows[row][column] +
                       ", not a whole number up to 1000000",
                   "Give whole accelerators, or take the row out.");
            return std::nullopt;
        }
        return static_cast<int>(*value);
    }

    bool isFull() const { return errors_.size() >= kMaximumErrors; }

    Errors& errors() { return errors_; }

  private:
    void report(std::string code, std::size_t row, std::string message, std::string remedy) {
        errors_.push_back(traceError(std::move(code), path_, table_.lines[row], std::move(message),
                                     std::move(remedy)));
    }

    const std::filesystem::path& path_;
    const CsvTable& table_;
    Errors errors_;
};

int tenantColumn(const CsvTable& table) {
    for (const char* name : {"vc", "user", "tenant"}) {
        const int index = table.column(name);
        if (index >= 0) {
            return index;
        }
    }
    return -1;
}

}  // namespace

ResultAll<std::vector<TraceJob>> readJobTrace(const std::filesystem::path& path,
                                              std::string_view submitColumn,
                                              std::string_view durationColumn,
                                              std::string_view sizeColumn) {
    const auto table = readCsv(path);
    if (!table) {
        return tl::unexpected(Errors{table.error()});
    }
    TraceReader reader{path, *table};
    const auto submit = reader.column(submitColumn);
    const auto duration = reader.column(durationColumn);
    const auto size = reader.column(sizeColumn);
    if (!submit || !duration || !size) {
        return tl::unexpected(std::move(reader.errors()));
    }
    const int tenant = tenantColumn(*table);
    std::vector<TraceJob> jobs;
    jobs.reserve(table->rows.size());
    for (std::size_t row = 0; row < table->rows.size() && !reader.isFull(); ++row) {
        const auto submitS = reader.number(row, *submit);
        const auto durationS = reader.number(row, *duration);
        const auto accelerators = reader.accelerators(row, *size);
        if (!submitS || !durationS || !accelerators || *durationS <= 0.0 || *accelerators == 0) {
            continue;
        }
        TraceJob job{*submitS, *durationS, *accelerators, {}};
        if (tenant >= 0) {
            job.tenant = table->rows[row][static_cast<std::size_t>(tenant)];
        }
        jobs.push_back(std::move(job));
    }
    if (!reader.errors().empty()) {
        return tl::unexpected(std::move(reader.errors()));
    }
    if (jobs.empty()) {
        return tl::unexpected(Errors{
            traceError("TRC-005", path, 0, "holds no job that runs on an accelerator",
                       "Check that the right columns are named and that the file is complete.")});
    }
    std::stable_sort(jobs.begin(), jobs.end(),
                     [](const TraceJob& a, const TraceJob& b) { return a.submitS < b.submitS; });
    return jobs;
}

}  // namespace headroom::engine
