// SPDX-License-Identifier: Apache-2.0
#include "engine/base/json.h"
#include "engine/reliability/campaign/bare_plant.h"
#include "engine/reliability/campaign/campaign.h"
#include "engine/reliability/campaign/reliability_case.h"
#include "engine/run/faults/repairman.h"
#include "engine/validate/case_reader.h"
#include "engine/validate/expected.h"
#include "engine/validate/kinds.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace headroom::engine {

namespace {

using Json = nlohmann::json;

constexpr int kMostUnits = 2'000'000;

/// Servers next to those of a job that fills its cluster, to replace what is in repair. Assumption: 5
/// to 10 % are commonly held.
constexpr double kSpareShare = 0.05;

/// Interruptions from which the mean time to failure of a series system is taken: the standard error
/// of their mean is 1 / sqrt(n) = 0.5 %.
constexpr int kSeriesInterruptions = 40000;

/// A row with its limit. Quantities that end in _min or _max are passed on their good side for any
/// the distance.
void compare(const CaseFile& file, const std::string& id, const Expected& x, double expected,
             double got, const std::string& note, Rows& rows) {
    const std::optional<double> limit = x.limit(expected);
    ValidationRow row = comparedRow(file, id, {x.quantity, x.unit, expected, got, limit}, note);
    const bool least = x.quantity.ends_with("_min"), most = x.quantity.ends_with("_max");
    if (limit && ((least && got >= expected) || (most && got <= expected))) {
        row.verdict = Verdict::Pass;
        row.note = note + (least ? "; a lower bound" : "; an upper bound");
    }
    if (least || most) {
        row.inMean = false;
    }
    rows.push_back(std::move(row));
}

void cannot(const CaseFile& file, const std::string& id, const std::vector<Expected>& expected,
            const std::string& why, Rows& rows) {
    for (const Expected& x : expected) {
        rows.push_back(notExpressedRow(file, id, x.quantity, x.unit, x.value, why));
    }
}

/// Compares what a case asks for with one number that it has; other quantities are not expressed.
void compareOne(const CaseFile& file, const std::string& id, const std::vector<Expected>& expected,
                std::string_view quantity, double scale, double got, const std::string& note,
                Rows& rows) {
    for (const Expected& x : expected) {
        if (x.quantity != quantity || !x.value) {
            cannot(file, id, {x}, "the case yields " + std::string{quantity} + " only", rows);
        } else {
            compare(file, id, x, *x.value, got / scale, note, rows);
        }
    }
}

struct CampaignQuantity {
    const char* name;
    std::string_view figure;
    double toSi;
};

/// Names of a campaign's means; each may have the suffix _mean, _min or _max.
constexpr CampaignQuantity kCampaignQuantities[] = {
    {"unexpected_interruptions", "interruptions", 1.0},
    {"effective_time_fraction", kEffectiveTime, 1.0},
    {"ettr", kEffectiveTime, 1.0},
    {"goodput", "goodput_pct", 1.0},
    {"mtti_h", kMeanTimeToInterruption, 3600.0},
    {"mttf_h", kMeanTimeToInterruption, 3600.0},
    {"mttr_h", "mttr_h", 3600.0},
    {"availability", "availability_pct", 1.0},
    {"server_availability", "availability_pct", 1.0},
};

const CampaignQuantity* campaignQuantity(std::string_view name) {
    for (const std::string_view suffix : {"_mean", "_min", "_max"}) {
        if (name.ends_with(suffix)) {
            name.remove_suffix(suffix.size());
            break;
        }
    }
    const auto found = std::find_if(std::begin(kCampaignQuantities), std::end(kCampaignQuantities),
                                    [&](const CampaignQuantity& q) { return name == q.name; });
    return found == std::end(kCampaignQuantities) ? nullptr : found;
}

Result<void> campaignCase(const CaseFile& file, const Catalogue& catalogue, const Json& entry,
                          const std::string& place, const std::string& id, Rows& rows) {
    std::optional<Error> fault;
    CaseReader in(entry, place, file.path, fault);
    const std::string accelerator = in.text("accelerator");
    const int accelerators = in.count("accelerators", 0, kMostUnits);
    const int perNode = in.count("per_node", 8, 1024);
    const double days = in.number("days", 0.0, 1e-3, 36525.0);
    const int replications = in.count("replications", 20, 100000);
    const auto seed = static_cast<std::uint64_t>(in.number("seed", 1.0, 0.0, 1e15));
    const double spareShare = in.number("spare_pct", 100.0 * kSpareShare, 0.0, 1000.0) / 100.0;
    const double rateFactor = in.number("rate_factor", 1.0, 0.0, 1000.0);
    CaseReader job = in.object("job");
    BareCluster cluster;
    cluster.jobAccelerators = job.count("accelerators", accelerators, kMostUnits);
    cluster.seed = seed;
    const Json none;
    const Json& checkpoint =
        entry.contains("job") && entry["job"].is_object() && entry["job"].contains("checkpoint")
            ? entry["job"]["checkpoint"]
            : none;
    cluster.checkpointPolicy = "daly";
    if (checkpoint.is_number()) {
        cluster.checkpointPolicy = "fixed";
        cluster.checkpointS = job.number("checkpoint", 1800.0, 1.0, 1e7);
    } else if (checkpoint.is_string() && checkpoint != "auto") {
        cluster.checkpointPolicy = checkpoint.get<std::string>();
        if (cluster.checkpointPolicy != "young" && cluster.checkpointPolicy != "daly") {
            job.fail("checkpoint", "auto, young, daly or a number of seconds is expected there");
        }
    }
    if (accelerators < 1 || perNode < 1 || cluster.jobAccelerators < 1 || !(days > 0.0)) {
        in.fail("accelerators", "accelerators, per_node, days and the job's size must be above 0");
    }
    const auto expected = expectedOf(entry, place, file, fault);
    if (fault) {
        return tl::unexpected(std::move(*fault));
    }
    cluster.rack = rackWith(catalogue, accelerator, perNode);
    if (cluster.rack.empty()) {
        cannot(file, id, expected,
               fmt::format("the catalogue has no air-cooled rack with servers of {} \"{}\"",
                           perNode, accelerator),
               rows);
        return {};
    }
    const int base = (accelerators + perNode - 1) / perNode;
    const int used = (cluster.jobAccelerators + perNode - 1) / perNode;
    cluster.servers = std::max(base, static_cast<int>(std::ceil(used * (1.0 + spareShare) - 1e-9)));
    auto plant = barePlant(catalogue, cluster);
    if (!plant) {
        cannot(file, id, expected, plant.error().front().message, rows);
        return {};
    }
    scaleFailures(*plant, rateFactor);
    CampaignSpec spec;
    spec.untilS = days * 86400.0;
    spec.replications = replications;
    spec.seed = seed;
    spec.coupling = Coupling::Never;
    const std::atomic<bool> cancel{false};
    const std::string note = fmt::format(
        "{} replications, catalogue rates and default failure policy; {} servers for the job and "
        "{} "
        "more",
        replications, used, plant->servers - used);
    const auto runs = replicate(std::make_shared<const Plant>(std::move(*plant)), spec, {}, cancel);
    if (!runs) {
        cannot(file, id, expected, runs.error().front().message, rows);
        return {};
    }
    for (const Expected& x : expected) {
        const CampaignQuantity* q = campaignQuantity(x.quantity);
        if (q == nullptr || !x.value) {
            cannot(file, id, {x}, "a campaign does not yield that quantity", rows);
            continue;
        }
        const Estimate e = estimateOf(*runs, figure(q->figure));
        compare(file, id, x, *x.value, e.mean / q->toSi,
                note + fmt::format("; 95 % interval of the mean +- {:.3g}", e.halfWidth / q->toSi),
                rows);
    }
    return {};
}

Result<void> checkpointCase(const CaseFile& file, const Catalogue& catalogue, const Json& entry,
                            const std::string& place, const std::string& id, Rows& rows) {
    std::optional<Error> fault;
    CaseReader in(entry, place, file.path, fault);
    CheckpointQuestion q;
    q.mtbfS = in.number("mtbf_s", 0.0, 1.0, 1e9);
    q.writeS = in.number("write_s", 0.0, 1e-3, 1e7);
    q.restartS = in.number("restart_s", 0.0, 0.0, 1e7);
    if (!in.has("mtbf_s") || !in.has("write_s") || !(q.writeS < q.mtbfS)) {
        in.fail("write_s", "mtbf_s and write_s are expected there, the second below the first");
    }
    const auto expected = expectedOf(entry, place, file, fault);
    if (fault) {
        return tl::unexpected(std::move(*fault));
    }
    const auto best = bestCheckpointInterval(catalogue, q);
    if (!best) {
        cannot(file, id, expected, best.error().front().message, rows);
        return {};
    }
    compareOne(
        file, id, expected, "best_interval_s", 1.0, *best,
        fmt::format("searched by simulation; {} failures at each of nine intervals", q.failures),
        rows);
    return {};
}

Result<void> seriesCase(const CaseFile& file, const Catalogue& catalogue, const Json& entry,
                        const std::string& place, const std::string& id, Rows& rows) {
    std::optional<Error> fault;
    CaseReader in(entry, place, file.path, fault);
    const int nodes = in.count("nodes", 0, 100000);
    const double per1000Days = in.number("failures_per_1000_node_days", 0.0, 1e-9, 1e6);
    if (nodes < 1 || !(per1000Days > 0.0)) {
        in.fail("nodes", "nodes and failures_per_1000_node_days must be above 0");
    }
    const auto expected = expectedOf(entry, place, file, fault);
    if (fault) {
        return tl::unexpected(std::move(*fault));
    }
    const auto mttf =
        seriesMttf(catalogue, nodes, per1000Days / 1000.0 / 86400.0, kSeriesInterruptions, 1);
    if (!mttf) {
        cannot(file, id, expected, mttf.error().front().message, rows);
        return {};
    }
    compareOne(file, id, expected, "mttf_h", 3600.0, mttf->mean,
               fmt::format("{} interruptions of one job over all nodes; 95 % interval +- {:.3g} h",
                           kSeriesInterruptions, mttf->halfWidth / 3600.0),
               rows);
    return {};
}

/// N machines and c crews. An expectation without a value is the closed form M/M/c//N.
Result<void> repairmanCase(const CaseFile& file, const Json& entry, const std::string& place,
                           const std::string& id, Rows& rows) {
    constexpr double kFailures = 600000.0;
    constexpr double kWarmUpShare = 0.005;
    std::optional<Error> fault;
    CaseReader in(entry, place, file.path, fault);
    RepairmanCase q;
    q.machines = in.count("machines", 0, kMostUnits);
    q.mtbfS = 3600.0 * in.number("mtbf_h", 0.0, 1e-6, 1e9);
    q.mttrS = 3600.0 * in.number("mttr_h", 0.0, 1e-6, 1e9);
    q.crews = in.count("crews", 0, kMostUnits);
    if (q.machines < 1 || q.crews < 1 || !(q.mtbfS > 0.0) || !(q.mttrS > 0.0)) {
        in.fail("machines", "machines, mtbf_h, mttr_h and crews must be above 0");
    }
    const auto expected = expectedOf(entry, place, file, fault);
    if (fault) {
        return tl::unexpected(std::move(*fault));
    }
    const double closed = repairmanMeanDown(q.machines, q.mtbfS, q.mttrS, q.crews);
    q.forS = kFailures / ((q.machines - closed) / q.mtbfS);
    q.warmUpS = std::max(kWarmUpShare * q.forS, 10.0 * (q.mtbfS + q.mttrS));
    q.forS += q.warmUpS;
    const RepairmanResult result = runRepairman(q);
    const std::string note = fmt::format("{} failures; crews {}", result.failures, q.crews);
    for (const Expected& x : expected) {
        const double availability = 1.0 - result.meanDown / q.machines;
        if (x.quantity == "mean_down") {
            compare(file, id, x, x.value.value_or(closed), result.meanDown,
                    note + (x.value ? "" : "; expected by M/M/c//N in closed form"), rows);
        } else if (x.quantity == "availability") {
            compare(file, id, x, x.value.value_or(1.0 - closed / q.machines), availability, note,
                    rows);
        } else {
            cannot(file, id, {x}, "the case yields mean_down and availability only", rows);
        }
    }
    return {};
}

}  // namespace

Result<void> validateReliability(const CaseFile& file, const Catalogue* catalogue, Rows& rows) {
    auto text = readTextFile(file.path);
    if (!text) {
        return tl::unexpected(std::move(text.error()));
    }
    const Json json = parseJson<Json>(*text);
    if (!json.is_object()) {
        return tl::unexpected(caseError(file.path, "", "an object is expected there"));
    }
    std::optional<Error> fault;
    CaseReader in(json, "", file.path, fault);
    const Json& cases = in.list("cases");
    for (std::size_t i = 0; i < cases.size() && !fault; ++i) {
        const std::string place = fmt::format("/cases/{}", i);
        if (!cases[i].is_object()) {
            fault = caseError(file.path, place, "an object is expected there");
            break;
        }
        CaseReader entry(cases[i], place, file.path, fault);
        const std::string id =
            cases[i].contains("case") ? entry.text("case") : fmt::format("{}/{}", file.stem(), i);
        const std::string kind = entry.text("kind");
        if (fault) {
            break;
        }
        Result<void> done;
        if (catalogue == nullptr) {
            cannot(file, id, expectedOf(cases[i], place, file, fault),
                   "servers and failure modes are parts: give a catalogue", rows);
        } else if (kind == "campaign") {
            done = campaignCase(file, *catalogue, cases[i], place, id, rows);
        } else if (kind == "checkpoint_optimum") {
            done = checkpointCase(file, *catalogue, cases[i], place, id, rows);
        } else if (kind == "mttf_series") {
            done = seriesCase(file, *catalogue, cases[i], place, id, rows);
        } else if (kind == "machine_repairman") {
            done = repairmanCase(file, cases[i], place, id, rows);
        } else {
            cannot(file, id, expectedOf(cases[i], place, file, fault),
                   "no known question \"" + kind + "\"", rows);
        }
        if (!done) {
            return done;
        }
    }
    if (fault) {
        return tl::unexpected(std::move(*fault));
    }
    return {};
}

}  // namespace headroom::engine
