// SPDX-License-Identifier: Apache-2.0
#include "engine/manual/book.h"

#include "engine/manual/page_text.h"
#include "engine/manual/search_index.h"

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <utility>

namespace headroom::engine::manual {

namespace {

constexpr std::string_view kIndex = "index.md", kGlossary = "glossary.md";

std::vector<std::string> linesOf(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) {
        lines.push_back(std::move(line));
    }
    return lines;
}

/// Sections of a page. Lines between fences are text of their section, headings or not.
std::vector<Section> sectionsOf(const std::string& markdown) {
    std::vector<Section> sections;
    std::map<std::string, int> seen;
    bool isCode = false;
    for (const std::string& line : linesOf(markdown)) {
        isCode = isCode != line.starts_with("```");
        const std::size_t level = std::min(line.find_first_not_of('#'), line.size());
        if (!isCode && level > 0 && level <= 6 && line.size() > level && line[level] == ' ') {
            Section section;
            section.heading = plainLine(std::string_view(line).substr(level + 1));
            section.level = static_cast<int>(level);
            if (!sections.empty()) {
                section.anchor = anchorOf(section.heading);
                // As every renderer of Markdown counts headings that repeat.
                if (const int before = seen[section.anchor]++; before > 0) {
                    section.anchor += "-" + std::to_string(before);
                }
            }
            sections.push_back(std::move(section));
        } else if (!sections.empty()) {
            sections.back().text += plainLine(line) + ' ';
        }
    }
    return sections;
}

Page pageOf(std::string name, std::string markdown, std::string group) {
    Page page{name, std::move(name), std::move(markdown), std::move(group), {}, false};
    page.sections = sectionsOf(page.markdown);
    if (!page.sections.empty()) {
        page.title = page.sections.front().heading;
    }
    return page;
}

/// "- [title](name.md): text" gives "name.md"; empty means the line lists no page.
std::string listedPage(std::string_view line) {
    if (!line.starts_with("- [")) {
        return {};
    }
    const std::size_t open = line.find("](");
    const std::size_t close = line.find(')', open);
    if (open == std::string_view::npos || close == std::string_view::npos) {
        return {};
    }
    const std::string_view name = line.substr(open + 2, close - open - 2);
    return name.ends_with(".md") && name.find('#') == std::string_view::npos ? std::string(name)
                                                                             : std::string();
}

std::string textOf(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

Book::Book(const std::filesystem::path& folder, const std::vector<WrittenPage>& written) {
    const std::string index = textOf(folder / kIndex);
    if (index.empty()) {
        return;
    }
    pages_.push_back(pageOf(std::string(kIndex), index, {}));
    std::string group;
    for (const std::string& line : linesOf(index)) {
        if (line.starts_with("## ")) {
            group = plainLine(std::string_view(line).substr(3));
        } else if (const std::string name = listedPage(line); !name.empty()) {
            const bool isWritten =
                std::any_of(written.begin(), written.end(),
                            [&](const WrittenPage& page) { return page.name == name; });
            if (std::string markdown = isWritten ? std::string() : textOf(folder / name);
                !markdown.empty()) {
                pages_.push_back(pageOf(name, std::move(markdown), group));
            }
        }
    }
    for (const WrittenPage& each : written) {
        pages_.push_back(pageOf(each.name, each.markdown, each.group));
        pages_.back().isWritten = true;
    }
    std::vector<std::pair<std::string, std::string>> synonyms;
    if (const Page* terms = page(kGlossary)) {
        glossary_ = readGlossary(terms->markdown);
        synonyms = readSynonyms(terms->markdown);
    }
    index_ = std::make_unique<SearchIndex>(pages_, glossary_, synonyms);
}

Book::~Book() = default;

const Page* Book::page(std::string_view name) const {
    const auto found = std::find_if(pages_.begin(), pages_.end(),
                                    [&](const Page& each) { return each.name == name; });
    return found == pages_.end() ? nullptr : &*found;
}

std::vector<Hit> Book::search(std::string_view typed, std::size_t most) const {
    return index_ == nullptr ? std::vector<Hit>() : index_->search(typed, most);
}

}  // namespace headroom::engine::manual
