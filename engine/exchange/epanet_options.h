// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/exchange/epanet.h"
#include "engine/exchange/epanet_text.h"

#include <string>

namespace headroom::engine {

/// The section [OPTIONS] of EPANET's files, and the units that follow from it.
class EpanetOptions : protected EpanetFaults {
  protected:
    explicit EpanetOptions(std::filesystem::path path) : EpanetFaults(std::move(path)) {}

    void option(const EpanetLine& line);

    /// After the last option.
    void useUnits();

    EpanetModel model_;
    std::string defaultPattern_ = "1";
    double flow_ = 1.0, length_ = 1.0, diameter_ = 1.0, pressure_ = 1.0;  ///< SI per unit

  private:
    void demandModel(const EpanetLine& line);
    void pressureUnit(const EpanetLine& line);

    std::string flowUnit_ = "GPM";
    int unitLine_ = 0;
    double viscosity_ = 1.0, specificGravity_ = 1.0;
    bool dependsOnPressure_ = false, kilopascals_ = false;
    double leastPressure_ = 0.0, requiredPressure_ = 0.1, pressureExponent_ = 0.5;
};

}  // namespace headroom::engine
