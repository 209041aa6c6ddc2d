// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace headroom::engine {

/// The JSON Schema (draft 7) of storyboards, for editors and other programs: it refuses what
/// parseStoryboard() refuses.
std::string storyboardSchemaText();

}  // namespace headroom::engine
