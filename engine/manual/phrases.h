// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// Finds things by phrases that people use for them: terms of the glossary, commands of the window.
namespace headroom::engine::manual {

/// The words of a text in small letters without articles and words of questions (how, do, I, the, to, …); all of them where
/// no other is left.
std::vector<std::string> significantWords(std::string_view text);

/// A word in small letters without its ending, in British spelling: "racks" and "rack", "compare" and "comparison", "utilization" and
/// "utilise" become equal.
std::string stemOf(std::string_view word);

/// Bytes of a typed text that a search reads. A pasted text may have millions.
inline constexpr std::size_t kMostTyped = 512;

/// Items, each with phrases.
///
/// A typed word matches a word of a phrase whose stem is equal, or that it begins. A rare word counts more than one that many
/// items have: log(1 + items / items that have it). The first word counts half as much again. A phrase scores the sum over its
/// matched words, raised up to a half with the share of it that was typed. An item scores its best phrase and a third of the
/// words that only its other phrases have. A phrase that is typed whole comes first.
/// Assumption: the shares are ours; only the order of the scores matters.
class PhraseIndex {
  public:
    struct Found {
        std::size_t item = 0;
        double score = 0.0;
        bool hasAll = false;  ///< whether one phrase has all the typed words
    };

    /// `weight` scales the score that the phrase can give.
    void add(std::size_t item, std::string_view phrase, double weight = 1.0);

    /// Best first. Absent is an item that has less than a third of the significant words, or of their counts.
    std::vector<Found> find(std::string_view typed) const;

  private:
    struct Word {
        std::string text, stem;
    };

    struct Phrase {
        std::size_t item = 0;
        std::string whole;
        std::vector<Word> words;
        double weight = 1.0;
    };

    std::vector<double> countsOf(const std::vector<Word>& typed) const;

    std::vector<Phrase> phrases_;
    std::size_t items_ = 0;
};

}  // namespace headroom::engine::manual
