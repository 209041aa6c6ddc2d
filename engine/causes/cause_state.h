// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

/// What last changed each part for the worse: the id of the event, -1 while all is well. A part of
/// State, so that a symptom can name its cause at once and a snapshot keeps the chains whole.
namespace headroom::engine {

struct CauseState {
    std::vector<std::int64_t> rack;     ///< power, coolant, air or network of a rack
    std::vector<std::int64_t> hall;
    std::vector<std::int64_t> cdu;
    std::vector<std::int64_t> loop;
    std::vector<std::int64_t> job;      ///< by index: why its rate is below what it was
    std::vector<double> jobRate;        ///< that it was told of last
    std::vector<double> indicators;     ///< levels that were told of last
    std::vector<std::int64_t> indicatorCause;
};

template <class StateType, class F>
void visitCauseState(StateType& s, F&& f) {
    f(s.rack), f(s.hall), f(s.cdu), f(s.loop), f(s.job), f(s.jobRate), f(s.indicators);
    f(s.indicatorCause);
}

}  // namespace headroom::engine
