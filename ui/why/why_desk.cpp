// SPDX-License-Identifier: Apache-2.0
#include "ui/why/why_desk.h"

#include "ui/units/number_name.h"

#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QLabel>
#include <QMouseEvent>

namespace headroom::ui {

namespace {

/// The cell's own number, that of its row, or what its column says of all its cells.
AskedNumber ofCell(const QModelIndex& index) {
    if (!index.isValid()) {
        return {};
    }
    const QString shown = index.data().toString();
    const QVariant number = index.data(kNumberRole);
    if (number.isValid() && index.column() > 0) {
        return {.number = number.toString(), .shown = shown};
    }
    if (const QVariant ofRow = index.siblingAtColumn(0).data(kNumberRole); ofRow.isValid()) {
        return {.number = ofRow.toString(), .shown = index.siblingAtColumn(1).data().toString()};
    }
    const QAbstractItemModel* model = index.model();
    const QString column = model->headerData(index.column(), Qt::Horizontal).toString();
    QString words = index.data(kWhyRole).toString();
    if (words.isEmpty()) {
        words = model->headerData(index.column(), Qt::Horizontal, Qt::ToolTipRole).toString();
    }
    if (shown.isEmpty() || words.isEmpty() || words == column) {
        return {};
    }
    const QString tip = index.data(Qt::ToolTipRole).toString();
    return {
        .number = {},
        .shown = shown,
        .title = QStringLiteral("%1 · %2").arg(column, index.siblingAtColumn(0).data().toString()),
        .words = words,
        .more = tip == shown ? QString() : tip};
}

}  // namespace

WhyDesk::WhyDesk(QAction* ask, QWidget* window) : QObject(window), window_(window) {
    qApp->installEventFilter(this);
    connect(ask, &QAction::triggered, this, [this] {
        AskedNumber found = current(QApplication::focusWidget());
        if (found.isNone()) {
            if (QWidget* under = QApplication::widgetAt(QCursor::pos())) {
                found = at(under, under->mapFromGlobal(QCursor::pos()));
            }
        }
        // Without a number the pane says how to ask.
        emit asked(found);
    });
}

AskedNumber WhyDesk::at(QWidget* widget, QPoint place) {
    if (auto* view = qobject_cast<QAbstractItemView*>(widget->parentWidget());
        view != nullptr && view->viewport() == widget) {
        if (const AskedNumber found = ofCell(view->indexAt(place)); !found.isNone()) {
            return found;
        }
    }
    for (QWidget* each = widget; each != nullptr; each = each->parentWidget()) {
        if (const QString number = each->property(kNumberProperty).toString(); !number.isEmpty()) {
            return {.number = number};
        }
    }
    return {};
}

AskedNumber WhyDesk::current(QWidget* focus) {
    const auto* view = qobject_cast<QAbstractItemView*>(focus);
    return view != nullptr && view->currentIndex().isValid() ? ofCell(view->currentIndex())
                                                             : AskedNumber{};
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
            if (const AskedNumber found = at(widget, press->position().toPoint());
                !found.isNone()) {
                emit asked(found);
                return true;
            }
        }
    }
    return QObject::eventFilter(watched, event);
}

}  // namespace headroom::ui
