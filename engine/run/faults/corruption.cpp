// SPDX-License-Identifier: Apache-2.0
#include "engine/run/faults/corruption.h"

#include "engine/base/scale.h"
#include "engine/run/faults/hazards.h"
#include "engine/run/jobs/jobs.h"
#include "engine/run/workload/job_checkpoints.h"
#include "models/core/random.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

constexpr std::uint64_t kCorruptionStream = 13ULL << 40U;  ///< one stream per fault

const Job& jobAt(const State& s, JobIndex index) {
    return s.jobs[static_cast<std::size_t>(index)];
}

}  // namespace

Corruption::Corruption(const RunContext& run, Jobs& jobs)
    : Subsystem(run, Owner::Corruption), jobs_(jobs) {}

double Corruption::draw(const CorruptPart& part, int which) const {
    return models::randomUniform(plant_.seed,
                                 kCorruptionStream + static_cast<std::uint64_t>(part.fault),
                                 static_cast<std::uint64_t>(which));
}

std::string Corruption::nameOf(const CorruptPart& part) const {
    const std::string server = serverNameOf(plant_, part.server);
    return part.slot < 0
               ? server
               : fmt::format(
                     "{} accelerator {}", server,
                     part.slot - plant_.serverFirstSlot[static_cast<std::size_t>(part.server)] + 1);
}

CorruptPart* Corruption::find(std::int32_t fault) {
    auto& parts = s_.corruption.parts;
    const auto found = std::find_if(parts.begin(), parts.end(),
                                    [&](const CorruptPart& p) { return p.fault == fault; });
    return found == parts.end() ? nullptr : &*found;
}

bool Corruption::runsOn(JobIndex job, const CorruptPart& part) const {
    if (part.slot >= 0) {
        return s_.slotJob[static_cast<std::size_t>(part.slot)] == job;
    }
    const auto server = static_cast<std::size_t>(part.server);
    for (SlotIndex slot(plant_.serverFirstSlot[server]); slot < plant_.serverFirstSlot[server + 1];
         ++slot) {
        if (s_.slotJob[static_cast<std::size_t>(slot)] == job) {
            return true;
        }
    }
    return false;
}

void Corruption::corrupt(std::int32_t fault, ServerIndex server, SlotIndex slot, double meanS,
                         double timeS, std::int64_t event) {
    CorruptPart part;
    part.fault = fault;
    part.server = server;
    part.slot = slot;
    part.meanS = std::isnan(plant_.failures.lossSpikeS) ? meanS : plant_.failures.lossSpikeS;
    part.atS = timeS;
    part.event = event;
    ++s_.corruption.began;
    s_.corruption.parts.push_back(part);
    queueCheck(part, timeS);
    if (draw(part, 0) < plant_.failures.lossSpikeShare) {
        queueSpike(part, timeS);
    }
    for (const JobIndex job : jobs_.onServer(server)) {
        if (jobAt(s_, job).state == JobState::Running && runsOn(job, part)) {
            taint(job, part, timeS);
        }
    }
}

void Corruption::end(std::int32_t fault) {
    std::erase_if(s_.corruption.parts,
                  [&](const CorruptPart& part) { return part.fault == fault; });
}

void Corruption::taint(JobIndex job, const CorruptPart& part, double timeS) {
    for (const Taint& t : s_.corruption.taints) {
        if (t.job == job && t.fault == part.fault) {
            return;
        }
    }
    const JobProgress p = progressAt(jobAt(s_, job), timeS);
    s_.corruption.taints.push_back({job, part.fault, timeS, {p.done, p.productiveS}, p.taken});
}

/// Tests are at whole multiples of their period.
void Corruption::queueCheck(const CorruptPart& part, double timeS) {
    const double periodS = plant_.failures.checkPeriodS;
    if (periodS > 0.0) {
        queue_.push((std::floor(timeS / periodS) + 1.0) * periodS, CorruptionEvent::Check,
                    part.fault, Check, part.event, part.version);
    }
}

void Corruption::queueSpike(const CorruptPart& part, double timeS) {
    queue_.push(timeS - part.meanS * std::log(draw(part, 1 + 2 * part.spikes)),
                CorruptionEvent::Check, part.fault, LossSpike, part.event, part.version);
}

std::int32_t Corruption::hazardOf(const QueuedEvent& e) const {
    const auto& open = s_.faults.open;
    const auto fault =
        std::find_if(open.begin(), open.end(), [&](const Fault& f) { return f.number == e.a; });
    return fault == open.end() ? -1 : fault->hazard;
}

void Corruption::act(const QueuedEvent& e) {
    CorruptPart* part = find(e.a);
    if (part == nullptr || part->version != e.c) {
        return;
    }
    switch (static_cast<Stage>(e.b)) {
        case Check:
            ++part->checks;
            if (draw(*part, 2 * part->checks) < plant_.failures.checkCoverage) {
                found(e.a, true, e.timeS);
            } else {
                queueCheck(*part, e.timeS);
            }
            break;
        case LossSpike: {
            const auto& taints = s_.corruption.taints;
            const bool seen = std::any_of(taints.begin(), taints.end(), [&](const Taint& t) {
                return t.fault == e.a && jobAt(s_, t.job).state == JobState::Running;
            });
            if (seen) {
                localise(*part, e.timeS);
            } else {
                ++part->spikes;
                queueSpike(*part, e.timeS);
            }
            break;
        }
        case Localised:
            found(e.a, false, e.timeS);
            break;
    }
}

/// The job is known to be wrong; the part is not.
void Corruption::localise(CorruptPart& part, double timeS) {
    part.localising = 1;
    ++part.version;
    for (const Taint& t : s_.corruption.taints) {
        if (t.fault != part.fault || jobAt(s_, t.job).state != JobState::Running) {
            continue;
        }
        const Job& job = jobAt(s_, t.job);
        log_.add(s_, timeS, EventKind::Detected, jobs_.name(job),
                 words("Its loss has left its course: what it did may be wrong since some time. It "
                       "halts for {} while the part is "
                       "looked for.",
                       amount(plant_.failures.huntS / kHourS, "h", 1)),
                 part.event, {}, job.id, part.fault);
        jobs_.hang(t.job, timeS);
    }
    queue_.push(timeS + plant_.failures.huntS, CorruptionEvent::Check, part.fault, Localised,
                part.event, part.version);
}

/// The newest checkpoint from before the taint is still there.
bool Corruption::isKept(const Taint& taint, double timeS) const {
    const int kept = plant_.failures.checkpointsKept;
    if (kept <= 0) {
        return true;
    }
    const Job& job = jobAt(s_, taint.job);
    const JobProgress p = progressAt(job, timeS);
    const double sinceS = (p.productiveS - taint.clean.productiveS) / std::max(1, job.accelerators);
    return job.checkpointS <= 0.0 || std::floor(sinceS / job.checkpointS) < kept;
}

std::int64_t Corruption::rollBack(const Taint& t, double timeS, std::int64_t cause) {
    const bool kept = isKept(t, timeS);
    const double before = jobAt(s_, t.job).lostS;
    jobs_.discard(t.job, kept ? t.clean : JobMark{}, timeS);
    jobs_.interrupt(t.job, timeS, cause);
    const Job& job = jobAt(s_, t.job);
    const double lostS = job.lostS - before;
    s_.corruption.lostS += lostS;
    ++s_.corruption.jobsRolledBack;
    return log_.add(
        s_, timeS, EventKind::Note, jobs_.name(job),
        words("Goes back to {}: all since it met the bad part {} ago is worth nothing, {}.",
              kept ? "its newest checkpoint from before"
                   : "its beginning, since no checkpoint from before is kept",
              amount((timeS - t.sinceS) / kHourS, "h", 1),
              amount(lostS / kHourS, "accelerator-hours", 1)),
        cause, {}, job.id, t.fault);
}

void Corruption::found(std::int32_t fault, bool byCheck, double timeS) {
    const CorruptPart part = *find(fault);
    CorruptionState& c = s_.corruption;
    ++(byCheck ? c.foundByCheck : c.foundByLoss);
    c.taintedS += timeS - part.atS;
    const Words sinceItBegan = amount((timeS - part.atS) / kHourS, "h", 1);
    const auto event = log_.add(
        s_, timeS, EventKind::Detected, nameOf(part),
        byCheck ? words("Silent corruption found by test {} after {}.", part.checks, sinceItBegan)
                : words("Silent corruption: the part is found, {} after it began.", sinceItBegan),
        part.event, plant_.serverRack[static_cast<std::size_t>(part.server)], -1, fault);
    // Jobs change lists as they fall back: what concerns this part is taken out first.
    std::vector<Taint> mine;
    for (const Taint& t : c.taints) {
        if (t.fault == fault) {
            mine.push_back(t);
        }
    }
    std::erase_if(c.taints, [&](const Taint& t) { return t.fault == fault; });
    end(fault);
    for (const Taint& t : mine) {
        rollBack(t, timeS, event);
    }
    client_->corruptionFound(fault, timeS, event);
}

void Corruption::jobRuns(JobIndex job, double timeS) {
    for (const CorruptPart& part : s_.corruption.parts) {
        if (runsOn(job, part)) {
            taint(job, part, timeS);
        }
    }
}

void Corruption::jobFellBack(JobIndex job) {
    const double done = jobAt(s_, job).done;
    std::erase_if(s_.corruption.taints,
                  [&](const Taint& t) { return t.job == job && done <= t.begun.work; });
}

void Corruption::jobEnded(JobIndex job) {
    auto& taints = s_.corruption.taints;
    const auto erased = std::erase_if(taints, [&](const Taint& t) { return t.job == job; });
    if (erased > 0 && jobAt(s_, job).state == JobState::Completed) {
        ++s_.corruption.jobsEndedTainted;
    }
}

}  // namespace headroom::engine
