// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

namespace headroom::ui {

/// A row of glossary.md.
struct GlossaryTerm {
    QString term;
    QStringList words;     ///< the term itself and other words for it, in lower case
    QStringList pages;     ///< "cooling.md"
    QStringList commands;  ///< texts of commands or panes: "Save Run"
};

/// Reads the tables of the page: term, other words, meaning, page, names in the window. Rows of another form are skipped.
QList<GlossaryTerm> readGlossary(const QString& markdown);

/// The terms that `typed` means, best first: each of its words begins a word of the term or of one phrase for it. Articles
/// and words of questions (how, do, I, the, to, …) do not count.
QList<const GlossaryTerm*> termsFor(const QString& typed, const QList<GlossaryTerm>& terms);

}  // namespace headroom::ui
