// SPDX-License-Identifier: Apache-2.0
#include "engine/sim/simulator.h"

#include "engine/run/snapshot.h"
#include "engine/run/state_table.h"
#include "engine/sim/flow_gaps.h"
#include "engine/sim/frame_builder.h"
#include "engine/sim/index.h"
#include "engine/sim/job_energy.h"
#include "engine/sim/past_jobs.h"
#include "engine/sim/run_sums.h"
#include "engine/sim/scheduler.h"
#include "engine/sim/simulator_private.h"
#include "engine/sim/step_guard.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

/// A change of load on less than this share of the accelerators does not split a coupling step for
/// power and heat; it takes effect at the next split or step. Jobs themselves act at exact times.
constexpr double kSplitShare = 0.005;

/// Splits are that far apart at least, unless they are at one instant: a sum of a million short
/// intervals is no better than one of longer ones. Assumption: shorter than what racks feel.
constexpr double kLeastSplitS = 0.01;
constexpr double kSameInstantS = 1e-9;

}  // namespace

void Simulator::Private::begin() {
    state = stateAtRest(plant);
    initScheduler(plant, state);
    for (int r = 0; r < plant.racks; ++r) {
        jobs.noteRack(r);
    }
    jobs.refreshRacks();
    fabric.begin();
    electrical.begin();
    coolant.begin();
    remote.begin();
    jobs.begin();
    services.begin();
    failures.begin();
    state.flowing = coupling == Coupling::Always ? 1 : 0;
    weather = models::weatherAt(plant.weather, plant.startYearS);
    publish();
}

/// What only the running parts can find wrong with a plant.
Errors Simulator::Private::faults() const {
    Errors errors;
    for (const PlantDrill& drill : plant.drills) {
        const bool wiring = plant.network->arrayOf(drill.order.unit) >= 0 &&
                            drill.order.action != models::DrillAction::Mistake;
        if (!wiring && !failures.owns(drill.order) && !coolant.owns(drill.order) &&
            !fabric.owns(drill.order)) {
            errors.push_back({"SIM-030",
                              "A drill at " + std::to_string(std::lround(drill.atS / 60.0)) +
                                  " min finds nothing to act on: '" + drill.order.unit +
                                  "' has no such machine, unit, coolant row, switch, link, rack, "
                                  "server, accelerator or copy.",
                              "Name a part that it has, and a row, unit, switch or link from 1 to "
                              "their number.",
                              plant.file,
                              {},
                              0});
        }
    }
    return errors;
}

/// The State was loaded or copied: what follows from it is derived anew.
void Simulator::Private::restored() {
    coolant.restored();
    fabric.restored();
}

Simulator::Simulator() = default;
Simulator::~Simulator() = default;

ResultAll<std::unique_ptr<Simulator>> Simulator::create(const Project& project,
                                                        const Catalogue& catalogue,
                                                        const RunOptions& options) {
    auto plant = compile(project, catalogue, options);
    if (!plant) {
        return tl::unexpected(plant.error());
    }
    return create(std::make_shared<const Plant>(std::move(*plant)), options);
}

ResultAll<std::unique_ptr<Simulator>> Simulator::create(std::shared_ptr<const Plant> plant,
                                                        const RunOptions& options) {
    if (options.seed.has_value() && *options.seed != plant->seed) {
        plant = withSeed(*plant, *options.seed);
    }
    std::unique_ptr<Simulator> simulator(new Simulator);
    simulator->d_ = std::make_unique<Private>(std::move(plant), options.coupling);
    if (Errors errors = simulator->d_->faults(); !errors.empty()) {
        return tl::unexpected(std::move(errors));
    }
    simulator->d_->begin();
    simulator->d_->channels = channelsOf(simulator->d_->plant);
    return simulator;
}

std::unique_ptr<Simulator> Simulator::branch() const {
    std::unique_ptr<Simulator> other(new Simulator);
    other->d_ = std::make_unique<Private>(d_->shared, d_->coupling);
    Private& d = *other->d_;
    d.state = d_->state;
    d.log.branchFrom(d_->log);
    d.flows = d_->flows;
    d.weather = d_->weather;
    d.channels = d_->channels;
    d.design = d_->design;
    d.restored();
    return other;
}

void Simulator::step() {
    Private& d = *d_;
    State& s = d.state;
    const double endS = static_cast<double>(s.steps + 1) * d.plant.stepS;
    const double split = kSplitShare * d.plant.accelerators;
    double mark = d.measure ? cpuNowS() : 0.0;
    d.settled();
    if (s.steps == 0 && s.timeS == 0.0) {
        d.services.advance(0.0);
        d.jobs.schedule(0.0);
        d.fabric.settle(0.0);
    }
    d.announceFlows(endS);
    double dueS = kNever;  // of a split
    const auto splitUpTo = [&](double untilS) {
        if (dueS <= untilS) {
            d.phase("events", mark);
            // Up to now the racks' load was as last refreshed; from now on it is the new one.
            d.integrate(dueS);
            d.jobs.refreshRacks();
            dueS = kNever;
            mark = d.measure ? cpuNowS() : 0.0;
        }
    };
    while (d.queue.nextS() <= endS) {
        splitUpTo(d.queue.nextS());
        const QueuedEvent event = d.queue.pop();
        d.account(event.timeS);
        d.act(event);
        d.jobs.schedule(event.timeS);
        d.fabric.settle(event.timeS);
        if (d.jobs.changed() > split && dueS == kNever) {
            const bool atOnce = event.timeS - s.flowS <= kSameInstantS;
            dueS = atOnce ? event.timeS : std::max(event.timeS, s.flowS + kLeastSplitS);
            splitUpTo(event.timeS);
        }
    }
    splitUpTo(endS);
    d.account(endS);
    d.phase("events", mark);
    d.integrate(endS);
    mark = d.measure ? cpuNowS() : 0.0;
    d.services.advance(endS);
    d.jobs.schedule(endS);
    d.fabric.settle(endS);
    d.jobs.refreshRacks();
    d.restFlows(endS);
    s.timeS = endS;
    ++s.steps;
    d.publish();
    if (auto fault = faultOfStep(d.plant, s); fault && d.stepFault.code.empty()) {
        d.stepFault = std::move(*fault);
    }
    d.causes.observe(endS);
    d.watched.gather(d.state, d.jobs, d.log, d.history);
    if (!d.keepsEnded && (manyEnded(s) || d.queue.isOvergrown())) {
        d.watched.keepEnded(d.plant, s, d.jobs);
        d.jobs.letEndedGo(d.tellLeaving);
    }
    d.phase("frame", mark);
}

void Simulator::order(const JobOrder& order) {
    Private& d = *d_;
    d.settled();
    d.jobs.order(order, d.state.timeS);
    d.jobs.schedule(d.state.timeS);
    d.fabric.settle(d.state.timeS);
    d.jobs.refreshRacks();
    d.watched.gather(d.state, d.jobs, d.log, d.history);
}

void Simulator::keepHistory(bool on) {
    d_->history.keep(on);
    d_->log.keep(on);
    d_->causes.keep(on);
}

void Simulator::whenLeaving(std::function<void(const Job&)> tell) {
    d_->tellLeaving = std::move(tell);
}

void Simulator::keepEnded(bool on) {
    d_->keepsEnded = on;
}

void Simulator::watch(std::int64_t job) {
    d_->watched.watch(job, d_->state, d_->jobs, d_->log, d_->history);
}

void Simulator::operate(const PlantOrder& order) {
    Private& d = *d_;
    d.settled();
    const bool ofFlows = order.action == models::DrillAction::Mistake ||
                         (!d.failures.owns(order) && !d.fabric.owns(order));
    if (d.state.flowing == 0 && ofFlows) {
        if (d.coupling == Coupling::Never) {
            return;
        }
        d.wake(d.state.timeS);
    }
    if (d.failures.owns(order)) {
        d.failures.operate(order, d.state.timeS, -1);
        d.jobs.schedule(d.state.timeS);
        d.fabric.settle(d.state.timeS);
        d.jobs.refreshRacks();
        return;
    }
    if (d.coolant.owns(order)) {
        d.coolant.operate(order, d.state.timeS, -1);
        return;
    }
    if (d.fabric.owns(order)) {
        d.fabric.operate(order, d.state.timeS, -1);
    } else {
        d.electrical.operate(order, d.state.timeS, -1);
    }
    d.jobs.refreshRacks();
}

const Error& Simulator::fault() const {
    return d_->stepFault;
}

double Simulator::timeS() const {
    return d_->state.timeS;
}

double Simulator::stepS() const {
    return d_->plant.stepS;
}

const Layout& Simulator::layout() const {
    return d_->plant.layout;
}

const Plant& Simulator::plant() const {
    return d_->plant;
}

std::int64_t Simulator::design() const {
    return d_->design;
}

const std::string& Simulator::edits() const {
    return d_->edits;
}

std::shared_ptr<const Plant> Simulator::sharedPlant() const {
    return d_->shared;
}

const State& Simulator::state() const {
    return d_->state;
}

std::shared_ptr<Frame> Simulator::frame() const {
    auto frame = buildFrame(d_->plant, d_->state, d_->log, d_->jobs);
    frame->design = d_->design;
    frame->layout = {d_->shared, &d_->plant.layout};
    d_->electrical.fill(*frame);
    d_->coolant.fill(*frame);
    d_->fabric.fill(*frame);
    d_->failures.fill(*frame);
    if (d_->history.keeps()) {
        auto open = openSpansOf(d_->plant, d_->state);
        d_->history.condense(open);
        const auto history = d_->history.history();
        history->open = std::move(open);
        frame->history = history;
    }
    if (d_->log.keeps()) {
        frame->story = d_->causes.story(d_->state.timeS);
    }
    frame->watched = d_->watched.detail(d_->plant, d_->state, d_->jobs);
    return frame;
}

RunSummary Simulator::summary() const {
    return buildSummary(d_->plant, d_->state, d_->failures, sums());
}

Sums Simulator::sums() const {
    return sumsOf(d_->plant, d_->state, d_->remote.totals(d_->state.timeS));
}

const std::vector<Channel>& Simulator::channels() const {
    return d_->channels;
}

void Simulator::sample(std::span<double> values) const {
    sampleChannels(d_->state, values);
}

std::span<const float> Simulator::rackField(RackQuantity quantity) const {
    return rackFieldOf(d_->state, quantity);
}

std::span<const Event> Simulator::takeEvents() {
    d_->taken.swap(d_->log.fresh());
    d_->log.fresh().clear();
    d_->history.clearFresh();
    d_->causes.clearFresh();
    d_->watched.cleared();
    return d_->taken;
}

std::span<const JobCard> Simulator::freshCards() const {
    return d_->history.freshCards();
}

std::span<const JobSpan> Simulator::freshSpans() const {
    return d_->history.freshSpans();
}

std::span<const Loss> Simulator::freshLosses() const {
    return d_->causes.freshLosses();
}

std::vector<Loss> Simulator::openLosses() const {
    return d_->causes.openLosses(d_->state.timeS);
}

std::vector<JobCard> Simulator::openCards() const {
    std::vector<JobCard> cards;
    for (const Job& job : d_->state.jobs) {
        if (!hasEnded(job)) {
            cards.push_back(cardOf(d_->plant, d_->jobs, job));
        }
    }
    return cards;
}

std::vector<JobSpan> Simulator::openSpans() const {
    return openSpansOf(d_->plant, d_->state);
}

std::vector<std::byte> Simulator::saveState() const {
    return stateBytes(d_->state);
}

Result<void> Simulator::loadState(std::span<const std::byte> bytes) {
    auto state = stateFromBytes(d_->plant, bytes);
    if (!state) {
        return tl::unexpected(state.error());
    }
    d_->state = std::move(*state);
    d_->settled();
    d_->restored();
    d_->stepFault = {};
    d_->history.reset();
    d_->log.reset();
    d_->causes.reset();
    for (const Job& job : d_->state.jobs) {
        d_->history.add(cardOf(d_->plant, d_->jobs, job));
    }
    d_->history.clearFresh();
    d_->watched.cleared();
    return {};
}

void Simulator::setAirFractions(int hall, std::span<const double> fractions) {
    d_->settled();
    d_->coolant.setAirFractions(hall, fractions);
}

std::uint64_t Simulator::stateHash() const {
    return hashOf(d_->state);
}

void Simulator::measurePhases(bool on) {
    d_->measure = on;
}

PhaseTimes Simulator::phaseTimes() const {
    return d_->phases;
}

}  // namespace headroom::engine
