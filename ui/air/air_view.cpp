// SPDX-License-Identifier: Apache-2.0
#include "ui/air/air_view.h"

#include "ui/units/quantity_text.h"
#include "ui/units/unit_system.h"

#include <cmath>

namespace headroom::ui {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("AirView", text);
}

}  // namespace

QRgb airColour(const AirScale& scale, double value) {
    constexpr QRgb kFullAlpha = 0xff000000;
    return kFullAlpha | scale.rgb(value);
}

Legend legendOf(const AirScale& scale) {
    const auto& [quantity, map, low, high, tick, exceeded] = scale;
    Legend legend;
    legend.title = quantity == AirQuantity::Temperature ? tr("Air")
                   : quantity == AirQuantity::Speed     ? tr("Air speed")
                                                        : tr("Hot air");
    // In the units of airValue(): percent are not shares here.
    const models::Unit of = quantity == AirQuantity::Temperature ? models::unit::celsius
                            : quantity == AirQuantity::Speed     ? models::unit::metrePerSecond
                                                                 : models::Unit{"%", 1.0};
    const DisplayUnit unit = UnitSystem::instance().shown(of);
    legend.unit = unit.symbol;
    legend.ramp = rampOf(map);
    // In another unit the range is the same, but even figures are elsewhere.
    const double from = unit.shown(low);
    const double to = unit.shown(high);
    const double step =
        UnitSystem::instance().converts(of) ? engine::airTick((to - from) / 5.0) : tick;
    double last = to;
    for (double at = std::ceil(from / step - 1e-9) * step; at <= to + 1e-6 * step; at += step) {
        legend.ticks.push_back({(at - from) / (to - from), plainNumberText(at, 4)});
        last = at;
    }
    if (exceeded && !legend.ticks.empty() && last > to - 0.5 * step) {
        legend.ticks.back().text.prepend(QStringLiteral("≥ "));
    }
    return legend;
}

double airCutM(const engine::AirField& field, const AirView& view) {
    return engine::airCutM(field, view.cut, view.place);
}

}  // namespace headroom::ui
