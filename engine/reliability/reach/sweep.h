// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/document/catalogue.h"
#include "engine/document/project.h"
#include "engine/experiment/members.h"
#include "engine/reliability/reach/forecast.h"
#include "engine/reliability/reach/parts.h"

#include <atomic>
#include <functional>
#include <string>
#include <vector>

/// N-1 and N-1-1 of a design: every part fails, one after the other, in branches of one running
/// facility, and the parts are ranked by the throughput that they cost. N-1-1: a second part fails
/// after the first, when the facility has come to rest but nothing is repaired.
/// Source: N-1 and N-1-1 contingencies as NERC TPL-001-5.1 defines them (category P1; P3 and P6:
/// loss of one element, then system adjustments, then another).
namespace headroom::engine {

struct SweepSpec {
    double warmUpS = 7200.0;  ///< of the facility before anything fails; jobs run by then
    double horizonS = 3600.0;
    double restS = 900.0;  ///< N-1-1: from the first failure to the second
    int pairsOf = 0;       ///< N-1-1 among this number of the parts that matter most; 0 if none
    int mostSwitches = 16;
    bool randomFailures = false;  ///< those of the project continue
    int threads = 0;              ///< 0 means all cores
    std::string only;             ///< parts of this object alone; empty means all
    /// Failures whose results are known already; null if there are none.
    Members* members = nullptr;
    bool all = false;  ///< every part is computed, also if it is like another (likeness.h)
};

struct SweepRow {
    FailablePart first;
    FailablePart second;  ///< N-1-1; order.unit empty: N-1
    BlastReach reach;     ///< what the design guarantees; without the list by rack
    Forecast forecast;
    /// N-1-1: lost beyond the sum of what each costs alone [accelerator seconds].
    double beyondS = 0.0;
    /// The part whose computed row this one repeats; empty if it was computed itself. Reach is always its own; events are
    /// those of the computed row.
    std::string like;

    bool isPair() const { return !second.order.unit.empty(); }
};

struct Sweep {
    SweepSpec spec;
    double startS = 0.0;  ///< when the parts failed
    RunStretch without;
    std::vector<SweepRow>
        rows;          ///< by what they cost, most first. Equal rows keep the order of the plant.
    int computed = 0;  ///< rows without a second part that were computed themselves.
    bool complete = true;  ///< False: cancelled, or it waits.
    bool waits = false;    ///< Waits for failures that other tasks watch.
    /// Failures under which a step gave no figures (SIM-045): they have no row.
    Errors faults;
};

/// How far it is: done and all. Called from any thread, one at a time.
using SweepProgress = std::function<void(int done, int all)>;

/// Same project, seed and spec give the same rows on any number of threads. `cancel` ends it soon;
/// rows done so far come back. Errors: those of compile; BLA-001 `only` names nothing; SIM-045 where
/// the run without a failure gives no figures.
ResultAll<Sweep> sweep(const Project& project, const Catalogue& catalogue, const SweepSpec& spec,
                       const SweepProgress& progress = {},
                       const std::atomic<bool>* cancel = nullptr);

}  // namespace headroom::engine
