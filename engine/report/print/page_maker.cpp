// SPDX-License-Identifier: Apache-2.0
#include "engine/report/print/page_maker.h"

#include "engine/base/plain_text.h"
#include "engine/report/print/page_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cairo-pdf.h>
#include <cmath>

namespace headroom::engine::report {

namespace {

constexpr double kBetween = 8.0;

std::string spanOf(const std::string& text, const Colour& c) {
    const auto byte = [](double v) { return static_cast<int>(std::lround(255.0 * v)); };
    return fmt::format("<span foreground=\"#{:02x}{:02x}{:02x}\">{}</span>", byte(c.r), byte(c.g),
                       byte(c.b), text);
}

/// Every run of spaces and new lines as one space.
std::string folded(const std::string& words) {
    std::string text;
    for (const char c : words) {
        const bool isSpace = c == ' ' || c == '\n' || c == '\t';
        if (!isSpace || text.empty() || text.back() != ' ') {
            text += isSpace ? ' ' : c;
        }
    }
    return text;
}

}  // namespace

PageMaker::PageMaker(cairo_surface_t* surface, std::string title, std::string date, std::string css)
    : surface_(surface),
      cairo_(cairo_create(surface)),
      title_(std::move(title)),
      date_(std::move(date)),
      css_(std::move(css)) {}

PageMaker::~PageMaker() {
    cairo_destroy(cairo_);
}

void PageMaker::make(const ReportPage& page, const std::vector<SectionPlace>& before,
                     int pagesBefore) {
    before_ = before;
    pagesBefore_ = pagesBefore;
    begin({});
    cover(page);
    blocks(page.lead);
    for (const Section& node : page.sections) {
        section(node);
    }
    if (!kept_.empty()) {
        flush(0.0);
    }
    finish();
}

// --- paper

void PageMaker::begin(const Paper& paper) {
    finish();
    paper_ = paper;
    cairo_pdf_surface_set_size(surface_, paper.width, paper.height);
    ++page_;
    open_ = true;
    plain_ = false;
    y_ = kTop;
}

void PageMaker::finish() {
    if (open_) {
        if (!plain_) {
            foot();
        }
        cairo_show_page(cairo_);
        if (const cairo_status_t status = cairo_status(cairo_);
            status != CAIRO_STATUS_SUCCESS && fault_.empty()) {
            fault_ = cairo_status_to_string(status);  // nothing more would be drawn
        }
        open_ = false;
    }
}

/// The next part, if any, begins an upright page of its own.
void PageMaker::leave() {
    finish();
    paper_ = {};
    y_ = kTop;
}

double PageMaker::left() const {
    return kLeft;
}

double PageMaker::width() const {
    return paper_.width - kLeft - kRight;
}

double PageMaker::topOfPage() const {
    return kTop;
}

double PageMaker::portraitWidth() const {
    return Paper{}.width - kLeft - kRight;
}

double PageMaker::bottom() const {
    return paper_.height - kBottom;
}

void PageMaker::room(double height) {
    if (!open_) {
        begin(paper_);
    } else if (y_ + height > bottom() && y_ > kTop + 1.0) {
        begin(paper_);
    }
}

void PageMaker::foot() {
    const double y = paper_.height - 42.0;
    ruleAt(y, left(), width(), kRule);
    const FontLook look{7.5, false, kQuiet};
    const auto text = [&](const std::string& words, PangoAlignment side) {
        draw(*layOut(markupText(words), look, width(), side), left(), y + 6.0, look);
    };
    text(title_, PANGO_ALIGN_LEFT);
    text(date_, PANGO_ALIGN_CENTER);
    text(pagesBefore_ > 0 ? fmt::format("Page {} of {}", page_, pagesBefore_)
                          : fmt::format("Page {}", page_),
         PANGO_ALIGN_RIGHT);
}

// --- text

std::unique_ptr<PageMaker::Words> PageMaker::layOut(const std::string& markup, const FontLook& look,
                                                    double width, PangoAlignment side) const {
    return std::make_unique<Words>(cairo_, markup, look, width, side);
}

void PageMaker::draw(const Words& words, double x, double y, const FontLook& look) {
    colour(look.colour);
    cairo_move_to(cairo_, x, y);
    pango_cairo_show_layout(cairo_, words.layout);
}

void PageMaker::colour(const Colour& c) {
    cairo_set_source_rgb(cairo_, c.r, c.g, c.b);
}

void PageMaker::ruleAt(double y, double x, double width, const Colour& c, double line) {
    colour(c);
    cairo_set_line_width(cairo_, line);
    cairo_move_to(cairo_, x, y);
    cairo_line_to(cairo_, x + width, y);
    cairo_stroke(cairo_);
}

/// Words with what Pango marks: bold, quiet and new lines.
std::string PageMaker::wordsOf(const Text& text) const {
    std::string markup;
    for (const TextRun& run : text.runs()) {
        const std::string words = markupText(folded(run.words));
        switch (run.look) {
            case TextRun::Look::Plain:
            case TextRun::Look::Small:
                markup += words;
                break;
            case TextRun::Look::Strong:
                markup += "<b>" + words + "</b>";
                break;
            case TextRun::Look::Quiet:
                markup += spanOf(words, kQuiet);
                break;
            case TextRun::Look::Code:
                markup += "<tt>" + words + "</tt>";
                break;
            case TextRun::Look::Break:
                markup += '\n';
                break;
        }
    }
    return markup;
}

void PageMaker::paragraph(const std::string& markup, const FontLook& look, double after) {
    const auto words = layOut(markup, look, width());
    room(words->height);
    draw(*words, left(), y_, look);
    y_ += words->height + after;
}

// --- nodes

void PageMaker::blocks(const Blocks& list) {
    for (const Block& block : list) {
        std::visit([this](const auto& node) { put(node); }, block.node);
    }
}

void PageMaker::section(const Section& node) {
    if (node.isForScreens) {
        return;
    }
    if (!node.title.empty()) {
        const bool isNumbered = node.number > 0;
        keep({Kept::Kind::Section,
              isNumbered ? fmt::format("{} {}", node.number, node.title) : node.title,
              isNumbered ? fmt::format("s{}", node.number) : std::string()});
    }
    blocks(node.blocks);
}

void PageMaker::put(const Heading& node) {
    keep({Kept::Kind::Heading, node.text});
}

void PageMaker::put(const Paragraph& node) {
    switch (node.kind) {
        case Paragraph::Kind::Note:
            keep({Kept::Kind::Note, node.text});
            break;
        case Paragraph::Kind::Facts:
            paragraph(wordsOf(node.text), {10.0, false, kQuiet}, 12.0);
            break;
        case Paragraph::Kind::Body:
        case Paragraph::Kind::Warning: {
            flush(24.0);
            const bool warns = node.kind == Paragraph::Kind::Warning;
            paragraph(wordsOf(node.text), {9.0, warns, warns ? kWarm : kInk}, 5.0);
            break;
        }
    }
}

/// Parts that a reader of the page opens are open on paper.
void PageMaker::put(const Fold& node) {
    keep({Kept::Kind::Heading, node.summary});
    blocks(node.blocks);
}

/// For screens alone: a file would fill many pages.
void PageMaker::put(const Listing&) {}

void PageMaker::keep(Kept kept) {
    if (kept.kind == Kept::Kind::Section && !kept_.empty()) {
        flush(0.0);  // of a section that holds nothing else
    }
    kept_.push_back(std::move(kept));
}

/// Puts headings down, with room for as much of what follows.
void PageMaker::flush(double needed) {
    const std::vector<Kept> waiting = std::move(kept_);
    kept_.clear();
    if (waiting.empty()) {
        room(needed);
        return;
    }
    double height = needed;
    for (const Kept& kept : waiting) {
        const bool isSection = kept.kind == Kept::Kind::Section;
        const bool isNote = kept.kind == Kept::Kind::Note;
        const double size = isSection ? 15.0 : isNote ? 8.0 : 10.5;
        height += layOut(wordsOf(kept.text), {size, !isNote, kInk}, width())->height +
                  (isSection ? 30.0 : 12.0);
    }
    room(std::min(height, bottom() - kTop));
    for (const Kept& kept : waiting) {
        heading(kept);
    }
}

void PageMaker::heading(const Kept& kept) {
    if (kept.kind == Kept::Kind::Note) {
        paragraph(wordsOf(kept.text), {8.0, false, kQuiet}, 5.0);
        return;
    }
    if (kept.kind == Kept::Kind::Heading) {
        y_ += y_ > kTop + 1.0 ? 7.0 : 0.0;
        paragraph(wordsOf(kept.text), {10.5, true, kInk}, 4.0);
        return;
    }
    y_ += y_ > kTop + 1.0 ? 20.0 : 0.0;
    sections_.push_back({kept.text.words(), kept.id, page_});
    if (!kept.id.empty()) {
        const std::string name = "name='" + kept.id + "'";
        cairo_tag_begin(cairo_, CAIRO_TAG_DEST, name.c_str());
        cairo_tag_end(cairo_, CAIRO_TAG_DEST);
    }
    paragraph(wordsOf(kept.text), {15.0, true, kAccent}, 3.0);
    ruleAt(y_, left(), width(), kAccent, 0.8);
    y_ += 8.0;
}

void PageMaker::cover(const ReportPage& page) {
    y_ = kTop + 24.0;
    colour(kAccent);
    cairo_rectangle(cairo_, left(), kTop, 42.0, 4.0);
    cairo_fill(cairo_);
    paragraph(wordsOf(page.heading), {24.0, true, kInk}, 6.0);
    blocks(page.cover);
    contents();
}

/// The title block.
void PageMaker::put(const Labels& node) {
    y_ += 6.0;
    constexpr double kLabels = 92.0, kPad = 4.0;
    const double top = y_;
    for (const auto& [name, text] : node.rows) {
        const FontLook label{8.0, false, kQuiet}, value{9.0, false, kInk};
        const auto words = layOut(wordsOf(text), value, width() - kLabels - 12.0);
        ruleAt(y_, left(), width(), kRule);
        draw(*layOut(wordsOf(name), label, kLabels), left() + 6.0, y_ + kPad + 0.7, label);
        draw(*words, left() + kLabels + 6.0, y_ + kPad, value);
        y_ += words->height + 2.0 * kPad;
    }
    colour(kRule);
    cairo_set_line_width(cairo_, 0.5);
    cairo_rectangle(cairo_, left(), top, width(), y_ - top);
    cairo_move_to(cairo_, left() + kLabels, top);
    cairo_line_to(cairo_, left() + kLabels, y_);
    cairo_stroke(cairo_);
    y_ += 22.0;
}

void PageMaker::contents() {
    if (before_.empty()) {
        return;
    }
    paragraph("Contents", {11.0, true, kInk}, 5.0);
    const FontLook look{9.5, false, kInk};
    for (const SectionPlace& section : before_) {
        const auto name = layOut(markupText(section.title), look, width() - 40.0);
        room(name->height + 5.0);
        const auto page = layOut(std::to_string(section.page), look, 36.0, PANGO_ALIGN_RIGHT);
        const std::string link = "dest='" + section.id + "'";
        cairo_tag_begin(cairo_, CAIRO_TAG_LINK, link.c_str());
        draw(*name, left(), y_, look);
        draw(*page, left() + width() - 36.0, y_, look);
        cairo_tag_end(cairo_, CAIRO_TAG_LINK);
        const double from = left() + name->natural + 5.0;
        const double to = left() + width() - page->natural - 5.0;
        if (to > from) {
            const std::array dots{0.6, 3.0};
            cairo_set_dash(cairo_, dots.data(), 2, 0.0);
            ruleAt(y_ + name->height - 3.0, from, to - from, kQuiet, 0.6);
            cairo_set_dash(cairo_, nullptr, 0, 0.0);
        }
        y_ += name->height + 4.0;
    }
    y_ += 10.0;
}

void PageMaker::put(const Tiles& node) {
    constexpr int kAcross = 4;
    constexpr double kTall = 36.0, kGap = 6.0;
    const double each = (width() - (kAcross - 1) * kGap) / kAcross;
    flush(kTall);
    int column = 0;
    for (const auto& [label, value] : node.tiles) {
        if (column == 0) {
            room(kTall);
        }
        const double x = left() + column * (each + kGap);
        colour(kTint);
        cairo_rectangle(cairo_, x, y_, each, kTall);
        cairo_fill(cairo_);
        const FontLook small{7.5, false, kQuiet}, large{11.5, true, kInk};
        draw(*layOut(wordsOf(label), small, each - 12.0), x + 7.0, y_ + 5.0, small);
        draw(*layOut(wordsOf(value), large, each - 12.0), x + 7.0, y_ + 16.0, large);
        if (++column == kAcross) {
            column = 0;
            y_ += kTall + kGap;
        }
    }
    y_ += column > 0 ? kTall + kBetween : 2.0;
}

void PageMaker::put(const Exhibits& node) {
    if (node.kind == Exhibits::Kind::Charts) {
        charts(node.exhibits);
        return;
    }
    for (const Exhibit& exhibit : node.exhibits) {
        put(exhibit);
    }
}

/// Two next to each other.
void PageMaker::charts(const std::vector<Exhibit>& exhibits) {
    constexpr double kGap = 16.0;
    const double each = (width() - kGap) / 2.0;
    const FontLook look{9.0, true, kInk};
    std::vector<std::pair<const Exhibit*, std::string>> drawn;
    for (const Exhibit& exhibit : exhibits) {
        if (const auto* chart = std::get_if<LineChart>(&exhibit.shown)) {
            if (std::string svg = svgText(*chart); !svg.empty()) {
                drawn.emplace_back(&exhibit, std::move(svg));
            }
        }
    }
    for (std::size_t i = 0; i < drawn.size(); i += 2) {
        const std::size_t end = std::min(drawn.size(), i + 2);
        double tall = 0.0;
        for (std::size_t k = i; k < end; ++k) {
            tall = std::max(tall, heightOf(drawn[k].second, each));
        }
        flush(tall + 16.0);
        for (std::size_t k = i; k < end; ++k) {
            const double x = left() + static_cast<double>(k - i) * (each + kGap);
            draw(*layOut(wordsOf(drawn[k].first->title), look, each), x, y_, look);
            vector(drawn[k].second, x, y_ + 14.0, each);
        }
        y_ += tall + 26.0;
    }
}

/// Two small tables share the width of a page.
void PageMaker::put(const SideTables& node) {
    constexpr double kGap = 14.0;
    const double each = (width() - kGap) / 2.0;
    const std::vector<Table>& tables = node.tables;
    for (std::size_t i = 0; i < tables.size(); i += 2) {
        const std::size_t rows = tables[i].rows.size() + 1;  // with the head
        flush(16.0 * static_cast<double>(rows));
        const double top = y_;
        const int page = page_;
        double lowest = y_;
        for (std::size_t k = i; k < std::min(tables.size(), i + 2); ++k) {
            y_ = page == page_ ? top : y_;
            tableIn(tables[k],
                    left() + (page == page_ ? static_cast<double>(k - i) : 0.0) * (each + kGap),
                    each);
            lowest = page == page_ ? std::max(lowest, y_) : y_;
        }
        y_ = lowest;
    }
}

void PageMaker::put(const List& node) {
    flush(20.0);
    for (const Text& item : node.items) {
        paragraph("•  " + wordsOf(item), {9.0, false, kInk}, 3.0);
    }
}

void PageMaker::put(const Terms& node) {
    flush(20.0);
    for (const auto& [term, meaning] : node.terms) {
        paragraph(wordsOf(term), {8.5, true, kInk}, 1.0);
        paragraph(wordsOf(meaning), {8.5, false, kQuiet}, 3.0);
    }
}

void PageMaker::put(const Exhibit& node) {
    if (const auto* drawing = std::get_if<Drawing>(&node.shown);
        drawing != nullptr && drawing->sheet != Drawing::Sheet::InText) {
        if (drawing->sheet == Drawing::Sheet::TrueScale) {
            trueScale(drawing->svg);
        } else {
            sheet(drawing->svg, node.caption);
        }
        return;
    }
    if (const auto* drawing = std::get_if<Drawing>(&node.shown)) {
        inText(drawing->svg, node.title);
    } else if (const auto* chart = std::get_if<LineChart>(&node.shown)) {
        inText(svgText(*chart), node.title);
    } else if (const auto* image = std::get_if<Picture>(&node.shown)) {
        const double most = 0.6 * (bottom() - kTop);
        flush(picture(image->source, 0.0, -1.0, width(), most) + 14.0);
        y_ += picture(image->source, left(), y_, width(), most) + 4.0;
    }
    if (!node.caption.empty()) {
        paragraph(wordsOf(node.caption), {8.0, false, kQuiet}, kBetween);
    }
}

void PageMaker::inText(const std::string& svg, const std::string& title) {
    flush(heightOf(svg, width()) + 14.0);
    if (!title.empty()) {
        paragraph(wordsOf(title), {9.5, true, kInk}, 3.0);
    }
    y_ += vector(svg, left(), y_, width()) + 4.0;
}

}  // namespace headroom::engine::report
