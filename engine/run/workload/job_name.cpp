// SPDX-License-Identifier: Apache-2.0
#include "engine/run/workload/job_name.h"

#include <fmt/format.h>

namespace headroom::engine {

std::string jobName(const Plant& plant, const State& s, const Job& job) {
    const auto i = static_cast<std::size_t>(job.sourceIndex);
    switch (job.source) {
        case JobSource::Training: {
            const PlantTraining& t = plant.training[i];
            return t.spec.copies > 1 ? fmt::format("{}-{}", t.id, job.copy + 1) : t.id;
        }
        case JobSource::Generator:
            return fmt::format("{}-{}", plant.generators[i].id, job.id);
        case JobSource::Trace: {
            const PlantTrace& t = plant.traces[i];
            const std::string& own = t.jobs[static_cast<std::size_t>(job.copy)].name;
            return own.empty() ? fmt::format("{}-{}", t.id, job.copy + 1) : own;
        }
        case JobSource::Batch: {
            const PlantBatch& b = plant.batches[i];
            return b.spec.copies > 1 || b.spec.everyS > 0.0
                       ? fmt::format("{}-{}", b.id, job.copy + 1)
                       : b.id;
        }
        case JobSource::Service:
            return fmt::format("{}-{}", plant.services[i].id, job.copy + 1);
        case JobSource::Hand:
            return {s.handNames[i].begin(), s.handNames[i].end()};
    }
    return {};
}

}  // namespace headroom::engine
