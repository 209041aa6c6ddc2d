// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "engine/document/project.h"
#include "engine/plant/plant_hours.h"

namespace headroom::engine {

/// The hours that a plant's power policy follows (Plant::hours); nothing where it follows none. After its
/// blocks and its policy. Errors: those of gridHours() and hourLimit().
void compileHours(Plant& plant, const Project& project, const Catalogue& catalogue, Errors& errors);

}  // namespace headroom::engine
