// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/air/field/air_scale.h"
#include "ui/kit/legend.h"

#include <QCoreApplication>

/// How an air field is looked at, apart from VTK and widgets.
namespace headroom::ui {

using engine::AirCut;
using engine::AirQuantity;
using engine::airScale;
using engine::AirScale;
using engine::airValue;

struct AirView {
    AirQuantity quantity = AirQuantity::Temperature;
    AirCut cut = AirCut::Level;
    double place = 0.42;  ///< of the plane, 0..1 of the hall
    bool slice = true;
    bool streamlines = true;
    bool operator==(const AirView&) const = default;
};

/// Opaque.
QRgb airColour(const AirScale& scale, double value);

Legend legendOf(const AirScale& scale);

/// Height or distance of a cut [m] from the hall's corner, in the middle of its cells.
double airCutM(const engine::AirField& field, const AirView& view);

}  // namespace headroom::ui
