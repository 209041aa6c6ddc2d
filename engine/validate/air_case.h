// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/air/field/over_time.h"
#include "engine/validate/case_file.h"

#include <optional>
#include <string>
#include <vector>

/// A hall computed in OpenFOAM, as shared/validation/air states it: boxes, flows, heat and inlets by rack.
namespace headroom::engine {

/// Inlets that another program or an older version gives; NaN where it gives none.
struct AirCaseInlets {
    std::string name;
    std::vector<double> inletC;  ///< by rack of the case
};

/// Inlets after a loss, from transient OpenFOAM.
struct AirCaseLoss {
    AirLoss loss;
    double everyS = 60.0;
    std::vector<double> rackJPerK;            ///< by rack of the case
    std::vector<std::vector<double>> inletC;  ///< by interval and by rack: means over the interval
};

struct AirCase {
    Layout layout;
    models::HallSpec spec;
    HallAirLoad load;
    double jPerM3K = 0.0;
    std::vector<std::string> racks;  ///< ids, by rack of the layout
    std::vector<double> inletC;      ///< of OpenFOAM
    std::vector<double> maxC;        ///< warmest place of each front in OpenFOAM
    double meanLimitK = 0.0, rackLimitK = 0.0, hottestLimitK = 0.0;
    std::vector<AirCaseInlets> others;
    std::optional<AirCaseLoss> loss;

    /// Mean of inlets by the racks' flow.
    double meanC(const std::vector<double>& inlets) const;
};

/// VAL-003 where a member is missing or no number.
Result<AirCase> readAirCase(const CaseFile& file);

}  // namespace headroom::engine
