// SPDX-License-Identifier: Apache-2.0
#include "engine/alarms/alarm_watch.h"

#include "engine/alarms/alarm_names.h"
#include "engine/plant/part_names.h"
#include "engine/plant/plant.h"
#include "engine/run/simulator.h"
#include "engine/run/state/state.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace headroom::engine {

namespace {

/// Events whose chains are known; beyond, the older half is forgotten.
constexpr std::size_t kMostTold = 20000;

/// An event that affects everybody is nobody's first cause.
bool isOrdinary(EventKind kind) {
    return kind == EventKind::JobSubmitted || kind == EventKind::JobStarted ||
           kind == EventKind::JobCompleted || kind == EventKind::Checkpoint;
}

}  // namespace

std::string alarmText(const AlarmRow& row) {
    const AlarmInfo& info = infoOf(row.kind);
    if (info.counted.empty()) {
        return std::string(info.title);
    }
    if (row.of > row.count) {
        return fmt::format("{}: {} of {} {}", info.title, row.count, row.of, info.counted);
    }
    if (row.of == row.count && row.of > 1) {
        return fmt::format("{}: all {} {}", info.title, row.of, info.counted);
    }
    return row.count > 1 ? fmt::format("{}: {} {}", info.title, row.count, info.counted)
                         : std::string(info.title);
}

/// In another design the parts have other numbers: alarms find their parts by kind and name.
void AlarmWatch::follow(const Simulator& simulator) {
    plant_ = simulator.sharedPlant();
    conditions_.emplace(*plant_);
    if (active_.empty()) {
        return;
    }
    conditions_->look(simulator.state(), seen_);
    for (const AlarmSeen& seen : seen_) {
        AlarmRow row;
        nameAlarm(*plant_, simulator.state(), seen, row);
        const auto same = std::find_if(active_.begin(), active_.end(), [&](const Active& alarm) {
            return alarm.row.kind == seen.kind && alarm.row.subject == row.subject &&
                   alarm.row.name == row.name;
        });
        if (same != active_.end()) {
            same->seen = seen;
            next_.push_back(std::move(*same));
            active_.erase(same);
        }
    }
    for (Active& alarm : active_) {
        if (alarm.seen.kind == AlarmKind::JobInterrupted) {
            next_.push_back(std::move(alarm));
        } else {
            end(alarm, simulator.timeS());
        }
    }
    active_ = std::exchange(next_, {});
    std::sort(active_.begin(), active_.end(),
              [](const Active& a, const Active& b) { return a.seen < b.seen; });
}

void AlarmWatch::goOn(const Simulator& simulator, std::span<const Event> past,
                      const std::shared_ptr<const AlarmList>& then) {
    plant_ = simulator.sharedPlant();
    for (const Event& event : past) {
        hear(event);
    }
    if (then != nullptr) {
        ended_.assign(then->ended.rbegin(), then->ended.rend());
        raisedSoFar_ = then->raised;
        left_ = then->left;
        for (const AlarmRow& row : then->active) {
            active_.push_back({{row.kind, row.job, row.count, row.of, row.event}, row});
        }
        // Jobs that run again are not interrupted any more.
        std::erase_if(interrupted_, [&](const auto& job) {
            return std::none_of(active_.begin(), active_.end(), [&](const Active& alarm) {
                return alarm.row.kind == AlarmKind::JobInterrupted && alarm.row.job == job.first;
            });
        });
    }
    follow(simulator);
}

void AlarmWatch::hear(const Event& event) {
    if (event.kind == EventKind::JobInterrupted && event.job >= 0) {
        std::erase_if(interrupted_, [&](const auto& job) { return job.first == event.job; });
        interrupted_.emplace_back(event.job, event.id);
    }
    if (isOrdinary(event.kind)) {
        return;
    }
    Told told;
    const auto cause = told_.find(event.cause);
    told.root = cause == told_.end() ? event.id : cause->second.root;
    if (told.root == event.id) {
        told.text = nameOfPart(*plant_, event.subject) + ": " + event.text;
    }
    told_.emplace(event.id, std::move(told));
    if (told_.size() > kMostTold) {
        std::erase_if(told_, [oldest = event.id - static_cast<std::int64_t>(kMostTold) / 2](
                                 const auto& entry) { return entry.first < oldest; });
    }
}

void AlarmWatch::take(const Simulator& simulator, std::span<const Event> events) {
    raised_.reset();
    if (plant_ != simulator.sharedPlant()) {
        follow(simulator);
    }
    for (const Event& event : events) {
        hear(event);
    }
    const State& state = simulator.state();
    conditions_->look(state, seen_);
    std::erase_if(interrupted_, [&](const auto& entry) {
        const auto job = std::lower_bound(state.jobs.begin(), state.jobs.end(), entry.first,
                                          [](const Job& j, std::int64_t id) { return j.id < id; });
        const bool waits = job != state.jobs.end() && job->id == entry.first &&
                           (job->state == JobState::Queued || job->state == JobState::Starting);
        if (waits) {
            seen_.push_back({AlarmKind::JobInterrupted, entry.first, 1, 1, entry.second});
        }
        return !waits;
    });
    std::sort(seen_.begin(), seen_.end());

    next_.clear();
    auto before = active_.begin();
    bool changed = false;
    for (const AlarmSeen& seen : seen_) {
        for (; before != active_.end() && before->seen < seen; ++before) {
            end(*before, state.timeS);
            changed = true;
        }
        if (before != active_.end() && before->seen.isSame(seen)) {
            if (seen.count > before->row.count) {
                before->row.count = seen.count;
                changed = true;
            }
            next_.push_back(std::move(*before++));
            continue;
        }
        next_.push_back(raise(simulator, seen));
        AlarmRow& row = next_.back().row;
        row.text = textOf(row.event, row, events);
        changed = true;
    }
    for (; before != active_.end(); ++before) {
        end(*before, state.timeS);
        changed = true;
    }
    active_.swap(next_);
    if (changed) {
        list_.reset();
    }
}

AlarmWatch::Active AlarmWatch::raise(const Simulator& simulator, const AlarmSeen& seen) {
    Active alarm;
    alarm.seen = seen;
    AlarmRow& row = alarm.row;
    row.number = raisedSoFar_++;
    row.kind = seen.kind;
    row.count = seen.count;
    row.of = seen.of;
    row.sinceS = simulator.timeS();
    row.event = seen.event;
    nameAlarm(*plant_, simulator.state(), seen, row);
    const std::int64_t from = seen.event >= 0     ? seen.event
                              : seen.follows >= 0 ? seen.follows
                                                  : leftOf(seen);
    if (const auto told = told_.find(from); told != told_.end()) {
        const auto root = told_.find(told->second.root);
        if (root != told_.end() && root->first != row.event) {
            row.cause = root->first;
            row.causeText = root->second.text;
        }
    }
    raised_ = std::max(raised_.value_or(AlarmSeverity::Notice), row.severity());
    return alarm;
}

/// Cause of the remaining alarm of a part after another alarm of that part ended, or of one that continues; -1 if it has
/// none. active_ still holds the earlier alarm.
std::int64_t AlarmWatch::leftOf(const AlarmSeen& seen) const {
    const auto same = std::find_if(active_.begin(), active_.end(), [&](const Active& alarm) {
        return infoOf(alarm.seen.kind).place == infoOf(seen.kind).place &&
               alarm.seen.index == seen.index && (alarm.row.cause >= 0 || alarm.row.event >= 0);
    });
    return same == active_.end() ? -1 : same->row.cause >= 0 ? same->row.cause : same->row.event;
}

/// The event's own sentence, or that of the last one of this step about the same part.
Words AlarmWatch::textOf(std::int64_t event, const AlarmRow& row,
                         std::span<const Event> events) const {
    const Event* said = nullptr;
    for (const Event& e : events) {
        if (e.id == event) {
            return e.text;
        }
        if (!row.subject.empty() && e.subject == row.subject) {
            said = &e;
        }
    }
    return said == nullptr ? Words(std::string(infoOf(row.kind).condition)) : said->text;
}

void AlarmWatch::end(Active& alarm, double timeS) {
    alarm.row.endedS = timeS;
    ended_.push_back(std::move(alarm.row));
    if (ended_.size() >= 2 * AlarmList::kMostEnded) {
        constexpr auto kSurplus = static_cast<std::ptrdiff_t>(AlarmList::kMostEnded);
        ended_.erase(ended_.begin(), ended_.begin() + kSurplus);
        left_ += kSurplus;
    }
}

std::shared_ptr<const AlarmList> AlarmWatch::list() {
    if (list_ != nullptr) {
        return list_;
    }
    auto list = std::make_shared<AlarmList>();
    for (const Active& alarm : active_) {
        list->active.push_back(alarm.row);
        ++list->activeBySeverity[static_cast<std::size_t>(alarm.row.severity())];
    }
    std::sort(list->active.begin(), list->active.end(), [](const AlarmRow& a, const AlarmRow& b) {
        return a.severity() != b.severity() ? a.severity() > b.severity() : a.number > b.number;
    });
    const std::size_t shown = std::min(ended_.size(), AlarmList::kMostEnded);
    list->ended.assign(ended_.rbegin(), ended_.rbegin() + static_cast<std::ptrdiff_t>(shown));
    list->raised = raisedSoFar_;
    list->left = left_ + static_cast<std::int64_t>(ended_.size() - shown);
    list_ = std::move(list);
    return list_;
}

}  // namespace headroom::engine
