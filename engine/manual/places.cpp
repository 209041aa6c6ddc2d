// SPDX-License-Identifier: Apache-2.0
#include "engine/manual/places.h"

#include "engine/manual/page_text.h"

#include <algorithm>
#include <cstddef>
#include <sstream>

namespace headroom::engine::manual {

namespace {

std::string nameOf(const Page& page) {
    return page.name.ends_with(".md") ? page.name.substr(0, page.name.size() - 3) : page.name;
}

std::size_t letters(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
    }));
}

/// "# Title" with a line below it.
std::string headingText(std::string_view line, std::size_t level) {
    const std::string heading = plainLine(line.substr(level + 1));
    return heading + '\n' + std::string(letters(heading), level == 1 ? '=' : '-') + '\n';
}

}  // namespace

Sheet placesSheet(const std::vector<Hit>& hits, std::string_view words) {
    const std::vector<SheetField<Hit>> fields{
        {{.key = "page", .label = "page", .why = "Name of the page, for headroom-cli help PAGE."},
         [](const Hit& hit) { return SheetCell(nameOf(*hit.page)); }},
        {{.key = "heading",
          .label = "heading",
          .why = "Title of the page, or the heading of the place in it."},
         [](const Hit& hit) { return SheetCell(hit.section->heading); }},
        {{.key = "text",
          .label = "text",
          .why = "Text around the first of the words, or the term of the glossary."},
         [](const Hit& hit) { return SheetCell(hit.excerpt); }}};
    return sheetOf<Hit>("manual", "Manual: " + std::string(words), "", fields, hits);
}

std::string pageText(const Page& page) {
    std::string text;
    std::istringstream stream(page.markdown);
    bool isCode = false;
    for (std::string line; std::getline(stream, line);) {
        if (line.starts_with("```")) {
            isCode = !isCode;
            continue;
        }
        const std::size_t level = std::min(line.find_first_not_of('#'), line.size());
        if (isCode) {
            text += "    " + line + '\n';
        } else if (level > 0 && level <= 6 && line.size() > level && line[level] == ' ') {
            text += headingText(line, level);
        } else if (line.starts_with('|')) {
            text += withoutLinks(line) + '\n';
        } else if (!line.starts_with("![")) {
            const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
            text += std::string(indent, ' ') + plainLine(line) + '\n';
        }
    }
    return text;
}

}  // namespace headroom::engine::manual
