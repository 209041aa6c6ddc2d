// SPDX-License-Identifier: Apache-2.0
#include "ui/floor/blast_paint.h"

#include "ui/kit/ink.h"
#include "ui/kit/legend.h"
#include "ui/units/quantity_text.h"
#include "ui/workspace/blast_focus.h"

#include <QPainter>

#include <algorithm>

namespace headroom::ui {

namespace {

using engine::Reach;

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
    painter.fillRect(rack, QBrush(inkOn(reachColour(reach, colours)), reachPattern(reach)));
}

Legend blastLegend(const QFont& font, const BlastFocus& focus, const ThemeColours& colours) {
    const engine::BlastReach& reach = *focus.reach();
    Legend legend;
    legend.title = BlastFocus::tr("If it failed");
    legend.unit = QFontMetricsF(font).elidedText(focus.name(), Qt::ElideMiddle, kNameWidth);
    const auto add = [&](Reach what, int racks) {
        const QString words = racks == 1
                                  ? BlastFocus::tr("%1: 1 rack").arg(reachWord(what))
                                  : BlastFocus::tr("%1: %2 racks").arg(reachWord(what)).arg(racks);
        legend.entries.push_back({words,
                                  [&colours, what](QPainter& p, QPointF centre) {
                                      const QRectF swatch(centre.x() - 8.0, centre.y() - 8.0, 16.0,
                                                          16.0);
                                      p.setRenderHint(QPainter::Antialiasing, false);
                                      p.fillRect(swatch, reachColour(what, colours));
                                      paintReach(p, swatch, what, colours);
                                  },
                                  racks == 0});
    };
    add(Reach::Lost, reach.racksLost);
    add(Reach::Strained, reach.racksStrained);
    add(Reach::Exposed, reach.racksExposed);
    add(Reach::None, static_cast<int>(reach.racks.size()) - reach.racksLost - reach.racksStrained -
                         reach.racksExposed);
    if (const auto step = focus.waveStep()) {
        legend.entries.push_back(
            {BlastFocus::tr("Step %1 of %2").arg(*step).arg(focus.lastStep()), nullptr, true});
    }
    return legend;
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
