// SPDX-License-Identifier: Apache-2.0
#include "engine/base/json.h"
#include "engine/schedule/replay.h"
#include "engine/schedule/sharing.h"
#include "engine/validate/case_reader.h"
#include "engine/validate/kinds.h"

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <utility>

namespace headroom::engine {

namespace {

using Json = nlohmann::json;

struct Quantity {
    const char* name;
    const char* unit;
    double ScheduleMetrics::*member;
};

constexpr Quantity kQuantities[] = {
    {"mean_jct_s", "s", &ScheduleMetrics::meanJctS},
    {"mean_wait_s", "s", &ScheduleMetrics::meanWaitS},
    {"p99_wait_s", "s", &ScheduleMetrics::p99WaitS},
    {"bounded_slowdown", "", &ScheduleMetrics::boundedSlowdown},
};

struct Order {
    const char* name;
    SharePolicy policy;
};

constexpr Order kOrders[] = {
    {"random", SharePolicy::Random},         {"dot_prod", SharePolicy::DotProduct},
    {"clustering", SharePolicy::Clustering}, {"packing", SharePolicy::Packing},
    {"best_fit", SharePolicy::BestFit},      {"fgd", SharePolicy::Gradient},
};

/// Facts of the published experiment.
constexpr double kArrivals = 1.3;
constexpr std::uint64_t kFirstSeed = 42;
constexpr int kSeeds = 10;

constexpr int kMostAccelerators = 10'000'000;
constexpr double kAnyMeasure = 1e18;

Result<void> replayCase(const CaseFile& file, const std::vector<TraceJob>& trace, const Json& entry,
                        const std::string& place, Rows& rows) {
    std::optional<Error> fault;
    CaseReader in(entry, place, file.path, fault);
    const int accelerators = in.count("accelerators", 0, kMostAccelerators);
    const std::string policy = in.text("policy");
    const double limit = in.number("limit_rel", std::nan(""), 0.0, kAnyMeasure);
    CaseReader expect = in.object("expect");
    if (accelerators < 1) {
        in.fail("accelerators", "a pool needs at least one");
    }
    std::vector<std::pair<const Quantity*, double>> expected;
    for (const Quantity& q : kQuantities) {
        if (expect.has(q.name)) {
            expected.emplace_back(&q, expect.number(q.name, 0.0, 0.0, kAnyMeasure));
        }
    }
    if (fault) {
        return tl::unexpected(std::move(*fault));
    }
    const std::string id = fmt::format("{}-{}", policy, accelerators);
    const auto named = namedPolicy(policy);
    Result<ReplayOutcome> out = named ? replay(trace, named->spec, {{"", accelerators, 1.0, 0.0}})
                                      : Result<ReplayOutcome>(tl::unexpected(named.error()));
    for (const auto& [quantity, value] : expected) {
        if (!out) {
            rows.push_back(notExpressedRow(file, id, quantity->name, quantity->unit, value,
                                           out.error().message));
            continue;
        }
        const std::optional<double> within =
            std::isnan(limit) ? std::nullopt : std::optional(limit * value);
        rows.push_back(comparedRow(
            file, id,
            {quantity->name, quantity->unit, value, out->metrics.*(quantity->member), within}));
    }
    return {};
}

/// Shares of accelerators on the openb tables, which are next to the trace.
Result<void> shareCase(const CaseFile& file, const std::filesystem::path& folder, const Json& entry,
                       Rows& rows) {
    std::optional<Error> fault;
    CaseReader in(entry, "/openb", file.path, fault);
    const double limit = in.number("limit_abs", std::nan(""), 0.0, kAnyMeasure);
    CaseReader expect = in.object("expect");
    std::vector<std::pair<const Order*, double>> expected;
    for (const Order& order : kOrders) {
        if (expect.has(order.name)) {
            expected.emplace_back(&order, expect.number(order.name, 0.0, 0.0, kAnyMeasure));
        }
    }
    if (fault) {
        return tl::unexpected(std::move(*fault));
    }
    const auto tables =
        readShareTables(folder / "openb_nodes.csv.gz", folder / "openb_pods.csv.gz");
    for (const auto& [order, value] : expected) {
        const std::string id = fmt::format("openb-{}", order->name);
        if (!tables) {
            rows.push_back(
                notExpressedRow(file, id, "allocation", "%", value, tables.error().message));
            continue;
        }
        double sum = 0.0;
        for (int seed = 0; seed < kSeeds; ++seed) {
            sum += shareExperiment(tables->servers, tables->tasks, order->policy, kArrivals,
                                   kFirstSeed + static_cast<std::uint64_t>(seed))
                       .allocation;
        }
        const std::optional<double> within =
            std::isnan(limit) ? std::nullopt : std::optional(limit);
        rows.push_back(
            comparedRow(file, id, {"allocation", "%", value, 100.0 * sum / kSeeds, within}));
    }
    return {};
}

}  // namespace

Result<void> validateSchedule(const CaseFile& file, Rows& rows) {
    const auto text = readTextFile(file.path);
    if (!text) {
        return tl::unexpected(text.error());
    }
    const Json json = parseJson<Json>(*text);
    if (!json.is_object()) {
        return tl::unexpected(caseError(file.path, "", "the file is not a JSON object"));
    }
    std::optional<Error> fault;
    CaseReader in(json, "", file.path, fault);
    const std::string name = in.text("trace");
    const Json& cases = in.list("cases");
    if (fault) {
        return tl::unexpected(std::move(*fault));
    }
    const std::filesystem::path path = file.path.parent_path() / name;
    const auto trace = readJobTrace(path, "submit_s", "duration_s", "num_gpus");
    if (!trace) {
        return tl::unexpected(trace.error().front());
    }
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const std::string place = fmt::format("/cases/{}", i);
        if (!cases[i].is_object()) {
            return tl::unexpected(caseError(file.path, place, "an object is expected there"));
        }
        if (auto done = replayCase(file, *trace, cases[i], place, rows); !done) {
            return done;
        }
    }
    if (const auto openb = json.find("openb"); openb != json.end()) {
        if (!openb->is_object()) {
            return tl::unexpected(caseError(file.path, "/openb", "an object is expected there"));
        }
        return shareCase(file, path.parent_path(), *openb, rows);
    }
    return {};
}

}  // namespace headroom::engine
