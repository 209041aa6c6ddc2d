// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/reliability/reach/reach.h"
#include "ui/kit/legend.h"
#include "ui/kit/theme.h"

#include <QRectF>
#include <QStringList>

class QFont;
class QPainter;

namespace headroom::ui {

class BlastFocus;

/// The classes of racks with their numbers, hatched as on the plan. Names are cut to the width of `font`.
Legend blastLegend(const QFont& font, const BlastFocus& focus, const ThemeColours& colours);

/// A rack of the plan: hatched by what becomes of it.
void paintReach(QPainter& painter, const QRectF& rack, engine::Reach reach,
                const ThemeColours& colours);

/// Effect of the blast radius on a rack, for its tool tip. Empty if no blast radius is shown.
QStringList describeReach(const BlastFocus& focus, int rack);

}  // namespace headroom::ui
