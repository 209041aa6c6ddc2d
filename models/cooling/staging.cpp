// SPDX-License-Identifier: Apache-2.0
#include "models/cooling/staging.h"

#include <algorithm>

namespace headroom::models {

namespace {

constexpr double kLongAgoS = 1e9;

double aged(double sinceS, double dt) {
    return std::min(sinceS + dt, kLongAgoS);
}

}  // namespace

StagingState stageStep(const StagingRule& rule, const StagingState& before, double demand,
                       int available, double dt, int tripped) {
    StagingState s = before;
    s.duty = 0.0;
    const int most = std::clamp(available, 0, rule.units);
    const int lost = std::clamp(std::max(tripped, s.on - most), 0, s.on);
    if (lost > 0) {
        s.on -= lost;
        s.starting = std::min(s.starting, s.on);
        s.resting += lost;
        s.sinceStopS = 0.0;
    }
    // Events within the step, each at its own time: a machine reaches duty, a start or a stop
    // becomes allowed. The count of passes is a guard.
    double left = dt;
    for (int pass = 0; pass < 6 * rule.units + 6; ++pass) {
        const int least = demand > 0.0 ? std::min(rule.least, most) : 0;
        const bool wantsMore =
            s.on < most && (s.on < least || (demand > 0.0 && demand > rule.upAt * s.on));
        const bool wantsFewer = !wantsMore && s.on > least &&
                                (s.on == 1 ? demand <= 0.0 : demand < rule.downAt * (s.on - 1));
        // Machines out of service are taken to be among those that stopped last.
        const int resting = std::clamp(s.resting - (rule.units - most), 0, most);
        const bool rested = most - s.on > resting;
        double waitS = left;
        if (wantsMore) {
            waitS = std::max(
                {0.0, rested ? 0.0 : rule.minOffS - s.sinceStopS, rule.intervalS - s.sinceStartS});
        } else if (wantsFewer) {
            waitS = std::max(0.0, rule.minOnS - s.sinceStartS);
        }
        const bool changes = (wantsMore || wantsFewer) && waitS <= left;
        double goS = changes ? waitS : left;
        const bool arrives = s.starting > 0 && s.arrivesS <= goS;
        if (arrives) {
            goS = s.arrivesS;
        }
        s.duty += s.ready() * goS;
        s.sinceStartS = aged(s.sinceStartS, goS);
        s.sinceStopS = aged(s.sinceStopS, goS);
        s.startingS = std::max(0.0, s.startingS - goS);
        s.arrivesS = std::max(0.0, s.arrivesS - goS);
        left -= goS;
        if (s.sinceStopS >= rule.minOffS) {
            s.resting = 0;
        }
        if (arrives) {
            --s.starting;
            s.arrivesS = s.starting > 0 ? s.startingS / s.starting : 0.0;
        } else if (!changes) {
            break;
        } else if (wantsMore) {
            ++s.on;
            ++s.starting;
            ++s.starts;
            s.startingS = rule.startS;
            if (s.starting == 1) {
                s.arrivesS = rule.startS;
            }
            s.sinceStartS = 0.0;
        } else {
            s.starting = std::max(0, s.starting - 1);
            --s.on;
            ++s.resting;
            s.sinceStopS = 0.0;
        }
    }
    s.duty = dt > 0.0 ? s.duty / dt : s.ready();
    return s;
}

ChangeOverState changeOverStep(const ChangeOverRule& rule, const ChangeOverState& before,
                               double advantageK, double dt) {
    ChangeOverState s{before.on, aged(before.sinceS, dt)};
    const bool wanted = s.on ? advantageK >= rule.offBelowK : advantageK > rule.onAboveK;
    if (wanted != s.on && s.sinceS >= rule.dwellS) {
        s.on = wanted;
        s.sinceS = 0.0;
    }
    return s;
}

}  // namespace headroom::models
