// SPDX-License-Identifier: Apache-2.0
#include "ui/why/why_desk.h"

#include "ui/workspace/number_name.h"

#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QLabel>
#include <QMouseEvent>

namespace headroom::ui {

namespace {

WhyDesk::Found ofRow(const QModelIndex& index) {
    const QVariant number = index.siblingAtColumn(0).data(kNumberRole);
    return number.isValid() ? WhyDesk::Found{number.toString(), index.siblingAtColumn(1).data().toString()}
                            : WhyDesk::Found{};
}

}  // namespace

WhyDesk::WhyDesk(QAction* ask, QWidget* window) : QObject(window), window_(window) {
    qApp->installEventFilter(this);
    connect(ask, &QAction::triggered, this, [this] {
        Found found = current(QApplication::focusWidget());
        if (found.number.isEmpty()) {
            if (QWidget* under = QApplication::widgetAt(QCursor::pos())) {
                found = at(under, under->mapFromGlobal(QCursor::pos()));
            }
        }
        // Without a number the pane says how to ask.
        emit asked(found.number, found.shown);
    });
}

WhyDesk::Found WhyDesk::at(QWidget* widget, QPoint place) {
    if (auto* view = qobject_cast<QAbstractItemView*>(widget->parentWidget());
        view != nullptr && view->viewport() == widget) {
        if (const Found found = ofRow(view->indexAt(place)); !found.number.isEmpty()) {
            return found;
        }
    }
    for (QWidget* each = widget; each != nullptr; each = each->parentWidget()) {
        if (const QString number = each->property(kNumberProperty).toString(); !number.isEmpty()) {
            return {number, {}};
        }
    }
    return {};
}

WhyDesk::Found WhyDesk::current(QWidget* focus) {
    const auto* view = qobject_cast<QAbstractItemView*>(focus);
    return view != nullptr && view->currentIndex().isValid() ? ofRow(view->currentIndex()) : Found{};
}

bool WhyDesk::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::MouseButtonPress) {
        const auto* press = static_cast<QMouseEvent*>(event);
        auto* widget = qobject_cast<QWidget*>(watched);
        // Panes may float: then they are windows of their own.
        const bool isOurs = widget != nullptr && (widget->window() == window_ ||
                                                  widget->window()->parentWidget() == window_);
        if (isOurs && press->button() == Qt::LeftButton &&
            press->modifiers() == Qt::ControlModifier) {
            if (const Found found = at(widget, press->position().toPoint()); !found.number.isEmpty()) {
                emit asked(found.number, found.shown);
                return true;
            }
        }
    }
    return QObject::eventFilter(watched, event);
}

}  // namespace headroom::ui
