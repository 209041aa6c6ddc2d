// SPDX-License-Identifier: Apache-2.0
#include "engine/live/pause_watch.h"

#include "engine/alarms/alarm_watch.h"
#include "engine/experiment/run_until.h"
#include "engine/run/simulator.h"

#include <algorithm>

namespace headroom::engine {

void PauseWatch::begin(double untilS) {
    untilS_ = untilS;
    by_ = -1;
    text_.clear();
}

bool PauseWatch::stops(const Simulator& simulator, std::span<const Event> events,
                       AlarmWatch& alarms) {
    if (reachedEnd(simulator, untilS_)) {
        return true;
    }
    const auto event = std::find_if(events.begin(), events.end(),
                                    [&](const Event& e) { return rule_.has(e.kind); });
    if (event != events.end()) {
        by_ = event->id;
        text_ = event->subject + ": " + event->text;
        return true;
    }
    const auto raised = alarms.raised();
    if (!raised || !rule_.alarms || *raised < *rule_.alarms) {
        return false;
    }
    const auto& active = alarms.list()->active;
    const auto row = std::find_if(active.begin(), active.end(), [&](const AlarmRow& r) {
        return r.sinceS == simulator.timeS() && r.severity() == *raised;
    });
    if (row == active.end()) {
        return false;
    }
    by_ = row->event;
    text_ = row->name + ": " + alarmText(*row);
    return true;
}

}  // namespace headroom::engine
