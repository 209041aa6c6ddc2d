// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

/// Places of the site in metres: x eastward, y northward, z up.
namespace headroom::ui {

using Vec3 = std::array<double, 3>;

struct Bounds3 {
    Vec3 low{0, 0, 0};
    Vec3 high{0, 0, 0};
};

struct Ray {
    Vec3 origin;
    Vec3 direction;  ///< of length 1
};

}  // namespace headroom::ui
