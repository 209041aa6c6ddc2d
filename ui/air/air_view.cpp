// SPDX-License-Identifier: Apache-2.0
#include "ui/air/air_view.h"

#include "ui/units/quantity_text.h"
#include "ui/units/unit_system.h"

#include <algorithm>
#include <cmath>

namespace headroom::ui {

namespace {

constexpr double kShown = 0.96;  ///< of the cells that lie inside the scale

QString tr(const char* text) {
    return QCoreApplication::translate("AirView", text);
}

double niceStep(double rough) {
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    for (const double factor : {1.0, 2.0, 2.5, 5.0}) {
        if (rough <= factor * power * 1.0001) {
            return factor * power;
        }
    }
    return 10.0 * power;
}

}  // namespace

double airValue(const engine::AirField& f, AirQuantity quantity, std::size_t cell) {
    switch (quantity) {
        case AirQuantity::Temperature:
            return static_cast<double>(f.temperatureC[cell]);
        case AirQuantity::HotAir:
            return 100.0 * static_cast<double>(f.hotFraction[cell]);
        case AirQuantity::Speed: {
            const double x = static_cast<double>(f.speedX[cell]),
                         y = static_cast<double>(f.speedY[cell]),
                         z = static_cast<double>(f.speedZ[cell]);
            return std::sqrt(x * x + y * y + z * z);
        }
    }
    return 0.0;
}

AirScale airScale(const engine::AirField& field, AirQuantity quantity) {
    AirScale scale;
    scale.quantity = quantity;
    scale.map = quantity == AirQuantity::Speed ? ColourMap::Viridis : ColourMap::CoolWarm;
    if (quantity == AirQuantity::HotAir) {
        scale.high = 100.0;
        scale.tick = 25.0;
        return scale;
    }
    std::vector<double> values;
    for (std::size_t c = 0; c < field.solid.size(); ++c) {
        if (field.solid[c] == 0) {
            values.push_back(airValue(field, quantity, c));
        }
    }
    if (values.empty()) {
        return scale;
    }
    std::sort(values.begin(), values.end());
    const double most =
        values[static_cast<std::size_t>(kShown * static_cast<double>(values.size() - 1))];
    const double least = quantity == AirQuantity::Speed ? 0.0 : values.front();
    const double step =
        niceStep(std::max(most - least, quantity == AirQuantity::Speed ? 0.1 : 4.0) / 5.0);
    scale.low = std::floor(least / step + 1e-9) * step;
    scale.high = std::max(scale.low + step, std::ceil(most / step - 1e-9) * step);
    scale.tick = step;
    scale.exceeded = values.back() > scale.high + 1e-3 * step;
    return scale;
}

QRgb AirScale::colour(double value) const {
    return mapColour(map, (value - low) / (high - low));
}

Legend AirScale::legend() const {
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
    const double step = UnitSystem::instance().converts(of) ? niceStep((to - from) / 5.0) : tick;
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

double airCutM(const engine::AirField& f, const AirView& view) {
    const auto middle = [&](int cells, double size) {
        const int i = std::clamp(static_cast<int>(view.place * cells), 0, cells - 1);
        return (i + 0.5) * size;
    };
    return view.cut == AirCut::Level      ? middle(f.cells.nz, f.sizeZ)
           : view.cut == AirCut::WestEast ? middle(f.cells.ny, f.sizeY)
                                          : middle(f.cells.nx, f.sizeX);
}

}  // namespace headroom::ui
