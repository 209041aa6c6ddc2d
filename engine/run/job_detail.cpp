// SPDX-License-Identifier: Apache-2.0
#include "engine/run/job_detail.h"

#include "engine/run/services/services.h"
#include "engine/run/workload/allocation.h"
#include "engine/run/workload/job_checkpoints.h"
#include "engine/run/workload/job_energy.h"
#include "engine/run/workload/job_rate.h"
#include "engine/run/workload/past_jobs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

constexpr std::size_t kEventsShown = 200;

const char* tierName(models::CheckpointTier tier) {
    switch (tier) {
        case models::CheckpointTier::Storage:
            return "shared storage";
        case models::CheckpointTier::LocalNvme:
            return "drives of its servers";
        case models::CheckpointTier::Memory:
            return "memory of its servers";
    }
    return "";
}

const char* policyName(std::int32_t policy) {
    switch (static_cast<models::CheckpointPolicy>(policy)) {
        case models::CheckpointPolicy::Fixed:
            return "as stated";
        case models::CheckpointPolicy::Young:
            return "by Young";
        case models::CheckpointPolicy::Daly:
            return "by Daly";
    }
    return "";
}

/// Rates of a training job at its clock, its shares of the network and its data.
StepTerms stepTermsOf(const Plant& plant, const Job& job, const models::TrainingStep& step) {
    StepTerms terms;
    terms.computeS = step.computeS;
    terms.bubbleS = step.bubbleS;
    terms.tensorS = step.tensorS;
    terms.pipelineS = step.pipelineS;
    terms.contextS = step.contextS;
    terms.expertS = step.expertS;
    terms.dataS = step.dataS;
    terms.stragglerS = step.stragglerS;
    terms.overheadS = step.overheadS;
    terms.waitS = job.place < 0 ? std::max(0.0, job.stepS - step.stepS) : 0.0;
    terms.movingShare = movingShare(job) * (1.0 - plant.failures.checkCost);
    return terms;
}

void addStep(JobDetail& d, const StepTerms& step) {
    for (const StepTermInfo& term : stepTerms()) {
        if (const double value = step.*term.value; value > 0.0) {
            d.step.push_back({std::string(term.label), value, "s", std::string(term.why)});
        }
    }
}

void addMemory(JobDetail& d, const models::TrainingMemory& memory) {
    const auto part = [&](const char* label, double bytes, const char* why) {
        if (bytes > 0.0) {
            d.memory.push_back({label, bytes, "B", why});
        }
    };
    part("Weights", memory.weights, "Weights of this rank's layers, by the sharding.");
    part("Gradients", memory.gradients, "As the weights.");
    part("Optimiser", memory.optimiser, "32-bit weights and two moments, by the sharding.");
    part("Activations", memory.activations, "Kept for the backward pass, first stage.");
    part("Logits", memory.logits, "Logits of one micro-batch, on the last stage.");
    part("Buffers", memory.buffers, "Gathered layers, messages, contexts.");
    part("Fragmentation", memory.fragmentation, "Allocated, and used by nothing.");
}

void addIteration(JobDetail& d, const models::IterationTime& t) {
    const auto term = [&](const char* label, double value, const char* why) {
        if (value > 0.0) {
            d.step.push_back({label, value, "s", why});
        }
    };
    term("Reading weights", t.weightsS,
         "Matrices of few rows: their weights over the memory rate.");
    term("Matrices", t.matrixS, "By the kernel law of the accelerator at their shapes.");
    term("Reading the cache", t.cacheS, "Keys and values of all contexts over the memory rate.");
    term("Vectors", t.vectorS, "Norms, activations, residuals over the memory rate.");
    term("Tensor parallel", t.tensorS, "Two all-reduces a layer.");
    term("Expert parallel", t.expertS, "Tokens to their experts and back.");
    term("Between stages", t.pipelineS, "Activations from stage to stage.");
    term("Launches", t.launchS, "Start and drain of the kernels in a captured graph.");
    term("Host", t.hostS, "Scheduling and sampling that is not hidden.");
}

void addTimes(JobDetail& d, const Job& job, const JobProgress& p) {
    const double n = std::max(1, job.accelerators);
    const auto part = [&](const char* label, double value, const char* why) {
        d.time.push_back({label, value, "s", why});
    };
    part("Queued", d.row.queuedS, "Waiting for accelerators, held with it.");
    part("Starting", (job.startingS + p.startingS) / n,
         "Scheduling, start-up, reading the checkpoint, slower first steps.");
    part("Productive", p.productiveS / n, "Progress that is kept or may still be.");
    part("Checkpoint stalls", (job.stalledS + p.stalledS) / n, "It halts for a checkpoint.");
    part("Hung", (job.hungS + p.hungS) / n, "A part of it failed and nobody has noticed yet.");
    part("Lost", job.lostS / n, "Progress since a checkpoint that survived, done again.");
}

/// Money of its leases at other sites.
void addOffSite(JobDetail& d, const Plant& plant, const Job& job, const RemoteJob& away) {
    if (job.remote < 0) {
        return;
    }
    const std::string where = job.place < 0
                                  ? std::string{"other sites"}
                                  : plant.remotes[static_cast<std::size_t>(job.place)].name;
    d.cost.push_back({"Rent", away.rentUsd, "USD",
                      fmt::format("Accelerators at {}, from the request for servers on.", where)});
    d.cost.push_back({"Energy elsewhere", away.energyUsd, "USD",
                      fmt::format("{:.4g} kWh with the PUE of the place; 0 where rent holds it.",
                                  away.facilityJ / 3.6e6)});
    d.cost.push_back({"Egress", away.egressUsd, "USD",
                      "Data and checkpoints that left a place which charges for that."});
}

void addPlan(JobDetail& d, const Plant& plant, const Job& job) {
    if (job.training >= 0) {
        const models::TrainingJobSpec& t = trainingOf(plant, job).spec;
        d.plan.push_back(
            fmt::format("Tensor {} × pipeline {} × data {}", t.tensorParallel, t.pipelineParallel,
                        t.accelerators / std::max(1, t.tensorParallel * t.pipelineParallel)));
        d.plan.push_back(fmt::format("{} micro-batches, {} chunk{} a stage, {:.3g} M tokens a step",
                                     t.microBatches, t.interleave, t.interleave == 1 ? "" : "s",
                                     t.batchTokens / 1e6));
    } else if (job.source != JobSource::Service) {
        d.plan.push_back(fmt::format("{:.3g} h of running time", job.work / 3600.0));
    }
    if (job.source == JobSource::Service) {
        const PlantService& s = plant.services[static_cast<std::size_t>(job.sourceIndex)];
        d.plan.push_back(fmt::format("Tensor {} × pipeline {} × experts {}", s.spec.tensorParallel,
                                     s.spec.pipelineParallel, s.spec.expertParallel));
        d.plan.push_back(fmt::format("{} serves {} in {:g} bits, cache in {:g}", s.spec.stack,
                                     s.spec.model, s.spec.weightBits,
                                     models::planOf(s.spec, s.stack).cacheBits));
        return;
    }
    const auto tier =
        job.training >= 0 ? trainingOf(plant, job).checkpointTier : models::CheckpointTier::Storage;
    d.plan.push_back(fmt::format("Checkpoint each {:.3g} min ({}), safe in {} after {:.3g} s",
                                 job.checkpointS / 60.0, policyName(job.intervalPolicy),
                                 tierName(tier), job.writeS));
    if (job.storeEveryS > 0.0) {
        d.plan.push_back(fmt::format("Copy to storage each {:.3g} min, safe after {:.3g} s",
                                     job.storeEveryS / 60.0, job.storeWriteS));
    }
    const double meanS = meanTimeToInterruptionS(plant, job.pool, job.accelerators);
    d.plan.push_back(
        std::isfinite(meanS)
            ? fmt::format("Interrupted each {:.3g} h, by the rates of its parts", meanS / 3600.0)
            : std::string{"Nothing fails at random"});
}

JobSpan openSpanOf(const Plant& plant, const State& state, const Job& job) {
    int rack = -1;
    if (job.firstSlot >= 0) {
        const ServerIndex server(serverOfSlot(plant, job.pool, job.firstSlot));
        rack = plant.serverRack[static_cast<std::size_t>(server)];
    }
    return {job.id, job.state, job.spanFromS, state.timeS, job.accelerators, rack, -1};
}

}  // namespace

double ettrOf(const Job& job, double timeS) {
    const double endS = job.endS >= 0.0 ? job.endS : timeS;
    if (job.firstStartS < 0.0 || endS <= job.firstStartS || job.wanted <= 0) {
        return 0.0;
    }
    return std::min(1.0,
                    progressAt(job, timeS).productiveS / (job.wanted * (endS - job.firstStartS)));
}

JobRow rowOf(const Plant& plant, const State& state, const Jobs& jobs, const Job& job) {
    JobRow row;
    row.id = job.id;
    row.name = jobs.name(job);
    row.state = job.state;
    row.accelerators = job.accelerators;
    row.submitS = job.submitS;
    row.startS = job.startS;
    row.progress = job.work > 0.0 ? progressAt(job, state.timeS).done / job.work : 0.0;
    row.tokensPerS = job.training >= 0 ? job.rate : 0.0;
    row.stepTimeS = job.stepS;
    row.mfu = job.mfu;
    if (job.training >= 0 && job.place < 0 && job.state == JobState::Running) {
        row.step = stepTermsOf(plant, job, trainingStepOf(plant, job));
    }
    row.restarts = job.restarts;
    row.why = jobs.why(job);
    if (job.tenant >= 0) {
        row.tenant = plant.tenants[static_cast<std::size_t>(job.tenant)];
    }
    row.accelerator = plant.pools[static_cast<std::size_t>(job.pool)].accelerator;
    row.priority = job.priority;
    row.preemptions = job.preemptions;
    row.held = job.state == JobState::Queued && job.line == JobLine::Held;
    row.service = job.source == JobSource::Service;
    row.endS = job.endS;
    row.queuedS = job.queuedS + (job.state == JobState::Queued ? state.timeS - job.queueS : 0.0);
    row.deadlineS = job.deadlineS;
    row.ettr = ettrOf(job, state.timeS);
    row.costUsd = energyOf(plant, state, job).energyUsd;
    if (job.place >= 0) {
        const PlantRemote& place = plant.remotes[static_cast<std::size_t>(job.place)];
        row.site = place.name;
        row.accelerator = place.pool.accelerator;
    }
    const RemoteJob away = jobs.offSite(job);
    row.costUsd += away.rentUsd + away.energyUsd + away.egressUsd;
    return row;
}

JobCard cardOf(const Plant& plant, const Jobs& jobs, const Job& job) {
    return {job.id,
            jobs.name(job),
            job.tenant < 0 ? std::string{} : plant.tenants[static_cast<std::size_t>(job.tenant)],
            plant.pools[static_cast<std::size_t>(job.pool)].accelerator,
            job.wanted,
            job.submitS};
}

std::vector<JobSpan> openSpansOf(const Plant& plant, const State& state) {
    std::vector<JobSpan> spans;
    const auto add = [&](JobIndex index) {
        spans.push_back(openSpanOf(plant, state, state.jobs[static_cast<std::size_t>(index)]));
    };
    for (const JobIndex index : state.running) {
        add(index);
    }
    for (const std::int32_t index : state.remote.away) {
        add(state.remote.jobs[static_cast<std::size_t>(index)].job);
    }
    for (const JobIndex index : state.held) {
        add(index);
    }
    for (std::size_t p = 0; p < state.queues.size(); ++p) {
        forEachWaiting(state, PoolIndex(p), [&](JobIndex index) {
            add(index);
            return true;
        });
    }
    std::sort(spans.begin(), spans.end(),
              [](const JobSpan& a, const JobSpan& b) { return a.job < b.job; });
    return spans;
}

namespace {

/// Entry of the log for a job that has left the State; null if there is none.
std::shared_ptr<const JobDetail> pastDetail(std::int64_t id, JobLog& history, EventLog& log) {
    if (!history.keeps()) {
        return nullptr;
    }
    const auto kept = history.history();
    auto detail = std::make_shared<JobDetail>();
    JobRow& row = detail->row;
    for (const auto& block : kept->cards) {
        for (const JobCard& card : *block) {
            if (card.id == id) {
                row.id = id;
                row.name = card.name;
                row.tenant = card.tenant;
                row.accelerator = card.accelerator;
                row.accelerators = card.accelerators;
                row.submitS = card.submitS;
            }
        }
    }
    if (row.id != id) {
        return nullptr;
    }
    for (const auto& block : kept->spans) {
        for (const JobSpan& span : *block) {
            if (span.job == id) {
                detail->spans.push_back(span);
            }
        }
    }
    for (const auto& block : log.blocks()) {
        for (const Event& event : *block) {
            if (event.job == id) {
                detail->events.push_back(event);
            }
        }
    }
    if (detail->events.size() > kEventsShown) {
        detail->events.erase(detail->events.begin(), detail->events.end() - kEventsShown);
    }
    for (const JobSpan& span : detail->spans) {
        row.queuedS += span.state == JobState::Queued ? span.toS - span.fromS : 0.0;
        row.startS = span.state == JobState::Starting ||
                             (span.state == JobState::Running && row.startS < row.endS)
                         ? span.fromS
                         : row.startS;
        row.endS = span.toS;
    }
    // Completion is ended by no event.
    const bool completed = !detail->spans.empty() && detail->spans.back().endedBy < 0 &&
                           detail->spans.back().state == JobState::Running;
    row.state = completed ? JobState::Completed : JobState::Failed;
    row.progress = completed ? 1.0 : 0.0;
    row.why = "Ended long ago: its name, spans and events are left.";
    return detail;
}

}  // namespace

void WatchedJob::watch(std::int64_t job, const State& state, const Jobs& jobs, EventLog& log,
                       JobLog& history) {
    job_ = job;
    seenEvent_ = -1;
    events_.clear();
    spans_.clear();
    ended_ = nullptr;
    if (jobs.indexOf(job_) < 0) {
        ended_ = pastDetail(job_, history, log);
        return;
    }
    gather(state, jobs, log, history);
    spans_.clear();
    if (history.keeps()) {
        const auto kept = history.history();
        for (const auto& block : kept->spans) {
            for (const JobSpan& span : *block) {
                if (span.job == job_) {
                    spans_.push_back(span);
                }
            }
        }
    } else {
        for (const JobSpan& span : history.freshSpans()) {
            if (span.job == job_) {
                spans_.push_back(span);
            }
        }
    }
    seenSpans_ = history.freshSpans().size();
}

void WatchedJob::keepEnded(const Plant& plant, const State& state, const Jobs& jobs) {
    const JobIndex index(jobs.indexOf(job_));
    if (index >= 0 && hasEnded(state.jobs[static_cast<std::size_t>(index)])) {
        ended_ = detail(plant, state, jobs);
    }
}

void WatchedJob::gather(const State& state, const Jobs& jobs, const EventLog& log,
                        const JobLog& history) {
    const JobIndex index(jobs.indexOf(job_));
    if (index < 0) {
        return;
    }
    const std::string name = jobs.name(state.jobs[static_cast<std::size_t>(index)]);
    const auto& recent = log.recent();
    auto first = recent.end();
    while (first != recent.begin() && std::prev(first)->id > seenEvent_) {
        --first;
    }
    for (; first != recent.end(); ++first) {
        seenEvent_ = first->id;
        if (first->subject == name) {
            events_.push_back(*first);
        }
    }
    if (events_.size() > kEventsShown) {
        events_.erase(events_.begin(), events_.end() - kEventsShown);
    }
    const auto& fresh = history.freshSpans();
    for (std::size_t i = seenSpans_; i < fresh.size(); ++i) {
        if (fresh[i].job == job_) {
            spans_.push_back(fresh[i]);
        }
    }
    seenSpans_ = fresh.size();
}

std::shared_ptr<const JobDetail> WatchedJob::detail(const Plant& plant, const State& state,
                                                    const Jobs& jobs) const {
    const JobIndex index(jobs.indexOf(job_));
    if (index < 0) {
        return ended_;
    }
    const Job& job = state.jobs[static_cast<std::size_t>(index)];
    auto detail = std::make_shared<JobDetail>();
    JobDetail& d = *detail;
    d.row = rowOf(plant, state, jobs, job);
    if (job.training >= 0) {
        const models::TrainingStep step = trainingStepOf(plant, job);
        addStep(d, stepTermsOf(plant, job, step));
        const models::CertainRange range = stepRangeOf(plant, job);
        d.stepLowS = range.low;
        d.stepHighS = range.high;
        addMemory(d, step.memory);
    } else if (job.source == JobSource::Service) {
        addIteration(d, iterationOf(plant, state, job));
    }
    const JobEnergy energy = energyOf(plant, state, job);
    d.cost.push_back({"Energy", energy.energyUsd, "USD",
                      fmt::format("{:.4g} kWh at the meter, its racks' shares by power, at the "
                                  "price of the hour. Accelerators themselves are not priced.",
                                  energy.energyJ / 3.6e6)});
    addOffSite(d, plant, job, jobs.offSite(job));
    addTimes(d, job, progressAt(job, state.timeS));
    forEachServer(plant, state, job, [&](ServerIndex server) {
        d.racks.push_back(plant.serverRack[static_cast<std::size_t>(server)]);
    });
    std::sort(d.racks.begin(), d.racks.end());
    d.racks.erase(std::unique(d.racks.begin(), d.racks.end()), d.racks.end());
    addPlan(d, plant, job);
    d.spans = spans_;
    if (job.endS < 0.0) {
        d.spans.push_back(openSpanOf(plant, state, job));
    }
    d.events = events_;
    return detail;
}

}  // namespace headroom::engine
