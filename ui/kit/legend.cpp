// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/legend.h"

#include "ui/kit/paint.h"

#include <QFontMetricsF>
#include <QLinearGradient>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headroom::ui {

namespace {

constexpr double kLegendPad = 10.0;
constexpr double kEdge = 12.0;
constexpr double kBarWidth = 14.0;
constexpr double kLeastBar = 60.0;
constexpr double kMostBar = 168.0;          // without entries below
constexpr double kMostBarOverList = 130.0;  // with them
constexpr double kMostShare = 0.38;         // of the height of the view, that a ramp takes
constexpr double kMark = 26.0;              // from the left edge of a mark to its words

/// Draws from the top down.
class LegendPainter {
  public:
    LegendPainter(QPainter& painter, const Legend& legend, const ThemeColours& colours)
        : painter_(painter),
          legend_(legend),
          colours_(colours),
          font_(painter.font()),
          metrics_(font_),
          heavy_(boldOf(font_)),
          row_(std::max(metrics_.height() + 3.0, 19.0)) {}

    QSizeF sizeIn(const QRectF& view) {
        const double list = row_ * static_cast<double>(legend_.entries.size());
        const double room = view.height() - 2 * kEdge - 2 * kLegendPad;
        double ramp = 0.0;
        if (legend_.ramp) {
            const double rest = headHeight() + aboveHeight() + metrics_.height() / 2.0;
            const bool alone = legend_.entries.empty();
            // A low view leaves the drawing more than the legend.
            const double most =
                std::min(alone ? kMostBar : kMostBarOverList, kMostShare * view.height());
            bar_ = legend_.size != LegendSize::Whole
                       ? kLeastBar
                       : std::clamp(room - rest - list, kLeastBar, std::max(kLeastBar, most));
            ramp = aboveHeight() + bar_ + (alone ? metrics_.height() / 2.0 : 14.0);
        }
        withList_ = !legend_.ramp ||
                    (legend_.size != LegendSize::RampAlone && room > headHeight() + ramp + list);
        return {textWidth() + 2 * kLegendPad,
                2 * kLegendPad + headHeight() + ramp + (withList_ ? list : 0.0)};
    }

    /// As wide as asked for at least.
    QRectF paint(const QRectF& view, double leastWidth) {
        const QSizeF size = sizeIn(view);
        const double width = std::max(size.width(), leastWidth);
        const QRectF area(view.right() - kEdge - width, view.top() + kEdge, width, size.height());
        paintPanel(painter_, area, colours_);
        left_ = area.left() + kLegendPad;
        y_ = area.top() + kLegendPad;
        paintHead();
        if (legend_.ramp) {
            paintRamp();
        }
        for (std::size_t i = 0; withList_ && i < legend_.entries.size(); ++i) {
            paintEntry(legend_.entries[i]);
        }
        return area;
    }

  private:
    double headHeight() const {
        return (legend_.title.isEmpty() ? 0.0 : heavy_.height()) +
               (legend_.unit.isEmpty() ? 0.0 : metrics_.height()) + 8.0;
    }

    double aboveHeight() const { return legend_.above ? row_ + 10.0 : 0.0; }

    double textWidth() const {
        double width = std::max(heavy_.horizontalAdvance(legend_.title),
                                metrics_.horizontalAdvance(legend_.unit));
        const auto take = [&](double left, const QString& text) {
            width = std::max(width, left + metrics_.horizontalAdvance(text));
        };
        for (const LegendTick& tick : legend_.ticks) {
            take(kBarWidth + 10.0, tick.text);
        }
        for (std::size_t i = 0; withList_ && i < legend_.entries.size(); ++i) {
            take(kMark, legend_.entries[i].text);
        }
        if (legend_.above) {
            take(kMark, legend_.above->text);
        }
        return width;
    }

    void paintHead() {
        painter_.setFont(boldOf(font_));
        painter_.setPen(colours_.text);
        painter_.drawText(QPointF(left_, y_ + heavy_.ascent()), legend_.title);
        y_ += heavy_.height();
        painter_.setFont(font_);
        if (!legend_.unit.isEmpty()) {
            painter_.setPen(colours_.muted);
            painter_.drawText(QPointF(left_, y_ + metrics_.ascent()), legend_.unit);
            y_ += metrics_.height();
        }
        y_ += 8.0;
    }

    void paintRamp() {
        if (legend_.above) {
            paintEntry(*legend_.above);
            y_ += 10.0;
        }
        const QRectF bar(left_, y_, kBarWidth, bar_);
        QLinearGradient gradient(bar.bottomLeft(), bar.topLeft());
        for (int i = 0; i <= 24; ++i) {
            gradient.setColorAt(i / 24.0, legend_.ramp(i / 24.0));
        }
        painter_.setPen(Qt::NoPen);
        painter_.setBrush(gradient);
        painter_.drawRect(bar);
        painter_.setPen(QPen(colours_.text, 1.0));
        const auto yOf = [&](const LegendTick& tick) {
            return bar.bottom() - tick.at * bar.height();
        };
        double lowest = bar.bottom() + metrics_.height();
        for (const LegendTick& tick : legend_.ticks) {
            const double y = yOf(tick);
            const bool besideLimit =
                std::any_of(legend_.ticks.begin(), legend_.ticks.end(), [&](const LegendTick& l) {
                    return l.isLimit && std::abs(yOf(l) - y) < metrics_.ascent();
                });
            if (tick.isLimit || besideLimit || lowest - y < metrics_.ascent()) {
                continue;  // it would run into the one below
            }
            lowest = y;
            painter_.drawLine(QPointF(bar.right(), y), QPointF(bar.right() + 4.0, y));
            painter_.drawText(QPointF(bar.right() + 9.0, y + metrics_.ascent() / 2.0 - 1.5),
                              tick.text);
        }
        for (const LegendTick& tick : legend_.ticks) {
            if (tick.isLimit) {
                const double y = yOf(tick);
                painter_.setPen(QPen(colours_.raised, 4.5));
                painter_.drawLine(QPointF(bar.left() - 1.0, y), QPointF(bar.right() + 1.0, y));
                painter_.setPen(QPen(colours_.bad, 2.5));
                painter_.drawLine(QPointF(bar.left() - 3.0, y), QPointF(bar.right() + 5.0, y));
                painter_.drawText(QPointF(bar.right() + 9.0, y + metrics_.ascent() / 2.0 - 1.5),
                                  tick.text);
            }
        }
        y_ += bar_ + 14.0;
    }

    void paintEntry(const LegendEntry& entry) {
        if (entry.mark) {
            painter_.save();
            entry.mark(painter_, {left_ + 8.0, y_ + row_ / 2.0});
            painter_.restore();
        }
        painter_.setPen(entry.isMuted ? colours_.muted : colours_.text);
        painter_.drawText(QPointF(left_ + kMark, y_ + row_ / 2.0 + metrics_.ascent() / 2.0 - 2.0),
                          entry.text);
        y_ += row_;
    }

    QPainter& painter_;
    const Legend& legend_;
    const ThemeColours& colours_;
    QFont font_;
    QFontMetricsF metrics_, heavy_;
    double row_;
    double bar_ = 0.0;
    bool withList_ = true;
    double left_ = 0.0, y_ = 0.0;
};

}  // namespace

QRectF paintLegendBox(QPainter& painter, const QRectF& view, const Legend& legend,
                      const ThemeColours& colours) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF area = LegendPainter(painter, legend, colours).paint(view, 0.0);
    painter.restore();
    return area;
}

std::vector<QRectF> paintLegends(QPainter& painter, const QRectF& view, std::vector<Legend> legends,
                                 const ThemeColours& colours) {
    constexpr double kApart = 8.0;
    std::vector<QSizeF> sizes;
    for (const LegendSize size :
         {LegendSize::Whole, LegendSize::LowRamp, LegendSize::RampAlone, LegendSize::LowRamp}) {
        sizes.clear();
        double height = 2.0 * kEdge - kApart;
        for (Legend& legend : legends) {
            legend.size = size;
            sizes.push_back(LegendPainter(painter, legend, colours).sizeIn(view));
            height += sizes.back().height() + kApart;
        }
        if (height <= view.height()) {
            break;
        }
    }
    double width = 0.0;
    for (const QSizeF& size : sizes) {
        width = std::max(width, size.width());
    }
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    std::vector<QRectF> boxes;
    QRectF place = view;
    for (std::size_t i = 0; i < legends.size(); ++i) {
        const bool isFirst = place.top() == view.top();
        if (!isFirst && place.top() + sizes[i].height() + 2.0 * kEdge > view.bottom()) {
            place = view.adjusted(0, 0, boxes.back().left() - view.right() + kEdge - kApart, 0);
        }
        // The room of the whole view: what was measured is what is painted.
        const QRectF area(place.topLeft(), QSizeF(place.width(), view.height()));
        boxes.push_back(LegendPainter(painter, legends[i], colours).paint(area, width));
        place.setTop(boxes.back().bottom() + kApart - kEdge);
    }
    painter.restore();
    return boxes;
}

double leftOf(const std::vector<QRectF>& boxes, const QRectF& view) {
    double left = view.right();
    for (const QRectF& box : boxes) {
        left = std::min(left, box.left());
    }
    return left;
}

std::function<void(QPainter&, QPointF)> swatchOf(const QColor& colour) {
    return [colour](QPainter& painter, QPointF centre) {
        painter.fillRect(QRectF(centre.x() - 8.0, centre.y() - 6.0, 13.0, 13.0).toRect(), colour);
    };
}

std::function<QColor(double)> rampOf(ColourMap map) {
    return [map](double at) { return QColor::fromRgb(mapColour(map, at)); };
}

std::vector<LegendTick> percentTicks() {
    return {{0.0, "0"}, {0.25, "25"}, {0.5, "50"}, {0.75, "75"}, {1.0, "100"}};
}

}  // namespace headroom::ui
