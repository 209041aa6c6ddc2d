// SPDX-License-Identifier: Apache-2.0
#include "engine/sim/carry_over.h"
#include "engine/sim/frame_builder.h"
#include "engine/sim/simulator_private.h"

#include <fmt/format.h>

#include <utility>

/// A run goes on with an edited design: what leaves, leaves in the old plant, by the same ways as
/// when it fails; then the State is taken over (carry_over.h), and the new plant reacts.
namespace headroom::engine {

struct Unedited {
    std::shared_ptr<const Plant> plant;
    State state;
    EventLog log;
    JobLog history;
    Causes::Book losses;
    WatchedJob watched;
    Flows flows;
    models::Weather weather;
};

namespace {

bool sameDesign(const Plant& a, const Plant& b) {
    return a.designHash == b.designHash && a.seed == b.seed && a.stepS == b.stepS;
}

}  // namespace

/// What is beside the State.
void Simulator::Private::hearFrom(const Unedited& before) {
    log.copyFrom(before.log);
    history = before.history;
    causes.setBook(before.losses);
    watched = before.watched;
    weather = before.weather;
}

void Simulator::Private::takeOver(const std::shared_ptr<const Unedited>& before) {
    unedited = before;
    const double timeS = before->state.timeS;
    if (sameDesign(*before->plant, plant)) {
        edits.clear();  // all was taken back
        state = before->state;
        hearFrom(*before);
        flows = before->flows;
        restored();
        return;
    }
    const PlantMap map = mapPlants(*before->plant, plant);
    const bool stand = linesStand(*before->plant, before->state, plant, map);
    Private old(before->plant, coupling);
    old.state = before->state;
    old.hearFrom(*before);
    const std::int64_t event =
        old.log.in(EventArea::Control)
            .add(old.state, timeS, EventKind::Note, plant.name,
                 edits.empty() ? std::string{"The design was changed."}
                               : fmt::format("The design was changed: {}.", edits));
    old.jobs.bookAll(timeS);
    old.jobs.leaveGone(plant, map, timeS, event);
    old.failures.leaveGone(plant, map, timeS, event);
    if (stand && map.sameShape()) {
        state = std::move(old.state);
        flows = before->flows;
    } else {
        begin();
        state = carryOver(*before->plant, old.state, plant, std::move(state), map);
    }
    log.copyFrom(old.log);
    history = old.history;
    causes.setBook(old.causes.book());
    watched = before->watched;
    weather = before->weather;
    keepMeters(*before->plant, plant, state);
    jobs.forgetShares();
    restored();
    coolant.designChanged();
    jobs.resume(map, stand, timeS, event);
    electrical.designChanged(timeS, event);
    failures.rejoin(timeS);
    jobs.schedule(timeS);
    fabric.settle(timeS);
    jobs.refreshRacks();
    watched.gather(state, jobs, log, history);
}

ResultAll<std::unique_ptr<Simulator>> Simulator::changed(std::shared_ptr<const Plant> plant,
                                                         const std::string& words) const {
    std::unique_ptr<Simulator> other(new Simulator);
    other->d_ = std::make_unique<Private>(std::move(plant), d_->coupling);
    Private& d = *other->d_;
    if (Errors errors = d.faults(); !errors.empty()) {
        return tl::unexpected(std::move(errors));
    }
    std::shared_ptr<const Unedited> before = d_->unedited;
    if (!before) {
        const auto made = std::make_shared<Unedited>(Unedited{d_->shared,
                                                              d_->state,
                                                              {},
                                                              d_->history,
                                                              d_->causes.book(),
                                                              d_->watched,
                                                              d_->flows,
                                                              d_->weather});
        made->log.copyFrom(d_->log);
        before = made;
    }
    d.edits = d_->edits.empty() || words.empty() ? d_->edits + words : d_->edits + "; " + words;
    d.design = d_->design + 1;
    d.measure = d_->measure;
    d.takeOver(before);
    d.channels = channelsOf(d.plant);
    return other;
}

}  // namespace headroom::engine
