// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

#include <string>

namespace headroom::models {

/// The electrical path of one or more halls: substation, transformers, UPS, PDUs, generators.
struct PowerSystemSpec {
    std::string name;
    double utilityVa = kNotStated;
    std::string substation;
    int substations = 0;
    std::string transformer;
    int transformers = 1;
    std::string ups;
    int upsModules = 0;
    int upsRedundant = 0;
    bool ecoMode = false;
    std::string pdu;
    int pdus = 1;
    std::string mechanicalTransformer;
    int mechanicalTransformers = 1;
    std::string genset;
    int gensets = 0;
    double powerFactor = 0.97;
    double xM = 0.0;
    double yM = 0.0;

    static const ComponentType& type();
};

}  // namespace headroom::models
