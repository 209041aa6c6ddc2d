// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace headroom::drawing {

/// A text of a DXF in UTF-8: bytes that are not UTF-8 are read as Windows-1252, \U+XXXX and %%c, %%d, %%p as their characters.
std::string decoded(const std::string& bytes);

/// A text of MTEXT without its codes for fonts, colours, fractions and stacking; lines are joined by a space.
std::string plainMText(const std::string& words);

}  // namespace headroom::drawing
