// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace headroom::drawing {

/// Converts a text of a DXF to UTF-8. Bytes that are not UTF-8 are read as Windows-1252. The codes \U+ with four hexadecimal
/// digits, %%c, %%d and %%p become the
/// characters that they stand for.
std::string decoded(const std::string& bytes);

/// A text of MTEXT without its codes for fonts, colours, fractions and stacking; lines are joined by a space.
std::string plainMText(const std::string& words);

}  // namespace headroom::drawing
