// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/floor/layout.h"

#include <string>
#include <vector>

namespace headroom::engine {

/// Values of one quantity of all racks at instants.
struct RackFigures {
    std::string name;  ///< with the unit as suffix: "power_kw"
    std::vector<double> timeS;
    std::vector<std::vector<double>> values;  ///< by instant, then by rack of the layout; NaN: none
};

/// Values of one quantity of one object at instants.
struct ObjectFigures {
    std::string kind;    ///< "hall", "cdu", "loop", "battery", "facility"
    std::string object;  ///< id; empty for the facility
    std::string name;    ///< with the unit as suffix: "it_power_kw"
    std::vector<double> timeS;
    std::vector<double> values;  ///< NaN: none
};

/// Figures of a run that become time samples. A time code is a second of the run.
struct StageFigures {
    std::string startLocal;  ///< local standard time of second 0; empty without a run
    std::vector<RackFigures> racks;
    std::vector<ObjectFigures> objects;

    bool isEmpty() const { return racks.empty() && objects.empty(); }
};

/// The floor as a text stage of OpenUSD (.usda): metres, Z up, x east, y north, in coordinates of the site.
///
/// /Facility (assembly) holds a group for each hall, with its racks, structures and trays, and the machines outside the racks.
/// Racks and machines are instances (component) of prototypes under the class /Prototypes: one for each shape (shapes/placed_shape.h),
/// a Mesh for each surface. Names for people are displayName; ids, kinds, parts and places are custom attributes `headroom:…`.
/// A rack is coloured by its share of rating (viridis) where `figures` has its power and the catalogue its rating. Figures of objects
/// that have no prim are under /Facility/Figures. Things without size are left out. The same arguments give the same bytes.
/// Source: OpenUSD, usda 1.0; UsdGeom schemas Xform, Mesh, Cube and Scope; displayColor is linear.
std::string usdaOf(const Layout& layout, const std::string& title,
                   const StageFigures& figures = {});

}  // namespace headroom::engine
