// SPDX-License-Identifier: Apache-2.0
#include "engine/alarms/alarm_group.h"

#include "engine/base/index.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace headroom::engine {

AlarmSeverity AlarmGroup::heaviest() const {
    for (std::size_t s = kAlarmSeverities; s-- > 0;) {
        if (bySeverity[s] > 0) {
            return static_cast<AlarmSeverity>(s);
        }
    }
    return AlarmSeverity::Notice;
}

Words firstCauseText(const AlarmRow& row) {
    return row.cause >= 0 || !row.causeText.empty() ? row.causeText : row.name + ": " + row.text;
}

std::vector<AlarmGroup> groupAlarms(std::span<const AlarmRow> rows) {
    std::vector<AlarmGroup> groups;
    std::unordered_map<std::int64_t, std::size_t> known;  // by root
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const AlarmRow& row = rows[i];
        const std::int64_t root = rootOf(row);
        std::size_t place = groups.size();
        if (root >= 0) {
            place = known.emplace(root, place).first->second;
        }
        if (place == groups.size()) {
            groups.emplace_back().root = root;
        }
        AlarmGroup& group = groups[place];
        const bool isOwn = row.cause < 0;
        if (!isOwn || group.text.empty()) {
            group.text = firstCauseText(row);
        }
        group.members.insert(isOwn ? group.members.begin() : group.members.end(),
                             static_cast<int>(i));
        ++group.bySeverity[static_cast<std::size_t>(row.severity())];
    }
    return groups;
}

std::string kindsText(std::span<const AlarmRow> rows, const AlarmGroup& group) {
    std::vector<std::pair<std::string_view, int>> kinds;
    for (const int member : group.members) {
        const std::string_view title = infoOf(rows[at(member)].kind).title;
        const auto same = std::find_if(kinds.begin(), kinds.end(),
                                       [&](const auto& kind) { return kind.first == title; });
        if (same == kinds.end()) {
            kinds.emplace_back(title, 1);
        } else {
            ++same->second;
        }
    }
    std::stable_sort(kinds.begin(), kinds.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    std::string text;
    for (const auto& [title, count] : kinds) {
        text += fmt::format("{}{}{}", text.empty() ? "" : "; ",
                            count > 1 ? fmt::format("{} x ", count) : std::string{}, title);
    }
    return text;
}

}  // namespace headroom::engine
