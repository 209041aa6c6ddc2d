// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "engine/document/project.h"
#include "engine/document/values.h"

#include <optional>
#include <string>
#include <vector>

/// References between the objects of a project and to the catalogue.
namespace headroom::engine {

/// Fault -017 where `value` names an object or part that does not exist; nothing for attributes
/// other than references, and for values that are not stated. A list gives its first bad entry.
std::optional<ValueFault> referenceFault(const models::Attribute& attribute,
                                         const models::Value& value, const Project& project,
                                         const Catalogue& catalogue);

/// One attribute of one object that names another.
struct Referrer {
    const Object* object = nullptr;
    const models::Attribute* attribute = nullptr;
};

/// Who names this object, in the order of the project.
std::vector<Referrer> referrersOf(const Object& object, const Project& project);

}  // namespace headroom::engine
