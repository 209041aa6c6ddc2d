// SPDX-License-Identifier: Apache-2.0
#include "ui/help/help_book.h"

#include "engine/manual/book.h"
#include "engine/manual/page_text.h"
#include "ui/help/help_reference.h"
#include "ui/units/quantity_text.h"

#include <algorithm>
#include <filesystem>
#include <vector>

namespace headroom::ui {

namespace {

QStringList listOf(const std::vector<std::string>& texts) {
    QStringList list;
    for (const std::string& text : texts) {
        list << utf8Text(text);
    }
    return list;
}

HelpPage shown(const engine::manual::Page& page) {
    HelpPage out{utf8Text(page.name),
                 utf8Text(page.title),
                 utf8Text(page.markdown),
                 {utf8Text(page.group)},
                 {}};
    for (const engine::manual::Section& s : page.sections) {
        out.sections << HelpSection{utf8Text(s.heading), utf8Text(s.anchor), s.level,
                                    utf8Text(s.text)};
    }
    return out;
}

}  // namespace

HelpBook::HelpBook(QString folder) : folder_(std::move(folder)) {}

HelpBook::~HelpBook() = default;

QString HelpBook::plain(const QString& line) {
    return utf8Text(engine::manual::plainLine(line.toStdString()));
}

QString HelpBook::anchorOf(const QString& heading) {
    return utf8Text(engine::manual::anchorOf(heading.toStdString()));
}

const QList<HelpPage>& HelpBook::pages() const {
    if (book_ == nullptr) {
        read();
    }
    return pages_;
}

void HelpBook::read() const {
    std::vector<engine::manual::WrittenPage> written;
    for (const ReferencePage& page : referencePages()) {
        written.push_back(
            {page.name.toStdString(), page.markdown.toStdString(), page.group.toStdString()});
    }
    book_ = std::make_unique<engine::manual::Book>(std::filesystem::path(folder_.toStdString()),
                                                   written);
    for (const engine::manual::Page& page : book_->pages()) {
        pages_ << shown(page);
    }
    for (const engine::manual::Term& term : book_->glossary()) {
        glossary_ << GlossaryTerm{utf8Text(term.term), listOf(term.words), listOf(term.pages),
                                  listOf(term.commands)};
    }
}

const QList<GlossaryTerm>& HelpBook::glossary() const {
    static_cast<void>(pages());  // reads them
    return glossary_;
}

const HelpPage* HelpBook::page(const QString& name) const {
    const QList<HelpPage>& all = pages();
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const HelpPage& each) { return each.name == name; });
    return found == all.end() ? nullptr : &*found;
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
    const QList<HelpPage>& all = pages();
    QList<HelpHit> hits;
    for (const engine::manual::Hit& hit :
         book_->search(typed.toStdString(), static_cast<std::size_t>(most))) {
        const HelpPage& page = all[hit.page - book_->pages().data()];
        hits << HelpHit{&page, &page.sections[hit.section - hit.page->sections.data()],
                        utf8Text(hit.excerpt), hit.score};
    }
    return hits;
}

}  // namespace headroom::ui
