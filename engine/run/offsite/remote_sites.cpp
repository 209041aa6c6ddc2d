// SPDX-License-Identifier: Apache-2.0
#include "engine/run/offsite/remote_sites.h"

#include "engine/base/index.h"
#include "engine/run/jobs/jobs.h"
#include "engine/run/workload/allocation.h"
#include "engine/run/workload/job_checkpoints.h"
#include "engine/run/workload/job_rate.h"
#include "models/core/random.h"
#include "models/facility/wan_link.h"

#include <fmt/format.h>
#include <queue>

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

constexpr std::uint64_t kSpotStream = 5ULL << 40U;  ///< one stream for each job and lease

/// The broker collects requests for that long. Assumption.
constexpr double kCollectS = 60.0;

double roundTripS(const PlantRemote& remote) {
    return 2.0 * remote.spec.lengthM * models::kFibreDelaySPerM;
}

}  // namespace

void RemoteSites::begin() {
    auto at = s_.remote.dataAt.begin();
    for (const PlantDataSet& data : plant_.dataSets) {
        at = std::copy(data.at.begin(), data.at.end(), at);
    }
}

void RemoteSites::act(const QueuedEvent& e) {
    switch (e.as<RemoteEvent>()) {
        case RemoteEvent::Review:
            review(e.timeS);
            break;
        case RemoteEvent::Brought:
            brought(JobIndex(e.a), e.b, e.timeS);
            break;
        case RemoteEvent::TakenBack:
            jobs_.takenBack(JobIndex(e.a), e.b, e.timeS);
            break;
    }
}

RemoteJob& RemoteSites::entry(JobIndex job) {
    Job& j = s_.jobs[at(job)];
    if (j.remote < 0) {
        j.remote = static_cast<std::int32_t>(s_.remote.jobs.size());
        RemoteJob r;
        r.job = job;
        s_.remote.jobs.push_back(r);
    }
    return s_.remote.jobs[at(j.remote)];
}

int RemoteSites::mostAccelerators(const Job& job) const {
    int most = 0;
    for (const PlantRemote& r : plant_.remotes) {
        most = std::max(most, any() && job.mayLeave != 0 ? r.spec.accelerators : 0);
    }
    return most;
}

bool RemoteSites::dataIsHere(const Job& job) const {
    const std::size_t places = plant_.remotes.size() + 1;
    return job.dataSet < 0 || s_.remote.dataAt[at(job.dataSet) * places + places - 1] != 0;
}

std::string RemoteSites::why(const Job& job) const {
    const RemoteJob& r = s_.remote.jobs[at(job.remote)];
    const std::string& place = plant_.remotes[at(r.place)].name;
    switch (r.phase) {
        case RemotePhase::Bringing:
            return fmt::format("Its data goes to {}: {:.2f} TB at {:.2f} GB/s.", place,
                               r.bringBytes / 1e12, r.bytesPerS / 1e9);
        case RemotePhase::Starting:
            return fmt::format("Servers start at {}.", place);
        case RemotePhase::Running:
            return fmt::format("Runs at {}.", place);
        case RemotePhase::None:
            break;
    }
    return {};
}

// ---- money, energy, carbon ---------------------------------------------------------------------

RemoteJob RemoteSites::paidUpTo(const RemoteJob& remote, double timeS) const {
    RemoteJob r = remote;
    if (r.place < 0 || r.phase == RemotePhase::Bringing || timeS <= r.paidS) {
        return r;
    }
    const PlantRemote& place = plant_.remotes[at(r.place)];
    const Job& job = s_.jobs[at(r.job)];
    const double heldS = (timeS - r.paidS) * job.accelerators;
    const models::ChipPhases work =
        r.phase == RemotePhase::Running ? job.phases : models::ChipPhases();
    const double itJ = heldS * remoteAcceleratorW(place, work);
    r.rentUsd += heldS * place.usdPerS;
    r.itJ += itJ;
    r.facilityJ += itJ * place.pue;
    r.energyUsd += itJ * place.pue * place.energyUsdPerJ;
    r.carbonKg += itJ * place.pue * place.carbonKgPerJ;
    r.paidS = timeS;
    return r;
}

void RemoteSites::settle(RemoteJob& remote, double timeS) {
    const RemoteJob next = paidUpTo(remote, timeS);
    RemoteTotals& t = s_.remote.totals;
    t.rentUsd += next.rentUsd - remote.rentUsd;
    t.energyUsd += next.energyUsd - remote.energyUsd;
    t.itJ += next.itJ - remote.itJ;
    t.facilityJ += next.facilityJ - remote.facilityJ;
    t.carbonKg += next.carbonKg - remote.carbonKg;
    if (remote.place >= 0 && remote.phase != RemotePhase::Bringing) {
        t.heldS += (next.paidS - remote.paidS) * s_.jobs[at(remote.job)].accelerators;
    }
    remote = next;
}

/// Reserved capacity that no job holds is paid for all the same.
void RemoteSites::settleReserved(double timeS) {
    RemoteState& r = s_.remote;
    for (std::size_t p = 0; p < plant_.remotes.size(); ++p) {
        const PlantRemote& place = plant_.remotes[p];
        if (place.spec.purchase == models::Purchase::Reserved) {
            const double usd =
                (timeS - r.settledS) * (place.spec.accelerators - r.held[p]) * place.usdPerS;
            r.totals.idleRentUsd += usd;
            r.totals.rentUsd += usd;
        }
    }
    r.settledS = timeS;
}

RemoteTotals RemoteSites::totals(double timeS) const {
    RemoteTotals t = s_.remote.totals;
    for (const std::int32_t index : s_.remote.away) {
        const RemoteJob& now = s_.remote.jobs[at(index)];
        const RemoteJob next = paidUpTo(now, timeS);
        t.rentUsd += next.rentUsd - now.rentUsd;
        t.energyUsd += next.energyUsd - now.energyUsd;
        t.itJ += next.itJ - now.itJ;
        t.facilityJ += next.facilityJ - now.facilityJ;
        t.carbonKg += next.carbonKg - now.carbonKg;
        if (now.place >= 0 && now.phase != RemotePhase::Bringing) {
            t.heldS += (next.paidS - now.paidS) * s_.jobs[at(now.job)].accelerators;
        }
    }
    for (std::size_t p = 0; p < plant_.remotes.size(); ++p) {
        const PlantRemote& place = plant_.remotes[p];
        if (place.spec.purchase == models::Purchase::Reserved) {
            const double usd = (timeS - s_.remote.settledS) *
                               (place.spec.accelerators - s_.remote.held[p]) * place.usdPerS;
            t.idleRentUsd += usd;
            t.rentUsd += usd;
        }
    }
    return t;
}

double RemoteSites::rentNowUsdPerS() const {
    double usdPerS = 0.0;
    for (std::size_t p = 0; p < plant_.remotes.size(); ++p) {
        const PlantRemote& place = plant_.remotes[p];
        usdPerS += place.usdPerS * (place.spec.purchase == models::Purchase::Reserved
                                        ? place.spec.accelerators
                                        : s_.remote.held[p]);
    }
    return usdPerS;
}

// ---- the choice --------------------------------------------------------------------------------

/// Its remaining time at a place (-1 is here), alone on its accelerators, at full clock.
double RemoteSites::runS(const Job& job, int place) const {
    constexpr double kCannot = std::numeric_limits<double>::infinity();
    const PlantPool& home = plant_.pools[at(job.pool)];
    const double left = job.work - job.kept.work;
    const double moves = place < 0 ? 1.0 : 1.0 - plant_.remotes[at(place)].spec.networkWait;
    if (place >= 0 && plant_.remotes[at(place)].pool.spec.kind != home.spec.kind) {
        return kCannot;  // other compilers, other libraries
    }
    if (job.training >= 0) {
        const PlantTraining& t = plant_.training[at(job.training)];
        const int fabric = plant_.blocks[at(home.blocks.front())].fabric;
        const models::TrainingStep step =
            models::trainingStep(place < 0 ? trainingInput(t, home, plant_.fabrics[at(fabric)])
                                           : trainingInput(t, plant_.remotes[at(place)].pool,
                                                           plant_.remotes[at(place)].network));
        if (place >= 0 && !step.memory.fits()) {
            return kCannot;  // the plan was made for accelerators with more memory
        }
        return step.tokensPerS > 0.0 ? left / (step.tokensPerS * moves) : kCannot;
    }
    return place < 0 ? left
                     : left / (moves * remoteSpeed(home.spec, plant_.remotes[at(place)].pool.spec));
}

BrokerTask RemoteSites::task(const Job& job, int place, double timeS) const {
    BrokerTask t;
    t.accelerators = job.accelerators;
    t.runS = runS(job, place);
    const models::ChipPhases work = models::unplannedPhases(plant_.profiles[at(job.profile)].spec);
    t.powerW = place < 0 ? homeAcceleratorW(plant_, job.pool, work)
                         : remoteAcceleratorW(plant_.remotes[at(place)], work);
    t.checkpointS = job.checkpointS;
    const std::size_t places = plant_.remotes.size() + 1;
    const std::size_t to = place < 0 ? places - 1 : at(place);
    const auto egress = [&](std::size_t from) {
        return from + 1 == places ? 0.0 : plant_.remotes[from].egressUsdPerByte;
    };
    double usd = 0.0;
    if (job.dataSet >= 0 && s_.remote.dataAt[at(job.dataSet) * places + to] == 0) {
        double cheapest = std::numeric_limits<double>::infinity();
        for (std::size_t from = 0; from < places; ++from) {
            if (s_.remote.dataAt[at(job.dataSet) * places + from] != 0) {
                cheapest = std::min(cheapest, egress(from));
            }
        }
        t.bringBytes += plant_.dataSets[at(job.dataSet)].bytes;
        usd += cheapest * plant_.dataSets[at(job.dataSet)].bytes;
    }
    const double checkpoint =
        job.training >= 0 ? plant_.training[at(job.training)].checkpointBytes : 0.0;
    if (job.kept.work > 0.0 && place >= 0) {
        t.bringBytes += checkpoint;  // it came home when the job did
    }
    t.bringUsdPerByte = t.bringBytes > 0.0 ? usd / t.bringBytes : 0.0;
    t.returnBytes = place < 0 ? 0.0 : job.training >= 0 ? checkpoint : plant_.broker.resultBytes;
    if (job.deadlineS >= 0.0) {
        t.deadlineS = job.deadlineS - timeS;
    }
    if (job.budgetUsd >= 0.0) {
        const RemoteJob* spent = job.remote < 0 ? nullptr : &s_.remote.jobs[at(job.remote)];
        t.budgetUsd =
            job.budgetUsd - job.energyUsd -
            (spent == nullptr ? 0.0 : spent->rentUsd + spent->energyUsd + spent->egressUsd);
    }
    return t;
}

double RemoteSites::pueHere() const {
    return s_.totals.itJ > 0.0 ? s_.totals.facilityJ / s_.totals.itJ : 1.0;
}

BrokerPlace RemoteSites::here(const Job& job, double waitS) const {
    BrokerPlace p;
    p.accelerators = engine::mostAccelerators(plant_, job.pool, job.training >= 0);
    p.waitS = waitS;
    p.startS = job.training >= 0 || job.restarts > 0 ? plant_.failures.restartS : 0.0;
    p.usdPerS = plant_.broker.homeUsdPerS;
    p.energyUsdPerJ = plant_.energyUsdPerJ;
    p.carbonKgPerJ = plant_.carbonKgPerJ;
    p.pue = pueHere();
    return p;
}

BrokerPlace RemoteSites::there(const Job& job, int place, double timeS) const {
    const PlantRemote& r = plant_.remotes[at(place)];
    BrokerPlace p;
    p.accelerators = r.spec.accelerators;
    held_.clear();
    for (const std::int32_t index : s_.remote.away) {
        const RemoteJob& other = s_.remote.jobs[at(index)];
        if (other.place == place) {
            const Job& o = s_.jobs[at(other.job)];
            const double leftS = o.rate > 0.0 && o.state == JobState::Running
                                     ? (o.work - progressAt(o, timeS).done) / o.rate
                                     : runS(o, place);
            held_.push_back({leftS, o.accelerators});
        }
    }
    p.waitS = freeAfterS(r.spec.accelerators, r.spec.accelerators - s_.remote.held[at(place)],
                         job.accelerators, held_);
    p.startS = r.startS;
    p.bytesPerS = r.spec.bytesPerS / static_cast<double>(s_.remote.bringing[at(place)] + 1);
    p.roundTripS = roundTripS(r);
    p.usdPerS = r.usdPerS;
    p.minimumS = r.offer.minimumS;
    p.energyUsdPerJ = r.energyUsdPerJ;
    p.carbonKgPerJ = r.carbonKgPerJ;
    p.pue = r.pue;
    p.egressUsdPerByte = r.egressUsdPerByte;
    p.lossesPerS = r.lossesPerS(job.accelerators);
    p.rents =
        r.spec.purchase == models::Purchase::OnDemand || r.spec.purchase == models::Purchase::Spot;
    return p;
}

std::vector<Quote> RemoteSites::quotesOf(const Job& job, double homeWaitS, double timeS) const {
    std::vector<Quote> quotes;
    const double spent = rentNowUsdPerS();
    quotes.push_back(quoteOf(here(job, homeWaitS), task(job, -1, timeS), plant_.broker, spent));
    for (std::size_t p = 0; p < plant_.remotes.size(); ++p) {
        const int place = static_cast<int>(p);
        quotes.push_back(
            quoteOf(there(job, place, timeS), task(job, place, timeS), plant_.broker, spent));
    }
    return quotes;
}

std::int32_t RemoteSites::choose(const Job& job, double homeWaitS, double timeS, Words& why) const {
    const std::vector<Quote> quotes = quotesOf(job, homeWaitS, timeS);
    const int best = bestQuote(quotes, plant_.broker);
    if (best <= 0) {
        return -1;
    }
    const Quote& q = quotes[at(best)];
    if (q.startsS > kCollectS + plant_.broker.reviewS + q.bringS &&
        s_.remote.held[at(best - 1)] + job.accelerators >
            plant_.remotes[at(best - 1)].spec.accelerators) {
        return -1;  // has to wait there too: it waits here, and is looked at again
    }
    const Quote& h = quotes.front();
    const auto endsText = [](const Quote& quote) {
        return words("in {} for {}", amount(quote.endsS / 3600.0, "h", 1),
                     amount(quote.usd, "USD", 0));
    };
    const bool isPossibleHere = h.fault == QuoteFault::None || h.fault == QuoteFault::Late;
    why = words("Ends {}; here {}.", endsText(q),
                isPossibleHere ? endsText(h) : Words(quoteFaultText(h.fault)));
    return best - 1;
}

void RemoteSites::waits(double timeS) {
    if (any() && plant_.broker.objective != models::BrokerObjective::Orders &&
        s_.remote.reviewPending == 0) {
        s_.remote.reviewPending = 1;
        queue_.push(timeS + std::min(kCollectS, plant_.broker.reviewS), RemoteEvent::Review, 0, 0);
    }
}

void RemoteSites::review(double timeS) {
    s_.remote.reviewPending = 0;
    for (PoolIndex pool(0); pool < static_cast<int>(s_.pools.size()); ++pool) {
        reviewPool(pool, timeS);
    }
}

/// The queue as it would start here, first in, first out; those that may leave are quoted with the
/// wait that this gives them, and leave the line where they go.
void RemoteSites::walkLine(PoolIndex pool, double timeS,
                           const std::function<bool(JobIndex, double)>& leaves) const {
    using End = std::pair<double, int>;
    std::priority_queue<End, std::vector<End>, std::greater<>> ends;
    for (const JobIndex index : s_.running) {
        const Job& job = s_.jobs[at(index)];
        if (job.pool == pool && job.place < 0) {
            const double leftS = job.rate > 0.0
                                     ? (job.work - progressAt(job, timeS).done) / job.rate
                                     : runS(job, -1);
            ends.emplace(leftS, job.accelerators);
        }
    }
    // Spares are for jobs that a failure sent back.
    const PlantPool& of = plant_.pools[at(pool)];
    std::int64_t free = std::max<std::int64_t>(
        0, s_.pools[at(pool)].freeSlots - std::int64_t{of.spares} * of.acceleratorsPerServer);
    double nowS = 0.0;
    for (const JobIndex index : jobs_.queues().waiting(pool)) {
        const Job& job = s_.jobs[at(index)];
        while (free < job.accelerators && !ends.empty()) {
            nowS = std::max(nowS, ends.top().first);
            free += ends.top().second;
            ends.pop();
        }
        const double waitS =
            free < job.accelerators ? std::numeric_limits<double>::infinity() : nowS;
        if (job.mayLeave != 0 && leaves(index, waitS)) {
            continue;
        }
        if (free >= job.accelerators) {
            free -= job.accelerators;
            ends.emplace(nowS + runS(job, -1), job.accelerators);
        }
    }
}

void RemoteSites::reviewPool(PoolIndex pool, double timeS) {
    bool left = false;
    walkLine(pool, timeS, [&](JobIndex index, double waitS) {
        Words why;
        const std::int32_t place = choose(s_.jobs[at(index)], waitS, timeS, why);
        if (place >= 0) {
            send(index, place, timeS, why);
        }
        left = left || place < 0;
        return place >= 0;
    });
    if (left && s_.remote.reviewPending == 0) {
        s_.remote.reviewPending = 1;
        queue_.push(timeS + plant_.broker.reviewS, RemoteEvent::Review, 0, 0);
    }
}

// ---- there and back ----------------------------------------------------------------------------

void RemoteSites::send(JobIndex index, int place, double timeS, const Words& why) {
    settleReserved(timeS);
    const BrokerTask what = task(s_.jobs[at(index)], place, timeS);
    jobs_.sendAway(index, place, timeS);
    const Job& job = s_.jobs[at(index)];
    RemoteJob& r = entry(index);
    r.place = place;
    r.phase = RemotePhase::Bringing;
    r.fromS = r.paidS = timeS;
    r.bringBytes = what.bringBytes;
    ++r.leases;
    const double egressUsd = what.bringBytes * what.bringUsdPerByte;
    r.egressUsd += egressUsd;
    s_.remote.totals.egressUsd += egressUsd;
    ++s_.remote.totals.sent;
    s_.remote.away.push_back(job.remote);
    s_.remote.held[at(place)] += job.accelerators;
    log_.add(s_, timeS, EventKind::JobStarted, jobs_.name(job),
             words("Goes to {}. {}", plant_.remotes[at(place)].name, why), causes_.whyStarts(index),
             {}, job.id);
    if (r.bringBytes > 0.0) {
        ++s_.remote.bringing[at(place)];
        shareLine(place, timeS);
    } else {
        ask(r, timeS);
    }
}

/// Transfers on the line of a place share it equally from now on.
void RemoteSites::shareLine(int place, double timeS) {
    const PlantRemote& to = plant_.remotes[at(place)];
    const auto on = static_cast<double>(std::max<std::int64_t>(1, s_.remote.bringing[at(place)]));
    for (const std::int32_t index : s_.remote.away) {
        RemoteJob& r = s_.remote.jobs[at(index)];
        if (r.place != place || r.phase != RemotePhase::Bringing) {
            continue;
        }
        r.bringBytes = std::max(0.0, r.bringBytes - r.bytesPerS * (timeS - r.paidS));
        r.paidS = timeS;
        r.bytesPerS = to.spec.bytesPerS / on;
        Job& job = s_.jobs[at(r.job)];
        ++job.version;
        queue_.push(timeS + r.bringBytes / r.bytesPerS + roundTripS(to), RemoteEvent::Brought,
                    r.job, job.version);
    }
}

void RemoteSites::brought(JobIndex index, std::int32_t version, double timeS) {
    const Job& job = s_.jobs[at(index)];
    if (job.version != version || job.remote < 0) {
        return;
    }
    RemoteJob& r = s_.remote.jobs[at(job.remote)];
    if (job.dataSet >= 0) {
        s_.remote.dataAt[at(job.dataSet) * (plant_.remotes.size() + 1) + at(r.place)] = 1;
    }
    --s_.remote.bringing[at(r.place)];
    r.bringBytes = r.bytesPerS = 0.0;
    ask(r, timeS);
    shareLine(r.place, timeS);
}

/// Servers are asked for, and held from now on.
void RemoteSites::ask(RemoteJob& r, double timeS) {
    r.phase = RemotePhase::Starting;
    r.fromS = r.paidS = timeS;
    Job& job = s_.jobs[at(r.job)];
    job.reason = static_cast<std::int32_t>(JobReason::Starting);
    job.queuedS += timeS - job.sinceS;  // on the line it waited
    job.sinceS = timeS;
    ++job.version;
    queue_.push(timeS + plant_.remotes[at(r.place)].startS, JobEvent::Ready, r.job, job.version);
}

void RemoteSites::runs(JobIndex index, double timeS) {
    const Job& job = s_.jobs[at(index)];
    RemoteJob& r = s_.remote.jobs[at(job.remote)];
    settle(r, timeS);
    r.phase = RemotePhase::Running;
    const double lossesPerS = plant_.remotes[at(r.place)].lossesPerS(job.accelerators);
    if (lossesPerS > 0.0) {
        const double lifeS =
            models::randomExponential(plant_.seed, kSpotStream + static_cast<std::uint64_t>(job.id),
                                      static_cast<std::uint64_t>(r.leases)) /
            lossesPerS;
        queue_.push(timeS + lifeS, RemoteEvent::TakenBack, index, r.leases);
    }
}

void RemoteSites::leave(JobIndex index, double timeS, bool done) {
    Job& job = s_.jobs[at(index)];
    RemoteJob& r = s_.remote.jobs[at(job.remote)];
    const PlantRemote& place = plant_.remotes[at(r.place)];
    settleReserved(timeS);
    settle(r, timeS);
    if (r.phase == RemotePhase::Bringing) {
        --s_.remote.bringing[at(r.place)];
        r.phase = RemotePhase::None;
        shareLine(r.place, timeS);
    } else {
        const double shortS = place.offer.minimumS - (timeS - r.fromS);
        const double shortUsd = std::max(0.0, shortS) * job.accelerators * place.usdPerS;
        const double backBytes = !done ? 0.0
                                 : job.training >= 0
                                     ? plant_.training[at(job.training)].checkpointBytes
                                     : plant_.broker.resultBytes;
        const double egressUsd = backBytes * place.egressUsdPerByte;
        r.rentUsd += shortUsd;
        r.egressUsd += egressUsd;
        s_.remote.totals.rentUsd += shortUsd;
        s_.remote.totals.egressUsd += egressUsd;
    }
    s_.remote.held[at(r.place)] -= job.accelerators;
    r.place = -1;
    r.phase = RemotePhase::None;
    r.bringBytes = r.bytesPerS = 0.0;
    auto& away = s_.remote.away;
    away.erase(std::find(away.begin(), away.end(), job.remote));
}

models::ChipPhases RemoteSites::setRate(Job& job) const {
    const PlantRemote& place = plant_.remotes[at(job.place)];
    const models::JobProfileSpec& profile = plant_.profiles[at(job.profile)].spec;
    job.stallS = profile.checkpointStallS;
    job.writeS = job.storeEveryS = job.storeWriteS = 0.0;
    const double moves = 1.0 - place.spec.networkWait;
    if (job.training < 0) {
        const PlantPool& home = plant_.pools[at(job.pool)];
        job.rate = moves * movingShare(job) * remoteSpeed(home.spec, place.pool.spec);
        return models::withStalls(models::unplannedPhases(profile), movingShare(job), profile);
    }
    const PlantTraining& t = plant_.training[at(job.training)];
    const models::TrainingStep step =
        models::trainingStep(trainingInput(t, place.pool, place.network));
    job.rate = moves * step.tokensPerS * movingShare(job);
    job.stepS = step.stepS / moves;
    job.mfu = step.mfu * moves;
    return models::withStalls(step.phases, moves * movingShare(job), profile);
}

void RemoteSites::publish() {
    std::int64_t held = 0;
    for (const std::int32_t index : s_.remote.away) {
        const RemoteJob& away = s_.remote.jobs[at(index)];
        held += away.phase == RemotePhase::Bringing ? 0 : s_.jobs[at(away.job)].accelerators;
    }
    const RemoteTotals paid = totals(s_.timeS);
    setQuantity(FacilityQuantity::RemoteAccelerators, static_cast<double>(held));
    setQuantity(FacilityQuantity::RemoteCost, paid.rentUsd + paid.energyUsd + paid.egressUsd);
}

double remoteSpeed(const models::AcceleratorSpec& home, const models::AcceleratorSpec& other) {
    const auto rate = [](const models::AcceleratorSpec& a) {
        return std::isnan(a.measuredBf16FlopsPerS) ? a.bf16FlopsPerS : a.measuredBf16FlopsPerS;
    };
    const double ratio = rate(other) / rate(home);
    return ratio > 0.0 ? ratio : 1.0;
}

double homeAcceleratorW(const Plant& plant, PoolIndex pool, const models::ChipPhases& work) {
    const PlantBlock& block = plant.blocks[at(plant.pools[at(pool)].blocks.front())];
    const models::RackParts parts = block.parts();
    return models::rackPower(parts, models::evenLoad(parts, work)).inputW /
           block.acceleratorsPerRack;
}

}  // namespace headroom::engine
