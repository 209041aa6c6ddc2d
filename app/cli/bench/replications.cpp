// SPDX-License-Identifier: Apache-2.0
#include "app/cli/bench/replications.h"

#include "app/cli/interrupt.h"
#include "app/cli/process_cost.h"
#include "app/cli/progress.h"

#include <memory>
#include <string>
#include <utility>

namespace headroom::app {

engine::ResultAll<MeasuredRuns> measureReplications(const char* what, const char* unit,
                                                    engine::Plant plant,
                                                    const engine::CampaignSpec& spec,
                                                    bool showProgress) {
    Progress progress(what, showProgress);
    const std::atomic<bool>& cancel = catchInterrupts();
    const Stopwatch running;
    auto runs = engine::replicate(
        std::make_shared<const engine::Plant>(std::move(plant)), spec,
        [&](const engine::CampaignProgress& p) {
            progress.update(p.timeS / (p.of * spec.untilS),
                            std::to_string(p.done) + " of " + std::to_string(p.of) + ' ' + unit);
        },
        cancel);
    MeasuredRuns measured{{}, running.wallS(), running.cpuS(), cancel.load()};
    progress.finish();
    if (!runs) {
        return tl::unexpected(runs.error());
    }
    measured.runs = std::move(*runs);
    return measured;
}

}  // namespace headroom::app
