// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/load_trace.h"

#include "engine/border/quantities.h"
#include "engine/border/table_text.h"

#include <algorithm>
#include <utility>

namespace headroom::engine {

namespace {

Error fault(const char* code, const std::filesystem::path& path, int line,
            const std::string& message, const std::string& remedy) {
    return {code, message, remedy, path.string(), {}, line};
}

}  // namespace

double TimeTable::at(std::size_t column, double when) const {
    const std::vector<double>& y = columns[column];
    const auto next = std::upper_bound(timeS.begin(), timeS.end(), when);
    if (next == timeS.begin()) {
        return y.front();
    }
    if (next == timeS.end()) {
        return y.back();
    }
    const auto i = static_cast<std::size_t>(next - timeS.begin());
    const double share = (when - timeS[i - 1]) / (timeS[i] - timeS[i - 1]);
    return y[i - 1] + share * (y[i] - y[i - 1]);
}

double TimeTable::integral(std::size_t column, double untilS) const {
    double sum = 0.0, fromS = 0.0, from = at(column, 0.0);
    const auto upTo = [&](double toS, double to) {
        sum += 0.5 * (from + to) * (toS - fromS);
        fromS = toS;
        from = to;
    };
    for (std::size_t i = 0; i < timeS.size() && timeS[i] < untilS; ++i) {
        if (timeS[i] > 0.0) {
            upTo(timeS[i], columns[column][i]);
        }
    }
    upTo(untilS, at(column, untilS));
    return sum;
}

ResultAll<TimeTable> readTimeTable(const std::filesystem::path& path, const std::string& timeColumn,
                                   const std::vector<std::string>& columns) {
    auto table = TableReader::ofFile(path);
    if (!table) {
        return tl::unexpected(Errors{table.error()});
    }
    Errors errors;
    std::vector<int> places;
    std::vector<std::string> wanted{timeColumn};
    wanted.insert(wanted.end(), columns.begin(), columns.end());
    for (const std::string& name : wanted) {
        const int place = table->head().column(name);
        if (place < 0) {
            errors.push_back(fault("LTR-001", path, table->head().line,
                                   "there is no column \"" + name + "\"",
                                   "Name columns that the first line of the file has."));
        }
        places.push_back(place);
    }
    if (!errors.empty()) {
        return tl::unexpected(std::move(errors));
    }
    std::vector<NumberColumn> seen(places.size());
    while (table->next()) {
        for (std::size_t k = 0; k < places.size(); ++k) {
            seen[k].observe(table->cell(places[k]));
        }
    }
    if (table->rows() == 0) {
        return tl::unexpected(
            Errors{fault("LTR-004", path, 0, "holds no row", "Check that the file is complete.")});
    }
    if (table->skipped().count() > 0) {
        return tl::unexpected(
            Errors{fault("LTR-002", path, table->skipped().first().front().line,
                         table->skippedWords(), "Complete the row, or take it out.")});
    }
    TimeTable result;
    result.columns.resize(columns.size());
    for (table->rewind(); table->next();) {
        for (std::size_t k = 0; k < places.size(); ++k) {
            const std::string field(table->cell(places[k]));
            const auto value = readNumber(field, seen[k].style(table->head().separator()));
            if (!value) {
                return tl::unexpected(Errors{
                    fault("LTR-002", path, table->line(),
                          wanted[k] + " is \"" + field + "\", not a number", "Give a number.")});
            }
            if (k > 0) {
                result.columns[k - 1].push_back(*value);
            } else if (!result.timeS.empty() && *value <= result.timeS.back()) {
                return tl::unexpected(
                    Errors{fault("LTR-003", path, table->line(),
                                 "its time " + field + " is not after that of the row before",
                                 "Sort the rows by time, and take repeated ones out.")});
            } else {
                result.timeS.push_back(*value);
            }
        }
    }
    return result;
}

ResultAll<TimeTable> TimeTables::read(const std::filesystem::path& path,
                                      const std::string& timeColumn,
                                      const std::vector<std::string>& columns) {
    const std::lock_guard lock(mutex_);
    const Asked asked{path, timeColumn, columns};
    auto found = known_.find(asked);
    if (found == known_.end()) {
        found = known_.emplace(asked, readTimeTable(path, timeColumn, columns)).first;
    }
    return found->second;
}

}  // namespace headroom::engine
