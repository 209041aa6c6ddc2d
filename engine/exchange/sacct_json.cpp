// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/cluster_log.h"
#include "engine/exchange/json_steps.h"
#include "engine/exchange/slurm_log.h"

#include <fmt/format.h>

namespace headroom::engine {

namespace {

using Json = nlohmann::json;
using Path = std::initializer_list<const char*>;

/// A number, plain or in the shape {"set": true, "infinite": false, "number": 1440}; nothing if it is not set.
std::optional<double> slurmNumber(const Json& value, Path path) {
    const Json& found = memberAt(value, path);
    if (!found.is_object()) {
        return numberAt(value, path);
    }
    const Json &set = memberAt(found, {"set"}), &infinite = memberAt(found, {"infinite"});
    const bool isSet = !set.is_boolean() || set.get<bool>();
    const bool isInfinite = infinite.is_boolean() && infinite.get<bool>();
    return isSet && !isInfinite ? numberAt(found, {"number"}) : std::nullopt;
}

/// Since 1970; 0 says that it has not happened.
std::optional<double> slurmInstant(const Json& job, Path path, Path controller) {
    auto atS = slurmNumber(job, path);
    atS = atS ? atS : slurmNumber(job, controller);
    return atS && *atS > 0.0 ? atS : std::nullopt;
}

SlurmGres gresOfJson(const Json& job) {
    SlurmGres gres;
    for (const char* list : {"allocated", "requested"}) {
        for (const Json& one : arrayAt(job, {"tres", list})) {
            if (textAt(one, {"type"}) == "gres") {
                gres.add(textAt(one, {"name"}), numberAt(one, {"count"}).value_or(0.0));
            }
        }
        gres.finish();
        if (gres.count > 0.0) {
            return gres;
        }
    }
    const std::string given = textAt(job, {"tres_alloc_str"});
    return slurmGres(given.empty() ? textAt(job, {"tres_req_str"}) : given);
}

/// A job of `sacct --json` and /slurmdb, or of `squeue --json` and /slurm of slurmrestd.
SlurmJob slurmJob(const Json& job) {
    constexpr double kMinuteS = 60.0;
    SlurmJob answer;
    answer.id = textAt(job, {"job_id"});
    answer.name = textAt(job, {"name"});
    for (const Path path :
         {Path{"account"}, Path{"association", "account"}, Path{"user"}, Path{"user_name"}}) {
        answer.tenant = answer.tenant.empty() ? textAt(job, path) : answer.tenant;
    }
    answer.submitS = slurmInstant(job, {"time", "submission"}, {"submit_time"});
    answer.startS = slurmInstant(job, {"time", "start"}, {"start_time"});
    answer.endS = slurmInstant(job, {"time", "end"}, {"end_time"});
    const auto limit = slurmNumber(job, {"time", "limit"});
    answer.requestedS = kMinuteS * (limit ? limit : slurmNumber(job, {"time_limit"})).value_or(0.0);
    answer.priority = slurmNumber(job, {"priority"}).value_or(0.0);
    answer.gres = gresOfJson(job);
    auto whole = slurmNumber(job, {"het", "job_id"});
    whole = whole ? whole : slurmNumber(job, {"het_job_id"});
    answer.heterogeneous = whole && *whole > 0.0 ? fmt::format("{:.0f}", *whole) : std::string();
    return answer;
}

/// Running jobs of the controller state an end that is only expected.
bool isUnended(const Json& job) {
    for (const Path path : {Path{"state", "current"}, Path{"job_state"}}) {
        const Json& state = memberAt(job, path);
        const Json& first = state.is_array() && !state.empty() ? state.front() : state;
        if (first.is_string()) {
            return isUnendedState(first.get_ref<const std::string&>());
        }
    }
    return false;
}

}  // namespace

bool isSacctJson(const Json& root) {
    const Json& jobs = memberAt(root, {"jobs"});
    return jobs.is_array() && (jobs.empty() || memberAt(jobs.front(), {"job_id"}).is_primitive());
}

ResultAll<JobTrace> sacctJson(const std::filesystem::path& path, const Json& root) {
    SlurmLog slurm(path);
    long number = 0;
    for (const Json& item : arrayAt(root, {"jobs"})) {
        ++number;
        SlurmJob job = slurmJob(item);
        const std::string place =
            job.id.empty() ? fmt::format("job number {}", number) : "job " + job.id;
        job.endS = isUnended(item) ? std::nullopt : job.endS;
        slurm.add(job, place);
    }
    return slurm.finish();
}

}  // namespace headroom::engine
