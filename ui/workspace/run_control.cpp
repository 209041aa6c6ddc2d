// SPDX-License-Identifier: Apache-2.0
#include "ui/workspace/run_control.h"

#include "engine/watch/any_run.h"
#include "engine/watch/run_drive.h"
#include "engine/watch/run_orders.h"
#include "ui/workspace/edited_design.h"
#include "ui/workspace/served_run.h"
#include "ui/workspace/window_runs.h"
#include "ui/workspace/workspace.h"

#include <utility>

namespace headroom::ui {

namespace {

constexpr int kStateMs = 250;

}  // namespace

RunControl::RunControl(Workspace* workspace) : QObject(workspace), workspace_(workspace) {
    state_.setInterval(kStateMs);
    // Achieved speed and the end of a run show even when no frame comes.
    connect(&state_, &QTimer::timeout, this, &RunControl::followState);
    connect(workspace, &Workspace::playStateChanged, &state_, qOverload<>(&QTimer::start));
}

void RunControl::followState() {
    const bool isOver = !workspace_->status().moving;
    emit workspace_->playStateChanged();  // which begins to look again
    if (isOver) {
        state_.stop();
    }
}

void RunControl::play() {
    if (refusesToRun()) {
        return;
    }
    if (engine::RunDrive* drive = this->drive()) {
        drive->play();
        emit workspace_->playStateChanged();
    }
}

void RunControl::pause() {
    if (engine::RunDrive* drive = this->drive()) {
        drive->pause();
        emit workspace_->playStateChanged();
    }
}

void RunControl::togglePlay() {
    if (workspace_->status().playing) {
        pause();
    } else {
        play();
    }
}

/// A run of a design that was edited away would show figures of machines that are gone.
bool RunControl::refusesToRun() {
    const engine::Errors& faults = workspace_->edited().faults();
    if (workspace_->source() == nullptr || workspace_->runs().past() != nullptr || faults.empty()) {
        return false;
    }
    emit refused();
    return true;
}

void RunControl::playUntil(double timeS) {
    if (refusesToRun()) {
        return;
    }
    WindowRuns& runs = workspace_->runs();
    if (runs.isRewound()) {
        runs.backToLive();
    }
    const auto own = runs.isWatching() ? nullptr : runs.own();
    if (own && workspace_->servedRun().mayOperate()) {
        own->drive()->playUntil(timeS);
        emit workspace_->playStateChanged();
    }
}

void RunControl::step(int steps) {
    if (steps > 0 && refusesToRun()) {
        return;
    }
    if (engine::RunDrive* drive = this->drive()) {
        if (steps < 0 && workspace_->runs().past() == nullptr) {
            const auto frame = workspace_->frame();
            workspace_->runs().seek(frame ? frame->timeS - 1.0 : 0.0);  // the last step before
            return;
        }
        drive->step(steps);
        emit workspace_->playStateChanged();
    }
}

void RunControl::setSpeed(double simulatedPerSecond) {
    speed_ = simulatedPerSecond;
    if (engine::RunDrive* drive = this->drive()) {
        drive->setSpeed(simulatedPerSecond);
    }
    emit workspace_->playStateChanged();
}

/// Moves what is shown in time. Null if it cannot be moved, and the reason is said.
engine::RunDrive* RunControl::drive() {
    engine::AnyRun* run = workspace_->source();
    engine::RunDrive* drive = run != nullptr ? run->drive() : nullptr;
    return drive != nullptr && workspace_->servedRun().mayOperate() ? drive : nullptr;
}

/// Takes orders to what is shown. Null if it takes none, and the reason is said.
engine::RunOrders* RunControl::orders() {
    engine::AnyRun* run = workspace_->source();
    return run != nullptr && !refusesOrders() ? run->orders() : nullptr;
}

void RunControl::operate(const engine::PlantOrder& order) {
    if (engine::RunOrders* orders = this->orders()) {
        orders->operate(order);
    }
}

void RunControl::orderJob(const engine::JobOrder& order) {
    if (engine::RunOrders* orders = this->orders()) {
        orders->orderJob(order);
    }
}

void RunControl::watchJob(std::int64_t job) {
    if (engine::AnyRun* run = workspace_->source()) {
        run->watchJob(job);
    }
}

void RunControl::setAirFractions(int hall, std::vector<double> fractions) {
    if (engine::RunOrders* orders = this->orders()) {
        orders->setAirFractions(hall, std::move(fractions));
    }
}

bool RunControl::refusesOrders() {
    WindowRuns& runs = workspace_->runs();
    if (runs.isWatching()) {
        emit workspace_->said(tr("%1 runs on another machine and cannot be controlled from here")
                                  .arg(runs.watchedName()));
        return true;
    }
    if (const QString why = workspace_->servedRun().lock(); !why.isEmpty()) {
        emit workspace_->said(why);
        return true;
    }
    if (runs.past() == nullptr) {
        return false;
    }
    emit workspace_->said(runs.isRewound()
                              ? tr("This is the past of the run: branch off here to change it")
                              : tr("This is a recording: branch off here to change what happens"));
    return true;
}

}  // namespace headroom::ui
