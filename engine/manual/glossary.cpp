// SPDX-License-Identifier: Apache-2.0
#include "engine/manual/glossary.h"

#include "engine/manual/page_text.h"
#include "engine/manual/phrases.h"

#include <cstddef>
#include <utility>

namespace headroom::engine::manual {

namespace {

constexpr std::size_t kColumns = 5, kSynonymColumns = 2;

std::vector<std::string> split(std::string_view text, char mark) {
    std::vector<std::string> parts;
    for (std::size_t from = 0;;) {
        const std::size_t to = text.find(mark, from);
        parts.emplace_back(trimmed(text.substr(from, to - from)));
        if (to == std::string_view::npos) {
            return parts;
        }
        from = to + 1;
    }
}

}  // namespace

std::vector<Term> readGlossary(std::string_view markdown) {
    std::vector<Term> terms;
    for (const std::string& line : split(markdown, '\n')) {
        if (!line.starts_with("| ") || line.starts_with("| term ")) {
            continue;
        }
        const std::vector<std::string> cells = split(line, '|');
        if (cells.size() != kColumns + 2) {
            continue;
        }
        Term term;
        term.term = cells[1];
        term.words.push_back(lower(cells[1]));
        if (cells[1].find(',') != std::string::npos) {  // "MTBF, MTTR"
            for (const std::string& name : split(cells[1], ',')) {
                term.words.push_back(lower(name));
            }
        }
        for (const std::string& word : split(cells[2], ',')) {
            if (!word.empty()) {
                term.words.push_back(lower(word));
            }
        }
        term.meaning = plainLine(cells[3]);
        for (std::size_t at = cells[4].find("]("); at != std::string::npos;
             at = cells[4].find("](", at + 2)) {
            const std::size_t end = cells[4].find(')', at);
            if (end != std::string::npos && cells[4].substr(at, end - at).ends_with(".md")) {
                term.pages.push_back(cells[4].substr(at + 2, end - at - 2));
            }
        }
        for (const std::string& name : split(cells[5], ',')) {
            if (!name.empty()) {
                term.commands.push_back(name);
            }
        }
        terms.push_back(std::move(term));
    }
    return terms;
}

std::vector<std::pair<std::string, std::string>> readSynonyms(std::string_view markdown) {
    std::vector<std::pair<std::string, std::string>> pairs;
    for (const std::string& line : split(markdown, '\n')) {
        const std::vector<std::string> cells = split(line, '|');
        if (!line.starts_with("| ") || line.starts_with("| word ") ||
            cells.size() != kSynonymColumns + 2) {
            continue;
        }
        for (const std::string& word : split(cells[2], ',')) {
            pairs.emplace_back(lower(word), lower(cells[1]));
        }
    }
    return pairs;
}

}  // namespace headroom::engine::manual
