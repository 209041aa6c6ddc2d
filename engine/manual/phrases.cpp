// SPDX-License-Identifier: Apache-2.0
#include "engine/manual/phrases.h"

#include "engine/manual/page_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <set>
#include <utility>

namespace headroom::engine::manual {

namespace {

constexpr double kWhole = 1000.0;  // above every sum of words
constexpr double kSameStem = 0.95;
constexpr double kBegun = 0.8;  // a word of which the beginning was typed
constexpr double kElsewhere = 1.0 / 3.0;
constexpr double kShare = 0.5;
constexpr double kLeastPart = 1.0 / 3.0;  // of the typed words, and of their counts
constexpr double kOfFirst = 1.5;          // people put the verb, or the subject, first
constexpr std::size_t kLeastStem = 3;

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

void replaceAll(std::string& text, std::string_view from, std::string_view to) {
    for (std::size_t at = text.find(from); at != std::string::npos;
         at = text.find(from, at + to.size())) {
        text.replace(at, from.size(), to);
    }
}

}  // namespace

std::vector<std::string> significantWords(std::string_view text) {
    static const std::set<std::string_view> kPassed{
        "a",      "an",      "the",   "my",      "our",    "i",        "we",    "you",   "do",
        "does",   "how",     "can",   "to",      "of",     "in",       "on",    "for",   "is",
        "are",    "with",    "and",   "at",      "it",     "me",       "show",  "want",  "what",
        "which",  "where",   "why",   "when",    "see",    "get",      "find",  "make",  "use",
        "be",     "not",     "there", "should",  "please", "this",     "that",  "if",    "from",
        "into",   "by",      "or",    "as",      "let",    "would",    "could", "have",  "has",
        "will",   "need",    "like",  "its",     "us",     "each",     "much",  "many",  "was",
        "were",   "so",      "give",  "happens", "happen", "happened", "did",   "than",  "then",
        "during", "between", "am",    "they",    "them",   "their",    "any",   "some",  "just",
        "ok",     "put",     "using", "used",    "also",   "while",    "these", "those", "per",
        "over",   "after",   "until", "only",    "below",  "above"};
    std::vector<std::string> words = wordsOf(text);
    std::vector<std::string> kept;
    std::copy_if(words.begin(), words.end(), std::back_inserter(kept),
                 [](const std::string& word) { return !kPassed.contains(word); });
    return kept.empty() ? words : kept;
}

std::string stemOf(std::string_view word) {
    static constexpr std::array<std::string_view, 19> kEndings{
        "isations", "isation", "ations", "ation", "isons", "ison", "ising", "ions", "ings", "ion",
        "ing",      "ies",     "ise",    "ers",   "er",    "es",   "ed",    "s",    "e"};
    std::string stem = lower(word);
    replaceAll(stem, "iz", "is");
    replaceAll(stem, "our", "or");
    if (stem.ends_with("tre")) {
        stem.replace(stem.size() - 2, 2, "er");
    }
    for (const std::string_view ending : kEndings) {
        if (stem.ends_with(ending) && stem.size() >= ending.size() + kLeastStem &&
            !stem.ends_with("ss")) {
            stem.resize(stem.size() - ending.size());
            break;
        }
    }
    if (stem.size() > kLeastStem && stem.ends_with("y") &&
        std::string_view("aeou").find(stem[stem.size() - 2]) == std::string_view::npos) {
        stem.pop_back();  // "battery" as "batteries"
    }
    if (stem.size() > kLeastStem && stem.back() == stem[stem.size() - 2] && stem.back() != 's') {
        stem.pop_back();  // "cap" as "capping"
    }
    return stem;
}

void PhraseIndex::add(std::size_t item, std::string_view phrase, double weight) {
    Phrase made;
    made.item = item;
    made.whole = lower(trimmed(phrase));
    made.weight = weight;
    for (std::string& word : wordsOf(phrase)) {
        std::string stem = stemOf(word);
        made.words.push_back({std::move(word), std::move(stem)});
    }
    items_ = std::max(items_, item + 1);
    phrases_.push_back(std::move(made));
}

namespace {

/// How well `typed` matches `word`: 0 to 1.
double gradeOf(const std::string& typed, const std::string& typedStem, const std::string& word,
               const std::string& stem) {
    return typed == word             ? 1.0
           : typedStem == stem       ? kSameStem
           : word.starts_with(typed) ? kBegun
                                     : 0.0;
}

}  // namespace

std::vector<double> PhraseIndex::countsOf(const std::vector<Word>& typed) const {
    std::vector<double> counts;
    for (const Word& word : typed) {
        std::set<std::size_t> having;
        for (const Phrase& phrase : phrases_) {
            if (std::any_of(phrase.words.begin(), phrase.words.end(), [&](const Word& w) {
                    return gradeOf(word.text, word.stem, w.text, w.stem) > 0.0;
                })) {
                having.insert(phrase.item);
            }
        }
        counts.push_back(having.empty() ? 0.0
                                        : (counts.empty() ? kOfFirst : 1.0) *
                                              std::log1p(static_cast<double>(items_) /
                                                         static_cast<double>(having.size())));
    }
    return counts;
}

std::vector<PhraseIndex::Found> PhraseIndex::find(std::string_view typed) const {
    typed = typed.substr(0, kMostTyped);
    std::vector<Word> words;
    for (std::string& word : significantWords(typed)) {
        std::string stem = stemOf(word);
        words.push_back({std::move(word), std::move(stem)});
    }
    const std::string whole = lower(trimmed(typed));
    const std::vector<double> counts = countsOf(words);
    double known = 0.0;
    for (const double count : counts) {
        known += count;
    }

    struct Item {
        double best = 0.0;
        bool hasAll = false;
        std::vector<double> grades;  ///< by typed word, over all phrases
        std::vector<double> ofBest;
    };

    std::map<std::size_t, Item> items;
    for (const Phrase& phrase : phrases_) {
        std::vector<double> grades(words.size(), 0.0);
        double sum = 0.0;
        std::size_t matched = 0;
        for (std::size_t i = 0; i < words.size(); ++i) {
            for (const Word& word : phrase.words) {
                grades[i] = std::max(grades[i],
                                     gradeOf(words[i].text, words[i].stem, word.text, word.stem));
            }
            sum += counts[i] * grades[i];
            matched += grades[i] > 0.0 ? 1 : 0;
        }
        const bool isWhole = phrase.whole == whole && !whole.empty();
        if (matched == 0 && !isWhole) {
            continue;
        }
        const double share =
            std::min(1.0, static_cast<double>(matched) / static_cast<double>(phrase.words.size()));
        const double score =
            phrase.weight * (sum * (1.0 + kShare * share) + (isWhole ? kWhole : 0.0));
        Item& item = items[phrase.item];
        item.grades.resize(words.size(), 0.0);
        for (std::size_t i = 0; i < words.size(); ++i) {
            item.grades[i] = std::max(item.grades[i], grades[i]);
        }
        item.hasAll = item.hasAll || matched == words.size() || isWhole;
        if (score > item.best) {
            item.best = score;
            item.ofBest = std::move(grades);
        }
    }
    std::vector<Found> found;
    for (const auto& [number, item] : items) {
        double score = item.best, part = 0.0;
        std::size_t matched = 0;
        for (std::size_t i = 0; i < words.size(); ++i) {
            score += kElsewhere * counts[i] * std::max(0.0, item.grades[i] - item.ofBest[i]);
            part += counts[i] * (item.grades[i] > 0.0 ? 1.0 : 0.0);
            matched += item.grades[i] > 0.0 ? 1 : 0;
        }
        if (item.hasAll ||
            (static_cast<double>(matched) >= kLeastPart * static_cast<double>(words.size()) &&
             part >= kLeastPart * known)) {
            found.push_back({number, score, item.hasAll});
        }
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const Found& a, const Found& b) { return a.score > b.score; });
    return found;
}

}  // namespace headroom::engine::manual
