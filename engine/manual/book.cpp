// SPDX-License-Identifier: Apache-2.0
#include "engine/manual/book.h"

#include "engine/manual/page_text.h"
#include "engine/manual/phrases.h"

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <utility>

namespace headroom::engine::manual {

namespace {

constexpr int kOfTitle = 400, kOfHeading = 120, kOfText = 4;  // what a word counts, by where it is
constexpr int kMostOfText = 10;                               // words of text that count
constexpr int kWholeWord = 3;              // a whole word counts this many times a part of one
constexpr std::ptrdiff_t kMostOfPage = 3;  // places of one page
constexpr std::size_t kExcerpt = 150;      // bytes
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
    Page page{name, std::move(name), std::move(markdown), std::move(group), {}};
    page.sections = sectionsOf(page.markdown);
    if (!page.sections.empty()) {
        page.title = page.sections.front().heading;
    }
    return page;
}

/// Bytes without a beginning of their own inside a letter of UTF-8.
bool continuesLetter(char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

/// How often a word begins in a text; whole words count more. Both in small letters.
int found(const std::string& word, const std::string& text) {
    int count = 0;
    for (std::size_t at = text.find(word); at != std::string::npos;
         at = text.find(word, at + word.size())) {
        const bool begins = at == 0 || !isWordByte(text[at - 1]);
        const std::size_t end = at + word.size();
        const bool ends = end >= text.size() || !isWordByte(text[end]);
        count += begins && ends ? kWholeWord : begins ? 2 : 1;
    }
    return count;
}

/// Each run of spaces becomes one.
std::string simplified(std::string_view text) {
    std::string out;
    for (const char c : trimmed(text)) {
        if (c != ' ' || out.back() != ' ') {
            out += c;
        }
    }
    return out;
}

std::string excerptOf(const Section& section, const std::vector<std::string>& words) {
    const std::string small = lower(section.text);
    std::size_t at = std::string::npos;
    for (const std::string& word : words) {
        if (at == std::string::npos) {
            at = small.find(word);
        }
    }
    std::size_t from = at == std::string::npos || at < kExcerpt / 3 ? 0 : at - kExcerpt / 3;
    if (from > 0) {
        const std::size_t space = section.text.find(' ', from);
        from = space == std::string::npos ? 0 : space + 1;
    }
    std::size_t to = std::min(from + kExcerpt, section.text.size());
    while (to < section.text.size() && continuesLetter(section.text[to])) {
        ++to;
    }
    return (from > 0 ? "… " : "") +
           simplified(std::string_view(section.text).substr(from, to - from)) +
           (to < section.text.size() ? " …" : "");
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

/// The places of one page that have all the words, best first. Words in small letters.
std::vector<Hit> hitsOf(const Page& page, const std::vector<std::string>& words) {
    std::vector<Hit> hits;
    const std::string title = lower(page.title);
    for (const Section& section : page.sections) {
        const std::string heading = lower(section.heading);
        const std::string text = lower(section.text);
        int score = 0;
        bool hasAll = true;
        for (const std::string& word : words) {
            const int inTitle = found(word, title);
            const int inHeading = found(word, heading);
            const int inText = std::min(kMostOfText, found(word, text));
            // A title finds its page once, at its top.
            const bool isTop = section.anchor.empty();
            hasAll = hasAll && (inHeading > 0 || inText > 0);
            score += (isTop ? kOfTitle * std::min(inTitle, kWholeWord) : 0) +
                     kOfHeading * std::min(inHeading, kWholeWord) + kOfText * inText;
        }
        if (hasAll) {
            hits.push_back({&page, &section, excerptOf(section, words), score});
        }
    }
    std::stable_sort(hits.begin(), hits.end(),
                     [](const Hit& a, const Hit& b) { return a.score > b.score; });
    hits.erase(hits.begin() + std::min<std::ptrdiff_t>(kMostOfPage, std::ssize(hits)), hits.end());
    return hits;
}

/// The same of all pages.
std::vector<Hit> hitsOf(const std::vector<Page>& pages, const std::vector<std::string>& words) {
    std::vector<Hit> hits;
    for (const Page& page : pages) {
        const std::vector<Hit> ofPage = hitsOf(page, words);
        hits.insert(hits.end(), ofPage.begin(), ofPage.end());
    }
    std::stable_sort(hits.begin(), hits.end(),
                     [](const Hit& a, const Hit& b) { return a.score > b.score; });
    return hits;
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
    }
    if (const Page* terms = page(kGlossary)) {
        glossary_ = readGlossary(terms->markdown);
    }
}

const Page* Book::page(std::string_view name) const {
    const auto found = std::find_if(pages_.begin(), pages_.end(),
                                    [&](const Page& each) { return each.name == name; });
    return found == pages_.end() ? nullptr : &*found;
}

std::vector<Hit> Book::search(std::string_view typed, std::size_t most) const {
    std::vector<std::string> words;
    std::istringstream stream{lower(typed)};
    for (std::string word; stream >> word;) {
        words.push_back(std::move(word));
    }
    if (words.empty()) {
        return {};
    }
    std::vector<Hit> hits = hitsOf(pages_, words);
    if (hits.empty()) {
        hits = hitsOf(pages_, significantWords(typed));
    }
    std::vector<Hit> meant, partly;
    for (const auto& [term, hasAll] : termsFor(typed, glossary_)) {
        for (const std::string& name : term->pages) {
            const Page* of = page(name);
            const auto isTop = [of](const Hit& hit) {
                return hit.page == of && hit.section->anchor.empty();
            };
            if (of == nullptr || of->sections.empty() ||
                std::any_of(meant.begin(), meant.end(), isTop) ||
                (!hasAll && std::any_of(hits.begin(), hits.end(), isTop))) {
                continue;
            }
            std::erase_if(hits, isTop);
            (hasAll ? meant : partly)
                .push_back({of, &of->sections.front(), term->term, kOfTitle * kWholeWord});
        }
    }
    meant.insert(meant.end(), hits.begin(), hits.end());
    for (const Hit& hit : partly) {
        if (std::none_of(meant.begin(), meant.end(),
                         [&](const Hit& h) { return h.section == hit.section; })) {
            meant.push_back(hit);
        }
    }
    meant.resize(std::min(most, meant.size()));
    return meant;
}

}  // namespace headroom::engine::manual
