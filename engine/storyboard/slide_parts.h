// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

/// Parts of a presentation that no scene changes: theme, master, layout and notes master, as ECMA-376 asks for them at least.
namespace headroom::engine {

inline constexpr long kSlideWide = 12'192'000,
                      kSlideHigh = 6'858'000;  ///< [EMU], 914,400 an inch: 13.33 by 7.5 inches
inline constexpr long kNotesWide = 6'858'000, kNotesHigh = 9'144'000;  ///< [EMU]

/// Begin of every part.
std::string xmlHead();

/// Attributes that declare the namespaces a:, r: and p:.
std::string slideNamespaces();

std::string themePart();
std::string masterPart();
std::string layoutPart();
std::string notesMasterPart();

/// A relationship part; each entry is "ID TYPE TARGET", TYPE without the prefix of officeDocument relationships.
std::string relationsPart(std::initializer_list<const char*> rows);

}  // namespace headroom::engine
