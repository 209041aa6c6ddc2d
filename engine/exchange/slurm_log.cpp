// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/slurm_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace headroom::engine {

bool isUnendedState(std::string_view state) {
    constexpr auto kUnended = std::to_array<std::string_view>(
        {"RUNNING", "PENDING", "SUSPENDED", "COMPLETING", "CONFIGURING", "STOPPED", "RESIZING",
         "SIGNALING", "STAGE_OUT", "R", "PD", "S", "CG", "CF"});
    return std::find(kUnended.begin(), kUnended.end(), state) != kUnended.end();
}

void SlurmLog::add(const SlurmJob& slurm, std::string_view place) {
    if (!(slurm.gres.count > 0.0)) {
        log_.idle();
        return;
    }
    if (!slurm.startS || !slurm.endS) {
        log_.unended(place);
        return;
    }
    mixed_ += slurm.gres.isMixed ? 1 : 0;
    slices_ += slurm.gres.hasSlices ? 1 : 0;
    Gang gang;
    gang.job.submitS = std::min(slurm.submitS.value_or(*slurm.startS), *slurm.startS);
    gang.job.kind = log_.kind(slurm.gres.kind);
    gang.job.tenant = slurm.tenant;
    gang.job.name = slurm.name.empty() ? slurm.id : slurm.name;
    gang.job.requestedS = slurm.requestedS;
    constexpr double kMostPriority = 1e6;
    gang.job.priority = static_cast<int>(std::clamp(slurm.priority, -kMostPriority, kMostPriority));
    gang.startS = *slurm.startS;
    gang.endS = *slurm.endS;
    gang.accelerators = slurm.gres.count;
    gang.place = place;
    if (slurm.heterogeneous.empty()) {
        keep(gang);
        return;
    }
    const auto [at, isNew] =
        gangs_.emplace(fmt::format("{}/{}", slurm.heterogeneous, gang.job.kind), gang);
    if (!isNew) {
        Gang& whole = at->second;
        ++components_;
        whole.accelerators += gang.accelerators;
        whole.job.submitS = std::min(whole.job.submitS, gang.job.submitS);
        whole.startS = std::min(whole.startS, gang.startS);
        whole.endS = std::max(whole.endS, gang.endS);
    }
}

void SlurmLog::keep(const Gang& gang) {
    TraceJob job = gang.job;
    job.durationS = gang.endS - gang.startS;
    log_.add(std::move(job), gang.accelerators, gang.place);
}

ResultAll<JobTrace> SlurmLog::finish() {
    for (const auto& [id, gang] : gangs_) {
        keep(gang);
    }
    log_.note(components_,
              "components of heterogeneous jobs run as one gang with their first component");
    log_.note(
        mixed_,
        "jobs hold several kinds of accelerators and count as the kind that they hold most of");
    log_.note(slices_, "jobs hold MIG slices, which count as sevenths of an accelerator");
    return log_.finish(true);
}

}  // namespace headroom::engine
