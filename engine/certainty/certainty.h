// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/certainty/propagation.h"
#include "engine/certainty/ranges.h"
#include "engine/document/project.h"
#include "engine/figures/figures.h"
#include "engine/plant/run_options.h"
#include "engine/sheet/sheet.h"

#include <atomic>
#include <string>
#include <vector>

/// How sure the headline figures of a run are: the interval in which each lies nine times in ten, and what makes
/// it wide. Together: figures of the catalogue (ranges.h), weather and failures (other seeds), errors of the models
/// behind the figures (part type "model_error"; of training jobs by training_certainty.h), by
/// propagation.h.
///
/// Which figures are tried: those of parts that the project names, by itself or by other parts, and of types that
/// are never named. All others are moved once, together: where that changes anything, those of the types that do it
/// are tried too.
/// The screen runs at most `screenS` of the time, and its moves are taken as shares of the result.
/// Errors of models act on the sums of a run (figures/model_errors.h).
/// Validity: errors of models are independent of each other and the same all through a run.
namespace headroom::engine {

struct CertaintySpec {
    double untilS = 86400.0;
    double screenS = 4.0 * 3600.0;
    std::size_t mostRuns = 32;   ///< with all inputs drawn at once.
    int threads = 0;             ///< 0 means all cores.
    Members* members = nullptr;  ///< Runs that are known already. Null if there are none.
    bool groups = true;  ///< of the screen (propagation.h); false: each figure is tried alone
    /// Options of the unchanged run. If they hold fabrics, all runs use these and the layout, whatever is changed.
    RunOptions options;
};

/// Sources of the uncertainty of a headline.
struct UncertaintyCause {
    std::string
        key;  ///< "cooling_tower/tower-750.fan_rated_kw", "model:overhead", "meter:heat-meters", "chance"
    std::string label;   ///< "Fan power of tower-750"
    std::string status;  ///< of the figure; "model", "meter", "chance", "together"
    Words range;         ///< "10.5 to 19.5 kW"; empty if none
    double share = 0.0;  ///< of the variance
};

struct HeadlineCertainty {
    const Figure* figure = nullptr;
    double value = 0.0, low = 0.0, high = 0.0;  ///< SI; of the run, 5 and 95 %
    std::vector<UncertaintyCause> causes;       ///< most first; those of at least 1 %
};

struct Certainty {
    std::vector<HeadlineCertainty> headlines;  ///< those that the run has, and that are not 0
    /// Figures whose measuring would narrow the headlines most: mean over them of its share of the variance.
    std::vector<UncertaintyCause> measureFirst;
    /// Models behind the headlines, and meters in their place, of which the catalogue states no error: the intervals
    /// lack what those are off by. "it_power", as `of` of type model_error names them.
    std::vector<std::string_view> notStated;
    std::size_t figures = 0;  ///< tried
    std::size_t runs = 0;
    bool settled = true, complete = true;
    bool waits = false;  ///< Waits for runs of other tasks, without headlines.
};

/// Errors: those of compile and of the unmodified run. The same on any number of threads.
ResultAll<Certainty> certainty(const Project& project, const Catalogue& catalogue,
                               const CertaintySpec& spec, const PropagationProgress& progress = {},
                               const std::atomic<bool>* cancel = nullptr);

/// "of it_power, overhead", or empty where the catalogue states the error of every model that takes part.
std::string notStatedText(const Certainty& certainty);

/// "PUE 1.08 (90 %: 1.06 to 1.11): 40 % of that is …", a line a headline, then what to measure first.
std::string certaintyText(const Certainty& certainty);

/// {"pue":{"low","high","causes":[…]},…,"measure_first":[…]}, in the figures' units.
std::string certaintyJson(const Certainty& certainty);

/// The summary of a run (summaryJson) with "certainty" in it, before its state hash.
std::string withCertainty(const std::string& summaryJson, const Certainty& certainty);

/// One row a headline and cause: what CSV has.
Sheet certaintySheet(const Certainty& certainty);

}  // namespace headroom::engine
