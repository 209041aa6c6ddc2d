// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/window_bound.h"

#include <QResizeEvent>
#include <QScreen>
#include <QWindow>

#include <algorithm>

namespace headroom::ui {

namespace {

constexpr qint64 kPauseMs = 1000;  // a window manager that insists is not asked more often

}  // namespace

WindowBound::WindowBound(QObject* application) : QObject(application) {
    application->installEventFilter(this);
}

QSize WindowBound::within(QSize asked, QSize screens, double ratio) {
    const int longest = static_cast<int>(kLongestSide / std::max(1.0, ratio));
    return asked.boundedTo(screens).boundedTo({longest, longest}).expandedTo({1, 1});
}

/// A size beyond the bound never reaches the widgets: they keep theirs until the window has one that fits.
bool WindowBound::eventFilter(QObject* object, QEvent* event) {
    auto* window = event->type() == QEvent::Resize ? qobject_cast<QWindow*>(object) : nullptr;
    if (window == nullptr || !window->isTopLevel() || window->screen() == nullptr) {
        return false;
    }
    const QSize asked = static_cast<QResizeEvent*>(event)->size();
    const QSize bounded = within(asked, window->screen()->virtualSize(), window->devicePixelRatio());
    if (bounded.width() >= asked.width() && bounded.height() >= asked.height()) {
        return false;
    }
    if (asked != asked_ || !since_.isValid() || since_.elapsed() > kPauseMs) {
        asked_ = asked;
        since_.start();
        window->resize(bounded);
    }
    return true;
}

}  // namespace headroom::ui
