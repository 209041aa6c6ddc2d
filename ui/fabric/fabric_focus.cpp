// SPDX-License-Identifier: Apache-2.0
#include "ui/fabric/fabric_focus.h"

#include "engine/base/index.h"
#include "ui/workspace/workspace.h"

namespace headroom::ui {

FabricFocus::FabricFocus(Workspace* workspace, QObject* parent)
    : QObject(parent), workspace_(workspace) {
    connect(workspace, &Workspace::opened, this, &FabricFocus::takeFrame);
    connect(workspace, &Workspace::closed, this, &FabricFocus::takeFrame);
    connect(workspace, &Workspace::frameArrived, this, &FabricFocus::takeFrame);
    connect(&workspace->selection(), &Selection::changed, this, &FabricFocus::followSelection);
    takeFrame();
}

void FabricFocus::takeFrame() {
    const auto frame = workspace_->frame();
    const auto network = frame ? frame->fabrics : nullptr;
    if (network == network_) {
        return;
    }
    network_ = network;
    int first = 0;
    for (std::size_t f = 0; network_ && f < network_->fabrics.size(); ++f) {
        if (network_->fabrics[f].topology) {
            first = static_cast<int>(f);
            break;
        }
    }
    open(first);
    emit networkChanged();
}

void FabricFocus::open(int fabric) {
    fabric_ = fabric;
    index_.reset();
    if (network_ && at(fabric) < network_->fabrics.size() &&
        network_->fabrics[at(fabric)].topology) {
        index_ = std::make_unique<engine::TopologyIndex>(
            engine::indexFabric(network_->fabrics[at(fabric)].topology));
    }
    trail_.assign(1, {});
    pick_ = {};
    emit fabricChanged();
    emit scopeChanged();
    emit pickChanged();
}

void FabricFocus::setFabric(int fabric) {
    if (fabric != fabric_ && network_ && fabric >= 0 && at(fabric) < network_->fabrics.size()) {
        open(fabric);
    }
}

void FabricFocus::drill(engine::FabricScope scope) {
    scope.plane = trail_.back().plane;
    if (scope != trail_.back()) {
        trail_.push_back(std::move(scope));
        setPick({});
        emit scopeChanged();
    }
}

void FabricFocus::climbTo(std::size_t step) {
    if (step + 1 < trail_.size()) {
        trail_.resize(step + 1);
        setPick({});
        emit scopeChanged();
    }
}

void FabricFocus::climb() {
    if (trail_.size() > 1) {
        climbTo(trail_.size() - 2);
    }
}

void FabricFocus::setPlane(int plane) {
    if (plane != trail_.back().plane) {
        for (engine::FabricScope& scope : trail_) {
            scope.plane = plane;
        }
        emit scopeChanged();
    }
}

void FabricFocus::setPick(FabricPick pick) {
    pick_ = std::move(pick);
    // The inspector shows the fabric; a job that is selected stays, so that its way stays seen.
    Selection& selection = workspace_->selection();
    if (!pick_.isNone() && network_ && selection.current().kind != Selected::Kind::Job) {
        selection.select({Selected::Kind::Object, -1, network_->fabrics[at(fabric_)].id, -1});
    }
    emit pickChanged();
}

const engine::JobFootprint* FabricFocus::footprint() const {
    const auto frame = workspace_->frame();
    const Selected& selected = workspace_->selection().current();
    if (!frame || selected.kind != Selected::Kind::Job) {
        return nullptr;
    }
    for (const engine::JobFootprint& job : frame->fabricsNow.jobs) {
        if (job.job == selected.job && job.fabric == fabric_) {
            return &job;
        }
    }
    return nullptr;
}

void FabricFocus::followSelection() {
    if (!network_) {
        return;
    }
    const Selected& selected = workspace_->selection().current();
    for (std::size_t f = 0; f < network_->fabrics.size(); ++f) {
        if (selected.kind == Selected::Kind::Object &&
            selected.objectId == network_->fabrics[f].id) {
            setFabric(static_cast<int>(f));
        }
    }
    if (const auto frame = workspace_->frame(); frame && selected.kind == Selected::Kind::Job) {
        for (const engine::JobFootprint& job : frame->fabricsNow.jobs) {
            if (job.job == selected.job) {
                setFabric(job.fabric);
                break;
            }
        }
    }
    emit pickChanged();
}

void FabricFocus::showBundle(int bundle) {
    climbTo(0);
    if (index_ && bundle >= 0 && bundle < static_cast<int>(index_->bundles.size())) {
        emit bundleRequested(bundle);
    }
}

}  // namespace headroom::ui
