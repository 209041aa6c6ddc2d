// SPDX-License-Identifier: Apache-2.0
#include "engine/live/lone_job.h"

#include "engine/base/scale.h"
#include "engine/experiment/run_until.h"
#include "engine/plant/plant.h"
#include "engine/run/simulator.h"
#include "engine/run/state/state.h"
#include "engine/run/workload/job_rate.h"
#include "models/workload/training_job.h"

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>
#include <utility>

namespace headroom::engine {

namespace {

/// Objects that give a facility other work or disturb it.
constexpr auto kOthers = std::to_array<std::string_view>(
    {"training_job", "job_generator", "job_trace", "batch_job", "inference_service", "load_trace",
     "drill", "broker", "remote_site", "failures", "maintenance"});

/// A job has begun to work by then; starts take minutes.
constexpr double kUntilS = kDayS;

Error cannot(std::string reason, std::string remedy) {
    return {"EST-028",
            "the network of the project is not known for this job: " + std::move(reason),
            std::move(remedy),
            {},
            {},
            0};
}

/// Id of the catalogue's entry with that spec; empty if it is not of the catalogue.
std::string idOf(const Catalogue& catalogue, std::string_view type, const void* spec) {
    for (const CatalogueEntry* entry : catalogue.entriesOf(type)) {
        if (entry->spec.get() == spec) {
            return entry->id;
        }
    }
    return {};
}

/// The plan of an estimate as a job of a project.
models::TrainingJobSpec jobOf(const TrainingQuestion& question) {
    const models::TrainingPlan& plan = question.plan;
    models::TrainingJobSpec job;
    job.accelerator = question.cluster->acceleratorId;
    job.accelerators = plan.accelerators;
    job.tensorParallel = plan.tensor;
    job.pipelineParallel = plan.pipeline;
    job.interleave = plan.interleave;
    job.contextParallel = plan.context;
    job.expertParallel = plan.expert;
    job.expertTensorParallel = plan.expertTensor;
    job.sharding = plan.sharding;
    job.shardGroup = plan.shardGroup;
    job.microBatchSequences = plan.microBatch;
    job.precision = plan.precision;
    job.recompute = plan.recompute;
    job.optimiser = plan.optimiser;
    job.offload = plan.offload;
    job.adapterRank = plan.adapterRank;
    job.frozenBits = plan.frozenBits;
    job.sequenceParallel = plan.sequenceParallel;
    job.batchTokens = plan.batchSequences * std::max(question.model->sequence, 1);
    job.totalTokens = 1e18;  // it does not end
    job.gradientCompression = question.gradientCompression;
    job.localSteps = question.localSteps;
    return job;
}

/// The project with that job alone.
Project withJobAlone(const Project& project, const models::TrainingJobSpec& job) {
    Project alone = project;
    std::erase_if(alone.objects, [](const Object& o) {
        return std::find(kOthers.begin(), kOthers.end(), o.type->id) != kOthers.end();
    });
    Object object;
    object.id = "estimate";
    object.type = &models::TrainingJobSpec::type();
    for (const models::Attribute& a : object.type->attributes) {
        object.values.push_back(a.get(a, &job));
    }
    alone.objects.push_back(std::move(object));
    return alone;
}

}  // namespace

Result<EstimateNetwork> networkAlone(const Project& project, const Catalogue& catalogue,
                                     const TrainingQuestion& question, const std::string& profile) {
    models::TrainingJobSpec job = jobOf(question);
    job.profile = profile;
    job.model = idOf(catalogue, "language_model", question.model);
    job.softwareStack = question.software == nullptr
                            ? std::string()
                            : idOf(catalogue, "software_stack", question.software);
    if (job.model.empty() || (question.software != nullptr && job.softwareStack.empty())) {
        return tl::unexpected(cannot("model or software are not of its catalogue",
                                     "Describe them in the project's folder catalog."));
    }
    RunOptions options;
    options.coupling = Coupling::Never;
    auto plant = compile(withJobAlone(project, job), catalogue, options);
    if (!plant) {
        const Error& first = plant.error().front();
        return tl::unexpected(cannot(first.message, first.remedy));
    }
    auto simulator = Simulator::create(std::make_shared<const Plant>(std::move(*plant)), options);
    if (!simulator) {
        const Error& first = simulator.error().front();
        return tl::unexpected(cannot(first.message, first.remedy));
    }
    Simulator& run = **simulator;
    const auto works = [&] {
        return !run.state().jobs.empty() && run.state().jobs.front().rate > 0.0;
    };
    RunHooks hooks;
    hooks.after = [&](Simulator&) { return !works(); };
    if (const auto end = works() ? RunEnd::Stopped : runUntil(run, kUntilS, hooks); !end) {
        return tl::unexpected(cannot(end.error().message, end.error().remedy));
    }
    if (!works()) {
        const auto refused = run.summary().refused;
        return tl::unexpected(cannot(refused.empty() ? "the job never starts" : refused.front(),
                                     "Run the project to see why."));
    }
    const Job& running = run.state().jobs.front();
    const models::TrainingStepInput in = trainingInputNow(run.plant(), running);
    return EstimateNetwork{in.dataShare,    in.tensorShare,   in.pipelineShare,   in.sites,
                           in.wanBytesPerS, in.wanRoundTripS, running.networkCost};
}

}  // namespace headroom::engine
