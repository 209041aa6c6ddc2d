// SPDX-License-Identifier: Apache-2.0
#include "ui/workspace/design_watch.h"

#include "ui/kit/task.h"
#include "ui/workspace/workspace.h"

#include <utility>

namespace headroom::ui {

DesignWatch::DesignWatch(Workspace* workspace)
    : QObject(workspace), workspace_(workspace), task_(new Task(this)) {
    connect(workspace, &Workspace::opened, this, [this] {
        view_.reset();
        hasBase_ = false;
        look(engine::CheckDepth::Full);
    });
    connect(workspace, &Workspace::closed, this, [this] {
        view_.reset();
        hasBase_ = false;
        emit changed();
    });
    connect(workspace, &Workspace::catalogueChanged, this, [this] { view_.reset(); });
    connect(workspace, &Workspace::projectChanged, this,
            [this] { look(engine::CheckDepth::Quick); });
}

bool DesignWatch::isBusy() const {
    return task_->isBusy();
}

void DesignWatch::setBase() {
    if (view_) {
        base_ = view_->headline;
        hasBase_ = true;
        emit changed();
    }
}

void DesignWatch::checkAll() {
    look(engine::CheckDepth::Full);
}

void DesignWatch::look(engine::CheckDepth depth) {
    if (workspace_->catalogue() == nullptr) {
        return;
    }
    if (task_->isBusy()) {
        // A full look that was asked for meanwhile is not lost to a quick one.
        depth_ = again_ && depth_ == engine::CheckDepth::Full ? depth_ : depth;
        again_ = true;
        return;
    }
    depth_ = depth;
    begin();
}

void DesignWatch::begin() {
    again_ = false;
    task_->run(
        [project = workspace_->project(), depth = depth_, before = view_,
         catalogue = workspace_->sharedCatalogue()] {
            return std::make_shared<const engine::DesignView>(
                engine::viewDesign(project, *catalogue, depth, before.get()));
        },
        [this](const std::shared_ptr<const engine::DesignView>& made) {
            if (workspace_->isOpen()) {
                view_ = made;
                if (!std::exchange(hasBase_, true)) {
                    base_ = made->headline;
                }
                emit changed();
            }
            emit busyChanged();
            if (again_ && workspace_->isOpen()) {
                begin();
            }
        });
    emit busyChanged();
}

}  // namespace headroom::ui
