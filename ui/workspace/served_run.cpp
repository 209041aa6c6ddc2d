// SPDX-License-Identifier: Apache-2.0
#include "ui/workspace/served_run.h"

#include "engine/api/attached_run.h"
#include "ui/workspace/edited_design.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/loader.h"
#include "ui/workspace/project_files.h"
#include "ui/workspace/window_runs.h"
#include "ui/workspace/workspace.h"

#include <QPointer>

#include <utility>

namespace headroom::ui {

ServedRun::ServedRun(Workspace* workspace) : QObject(workspace), workspace_(workspace) {}

void ServedRun::attachTo(const engine::AttachWish& wish) {
    if (workspace_->loader().isBusy() || !workspace_->files().mayLeave()) {
        return;
    }
    using Made = engine::ResultAll<std::unique_ptr<engine::AttachedRun>>;
    auto made = std::make_shared<Made>();
    const QString where = QString::fromStdString(wish.place.text());
    workspace_->loader().run(
        tr("Attaching to %1…").arg(where),
        [made, wish](const Task::Link& link) {
            *made = engine::AttachedRun::attach(wish, link.isCancelled());
        },
        [this, made, where] {
            if (!*made) {
                if (workspace_->loader().isCancelled()) {
                    emit workspace_->said(tr("Not attached"));
                } else {
                    emit workspace_->failed(tr("The window is not attached to %1").arg(where),
                                            made->error());
                }
                return;
            }
            const std::shared_ptr<engine::AttachedRun> run = std::move(**made);
            workspace_->runs().forget();
            workspace_->show(
                {.project = run->project(), .catalogue = run->catalogue(), .run = run});
            emit changed();
        });
}

void ServedRun::giveUpAttaching() {
    workspace_->loader().cancel();
}

engine::RunLink* ServedRun::link() const {
    engine::AnyRun* run = workspace_->source();
    return run != nullptr ? run->link() : nullptr;
}

bool ServedRun::isFollowing() const {
    return link() != nullptr && link()->state().phase != engine::AttachPhase::Detached;
}

void ServedRun::detach() {
    if (engine::RunLink* served = link()) {
        served->detach();
        emit changed();
        emit workspace_->playStateChanged();
    }
}

/// On the thread of the window, what the run tells on its own.
void ServedRun::listen() {
    engine::RunLink* served = link();
    series_ = served != nullptr ? workspace_->source()->series() : nullptr;
    pending_ = std::make_shared<std::atomic<bool>>(false);
    if (served == nullptr) {
        return;
    }
    served->onState([self = QPointer<ServedRun>(this), target = this, pending = pending_] {
        if (!pending->exchange(true)) {
            QMetaObject::invokeMethod(
                target,
                [self, pending] {
                    pending->store(false);
                    if (self && self->pending_ == pending) {
                        self->follow();
                    }
                },
                Qt::QueuedConnection);
        }
    });
    served->onRefused(
        [self = QPointer<ServedRun>(this), target = this](const engine::Error& error) {
            QMetaObject::invokeMethod(
                target,
                [self, error] {
                    if (self) {
                        emit self->workspace_->failed(tr("The server did not do it"), {error});
                    }
                },
                Qt::QueuedConnection);
        });
}

void ServedRun::follow() {
    if (link() == nullptr) {
        return;
    }
    if (workspace_->source()->series() != series_) {
        // Another run is served there now.
        workspace_->show(
            {.project = link()->project(), .run = workspace_->sharedSource(), .continues = true});
    } else {
        takeDesign();
    }
    emit changed();
    emit workspace_->playStateChanged();
}

/// Changes of others in the design, once nothing of ours is under way.
void ServedRun::takeDesign() {
    if (workspace_->edited().isUnderWay() || !link()->state().isSettled) {
        return;
    }
    if (engine::Project now = link()->project(); now.objects != workspace_->project().objects) {
        const auto selected = workspace_->selection().all();
        workspace_->show(
            {.project = std::move(now), .run = workspace_->sharedSource(), .continues = true});
        workspace_->selection().selectAll(selected);
        emit workspace_->said(tr("The design was changed where it is served"));
    }
}

void ServedRun::takeEdit() {
    const engine::Errors why = workspace_->edited().faults();
    if (why.empty()) {
        workspace_->editor().markSaved();
        return;
    }
    workspace_->show(
        {.project = link()->project(), .run = workspace_->sharedSource(), .continues = true});
    workspace_->editor().forget(true);
    emit workspace_->failed(tr("The server did not take the change"), why);
}

QString ServedRun::lock() const {
    const engine::RunLink* run = link();
    if (run == nullptr) {
        return {};
    }
    const engine::AttachState state = run->state();
    return state.phase == engine::AttachPhase::Detached
               ? tr("The window is detached from this run: what is shown is what was seen last.")
           : state.phase != engine::AttachPhase::Attached
               ? tr("The server is away: nothing can be sent to it.")
           : !state.mayOperate ? tr("The window is attached to look: to change something, attach "
                                    "with a token that may operate.")
           : !state.isLive     ? tr("The server plays a recording, which cannot be changed.")
                               : QString();
}

bool ServedRun::mayOperate() const {
    const engine::RunLink* run = link();
    const QString why = lock();
    if (run == nullptr || why.isEmpty() ||
        (run->state().mayOperate && run->state().phase == engine::AttachPhase::Attached)) {
        return true;
    }
    emit workspace_->said(why);
    return false;
}

}  // namespace headroom::ui
