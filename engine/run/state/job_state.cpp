// SPDX-License-Identifier: Apache-2.0
#include "engine/plant/index.h"
#include "engine/run/state/past_sums.h"
#include "engine/run/state/state.h"
#include "engine/run/state/state_table.h"

#include <algorithm>

namespace headroom::engine {

namespace {

/// SchedulerState by pool: as many as the plant has, each a structure of lists.
class SchedulersColumn : public StateColumn {
  public:
    SchedulersColumn() : StateColumn("schedulers", Space::Scheduler) { byHand(); }

    void put(const State& s, ByteWriter& out) const override {
        putMember(out, std::uint64_t{s.schedulers.size()});
        each(s, out);
    }

    void put(const State& s, ByteHasher& out) const override { each(s, out); }

    void take(State& s, ByteReader& in) const override {
        std::uint64_t count = 0;
        in.take(count);
        in.good = in.good && count <= in.left;
        s.schedulers.resize(in.good ? count : 0);
        for (SchedulerState& scheduler : s.schedulers) {
            visitSchedulerState(scheduler, [&](auto& member) { in.take(member); });
        }
    }

  private:
    template <class Sink>
    static void each(const State& s, Sink& out) {
        for (const SchedulerState& scheduler : s.schedulers) {
            visitSchedulerState(scheduler, [&](const auto& member) { putMember(out, member); });
        }
    }

    std::size_t size(const State& s) const override { return s.schedulers.size(); }

    void assign(State& s, std::size_t size) const override { s.schedulers.assign(size, {}); }

    void copy(const State& old, State& now) const override { now.schedulers = old.schedulers; }

    void copyEntries(const State&, State&, const IndexMap&) const override {}

    void mapValues(State&, const IndexMap&) const override {}

    bool valuesBelow(const State&, std::int64_t) const override { return true; }
};

std::size_t sourcesOf(const Job& job, const Plant& plant, const State& s) {
    switch (job.source) {
        case JobSource::Training:
            return plant.training.size();
        case JobSource::Generator:
            return plant.generators.size();
        case JobSource::Trace:
            return plant.traces.size();
        case JobSource::Batch:
            return plant.batches.size();
        case JobSource::Service:
            return plant.services.size();
        case JobSource::Hand:
            return s.handNames.size();
    }
    return 0;
}

bool jobsFit(const Plant& plant, const State& s) {
    return std::all_of(s.jobs.begin(), s.jobs.end(), [&](const Job& job) {
        return job.pool >= 0 && below(job.pool, plant.pools.size()) &&
               below(job.sourceIndex, sourcesOf(job, plant, s)) &&
               below(job.firstSlot, at(plant.accelerators)) &&
               below(job.training, plant.training.size()) &&
               below(job.profile, plant.profiles.size()) &&
               below(job.tenant, plant.tenants.size()) && below(job.place, plant.remotes.size()) &&
               below(job.remote, s.remote.jobs.size()) && below(job.dataSet, plant.dataSets.size());
    });
}

bool arrivalsFit(const Plant& plant, const State& s) {
    return std::all_of(s.queue.begin(), s.queue.end(), [&](const QueuedEvent& e) {
        Job job;
        job.source = static_cast<JobSource>(e.a);
        return !e.is(JobEvent::Arrival) || (e.b >= 0 && below(e.b, sourcesOf(job, plant, s)));
    });
}

bool carryArrival(QueuedEvent& e, const DesignEdit& edit) {
    const IndexMap* sources = edit.map.sources(static_cast<JobSource>(e.a));
    e.b = sources == nullptr ? e.b : sources->now(e.b);
    return e.b >= 0;
}

/// Generators draw their first gap by themselves.
bool arrivalBegins(QueuedEvent& e, const DesignEdit& edit) {
    const auto kind = static_cast<JobSource>(e.a);
    const IndexMap* sources = edit.map.sources(kind);
    if (sources == nullptr || sources->toOld[at(e.b)] >= 0 || kind == JobSource::Generator) {
        return false;
    }
    e.timeS = std::max(e.timeS, edit.timeS);
    return true;
}

/// The bit maps of free servers are as long as the pools ask for.
bool mapsFit(const Plant& plant, const State& s) {
    for (std::size_t p = 0; p < plant.pools.size(); ++p) {
        if (s.freeMap[p].size() != freeMapWords(plant.pools[p])) {
            return false;
        }
    }
    return true;
}

/// Figures of tenants that left are nobody's from now on.
void carryPast(const PastState& old, PastState& now, const PlantMap& m) {
    now = old;
    if (m.tenant.isIdentity() || old.owners.empty()) {
        return;
    }
    const auto nobody = static_cast<std::int32_t>(m.tenant.toOld.size());
    const auto owner = [&](std::int32_t was) {
        const std::int32_t is = m.tenant.now(was);
        return is < 0 ? nobody : is;
    };
    now.owners.assign(m.tenant.toOld.size() + 1, {});
    for (std::size_t i = 0; i < old.owners.size(); ++i) {
        addSums(now.owners[at(owner(static_cast<std::int32_t>(i)))], old.owners[i]);
    }
    for (PastTimes& times : now.times) {
        times.owner = owner(times.owner);
    }
    sortPast(now);
}

void carryJobs(const DesignEdit& edit, const State& old, State& now) {
    const Plant& after = edit.after;
    const PlantMap& m = edit.map;
    carryPast(old.past, now.past, m);
    now.jobs = old.jobs;
    for (Job& job : now.jobs) {
        job.pool =
            PoolIndex(std::max(0, poolNow(after, m, job)));  // of jobs that ended it is only shown
        job.firstSlot = m.slot.now(job.firstSlot);
        if (const IndexMap* sources = m.sources(job.source)) {
            job.sourceIndex = sources->now(job.sourceIndex);
        }
        job.training = m.training.now(job.training);
        job.profile = m.profile.now(job.profile);
        job.tenant = m.tenant.now(job.tenant);
        job.dataSet = m.dataSet.now(job.dataSet);
        job.place = m.remote.now(job.place);
        if (!m.fabric.isIdentity() || !m.wan.isIdentity()) {
            job.bundle = -1;  // found anew by the fabrics
        }
    }
    now.training.clear();
    for (const JobIndex index : old.training) {
        if (now.jobs[at(index)].training >= 0) {
            now.training.push_back(index);
        }
    }
    for (std::size_t i = 0; i < m.trace.toOld.size(); ++i) {
        // A new trace continues from here: what it has before is over.
        auto& next = now.arrivals[after.generators.size() + i];
        const PlantTrace& trace = after.traces[i];
        while (m.trace.toOld[i] < 0 && next < static_cast<std::int64_t>(trace.jobs.size()) &&
               trace.jobs[static_cast<std::size_t>(next)].submitS - trace.offsetS < now.timeS) {
            ++next;
        }
    }
}

/// Lines of pools: kept where they are; else all in queues, for schedulers that begin
/// anew, which get what tenants have used.
void carryLines(const DesignEdit& edit, const State& old, State& now) {
    const PlantMap& m = edit.map;
    const bool stand = linesStand(edit.before, old, edit.after, m);
    for (std::size_t p = 0; p < now.pools.size(); ++p) {
        const std::int32_t was = m.pool.toOld[p];
        now.pools[p].queueHead = stand ? old.pools[p].queueHead : 0;
        now.pools[p].dirty = was < 0 ? 1 : old.pools[at(was)].dirty;
    }
    if (stand) {
        now.queues = old.queues;
        now.schedulerWakeS = old.schedulerWakeS;
        now.yielding = old.yielding;
        for (std::size_t p = 0; p < now.schedulers.size(); ++p) {
            const std::int32_t spares = now.schedulers[p].spares;
            now.schedulers[p] = old.schedulers[p];
            now.schedulers[p].spares = spares;
        }
        return;
    }
    for (std::size_t p = 0; p < old.queues.size(); ++p) {
        forEachWaiting(old, PoolIndex(p), [&](JobIndex index) {
            now.queues[at(now.jobs[at(index)].pool)].push_back(index);
            return true;
        });
    }
    for (std::size_t p = 0; p < now.schedulers.size(); ++p) {
        const std::int32_t was = m.pool.toOld[p];
        if (was < 0 || at(was) >= old.schedulers.size()) {
            continue;
        }
        const SchedulerState& knew = old.schedulers[at(was)];
        now.schedulers[p].usageAtS = knew.usageAtS;
        now.schedulers[p].history = knew.history;
        for (std::size_t t = 0; t < now.schedulers[p].tenants.size(); ++t) {
            const std::int32_t tenant = m.tenant.toOld[t];
            if (tenant >= 0 && at(tenant) < knew.tenants.size()) {
                now.schedulers[p].tenants[t].usageS = knew.tenants[at(tenant)].usageS;
            }
        }
    }
}

/// A service that begins counts from now on.
void carryServices(const DesignEdit& edit, const State& /*old*/, State& now) {
    const PlantMap& m = edit.map;
    for (std::size_t i = 0; i < m.service.toOld.size(); ++i) {
        if (m.service.toOld[i] < 0) {
            now.services[i].untilS = now.timeS;
            now.services[i].nextScaleS = std::max(now.timeS, now.services[i].nextScaleS);
        }
    }
}

}  // namespace

std::size_t freeMapWords(const PlantPool& pool) {
    return at(pool.acceleratorsPerServer + 1) *
           at((pool.servers + kFreeMapBits - 1) / kFreeMapBits);
}

void declareJobs(StateTable& t) {
    QueuedKind& arrival = t.event(JobEvent::Arrival, Space::List);
    arrival.carry = carryArrival;
    arrival.begins = arrivalBegins;
    t.event(JobEvent::Kill, Space::Job).carry = [](QueuedEvent& e, const DesignEdit& edit) {
        e.c = edit.map.hazard.now(e.c - 1) + 1;
        return true;
    };
    t.event(JobEvent::Ready, Space::Job);
    t.event(JobEvent::End, Space::Job);
    t.event(JobEvent::Yield, Space::Job);
    t.event(JobEvent::Schedule, Space::Pool);
    t.value<&State::jobs>("jobs").byHand();
    t.value<&State::training>("training").byHand();
    t.value<&State::held>("held");
    t.value<&State::handNames>("handNames");
    t.value<&State::running>("running");
    t.column<&State::queues>("queues").byHand();
    t.column<&State::freeMap>("freeMap").byHand();
    t.column<&State::pools>("pools").byHand();
    t.column<&State::arrivals>("arrivals", Space::Source);
    t.value<&State::queue>("queue").byHand();
    t.value<&State::queueKept>("queueKept");
    t.value<&State::past, &PastState::owners>("past.owners").byHand();
    t.value<&State::past, &PastState::times>("past.times").byHand();
    t.value<&State::past, &PastState::coarse>("past.coarse");
    t.column<&State::schedulerWakeS>("schedulerWakeS", Space::Scheduler, kNoTime).byHand();
    t.column<&State::yielding>("yielding", Space::Scheduler).byHand();
    t.add(std::make_unique<SchedulersColumn>());
    t.edited(carryJobs);
    t.edited(carryLines);
    t.check("jobs", jobsFit);
    t.check("arrivals", arrivalsFit);
    t.check("maps of free servers", mapsFit);
}

void declareServices(StateTable& t) {
    t.column<&State::services>("services");
    t.column<&State::serviceReplicas>("serviceReplicas");
    t.column<&State::serviceWishes>("serviceWishes");
    t.edited(carryServices);
}

}  // namespace headroom::engine
