// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

#include <string_view>

namespace headroom::models {

/// Attributes that hold a time zone: texts that TimeZone::named() reads (engine/border/time_zone.h).
inline constexpr std::string_view kZoneTarget = "time zone";

template <auto M>
constexpr Attribute zoneText(std::string_view key, std::string_view label, Rule rule) {
    Attribute a = text<M>(key, label, rule);
    a.target = kZoneTarget;
    return a;
}

constexpr bool isZone(const Attribute& attribute) {
    return attribute.kind == ValueKind::Text && attribute.target == kZoneTarget;
}

}  // namespace headroom::models
