// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/floor/layout.h"
#include "ui/scene/colour_scale.h"
#include "ui/scene/scene_camera.h"
#include "ui/shell/theme.h"

#include <QRectF>
#include <QStringList>

class QPainter;

/// What is written over the 3-D view, the plan and rendered pictures alike.
namespace headroom::ui {

/// A scale from low to high as a ramp of colours.
struct RampLegend {
    QString title, unit;
    ColourMap map = ColourMap::Viridis;
    std::vector<ColourScale::Tick> ticks;
};

/// The ramp at the right edge of `view`; returns where it was put.
QRectF paintRamp(QPainter& painter, const QRectF& view, const RampLegend& legend,
                 const ThemeColours& colours);

/// The legend of the scale, at the right edge of `view`; returns where it was put.
QRectF paintLegend(QPainter& painter, const QRectF& view, const ColourScale& scale,
                   const ThemeColours& colours);

/// A name on the floor, centred at `at`; returns where it was put.
QRectF paintLabel(QPainter& painter, QPointF at, const QString& text, const ThemeColours& colours);

/// The names of the halls in front of them, the nearest first; what would cover another is left
/// out.
void paintHallNames(QPainter& painter, const engine::Layout& layout, const SceneCamera& camera,
                    const QRectF& view, const ThemeColours& colours);

/// North arrow; `angle` in radians clockwise from up.
void paintNorth(QPainter& painter, QPointF centre, double angle, const ThemeColours& colours);

/// The lines of a hover tip beside `at`, kept inside of `view`; the first line stands out.
void paintTip(QPainter& painter, const QRectF& view, QPointF at, const QStringList& lines,
              const ThemeColours& colours);

/// A bar of a round number of metres, or of feet where those are chosen.
void paintRuler(QPainter& painter, QPointF bottomLeft, double metresPerPixel,
                const ThemeColours& colours);

}  // namespace headroom::ui
