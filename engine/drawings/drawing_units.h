// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/drawings/vector_drawing.h"

#include <string>
#include <string_view>
#include <vector>

namespace headroom::engine {

struct DrawingUnit {
    std::string_view word;  ///< "mm", as --unit takes it
    std::string_view name;  ///< "millimetres"
    double metres = 0.0;
    bool isMetric = true;
};

/// Units of floor plans: mm, cm, m, in, ft.
const std::vector<DrawingUnit>& drawingUnits();

/// By its word; null if there is none.
const DrawingUnit* drawingUnit(std::string_view word);

/// The unit of a drawing, and how sure that is.
struct UnitOfDrawing {
    const DrawingUnit* declared =
        nullptr;  ///< $INSUNITS; null: not stated, or not a unit of floor plans
    const DrawingUnit* likely = nullptr;  ///< by the measures below; never null
    std::string finding;  ///< the contradiction in a sentence; empty if there is none

    /// Declared if stated, else likely.
    const DrawingUnit& used() const { return declared != nullptr ? *declared : *likely; }
};

/// The likely unit meets most of the following conditions. Among equals, the declared unit wins, then the units of $MEASUREMENT.
///   3 m <= larger side of the drawing <= 5 km (weighs double);
///   0.6 m <= median radius of quarter-circle arcs (doors) <= 1.6 m;
///   0.15 m <= median side of small closed squares and circles (columns) <= 2 m;
///   unit and $MEASUREMENT agree.
/// A finding names it if the declared unit holds fewer of the first three.
/// Assumption: limits from usual doors (DIN 18101: 0.61 to 1.11 m; IBC 1010.1.1: at least 0.81 m) and columns of halls.
UnitOfDrawing unitOf(const VectorDrawing& drawing);

}  // namespace headroom::engine
