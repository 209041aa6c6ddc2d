// SPDX-License-Identifier: Apache-2.0
#include "ui/workspace/cause_focus.h"

#include "engine/part/part_address.h"
#include "ui/kit/theme.h"
#include "ui/workspace/subject_names.h"
#include "ui/workspace/workspace.h"

#include <QMenu>

namespace headroom::ui {

using engine::Event;
using engine::EventKind;

bool isSymptom(EventKind kind) {
    switch (kind) {
        case EventKind::JobInterrupted:
        case EventKind::JobSlowed:
        case EventKind::Throttle:
        case EventKind::Trip:
        case EventKind::Limit:
        case EventKind::Indicator:
        case EventKind::Failure:
            return true;
        default:
            return false;
    }
}

CauseFocus::CauseFocus(Workspace* workspace)
    : QObject(workspace), workspace_(workspace), names_(new SubjectNames(workspace, this)) {
    const auto begin = [this] {
        graph_ = engine::EventGraph();
        event_ = -1;
        follow();
        emit changed();
    };
    connect(workspace, &Workspace::opened, this, begin);
    connect(workspace, &Workspace::closed, this, begin);
    connect(workspace, &Workspace::slowTick, this, &CauseFocus::follow);
}

void CauseFocus::follow() {
    const auto frame = workspace_->frame();
    if (!frame || !frame->story) {
        return;
    }
    const std::size_t before = graph_.size();
    const std::int64_t left = graph_.story().left;
    graph_.follow(frame->story);
    if (graph_.story().left != left) {
        // Long runs leave old events out: views may draw some that are gone.
        event_ = graph_.find(event_) != nullptr ? event_ : -1;
        emit changed();
    }
    if (graph_.size() != before) {
        emit grew();
    }
}

void CauseFocus::show(std::int64_t event) {
    if (event != event_ && (event < 0 || graph_.find(event) != nullptr)) {
        event_ = event;
        emit changed();
    }
}

void CauseFocus::explain(std::int64_t event) {
    follow();
    show(event);
    emit requested();
}

std::int64_t CauseFocus::eventOf(const Selected& what) const {
    std::int64_t symptom = -1, any = -1;
    const auto isOf = [&](const Event& event) {
        switch (what.kind) {
            case Selected::Kind::Rack:
                return event.rack == what.index;
            case Selected::Kind::Job:
                return event.job == what.job;
            case Selected::Kind::Facility:
                return event.kind == EventKind::Indicator;
            case Selected::Kind::Object:
            case Selected::Kind::Equipment:
                return !what.objectId.empty() && engine::isWithin(event.subject, what.objectId);
            case Selected::Kind::None:
                return isSymptom(event.kind);
        }
        return false;
    };
    graph_.story().forEach([&](const Event& event) {
        if (isOf(event)) {
            any = event.id;
            symptom = isSymptom(event.kind) ? event.id : symptom;
        }
    });
    return symptom >= 0 ? symptom : any;
}

void CauseFocus::addTo(QMenu& menu, std::int64_t event) {
    QAction* why =
        menu.addAction(Theme::icon("causes"), tr("Why?"), this, [this, event] { explain(event); });
    why->setObjectName("whyAction");
    const Event* known = graph_.find(event);
    why->setEnabled(known != nullptr);
    why->setToolTip(known == nullptr ? tr("Nothing happened to it yet")
                                     : tr("Shows what led to it, and what followed: %1")
                                           .arg(QString::fromStdString(known->text)));
}

}  // namespace headroom::ui
