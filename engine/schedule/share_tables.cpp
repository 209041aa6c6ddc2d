// SPDX-License-Identifier: Apache-2.0
#include "engine/base/number.h"
#include "engine/border/csv_table.h"
#include "engine/files/text_file.h"
#include "engine/schedule/sharing.h"

#include <optional>

namespace headroom::engine {

namespace {

/// Whole numbers of one table by column; keeps the first fault.
class Columns {
  public:
    Columns(const std::filesystem::path& path, const CsvTable& table)
        : path_(path), table_(table) {}

    std::int64_t number(std::size_t row, const char* column, double most) {
        const int c = find(column, row);
        if (c < 0) {
            return 0;
        }
        const std::string text(table_.cell(row, static_cast<std::size_t>(c)));
        const std::optional<double> value = parseNumber(text);
        if (!value) {
            fail("TRC-002", row, column, "\"" + text + "\" is not a number");
        } else if (*value < 0.0 || *value > most) {
            fail("TRC-003", row, column, text + " is negative or too large");
        } else {
            return static_cast<std::int64_t>(*value);
        }
        return 0;
    }

    std::string_view text(std::size_t row, const char* column) {
        const int c = find(column, row);
        return c < 0 ? std::string_view{} : table_.cell(row, static_cast<std::size_t>(c));
    }

    const std::optional<Error>& fault() const { return fault_; }

  private:
    int find(const char* column, std::size_t row) {
        const int c = table_.column(column);
        if (c < 0) {
            fail("TRC-001", row, column, "there is no such column");
        }
        return c;
    }

    void fail(const char* code, std::size_t row, const char* column, const std::string& message) {
        if (!fault_) {
            fault_.emplace();
            fault_->code = code;
            fault_->message = std::string(column) + ": " + message;
            fault_->remedy = "Correct the table: whole numbers, not negative.";
            fault_->file = path_.string();
            fault_->line = table_.line(row);
        }
    }

    std::filesystem::path path_;
    const CsvTable& table_;
    std::optional<Error> fault_;
};

constexpr double kMostMilliCpu = 1e8;
constexpr double kMostMib = 1e12;

/// Numbers of accelerator models, in the order in which they are met.
class Kinds {
  public:
    std::int32_t of(std::string_view name) {
        for (std::size_t i = 0; i < names_.size(); ++i) {
            if (names_[i] == name) {
                return static_cast<std::int32_t>(i);
            }
        }
        names_.emplace_back(name);
        return static_cast<std::int32_t>(names_.size()) - 1;
    }

    /// Entries of a list "A|B"; 0 for an empty one.
    std::uint64_t mask(std::string_view list) {
        std::uint64_t mask = 0;
        while (!list.empty()) {
            const auto bar = list.find('|');
            if (const std::string_view name = list.substr(0, bar); !name.empty()) {
                mask |= 1ULL << (static_cast<unsigned>(of(name)) % 64U);
            }
            list = bar == std::string_view::npos ? std::string_view{} : list.substr(bar + 1);
        }
        return mask;
    }

  private:
    std::vector<std::string> names_;
};

}  // namespace

Result<ShareTables> readShareTables(const std::filesystem::path& servers,
                                    const std::filesystem::path& tasks) {
    const auto serverTable = readCsvTable(servers);
    if (!serverTable) {
        return tl::unexpected(serverTable.error());
    }
    const auto taskTable = readCsvTable(tasks);
    if (!taskTable) {
        return tl::unexpected(taskTable.error());
    }
    ShareTables tables;
    Kinds kinds;
    Columns s(servers, *serverTable);
    for (std::size_t row = 0; row < serverTable->rows(); ++row) {
        ShareServer server;
        server.cpuMilli = static_cast<std::int32_t>(s.number(row, "cpu_milli", kMostMilliCpu));
        server.memoryMib = s.number(row, "memory_mib", kMostMib);
        server.accelerators =
            static_cast<std::int32_t>(s.number(row, "gpu", static_cast<double>(kMostPerServer)));
        if (server.accelerators > 0) {
            server.kind = kinds.of(s.text(row, "model"));
            std::fill_n(server.left.begin(), server.accelerators, kMilli);
            tables.servers.push_back(server);
        }
    }
    Columns t(tasks, *taskTable);
    for (std::size_t row = 0; row < taskTable->rows(); ++row) {
        ShareTask task;
        task.cpuMilli = static_cast<std::int32_t>(t.number(row, "cpu_milli", kMostMilliCpu));
        task.memoryMib = t.number(row, "memory_mib", kMostMib);
        task.accelerators = static_cast<std::int32_t>(
            t.number(row, "num_gpu", static_cast<double>(kMostPerServer)));
        if (task.accelerators > 0) {
            task.milli = static_cast<std::int32_t>(t.number(row, "gpu_milli", kMilli));
            task.kinds = kinds.mask(t.text(row, "gpu_spec"));
        }
        tables.tasks.push_back(task);
    }
    for (const Columns* columns : {&s, &t}) {
        if (columns->fault()) {
            return tl::unexpected(*columns->fault());
        }
    }
    return tables;
}

}  // namespace headroom::engine
