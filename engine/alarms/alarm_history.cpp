// SPDX-License-Identifier: Apache-2.0
#include "engine/alarms/alarm_history.h"

#include "engine/base/json.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace headroom::engine {

namespace {

using Json = nlohmann::json;

std::optional<AlarmKind> kindOf(const std::string& key) {
    for (int k = 0; k < static_cast<int>(AlarmKind::Count); ++k) {
        if (infoOf(static_cast<AlarmKind>(k)).key == key) {
            return static_cast<AlarmKind>(k);
        }
    }
    return std::nullopt;
}

/// Nothing where this version does not know the kind.
std::optional<AlarmRow> rowOf(const Json& j) {
    const auto kind = kindOf(j.value("kind", std::string()));
    if (!kind) {
        return std::nullopt;
    }
    AlarmRow row;
    row.number = j.value("number", std::int64_t{-1});
    row.kind = *kind;
    row.object = j.value("object", std::string());
    row.subject = j.value("subject", std::string());
    row.name = j.value("name", std::string());
    row.count = j.value("count", 1);
    row.of = j.value("of", 1);
    row.sinceS = j.at("since_s").get<double>();
    row.endedS = j.value("ended_s", -1.0);
    row.event = j.value("event", std::int64_t{-1});
    row.text = j.value("text", std::string());
    row.rack = j.value("rack", -1);
    row.job = j.value("job", std::int64_t{-1});
    if (const auto cause = j.find("first_cause"); cause != j.end()) {
        row.cause = cause->value("event", std::int64_t{-1});
        row.causeText = cause->value("text", std::string());
    }
    return row;
}

}  // namespace

AlarmHistory AlarmHistory::read(std::string_view summary) {
    AlarmHistory history;
    const Json all = parseJson<Json>(summary);
    if (!all.is_object() || !all.contains("alarms")) {
        return history;
    }
    try {
        const Json& alarms = all.at("alarms");
        history.left_ = alarms.value("left_out", std::int64_t{0});
        for (const char* of : {"active", "ended"}) {
            for (const Json& each : alarms.at(of)) {
                if (auto row = rowOf(each)) {
                    history.rows_.push_back(std::move(*row));
                }
            }
        }
    } catch (const Json::exception&) {
        return {};
    }
    history.arrange();
    return history;
}

AlarmHistory AlarmHistory::of(const AlarmList& now) {
    AlarmHistory history;
    history.left_ = now.left;
    history.rows_ = now.active;
    history.rows_.insert(history.rows_.end(), now.ended.begin(), now.ended.end());
    history.arrange();
    return history;
}

void AlarmHistory::quote(std::span<const Event> events) {
    const auto with = [&](std::int64_t id, Words& text) {
        const auto event =
            std::lower_bound(events.begin(), events.end(), id,
                             [](const Event& e, std::int64_t of) { return e.id < of; });
        if (event != events.end() && event->id == id && text.ends_with(event->text)) {
            text = text.substr(0, text.size() - event->text.size()) + event->text;
        }
    };
    for (AlarmRow& row : rows_) {
        with(row.event, row.text);
        with(row.cause, row.causeText);
    }
}

void AlarmHistory::arrange() {
    known_ = true;
    std::stable_sort(rows_.begin(), rows_.end(),
                     [](const AlarmRow& a, const AlarmRow& b) { return a.sinceS < b.sinceS; });
    std::int64_t number = left_;
    for (AlarmRow& row : rows_) {
        row.number = row.number >= 0 ? row.number : number;  // of recordings that do not say it
        ++number;
        changesS_.push_back(row.sinceS);
        if (!row.isActive()) {
            changesS_.push_back(row.endedS);
        }
    }
    std::sort(changesS_.begin(), changesS_.end());
}

std::shared_ptr<const AlarmList> AlarmHistory::at(double timeS) const {
    const auto changes = static_cast<std::size_t>(
        std::upper_bound(changesS_.begin(), changesS_.end(), timeS) - changesS_.begin());
    if (cached_ && cachedAt_ == changes) {
        return cached_;
    }
    auto list = std::make_shared<AlarmList>();
    list->left = left_;
    list->raised = left_;
    for (const AlarmRow& row : rows_) {
        if (row.sinceS > timeS) {
            break;
        }
        ++list->raised;
        if (!row.isActive() && row.endedS <= timeS) {
            list->ended.push_back(row);
            continue;
        }
        AlarmRow& active = list->active.emplace_back(row);
        active.endedS = -1.0;
        ++list->activeBySeverity[static_cast<std::size_t>(row.severity())];
    }
    std::sort(list->active.begin(), list->active.end(), [](const AlarmRow& a, const AlarmRow& b) {
        return a.severity() != b.severity() ? a.severity() > b.severity() : a.number > b.number;
    });
    std::stable_sort(list->ended.begin(), list->ended.end(),
                     [](const AlarmRow& a, const AlarmRow& b) { return a.endedS > b.endedS; });
    cachedAt_ = changes;
    cached_ = std::move(list);
    return cached_;
}

}  // namespace headroom::engine
