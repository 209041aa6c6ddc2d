// SPDX-License-Identifier: Apache-2.0
#include "engine/api/attached_run.h"
#include "ui/kit/task.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/workspace.h"

#include <QPointer>

#include <atomic>
#include <utility>

/// Runs that another Headroom serves: opened like a project, operated where the token may.
namespace headroom::ui {

void Workspace::attachTo(const engine::AttachWish& wish) {
    if (isBusy() || !mayLeave()) {
        return;
    }
    using Made = engine::ResultAll<std::unique_ptr<engine::AttachedRun>>;
    auto made = std::make_shared<Made>();
    const QString where = QString::fromStdString(wish.place.text());
    loader_->run(
        [made, wish](const Task::Link& link) {
            *made = engine::AttachedRun::attach(wish, link.isCancelled());
        },
        [this, made, where] {
            emit busyChanged({});
            if (!*made) {
                if (loader_->isCancelled()) {
                    emit said(tr("Not attached"));
                } else {
                    emit failed(tr("The window is not attached to %1").arg(where), made->error());
                }
                return;
            }
            const std::shared_ptr<engine::AttachedRun> run = std::move(**made);
            catalogue_ = run->catalogue();
            forgetRuns();
            inputs_.reset();
            begin(run->project(), run, false, {});
            emit servedChanged();
        });
    emit busyChanged(tr("Attaching to %1…").arg(where));
}

void Workspace::giveUpAttaching() {
    loader_->cancel();
}

engine::RunLink* Workspace::link() const {
    return source_ ? source_->link() : nullptr;
}

bool Workspace::isFollowing() const {
    return link() != nullptr && link()->state().phase != engine::AttachPhase::Detached;
}

void Workspace::detachServed() {
    if (engine::RunLink* served = link()) {
        served->detach();
        emit servedChanged();
        emit playStateChanged();
    }
}

/// On the thread of the window, what the run tells on its own.
void Workspace::listenToServed() {
    engine::RunLink* served = link();
    servedSeries_ = served != nullptr ? source_->series() : nullptr;
    if (served == nullptr) {
        return;
    }
    served->onState([self = QPointer<Workspace>(this), target = this,
                     pending = std::make_shared<std::atomic<bool>>(false), of = framePending_] {
        if (!pending->exchange(true)) {
            QMetaObject::invokeMethod(
                target,
                [self, pending, of] {
                    pending->store(false);
                    if (self && self->framePending_ == of) {
                        self->followServed();
                    }
                },
                Qt::QueuedConnection);
        }
    });
    served->onRefused(
        [self = QPointer<Workspace>(this), target = this](const engine::Error& error) {
            QMetaObject::invokeMethod(
                target,
                [self, error] {
                    if (self) {
                        emit self->failed(tr("The server did not do it"), {error});
                    }
                },
                Qt::QueuedConnection);
        });
}

void Workspace::followServed() {
    if (link() == nullptr) {
        return;
    }
    if (source_->series() != servedSeries_) {
        begin(link()->project(), source_, true, {});  // another run is served there now
    } else {
        takeServedDesign();
    }
    emit servedChanged();
    emit playStateChanged();
}

/// Changes of others in the design, once nothing of ours is under way.
void Workspace::takeServedDesign() {
    if (compiler_->isBusy() || simulationDue_ || !link()->state().isSettled) {
        return;
    }
    if (engine::Project now = link()->project(); now.objects != project_.objects) {
        const auto selected = selection_.all();
        begin(std::move(now), source_, true, {});
        selection_.selectAll(selected);
        emit said(tr("The design was changed where it is served"));
    }
}

/// After an edit went there: it is the server's design now, or was refused and is taken back.
void Workspace::takeServedEdit() {
    if (faults_.empty()) {
        editor_->markSaved();
        return;
    }
    const engine::Errors why = std::exchange(faults_, {});
    begin(link()->project(), source_, true, {});
    editor_->forget(true);
    emit failed(tr("The server did not take the change"), why);
}

QString Workspace::servedLock() const {
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

/// Whether what is shown can be played from here; says why not.
bool Workspace::mayOperate() {
    const engine::RunLink* run = link();
    const QString why = servedLock();
    if (run == nullptr || why.isEmpty() ||
        (run->state().mayOperate && run->state().phase == engine::AttachPhase::Attached)) {
        return true;
    }
    emit said(why);
    return false;
}

}  // namespace headroom::ui
