// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/colour_map.h"

#include <array>

namespace headroom::ui {

namespace {

/// The first eight stay apart for most kinds of colour blindness.
/// Source: P. Tol, "Colour Schemes", SRON/EPS/TN/09-002, bright and muted sets; orange, brown, pink
/// and lime are ours. The legend gives the names.
constexpr auto kCategories = std::to_array<QRgb>({
    0xff4477aa,
    0xffee6677,
    0xff228833,
    0xffccbb44,
    0xff66ccee,
    0xffaa3377,
    0xffee8833,
    0xff332288,
    0xff44aa99,
    0xff8c5a3c,
    0xfff2a7c4,
    0xffb3d334,
});

}  // namespace

QRgb mapColour(ColourMap map, double at) {
    constexpr QRgb kOpaque = 0xff000000;
    return kOpaque | engine::mapRgb(map, at);
}

QRgb categoryColour(std::int64_t number) {
    const auto count = static_cast<std::int64_t>(kCategories.size());
    return kCategories[static_cast<std::size_t>(((number % count) + count) % count)];
}

}  // namespace headroom::ui
