// SPDX-License-Identifier: Apache-2.0
#include "engine/money/training_runs.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

std::vector<TrainingRunCost> trainingRuns(const CostBasis& basis, const Cost& cost,
                                          const Carbon& carbon) {
    const CostOutput* hour = cost.output("used_hour");
    std::vector<TrainingRunCost> runs;
    for (const TrainingWork& work : basis.year.trainings) {
        TrainingRunCost run{work.id, work.name, work.accelerators, work.totalTokens};
        const double years =
            work.tokens > 0.0 ? work.totalTokens / work.tokens : models::kNotStated;
        run.acceleratorHours = years * work.heldS / models::unit::hour.toSi;
        run.energyJ = years * work.energyJ;
        run.cost = run.acceleratorHours * (hour == nullptr ? models::kNotStated : hour->each);
        run.carbonKg = run.acceleratorHours * carbon.perUsedHour;
        const auto& idle = basis.year.idle;
        const auto at = std::find_if(idle.begin(), idle.end(),
                                     [&](const IdleJob& job) { return job.id == work.id; });
        run.why = at != idle.end()    ? (at->refused ? "Refused. " : "Never started. ") + at->why
                  : std::isnan(years) ? "It ran, and kept no progress in the simulated days."
                                      : std::string{};
        runs.push_back(std::move(run));
    }
    return runs;
}

Sheet trainingRunsSheet(const std::vector<TrainingRunCost>& runs, const std::string& currency) {
    Sheet sheet{
        "Training runs",
        "Cost of one training run",
        "Accelerator hours of a whole run, as it went in the simulated year, times what an hour in "
        "use costs and emits: idle accelerators and what was made for the facility are in both. "
        "Own MWh is what its "
        "own accelerators took at the meter, and neither.",
        {"job", "accelerators", "10^12 tokens", "days", "accelerator h", "own MWh", currency,
         currency + "/million tokens trained", "t CO2", "remark"},
        {}};
    const auto rounded = [](double value, double scale) {
        return std::round(value * scale) / scale;
    };
    for (const TrainingRunCost& run : runs) {
        sheet.rows.push_back({run.name.empty() ? run.id : run.name, run.accelerators,
                              rounded(run.tokens / 1e12, 1e3), rounded(run.days(), 10.0),
                              std::round(run.acceleratorHours),
                              rounded(run.energyJ / models::unit::megawattHour.toSi, 10.0),
                              std::round(run.cost), rounded(run.cost / (run.tokens / 1e6), 1e4),
                              rounded(run.carbonKg / 1e3, 10.0), run.why});
    }
    return sheet;
}

}  // namespace headroom::engine
