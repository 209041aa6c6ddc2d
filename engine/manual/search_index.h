// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/manual/glossary.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

/// Search over the pages of the manual by words, as people ask: "why is PUE so high", "replay my slurm log".
namespace headroom::engine::manual {

struct Page;
struct Hit;

/// The words of all pages, read once. It points into the pages and terms, which must outlive it and stay where they are.
///
/// Score of a place = c² Σ i(w) e(w) over the significant words w that were typed. e(w) is the strongest evidence for w: a term
/// of the glossary that leads to the page, the title, a heading, the text. Rare words decide: i(w) = ln(1 + N / n(w)), and n(w) of
/// the N pages have w. c is the share of Σ i(w) that the page covers. Words match by their stem
/// ("checkpoints" finds "checkpoint"), and by their beginning for less.
class SearchIndex {
  public:
    /// `synonyms`: words and the word that each means (readSynonyms).
    SearchIndex(const std::vector<Page>& pages, const std::vector<Term>& terms,
                const std::vector<std::pair<std::string, std::string>>& synonyms);

    /// Best places first, at most three of one page. A page must have a third of the typed words, by weight; words that
    /// no page has do not count.
    std::vector<Hit> search(std::string_view typed, std::size_t most) const;

  private:
    struct IndexedSection {
        std::unordered_map<std::string, int> heading;  ///< times a stem occurs
        std::unordered_map<std::string, int> text;
    };

    struct IndexedPage {
        std::vector<IndexedSection> sections;
        double weight =
            1.0;  ///< above 1 for pages that answer one question, below 1 for lists of all pages
    };

    struct Phrase {
        std::vector<std::string> stems;
        std::string text;
        const Term* term = nullptr;
        std::vector<std::size_t> pages;
    };

    /// Evidence of the glossary: [page][word].
    std::vector<std::vector<double>> meant(const std::vector<std::string>& stems,
                                           std::string_view typed) const;

    void addHits(std::size_t page, const std::vector<std::string>& stems,
                 const std::vector<double>& rarity, const std::vector<double>& meant,
                 std::vector<Hit>& hits) const;

    /// Stems of the words of a text, each in place of its synonyms.
    std::vector<std::string> stemsOf(std::string_view text) const;

    void count(std::string_view text, std::unordered_map<std::string, int>& times) const;

    /// Number of pages that have a word with this stem.
    std::ptrdiff_t pagesWith(const std::string& stem) const;

    const std::vector<Page>* pages_;
    std::unordered_map<std::string, std::string> synonyms_;  ///< stem to stem
    std::vector<IndexedPage> indexed_;
    std::vector<Phrase> phrases_;
};

}  // namespace headroom::engine::manual
