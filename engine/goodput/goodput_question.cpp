// SPDX-License-Identifier: Apache-2.0
#include "engine/goodput/goodput_question.h"

#include "engine/base/scale.h"
#include "engine/estimate/model_choice.h"
#include "engine/reliability/campaign/server_failures.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <utility>

namespace headroom::engine {

namespace {

constexpr double kThousandServerDays = 1000.0;

constexpr std::array kGoodputTable = {
    models::text<&GoodputAsked::cluster>(
        "cluster", "Cluster",
        {.required = true, .doc = "Accelerators of the job: dgx-h100:16384, gb200-nvl72:9216."}),
    models::text<&GoodputAsked::model>(
        "model", "Model",
        {.doc =
             "Language model for the size of checkpoints: an id, a public name, a config.json or "
             "a shape."}),
    models::number<&GoodputAsked::restartS>(
        "restart_min", "Restart", models::unit::minute,
        {.min = 0.0,
         .max = 1e5,
         .doc = "From an interruption to the next step: detection, new server, start, loading."}),
    models::number<&GoodputAsked::standbyRestartS>(
        "standby_restart_min", "Restart with hot spare", models::unit::minute,
        {.min = 0.0, .max = 1e5, .doc = "The same with a spare that has its software loaded."}),
    models::number<&GoodputAsked::intervalS>(
        "interval_min", "Checkpoint interval", models::unit::minute,
        {.min = 0.01, .max = 1e5, .doc = "Between checkpoints. Without it the best one is taken."}),
    models::number<&GoodputAsked::spares>(
        "spares", "Spares", models::unit::none,
        {.min = 0.0,
         .max = 1e6,
         .doc = "Spare servers, also fewer than advised. Without it those advised are taken."}),
    models::number<&GoodputAsked::confidence>(
        "confidence_pct", "Confidence", models::unit::percent,
        {.min = 50.0,
         .max = 99.9999,
         .doc = "Share of the time in which the advised spares are enough."}),
    models::number<&GoodputAsked::target>(
        "target_pct", "Target goodput", models::unit::percent,
        {.min = 1.0, .max = 100.0, .doc = "Goodput for the restart budget; exit 1 below it."}),
    models::number<&GoodputAsked::storageBytesPerS>(
        "storage_gb_per_s", "Storage bandwidth", models::unit::gigabytePerSecond,
        {.min = 1e-3,
         .max = 1e7,
         .doc = "At which the job writes and reads checkpoints, with a model stated. Without it "
                "storage takes no time beyond the stall."}),
    models::number<&GoodputAsked::failuresPer1000Days>(
        "failures_per_1000_server_days", "Failures per 1000 server days", models::unit::none,
        {.min = 0.0,
         .max = 1e6,
         .doc = "That end the job. Without it by the hazards of the catalogue."}),
    models::number<&GoodputAsked::removalShare>(
        "removal_pct", "Servers taken out", models::unit::percent,
        {.min = 0.0,
         .max = 100.0,
         .doc = "Share of these failures that take a server away for repair. Without it by the "
                "catalogue."}),
    models::number<&GoodputAsked::repairS>(
        "repair_h", "Repair", models::unit::hour,
        {.min = 0.0, .max = 1e5, .doc = "Mean repair of a server. Without it by the catalogue."}),
    models::integer<&GoodputAsked::replica>(
        "replica", "Accelerators of a replica",
        {.min = 0,
         .max = 1e7,
         .doc = "Tensor x pipeline x context ranks: what shrinking drops. 0 means one server."}),
    models::number<&GoodputAsked::usdPerHour>(
        "usd_per_hour", "Price", models::unit::dollar,
        {.min = 0.0, .max = 1e5, .doc = "Price of an accelerator hour."}),
    models::reference<&GoodputAsked::profile>(
        "profile", "Profile", "job_profile",
        {.doc = "Job profile with the stall of a checkpoint."}),
    models::text<&GoodputAsked::parts>("parts", "Own parts", {.doc = "Folder with own parts."}),
};

constexpr models::ComponentType kGoodputType = {
    .id = "goodput",
    .label = "Checkpoints and spares",
    .section = {},
    .doc = "Checkpoint interval, spares and goodput of a training job.",
    .attributes = kGoodputTable,
    .create = &models::createSpec<GoodputAsked>,
    .destroy = &models::destroySpec<GoodputAsked>,
};

Errors goodputFault(const char* code, std::string message, std::string remedy) {
    return {{code, std::move(message), std::move(remedy), {}, {}, 0}};
}

/// Failures of one server: of the catalogue, where they are not stated.
JobFailures serverFailuresOf(const GoodputAsked& asked, const EstimateCluster& cluster,
                             const Catalogue& catalogue, PlanningAnswer& answer) {
    std::string note;
    JobFailures server = ServerFailures(catalogue).of(cluster, note);
    if (!std::isnan(asked.failuresPer1000Days)) {
        const double removed = server.perS > 0.0 ? server.removalsPerS / server.perS : 1.0;
        server.perS = asked.failuresPer1000Days / kThousandServerDays / kDayS;
        server.removalsPerS = server.perS * removed;
    } else if (!note.empty()) {
        answer.notes.push_back(note);
    }
    if (!std::isnan(asked.removalShare)) {
        server.removalsPerS = server.perS * asked.removalShare;
    }
    server.repairS = std::isnan(asked.repairS) ? server.repairS : asked.repairS;
    answer.notes.push_back(fmt::format(
        "One server: {:.3g} interruptions in 1,000 days, {:.0f} % of them take it away for a mean "
        "repair of {:.3g} h.",
        server.perS * kThousandServerDays * kDayS, 100.0 * server.removalsPerS / server.perS,
        server.repairS / kHourS));
    return server;
}

ResultAll<PlanningAnswer> answerGoodput(const void* spec, const PlanningWorld& world) {
    const auto& asked = *static_cast<const GoodputAsked*>(spec);
    auto catalogue = world.withParts(asked.parts);
    if (!catalogue) {
        return tl::unexpected(std::move(catalogue.error()));
    }
    const auto cluster = clusterOf(asked.cluster, **catalogue);
    if (!cluster) {
        return tl::unexpected(Errors{cluster.error()});
    }
    GoodputSpec goodput;
    ChosenModel model;
    if (!asked.model.empty()) {
        auto chosen = chooseModel(asked.model, **catalogue);
        if (!chosen) {
            return tl::unexpected(Errors{chosen.error()});
        }
        model = std::move(*chosen);
        goodput.model = model.spec;
    }
    goodput.profile = (*catalogue)->spec<models::JobProfileSpec>(asked.profile);
    if (goodput.profile == nullptr || !(goodput.profile->checkpointStallS > 0.0)) {
        return tl::unexpected(goodputFault(
            "EST-006", "\"" + asked.profile + "\" is not a job profile with checkpoints.",
            "headroom-cli catalog job_profile lists them."));
    }
    if (!std::isnan(asked.spares) && asked.spares != std::floor(asked.spares)) {
        return tl::unexpected(goodputFault("PLN-008", "spares: not a whole number of servers.",
                                           "State a whole number."));
    }
    PlanningAnswer answer;
    goodput.cluster = &*cluster;
    goodput.server = serverFailuresOf(asked, *cluster, **catalogue, answer);
    if (!(goodput.server.perS > 0.0)) {
        return tl::unexpected(goodputFault("PLN-007",
                                           "The failure rate of such servers is not known.",
                                           "State failures_per_1000_server_days."));
    }
    goodput.restartS = asked.restartS;
    goodput.standbyRestartS = asked.standbyRestartS;
    goodput.intervalS = std::isnan(asked.intervalS) ? 0.0 : asked.intervalS;
    goodput.spares = std::isnan(asked.spares) ? -1 : static_cast<int>(asked.spares);
    goodput.confidence = asked.confidence;
    goodput.target = asked.target;
    goodput.storageBytesPerS = asked.storageBytesPerS;
    goodput.replicaAccelerators = asked.replica;
    goodput.usdPerAcceleratorHour = asked.usdPerHour;
    const GoodputAnswer result = goodputOf(goodput);
    answer.sheets = goodputSheets(result);
    answer.charts = {
        {.title = "By interval",
         .sheet = "Intervals",
         .x = "interval_s",
         .y = "storage",
         .group = {},
         .isLogX = true},
        {.title = "By spares", .sheet = "Spares", .x = "spares", .y = "goodput", .group = {}}};
    answer.isMet = result.goodput >= asked.target;
    return answer;
}

constexpr PlanningQuestion kGoodputQuestion = {
    .name = "goodput",
    .title = "Checkpoints and Spares",
    .about =
        "Find checkpoint interval, spare servers, restart budget and goodput of a training "
        "job; exit 1 where the goodput misses its target",
    .page = "goodput.md",
    .examples = R"({"cluster": "dgx-h100:16384", "model": "llama3-405b",
                    "storage_gb_per_s": 2000, "usd_per_hour": 2.5})",
    .spec = &kGoodputType,
    .answer = &answerGoodput,
};

}  // namespace

const PlanningQuestion& goodputQuestion() {
    return kGoodputQuestion;
}

}  // namespace headroom::engine
