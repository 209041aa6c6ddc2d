// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

#include <string>

namespace headroom::models {

/// What a link part is.
enum class LinkPartKind { Transceiver, Cable, Nic, ScaleUpLink, CoPackaged };

/// An optical module, a cable or an adapter: one end of a link, or a whole cable.
struct LinkPartSpec {
    LinkPartKind kind = LinkPartKind::Transceiver;
    std::string vendor;
    int ports = 1;
    double portBytesPerS = kNotStated;
    double typicalW = kNotStated;
    double reachMinM = kNotStated;
    double reachMaxM = kNotStated;
    double failuresPerS = 0.0;
    double repairS = kNotStated;
    double priceUsd = kNotStated;

    static const ComponentType& type();
};

}  // namespace headroom::models
