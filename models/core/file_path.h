// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

/// Attributes that name a file: texts, absolute or relative to the folder of the project. Files of
/// relative paths belong to the project and go where it is saved (engine/document/companions.h).
namespace headroom::models {

inline constexpr std::string_view kFileTarget = "file";

template <auto M>
constexpr Attribute filePath(std::string_view key, std::string_view label, Rule rule) {
    Attribute a = text<M>(key, label, rule);
    a.target = kFileTarget;
    return a;
}

constexpr bool isFilePath(const Attribute& attribute) {
    return attribute.kind == ValueKind::Text && attribute.target == kFileTarget;
}

}  // namespace headroom::models
