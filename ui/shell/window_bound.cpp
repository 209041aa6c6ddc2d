// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/window_bound.h"

#include <QApplication>
#include <QCoreApplication>
#include <QResizeEvent>
#include <QScreen>
#include <QTimer>
#include <QWidget>
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

/// The window itself, or the widget that fills it.
bool WindowBound::isTooLarge(const QObject* object) const {
    if (tooLarge_.isEmpty()) {
        return false;
    }
    const auto* widget = qobject_cast<const QWidget*>(object);
    return tooLarge_.contains(widget != nullptr && widget->isWindow() ? widget->windowHandle()
                                                                      : object);
}

void WindowBound::takeBack(QWindow* window, QSize asked, QSize bounded) {
    if (!tooLarge_.contains(window)) {
        tooLarge_.insert(window);
        connect(window, &QObject::destroyed, this, [this, window] { tooLarge_.remove(window); });
    }
    if (asked != asked_ || !since_.isValid() || since_.elapsed() > kPauseMs) {
        asked_ = asked;
        since_.start();
        window->resize(bounded);
        return;
    }
    QTimer::singleShot(kPauseMs, window, [this, window, bounded] {
        if (tooLarge_.contains(window)) {
            window->resize(bounded);
        }
    });
}

/// The window fits again, and what was not drawn meanwhile is drawn.
void WindowBound::release(QWindow* window) {
    if (!tooLarge_.remove(window)) {
        return;
    }
    for (QWidget* widget : QApplication::topLevelWidgets()) {
        if (widget->windowHandle() == window) {
            widget->update();
            QCoreApplication::postEvent(widget, new QEvent(QEvent::UpdateRequest),
                                        Qt::LowEventPriority);
        }
    }
}

/// A size beyond the bound never reaches the widgets: they keep theirs until the window has one that fits.
bool WindowBound::eventFilter(QObject* object, QEvent* event) {
    if (event->type() == QEvent::Expose || event->type() == QEvent::UpdateRequest) {
        return isTooLarge(object);
    }
    auto* window = event->type() == QEvent::Resize ? qobject_cast<QWindow*>(object) : nullptr;
    if (window == nullptr || !window->isTopLevel() || window->screen() == nullptr) {
        return false;
    }
    const QSize asked = static_cast<QResizeEvent*>(event)->size();
    const QSize bounded =
        within(asked, window->screen()->virtualSize(), window->devicePixelRatio());
    if (bounded.width() >= asked.width() && bounded.height() >= asked.height()) {
        release(window);
        return false;
    }
    takeBack(window, asked, bounded);
    return true;
}

}  // namespace headroom::ui
