// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/manual/glossary.h"

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

/// Search over the pages of the manual by words, as people ask: "why is PUE so high", "replay my slurm log".
namespace headroom::engine::manual {

struct Page;
struct Hit;
struct Section;

/// The words of all pages, read once. It points into the pages and terms, which must outlive it and stay where they are.
///
/// Score of a place = c² Σ i(w) e(w) over the significant words w that were typed. e(w) is the strongest evidence for w: a term
/// of the glossary that leads to the page, the title, a heading, the text. Rare words decide: i(w) = ln(1 + N / n(w)), and n(w) of
/// the N pages have w. The page covers the share c = Σ i(w) p(w) / Σ i(w). A word of a heading or of a term has p(w) = 1. A word that the
/// text has n times has p(w) = n / (n + l); l is the length of the page over the mean length. One mention on a long page says little.
/// Words match by their stem ("checkpoints" finds "checkpoint"), and by their beginning for less. packaging/tools/manual_search.js is the same search.
class SearchIndex {
  public:
    /// `synonyms`: words and the word that each means (readSynonyms).
    SearchIndex(const std::vector<Page>& pages, const std::vector<Term>& terms,
                const std::vector<std::pair<std::string, std::string>>& synonyms);

    /// Best places first, at most three of one page. A page must cover a fifth of the typed words, by weight; words that
    /// no page has do not count.
    std::vector<Hit> search(std::string_view typed, std::size_t most) const;

  private:
    /// How often a section has a stem.
    struct Posting {
        std::size_t section = 0;  ///< number over all pages
        int inHeading = 0;
        int inText = 0;
    };

    struct IndexedPage {
        std::size_t firstSection = 0;  ///< numbers over all pages: from here
        std::size_t endSection = 0;    ///< to before here
        double weight =
            1.0;  ///< above 1 for pages that answer one question, below 1 for lists of all pages
        double length = 1.0;  ///< words over the mean of all pages
    };

    struct Phrase {
        std::vector<std::string> stems;
        std::string text;
        const Term* term = nullptr;
        std::vector<std::size_t> pages;
    };

    /// Occurrences of one typed stem in one section, a longer word counting for less.
    struct Matches {
        double inHeading = 0.0;  ///< 1 if the heading has the stem
        double inText = 0.0;     ///< times in the text
    };

    /// One typed stem and where it occurs.
    struct TypedWord {
        std::string stem;
        std::vector<Matches> sections;  ///< by number over all pages
        std::vector<double> presence;   ///< by page, 0 to 1: 0 if the page lacks the stem
        double rarity = 0.0;
    };

    /// Looks a stem up: one descent into the vocabulary, then its postings and those of longer words.
    TypedWord lookUp(std::string stem) const;

    /// Distinct stems of the typed text that at least one page has.
    std::vector<TypedWord> typedWords(std::string_view typed) const;

    /// Evidence of the glossary: [page][word].
    std::vector<std::vector<double>> meant(const std::vector<TypedWord>& words,
                                           std::string_view typed) const;

    /// Appends the best places of one page, without excerpts.
    void addHits(std::size_t page, const std::vector<TypedWord>& words,
                 const std::vector<double>& meant, std::vector<Hit>& hits) const;

    /// Stems of the words of a text, each in place of its synonyms.
    std::vector<std::string> stemsOf(std::string_view text) const;

    /// Adds the words of a section to the vocabulary. Returns their number.
    std::size_t index(const Section& section, std::size_t number);

    void addPhrases(const Term& term, const std::map<std::string, std::size_t>& numbers);

    const std::vector<Page>* pages_;
    std::unordered_map<std::string, std::string> synonyms_;  ///< stem to stem
    std::map<std::string, std::vector<Posting>, std::less<>>
        vocabulary_;  ///< sorted, so that stems of one beginning are neighbours; sections ascend
    std::vector<IndexedPage> indexed_;
    std::size_t sections_ = 0;  ///< of all pages
    std::vector<Phrase> phrases_;
};

}  // namespace headroom::engine::manual
