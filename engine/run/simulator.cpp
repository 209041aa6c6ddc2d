// SPDX-License-Identifier: Apache-2.0
#include "engine/run/simulator.h"

#include "engine/document/json_text.h"
#include "engine/plant/index.h"
#include "engine/plant/order_target.h"
#include "engine/run/frame_builder.h"
#include "engine/run/jobs/dispatch.h"
#include "engine/run/run_sums.h"
#include "engine/run/simulator_private.h"
#include "engine/run/state/snapshot.h"
#include "engine/run/state/state_table.h"
#include "engine/run/step_guard.h"
#include "engine/run/uncoupled.h"
#include "engine/run/workload/allocation.h"
#include "engine/run/workload/job_energy.h"
#include "engine/run/workload/past_jobs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

/// Assumption: the work of a given number of in a sub-step is some ten times what sharing it out costs.
constexpr int kRacksPerThread = 128;

}  // namespace

void Simulator::Private::begin() {
    state = stateAtRest(plant);
    beginAllocation(plant, state);
    beginDispatch(plant, state);
    for (int r = 0; r < plant.racks; ++r) {
        parts.jobs.load().noteRack(RackIndex(r));
    }
    parts.jobs.refreshRacks();
    for (Subsystem* part : parts.all) {
        part->begin();
    }
    state.flowing = coupling == Coupling::Always ? 1 : 0;
    weather = models::weatherAt(plant.weather, plant.startYearS);
    if (plant.site->file != nullptr) {
        for (const std::string& note : plant.site->file->notes) {
            log.in(EventArea::Control)
                .add(state, 0.0, EventKind::Note, "site", "Weather file: " + note + ".");
        }
    }
    publish();
}

/// Faults of a plant that only the running parts can find.
Errors Simulator::Private::faults() const {
    Errors errors;
    for (const PlantDrill& drill : plant.drills) {
        if (parts.owner(drill.order) == nullptr) {
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

/// Remembers the first step whose results cannot be.
void Simulator::Private::check() {
    if (auto fault = faultOfStep(plant, state); fault && stepFault.code.empty()) {
        stepFault = std::move(*fault);
    }
}

/// Jobs that ended leave the State where they are many.
void Simulator::Private::purgeEndedJobs() {
    if (!keepsEnded && (manyEnded(state) || queue.isOvergrown())) {
        watched.keepEnded(plant, state, parts.jobs);
        parts.jobs.purgeEnded(tellLeaving);
    }
}

/// The State was loaded, copied or carried over.
void Simulator::Private::derive() {
    for (Subsystem* part : parts.all) {
        part->derive();
    }
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
    simulator->d_ = std::make_unique<Private>(std::move(plant), options.coupling, options.steps);
    if (Errors errors = simulator->d_->faults(); !errors.empty()) {
        return tl::unexpected(std::move(errors));
    }
    simulator->d_->begin();
    simulator->d_->channels = channelsOf(simulator->d_->plant);
    return simulator;
}

std::unique_ptr<Simulator> Simulator::branch() const {
    return branch(d_->steps());
}

std::unique_ptr<Simulator> Simulator::branch(Steps steps) const {
    std::unique_ptr<Simulator> other(new Simulator);
    other->d_ = std::make_unique<Private>(d_->shared, d_->coupling, steps);
    Private& d = *other->d_;
    d.state = d_->state;
    d.log.branchFrom(d_->log);
    d.flows = d_->flows;
    d.weather = d_->weather;
    d.channels = d_->channels;
    d.edits.number = d_->edits.number;
    d.parts.fabric.shareLists(d_->parts.fabric);
    d.derive();
    return other;
}

void Simulator::useThreads(int threads) {
    d_->threads = threads;
    d_->workers.use(std::min(threads, std::max(1, d_->plant.racks / kRacksPerThread)));
}

void Simulator::step(double notBeyondS) {
    d_->settled();
    d_->step(notBeyondS);
}

BrokerView Simulator::brokerView() const {
    return d_->parts.remote.view(d_->state.timeS);
}

void Simulator::order(const JobOrder& order) {
    Private& d = *d_;
    d.settled();
    d.commands.push_back({d.state.timeS, order});
    d.parts.jobOrders.operate(order, d.state.timeS);
    d.respond(d.state.timeS);
    d.parts.jobs.refreshRacks();
    d.watched.gather(d.state, d.parts.jobs, d.log, d.history);
}

void Simulator::keepHistory(bool on) {
    d_->history.keep(on);
    d_->log.keep(on);
    d_->causes.book().kept = on;
}

void Simulator::whenLeaving(std::function<void(const Job&)> tell) {
    d_->tellLeaving = std::move(tell);
}

void Simulator::keepEnded(bool on) {
    d_->keepsEnded = on;
}

void Simulator::watch(std::int64_t job) {
    d_->watched.watch(job, d_->state, d_->parts.jobs, d_->log, d_->history);
}

std::shared_ptr<const JobDetail> Simulator::pageOf(std::int64_t job) const {
    WatchedJob once;
    once.watch(job, d_->state, d_->parts.jobs, d_->log, d_->history);
    return once.detail(d_->plant, d_->state, d_->parts.jobs);
}

std::string Simulator::submitFault(const JobOrder& order) const {
    return d_->parts.jobOrders.submitFault(order);
}

void Simulator::operate(const PlantOrder& order) {
    d_->settled();
    d_->commands.push_back({d_->state.timeS, order});
    d_->operate(order);
}

std::optional<InvalidOrder> Simulator::misfit(const PlantOrder& order) const {
    const auto target = orderTarget(d_->plant, order);
    if (target && orderKind(order.action, *target) == nullptr) {
        return invalidOrder(order, *target);
    }
    if (d_->parts.owner(order) != nullptr) {
        return std::nullopt;
    }
    return InvalidOrder{
        "nothing in the facility takes it",
        "name a part by its id, with a number that it has and an action that applies to it "
        "(failures.md)"};
}

std::optional<InvalidOrder> Simulator::misfit(const JobOrder& order) const {
    if (order.action == JobAction::Submit) {
        return std::nullopt;
    }
    if (order.job < 0 || order.job >= d_->state.nextJobId) {
        return InvalidOrder{fmt::format("job {} has not been submitted yet", order.job),
                            "name one that was submitted by then"};
    }
    if (order.action != JobAction::Send) {
        return std::nullopt;
    }
    std::vector<std::string> sites;
    for (const PlantRemote& remote : d_->plant.remotes) {
        sites.push_back(remote.id);
    }
    if (std::find(sites.begin(), sites.end(), order.site) != sites.end()) {
        return std::nullopt;
    }
    return InvalidOrder{"the project has no other site " + inQuotes(order.site),
                        sites.empty() ? "add one (remote_sites) first, with a broker"
                                      : "choose one of " + inQuotes(sites)};
}

std::optional<InvalidOrder> Simulator::misfit(const Command& command) const {
    if (const auto* plant = std::get_if<PlantOrder>(&command.what)) {
        return misfit(*plant);
    }
    const auto* job = std::get_if<JobOrder>(&command.what);
    return job == nullptr ? std::nullopt : misfit(*job);
}

void Simulator::avert(HazardIndex hazard, std::int32_t occurrence) {
    d_->settled();
    d_->state.faults.averted.push_back({hazard, occurrence});
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
    return d_->edits.number;
}

const std::string& Simulator::edits() const {
    return d_->edits.words;
}

std::shared_ptr<const Plant> Simulator::sharedPlant() const {
    return d_->shared;
}

const State& Simulator::state() const {
    return d_->state;
}

std::shared_ptr<Frame> Simulator::frame() const {
    auto frame = buildFrame(d_->plant, d_->state, d_->log, d_->parts.jobs);
    frame->design = d_->edits.number;
    frame->layout = {d_->shared, &d_->plant.layout};
    frame->plant = d_->shared;
    for (const Subsystem* part : d_->parts.all) {
        part->fill(*frame);
    }
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
    frame->watched = d_->watched.detail(d_->plant, d_->state, d_->parts.jobs);
    return frame;
}

RunSummary Simulator::summary() const {
    return buildSummary(d_->plant, d_->state, d_->parts.failures.faults(), sums());
}

Sums Simulator::sums() const {
    return sumsOf(d_->plant, d_->state, d_->parts.remote.totals(d_->state.timeS));
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
    d_->causes.book().fresh.clear();
    d_->watched.cleared();
    d_->commands.clear();
    return d_->taken;
}

std::span<const Command> Simulator::freshCommands() const {
    return d_->commands;
}

std::span<const JobCard> Simulator::freshCards() const {
    return d_->history.freshCards();
}

std::span<const JobSpan> Simulator::freshSpans() const {
    return d_->history.freshSpans();
}

std::span<const Loss> Simulator::freshLosses() const {
    return d_->causes.book().fresh;
}

std::vector<Loss> Simulator::openLosses() const {
    return d_->causes.openLosses(d_->state.timeS);
}

std::vector<JobCard> Simulator::openCards() const {
    std::vector<JobCard> cards;
    for (const Job& job : d_->state.jobs) {
        if (!hasEnded(job)) {
            cards.push_back(cardOf(d_->plant, d_->parts.jobs, job));
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
    d_->derive();
    d_->stepFault = {};
    d_->history.reset();
    d_->log.reset();
    d_->causes.reset();
    for (const Job& job : d_->state.jobs) {
        d_->history.add(cardOf(d_->plant, d_->parts.jobs, job));
    }
    d_->history.clearFresh();
    d_->watched.cleared();
    return {};
}

void Simulator::setAirFractions(HallIndex hall, std::span<const double> fractions) {
    d_->settled();
    d_->commands.push_back(
        {d_->state.timeS, AirFractions{hall, {fractions.begin(), fractions.end()}}});
    d_->parts.coolant.setAirFractions(hall, fractions);
}

void Simulator::remark(const std::string& subject, const std::string& text) {
    d_->settled();
    d_->commands.push_back({d_->state.timeS, Remark{subject, text}});
    d_->log.in(EventArea::Control).add(d_->state, d_->state.timeS, EventKind::Note, subject, text);
}

std::uint64_t Simulator::stateHash() const {
    return hashOf(d_->state);
}

void Simulator::measurePhases(bool on) {
    d_->timer.enable(on);
}

PhaseTimes Simulator::phaseTimes() const {
    return d_->timer.times();
}

}  // namespace headroom::engine
