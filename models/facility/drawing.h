// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

#include <string>

namespace headroom::models {

/// A drawing under the plan at its true scale: a picture, or the lines of a DXF.
struct DrawingSpec {
    std::string name;
    std::string file;  ///< PNG, JPEG, SVG or DXF, next to the project
    double xM = 0.0;   ///< of its south-west corner, in the site plan
    double yM = 0.0;
    double widthM = kNotStated;  ///< of the whole drawing; its height follows
    double opacity = 0.5;
    bool visible = true;
    std::string hiddenLayers;  ///< of a DXF, with commas between them

    static const ComponentType& type();
};

}  // namespace headroom::models
