// SPDX-License-Identifier: Apache-2.0
#include "engine/base/error.h"

#include "engine/base/plain_text.h"

#include <algorithm>
#include <cctype>
#include <cstddef>

namespace headroom::engine {

namespace {

// Bytes of a message that people still read.
constexpr std::size_t kLongestPart = 2000;

/// On one line, with its quantities where it is not cut.
Words asSentence(const Words& words) {
    Words text = words.size() > kLongestPart
                     ? Words(oneLine(shortened(words, kLongestPart)))
                     : mapped(words, [](const std::string& piece) { return oneLine(piece); });
    if (!text.empty() && text.back() != '.' && text.back() != '!' && text.back() != '?') {
        text.append(".");
    }
    return text;
}

std::string lowerCase(std::string word) {
    std::transform(word.begin(), word.end(), word.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return word;
}

// Insertions, deletions and replacements that turn one word into the other (Levenshtein 1966).
std::size_t editDistance(const std::string& a, const std::string& b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) {
        row[j] = j;
    }
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
        }
    }
    return row[b.size()];
}

}  // namespace

// Odd characters are written out, and parts that nobody reads to the end are shortened.
Words Error::text() const {
    Words result;
    if (!file.empty()) {
        result += oneLine(file);
        if (line > 0) {
            result += ':' + std::to_string(line);
        }
        result += ": ";
    } else if (line > 0) {
        result += "line " + std::to_string(line) + ": ";
    }
    if (!path.empty()) {
        result += oneLine(shortened(path, kLongestPart)) + ": ";
    }
    if (!code.empty()) {
        result += '[' + code + "] ";
    }
    result.join(asSentence(message));
    if (!remedy.empty()) {
        result.join(" Remedy: " + asSentence(remedy));
    }
    return result;
}

Words text(const Errors& errors) {
    Words result;
    for (const Error& error : errors) {
        result.join(error.text()).append("\n");
    }
    return result;
}

std::string nearest(const std::string& word, const std::vector<std::string>& words) {
    // Near: at most a third of the letters differ, and at least one may.
    const std::size_t limit = std::max<std::size_t>(1, word.size() / 3);
    // The work goes with the product of the lengths; nobody mistypes a word as long as that.
    constexpr std::size_t kLongestWord = 200;
    if (word.size() > kLongestWord) {
        return {};
    }
    const std::string wanted = lowerCase(word);
    std::string best;
    std::size_t bestDistance = limit + 1;
    for (const std::string& candidate : words) {
        const auto [shorter, longer] = std::minmax({wanted.size(), candidate.size()});
        if (longer - shorter > limit) {
            continue;  // least number of missing letters
        }
        const std::size_t distance = editDistance(wanted, lowerCase(candidate));
        if (distance < bestDistance) {
            best = candidate;
            bestDistance = distance;
        }
    }
    return best;
}

}  // namespace headroom::engine
