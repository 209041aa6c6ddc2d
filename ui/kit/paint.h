// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/kit/colour_map.h"
#include "ui/kit/theme.h"

#include <QFont>
#include <QRectF>
#include <QStringList>

#include <initializer_list>

class QPainter;

/// Text drawn over 3-D, plan, diagrams and rendered pictures.
namespace headroom::ui {

/// The ground of a legend or tip: rounded, and what lies under it shines through a little.
void paintPanel(QPainter& painter, const QRectF& area, const ThemeColours& colours);

/// The same font, heavier: of a title.
QFont boldOf(const QFont& font);

/// A name on the floor, centred at `at`; returns where it was put.
QRectF paintLabel(QPainter& painter, QPointF at, const QString& text, const ThemeColours& colours);

/// North arrow in the lower right corner of `view`, left of those `boxes` at its right edge that reach down to it;
/// `angle` in radians clockwise from up.
void paintNorth(QPainter& painter, const QRectF& view, const std::vector<QRectF>& boxes,
                double angle, const ThemeColours& colours);

/// Colour of a loading: the map from 0 to 100 %; more than that is the theme's "bad".
QColor loadingColour(double loading, ColourMap map, const ThemeColours& colours);

/// The lines of a hover tip next to `at`, kept inside of `view`; the first line stands out.
void paintTip(QPainter& painter, const QRectF& view, QPointF at, const QStringList& lines,
              const ThemeColours& colours);

/// A bar of a round number of metres, or of feet where those are chosen.
void paintRuler(QPainter& painter, QPointF bottomLeft, double metresPerPixel,
                const ThemeColours& colours);

}  // namespace headroom::ui
