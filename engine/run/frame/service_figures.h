// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace headroom::engine {

/// Work of a service since the start of a run, and its state at the end.
struct ServiceFigures {
    std::string id;
    double arrived = 0.0, answered = 0.0;  ///< requests
    double tokens = 0.0;                   ///< of answers
    double met = 0.0;                      ///< of the answered requests: within both limits
    double backlog = 0.0;  ///< requests that wait now, beyond what the replicas hold
    double ttftLimitS = 0.0, tpotLimitS = 0.0;
    // Now.
    int replicas = 0;  ///< that serve
    double ttftP50S = 0.0, ttftP99S = 0.0, tpotS = 0.0,
           tpotP99S = 0.0;  ///< waiting included; tpotS: the mean

    /// Share of the answered requests within both limits; NaN if none was answered.
    double attainment() const { return met / answered; }
};

}  // namespace headroom::engine
