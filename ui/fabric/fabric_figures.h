// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/frame/frame.h"
#include "ui/fabric/fabric_focus.h"

#include <QString>

#include <vector>

/// Totals of a fabric and of the selection in it, in rows with a reason each.
namespace headroom::ui {

/// One row of what is known of something: name, value, and why it is so.
struct FabricFigure {
    QString name, value, why;
};

/// Shape, size, bisection, power, cost of a fabric.
std::vector<FabricFigure> headlines(const engine::Frame& frame, int fabric);

/// Facts about the selection: rate, load, faults, cable, jobs over it.
std::vector<FabricFigure> pickFigures(const engine::TopologyIndex& index,
                                      const engine::Frame& frame, int fabric,
                                      const FabricPick& pick);

}  // namespace headroom::ui
