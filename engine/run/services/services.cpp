// SPDX-License-Identifier: Apache-2.0
#include "engine/run/services/services.h"

#include "engine/run/jobs/jobs.h"
#include "models/compute/rank_network.h"
#include "models/workload/usual.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

/// A change of the arrivals by less than this share does not solve anew.
constexpr double kLoadStep = 0.005;
/// No change of a replica's activity below this touches power and heat.
constexpr double kActivityStep = 0.002;
/// Time of an idle replica's page. A batch of one stands for it.
constexpr double kLeastBatch = 1.0;

models::ServiceLoad loadOf(const PlantService& service, double ratePerS) {
    models::ServiceLoad load{ratePerS, service.prompt, service.output, service.requests.burstiness};
    load.foundTokens = service.foundTokens;
    load.sharedTokens = service.sharedTokens;
    return load;
}

}  // namespace

double arrivalsPerS(const Plant& plant, const PlantService& service, double timeS) {
    const models::InferenceServiceSpec& spec = service.spec;
    if (timeS < spec.startS || (spec.endS >= 0.0 && timeS >= spec.endS)) {
        return 0.0;
    }
    if (!service.perMinute.empty()) {
        const auto minute = static_cast<std::size_t>((timeS - spec.startS) * spec.rateScale / 60.0);
        return minute < service.perMinute.size() ? service.perMinute[minute] / 60.0 * spec.rateScale
                                                 : 0.0;
    }
    const double secondOfDay = std::fmod(plant.startYearS + timeS, 86400.0);
    return service.requests.arrivalsPerS * spec.rateScale *
           models::diurnalFactor(service.requests, secondOfDay);
}

models::InferenceInput replicaInput(const Plant& plant, const PlantService& service, double clock) {
    const PlantPool& pool = plant.pools[static_cast<std::size_t>(service.pool)];
    const PlantBlock& block = plant.blocks[static_cast<std::size_t>(pool.blocks.front())];
    const PlantFabric& fabric = plant.fabrics[static_cast<std::size_t>(block.fabric)];
    models::InferenceInput in;
    in.model = &service.model;
    in.accelerator = &pool.spec;
    in.stack = &service.stack;
    in.network = models::rankNetwork(pool.spec, &fabric.scaleUp, &fabric.scaleOut);
    in.network.library = &service.library;
    in.network.networkReduces = fabric.spec.inNetworkReduction;
    in.scaleUpDomain = std::max(1, pool.spec.scaleUpDomain);
    in.plan = models::planOf(service.spec, service.stack);
    in.plan.speculation.draft = service.draft ? &*service.draft : nullptr;
    in.clock = clock;
    return in;
}

models::IterationTime iterationOf(const Plant& plant, const State& state, const Job& job) {
    const auto i = static_cast<std::size_t>(job.sourceIndex);
    const PlantService& service = plant.services[i];
    const models::InferenceInput in = replicaInput(plant, service, std::max(job.clock, 1e-3));
    models::IterationLoad load;
    load.decodes = std::max(kLeastBatch, state.services[i].batch);
    load.contextTokens = load.decodes * (service.prompt.mean + service.foundTokens +
                                         service.output.meanSquare / (2.0 * service.output.mean));
    return models::InferenceStep(in).time(load);
}

void Services::begin() {
    for (std::size_t i = 0; i < plant_.services.size(); ++i) {
        s_.services[i].nextScaleS = plant_.services[i].spec.startS;
    }
}

void Services::addReplica(std::size_t index, double timeS) {
    const PlantService& service = plant_.services[index];
    Job job;
    job.source = JobSource::Service;
    job.sourceIndex = static_cast<std::int32_t>(index);
    job.copy = s_.services[index].submitted++;
    job.pool = service.pool;
    job.profile = service.profileIndex;
    job.tenant = service.tenant;
    job.priority = service.spec.priority;
    job.preemptible = 0;
    job.accelerators = service.accelerators;
    job.leastAccelerators = job.mostAccelerators = service.accelerators;
    job.work = 1e18;  // never done: it is retired
    job.checkpointS = 1e18;
    job.startupS = service.startS;
    s_.serviceReplicas[index].emplace_back(jobs_.submit(job, timeS));
}

/// The one that costs least to lose: waiting, starting, the youngest that serves.
void Services::retireReplica(std::size_t index, double timeS) {
    std::vector<JobIndex>& replicas = s_.serviceReplicas[index];
    const auto rank = [&](JobIndex job) {
        const JobState state = s_.jobs[static_cast<std::size_t>(job)].state;
        return state == JobState::Queued ? 0 : state == JobState::Starting ? 1 : 2;
    };
    const auto victim = std::min_element(
        replicas.begin(), replicas.end(),
        [&](JobIndex a, JobIndex b) { return rank(a) != rank(b) ? rank(a) < rank(b) : a > b; });
    jobs_.retire(*victim, timeS);
    replicas.erase(victim);
}

void Services::resize(std::size_t index, int wish, double timeS) {
    std::vector<JobIndex>& replicas = s_.serviceReplicas[index];
    // A service killed by hand, or never placed, is not a replica any more.
    std::erase_if(replicas, [&](JobIndex job) {
        const JobState state = s_.jobs[static_cast<std::size_t>(job)].state;
        return state == JobState::Failed || state == JobState::Completed;
    });
    const int before = static_cast<int>(replicas.size());
    for (int n = before; n < wish; ++n) {
        addReplica(index, timeS);
    }
    for (int n = before; n > wish; --n) {
        retireReplica(index, timeS);
    }
    if (wish != before && timeS > plant_.services[index].spec.startS) {
        log_.add(s_, timeS, EventKind::Note, plant_.services[index].id,
                 fmt::format("Scales from {} to {} replicas.", before, wish));
    }
}

void Services::scale(std::size_t index, double timeS) {
    const models::InferenceServiceSpec& spec = plant_.services[index].spec;
    ServiceState& state = s_.services[index];
    if (spec.endS >= 0.0 && timeS >= spec.endS) {
        resize(index, 0, timeS);
        return;
    }
    if (state.begun == 0) {
        state.begun = 1;
        resize(index, spec.replicas, timeS);
        return;
    }
    const int now = static_cast<int>(s_.serviceReplicas[index].size());
    int wish = std::max(now, 1);
    if (spec.scaling == models::ScalingPolicy::None) {
        wish = spec.replicas;
    } else {
        // Replicas that start count: they will share the load.
        const double capacity = state.capacityPerS * std::max(now, 1);
        const double metric = spec.scaling == models::ScalingPolicy::Queue
                                  ? state.backlog / std::max(now, 1)
                              : capacity > 0.0 ? state.ratePerS / capacity
                                               : 1.0;
        const double ratio = metric / spec.scalingTarget;
        if (std::fabs(ratio - 1.0) > models::kScalingTolerance) {
            wish = static_cast<int>(std::ceil(std::min(now * ratio, 1e6) - 1e-9));
        }
        wish = std::clamp(wish, spec.minimumReplicas,
                          std::max(spec.minimumReplicas, spec.maximumReplicas));
        std::vector<double>& wishes = s_.serviceWishes[index];  // pairs: time, replicas
        wishes.push_back(timeS);
        wishes.push_back(wish);
        std::size_t old = 0;
        while (old < wishes.size() && wishes[old] < timeS - spec.cooldownS) {
            old += 2;
        }
        wishes.erase(wishes.begin(), wishes.begin() + static_cast<std::ptrdiff_t>(old));
        for (std::size_t i = 0; i < wishes.size() && wish < now; i += 2) {
            wish = std::max(wish, std::min(static_cast<int>(wishes[i + 1]), now));
        }
    }
    if (wish != now) {
        resize(index, wish, timeS);
    }
}

/// Steady state of the replicas that serve, where something changed since the last time.
void Services::solve(std::size_t index, double ratePerS) {
    const PlantService& service = plant_.services[index];
    ServiceState& state = s_.services[index];
    int serving = 0;
    double clock = 1.0;
    for (const JobIndex job : s_.serviceReplicas[index]) {
        const Job& replica = s_.jobs[static_cast<std::size_t>(job)];
        if (replica.state == JobState::Running && replica.rate > 0.0) {
            ++serving;
            clock = std::min(clock, replica.clock);
        }
    }
    const bool same = serving == state.serving && clock == state.clock &&
                      std::fabs(ratePerS - state.solvedPerS) <= kLoadStep * state.solvedPerS &&
                      state.capacityPerS > 0.0;
    if (!same) {
        state.serving = serving;
        state.clock = clock;
        state.solvedPerS = ratePerS;
        const models::InferenceInput in = replicaInput(plant_, service, clock);
        const models::InferenceStep step(in);
        const models::ServingMemory memory = models::servingMemory(in);
        const models::SteadyService steady =
            models::steadyService(step, memory, loadOf(service, ratePerS / std::max(serving, 1)));
        state.capacityPerS = steady.capacityPerS;
        state.batch = serving > 0 ? steady.batch : 0.0;
        state.activity = steady.activity;
        state.phases = steady.phases;
        state.tpotS = steady.tpotMeanS;
        // At the limit the wait is that of the backlog: see answer().
        const bool finite = !steady.saturated;
        state.ttftP50S = finite ? steady.ttftP50S : steady.tpotMeanS;
        state.ttftP99S = finite ? steady.ttftP99S : steady.tpotMeanS;
        state.tpotP99S = steady.tpotP99S;
        state.attainment =
            models::steadyAttainment(steady, service.spec.ttftLimitS, service.spec.tpotLimitS);
    }
    for (const JobIndex job : s_.serviceReplicas[index]) {
        const Job& replica = s_.jobs[static_cast<std::size_t>(job)];
        if (replica.state == JobState::Running && replica.rate > 0.0 &&
            (std::fabs(replica.activity - state.activity) > kActivityStep ||
             (state.activity == 0.0) != (replica.activity == 0.0))) {
            jobs_.load().setActivity(job, state.phases);
        }
    }
}

/// Requests answered in `dt`: at most the capacity; what arrived beyond it joins the backlog.
void Services::answer(std::size_t index, double ratePerS, double dt) {
    const PlantService& service = plant_.services[index];
    ServiceState& state = s_.services[index];
    const double waiting = state.backlog + ratePerS * dt;
    const double most = state.capacityPerS * state.serving * dt;
    const double served = std::min(waiting, most);
    const double backlogBefore = state.backlog;
    state.backlog = std::max(0.0, waiting - served);
    state.arrived += ratePerS * dt;
    state.answered += served;
    state.tokens += served * service.output.mean;
    state.servedPerS = dt > 0.0 ? served / dt : 0.0;
    const double capacityPerS = state.capacityPerS * state.serving;
    const double meanBacklog = 0.5 * (backlogBefore + state.backlog);
    state.waitS = meanBacklog <= 0.0 ? 0.0 : capacityPerS > 0.0 ? meanBacklog / capacityPerS : dt;
    const double late = state.waitS > service.spec.ttftLimitS ? 0.0 : 1.0;
    state.met += served * late * state.attainment;
}

void Services::advance(double timeS) {
    for (std::size_t i = 0; i < plant_.services.size(); ++i) {
        ServiceState& state = s_.services[i];
        const double dt = timeS - state.untilS;
        const double ratePerS =
            arrivalsPerS(plant_, plant_.services[i], 0.5 * (state.untilS + timeS));
        state.ratePerS = ratePerS;
        if (dt > 0.0) {
            // A backlog keeps the replicas as busy as they can be.
            const double offered = ratePerS + state.backlog / dt;
            solve(i, offered);
            answer(i, ratePerS, dt);
        } else {
            solve(i, ratePerS);
        }
        state.untilS = timeS;
        if (timeS >= state.nextScaleS) {
            scale(i, timeS);
            state.nextScaleS = timeS + models::kScalingPeriodS;
        }
    }
}

void Services::publish() {
    using Q = FacilityQuantity;
    double rate = 0.0, served = 0.0, tokens = 0.0, backlog = 0.0, p50 = 0.0, p99 = 0.0, tpot = 0.0,
           met = 0.0, answered = 0.0;
    int replicas = 0;
    for (std::size_t i = 0; i < plant_.services.size(); ++i) {
        const ServiceState& state = s_.services[i];
        rate += state.ratePerS;
        served += state.servedPerS;
        tokens += state.servedPerS * plant_.services[i].output.mean;
        backlog += state.backlog;
        replicas += state.serving;
        p50 += state.servedPerS * (state.ttftP50S + state.waitS);
        p99 = std::max(p99, state.servedPerS > 0.0 ? state.ttftP99S + state.waitS : 0.0);
        tpot += state.servedPerS * state.tpotS;
        met += state.met;
        answered += state.answered;
    }
    setQuantity(Q::RequestsPerS, rate);
    setQuantity(Q::AnswersPerS, served);
    setQuantity(Q::ServedTokensPerS, tokens);
    setQuantity(Q::RequestBacklog, backlog);
    setQuantity(Q::Replicas, replicas);
    setQuantity(Q::FirstTokenMedian, served > 0.0 ? p50 / served : 0.0);
    setQuantity(Q::FirstTokenP99, p99);
    setQuantity(Q::TokenTime, served > 0.0 ? tpot / served : 0.0);
    setQuantity(Q::SloAttainment, answered > 0.0 ? met / answered : 0.0);
}

std::vector<ServiceFigures> serviceFigures(const Plant& plant, const State& state) {
    std::vector<ServiceFigures> all;
    for (std::size_t i = 0; i < plant.services.size(); ++i) {
        const PlantService& service = plant.services[i];
        const ServiceState& now = state.services[i];
        all.push_back({service.id, now.arrived, now.answered, now.tokens, now.met, now.backlog,
                       service.spec.ttftLimitS, service.spec.tpotLimitS, now.serving,
                       now.ttftP50S + now.waitS, now.ttftP99S + now.waitS, now.tpotS,
                       now.tpotP99S});
    }
    return all;
}

}  // namespace headroom::engine
