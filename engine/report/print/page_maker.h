// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/report/print/pdf.h"
#include "engine/report/report_tree.h"

#include <cairo.h>
#include <cstddef>
#include <memory>
#include <pango/pangocairo.h>
#include <string>
#include <vector>

/// Walks the tree of a report and puts it on sheets of paper. Used by pdf.cpp alone, which runs it twice: once to
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
    void make(const ReportPage& page, const std::vector<SectionPlace>& before, int pagesBefore);

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
    std::string wordsOf(const Text& text) const;
    void paragraph(const std::string& markup, const FontLook& look, double after);
    void colour(const Colour& colour);
    void ruleAt(double y, double x, double width, const Colour& colour, double line = 0.5);

    /// A heading that waits for what follows it.
    struct Kept {
        enum class Kind { Section, Heading, Note } kind = Kind::Heading;
        Text text;
        std::string id = {};  ///< of a section that contents lead to
    };

    // nodes of the tree
    void put(const Heading& node);
    void put(const Paragraph& node);
    void put(const Tiles& node);
    void put(const List& node);
    void put(const Terms& node);
    void put(const Labels& node);
    void put(const Listing& node);
    void put(const Table& node);
    void put(const Exhibit& node);
    void put(const Exhibits& node);
    void put(const SideTables& node);
    void put(const Fold& node);

    void blocks(const Blocks& list);
    void cover(const ReportPage& page);
    void contents();
    void section(const Section& node);
    void heading(const Kept& kept);
    void charts(const std::vector<Exhibit>& exhibits);
    void inText(const std::string& svg, const std::string& title);
    void sheet(const std::string& svg, const std::string& caption);  ///< of its own
    void trueScale(const std::string& svg);
    void keep(Kept kept);  ///< goes with what follows
    void flush(double needed);

    // tables (page_table.cpp)
    struct Grid;  // a table, laid out
    void tableIn(const Table& node, double x, double available);
    Grid read(const Table& node) const;
    void measure(Grid& table, double size) const;
    std::vector<double> shares(const Grid& table, double available) const;
    void drawTable(Grid& table, double size, double x, double available);

    /// Height that a drawing takes at that width; drawn where `y` is not negative.
    double vector(const std::string& svg, double x, double y, double width);
    double heightOf(const std::string& svg, double width) const;
    double picture(const std::string& source, double x, double y, double width, double most);

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
    std::vector<Kept> kept_;
};

}  // namespace headroom::engine::report
