// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/colour_map.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace headroom::ui {

namespace {

constexpr auto kViridis = std::to_array<QRgb>({
    0xff440154,
    0xff481a6c,
    0xff472f7d,
    0xff414487,
    0xff39568c,
    0xff31688e,
    0xff2a788e,
    0xff23888e,
    0xff1f988b,
    0xff22a884,
    0xff35b779,
    0xff54c568,
    0xff7ad151,
    0xffa5db36,
    0xffd2e21b,
    0xfffde725,
});

constexpr auto kCividis = std::to_array<QRgb>({
    0xff00224e,
    0xff123570,
    0xff3b496c,
    0xff575d6d,
    0xff707173,
    0xff8a8678,
    0xffa59c74,
    0xffc3b369,
    0xffe1cc55,
    0xfffee838,
});

constexpr auto kCoolWarm = std::to_array<QRgb>({
    0xff3b4cc0,
    0xff6282ea,
    0xff8db0fe,
    0xffb8d0f9,
    0xffdddddd,
    0xfff5c4ad,
    0xfff49a7b,
    0xffde604d,
    0xffb40426,
});

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

QRgb between(std::span<const QRgb> steps, double at) {
    const double place = std::clamp(at, 0.0, 1.0) * static_cast<double>(steps.size() - 1);
    const auto low = static_cast<std::size_t>(place);
    const std::size_t high = std::min(low + 1, steps.size() - 1);
    const double t = place - static_cast<double>(low);
    const auto mix = [t](int a, int b) { return static_cast<int>(std::lround(a + (b - a) * t)); };
    return qRgb(mix(qRed(steps[low]), qRed(steps[high])),
                mix(qGreen(steps[low]), qGreen(steps[high])),
                mix(qBlue(steps[low]), qBlue(steps[high])));
}

}  // namespace

QRgb mapColour(ColourMap map, double at) {
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

QRgb categoryColour(std::int64_t number) {
    const auto count = static_cast<std::int64_t>(kCategories.size());
    return kCategories[static_cast<std::size_t>(((number % count) + count) % count)];
}

}  // namespace headroom::ui
