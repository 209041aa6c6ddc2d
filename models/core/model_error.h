// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

#include <array>
#include <string_view>

namespace headroom::models {

/// Error of a model of the facility whose figures are all right: the standard deviation of measured over computed on cases
/// that nothing was fitted to; and what meters are off by whose readings are in place of a model. Errors of the training
/// step are not here but with each job (models/workload/training_certainty.h).
struct ModelErrorSpec {
    enum class Of {
        ItPower,  ///< of racks, network and storage, as computed; what follows from it moves with it
        MeteredHeat,   ///< the same of racks whose power follows from metered heat of their coolant
        MeteredPower,  ///< the same of racks whose power is metered
        Overhead,      ///< facility power less IT power: plant and wiring
        Water,         ///< that the facility uses
        ChipTemperature,  ///< of the hottest chip, in kelvin
    };
    Of of = Of::ItPower;
    double share = kNotStated;       ///< standard deviation of the logarithm
    double deviationK = kNotStated;  ///< of temperatures
    int cases = 0;                   ///< that it comes from; 0 means an assumption

    static const ComponentType& type();
};

/// As the catalogue writes it: "it_power".
std::string_view keyOf(ModelErrorSpec::Of of);

inline constexpr auto kErrorsOfModels = std::to_array(
    {ModelErrorSpec::Of::ItPower, ModelErrorSpec::Of::MeteredHeat, ModelErrorSpec::Of::MeteredPower,
     ModelErrorSpec::Of::Overhead, ModelErrorSpec::Of::Water, ModelErrorSpec::Of::ChipTemperature});

/// True for errors of meters, false for errors of a model.
constexpr bool isOfMeters(ModelErrorSpec::Of of) {
    return of == ModelErrorSpec::Of::MeteredHeat || of == ModelErrorSpec::Of::MeteredPower;
}

}  // namespace headroom::models
