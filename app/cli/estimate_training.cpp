// SPDX-License-Identifier: Apache-2.0
#include "app/cli/answer.h"
#include "app/cli/estimate.h"
#include "app/cli/estimate_spot.h"
#include "app/cli/exit_code.h"
#include "app/cli/interrupt.h"
#include "app/cli/option_checks.h"
#include "app/cli/progress.h"
#include "app/cli/run_comparison.h"
#include "app/cli/table.h"
#include "app/cli/training_options.h"
#include "engine/document/software_of.h"
#include "engine/estimate/launch_file.h"
#include "engine/estimate/plan_support.h"
#include "engine/estimate/run_answer.h"
#include "engine/estimate/search.h"
#include "engine/estimate/training_answer.h"
#include "engine/live/lone_job.h"
#include "engine/text/shown.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>

namespace headroom::app {

namespace {

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
               engine::shownNumber(plan.frozenBits, 2) + "-bit weights";
    }
    return all;
}

void printEstimate(const EstimateCase& estimateCase, const engine::TrainingEstimate& e,
                   const std::string& softwareName, const EstimateTrainingOptions& options) {
    std::printf("%s on %d x %s (%s, %s)\n", options.common.model.c_str(), e.plan.accelerators,
                estimateCase.cluster.acceleratorId.c_str(), estimateCase.cluster.scaleUpId.c_str(),
                estimateCase.cluster.scaleOutId.c_str());
    std::printf("Plan: %s\n", planText(e.plan).c_str());
    std::printf(
        "Software: %s%s\n", softwareName.c_str(),
        options.software.empty() && options.vary.empty() ? ", as nothing else is named" : "");
    std::printf("Step: %s for %s tokens, %s tokens/s, MFU %.1f %% of the 16-bit peak",
                engine::shownSeconds(e.step.stepS).c_str(),
                engine::shownNumber(e.batchTokens, 4).c_str(),
                engine::shownNumber(e.step.tokensPerS, 4).c_str(), 100.0 * e.step.mfu);
    if (const double share = engine::mfuOfPrecision(e, estimateCase.cluster);
        std::isfinite(share)) {
        std::printf(", %.1f %% of that of %s", 100.0 * share,
                    models::precisionName(e.plan.precision));
    }
    std::printf("\n");
    std::printf("90 %% interval: %s to %s\n", engine::shownSeconds(e.stepRange.low).c_str(),
                engine::shownSeconds(e.stepRange.high).c_str());
    std::printf("Bound by %s. %s\n\n", models::stepBoundName(e.step.bound), e.why.c_str());
    std::printf("%s\n", tableText(withoutZeros(engine::stepParts(e), "time_s")).c_str());
    std::printf("%s\n", tableText(withoutZeros(engine::stepMemory(e), "gb")).c_str());
    std::printf("An accelerator has %s.\n",
                engine::shownMemory(estimateCase.cluster.accelerator->memoryBytes).c_str());
    std::printf("Power: %s, accelerators%s\n", engine::shownWatts(e.powerW).c_str(),
                estimateCase.cluster.server != nullptr ? " with their racks" : " alone");
    std::printf("Accelerator: %s mean over a step, %s in its hardest phase",
                engine::shownWatts(e.chipW).c_str(), engine::shownWatts(e.peakChipW).c_str());
    if (e.clock < 1.0) {
        std::printf(", clock %s %% under its power limit",
                    engine::shownNumber(100.0 * e.clock, 3).c_str());
    }
    std::printf("\n");
    if (!std::isnan(e.interruptionsPerDay)) {
        std::printf(
            "%s: %s a day, a checkpoint every %s, %s %% of the time trains\n",
            std::isnan(e.spotLossesPerDay) ? "Failures" : "Failures and losses of spot servers",
            engine::shownNumber(e.interruptionsPerDay, 3).c_str(),
            engine::shownSeconds(e.checkpointS).c_str(),
            engine::shownNumber(100.0 * e.goodput, 3).c_str());
    }
    printSpot(e);
    if (!std::isnan(e.durationS)) {
        std::printf("All tokens: %s, %s MWh", engine::shownSeconds(e.durationS).c_str(),
                    engine::shownNumber(e.energyJ / 3.6e9, 4).c_str());
        if (!std::isnan(e.rentUsd)) {
            std::printf(", rent %s", rentText(e).c_str());
        }
        if (!std::isnan(e.energyUsd)) {
            std::printf(", energy %s", engine::shownUsd(e.energyUsd).c_str());
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
                         "out of memory: " + engine::shownBytes(-e.step.memory.spareBytes) +
                             " are missing on each accelerator",
                         engine::memoryRemedy(question) + "; --optimize searches a plan that fits",
                         {},
                         {},
                         0};
}

int printFinding(const engine::Error& error) {
    std::fprintf(stderr, "%s\n", error.text().c_str());
    return kFindings;
}

/// No plan is a finding too.
engine::Error noPlan(const engine::PlanSearch& search) {
    if (search.plans == 0 && search.notCombined > 0) {
        return {
            "EST-017",
            "the software combines none of the plans that divide accelerators, layers and batch",
            "take other --software, or --any-combination",
            {},
            {},
            0};
    }
    if (search.plans == 0) {
        return {"EST-017",
                "no plan divides accelerators, layers and batch",
                "take a --batch and a number of accelerators with more divisors",
                {},
                {},
                0};
    }
    return {"EST-017",
            "no plan fits the memory: the nearest (" + planText(search.nearest) + ") misses " +
                engine::shownBytes(search.leastMissingBytes),
            "take more accelerators, or such with more memory",
            {},
            {},
            0};
}

void printSearch(const engine::PlanSearch& search) {
    std::printf(
        "%s\nOne row for each idea: context ranks, chunks and micro-batches are the best of it.\n"
        "%llu plans, %llu more that the software does not combine; %llu out of memory, %llu "
        "estimated, %llu of these ruled out by a bound of their step. %s\n\n",
        tableText(engine::rankedPlans(search)).c_str(),
        static_cast<unsigned long long>(search.plans),
        static_cast<unsigned long long>(search.notCombined),
        static_cast<unsigned long long>(search.outOfMemory),
        static_cast<unsigned long long>(search.estimated),
        static_cast<unsigned long long>(search.ruledOut), engine::whyFirst(search).c_str());
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
    notes.insert(notes.end(), options.launchNotes.begin(), options.launchNotes.end());
    const models::SoftwareStackSpec& software = engine::softwareOf(question);
    if (const std::string gap = engine::planGapText(question.plan, software, question.softwareName);
        !gap.empty()) {
        notes.push_back(gap + " The figures hold for software that does.");
    }
    const bool varies = options.vary.find("software") != std::string::npos;
    if (options.software.empty() && !varies &&
        software.year < question.cluster->accelerator->year) {
        notes.push_back("The usual software, " + question.softwareName + ", is of " +
                        std::to_string(software.year) +
                        ", before this accelerator: --software names newer.");
    }
    if (question.model->experts > 0 && question.plan.tensor > 1) {
        const int split = models::expertTensorRanks(question.plan, software);
        notes.push_back(split > 1 ? "Each expert is split by " + std::to_string(split) +
                                        " tensor ranks (--etp)."
                                  : "Experts are whole on each tensor rank (--etp 1).");
    }
    if (asked.search && options.vary.empty()) {
        notes.push_back("The search held precision " +
                        std::string(models::precisionName(question.plan.precision)) + ", batch " +
                        engine::shownNumber(question.plan.batchSequences, 9) + " and software " +
                        question.softwareName +
                        ": --vary precision,batch,software searches them too.");
    }
}

/// Takes the plan's network rates from the project. Otherwise adapters have their full rate, and a note states it.
void addNetwork(const EstimateTrainingOptions& options, TrainingAsked& asked) {
    if (!asked.about.project) {
        return;
    }
    const auto network = engine::networkAlone(*asked.about.project, asked.about.catalogue,
                                              asked.question, options.profile);
    std::vector<std::string>& notes = asked.about.cluster.notes;
    if (!network) {
        notes.push_back("Adapters at their full rate: " + network.error().message + ".");
        return;
    }
    asked.question.network = *network;
    notes.push_back(
        "The job has the project's network to itself: " +
        engine::shownNumber(100.0 * network->cost, 3) + " % of its step waits for it" +
        (network->sites > 1 ? ", over " + std::to_string(network->sites) + " sites." : "."));
    if (asked.search) {
        notes.push_back("The search compared plans at the adapters' full rate.");
    }
}

engine::ResultAll<std::unique_ptr<TrainingAsked>> ask(
    const EstimateTrainingOptions& options, const engine::PlanSearchProgress& progress = {},
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
    if (question.model->experts > 0) {  // the value in use, for people and scripts
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
        return fail(engine::Error{"RLG-003",
                                  "the file is the " + log->form + ", not a log of training",
                                  "Use the log of Megatron or torchtitan.",
                                  options.log,
                                  {},
                                  0});
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
    const auto run =
        engine::compareRun(answer.question, *answer.estimate, *log, answer.about.catalogue);
    if (!run) {
        return fail(run.error());
    }
    if (options.common.format == "json") {
        nlohmann::json all =
            engine::trainingJson(*answer.estimate, answer.question, answer.about.cluster.notes);
        all["run"] = engine::comparisonJson(*log, *run);
        printJson(all);
    } else {
        printEstimate(answer.about, *answer.estimate, answer.question.softwareName, options);
        printComparison(*log, *run);
    }
    return run->slower > 0.0 && !run->inside ? kFindings : kFine;
}

nlohmann::json jsonOf(const TrainingAsked& asked, const EstimateTrainingOptions& options) {
    nlohmann::json all =
        engine::trainingJson(*asked.estimate, asked.question, asked.about.cluster.notes);
    if (asked.search) {
        all["search"] = engine::searchJson(*asked.search, options.objective);
    }
    return all;
}

int training(EstimateTrainingOptions options) {
    if (const auto taken = takeLaunch(options); !taken) {
        return fail(taken.error());
    }
    if (!options.log.empty()) {
        return compareWithLog(options);
    }
    Progress bar("search", options.common.optimize, kQuietS);
    const auto asked =
        options.common.optimize
            ? ask(
                  options, [&bar](double done) { bar.update(done, {}); }, &catchInterrupts())
            : ask(options);
    bar.finish();
    if (!asked) {
        return fail(asked.error());
    }
    const TrainingAsked& answer = **asked;
    if (answer.search && !answer.search->complete) {
        return kCancelled;
    }
    if (answer.estimate && !options.printLaunch.empty()) {
        const auto form = options.printLaunch == "megatron"     ? engine::LaunchForm::Megatron
                          : options.printLaunch == "torchtitan" ? engine::LaunchForm::Torchtitan
                          : options.printLaunch == "deepspeed"  ? engine::LaunchForm::DeepSpeed
                                                                : engine::LaunchForm::MaxText;
        std::printf("%s", engine::launchText(answer.estimate->plan, form).c_str());
    } else if (answer.estimate && options.common.format == "json") {
        printJson(jsonOf(answer, options));
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

engine::ResultAll<nlohmann::json> trainingAnswer(const std::vector<std::string>& arguments) {
    EstimateTrainingOptions options;
    readArguments(arguments, "estimate training",
                  [&](Subcommand command) { addTrainingOptions(command, options); });
    if (!options.launch.empty()) {
        return tl::unexpected(engine::Errors{{"EST-029",
                                              "a launch file is read on the command line only",
                                              "State the plan by --tp, --pp and the other options",
                                              {},
                                              {},
                                              0}});
    }
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
