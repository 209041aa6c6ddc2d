// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <utility>

namespace headroom::hostile {

/// Inputs of parsers that take several texts: they are in one, with a line "%%" between.
inline constexpr std::string_view kSectionBreak = "\n%%\n";

/// What is before the first break, and what behind it; the second is empty where there is none.
inline std::pair<std::string_view, std::string_view> splitSection(std::string_view bytes) {
    const std::size_t at = bytes.find(kSectionBreak);
    if (at == std::string_view::npos) {
        return {bytes, {}};
    }
    return {bytes.substr(0, at + 1), bytes.substr(at + kSectionBreak.size())};
}

/// The first line without its end, and what follows.
inline std::pair<std::string_view, std::string_view> splitLine(std::string_view bytes) {
    const std::size_t at = bytes.find('\n');
    if (at == std::string_view::npos) {
        return {bytes, {}};
    }
    return {bytes.substr(0, at), bytes.substr(at + 1)};
}

}  // namespace headroom::hostile
