// SPDX-License-Identifier: Apache-2.0
#include "app/cli/bench/generated_jobs.h"

#include "app/cli/data_folder.h"
#include "models/core/random.h"

#include <cmath>
#include <string>

namespace headroom::app {

std::filesystem::path measuredJobs() {
    return dataFolder().parent_path() / "shared" / "traces" / "philly_jobs.csv.gz";
}

std::vector<engine::TraceJob> generatedJobs() {
    constexpr int kJobs = 82'247;
    constexpr double kGapS = 114.0, kMedianS = 700.0, kSigma = 2.4, kSingle = 0.93;
    models::RandomStream random{1, 0, 0};
    std::vector<engine::TraceJob> trace;
    double submitS = 0.0;
    for (int i = 0; i < kJobs; ++i) {
        engine::TraceJob job;
        submitS += random.exponential() * kGapS;
        job.submitS = std::floor(submitS);
        job.durationS = 1.0 + std::floor(kMedianS * std::exp(kSigma * random.normal()));
        job.accelerators = random.uniform() < kSingle ? 1 : 8;
        job.tenant = std::string(1, static_cast<char>('a' + i % 14));
        trace.push_back(std::move(job));
    }
    return trace;
}

}  // namespace headroom::app
