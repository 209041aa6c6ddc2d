// SPDX-License-Identifier: Apache-2.0
#include "app/cli/estimate.h"
#include "app/cli/estimate_spot.h"
#include "app/cli/exit_code.h"
#include "app/cli/interrupt.h"
#include "app/cli/option_checks.h"
#include "app/cli/progress.h"
#include "app/cli/run_comparison.h"
#include "app/cli/table.h"
#include "app/cli/training_options.h"
#include "engine/base/json.h"
#include "engine/document/software_of.h"
#include "engine/estimate/plan_support.h"
#include "engine/estimate/search.h"
#include "engine/live/lone_job.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <memory>

namespace headroom::app {

namespace {

using Json = nlohmann::json;

/// Relative difference below which two plans count as equal.
constexpr double kSameTime = 1e-3;

/// Searches that end sooner show no progress.
constexpr double kQuietS = 1.0;

std::string planText(const models::TrainingPlan& plan) {
    char text[320];
    std::snprintf(text, sizeof text,
                  "tensor %d, stages %d x %d chunks, context %d, experts %d, copies %d, %s, "
                  "micro-batch %g x %g, %s, recompute %s",
                  plan.tensor, plan.pipeline, plan.interleave, plan.context, plan.expert,
                  plan.copies(), models::shardingName(plan.sharding), plan.microBatch,
                  plan.microBatches(), models::precisionName(plan.precision),
                  models::recomputeName(plan.recompute));
    std::string all = text;
    if (plan.optimiser != models::Optimiser::Usual) {
        all += std::string(", optimiser ") + models::optimiserName(plan.optimiser);
    }
    if (plan.offload != models::Offload::None) {
        all += std::string(", offload ") + models::offloadName(plan.offload);
    }
    if (plan.adapterRank > 0) {
        all += ", adapters of rank " + std::to_string(plan.adapterRank) + " beside " +
               numberText(plan.frozenBits, 2) + "-bit weights";
    }
    return all;
}

struct Row {
    const char* key;
    const char* label;
    double models::TrainingStep::*seconds;
};

constexpr std::array kRows = {
    Row{"matrix_s", "Matrices", &models::TrainingStep::matrixS},
    Row{"attention_s", "Attention", &models::TrainingStep::attentionS},
    Row{"vector_s", "Vectors", &models::TrainingStep::vectorS},
    Row{"recompute_s", "Recomputation", &models::TrainingStep::recomputeS},
    Row{"optimiser_s", "Optimiser", &models::TrainingStep::optimiserS},
    Row{"launch_s", "Launches", &models::TrainingStep::launchS},
    Row{"bubble_s", "Pipeline bubble", &models::TrainingStep::bubbleS},
    Row{"tensor_s", "Tensor parallel", &models::TrainingStep::tensorS},
    Row{"context_s", "Context parallel", &models::TrainingStep::contextS},
    Row{"expert_s", "Expert parallel", &models::TrainingStep::expertS},
    Row{"pipeline_s", "Between stages", &models::TrainingStep::pipelineS},
    Row{"data_s", "Among copies", &models::TrainingStep::dataS},
    Row{"straggler_s", "Slowest device", &models::TrainingStep::stragglerS},
    Row{"overhead_s", "Data, host", &models::TrainingStep::overheadS},
};

struct MemoryRow {
    const char* key;
    const char* label;
    double models::TrainingMemory::*bytes;
};

constexpr std::array kMemoryRows = {
    MemoryRow{"weights_gb", "Weights", &models::TrainingMemory::weights},
    MemoryRow{"gradients_gb", "Gradients", &models::TrainingMemory::gradients},
    MemoryRow{"optimiser_gb", "Optimiser", &models::TrainingMemory::optimiser},
    MemoryRow{"activations_gb", "Activations", &models::TrainingMemory::activations},
    MemoryRow{"logits_gb", "Logits", &models::TrainingMemory::logits},
    MemoryRow{"buffers_gb", "Buffers", &models::TrainingMemory::buffers},
    MemoryRow{"fragmentation_gb", "Fragmentation", &models::TrainingMemory::fragmentation},
};

Json planJson(const models::TrainingPlan& plan) {
    return {{"accelerators", plan.accelerators},
            {"tensor_parallel", plan.tensor},
            {"pipeline_parallel", plan.pipeline},
            {"interleave", plan.interleave},
            {"context_parallel", plan.context},
            {"expert_parallel", plan.expert},
            {"expert_tensor_parallel", plan.expertTensor},
            {"optimiser", models::optimiserName(plan.optimiser)},
            {"offload", models::offloadName(plan.offload)},
            {"adapter_rank", plan.adapterRank},
            {"copies", plan.copies()},
            {"sharding", models::shardingName(plan.sharding)},
            {"micro_batch", plan.microBatch},
            {"batch_sequences", plan.batchSequences},
            {"precision", models::precisionName(plan.precision)},
            {"recompute", models::recomputeName(plan.recompute)}};
}

/// The peak of the matrices of a precision; NaN for those of 16 bits, which "mfu" is of.
double narrowPeak(const EstimateCase& estimateCase, models::Precision precision) {
    const models::AcceleratorSpec& chip = *estimateCase.cluster.accelerator;
    switch (precision) {
        case models::Precision::Fp8:
        case models::Precision::Fp8Row:
        case models::Precision::Fp8Block:
            return chip.fp8FlopsPerS > 0.0 ? chip.fp8FlopsPerS : models::kNotStated;
        case models::Precision::Fp4:
            return chip.fp4FlopsPerS > 0.0 ? chip.fp4FlopsPerS : models::kNotStated;
        case models::Precision::Bf16:
        case models::Precision::Fp16:
        case models::Precision::Int8:
            break;
    }
    return models::kNotStated;
}

/// Model FLOP over the peak of the precision that the matrices compute in.
double narrowMfu(const EstimateCase& estimateCase, const engine::TrainingEstimate& e) {
    return e.step.mfu * estimateCase.cluster.accelerator->bf16FlopsPerS /
           narrowPeak(estimateCase, e.plan.precision);
}

Json numberJson(double value) {
    return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json estimateJson(const engine::TrainingEstimate& estimate, const EstimateCase& estimateCase,
                  const std::string& softwareName) {
    Json step;
    for (const Row& row : kRows) {
        step[row.key] = numberJson(estimate.step.*row.seconds);
    }
    Json memory;
    for (const MemoryRow& row : kMemoryRows) {
        memory[row.key] = estimate.step.memory.*row.bytes / 1e9;
    }
    memory["total_gb"] = estimate.step.memory.total() / 1e9;
    memory["spare_gb"] = estimate.step.memory.spareBytes / 1e9;
    return {{"plan", planJson(estimate.plan)},
            {"software", softwareName},
            {"notes", estimateCase.cluster.notes},
            {"fits", estimate.step.memory.fits()},
            {"step_s", numberJson(estimate.step.stepS)},
            {"step_low_s", numberJson(estimate.stepRange.low)},
            {"step_high_s", numberJson(estimate.stepRange.high)},
            {"breakdown", step},
            {"bound", models::stepBoundName(estimate.step.bound)},
            {"why", estimate.why},
            {"memory", memory},
            {"mfu", estimate.step.mfu},
            {"mfu_of_precision", numberJson(narrowMfu(estimateCase, estimate))},
            {"tokens_per_s", estimate.step.tokensPerS},
            {"batch_tokens", estimate.batchTokens},
            {"power_w", estimate.powerW},
            {"accelerator_mean_w", estimate.chipW},
            {"accelerator_peak_w", estimate.peakChipW},
            {"clock", estimate.clock},
            {"interruptions_per_day", numberJson(estimate.interruptionsPerDay)},
            {"checkpoint_interval_s", numberJson(estimate.checkpointS)},
            {"goodput", estimate.goodput},
            {"goodput_low", estimate.goodputLow},
            {"goodput_high", estimate.goodputHigh},
            {"spot_losses_per_day", numberJson(estimate.spotLossesPerDay)},
            {"holds_spot", estimate.holds},
            {"duration_s", numberJson(estimate.durationS)},
            {"energy_j", numberJson(estimate.energyJ)},
            {"rent_usd", numberJson(estimate.rentUsd)},
            {"energy_usd", numberJson(estimate.energyUsd)}};
}

void printEstimate(const EstimateCase& estimateCase, const engine::TrainingEstimate& e,
                   const std::string& softwareName, const EstimateTrainingOptions& options) {
    std::printf("%s on %d x %s (%s, %s)\n", options.common.model.c_str(), e.plan.accelerators,
                estimateCase.cluster.acceleratorId.c_str(), estimateCase.cluster.scaleUpId.c_str(),
                estimateCase.cluster.scaleOutId.c_str());
    std::printf("Plan: %s\n", planText(e.plan).c_str());
    std::printf("Software: %s%s\n", softwareName.c_str(),
                options.software.empty() && options.vary.empty() ? ", as nothing else is named" : "");
    std::printf("Step: %s for %s tokens, %s tokens/s, MFU %.1f %% of the 16-bit peak",
                secondsText(e.step.stepS).c_str(), numberText(e.batchTokens, 4).c_str(),
                numberText(e.step.tokensPerS, 4).c_str(), 100.0 * e.step.mfu);
    if (const double share = narrowMfu(estimateCase, e); std::isfinite(share)) {
        std::printf(", %.1f %% of that of %s", 100.0 * share,
                    models::precisionName(e.plan.precision));
    }
    std::printf("\n");
    std::printf("90 %% interval: %s to %s\n", secondsText(e.stepRange.low).c_str(),
                secondsText(e.stepRange.high).c_str());
    std::printf("Bound by %s. %s\n\n", models::stepBoundName(e.step.bound), e.why.c_str());
    Cells cells{{"Part of the step", "time", "share_pct"}};
    for (const Row& row : kRows) {
        const double seconds = e.step.*row.seconds;
        if (seconds > 0.0) {
            cells.push_back(
                {row.label, secondsText(seconds), numberText(100.0 * seconds / e.step.stepS, 3)});
        }
    }
    std::printf("%s\n", alignedTable(cells).c_str());
    Cells memory{{"Memory of an accelerator", "GB"}};
    for (const MemoryRow& row : kMemoryRows) {
        const double bytes = e.step.memory.*row.bytes;
        if (bytes > 0.0) {
            memory.push_back({row.label, numberText(bytes / 1e9, 3)});
        }
    }
    memory.push_back({"Sum", numberText(e.step.memory.total() / 1e9, 4)});
    const double there = estimateCase.cluster.accelerator->memoryBytes;
    memory.push_back({"There is (" + memoryText(there) + ")", numberText(there / 1e9, 4)});
    std::printf("%s\n", alignedTable(memory).c_str());
    std::printf("Power: %s, accelerators%s\n", powerText(e.powerW).c_str(),
                estimateCase.cluster.server != nullptr ? " with their racks" : " alone");
    std::printf("Accelerator: %s mean over a step, %s in its hardest phase", powerText(e.chipW).c_str(),
                powerText(e.peakChipW).c_str());
    if (e.clock < 1.0) {
        std::printf(", clock %s %% under its power limit", numberText(100.0 * e.clock, 3).c_str());
    }
    std::printf("\n");
    if (!std::isnan(e.interruptionsPerDay)) {
        std::printf("%s: %s a day, a checkpoint every %s, %s %% of the time trains\n",
                    std::isnan(e.spotLossesPerDay) ? "Failures" : "Failures and losses of spot servers",
                    numberText(e.interruptionsPerDay, 3).c_str(),
                    secondsText(e.checkpointS).c_str(), numberText(100.0 * e.goodput, 3).c_str());
    }
    printSpot(e);
    if (!std::isnan(e.durationS)) {
        std::printf("All tokens: %s, %s MWh", secondsText(e.durationS).c_str(),
                    numberText(e.energyJ / 3.6e9, 4).c_str());
        if (!std::isnan(e.rentUsd)) {
            std::printf(", rent %s", rentText(e).c_str());
        }
        if (!std::isnan(e.energyUsd)) {
            std::printf(", energy %s", moneyText(e.energyUsd).c_str());
        }
        std::printf("\n");
    } else if (options.tokens) {
        std::printf("All tokens: never, %s\n",
                    e.goodput > 0.0 ? "for a step does not end"
                                    : "for restarts do not end before the next failure");
    }
    for (const std::string& note : estimateCase.cluster.notes) {
        std::printf("Note: %s\n", note.c_str());
    }
}

/// Out of memory is a finding: what to do about it. Nothing where it fits.
std::optional<engine::Error> findingOf(const engine::TrainingEstimate& e,
                                       const engine::TrainingQuestion& question) {
    if (e.step.memory.fits()) {
        return std::nullopt;
    }
    return engine::Error{"EST-016",
                         "out of memory: " + bytesText(-e.step.memory.spareBytes) +
                             " are missing on each accelerator",
                         engine::memoryRemedy(question) + "; --optimize searches a plan that fits", {}, {}, 0};
}

int printFinding(const engine::Error& error) {
    std::fprintf(stderr, "%s\n", error.text().c_str());
    return kFindings;
}

/// No plan is a finding too.
engine::Error noPlan(const engine::PlanSearch& search) {
    if (search.plans == 0 && search.notCombined > 0) {
        return {"EST-017", "the software combines none of the plans that divide accelerators, layers and batch",
                "take other --software, or --any-combination", {}, {}, 0};
    }
    if (search.plans == 0) {
        return {"EST-017", "no plan divides accelerators, layers and batch",
                "take a --batch and a number of accelerators with more divisors", {}, {}, 0};
    }
    return {"EST-017",
            "no plan fits the memory: the nearest (" + planText(search.nearest) + ") misses " +
                bytesText(search.leastMissingBytes),
            "take more accelerators, or such with more memory", {}, {}, 0};
}

/// Why the first plan of a search is first; plans that differ in nothing that takes time say nothing.
std::string whyFirst(const engine::PlanSearch& search) {
    const auto slower =
        std::find_if(search.best.begin(), search.best.end(), [&](const engine::RankedPlan& ranked) {
            return ranked.score > search.best.front().score * (1.0 + kSameTime);
        });
    return slower != search.best.end() ? engine::whyBetter(search.best.front(), *slower)
                                       : std::string("All of them take the same time.");
}

Json searchJson(const engine::PlanSearch& search, const engine::TrainingEstimate& first,
                const EstimateCase& estimateCase, const std::string& softwareName,
                const EstimateTrainingOptions& options) {
    Json plans = Json::array();
    for (const engine::RankedPlan& ranked : search.best) {
        Json row = planJson(ranked.plan);
        row["software"] = ranked.software.name;
        row["step_s"] = ranked.step.stepS;
        row["mfu"] = ranked.step.mfu;
        row["memory_gb"] = ranked.step.memory.total() / 1e9;
        row["bound"] = models::stepBoundName(ranked.step.bound);
        plans.push_back(row);
    }
    Json all = estimateJson(first, estimateCase, softwareName);
    all["search"] = {{"objective", options.objective},
                     {"plans", search.plans},
                     {"not_combined", search.notCombined},
                     {"out_of_memory", search.outOfMemory},
                     {"estimated", search.estimated},
                     {"ruled_out", search.ruledOut},
                     {"best", plans},
                     {"why_first", whyFirst(search)}};
    return all;
}

void printSearch(const engine::PlanSearch& search) {
    // Columns in which rows differ, beside those of every plan.
    const auto& first = search.best.front();
    const auto differ = [&](auto&& of) {
        return std::any_of(search.best.begin(), search.best.end(),
                           [&](const engine::RankedPlan& r) { return of(r) != of(first); });
    };
    const bool batches = differ([](const auto& r) { return r.plan.batchSequences; });
    const bool precisions = differ([](const auto& r) { return r.plan.precision; });
    const bool software = differ([](const auto& r) { return r.software.spec; });
    Cells cells{{"#", "n", "tp", "pp", "vp", "cp", "ep", "dp", "sharding", "micro", "recompute",
                 "step_s", "tokens/s", "mfu_pct", "memory_gb", "bound"}};
    const auto more = [&](std::vector<std::string>& row, const char* head, bool shown,
                          const std::string& cell) {
        if (shown) {
            row.push_back(head != nullptr ? head : cell);
        }
    };
    more(cells[0], "batch", batches, {});
    more(cells[0], "precision", precisions, {});
    more(cells[0], "software", software, {});
    for (std::size_t i = 0; i < search.best.size(); ++i) {
        const models::TrainingPlan& p = search.best[i].plan;
        const models::TrainingStep& s = search.best[i].step;
        cells.push_back(
            {std::to_string(i + 1), std::to_string(p.accelerators), std::to_string(p.tensor),
             std::to_string(p.pipeline), std::to_string(p.interleave), std::to_string(p.context),
             std::to_string(p.expert), std::to_string(p.copies()), models::shardingName(p.sharding),
             numberText(p.microBatch, 3), models::recomputeName(p.recompute),
             numberText(s.stepS, 4), numberText(s.tokensPerS, 4), numberText(100.0 * s.mfu, 3),
             numberText(s.memory.total() / 1e9, 3), models::stepBoundName(s.bound)});
        more(cells.back(), nullptr, batches, numberText(p.batchSequences, 9));
        more(cells.back(), nullptr, precisions, models::precisionName(p.precision));
        more(cells.back(), nullptr, software, search.best[i].software.name);
    }
    std::printf("%s\nOne row for each idea: context ranks, chunks and micro-batches are the best of it.\n"
                "%llu plans, %llu more that the software does not combine; %llu out of memory, %llu "
                "estimated, %llu of these ruled out by a bound of their step. %s\n\n",
                alignedTable(cells).c_str(), static_cast<unsigned long long>(search.plans),
                static_cast<unsigned long long>(search.notCombined),
                static_cast<unsigned long long>(search.outOfMemory),
                static_cast<unsigned long long>(search.estimated),
                static_cast<unsigned long long>(search.ruledOut), whyFirst(search).c_str());
}

/// A question with what its pointers lead to.
struct TrainingAsked {
    EstimateCase about;
    engine::TrainingQuestion question;
    std::optional<engine::PlanSearch> search;  ///< where --optimize asks for one
    std::optional<engine::Error> finding;      ///< the answer is that it cannot be
    std::optional<engine::TrainingEstimate> estimate;
};

/// Basis of the answer: software that nobody chose, and what it does not combine.
void addNotes(const EstimateTrainingOptions& options, TrainingAsked& asked) {
    const engine::TrainingQuestion& question = asked.question;
    std::vector<std::string>& notes = asked.about.cluster.notes;
    const models::SoftwareStackSpec& software = engine::softwareOf(question);
    if (const std::string gap = engine::planGapText(question.plan, software, question.softwareName);
        !gap.empty()) {
        notes.push_back(gap + " The figures hold for software that does.");
    }
    const bool varies = options.vary.find("software") != std::string::npos;
    if (options.software.empty() && !varies && software.year < question.cluster->accelerator->year) {
        notes.push_back("The usual software, " + question.softwareName + ", is of " +
                        std::to_string(software.year) + ", before this accelerator: --software names newer.");
    }
    if (question.model->experts > 0 && question.plan.tensor > 1) {
        const int split = models::expertTensorRanks(question.plan, software);
        notes.push_back(split > 1 ? "Each expert is split by " + std::to_string(split) +
                                        " tensor ranks (--etp)."
                                  : "Experts are whole on each tensor rank (--etp 1).");
    }
    if (asked.search && options.vary.empty()) {
        notes.push_back("The search held precision " + std::string(models::precisionName(question.plan.precision)) +
                        ", batch " + numberText(question.plan.batchSequences, 9) + " and software " +
                        question.softwareName + ": --vary precision,batch,software searches them too.");
    }
}

/// Takes the plan's network rates from the project. Otherwise adapters have their full rate, and a note states it.
void addNetwork(const EstimateTrainingOptions& options, TrainingAsked& asked) {
    if (!asked.about.project) {
        return;
    }
    const auto network = engine::networkAlone(*asked.about.project, asked.about.catalogue, asked.question,
                                              options.profile);
    std::vector<std::string>& notes = asked.about.cluster.notes;
    if (!network) {
        notes.push_back("Adapters at their full rate: " + network.error().message + ".");
        return;
    }
    asked.question.network = *network;
    notes.push_back("The job has the project's network to itself: " +
                    numberText(100.0 * network->cost, 3) + " % of its step waits for it" +
                    (network->sites > 1 ? ", over " + std::to_string(network->sites) + " sites." : "."));
    if (asked.search) {
        notes.push_back("The search compared plans at the adapters' full rate.");
    }
}

engine::ResultAll<std::unique_ptr<TrainingAsked>> ask(const EstimateTrainingOptions& options,
                                                      const engine::PlanSearchProgress& progress = {},
                                                      const std::atomic<bool>* cancel = nullptr) {
    auto opened = openEstimate(options.common);
    if (!opened) {
        return tl::unexpected(opened.error());
    }
    auto asked = std::make_unique<TrainingAsked>();
    asked->about = std::move(*opened);
    engine::TrainingQuestion& question = asked->question;
    question.cluster = &asked->about.cluster;
    question.model = asked->about.model;
    const auto profile = partOf<models::JobProfileSpec>(asked->about.catalogue, options.profile);
    if (!profile) {
        return tl::unexpected(engine::Errors{profile.error()});
    }
    question.profile = *profile;
    question.software = engine::usualSoftware(asked->about.catalogue);
    question.softwareName = "megatron-core";
    if (!options.software.empty()) {
        const auto software =
            partOf<models::SoftwareStackSpec>(asked->about.catalogue, options.software);
        if (!software) {
            return tl::unexpected(engine::Errors{software.error()});
        }
        question.software = *software;
        question.softwareName = options.software;
    }
    question.plan = planOf(options, asked->about);
    question.gradientCompression = options.gradientCompression;
    question.localSteps = std::max(1, options.localSteps);
    question.totalTokens = options.tokens ? *options.tokens * 1e9 : models::kNotStated;
    question.terms = asked->about.terms;
    question.terms.failuresPer1000NodeDays = options.failures.value_or(models::kNotStated);
    question.terms.restartS = 60.0 * options.restartMin;
    question.terms.checkpointS = 60.0 * options.checkpointMin;
    if (!options.spot.empty()) {
        if (auto taken = takeSpot(options.spot, asked->about.catalogue, question.terms); !taken) {
            return tl::unexpected(engine::Errors{taken.error()});
        }
    }
    if (!options.common.optimize ||
        question.plan.accelerators > asked->about.cluster.accelerators) {
        if (const auto possible = engine::checkPlan(question); !possible) {
            return tl::unexpected(engine::Errors{possible.error()});
        }
    } else if (const auto possible = engine::checkPrecision(question); !possible) {
        return tl::unexpected(engine::Errors{possible.error()});
    }
    if (options.common.optimize) {
        asked->search = engine::searchPlans(
            question, searchOptions(options, question, asked->about.catalogue), progress, cancel);
        if (asked->search->best.empty()) {
            asked->finding = noPlan(*asked->search);
            return asked;
        }
        const engine::RankedPlan& best = asked->search->best.front();
        question.plan = best.plan;
        question.software = best.software.spec;
        question.softwareName = best.software.name;
    }
    if (question.model->experts > 0) {  // as it is taken, for people and scripts
        question.plan.expertTensor =
            models::expertTensorRanks(question.plan, engine::softwareOf(question));
    }
    addNetwork(options, *asked);
    asked->estimate = engine::estimateTraining(question);
    addNotes(options, *asked);
    if (!asked->search) {
        asked->finding = findingOf(*asked->estimate, question);
    }
    return asked;
}

/// Estimate and log; exit code 1 where the run is slower than the interval of the estimate.
int compareWithLog(const EstimateTrainingOptions& options) {
    const auto log = engine::readRunLog(options.log);
    if (!log) {
        return fail(log.error());
    }
    if (log->kind == engine::RunLog::Kind::Collective) {
        const auto opened = openEstimate(options.common);
        return opened ? printCollective(opened->cluster, *log, options.common.format == "json")
                      : fail(opened.error());
    }
    if (log->kind != engine::RunLog::Kind::Training) {
        return fail(engine::Error{"LOG-003", "the file is the " + log->form + ", not a log of training",
                                  "Use the log of Megatron or torchtitan.", options.log, {}, 0});
    }
    EstimateTrainingOptions stated = options;
    if (!stated.batch && log->batchSequences > 0.0) {
        stated.batch = log->batchSequences;
    }
    const auto asked = ask(stated);
    if (!asked) {
        return fail(asked.error());
    }
    const TrainingAsked& answer = **asked;
    if (!answer.estimate) {
        return printFinding(*answer.finding);
    }
    const auto run = engine::compareRun(answer.question, *answer.estimate, *log, answer.about.catalogue);
    if (!run) {
        return fail(run.error());
    }
    if (options.common.format == "json") {
        Json all = estimateJson(*answer.estimate, answer.about, answer.question.softwareName);
        all["run"] = comparisonJson(*log, *run);
        std::printf("%s\n", engine::jsonText(all, 2).c_str());
    } else {
        printEstimate(answer.about, *answer.estimate, answer.question.softwareName, options);
        printComparison(*log, *run);
    }
    return run->slower > 0.0 && !run->inside ? kFindings : kFine;
}

std::string jsonOf(const TrainingAsked& asked, const EstimateTrainingOptions& options) {
    return engine::jsonText(asked.search
                                ? searchJson(*asked.search, *asked.estimate, asked.about,
                                             asked.question.softwareName, options)
                                : estimateJson(*asked.estimate, asked.about,
                                               asked.question.softwareName),
                            2);
}

int training(const EstimateTrainingOptions& options) {
    if (!options.log.empty()) {
        return compareWithLog(options);
    }
    Progress bar("search", options.common.optimize, kQuietS);
    const auto asked =
        options.common.optimize
            ? ask(options, [&bar](double done) { bar.update(done, {}); }, &catchInterrupts())
            : ask(options);
    bar.finish();
    if (!asked) {
        return fail(asked.error());
    }
    const TrainingAsked& answer = **asked;
    if (answer.search && !answer.search->complete) {
        return kCancelled;
    }
    if (answer.estimate && options.common.format == "json") {
        std::printf("%s\n", jsonOf(answer, options).c_str());
    } else if (answer.estimate) {
        if (answer.search) {
            printSearch(*answer.search);
        }
        printEstimate(answer.about, *answer.estimate, answer.question.softwareName, options);
    }
    return answer.finding ? printFinding(*answer.finding) : kFine;
}

}  // namespace

void addTrainingEstimate(Subcommand estimate, int& code) {
    auto options = std::make_shared<EstimateTrainingOptions>();
    Subcommand command = estimate.subcommand(
        "training",
        "Time of a training step, what it is spent on, memory, days and money; exit 1 where it "
        "does not fit the memory");
    addTrainingOptions(command, *options);
    command.action([options, &code] { code = training(*options); });
}

engine::ResultAll<std::string> trainingAnswer(const std::vector<std::string>& arguments) {
    EstimateTrainingOptions options;
    readArguments(arguments, "estimate training",
                  [&](Subcommand command) { addTrainingOptions(command, options); });
    const auto asked = ask(options);
    if (!asked) {
        return tl::unexpected(asked.error());
    }
    if (!(*asked)->estimate) {
        return tl::unexpected(engine::Errors{*(*asked)->finding});
    }
    return jsonOf(**asked, options);
}

}  // namespace headroom::app
