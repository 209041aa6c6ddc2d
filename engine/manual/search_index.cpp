// SPDX-License-Identifier: Apache-2.0
#include "engine/manual/search_index.h"

#include "engine/manual/book.h"
#include "engine/manual/page_text.h"
#include "engine/manual/phrases.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <utility>

namespace headroom::engine::manual {

namespace {

// Evidence for one word.
constexpr double kByTerm =
    4.0;  // a phrase of the glossary that was typed in full leads to the page first.
constexpr double kByLaterTerm = 3.2;  // or after another page.
constexpr double kInTitle = 3.0;      // of the page, at its top.
constexpr double kUnderTitle = 1.0;   // of the page, at its other sections.
constexpr double kInHeading = 1.2;    // of the section.
constexpr double kInText = 0.06;      // of the section, each time, up to ten times.
constexpr double kOnPage = 0.15;      // anywhere else on the page
constexpr double kByBeginning = 0.6;  // a word that only begins as the typed one
constexpr int kMostTimes = 10;
constexpr double kLeastShare = 0.2;    // of the weight of the words that a page must cover
constexpr double kQuestionPage = 1.4;  // weights of pages
constexpr double kListPage = 0.25;
constexpr double kErrorPage = 0.75;
constexpr double kWrittenPage = 0.6;
constexpr std::size_t kLeastBeginning = 3;
constexpr std::ptrdiff_t kMostOfPage = 3;  // places of one page
constexpr std::size_t kExcerpt = 150;      // bytes
constexpr double kScale = 100.0;           // of a score as a whole number

double weightOf(const Page& page) {
    if (page.name == "index.md" || page.name == "glossary.md") {
        return kListPage;
    }
    if (page.name == "errors.md") {  // has a row for everything
        return kErrorPage;
    }
    return page.isWritten ? kWrittenPage : page.group == kQuestionGroup ? kQuestionPage : 1.0;
}

/// Bytes without a beginning of their own inside a letter of UTF-8.
bool continuesLetter(char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
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

/// Bytes of the text around `at`; from the beginning if `at` is npos.
std::string excerptOf(const Section& section, std::size_t at) {
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

}  // namespace

std::vector<std::string> SearchIndex::stemsOf(std::string_view text) const {
    std::vector<std::string> stems;
    std::string word;
    for (const char c : lower(text) + ' ') {
        if (isWordByte(c)) {
            word += c;
        } else if (!word.empty()) {
            std::string stem = stemOf(std::exchange(word, {}));
            const auto same = synonyms_.find(stem);
            if (same != synonyms_.end()) {
                stem = same->second;
            }
            stems.push_back(std::move(stem));
        }
    }
    return stems;
}

std::size_t SearchIndex::index(const Section& section, std::size_t number) {
    std::size_t words = 0;
    const auto add = [&](std::string_view text, int Posting::*times) {
        for (std::string& stem : stemsOf(text)) {
            std::vector<Posting>& postings = vocabulary_[std::move(stem)];
            if (postings.empty() || postings.back().section != number) {
                postings.push_back({number, 0, 0});
            }
            ++(postings.back().*times);
            ++words;
        }
    };
    add(section.heading, &Posting::inHeading);
    add(section.text, &Posting::inText);
    return words;
}

void SearchIndex::addPhrases(const Term& term, const std::map<std::string, std::size_t>& numbers) {
    std::vector<std::size_t> pages;
    for (const std::string& name : term.pages) {
        if (const auto found = numbers.find(name); found != numbers.end()) {
            pages.push_back(found->second);
        }
    }
    for (const std::string& words : term.words) {
        Phrase phrase{{}, words, &term, pages};
        for (const std::string& word : significantWords(words)) {
            for (std::string& stem : stemsOf(word)) {
                phrase.stems.push_back(std::move(stem));
            }
        }
        phrases_.push_back(std::move(phrase));
    }
}

SearchIndex::SearchIndex(const std::vector<Page>& pages, const std::vector<Term>& terms,
                         const std::vector<std::pair<std::string, std::string>>& synonyms)
    : pages_(&pages) {
    for (const auto& [word, meant] : synonyms) {
        synonyms_.emplace(stemOf(word), stemOf(meant));
    }
    std::map<std::string, std::size_t> numbers;
    std::size_t allWords = 0;
    for (const Page& page : pages) {
        numbers.emplace(page.name, indexed_.size());
        indexed_.push_back({sections_, sections_ + page.sections.size(), weightOf(page)});
        std::size_t words = 0;
        for (const Section& section : page.sections) {
            words += index(section, sections_++);
        }
        indexed_.back().length = static_cast<double>(words);
        allWords += words;
    }
    for (IndexedPage& page : indexed_) {
        page.length *= static_cast<double>(indexed_.size()) /
                       static_cast<double>(std::max<std::size_t>(1, allWords));
    }
    for (const Term& term : terms) {
        addPhrases(term, numbers);
    }
}

SearchIndex::TypedWord SearchIndex::lookUp(std::string stem) const {
    TypedWord word{std::move(stem), std::vector<Matches>(sections_),
                   std::vector<double>(indexed_.size(), 0.0), 0.0};
    std::vector<int> longer(sections_, 0);  // words of the text that only begin so
    for (auto it = vocabulary_.lower_bound(word.stem);
         it != vocabulary_.end() && it->first.starts_with(word.stem); ++it) {
        // The stem itself is first in the vocabulary: where it occurs, longer words do not count.
        const bool isExact = it->first == word.stem;
        if (!isExact && word.stem.size() < kLeastBeginning) {
            break;
        }
        for (const Posting& posting : it->second) {
            Matches& matches = word.sections[posting.section];
            if (isExact) {
                matches = {posting.inHeading > 0 ? 1.0 : 0.0, static_cast<double>(posting.inText)};
                continue;
            }
            if (posting.inHeading > 0) {
                matches.inHeading = std::max(matches.inHeading, kByBeginning);
            }
            longer[posting.section] += posting.inText;
        }
    }
    std::ptrdiff_t pagesWith = 0;
    for (std::size_t p = 0; p < indexed_.size(); ++p) {
        double times = 0.0;
        bool isNamed = false;
        for (std::size_t s = indexed_[p].firstSection; s < indexed_[p].endSection; ++s) {
            Matches& matches = word.sections[s];
            if (matches.inText == 0.0) {
                matches.inText = kByBeginning * longer[s];
            }
            times += matches.inText;
            isNamed = isNamed || matches.inHeading > 0.0;
        }
        word.presence[p] = isNamed ? 1.0 : times > 0.0 ? times / (times + indexed_[p].length) : 0.0;
        pagesWith += word.presence[p] > 0.0 ? 1 : 0;
    }
    if (pagesWith > 0) {
        word.rarity =
            std::log1p(static_cast<double>(indexed_.size()) / static_cast<double>(pagesWith));
    }
    return word;
}

std::vector<SearchIndex::TypedWord> SearchIndex::typedWords(std::string_view typed) const {
    std::vector<TypedWord> words;
    for (const std::string& each : significantWords(typed)) {
        for (std::string& stem : stemsOf(each)) {
            if (std::none_of(words.begin(), words.end(),
                             [&](const TypedWord& word) { return word.stem == stem; })) {
                words.push_back(lookUp(std::move(stem)));
            }
        }
    }
    // A word that no page has ("16000") says nothing about the others.
    std::erase_if(words, [](const TypedWord& word) { return word.rarity == 0.0; });
    return words;
}

std::vector<std::vector<double>> SearchIndex::meant(const std::vector<TypedWord>& words,
                                                    std::string_view typed) const {
    std::vector<std::vector<double>> evidence(indexed_.size(),
                                              std::vector<double>(words.size(), 0.0));
    for (const Phrase& phrase : phrases_) {
        const bool isWhole = phrase.text == typed;
        const auto isTyped = [&](const std::string& stem) {
            return std::any_of(words.begin(), words.end(),
                               [&](const TypedWord& word) { return word.stem == stem; });
        };
        const auto common = static_cast<std::size_t>(
            std::count_if(phrase.stems.begin(), phrase.stems.end(), isTyped));
        if (!isWhole && (phrase.stems.empty() || 2 * common <= phrase.stems.size())) {
            continue;
        }
        const double share =
            isWhole ? 1.0 : static_cast<double>(common) / static_cast<double>(phrase.stems.size());
        for (std::size_t k = 0; k < phrase.pages.size(); ++k) {
            std::vector<double>& ofPage = evidence[phrase.pages[k]];
            for (std::size_t w = 0; w < words.size(); ++w) {
                if (isWhole || std::find(phrase.stems.begin(), phrase.stems.end(), words[w].stem) !=
                                   phrase.stems.end()) {
                    ofPage[w] =
                        std::max(ofPage[w], share * share * (k == 0 ? kByTerm : kByLaterTerm));
                }
            }
        }
    }
    return evidence;
}

void SearchIndex::addHits(std::size_t number, const std::vector<TypedWord>& words,
                          const std::vector<double>& meant, std::vector<Hit>& hits) const {
    const Page& page = (*pages_)[number];
    const IndexedPage& indexed = indexed_[number];
    std::vector<Hit> ofPage;
    for (std::size_t s = indexed.firstSection; s < indexed.endSection; ++s) {
        const bool isTop = s == indexed.firstSection;
        double score = 0.0, covered = 0.0, all = 0.0;
        bool isNamed = false;
        for (std::size_t w = 0; w < words.size(); ++w) {
            const TypedWord& word = words[w];
            const double inTitle = word.sections[indexed.firstSection].inHeading;
            const double inHeading = isTop ? 0.0 : word.sections[s].inHeading;
            const double inText = std::min<double>(kMostTimes, word.sections[s].inText);
            const double presence = meant[w] > 0.0 ? 1.0 : word.presence[number];
            const double named = isTop ? std::max(meant[w], kInTitle * inTitle)
                                       : std::max(0.3 * meant[w], kUnderTitle * inTitle);
            const double evidence = std::max(
                {named, kInHeading * inHeading, kInText * inText, presence > 0.0 ? kOnPage : 0.0});
            isNamed = isNamed || inHeading > 0.0 || inText > 0.0 ||
                      (isTop && (inTitle > 0.0 || meant[w] > 0.0));
            score += word.rarity * evidence;
            covered += presence * word.rarity;
            all += word.rarity;
        }
        const double share = all > 0.0 ? covered / all : 0.0;
        if (isNamed && share >= kLeastShare) {
            score *= share * share * indexed.weight * kScale;
            ofPage.push_back(
                {&page, &page.sections[s - indexed.firstSection], {}, static_cast<int>(score)});
        }
    }
    std::stable_sort(ofPage.begin(), ofPage.end(),
                     [](const Hit& a, const Hit& b) { return a.score > b.score; });
    ofPage.resize(static_cast<std::size_t>(std::min(kMostOfPage, std::ssize(ofPage))));
    hits.insert(hits.end(), ofPage.begin(), ofPage.end());
}

std::vector<Hit> SearchIndex::search(std::string_view typed, std::size_t most) const {
    typed = typed.substr(0, kMostTyped);
    const std::vector<TypedWord> words = typedWords(typed);
    std::vector<Hit> hits;
    if (words.empty()) {
        return hits;
    }
    const std::vector<std::vector<double>> evidence = meant(words, lower(trimmed(typed)));
    for (std::size_t page = 0; page < indexed_.size(); ++page) {
        addHits(page, words, evidence[page], hits);
    }
    std::stable_sort(hits.begin(), hits.end(),
                     [](const Hit& a, const Hit& b) { return a.score > b.score; });
    std::erase_if(hits, [](const Hit& hit) { return hit.score == 0; });
    hits.resize(std::min(most, hits.size()));
    for (Hit& hit : hits) {
        const std::string small = lower(hit.section->text);
        std::size_t at = std::string::npos;
        for (std::size_t w = 0; w < words.size() && at == std::string::npos; ++w) {
            at = small.find(words[w].stem);
        }
        hit.excerpt = excerptOf(*hit.section, at);
    }
    return hits;
}

}  // namespace headroom::engine::manual
