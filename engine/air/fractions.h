// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace headroom::engine {

/// Share of the air at rack inlets of one hall that comes from their own hot zone, in the order of the rows of its plan
/// (hall_air.h). A field finds them (field/coefficients.h), Simulator::setAirFractions takes them.
struct AirFractions {
    int hall = 0;  ///< of the layout
    std::vector<double> fractions;

    bool operator==(const AirFractions&) const = default;
};

}  // namespace headroom::engine
