// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/project.h"
#include "models/core/attribute.h"

#include <string>
#include <vector>

/// Joints that an object needs before it can run. A design may lack it while it is drawn: then
/// it is drawn and checked, and cannot be simulated.
namespace headroom::engine {

struct MissingConnection {
    const Object* object = nullptr;
    const models::Attribute* attribute = nullptr;
    std::string message;  ///< one sentence without the object's id
    std::string hint;
};

/// In the order of the project, and of each object's table. A project must also have a hall and
/// racks: of these the object is null.
std::vector<MissingConnection> missingConnections(const Project& project);

}  // namespace headroom::engine
