// SPDX-License-Identifier: Apache-2.0
#include "ui/workspace/design_watch.h"

#include "ui/workspace/workspace.h"

#include <QThread>

#include <utility>

namespace headroom::ui {

DesignWatch::DesignWatch(Workspace* workspace) : QObject(workspace), workspace_(workspace) {
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

DesignWatch::~DesignWatch() {
    for (QThread* thread : findChildren<QThread*>()) {
        thread->wait();
    }
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
    if (busy_) {
        // A full look that was asked for meanwhile is not lost to a quick one.
        depth_ = again_ && depth_ == engine::CheckDepth::Full ? depth_ : depth;
        again_ = true;
        return;
    }
    depth_ = depth;
    begin();
}

void DesignWatch::begin() {
    busy_ = true;
    again_ = false;
    emit busyChanged();
    auto made = std::make_shared<engine::DesignView>();
    const auto work = [made, project = workspace_->project(), depth = depth_, before = view_,
                       catalogue = workspace_->sharedCatalogue()] {
        *made = engine::viewDesign(project, *catalogue, depth, before.get());
    };
    QThread* thread = QThread::create(work);
    thread->setParent(this);
    connect(thread, &QThread::finished, this, [this, thread, made] {
        thread->deleteLater();
        busy_ = false;
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
    thread->start();
}

}  // namespace headroom::ui
