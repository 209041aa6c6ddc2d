// SPDX-License-Identifier: Apache-2.0
#include "ui/help/help_book.h"

#include "ui/help/help_reference.h"

#include <QFile>
#include <QHash>
#include <QRegularExpression>

#include <algorithm>

namespace headroom::ui {

namespace {

constexpr int kOfTitle = 400, kOfHeading = 120, kOfText = 4;  // what a word counts, by where it is
constexpr int kMostOfText = 10;     // words of text that count
constexpr int kWholeWord = 3;       // a whole word counts this many times a part of one
constexpr int kMostOfPage = 3;      // places of one page
constexpr int kExcerpt = 150;       // letters
const QString kGlossary = QStringLiteral("glossary.md");

/// Sections of a page. What stands between fences is text of its section, headings or not.
QList<HelpSection> sectionsOf(const QString& markdown) {
    QList<HelpSection> sections;
    QHash<QString, int> seen;
    bool isCode = false;
    for (const QString& line : markdown.split('\n')) {
        isCode = isCode != line.startsWith(QLatin1String("```"));
        const auto level = static_cast<int>(std::find_if(line.begin(), line.end(),
                                                         [](QChar c) { return c != '#'; }) -
                                            line.begin());
        if (!isCode && level > 0 && level <= 6 && line.size() > level && line[level] == ' ') {
            HelpSection section;
            section.heading = HelpBook::plain(line.mid(level + 1));
            section.level = level;
            if (!sections.isEmpty()) {
                section.anchor = HelpBook::anchorOf(section.heading);
                // As every renderer of Markdown counts headings that repeat.
                if (const int before = seen[section.anchor]++; before > 0) {
                    section.anchor += QStringLiteral("-%1").arg(before);
                }
            }
            sections << section;
        } else if (!sections.isEmpty()) {
            sections.back().text += HelpBook::plain(line) + ' ';
        }
    }
    return sections;
}

HelpPage pageOf(const QString& name, const QString& markdown, const QString& group) {
    HelpPage page{name, name, markdown, {group}, sectionsOf(markdown)};
    if (!page.sections.isEmpty()) {
        page.title = page.sections.front().heading;
    }
    return page;
}

/// How often a word begins in a text; whole words count more.
int found(const QString& word, const QString& text) {
    int count = 0;
    for (qsizetype at = text.indexOf(word, 0, Qt::CaseInsensitive); at >= 0;
         at = text.indexOf(word, at + word.size(), Qt::CaseInsensitive)) {
        const bool begins = at == 0 || !text[at - 1].isLetterOrNumber();
        const qsizetype end = at + word.size();
        const bool ends = end >= text.size() || !text[end].isLetterOrNumber();
        count += begins && ends ? kWholeWord : begins ? 2 : 1;
    }
    return count;
}

QString excerptOf(const HelpSection& section, const QStringList& words) {
    qsizetype at = -1;
    for (const QString& word : words) {
        if (at < 0) {
            at = section.text.indexOf(word, 0, Qt::CaseInsensitive);
        }
    }
    qsizetype from = std::max<qsizetype>(0, at - kExcerpt / 3);
    if (from > 0) {
        from = std::max(from, section.text.indexOf(' ', from) + 1);
    }
    const QString text = section.text.mid(from, kExcerpt).simplified();
    return (from > 0 ? QStringLiteral("… ") : QString()) + text +
           (from + kExcerpt < section.text.size() ? QStringLiteral(" …") : QString());
}

}  // namespace

HelpBook::HelpBook(QString folder) : folder_(std::move(folder)) {}

QString HelpBook::plain(QString line) {
    static const QRegularExpression kRule("^\\|[-:| ]+\\|$");
    static const QRegularExpression kLink("!?\\[([^\\]]*)\\]\\([^)]*\\)");
    if (line.contains(kRule)) {
        return {};
    }
    line.replace(kLink, "\\1");
    const bool isRow = line.startsWith('|');
    // Stars that embrace words; one between numbers is none.
    static const QRegularExpression kStress("\\*([^*\\s](?:[^*]*[^*\\s])?)\\*");
    line.remove('`').remove("**").replace(kStress, "\\1");
    if (isRow) {
        line = line.mid(1).trimmed();
        line.chop(line.endsWith('|') ? 1 : 0);
        line.replace(" | ", QStringLiteral(" · "));
    }
    return line.trimmed();
}

QString HelpBook::anchorOf(const QString& heading) {
    QString anchor;
    for (const QChar c : heading.toLower()) {
        if (c.isLetterOrNumber() || c == '-' || c == '_') {
            anchor += c;
        } else if (c == ' ') {
            anchor += '-';
        }
    }
    return anchor;
}

const QList<HelpPage>& HelpBook::pages() const {
    if (!isRead_) {
        read();
        isRead_ = true;
    }
    return pages_;
}

/// The index says which pages there are, under which heading, in which order.
void HelpBook::read() const {
    static const QRegularExpression kItem("^- \\[[^\\]]*\\]\\(([^)#]+\\.md)\\)");
    const auto text = [this](const QString& name) {
        QFile file(folder_ + '/' + name);
        return file.open(QIODevice::ReadOnly | QIODevice::Text) ? QString::fromUtf8(file.readAll())
                                                                : QString();
    };
    const QString index = text("index.md");
    if (index.isEmpty()) {
        return;
    }
    pages_ << pageOf("index.md", index, {});
    QString group;
    for (const QString& line : index.split('\n')) {
        if (line.startsWith("## ")) {
            group = plain(line.mid(3));
        } else if (const auto item = kItem.match(line); item.hasMatch()) {
            const QString name = item.captured(1);
            const QString markdown = isReference(name) ? QString() : text(name);
            if (!markdown.isEmpty()) {
                pages_ << pageOf(name, markdown, group);
            }
        }
    }
    for (const ReferencePage& page : referencePages()) {
        pages_ << pageOf(page.name, page.markdown, page.group);
    }
    if (const auto terms = std::find_if(pages_.begin(), pages_.end(), [](const HelpPage& p) { return p.name == kGlossary; });
        terms != pages_.end()) {
        glossary_ = readGlossary(terms->markdown);
    }
}

const QList<GlossaryTerm>& HelpBook::glossary() const {
    static_cast<void>(pages());  // reads them
    return glossary_;
}

const HelpPage* HelpBook::page(const QString& name) const {
    for (const HelpPage& each : pages()) {
        if (each.name == name) {
            return &each;
        }
    }
    return nullptr;
}

bool HelpBook::resolves(const QString& topic) const {
    const HelpPage* of = page(topic.section('#', 0, 0));
    const QString anchor = topic.section('#', 1);
    if (of == nullptr || anchor.isEmpty()) {
        return of != nullptr;
    }
    return std::any_of(of->sections.begin(), of->sections.end(), [&](const HelpSection& section) {
        return section.anchor == anchor || section.text.contains(anchor);
    });
}

QList<HelpHit> HelpBook::search(const QString& typed, int most) const {
    const QStringList words = typed.split(' ', Qt::SkipEmptyParts);
    QList<HelpHit> hits;
    if (words.isEmpty()) {
        return hits;
    }
    for (const HelpPage& page : pages()) {
        QList<HelpHit> ofPage;
        for (const HelpSection& section : page.sections) {
            int score = 0;
            bool hasAll = true;
            for (const QString& word : words) {
                const int inTitle = found(word, page.title);
                const int inHeading = found(word, section.heading);
                const int inText = std::min(kMostOfText, found(word, section.text));
                // A title finds its page once, at its top.
                const bool isTop = section.anchor.isEmpty();
                hasAll = hasAll && (inHeading > 0 || inText > 0);
                score += (isTop ? kOfTitle * std::min(inTitle, kWholeWord) : 0) +
                         kOfHeading * std::min(inHeading, kWholeWord) + kOfText * inText;
            }
            if (hasAll) {
                ofPage << HelpHit{&page, &section, excerptOf(section, words), score};
            }
        }
        std::stable_sort(ofPage.begin(), ofPage.end(),
                         [](const HelpHit& a, const HelpHit& b) { return a.score > b.score; });
        hits << ofPage.mid(0, kMostOfPage);
    }
    std::stable_sort(hits.begin(), hits.end(),
                     [](const HelpHit& a, const HelpHit& b) { return a.score > b.score; });
    QList<HelpHit> meant;
    for (const GlossaryTerm* term : termsFor(typed, glossary())) {
        for (const QString& name : term->pages) {
            const HelpPage* of = page(name);
            const auto isTop = [of](const HelpHit& hit) { return hit.page == of && hit.section->anchor.isEmpty(); };
            if (of == nullptr || of->sections.isEmpty() || std::any_of(meant.begin(), meant.end(), isTop)) {
                continue;
            }
            hits.removeIf(isTop);
            meant << HelpHit{of, &of->sections.front(), term->term, kOfTitle * kWholeWord};
        }
    }
    return (meant + hits).mid(0, most);
}

}  // namespace headroom::ui
