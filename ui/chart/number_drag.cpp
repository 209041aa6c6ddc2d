// SPDX-License-Identifier: Apache-2.0
#include "ui/chart/number_drag.h"

#include "ui/chart/chart_channel.h"
#include "ui/units/number_place.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QDrag>
#include <QMimeData>
#include <QMouseEvent>

namespace headroom::ui {

namespace {

/// Alt alone would be the window manager's on many desktops (it moves the window), and moves things without
/// snapping in Design; Ctrl alone asks why.
constexpr Qt::KeyboardModifiers kFromPicture = Qt::ControlModifier | Qt::ShiftModifier;

const QString kNumberMime = QStringLiteral("application/x-headroom-number");

/// Explanation of the cell, or of its row.
QString numberAt(const QAbstractItemView& view, QPoint place) {
    const QModelIndex index = view.indexAt(place);
    for (const QVariant& number :
         {index.data(kNumberRole), index.siblingAtColumn(0).data(kNumberRole),
          index.siblingAtColumn(0).data(kChartRole)}) {
        if (number.isValid()) {
            return number.toString();
        }
    }
    return {};
}

}  // namespace

NumberDrag::NumberDrag(QWidget* window) : QObject(window) {
    qApp->installEventFilter(this);
}

QMimeData* NumberDrag::mimeOf(const QString& number) {
    if (!chartChannel(number.toStdString())) {
        return nullptr;
    }
    auto* data = new QMimeData;
    data->setData(kNumberMime, number.toUtf8());
    data->setText(number);
    return data;
}

QString NumberDrag::numberIn(const QMimeData* data) {
    const QString number = QString::fromUtf8(data->data(kNumberMime));
    return chartChannel(number.toStdString()) ? number : QString();
}

bool NumberDrag::eventFilter(QObject* watched, QEvent* event) {
    const bool isPress = event->type() == QEvent::MouseButtonPress;
    if (!isPress && (event->type() != QEvent::MouseMove || pressed_.isEmpty())) {
        return QObject::eventFilter(watched, event);
    }
    const auto* mouse = static_cast<QMouseEvent*>(event);
    auto* widget = qobject_cast<QWidget*>(watched);
    auto* view =
        widget != nullptr ? qobject_cast<QAbstractItemView*>(widget->parentWidget()) : nullptr;
    const bool isList = view != nullptr && view->viewport() == widget;
    const auto* picture = isList ? nullptr : dynamic_cast<NumberPlace*>(widget);
    if (!isList && picture == nullptr) {
        return QObject::eventFilter(watched, event);
    }
    if (isPress) {
        const bool isLeft = mouse->button() == Qt::LeftButton;
        pressed_ = isList && isLeft && mouse->modifiers() == Qt::NoModifier
                       ? numberAt(*view, mouse->position().toPoint())
                   : picture != nullptr && isLeft && mouse->modifiers() == kFromPicture
                       ? QString::fromStdString(
                             picture->numberAt(mouse->position().x(), mouse->position().y()))
                       : QString();
        pressed_ = chartChannel(pressed_.toStdString()) ? pressed_ : QString();
        at_ = mouse->position().toPoint();
        // A picture neither turns nor moves things meanwhile.
        return (picture != nullptr && !pressed_.isEmpty()) || QObject::eventFilter(watched, event);
    }
    if ((mouse->buttons() & Qt::LeftButton) == 0) {
        pressed_.clear();
        return QObject::eventFilter(watched, event);
    }
    if ((mouse->position().toPoint() - at_).manhattanLength() >=
        QApplication::startDragDistance()) {
        auto* drag = new QDrag(widget);
        drag->setMimeData(mimeOf(pressed_));
        pressed_.clear();
        drag->exec(Qt::CopyAction);
    }
    return true;  // rows are not chosen on the way
}

}  // namespace headroom::ui
