// SPDX-License-Identifier: Apache-2.0
#include "ui/power/capacity_bar.h"

#include "ui/floor/rack_colouring.h"
#include "ui/power/one_line_paint.h"
#include "ui/power/power_model.h"

#include <QApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headroom::ui {

namespace {

constexpr double kFullScale = 1.25;  // of the bar's width
constexpr int kBarWidth = 118;       // with what is left free next to it

/// The longest that a share of the rating is written, in any text size.
int textWidth(const QFontMetrics& metrics) {
    return metrics.horizontalAdvance(QStringLiteral("0.0000\u2009%")) + 6;
}

}  // namespace

CapacityBar::CapacityBar(RackColouring* colouring, QObject* parent)
    : QStyledItemDelegate(parent), colouring_(colouring) {}

QSize CapacityBar::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    return {textWidth(option.fontMetrics) + kBarWidth,
            QStyledItemDelegate::sizeHint(option, index).height()};
}

void CapacityBar::paint(QPainter* painter, const QStyleOptionViewItem& option,
                        const QModelIndex& index) const {
    QStyleOptionViewItem ground = option;
    initStyleOption(&ground, index);
    const QString text = ground.text;
    ground.text.clear();
    QApplication::style()->drawControl(QStyle::CE_ItemViewItem, &ground, painter, option.widget);
    const ThemeColours& colours = Theme::instance().colours();
    const QVariant value = index.data(PowerUnitModel::LoadingRole);
    const double loading = value.isValid() ? value.toDouble() : std::nan("");
    const bool selected = option.state & QStyle::State_Selected;
    painter->save();
    const QRectF cell = option.rect;
    const int words = textWidth(option.fontMetrics);
    painter->setPen(selected ? colours.onAccent : colours.text);
    painter->drawText(QRectF(cell.left(), cell.top(), words, cell.height()),
                      Qt::AlignRight | Qt::AlignVCenter, text);
    if (std::isfinite(loading)) {
        const QRectF bar(cell.left() + words + 8.0, cell.center().y() - 4.5,
                         std::max(20.0, cell.width() - words - 16.0), 10.0);
        painter->setPen(QPen(selected ? colours.onAccent : colours.border, 1.0));
        painter->setBrush(colours.base);
        painter->drawRect(bar);
        const auto place = [&bar](double share) {
            return bar.left() + bar.width() * std::clamp(share / kFullScale, 0.0, 1.0);
        };
        QRectF filled = bar.adjusted(1, 1, 0, 0);
        filled.setRight(std::max(filled.left(), place(loading)));
        painter->fillRect(filled, loadingColour(loading, colouring_->scale().map(), colours));
        painter->setPen(QPen(selected ? colours.onAccent : colours.text, 1.4));
        painter->drawLine(QPointF(place(1.0), bar.top() - 2.5),
                          QPointF(place(1.0), bar.bottom() + 2.5));
        const QVariant lessOne = index.data(PowerUnitModel::LessOneRole);
        if (lessOne.isValid() && std::isfinite(lessOne.toDouble())) {
            const double x = place(lessOne.toDouble());
            painter->setRenderHint(QPainter::Antialiasing);
            QPolygonF mark;
            mark << QPointF(x, bar.center().y() - 4.0) << QPointF(x + 4.0, bar.center().y())
                 << QPointF(x, bar.center().y() + 4.0) << QPointF(x - 4.0, bar.center().y());
            painter->setPen(QPen(lessOne.toDouble() > 1.0 ? colours.bad : colours.text, 1.4));
            painter->setBrush(colours.base);
            painter->drawPolygon(mark);
        }
    }
    painter->restore();
}

}  // namespace headroom::ui
