// SPDX-License-Identifier: Apache-2.0
#include "engine/run/carry_over.h"
#include "engine/run/frame_builder.h"
#include "engine/run/simulator_private.h"

#include <fmt/format.h>

#include <utility>

/// A run continues with an edited design: what leaves, leaves in the old plant, by the same ways as when it fails; then the
/// State is taken over (carry_over.h), and the new plant reacts.
namespace headroom::engine {

struct PreEdit {
    std::shared_ptr<const Plant> plant;
    State state;
    EventLog log;
    JobLog history;
    Causes::Book losses;
    WatchedJob watched;
    Flows flows;
    models::Weather weather;
    std::vector<Command> commands;
};

namespace {

bool sameDesign(const Plant& a, const Plant& b) {
    return *a.designText == *b.designText && a.seed == b.seed && a.stepS == b.stepS;
}

}  // namespace

/// Copies what a run holds next to its State: the story, histories and losses so far.
void Simulator::Private::copyHistory(const PreEdit& before) {
    log.copyFrom(before.log);
    history = before.history;
    causes.book() = before.losses;
    watched = before.watched;
    weather = before.weather;
}

void Simulator::Private::takeOver(const std::shared_ptr<const PreEdit>& before) {
    edits.before = before;
    const double timeS = before->state.timeS;
    if (sameDesign(*before->plant, plant)) {
        edits.words.clear();  // all was taken back
        state = before->state;
        copyHistory(*before);
        flows = before->flows;
        derive();
        return;
    }
    const PlantMap map = mapPlants(*before->plant, plant);
    const bool stand = linesStand(*before->plant, before->state, plant, map);
    Private old(before->plant, coupling, steps());
    old.state = before->state;
    old.copyHistory(*before);
    const std::int64_t event =
        old.log.in(EventArea::Control)
            .add(old.state, timeS, EventKind::Note, plant.name,
                 edits.words.empty() ? std::string{"The design was changed."}
                                     : fmt::format("The design was changed: {}.", edits.words));
    const DesignEdit edit{*before->plant, plant, map, timeS, event, stand};
    old.parts.jobs.detachRemoved(edit);
    old.parts.failures.detachRemoved(edit);
    if (stand && map.sameShape()) {
        state = std::move(old.state);
        flows = before->flows;
    } else {
        begin();
        state = carryOver(edit, old.state, std::move(state));
    }
    log.copyFrom(old.log);
    history = old.history;
    causes.book() = old.causes.book();
    watched = before->watched;
    weather = before->weather;
    keepMeters(*before->plant, plant, state);
    parts.jobs.forgetShares();
    derive();
    for (Subsystem* part : std::initializer_list<Subsystem*>{&parts.coolant, &parts.jobs,
                                                             &parts.electrical, &parts.failures}) {
        part->resume(edit);
    }
    respond(timeS);
    parts.jobs.refreshRacks();
    watched.gather(state, parts.jobs, log, history);
}

ResultAll<std::unique_ptr<Simulator>> Simulator::changed(std::shared_ptr<const Plant> plant,
                                                         const std::string& words) const {
    std::unique_ptr<Simulator> other(new Simulator);
    other->d_ = std::make_unique<Private>(std::move(plant), d_->coupling, d_->steps());
    Private& d = *other->d_;
    if (Errors errors = d.faults(); !errors.empty()) {
        return tl::unexpected(std::move(errors));
    }
    std::shared_ptr<const PreEdit> before = d_->edits.before;
    if (!before) {
        const auto made = std::make_shared<PreEdit>(PreEdit{d_->shared,
                                                            d_->state,
                                                            {},
                                                            d_->history,
                                                            d_->causes.book(),
                                                            d_->watched,
                                                            d_->flows,
                                                            d_->weather,
                                                            d_->commands});
        made->log.copyFrom(d_->log);
        before = made;
    }
    const std::string& earlier = d_->edits.words;
    d.edits.words = earlier.empty() || words.empty() ? earlier + words : earlier + "; " + words;
    d.edits.number = d_->edits.number + 1;
    d.timer.enable(d_->timer.isEnabled());
    other->useThreads(d_->threads);
    d.takeOver(before);
    d.commands = before->commands;
    if (!sameDesign(*before->plant, d.plant)) {
        d.commands.push_back({d.state.timeS, DesignChange{d.plant.designText, d.edits.words}});
    }
    d.channels = channelsOf(d.plant);
    return other;
}

}  // namespace headroom::engine
