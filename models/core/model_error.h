// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

namespace headroom::models {

/// What a model of the facility is off by where all of its figures are right: the standard deviation of
/// measured over computed on cases that nothing was fitted to. Errors of the training step are not here but with each
/// job (models/workload/training_certainty.h).
struct ModelErrorSpec {
    enum class Of {
        ItPower,          ///< of racks, network and storage; what follows from it moves with it
        Overhead,         ///< facility power less IT power: plant and wiring
        Water,            ///< that the facility uses
        ChipTemperature,  ///< of the hottest chip, in kelvin
    };
    Of of = Of::ItPower;
    double share = kNotStated;      ///< standard deviation of the logarithm
    double deviationK = kNotStated; ///< of temperatures
    int cases = 0;                  ///< that it comes from; 0: an assumption

    static const ComponentType& type();
};

}  // namespace headroom::models
