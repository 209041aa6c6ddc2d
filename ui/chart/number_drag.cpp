// SPDX-License-Identifier: Apache-2.0
#include "ui/chart/number_drag.h"

#include "ui/chart/chart_channel.h"
#include "ui/units/number_name.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QDrag>
#include <QMimeData>
#include <QMouseEvent>

namespace headroom::ui {

namespace {

const QString kNumberMime = QStringLiteral("application/x-headroom-number");

}  // namespace

NumberDrag::NumberDrag(QWidget* window) : QObject(window), window_(window) {
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
    auto* view = widget != nullptr ? qobject_cast<QAbstractItemView*>(widget->parentWidget()) : nullptr;
    if (view == nullptr || view->viewport() != widget) {
        return QObject::eventFilter(watched, event);
    }
    if (isPress) {
        pressed_ = mouse->button() == Qt::LeftButton && mouse->modifiers() == Qt::NoModifier
                       ? view->indexAt(mouse->position().toPoint()).siblingAtColumn(0).data(kNumberRole).toString()
                       : QString();
        pressed_ = chartChannel(pressed_.toStdString()) ? pressed_ : QString();
        at_ = mouse->position().toPoint();
        return QObject::eventFilter(watched, event);
    }
    if ((mouse->buttons() & Qt::LeftButton) == 0) {
        pressed_.clear();
        return QObject::eventFilter(watched, event);
    }
    if ((mouse->position().toPoint() - at_).manhattanLength() >= QApplication::startDragDistance()) {
        auto* drag = new QDrag(view);
        drag->setMimeData(mimeOf(pressed_));
        pressed_.clear();
        drag->exec(Qt::CopyAction);
    }
    return true;  // rows are not chosen on the way
}

}  // namespace headroom::ui
