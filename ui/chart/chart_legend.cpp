// SPDX-License-Identifier: Apache-2.0
#include "ui/chart/chart_legend.h"

#include "ui/kit/theme.h"

#include <QPainter>
#include <QStringList>

#include <algorithm>
#include <utility>

namespace headroom::ui {

namespace {

constexpr int kSwatchPx = 8, kGapPx = 10, kEdgePx = 2;
constexpr int kLeastNamePx = 36;  ///< of a name: fewer pixels tell nobody which curve it is

}  // namespace

ChartLegend::ChartLegend(QWidget* parent) : QWidget(parent) {
    setObjectName("chartLegend");
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

void ChartLegend::setRows(std::vector<Row> rows, const QString& lastHead) {
    const bool grows = rows.size() != rows_.size();
    rows_ = std::move(rows);
    lastHead_ = lastHead;
    setAccessibleName(tr("Figures of the curves"));
    setAccessibleDescription(text());
    setToolTip(text());
    if (grows) {
        updateGeometry();
    }
    update();
}

QStringList ChartLegend::heads() const {
    return {tr("min"), tr("mean"), tr("max"), lastHead_, QStringLiteral("Δ")};
}

QString ChartLegend::text() const {
    QStringList lines;
    const QStringList names = heads();
    for (const Row& row : rows_) {
        QStringList words;
        for (std::size_t c = 0; c < kColumns; ++c) {
            if (!row.cells[c].isEmpty()) {
                words << names[static_cast<qsizetype>(c)] + ' ' + row.cells[c];
            }
        }
        lines << row.name + QStringLiteral(": ") + words.join(QStringLiteral(", "));
    }
    return lines.join('\n');
}

QSize ChartLegend::sizeHint() const {
    const int line = fontMetrics().height();
    return {200, rows_.empty() ? 0 : line * (static_cast<int>(rows_.size()) + 1) + 2 * kEdgePx};
}

QSize ChartLegend::minimumSizeHint() const {
    return {40, sizeHint().height()};
}

void ChartLegend::paintEvent(QPaintEvent*) {
    if (rows_.empty()) {
        return;
    }
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const ThemeColours& c = Theme::instance().colours();
    const QFontMetrics metrics = fontMetrics();
    const QStringList names = heads();
    std::array<int, kColumns> widths{};
    int all = 0;
    for (std::size_t column = 0; column < kColumns; ++column) {
        for (const Row& row : rows_) {
            widths[column] = std::max(widths[column], metrics.horizontalAdvance(row.cells[column]));
        }
        if (widths[column] > 0) {
            widths[column] =
                std::max(widths[column],
                         metrics.horizontalAdvance(names[static_cast<qsizetype>(column)])) +
                kGapPx;
        }
        all += widths[column];
    }
    const int nameFrom = kEdgePx + kSwatchPx + 6;
    for (std::size_t column = 0; column < kColumns && nameFrom + kLeastNamePx + all > width();
         ++column) {
        if (column != 3) {  // the value at the cursor stays longest
            all -= std::exchange(widths[column], 0);
        }
    }
    const int line = metrics.height();
    const auto row = [&](int y, const auto& textOf, const QColor& colour) {
        int right = width() - kEdgePx;
        painter.setPen(colour);
        for (std::size_t column = kColumns; column-- > 0;) {
            if (widths[column] > 0) {
                painter.drawText(QRect(right - widths[column], y, widths[column], line),
                                 Qt::AlignRight | Qt::AlignVCenter, textOf(column));
                right -= widths[column];
            }
        }
        return right;
    };
    row(
        kEdgePx, [&](std::size_t column) { return names[static_cast<qsizetype>(column)]; },
        c.muted);
    int y = kEdgePx + line;
    for (const Row& r : rows_) {
        const int right = row(
            y, [&](std::size_t column) { return r.cells[column]; }, c.text);
        painter.setPen(Qt::NoPen);
        painter.setBrush(r.colour);
        painter.drawRoundedRect(QRectF(kEdgePx, y + (line - kSwatchPx) / 2.0, kSwatchPx, kSwatchPx),
                                2, 2);
        painter.setPen(c.text);
        const QRect place(nameFrom, y, std::max(0, right - nameFrom), line);
        painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(r.name, Qt::ElideRight, place.width()));
        y += line;
    }
}

}  // namespace headroom::ui
