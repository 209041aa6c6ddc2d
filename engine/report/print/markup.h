// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

/// The pages of reports as a tree: the subset of HTML that engine/report writes, which is well
/// formed. Not for pages of others.
namespace headroom::engine::report {

struct Markup {
    std::string tag;   ///< empty means a text
    std::string text;  ///< of a text, without entities; of `svg` and `style` elements their source
    std::map<std::string, std::string> attributes;
    std::vector<Markup> children;

    bool is(std::string_view name) const { return tag == name; }

    bool hasClass(std::string_view name) const;
    std::string attribute(const std::string& name) const;  ///< empty if it has none
    const Markup* find(std::string_view name) const;       ///< the first below it; nullptr if none
    std::string words() const;                             ///< its texts, spaces folded
};

/// The element `body` of a page, or all there is.
Markup parsePage(std::string_view html);

}  // namespace headroom::engine::report
