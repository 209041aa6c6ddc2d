// SPDX-License-Identifier: Apache-2.0
#include "app/cli/bench/bench.h"
#include "app/cli/bench/estimate.h"
#include "app/cli/bench/generated_jobs.h"
#include "app/cli/open.h"
#include "engine/schedule/replay.h"

#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

namespace headroom::app {

namespace {

using Json = nlohmann::ordered_json;

/// The trace has no priorities: tenants are dealt three in turn, so that preemption has work.
constexpr int kPriorities = 3;

/// Offered load is 374 accelerators; with submissions that many times as close it is about four
/// times what 10,000 accelerators do, until the trace is through.
constexpr double kCloser = 100.0;

struct Pool {
    const char* name;
    int accelerators;
    bool closer;
};

constexpr Pool kPools[] = {
    {"512", 512, false}, {"10000", 10'000, false}, {"10000, 100 times as close", 10'000, true}};

engine::ReplayOptions optionsFor(const std::vector<engine::TraceJob>& trace) {
    engine::ReplayOptions options;
    options.checkpointS = 1800.0;
    options.restartS = 300.0;
    options.leastShare = 0.5;
    options.mostFactor = 2.0;
    options.contention = 0.01;
    for (const engine::TraceJob& job : trace) {
        options.priorities.push_back(job.tenant.empty() ? 0 : job.tenant.back() % kPriorities);
    }
    return options;
}

}  // namespace

BenchResult benchWorkload() {
    const std::filesystem::path measured = measuredJobs();
    const bool there = std::filesystem::exists(measured);
    std::vector<engine::TraceJob> trace;
    if (there) {
        auto read = engine::readJobTrace(measured, "submit_s", "duration_s", "num_gpus");
        if (!read) {
            return tl::unexpected(std::move(read.error()));
        }
        trace = std::move(*read);
    } else {
        trace = generatedJobs();
    }
    std::vector<engine::TraceJob> closer = trace;
    for (engine::TraceJob& job : closer) {
        job.submitS = std::floor(job.submitS / kCloser);
    }
    const engine::ReplayOptions options = optionsFor(trace);
    const Stopwatch all;
    Json cases = Json::object();
    for (const std::string& name : engine::policyNames()) {
        for (const Pool& pool : kPools) {
            const auto policy = engine::namedPolicy(name);
            if (!policy) {
                return tl::unexpected(engine::Errors{policy.error()});
            }
            const Stopwatch watch;
            const auto out = engine::replay(pool.closer ? closer : trace, policy->spec,
                                            {{"", pool.accelerators, 1.0, 0.0}}, options);
            if (!out) {
                return tl::unexpected(engine::Errors{out.error()});
            }
            const double cpuS = watch.cpuS();
            cases[name + " on " + pool.name] = {
                {"events", out->events},
                {"cpu_s", cpuS},
                {"events_per_s", static_cast<double>(out->events) / cpuS},
                {"mean_wait_h", out->metrics.meanWaitS / 3600.0}};
        }
    }
    const auto catalogue = openCatalogue();
    if (!catalogue) {
        return tl::unexpected(catalogue.error());
    }
    constexpr int kEstimates = 20'000;
    const double estimateS = benchStepEstimateS(*catalogue, kEstimates);
    const SearchBench search = benchPlanSearch(*catalogue);
    Json result = headOf("workload", all);
    result["jobs"] = trace.size();
    result["trace"] = there ? "philly_jobs" : "generated";
    result["step_estimate_us"] = 1e6 * estimateS;
    result["plan_search"] = {
        {"plans", search.plans}, {"estimated", search.estimated}, {"wall_s", search.wallS}};
    result["cases"] = std::move(cases);
    return result;
}

}  // namespace headroom::app
