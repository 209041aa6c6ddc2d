// SPDX-License-Identifier: Apache-2.0
#include "engine/manual/glossary.h"

#include "engine/manual/page_text.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <utility>

namespace headroom::engine::manual {

namespace {

constexpr std::size_t kColumns = 5;

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

std::vector<std::string> wordsOf(std::string_view text) {
    std::vector<std::string> words;
    std::string word;
    for (const char c : lower(text) + ' ') {
        if (isWordByte(c) || std::string_view("/+&%.-").find(c) != std::string_view::npos) {
            word += c;
        } else if (!word.empty()) {
            words.push_back(std::exchange(word, {}));
        }
    }
    return words;
}

}  // namespace

std::vector<std::string> significantWords(std::string_view text) {
    static constexpr std::array<std::string_view, 40> kPassed{
        "a",   "an",  "the",    "my",   "our",  "i",    "we",    "do",    "does",  "how",
        "can", "to",  "of",     "in",   "on",   "for",  "is",    "are",   "with",  "and",
        "at",  "it",  "me",     "show", "want", "what", "which", "where", "why",   "when",
        "see", "get", "please", "find", "make", "use",  "be",    "not",   "there", "should"};
    std::vector<std::string> words = wordsOf(text);
    std::vector<std::string> kept;
    std::copy_if(words.begin(), words.end(), std::back_inserter(kept), [](const std::string& word) {
        return std::find(kPassed.begin(), kPassed.end(), word) == kPassed.end();
    });
    return kept.empty() ? words : kept;
}

namespace {

/// Above every share of a phrase.
constexpr int kWholePhrase = 200;

/// Share of a phrase that was typed, 0 to 100; 0 where a typed word is not in it.
int matchOf(const std::vector<std::string>& typed, std::string_view phrase) {
    const std::vector<std::string> words = wordsOf(phrase);
    std::size_t letters = 0;
    for (const std::string& word : typed) {
        if (std::none_of(words.begin(), words.end(),
                         [&](const std::string& w) { return w.starts_with(word); })) {
            return 0;
        }
        letters += word.size();
    }
    return static_cast<int>(
        std::min<std::size_t>(100, 1 + 100 * letters / std::max<std::size_t>(1, phrase.size())));
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

std::vector<const Term*> termsFor(std::string_view typed, const std::vector<Term>& terms) {
    const std::vector<std::string> words = significantWords(typed);
    const std::string whole = lower(typed);
    std::vector<std::pair<int, const Term*>> found;
    for (const Term& term : terms) {
        int best = 0;
        for (const std::string& phrase : term.words) {
            // A phrase typed in full means its row, although its small words begin others: "time of use".
            best = std::max(best, phrase == whole ? kWholePhrase
                                  : words.empty() ? 0
                                                  : matchOf(words, phrase));
        }
        if (best > 0) {
            found.emplace_back(best, &term);
        }
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<const Term*> ordered;
    ordered.reserve(found.size());
    for (const auto& [score, term] : found) {
        ordered.push_back(term);
    }
    return ordered;
}

}  // namespace headroom::engine::manual
