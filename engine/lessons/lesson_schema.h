// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace headroom::engine {

/// The JSON Schema (draft 7) of resources/lessons/*.json, for editors and other programs: it refuses what
/// loadLesson() refuses, but for formulas, which it takes for text.
std::string lessonSchemaText();

}  // namespace headroom::engine
