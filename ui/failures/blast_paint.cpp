// SPDX-License-Identifier: Apache-2.0
#include "ui/failures/blast_paint.h"

#include "ui/failures/blast_focus.h"
#include "ui/quantity_text.h"

#include <QPainter>

#include <algorithm>
#include <vector>

namespace headroom::ui {

namespace {

using engine::Reach;

constexpr double kPad = 10.0;
constexpr double kEdge = 12.0;
constexpr double kSwatch = 18.0;
constexpr double kNameWidth = 190.0;

}  // namespace

void paintReach(QPainter& painter, const QRectF& rack, Reach reach, const ThemeColours& colours) {
    if (reach == Reach::None) {
        return;
    }
    // Lines narrower than the racks' own: a rack of a few pixels keeps its colour alone.
    if (std::min(rack.width(), rack.height()) < 7.0) {
        return;
    }
    const QColor fill = reachColour(reach, colours);
    const QColor line =
        contrast(fill, Qt::white) >= contrast(fill, Qt::black) ? Qt::white : Qt::black;
    painter.fillRect(rack, QBrush(line, reachPattern(reach)));
}

QRectF paintBlastLegend(QPainter& painter, const QRectF& view, const BlastFocus& focus,
                        const ThemeColours& colours) {
    const engine::BlastReach& reach = *focus.reach();

    struct Entry {
        Reach reach;
        int racks;
    };

    const int left = static_cast<int>(reach.racks.size()) - reach.racksLost - reach.racksStrained -
                     reach.racksExposed;
    const std::vector<Entry> entries{{Reach::Lost, reach.racksLost},
                                     {Reach::Strained, reach.racksStrained},
                                     {Reach::Exposed, reach.racksExposed},
                                     {Reach::None, left}};
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const QFont font = painter.font();
    QFont heavyFont = font;
    heavyFont.setWeight(QFont::DemiBold);
    const QFontMetricsF metrics(font), heavy(heavyFont);
    const QString title = BlastFocus::tr("If it failed");
    const QString name = metrics.elidedText(focus.name(), Qt::ElideMiddle, kNameWidth);
    QStringList lines;
    double width = std::max(heavy.horizontalAdvance(title), metrics.horizontalAdvance(name));
    for (const Entry& entry : entries) {
        lines
            << (entry.racks == 1
                    ? BlastFocus::tr("%1: 1 rack").arg(reachWord(entry.reach))
                    : BlastFocus::tr("%1: %2 racks").arg(reachWord(entry.reach)).arg(entry.racks));
        width = std::max(width, kSwatch + 8.0 + metrics.horizontalAdvance(lines.back()));
    }
    const double line = std::max(kSwatch, metrics.height()) + 4.0;
    const QSizeF size(width + 2 * kPad,
                      heavy.height() + metrics.height() + 8.0 + 4 * line + 2 * kPad);
    const QRectF area(view.right() - kEdge - size.width(), view.top() + kEdge, size.width(),
                      size.height());
    QColor ground = colours.raised;
    ground.setAlphaF(0.94F);
    painter.setPen(QPen(colours.border, 1.0));
    painter.setBrush(ground);
    painter.drawRoundedRect(area.adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);
    double y = area.top() + kPad;
    painter.setPen(colours.text);
    painter.setFont(heavyFont);
    painter.drawText(QPointF(area.left() + kPad, y + heavy.ascent()), title);
    y += heavy.height();
    painter.setFont(font);
    painter.setPen(colours.muted);
    painter.drawText(QPointF(area.left() + kPad, y + metrics.ascent()), name);
    y += metrics.height() + 8.0;
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const QRectF swatch(area.left() + kPad, y, kSwatch, kSwatch);
        painter.fillRect(swatch, reachColour(entries[i].reach, colours));
        paintReach(painter, swatch, entries[i].reach, colours);
        painter.setPen(entries[i].racks > 0 ? colours.text : colours.muted);
        painter.drawText(
            QPointF(swatch.right() + 8.0, y + kSwatch / 2.0 + metrics.ascent() / 2.0 - 1.5),
            lines[static_cast<qsizetype>(i)]);
        y += line;
    }
    painter.restore();
    return area;
}

QStringList describeReach(const BlastFocus& focus, int rack) {
    if (focus.reach() == nullptr || rack < 0 ||
        rack >= static_cast<int>(focus.reach()->racks.size())) {
        return {};
    }
    const engine::RackReach& r = focus.reach()->racks[static_cast<std::size_t>(rack)];
    if (r.reach == Reach::None) {
        return {BlastFocus::tr("If it failed: not reached")};
    }
    QString text = BlastFocus::tr("If it failed: %1, through %2")
                       .arg(reachWord(r.reach).toLower(), reachByWord(r.by).toLower());
    if (r.shortfall > 0.0F) {
        text += BlastFocus::tr(", %1\u2009% missing at full load")
                    .arg(numberText(100.0 * r.shortfall, 3));
    }
    return {text};
}

}  // namespace headroom::ui
