// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

/// What disturbs each part now: a part of State, so that a symptom can name its cause at once and a
/// snapshot keeps the chains whole.
namespace headroom::engine {

/// How a job fares against the rate that it had before somebody told that it slowed.
struct JobCause {
    double referenceRate = 0.0;  ///< work per second; 0: it has not run since its last start
    double sinceS = 0.0;         ///< up to when its losses are booked
    std::int64_t slowed = -1;    ///< event that told of a lower rate; -1: it runs at its reference
    std::int64_t hung = -1;      ///< event that made it stand still
    std::int64_t interrupted = -1;  ///< its last interruption, until it works again
    std::int64_t started = -1;      ///< its last start
};

/// What a disturbance acts on.
enum class CausePlace : std::int32_t {
    Loop,
    Cdu,
    Hall,
    Row,  ///< index: link of the coolant network
    Fabric,
    Storage,
    Power,    ///< the clocks that its controller takes away; index: 0
    Anywhere  ///< what has no place: index 0
};

/// Something that is not as it should be: the event that began it, where it acts, and until when.
struct Disturbance {
    std::int64_t event = -1;
    double sinceS = 0.0;
    double endS = -1.0;  ///< negative: it goes on
    CausePlace place = CausePlace::Loop;
    std::int32_t index = 0;
    std::int32_t part = 0;  ///< which machine of the place; a repair of the same part ends it
    std::int32_t padding = 0;
};

struct CauseState {
    std::vector<Disturbance> open;             ///< and those that ended not long ago, oldest first
    std::vector<JobCause> job;                 ///< by index; grows with State::jobs
    std::vector<std::int64_t> serverEvent;     ///< by server: why it is down; -1: nobody said
    std::vector<double> serverDownS;           ///< since when it is down; negative: it is not
    std::vector<double> indicatorLevel;        ///< while it was in its band
    std::vector<std::int64_t> indicatorEvent;  ///< told that it left its band; -1: it is in it
    std::vector<double> indicatorPart;  ///< levels of the parts of indicators, while in the band
};

template <class StateType, class F>
void visitCauseState(StateType& s, F&& f) {
    f(s.open), f(s.job), f(s.serverEvent), f(s.serverDownS);
    f(s.indicatorLevel), f(s.indicatorEvent), f(s.indicatorPart);
}

}  // namespace headroom::engine
