// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/plant/plant.h"

namespace headroom::engine {

/// The wiring of a project: Plant::network, which load of it each hall, CDU group and loop is, and after what time [s] a
/// load works again when its power is back. Wants halls, blocks, CDUs and loops. Errors as buildPowerNetwork()
/// tells them, and then no network.
void compilePower(Plant& plant, const Project& project, const Catalogue& catalogue, Errors& errors);

}  // namespace headroom::engine
