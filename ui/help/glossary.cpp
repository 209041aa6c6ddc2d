// SPDX-License-Identifier: Apache-2.0
#include "ui/help/glossary.h"

#include <QRegularExpression>
#include <QSet>

#include <algorithm>
#include <utility>
#include <vector>

namespace headroom::ui {

namespace {

constexpr int kColumns = 5;

QStringList wordsOf(const QString& text) {
    static const QRegularExpression kGap("[^\\p{L}\\p{N}/+&%.-]+");
    return text.toLower().split(kGap, Qt::SkipEmptyParts);
}

QStringList significant(const QString& text) {
    static const QSet<QString> kPassed = {"a", "an", "the", "my", "our", "i", "we", "do", "does", "how", "can", "to", "of", "in",
                                          "on", "for", "is", "are", "with", "and", "at", "it", "me", "please", "want", "show"};
    QStringList words = wordsOf(text);
    QStringList kept;
    std::copy_if(words.begin(), words.end(), std::back_inserter(kept), [](const QString& w) { return !kPassed.contains(w); });
    return kept.isEmpty() ? words : kept;
}

/// How much of a phrase was typed, 0 to 100; 0 where a typed word is not in it.
int matchOf(const QStringList& typed, const QString& phrase) {
    const QStringList words = wordsOf(phrase);
    qsizetype letters = 0;
    for (const QString& word : typed) {
        if (std::none_of(words.begin(), words.end(), [&](const QString& w) { return w.startsWith(word); })) {
            return 0;
        }
        letters += word.size();
    }
    return static_cast<int>(std::min<qsizetype>(100, 1 + 100 * letters / std::max<qsizetype>(1, phrase.size())));
}

}  // namespace

QList<GlossaryTerm> readGlossary(const QString& markdown) {
    static const QRegularExpression kPage("\\]\\(([a-z-]+\\.md)\\)");
    QList<GlossaryTerm> terms;
    for (const QString& line : markdown.split('\n')) {
        if (!line.startsWith(QStringLiteral("| ")) || line.startsWith(QStringLiteral("| term "))) {
            continue;
        }
        QStringList cells = line.split('|');
        if (cells.size() != kColumns + 2) {
            continue;
        }
        std::transform(cells.begin(), cells.end(), cells.begin(), [](const QString& cell) { return cell.trimmed(); });
        GlossaryTerm term;
        term.term = cells[1];
        term.words << cells[1].toLower();
        for (const QString& word : cells[2].split(',', Qt::SkipEmptyParts)) {
            term.words << word.trimmed().toLower();
        }
        for (auto found = kPage.globalMatch(cells[4]); found.hasNext();) {
            term.pages << found.next().captured(1);
        }
        for (const QString& name : cells[5].split(',', Qt::SkipEmptyParts)) {
            term.commands << name.trimmed();
        }
        terms << term;
    }
    return terms;
}

QList<const GlossaryTerm*> termsFor(const QString& typed, const QList<GlossaryTerm>& terms) {
    const QStringList words = significant(typed);
    std::vector<std::pair<int, const GlossaryTerm*>> found;
    for (const GlossaryTerm& term : terms) {
        int best = 0;
        for (const QString& phrase : term.words) {
            best = std::max(best, words.isEmpty() ? 0 : matchOf(words, phrase));
        }
        if (best > 0) {
            found.emplace_back(best, &term);
        }
    }
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    QList<const GlossaryTerm*> ordered;
    for (const auto& [score, term] : found) {
        ordered << term;
    }
    return ordered;
}

}  // namespace headroom::ui
