// SPDX-License-Identifier: Apache-2.0
#include "engine/kinds/colour_map.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>

namespace headroom::engine {

namespace {

constexpr auto kViridis = std::to_array<std::uint32_t>({
    0x440154,
    0x481a6c,
    0x472f7d,
    0x414487,
    0x39568c,
    0x31688e,
    0x2a788e,
    0x23888e,
    0x1f988b,
    0x22a884,
    0x35b779,
    0x54c568,
    0x7ad151,
    0xa5db36,
    0xd2e21b,
    0xfde725,
});

constexpr auto kCividis = std::to_array<std::uint32_t>({
    0x00224e,
    0x123570,
    0x3b496c,
    0x575d6d,
    0x707173,
    0x8a8678,
    0xa59c74,
    0xc3b369,
    0xe1cc55,
    0xfee838,
});

constexpr auto kCoolWarm = std::to_array<std::uint32_t>({
    0x3b4cc0,
    0x6282ea,
    0x8db0fe,
    0xb8d0f9,
    0xdddddd,
    0xf5c4ad,
    0xf49a7b,
    0xde604d,
    0xb40426,
});

std::uint32_t between(std::span<const std::uint32_t> steps, double at) {
    const double place = std::clamp(at, 0.0, 1.0) * static_cast<double>(steps.size() - 1);
    const auto low = static_cast<std::size_t>(place);
    const std::size_t high = std::min(low + 1, steps.size() - 1);
    const double t = place - static_cast<double>(low);
    std::uint32_t colour = 0;
    for (const unsigned shift : {16U, 8U, 0U}) {
        const auto a = static_cast<int>((steps[low] >> shift) & 0xffU);
        const auto b = static_cast<int>((steps[high] >> shift) & 0xffU);
        colour |= static_cast<std::uint32_t>(std::lround(a + (b - a) * t)) << shift;
    }
    return colour;
}

}  // namespace

std::uint32_t mapRgb(ColourMap map, double at) {
    if (!std::isfinite(at)) {
        at = 0.0;
    }
    switch (map) {
        case ColourMap::Viridis:
            return between(kViridis, at);
        case ColourMap::Cividis:
            return between(kCividis, at);
        case ColourMap::CoolWarm:
            break;
    }
    return between(kCoolWarm, at);
}

}  // namespace headroom::engine
