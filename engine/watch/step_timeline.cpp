// SPDX-License-Identifier: Apache-2.0
#include "engine/watch/step_timeline.h"

#include "engine/document/json_text.h"
#include "engine/plant/plant.h"
#include "engine/plant/server_name.h"
#include "engine/run/simulator.h"
#include "engine/run/state/state.h"
#include "engine/run/workload/allocation.h"
#include "engine/run/workload/job_checkpoints.h"
#include "engine/run/workload/job_name.h"
#include "engine/run/workload/job_rate.h"
#include "engine/waveform/waveform.h"
#include "models/workload/step_timeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace headroom::engine {

namespace {

using models::StepPart;

constexpr std::array kStepTimelineTable = {models::text<&StepTimelineSpec::job>(
    "job", "Job",
    {.doc = "Name or number of a training job that runs. Without it the largest one is taken."})};

constexpr models::ComponentType kStepTimelineType = {
    .id = "step-timeline",
    .label = "Step timeline",
    .section = {},
    .doc = "How a training job spends one step.",
    .attributes = kStepTimelineTable,
    .create = &models::createSpec<StepTimelineSpec>,
    .destroy = &models::destroySpec<StepTimelineSpec>,
};

/// The accelerator that all others of a job wait for.
struct SlowestRank {
    std::int64_t rank = -1;  ///< -1 if all are equally fast
    double speed = 1.0;      ///< share of full clock
    ServerIndex server;
};

SlowestRank slowestRankOf(const Plant& plant, const State& s, const Job& job) {
    SlowestRank slowest;
    double fastest = 0.0, least = std::numeric_limits<double>::infinity();
    std::int64_t rank = 0;
    for (SlotIndex slot = job.firstSlot; slot >= 0;
         slot = s.slotNext[static_cast<std::size_t>(slot)], ++rank) {
        const ServerIndex server = serverOfSlot(plant, job.pool, slot);
        const auto rack =
            static_cast<std::size_t>(plant.serverRack[static_cast<std::size_t>(server)]);
        double speed = s.rackClock[rack];
        if (!s.faults.slotSpeed.empty()) {
            speed = std::min(
                speed, static_cast<double>(s.faults.slotSpeed[static_cast<std::size_t>(slot)]));
        }
        fastest = std::max(fastest, speed);
        if (speed < least) {
            least = speed;
            slowest = {rank, speed, server};
        }
    }
    if (!(least < fastest)) {
        slowest.rank = -1;
    }
    return slowest;
}

/// "B1/R03/S07 · tensor 1, replica 4, stage 0".
std::string placeOfRank(const Plant& plant, const models::TrainingPlan& plan,
                        const SlowestRank& slowest) {
    std::int64_t left = slowest.rank;
    const auto next = [&left](int of) {
        const std::int64_t place = left % std::max(1, of);
        left /= std::max(1, of);
        return place;
    };
    const std::int64_t tensor = next(plan.tensor), context = next(plan.context),
                       replica = next(plan.copies());
    std::string text = fmt::format("{} · tensor {}", serverNameOf(plant, slowest.server), tensor);
    if (plan.context > 1) {
        text += fmt::format(", context {}", context);
    }
    return text + fmt::format(", replica {}, stage {}", replica, left);
}

/// Whether ranks wait for the slowest one in that part, or are slow with it.
bool waitsForSlowest(StepPart part) {
    return part != StepPart::Host && part != StepPart::Reading && part != StepPart::Checkpoint &&
           part != StepPart::Wan && part != StepPart::Launch;
}

Error noSteps(std::string message, std::string remedy) {
    return {"ASK-006", std::move(message), std::move(remedy), {}, {}, 0};
}

bool hasSteps(const Job& job) {
    return job.state == JobState::Running && job.training >= 0 && job.place < 0 && job.rate > 0.0;
}

Result<const Job*> askedJob(const Plant& plant, const State& s, const std::string& asked) {
    const Job* largest = nullptr;
    std::vector<std::string> names;
    for (const JobIndex index : s.running) {
        const Job& job = s.jobs[static_cast<std::size_t>(index)];
        const std::string name = jobName(plant, s, job);
        if (!asked.empty() && (name == asked || std::to_string(job.id) == asked)) {
            if (!hasSteps(job)) {
                return tl::unexpected(
                    noSteps("The job " + name + " makes no training steps here at this instant.",
                            "Ask for a training job that runs in this facility."));
            }
            return &job;
        }
        if (hasSteps(job)) {
            names.push_back(name);
            largest =
                largest == nullptr || job.accelerators > largest->accelerators ? &job : largest;
        }
    }
    if (!asked.empty()) {
        return tl::unexpected(
            noSteps("No job \"" + asked + "\" runs at this instant.",
                    didYouMean(asked, names, "Name a training job that runs then.")));
    }
    if (largest == nullptr) {
        return tl::unexpected(noSteps("No training job makes steps at this instant.",
                                      "Ask at a time when a job with a training plan runs."));
    }
    return largest;
}

/// One row: a phase, its powers, and who is waited for.
struct TimelineRow {
    const models::StepPartInfo* part = nullptr;
    double startS = 0.0, lengthS = 0.0, share = 0.0, inputW = 0.0, chipW = 0.0;
    const SlowestRank* slowest = nullptr;  ///< null if the phase waits for no rank
    const std::string* place = nullptr;
};

const std::vector<SheetField<TimelineRow>>& timelineFields() {
    using Row = TimelineRow;
    static const std::vector<SheetField<Row>> kFields = {
        {{"phase", "phase", "", "Part of the step."},
         [](const Row& r) { return std::string(r.part->label); }},
        {{"kind", "kind", "", "Computing, collective, wait, data loading or checkpoint."},
         [](const Row& r) { return std::string(r.part->kind); }},
        {{"start_s", "start", "s", "Since the start of the step.", 4},
         [](const Row& r) { return r.startS; }},
        {{"length_s", "length", "s", "Mean over the ranks of the job.", 4},
         [](const Row& r) { return r.lengthS; }},
        {{"share_pct", "share", "%",
          "Share of the time that one step costs the job, checkpoints included.", 1},
         [](const Row& r) { return r.share / models::unit::percent.toSi; }},
        {{"power_kw", "power", "kW", "Rack input of all accelerators of the job during the phase."},
         [](const Row& r) { return r.inputW / models::unit::kilowatt.toSi; }},
        {{"accelerator_w", "accelerator", "W", "Power of one accelerator during the phase.", 0},
         [](const Row& r) { return r.chipW; }},
        {{"slowest_rank", "slowest rank", "",
          "Rank that others wait for; empty if all are equally fast."},
         [](const Row& r) { return r.slowest ? SheetCell(r.slowest->rank) : SheetCell(); }},
        {{"slowest_at", "at", "", "Rack and server of that rank, and its place in the plan."},
         [](const Row& r) { return r.slowest ? SheetCell(*r.place) : SheetCell(); }},
        {{"slowest_speed_pct", "speed", "%", "Clock of that rank as a share of full clock.", 1},
         [](const Row& r) {
             return r.slowest ? SheetCell(r.slowest->speed / models::unit::percent.toSi)
                              : SheetCell();
         }},
        {{.key = "why", .label = "content", .why = "Content of the phase.", .isDetail = true},
         [](const Row& r) { return std::string(r.part->why); }}};
    return kFields;
}

Result<RunReply> answerStepTimeline(const Simulator& simulator, const void* spec) {
    const Plant& plant = simulator.plant();
    const State& s = simulator.state();
    const auto found = askedJob(plant, s, static_cast<const StepTimelineSpec*>(spec)->job);
    if (!found) {
        return tl::unexpected(found.error());
    }
    const Job& job = **found;
    const models::JobProfileSpec& profile = trainingOf(plant, job).profile;
    models::TrainingStep step = trainingStepOf(plant, job);
    if (job.readTokensPerS > 0.0) {
        models::waitForData(step, job.readTokensPerS, profile);
    }
    const SwingLoad load = swingLoadOf(plant, s, job);
    const auto pieces =
        models::stepTimeline(step, movingShare(job), plant.failures.checkCost, load.atLimit);
    double wholeS = 0.0, activityS = 0.0;
    for (const models::StepPiece& piece : pieces) {
        wholeS += piece.lengthS;
        activityS += piece.lengthS * piece.activity;
    }
    const double mean = activityS / wholeS;
    const SlowestRank slowest = slowestRankOf(plant, s, job);
    models::TrainingPlan plan =
        models::planOf(trainingOf(plant, job).spec, trainingOf(plant, job).model);
    plan.accelerators = job.accelerators;
    const std::string place = slowest.rank >= 0 ? placeOfRank(plant, plan, slowest) : std::string();
    std::vector<TimelineRow> rows;
    for (const models::StepPiece& piece : pieces) {
        const bool isNamed = slowest.rank >= 0 && waitsForSlowest(piece.part);
        const double more = piece.activity - mean;
        rows.push_back({&models::stepPartInfo(piece.part), piece.startS, piece.lengthS,
                        piece.lengthS / wholeS, load.meanInputW + load.inputSpanW * more,
                        (load.meanChipW + load.chipSpanW * more) / job.accelerators,
                        isNamed ? &slowest : nullptr, &place});
    }
    std::string title = fmt::format("{}: one step of {:.4g} s on {} accelerators",
                                    jobName(plant, s, job), step.stepS, job.accelerators);
    std::string why = fmt::format(
        "At {:.6g} s of the run. With checkpoints and tests one step costs {:.4g} s. The mean "
        "power of the phases is the "
        "present rack input, {:.5g} kW. Kernels and collectives of the layers alternate within "
        "milliseconds; each kind "
        "has its whole length here.",
        s.timeS, wholeS, load.meanInputW / models::unit::kilowatt.toSi);
    return RunAnswer{std::string(kStepTimelineType.id), s.timeS,
                     sheetOf<TimelineRow>(std::string(kStepTimelineType.id), std::move(title),
                                          std::move(why), timelineFields(), rows)};
}

constexpr RunQuestion kStepTimelineQuestion = {
    .name = kStepTimelineType.id,
    .title = "Step timeline",
    .about = "Phases of one training step of a job: start, length, power, slowest rank.",
    .spec = &kStepTimelineType,
    .answer = &answerStepTimeline,
};

}  // namespace

const RunQuestion& stepTimelineQuestion() {
    return kStepTimelineQuestion;
}

}  // namespace headroom::engine
