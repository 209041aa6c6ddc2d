// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/sheet/sheet.h"
#include "engine/store/study_database.h"
#include "engine/study/nsga2.h"
#include "engine/study/plan.h"
#include "engine/study/run_study.h"

#include <vector>

/// Studies that look for the best (DesignKind::Search). Nothing of a search is kept but the results of its runs: from them
/// the same generations follow again, so that it continues after any end.
namespace headroom::engine {

SearchOptions searchOptions(const Study& study);

/// The plan with every generation that the results lead to. The last one lacks results, but where the search has
/// ended. The plan itself, for other designs.
///   objectives: figures for which less or more is better, means over replications, each unscaled (sorting by fronts
///     needs no common unit)
///   violation: sum over the constraints of what is missed, as a share of the limit (of 1 where it is less);
///     designs that do not run, or lack a figure: infinite
StudyPlan searchPlan(const StudyPlan& plan, const std::vector<StudyRow>& rows);

/// The present plan, runs that ended in this call, and those that were due when it began: of a search those of
/// all generations to come. One call at a time, from any thread; the database may be read in it.
using StudyNews = std::function<void(const StudyPlan& now, std::size_t done, std::size_t due)>;

/// Runs all that a study lacks, of a search generation after generation. The plan with all of its points. Errors of runTasks().
Result<StudyPlan> runToEnd(const StudyPlan& plan, StudyDatabase& database, int threads,
                           const StudyNews& news = {}, const StudyEnd& end = {});

/// How a search went, by generation: of all points until then.
struct SearchStep {
    std::size_t points = 0, feasible = 0, front = 0;
    std::vector<double>
        best;  ///< by figure: of feasible points the least or most; NaN: none, or neither is better
};

std::vector<SearchStep> searchSteps(const StudyPlan& plan, const std::vector<StudyRow>& rows);

/// The same as a sheet, one generation a row.
Sheet searchSheet(const StudyPlan& plan, const std::vector<StudyRow>& rows);

}  // namespace headroom::engine
