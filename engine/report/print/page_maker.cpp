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

void PageMaker::make(const Markup& body, const std::vector<SectionPlace>& before, int pagesBefore) {
    before_ = before;
    pagesBefore_ = pagesBefore;
    begin({});
    blocks(body);
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
std::string PageMaker::inlineMarkup(const Markup& node) const {
    if (node.tag.empty()) {
        std::string folded;
        for (const char c : node.text) {
            const bool space = c == ' ' || c == '\n' || c == '\t' || c == '\r';
            if (!space || folded.empty() || folded.back() != ' ') {
                folded += space ? ' ' : c;
            }
        }
        return markupText(folded);
    }
    if (node.is("br")) {
        return "\n";
    }
    if (node.is("details")) {
        return {};  // what is folded away inside a line of words is for those who can open it
    }
    std::string text;
    for (const Markup& child : node.children) {
        text += inlineMarkup(child);
    }
    if (node.is("b") || node.is("strong")) {
        return "<b>" + text + "</b>";
    }
    if (node.is("code")) {
        return "<tt>" + text + "</tt>";
    }
    return node.is("span") && node.hasClass("why") ? spanOf(text, kQuiet) : text;
}

void PageMaker::paragraph(const std::string& markup, const FontLook& look, double after) {
    const auto words = layOut(markup, look, width());
    room(words->height);
    draw(*words, left(), y_, look);
    y_ += words->height + after;
}

// --- blocks

void PageMaker::blocks(const Markup& parent) {
    for (const Markup& child : parent.children) {
        block(child);
    }
}

void PageMaker::block(const Markup& node) {
    if (node.tag.empty() || node.is("nav") || node.is("footer") || node.is("style") ||
        node.hasClass("screen")) {
        return;
    }
    if (node.is("details")) {
        unfold(node);
        return;
    }
    if (node.is("header")) {
        cover(node);
    } else if (node.is("h2") || node.is("h3") || node.is("h4") || node.hasClass("note")) {
        keep(node);
    } else if (node.is("table")) {
        table(node);
    } else if (node.hasClass("tiles")) {
        tiles(node);
    } else if (node.hasClass("charts")) {
        charts(node);
    } else if (node.hasClass("side")) {
        side(node);
    } else if (node.is("figure")) {
        figure(node);
    } else if (node.is("ul") || node.is("ol") || node.is("dl")) {
        list(node);
    } else if (node.is("p")) {
        flush(24.0);
        const bool warns = node.hasClass("warning");
        paragraph(inlineMarkup(node), {9.0, warns, warns ? kWarm : kInk}, 5.0);
    } else {
        blocks(node);
    }
}

/// Parts that a reader of the page opens are open on paper.
void PageMaker::unfold(const Markup& node) {
    for (const Markup& child : node.children) {
        if (child.is("summary")) {
            kept_.push_back(&child);
        } else {
            block(child);
        }
    }
}

void PageMaker::keep(const Markup& node) {
    if (node.is("h2") && !kept_.empty()) {
        flush(0.0);  // of a section that holds nothing else
    }
    kept_.push_back(&node);
}

/// Puts headings down, with room for as much of what follows.
void PageMaker::flush(double needed) {
    const std::vector<const Markup*> kept = std::move(kept_);
    kept_.clear();
    if (kept.empty()) {
        room(needed);
        return;
    }
    double height = needed;
    for (const Markup* node : kept) {
        const double size = node->is("h2") ? 15.0 : node->is("p") ? 8.0 : 10.5;
        height += layOut(inlineMarkup(*node), {size, !node->is("p"), kInk}, width())->height +
                  (node->is("h2") ? 30.0 : 12.0);
    }
    room(std::min(height, bottom() - kTop));
    for (const Markup* node : kept) {
        heading(*node);
    }
}

void PageMaker::heading(const Markup& node) {
    if (node.is("p")) {
        paragraph(inlineMarkup(node), {8.0, false, kQuiet}, 5.0);
        return;
    }
    if (!node.is("h2")) {
        y_ += y_ > kTop + 1.0 ? 7.0 : 0.0;
        paragraph(inlineMarkup(node), {10.5, true, kInk}, 4.0);
        return;
    }
    y_ += y_ > kTop + 1.0 ? 20.0 : 0.0;
    const std::string id = node.attribute("id");
    sections_.push_back({node.words(), id, page_});
    if (!id.empty()) {
        const std::string name = "name='" + id + "'";
        cairo_tag_begin(cairo_, CAIRO_TAG_DEST, name.c_str());
        cairo_tag_end(cairo_, CAIRO_TAG_DEST);
    }
    paragraph(inlineMarkup(node), {15.0, true, kAccent}, 3.0);
    ruleAt(y_, left(), width(), kAccent, 0.8);
    y_ += 8.0;
}

void PageMaker::cover(const Markup& header) {
    y_ = kTop + 24.0;
    colour(kAccent);
    cairo_rectangle(cairo_, left(), kTop, 42.0, 4.0);
    cairo_fill(cairo_);
    for (const Markup& child : header.children) {
        if (child.is("h1")) {
            paragraph(inlineMarkup(child), {24.0, true, kInk}, 6.0);
        } else if (child.hasClass("facts")) {
            paragraph(inlineMarkup(child), {10.0, false, kQuiet}, 12.0);
        } else if (child.is("table")) {
            titleBlock(child);
        } else {
            block(child);
        }
    }
    contents();
}

void PageMaker::titleBlock(const Markup& table) {
    y_ += 6.0;
    constexpr double kLabels = 92.0, kPad = 4.0;
    const double top = y_;
    const Markup* rows = table.find("tbody");
    for (const Markup& row : (rows == nullptr ? table : *rows).children) {
        if (!row.is("tr") || row.children.size() < 2) {
            continue;
        }
        const FontLook label{8.0, false, kQuiet}, value{9.0, false, kInk};
        const auto words =
            layOut(inlineMarkup(row.children.back()), value, width() - kLabels - 12.0);
        ruleAt(y_, left(), width(), kRule);
        draw(*layOut(inlineMarkup(row.children.front()), label, kLabels), left() + 6.0,
             y_ + kPad + 0.7, label);
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

void PageMaker::tiles(const Markup& node) {
    constexpr int kAcross = 4;
    constexpr double kTall = 36.0, kGap = 6.0;
    const double each = (width() - (kAcross - 1) * kGap) / kAcross;
    flush(kTall);
    int column = 0;
    for (const Markup& tile : node.children) {
        if (!tile.hasClass("tile")) {
            continue;
        }
        if (column == 0) {
            room(kTall);
        }
        const double x = left() + column * (each + kGap);
        colour(kTint);
        cairo_rectangle(cairo_, x, y_, each, kTall);
        cairo_fill(cairo_);
        const Markup* label = tile.find("span");
        const Markup* value = tile.find("b");
        if (label != nullptr && value != nullptr) {
            const FontLook small{7.5, false, kQuiet}, large{11.5, true, kInk};
            draw(*layOut(markupText(label->words()), small, each - 12.0), x + 7.0, y_ + 5.0, small);
            draw(*layOut(markupText(value->words()), large, each - 12.0), x + 7.0, y_ + 16.0,
                 large);
        }
        if (++column == kAcross) {
            column = 0;
            y_ += kTall + kGap;
        }
    }
    y_ += column > 0 ? kTall + kBetween : 2.0;
}

void PageMaker::charts(const Markup& node) {
    constexpr double kGap = 16.0;
    const double each = (width() - kGap) / 2.0;
    const FontLook look{9.0, true, kInk};
    std::vector<const Markup*> figures;
    for (const Markup& child : node.children) {
        if (child.is("figure") && child.find("svg") != nullptr) {
            figures.push_back(&child);
        }
    }
    for (std::size_t i = 0; i < figures.size(); i += 2) {
        double tall = 0.0;
        for (std::size_t k = i; k < std::min(figures.size(), i + 2); ++k) {
            tall = std::max(tall, heightOf(figures[k]->find("svg")->text, each));
        }
        flush(tall + 16.0);
        for (std::size_t k = i; k < std::min(figures.size(), i + 2); ++k) {
            const double x = left() + static_cast<double>(k - i) * (each + kGap);
            if (const Markup* name = figures[k]->find("h3")) {
                draw(*layOut(inlineMarkup(*name), look, each), x, y_, look);
            }
            vector(figures[k]->find("svg")->text, x, y_ + 14.0, each);
        }
        y_ += tall + 26.0;
    }
}

/// Two small tables share the width of a page.
void PageMaker::side(const Markup& node) {
    constexpr double kGap = 14.0;
    const double each = (width() - kGap) / 2.0;
    std::vector<const Markup*> tables;
    for (const Markup& child : node.children) {
        const Markup* found = child.is("table") ? &child : child.find("table");
        if (found != nullptr) {
            tables.push_back(found);
        }
    }
    for (std::size_t i = 0; i < tables.size(); i += 2) {
        flush(16.0 * static_cast<double>(rowsOf(*tables[i])));
        const double top = y_;
        const int page = page_;
        double lowest = y_;
        for (std::size_t k = i; k < std::min(tables.size(), i + 2); ++k) {
            y_ = page == page_ ? top : y_;
            tableIn(*tables[k],
                    left() + (page == page_ ? static_cast<double>(k - i) : 0.0) * (each + kGap),
                    each);
            lowest = page == page_ ? std::max(lowest, y_) : y_;
        }
        y_ = lowest;
    }
}

void PageMaker::list(const Markup& node) {
    flush(20.0);
    for (const Markup& item : node.children) {
        if (item.is("li")) {
            paragraph("•  " + inlineMarkup(item), {9.0, false, kInk}, 3.0);
        } else if (item.is("dt")) {
            paragraph(inlineMarkup(item), {8.5, true, kInk}, 1.0);
        } else if (item.is("dd")) {
            paragraph(inlineMarkup(item), {8.5, false, kQuiet}, 3.0);
        }
    }
}

void PageMaker::figure(const Markup& node) {
    if (node.hasClass("drawing") || node.hasClass("plan")) {
        sheet(node, node.hasClass("plan"));
        return;
    }
    const Markup* drawing = node.find("svg");
    const Markup* image = node.find("img");
    if (drawing != nullptr) {
        flush(heightOf(drawing->text, width()) + 14.0);
        if (const Markup* name = node.find("h3")) {
            paragraph(inlineMarkup(*name), {9.5, true, kInk}, 3.0);
        }
        y_ += vector(drawing->text, left(), y_, width()) + 4.0;
    } else if (image != nullptr) {
        const double most = 0.6 * (bottom() - kTop);
        flush(picture(*image, 0.0, -1.0, width(), most) + 14.0);
        y_ += picture(*image, left(), y_, width(), most) + 4.0;
    }
    if (const Markup* caption = node.find("figcaption")) {
        paragraph(inlineMarkup(*caption), {8.0, false, kQuiet}, kBetween);
    }
}

}  // namespace headroom::engine::report
