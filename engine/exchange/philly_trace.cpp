// SPDX-License-Identifier: Apache-2.0
#include "engine/border/instants.h"
#include "engine/exchange/cluster_log.h"
#include "engine/exchange/gathered_jobs.h"
#include "engine/exchange/json_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace headroom::engine {

namespace {

using Json = nlohmann::json;

std::optional<double> phillyTime(const Json& value, const char* key) {
    const auto written = writtenInstant(textAt(value, {key}), std::nullopt);
    return written ? std::optional(written->localS - written->aheadS.value_or(0.0)) : std::nullopt;
}

/// Accelerators of an attempt: those of all its servers.
double phillyAccelerators(const Json& attempt) {
    double sum = 0.0;
    for (const Json& server : arrayAt(attempt, {"detail"})) {
        sum += static_cast<double>(arrayAt(server, {"gpus"}).size());
    }
    return sum;
}

}  // namespace

bool isPhilly(const Json& root) {
    return root.is_array() && !root.empty() && memberAt(root.front(), {"attempts"}).is_array();
}

ResultAll<JobTrace> phillyTrace(const std::filesystem::path& path, const Json& root) {
    GatheredJobs log(path);
    long repeated = 0;
    for (const Json& item : root) {
        const std::string id = textAt(item, {"jobid"});
        TraceJob job;
        double accelerators = 0.0;
        std::optional<double> firstS;
        bool hasEnded = true;
        const Json& attempts = arrayAt(item, {"attempts"});
        for (const Json& attempt : attempts) {
            const auto startS = phillyTime(attempt, "start_time"),
                       endS = phillyTime(attempt, "end_time");
            accelerators = std::max(accelerators, phillyAccelerators(attempt));
            firstS = !firstS ? startS : firstS;
            hasEnded = hasEnded && startS && endS;
            job.durationS += startS && endS ? *endS - *startS : 0.0;
        }
        const auto submitS = phillyTime(item, "submitted_time");
        if (!firstS || !hasEnded || attempts.empty()) {
            log.unended(id);
            continue;
        }
        repeated += attempts.size() > 1 ? 1 : 0;
        job.submitS = submitS ? std::min(*submitS, *firstS) : *firstS;
        job.tenant = textAt(item, {"vc"});
        job.name = id;
        log.add(std::move(job), accelerators, "job " + id);
    }
    log.note(repeated, "jobs ran in several attempts: their run time is the sum of the attempts");
    return log.finish(true);
}

}  // namespace headroom::engine
