// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

#include <memory>

namespace headroom::engine::manual {
class Book;
}

namespace headroom::ui {

/// A part of a page under one heading.
struct HelpSection {
    QString heading;  ///< of the first section of a page: its title
    QString anchor;   ///< as links write it: "what-is-computed"; empty if the top of the page
    int level = 1;    ///< of the heading, from 1
    QString text;     ///< without marks of Markdown; cells of tables apart by " · "
};

struct HelpPage {
    QString name;  ///< as links write it: "cooling.md"
    QString title;
    QString markdown;
    QStringList group;  ///< headings of the index under which it is listed; one
    QList<HelpSection> sections;
};

/// A place that a search found.
struct HelpHit {
    const HelpPage* page = nullptr;
    const HelpSection* section = nullptr;
    QString excerpt;  ///< text around the first word that was looked for
    int score = 0;
};

/// A row of the glossary (engine/manual/glossary.h).
struct GlossaryTerm {
    QString term;
    QStringList words;  ///< the term and other phrases for it, in small letters
    QStringList pages;  ///< "cooling.md"
    QStringList
        commands;  ///< texts of commands or panes: "Save Run"; "Panes > Power" where several have the text
};

/// The manual (engine/manual/book.h) with the texts of Qt: the pages of a folder, those that the program writes about itself (attributes of
/// every kind of part and object; quantities and figures), their sections, and a search over all.
/// The pages are read once, when first asked for.
class HelpBook {
  public:
    explicit HelpBook(QString folder);
    ~HelpBook();
    HelpBook(const HelpBook&) = delete;
    HelpBook& operator=(const HelpBook&) = delete;

    const QString& folder() const { return folder_; }

    /// In the order of the index; empty if the folder holds no index.
    const QList<HelpPage>& pages() const;
    /// Null if there is none of that name.
    const HelpPage* page(const QString& name) const;

    /// Whether "cooling.md" or "cooling.md#control" names a page, and a heading or a word of it.
    bool resolves(const QString& topic) const;

    /// Places that have all the words, best first (engine::manual::Book::search).
    QList<HelpHit> search(const QString& words, int most = 60) const;

    /// Terms of the trade and other words for them (glossary.md).
    const QList<GlossaryTerm>& glossary() const;

    /// "What switches, and when" as links write it: "what-switches-and-when".
    static QString anchorOf(const QString& heading);
    /// A line of Markdown as it reads.
    static QString plain(const QString& line);

  private:
    void read() const;

    QString folder_;
    mutable std::unique_ptr<engine::manual::Book> book_;  ///< null if not read yet
    mutable QList<HelpPage> pages_;
    mutable QList<GlossaryTerm> glossary_;
};

}  // namespace headroom::ui
