// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/diagram/display_list.h"
#include "engine/diagram/one_line.h"
#include "engine/power/network.h"
#include "engine/run/conditions.h"
#include "engine/run/frame/frame.h"
#include "ui/kit/colour_map.h"
#include "ui/power/one_line_paint.h"
#include "ui/power/power_text.h"

#include <QColor>
#include <QCoreApplication>
#include <QFontMetricsF>
#include <QRectF>
#include <QString>
#include <QStringList>

class QPainter;

namespace headroom::ui {

struct ThemeColours;

/// The state of a one-line diagram that is painted. A view: everything it refers to outlives the painting.
struct OneLineScene {
    const engine::OneLine& diagram;
    const engine::PowerNetwork& network;
    const engine::Frame&
        frame;      ///< of that network; without values of power, the wiring is painted as designed
    ColourMap map;  ///< of loadings
    double magnification = 1.0;  ///< pixels for a unit of the diagram
    double rowRoom = 0.0;        ///< added above and below each symbol
};

/// Paints wires, breakers, units and loads with their power. Texts shorten and strokes widen from afar, so that both stay legible on
/// the screen. Lives for one painting.
class OneLinePainter {
    Q_DECLARE_TR_FUNCTIONS(OneLinePainter)

  public:
    OneLinePainter(QPainter& painter, const OneLineScene& scene, const ThemeColours& colours);

    /// Whether texts are written in full at a scale, in pixels for a unit of the diagram.
    static bool isLegible(double magnification);

    /// Wires and breakers (engine/diagram/one_line_wires.h).
    engine::DisplayList wires() const;

    /// The same, painted. `selected`: the wire that is highlighted, or -1. `hovered`: the wire whose breakers are under the pointer,
    /// or -1.
    void paintWires(int selected, int hovered);

    /// `owner`: name of the objects of a load, written where the load is not connected; may be empty.
    void paintNode(const engine::OneLineNode& node, const QString& owner);

  private:
    /// Symbol and texts of a node: the name first, the last line in `lastInk`.
    struct Look {
        SymbolPaint symbol;
        QStringList lines;
        QColor lastInk;
        engine::Condition mark = engine::Condition::Normal;
    };

    Look lookOfLoad(const engine::OneLineNode& node, const QString& owner) const;
    Look lookOfUnit(const engine::OneLineNode& node) const;
    void addRating(const engine::PowerUnit& unit, Look& look) const;
    void addValues(const engine::OneLineNode& node, const PowerSummary& summary, Look& look) const;
    void setSymbol(const engine::OneLineNode& node, const PowerSummary& summary, Look& look) const;
    void setIncomers(const engine::OneLineNode& node, SymbolPaint& symbol) const;
    void paintUnit(const engine::OneLineNode& node);
    void paintText(const engine::OneLineNode& node, const Look& look);
    void paintShortText(const QRectF& area, const Look& look);
    QStringList shortFigures(const QString& figures, const QFontMetricsF& metrics, double width,
                             qsizetype most) const;

    QPainter& painter_;
    const OneLineScene& scene_;
    const ThemeColours& colours_;
    bool known_;  ///< the frame has values of power
};

}  // namespace headroom::ui
