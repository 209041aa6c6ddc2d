// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/report/print/markup.h"
#include "engine/report/print/pdf.h"

#include <cairo.h>
#include <cstddef>
#include <memory>
#include <pango/pangocairo.h>
#include <string>
#include <vector>

/// Puts a page of reports on sheets of paper. Used by pdf.cpp alone, which runs it twice: once to
/// learn on which page each section begins, once to draw.
namespace headroom::engine::report {

/// Points (1/72 inch).
struct Paper {
    double width = 595.28, height = 841.89;

    bool operator==(const Paper&) const = default;
};

/// Margins.
inline constexpr double kLeft = 51.0, kRight = 45.0, kTop = 51.0, kBottom = 62.0;

struct Colour {
    double r = 0.0, g = 0.0, b = 0.0;
};

inline constexpr Colour kInk{0.11, 0.12, 0.14}, kQuiet{0.36, 0.39, 0.44}, kRule{0.80, 0.82, 0.85},
    kAccent{0.14, 0.39, 0.65}, kTint{0.955, 0.962, 0.972}, kWarm{0.76, 0.34, 0.10};

struct SectionPlace {
    std::string title, id;
    int page = 0;

    bool operator==(const SectionPlace&) const = default;
};

struct FontLook {
    double size = 9.0;
    bool heavy = false;
    Colour colour = kInk;
};

class PageMaker {
  public:
    PageMaker(cairo_surface_t* surface, std::string title, std::string date, std::string css);
    ~PageMaker();
    PageMaker(const PageMaker&) = delete;
    PageMaker& operator=(const PageMaker&) = delete;

    /// `before`: sections and pages as a first round found them; empty in that round.
    void make(const Markup& body, const std::vector<SectionPlace>& before, int pagesBefore);

    /// One slide on a page of its own.
    void slide(const Slide& slide, std::size_t number, std::size_t count);

    const std::vector<SectionPlace>& sections() const { return sections_; }

    int pages() const { return page_; }

    /// The first drawing or picture that could not be drawn; empty means all were.
    const std::string& fault() const { return fault_; }

  private:
    struct Words;  // a block of text, laid out

    // paper
    void begin(const Paper& paper);
    void finish();
    void leave();
    void room(double height);  ///< begins a page where there is less
    double left() const;
    double width() const;
    double bottom() const;
    double topOfPage() const;
    double portraitWidth() const;  ///< between the margins of an upright A4
    void foot();

    // text
    std::unique_ptr<Words> layOut(const std::string& markup, const FontLook& look, double width,
                                  PangoAlignment side = PANGO_ALIGN_LEFT) const;
    void draw(const Words& words, double x, double y, const FontLook& look);
    std::string inlineMarkup(const Markup& node) const;
    void paragraph(const std::string& markup, const FontLook& look, double after);
    void colour(const Colour& colour);
    void ruleAt(double y, double x, double width, const Colour& colour, double line = 0.5);

    // blocks
    void blocks(const Markup& parent);
    void block(const Markup& node);
    void cover(const Markup& header);
    void contents();
    void heading(const Markup& node);
    void titleBlock(const Markup& table);
    void tiles(const Markup& node);
    void charts(const Markup& node);
    void side(const Markup& node);
    void figure(const Markup& node);
    void sheet(const Markup& figure, bool trueScale);
    void list(const Markup& node);
    void unfold(const Markup& details);
    void keep(const Markup& node);  ///< goes with what follows
    void flush(double needed);

    // tables (page_table.cpp)
    struct Table;
    void table(const Markup& node);
    void tableIn(const Markup& node, double x, double available);
    Table read(const Markup& node) const;
    void measure(Table& table, double size) const;
    std::vector<double> shares(const Table& table, double available) const;
    void drawTable(Table& table, double size, double x, double available);

    /// Height that a drawing takes at that width; drawn where `y` is not negative.
    double vector(const std::string& svg, double x, double y, double width);
    double heightOf(const std::string& svg, double width) const;
    double picture(const Markup& image, double x, double y, double width, double most);

    cairo_surface_t* surface_;
    cairo_t* cairo_;
    std::string title_, date_, css_, fault_;
    std::vector<SectionPlace> sections_, before_;
    int pagesBefore_ = 0;
    int page_ = 0;
    bool open_ = false;   // a page is begun
    bool plain_ = false;  // of it: neither foot nor style, as a plan has its own
    Paper paper_;
    double y_ = 0.0;
    std::vector<const Markup*> kept_;
};

}  // namespace headroom::engine::report
