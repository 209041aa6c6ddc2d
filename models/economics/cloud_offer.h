// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

#include <string>

namespace headroom::models {

/// Accelerators for rent: what a provider asks for one of its servers in one region.
/// Prices are of one accelerator with its share of the server and its network, while it is held:
/// starting, running, or idle. Data that leaves costs by volume; data that comes in is free.
struct CloudOfferSpec {
    std::string provider;
    std::string region;
    std::string server;    ///< catalogue part that it is rented as
    std::string scaleUp;   ///< interconnect inside a scale-up domain
    std::string scaleOut;  ///< interconnect between servers
    std::string grid;      ///< where its power comes from
    double onDemandUsdPerS = kNotStated;
    double reservedUsdPerS = kNotStated;
    double spotUsdPerS = kNotStated;
    double spotLossesPerS = kNotStated;  ///< how often a server at the spot price is taken back
    double spotWindowS = kNotStated;     ///< how long a group of such servers is left alone
    double startS = kNotStated;          ///< from the request until it runs
    double minimumS = 0.0;               ///< billed at least
    double egressUsdPerByte = kNotStated;
    double pue = kNotStated;

    static const ComponentType& type();
};

}  // namespace headroom::models
