// SPDX-License-Identifier: Apache-2.0
#include "engine/air/field/air_scale.h"

#include "engine/text/nice_step.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

constexpr double kInScale = 0.96;  ///< of the cells that lie inside the scale

}  // namespace

double airTick(double rough) {
    return niceStep(rough, kRoundAndQuarterFactors);
}

double airValue(const AirField& f, AirQuantity quantity, std::size_t cell) {
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

AirScale airScale(const AirField& field, AirQuantity quantity) {
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
        values[static_cast<std::size_t>(kInScale * static_cast<double>(values.size() - 1))];
    const double least = quantity == AirQuantity::Speed ? 0.0 : values.front();
    const double step =
        airTick(std::max(most - least, quantity == AirQuantity::Speed ? 0.1 : 4.0) / 5.0);
    scale.low = std::floor(least / step + 1e-9) * step;
    scale.high = std::max(scale.low + step, std::ceil(most / step - 1e-9) * step);
    scale.tick = step;
    scale.exceeded = values.back() > scale.high + 1e-3 * step;
    return scale;
}

int airCutCell(const AirField& field, AirCut cut, double place) {
    const int cells = cut == AirCut::Level      ? field.cells.nz
                      : cut == AirCut::WestEast ? field.cells.ny
                                                : field.cells.nx;
    return std::clamp(static_cast<int>(place * cells), 0, cells - 1);
}

double airCutM(const AirField& field, AirCut cut, double place) {
    const double size = cut == AirCut::Level      ? field.sizeZ
                        : cut == AirCut::WestEast ? field.sizeY
                                                  : field.sizeX;
    const double from = cut == AirCut::Level ? field.z0 : 0.0;
    return from + (airCutCell(field, cut, place) + 0.5) * size;
}

}  // namespace headroom::engine
