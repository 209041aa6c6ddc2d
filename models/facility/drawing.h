// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

#include <string>

namespace headroom::models {

/// A picture under the plan: a scan or an export of a drawing, at its true scale.
struct DrawingSpec {
    std::string name;
    std::string file;  ///< PNG, JPEG or SVG, next to the project
    double xM = 0.0;   ///< of its south-west corner, in the site plan
    double yM = 0.0;
    double widthM = kNotStated;  ///< of the whole picture; its height follows
    double opacity = 0.5;
    bool visible = true;

    static const ComponentType& type();
};

}  // namespace headroom::models
