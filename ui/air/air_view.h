// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/air/field/field.h"
#include "ui/kit/legend.h"

#include <QCoreApplication>

/// How an air field is looked at, apart from VTK and widgets.
namespace headroom::ui {

enum class AirQuantity { Temperature, Speed, HotAir };

/// The plane of a slice: level, upright from west to east, upright from south to north.
enum class AirCut { Level, WestEast, SouthNorth };

struct AirView {
    AirQuantity quantity = AirQuantity::Temperature;
    AirCut cut = AirCut::Level;
    double place = 0.42;  ///< of the plane, 0..1 of the hall
    bool slice = true;
    bool streamlines = true;
    bool operator==(const AirView&) const = default;
};

/// The quantity's values from low to high, in colour: low and high are round, and high is below
/// what hardly any cell exceeds, so that a few hot cells do not make all others look alike.
struct AirScale {
    AirQuantity quantity = AirQuantity::Temperature;
    ColourMap map = ColourMap::CoolWarm;
    double low = 0.0, high = 1.0, tick = 0.25;
    bool exceeded = false;  ///< some cells are above `high`

    QRgb colour(double value) const;
    Legend legend() const;
};

AirScale airScale(const engine::AirField& field, AirQuantity quantity);

/// The value of one cell: °C, m/s, or %.
double airValue(const engine::AirField& field, AirQuantity quantity, std::size_t cell);

/// Height or distance of a cut [m] from the hall's corner, in the middle of its cells.
double airCutM(const engine::AirField& field, const AirView& view);

}  // namespace headroom::ui
