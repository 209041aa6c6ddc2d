// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/frame/frame.h"

#include <QColor>
#include <QString>

namespace headroom::ui {

/// Severity by shape as well as by colour: octagon, triangle, circle.
struct EventLook {
    QString icon;  ///< of resources/icons
    QColor colour;
};

/// In the list of events, in the tree of causes and in its diagram alike.
EventLook lookOf(engine::EventKind kind);

/// "Failure", in the language of the window.
QString eventKindText(engine::EventKind kind);

/// How much an event asks for, in ascending order.
enum class EventGravity { Told, Notable, Trouble };

/// Trouble: something failed, tripped or was lost. Notable: a limit, a slower pace, a change of plan.
EventGravity gravityOf(engine::EventKind kind);

}  // namespace headroom::ui
