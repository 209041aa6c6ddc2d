// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/power/network.h"
#include "engine/run/frame/frame.h"
#include "ui/kit/paint.h"

#include <QRectF>
#include <QString>

class QPainter;

/// Painters of the one-line diagram. Symbols are those of reports (engine/diagram/one_line_symbols.h). Each state has a shape or
/// a word besides its colour.
namespace headroom::ui {

enum class SymbolLook { Plain, Loaded, Dead, Failed };

struct SymbolPaint {
    SymbolLook look = SymbolLook::Plain;
    QColor fill;          ///< of Loaded
    QColor line;          ///< strokes
    bool direct = false;  ///< output is direct current
    int position = -1;    ///< transfer switch: incomer that it takes, from the left; -1 if none
    int incomers = 1;
};

void paintUnitSymbol(QPainter& painter, engine::PowerKind kind, const QRectF& area,
                     const SymbolPaint& how, const ThemeColours& colours);
void paintLoadSymbol(QPainter& painter, engine::PowerLoadKind kind, const QRectF& area,
                     const SymbolPaint& how, const ThemeColours& colours);

/// Paints the external battery of a unit below its symbol: two poles of a cell, filled to the state of charge (0..1; NaN if
/// unknown). An arrow points up during discharge and down during charge.
void paintUnitBattery(QPainter& painter, const QRectF& symbol, double charge, double givesW,
                      const ThemeColours& colours);

void paintBreaker(QPainter& painter, QPointF centre, engine::BreakerState state, const QColor& wire,
                  const ThemeColours& colours);

struct PowerLegend {
    bool hasBattery = false;  ///< external batteries are in the wiring
    bool isShort = false;     ///< the loading alone
};

/// Legend at the right edge of `view`: loading with its unit, wires, breakers and states. Returns
/// where it was put.
QRectF paintPowerLegend(QPainter& painter, const QRectF& view, ColourMap map,
                        const ThemeColours& colours, const PowerLegend& how = {});

QColor liveWire(const ThemeColours& colours);
QColor deadWire(const ThemeColours& colours);

}  // namespace headroom::ui
