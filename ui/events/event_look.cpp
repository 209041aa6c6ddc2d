// SPDX-License-Identifier: Apache-2.0
#include "ui/events/event_look.h"

#include "ui/kit/theme.h"

#include <QCoreApplication>

namespace headroom::ui {

EventLook lookOf(engine::EventKind kind) {
    const ThemeColours& c = Theme::instance().colours();
    switch (kind) {
        case engine::EventKind::Failure:
        case engine::EventKind::Trip:
            return {"error", c.bad};
        case engine::EventKind::Throttle:
        case engine::EventKind::Limit:
        case engine::EventKind::JobInterrupted:
        case engine::EventKind::JobSlowed:
            return {"warning", c.caution};
        case engine::EventKind::Repair:
        case engine::EventKind::Recovery:
        case engine::EventKind::JobCompleted:
            return {"ok", c.good};
        case engine::EventKind::JobPreempted:
            return {"job-preempt", c.accent};
        case engine::EventKind::Detected:
            return {"search", c.accent};
        case engine::EventKind::Maintenance:
            return {"repair", c.accent};
        case engine::EventKind::Indicator:
            return {"chart", c.muted};
        default:
            return {"about", c.muted};
    }
}

QString eventKindText(engine::EventKind kind) {
    return QCoreApplication::translate("EventKinds", engine::eventKindName(kind));
}

EventGravity gravityOf(engine::EventKind kind) {
    using K = engine::EventKind;
    switch (kind) {
        case K::Failure:
        case K::Trip:
        case K::JobInterrupted:
            return EventGravity::Trouble;
        case K::Throttle:
        case K::Limit:
        case K::JobSlowed:
        case K::JobPreempted:
        case K::Detected:
            return EventGravity::Notable;
        default:
            return EventGravity::Told;
    }
}

}  // namespace headroom::ui
