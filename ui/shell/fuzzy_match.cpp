// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/fuzzy_match.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace headroom::ui {

namespace {

// Assumption: only their order matters. An exact match scores highest, then word starts: "ro" finds
// "Reset Order" before "Error", and "save" finds "Save". Letters inside are worth least.
constexpr int kWordStart = 12, kNeighbour = 13, kInside = 1;
constexpr int kFirstLetter = 4;  // more where it is the first of the whole text
constexpr int kNone = std::numeric_limits<int>::min() / 2;

bool startsWord(const QString& text, qsizetype i) {
    return i == 0 || (!text[i - 1].isLetterOrNumber() && text[i].isLetterOrNumber()) ||
           (text[i - 1].isLower() && text[i].isUpper());
}

}  // namespace

int fuzzyScore(const QString& typed, const QString& text) {
    const QString wanted = QString(typed).remove(' ').toLower();
    if (wanted.isEmpty()) {
        return 0;
    }
    const QString lower = text.toLower();
    const auto length = static_cast<std::size_t>(lower.size());
    // best[j]: of the letters so far with the last of them at j; so for each next letter.
    std::vector<int> best(length, kNone), next(length, kNone);
    for (qsizetype i = 0; i < wanted.size(); ++i) {
        int before = i == 0 ? 0 : kNone;  // the best that ends anywhere before j
        for (std::size_t j = 0; j < length; ++j) {
            const auto at = static_cast<qsizetype>(j);
            next[j] = kNone;
            if (lower[at] == wanted[i]) {
                const int alone = startsWord(text, at) ? kWordStart : kInside;
                next[j] = before + alone + (at == 0 ? kFirstLetter : 0);
                if (i > 0 && j > 0) {
                    next[j] = std::max(next[j], best[j - 1] + std::max(kNeighbour, alone));
                }
            }
            if (i > 0) {
                before = std::max(before, best[j]);
            }
        }
        best.swap(next);
    }
    const int score = best.empty() ? kNone : *std::max_element(best.begin(), best.end());
    // The shorter text among equal ones: more of it was typed.
    constexpr int kSteps = 100;
    return score <= 0 ? -1 : score * kSteps - std::min<int>(static_cast<int>(length), kSteps - 1);
}

}  // namespace headroom::ui
