// SPDX-License-Identifier: Apache-2.0
#include "engine/border/quantities.h"
#include "engine/exchange/cluster_log.h"

#include <algorithm>
#include <array>
#include <map>

namespace headroom::engine {

namespace {

constexpr std::string_view kRecordBegin = "JobId=", kRecordBlanks = " \t\r\n";

using RecordFields = std::map<std::string, std::string, std::less<>>;

/// "Key=Value Key=Value …" over one or several lines. A word without "=" belongs to the value before it: "JobName=a b".
RecordFields recordFields(std::string_view text) {
    RecordFields fields;
    std::string* last = nullptr;
    for (std::size_t at = text.find_first_not_of(kRecordBlanks); at < text.size();) {
        const std::size_t end = std::min(text.find_first_of(kRecordBlanks, at), text.size());
        const std::string_view word = text.substr(at, end - at);
        const std::size_t equals = word.find('=');
        if (equals != std::string_view::npos && equals > 0) {
            last = &fields.emplace(word.substr(0, equals), word.substr(equals + 1)).first->second;
        } else if (last != nullptr) {
            *last += ' ';
            *last += word;
        }
        at = text.find_first_not_of(kRecordBlanks, end);
    }
    return fields;
}

std::string recordField(const RecordFields& fields, std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names) {
        const auto found = fields.find(name);
        if (found != fields.end() && !found->second.empty() && found->second != "(null)") {
            std::string value = found->second;
            std::replace(value.begin(), value.end(), '|', ' ');
            return value;
        }
    }
    return {};
}

std::string sacctRow(const RecordFields& fields) {
    const std::string whole = recordField(fields, {"HetJobId"}),
                      user = recordField(fields, {"UserId"});
    const std::string id = whole.empty() ? recordField(fields, {"JobId"})
                                         : whole + "+" + recordField(fields, {"HetJobOffset"});
    const std::string limit = recordField(fields, {"TimeLimit"});
    const bool isMinutes = readNumber(limit).has_value();
    const std::string account = recordField(fields, {"Account"});
    const auto cells = std::to_array<std::string>(
        {id, recordField(fields, {"JobName", "Name"}),
         account.empty() ? user.substr(0, user.find('(')) : account,
         recordField(fields, {"SubmitTime"}), recordField(fields, {"StartTime"}),
         recordField(fields, {"EndTime"}), recordField(fields, {"RunTime"}),
         recordField(fields, {"JobState"}), recordField(fields, {"AllocTRES", "TRES", "Tres"}),
         recordField(fields, {"ReqTRES"}), isMinutes ? std::string() : limit,
         isMinutes ? limit : std::string(), recordField(fields, {"Priority"})});
    std::string row;
    for (const std::string& cell : cells) {
        row += cell;
        row += '|';
    }
    row.back() = '\n';
    return row;
}

}  // namespace

bool isSlurmRecords(std::string_view text) {
    text = text.substr(std::min(text.find_first_not_of(kRecordBlanks), text.size()));
    return text.starts_with(kRecordBegin);
}

std::string sacctOfRecords(std::string_view text) {
    std::string table =
        "JobID|JobName|Account|Submit|Start|End|Elapsed|State|AllocTRES|ReqTRES|Timelimit|"
        "TimelimitRaw|Priority\n";
    // Blank lines put each row on the line on which its record begins, so that messages name the place in the log. The names take
    // the first line, and a record there the second.
    std::ptrdiff_t line = 2, begin = 1;
    std::size_t counted = 0;
    for (std::size_t at = text.find(kRecordBegin); at < text.size();) {
        std::size_t next = text.find(kRecordBegin, at + 1);
        while (next < text.size() && kRecordBlanks.find(text[next - 1]) == std::string_view::npos) {
            next = text.find(kRecordBegin, next + 1);  // "HetJobId=12"
        }
        begin += std::count(text.begin() + static_cast<std::ptrdiff_t>(counted),
                            text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
        counted = at;
        for (; line < begin; ++line) {
            table += '\n';
        }
        table += sacctRow(recordFields(text.substr(at, next - at)));
        ++line;
        at = next;
    }
    return table;
}

}  // namespace headroom::engine
