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
constexpr double kInTitle = 3.0;      // of the page, at its top
constexpr double kUnderTitle = 1.0;   // of the page, at its other sections
constexpr double kInHeading = 1.2;    // of the section
constexpr double kInText = 0.06;      // of the section, each time, up to ten times.
constexpr double kOnPage = 0.15;      // anywhere else on the page
constexpr double kByBeginning = 0.6;  // a word that only begins as the typed one
constexpr int kMostTimes = 10;
constexpr double kLeastShare = 1.0 / 3.0;  // of the weight of the words that a page must have
constexpr double kQuestionPage = 1.2;      // weights of pages
constexpr double kListPage = 0.25;
constexpr double kErrorPage = 0.75;
constexpr double kWrittenPage = 0.6;
constexpr std::size_t kLeastBeginning = 3;
constexpr std::ptrdiff_t kMostOfPage = 3;  // places of one page
constexpr std::size_t kExcerpt = 150;      // bytes
constexpr double kScale = 100.0;           // of a score as a whole number

/// How often a stem occurs: 1 for each equal one, kByBeginning for each word that begins so.
double timesOf(const std::string& stem, const std::unordered_map<std::string, int>& times) {
    const auto exact = times.find(stem);
    double sum = exact == times.end() ? 0.0 : exact->second;
    if (stem.size() >= kLeastBeginning && sum == 0.0) {
        for (const auto& [word, number] : times) {
            sum += word.starts_with(stem) ? kByBeginning * number : 0.0;
        }
    }
    return sum;
}

/// 1 if the stem occurs, kByBeginning if only a longer word does, 0 if neither.
double has(const std::string& stem, const std::unordered_map<std::string, int>& times) {
    if (times.contains(stem)) {
        return 1.0;
    }
    return timesOf(stem, times) > 0.0 ? kByBeginning : 0.0;
}

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

std::string excerptOf(const Section& section, const std::vector<std::string>& stems) {
    const std::string small = lower(section.text);
    std::size_t at = std::string::npos;
    for (const std::string& stem : stems) {
        if (at == std::string::npos) {
            at = small.find(stem);
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

void SearchIndex::count(std::string_view text, std::unordered_map<std::string, int>& times) const {
    for (std::string& stem : stemsOf(text)) {
        ++times[std::move(stem)];
    }
}

SearchIndex::SearchIndex(const std::vector<Page>& pages, const std::vector<Term>& terms,
                         const std::vector<std::pair<std::string, std::string>>& synonyms)
    : pages_(&pages) {
    for (const auto& [word, meant] : synonyms) {
        synonyms_.emplace(stemOf(word), stemOf(meant));
    }
    std::map<std::string, std::size_t> numbers;
    for (const Page& page : pages) {
        numbers.emplace(page.name, indexed_.size());
        IndexedPage& indexed = indexed_.emplace_back();
        indexed.weight = weightOf(page);
        for (const Section& section : page.sections) {
            IndexedSection& words = indexed.sections.emplace_back();
            count(section.heading, words.heading);
            count(section.text, words.text);
        }
    }
    for (const Term& term : terms) {
        std::vector<std::size_t> of;
        for (const std::string& name : term.pages) {
            if (const auto found = numbers.find(name); found != numbers.end()) {
                of.push_back(found->second);
            }
        }
        for (const std::string& words : term.words) {
            Phrase phrase{{}, words, &term, of};
            for (const std::string& word : significantWords(words)) {
                for (std::string& stem : stemsOf(word)) {
                    phrase.stems.push_back(std::move(stem));
                }
            }
            phrases_.push_back(std::move(phrase));
        }
    }
}

std::ptrdiff_t SearchIndex::pagesWith(const std::string& stem) const {
    return std::count_if(indexed_.begin(), indexed_.end(), [&](const IndexedPage& page) {
        return std::any_of(
            page.sections.begin(), page.sections.end(), [&](const IndexedSection& section) {
                return has(stem, section.heading) > 0.0 || has(stem, section.text) > 0.0;
            });
    });
}

std::vector<std::vector<double>> SearchIndex::meant(const std::vector<std::string>& stems,
                                                    std::string_view typed) const {
    std::vector<std::vector<double>> evidence(indexed_.size(),
                                              std::vector<double>(stems.size(), 0.0));
    for (const Phrase& phrase : phrases_) {
        const bool isWhole = phrase.text == typed;
        std::size_t common = 0;
        for (const std::string& stem : phrase.stems) {
            common += std::find(stems.begin(), stems.end(), stem) != stems.end() ? 1 : 0;
        }
        if (!isWhole && (phrase.stems.empty() || 2 * common <= phrase.stems.size())) {
            continue;
        }
        const double share =
            isWhole ? 1.0 : static_cast<double>(common) / static_cast<double>(phrase.stems.size());
        for (std::size_t k = 0; k < phrase.pages.size(); ++k) {
            std::vector<double>& ofPage = evidence[phrase.pages[k]];
            for (std::size_t w = 0; w < stems.size(); ++w) {
                if (isWhole || std::find(phrase.stems.begin(), phrase.stems.end(), stems[w]) !=
                                   phrase.stems.end()) {
                    ofPage[w] =
                        std::max(ofPage[w], share * share * (k == 0 ? kByTerm : kByLaterTerm));
                }
            }
        }
    }
    return evidence;
}

void SearchIndex::addHits(std::size_t number, const std::vector<std::string>& stems,
                          const std::vector<double>& rarity, const std::vector<double>& meant,
                          std::vector<Hit>& hits) const {
    const Page& page = (*pages_)[number];
    const IndexedPage& indexed = indexed_[number];
    std::vector<Hit> ofPage;
    for (std::size_t s = 0; s < indexed.sections.size(); ++s) {
        const IndexedSection& section = indexed.sections[s];
        const bool isTop = s == 0;
        double score = 0.0, covered = 0.0, all = 0.0;
        bool isNamed = false;
        for (std::size_t w = 0; w < stems.size(); ++w) {
            const double inTitle = has(stems[w], indexed.sections.front().heading);
            const double inHeading = isTop ? 0.0 : has(stems[w], section.heading);
            const double inText = std::min<double>(kMostTimes, timesOf(stems[w], section.text));
            const bool isOnPage = inTitle > 0.0 || meant[w] > 0.0 ||
                                  std::any_of(indexed.sections.begin(), indexed.sections.end(),
                                              [&](const IndexedSection& other) {
                                                  return has(stems[w], other.heading) > 0.0 ||
                                                         has(stems[w], other.text) > 0.0;
                                              });
            const double named = isTop ? std::max(meant[w], kInTitle * inTitle)
                                       : std::max(0.3 * meant[w], kUnderTitle * inTitle);
            const double evidence = std::max(
                {named, kInHeading * inHeading, kInText * inText, isOnPage ? kOnPage : 0.0});
            isNamed = isNamed || inHeading > 0.0 || inText > 0.0 ||
                      (isTop && (inTitle > 0.0 || meant[w] > 0.0));
            score += rarity[w] * evidence;
            covered += isOnPage ? rarity[w] : 0.0;
            all += rarity[w];
        }
        const double share = all > 0.0 ? covered / all : 0.0;
        if (isNamed && share >= kLeastShare) {
            score *= share * share * indexed.weight * kScale;
            ofPage.push_back({&page, &page.sections[s], excerptOf(page.sections[s], stems),
                              static_cast<int>(score)});
        }
    }
    std::stable_sort(ofPage.begin(), ofPage.end(),
                     [](const Hit& a, const Hit& b) { return a.score > b.score; });
    ofPage.resize(static_cast<std::size_t>(std::min(kMostOfPage, std::ssize(ofPage))));
    hits.insert(hits.end(), std::make_move_iterator(ofPage.begin()),
                std::make_move_iterator(ofPage.end()));
}

std::vector<Hit> SearchIndex::search(std::string_view typed, std::size_t most) const {
    typed = typed.substr(0, kMostTyped);
    std::vector<std::string> stems;
    for (const std::string& word : significantWords(typed)) {
        for (std::string& stem : stemsOf(word)) {
            if (std::find(stems.begin(), stems.end(), stem) == stems.end()) {
                stems.push_back(std::move(stem));
            }
        }
    }
    // A word that no page has ("16000") says nothing about the others.
    std::erase_if(stems, [this](const std::string& stem) { return pagesWith(stem) == 0; });
    std::vector<Hit> hits;
    if (stems.empty()) {
        return hits;
    }
    std::vector<double> rarity;
    for (const std::string& stem : stems) {
        rarity.push_back(std::log1p(static_cast<double>(indexed_.size()) /
                                    static_cast<double>(pagesWith(stem))));
    }
    const std::vector<std::vector<double>> evidence = meant(stems, lower(trimmed(typed)));
    for (std::size_t page = 0; page < indexed_.size(); ++page) {
        addHits(page, stems, rarity, evidence[page], hits);
    }
    std::stable_sort(hits.begin(), hits.end(),
                     [](const Hit& a, const Hit& b) { return a.score > b.score; });
    std::erase_if(hits, [](const Hit& hit) { return hit.score == 0; });
    hits.resize(std::min(most, hits.size()));
    return hits;
}

}  // namespace headroom::engine::manual
