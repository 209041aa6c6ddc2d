// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "models/power/ups.h"

#include <string>

/// Batteries of a lineup: sized for the end of their life.
namespace headroom::engine::sizing {

/// At the end of its life the battery does not last until its UPS has walked in on the generators.
bool batteryIsShort(const Catalogue& catalogue, const models::UpsSpec& ups, int modules,
                    double loadW, const std::string& genset);

/// How long the batteries of a lineup last when new, and at the end of their life; empty without one.
std::string batteryWords(const Catalogue& catalogue, const std::string& ups, int modules,
                         double loadW);

}  // namespace headroom::engine::sizing
