// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/report/line_chart.h"

#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

/// A report as a tree of typed nodes. Sections say what there is to read; they know neither tags nor paper. Two writers
/// walk the tree: html_writer.h for browsers, print/pdf.h for paper. Texts are plain: writers escape them.
namespace headroom::engine::report {

/// Words that look alike.
struct TextRun {
    enum class Look {
        Plain,
        Strong,
        Quiet,
        Small,  ///< next to a number, as its largest value
        Code,
        Break,  ///< a new line, without words
    };
    std::string words;
    Look look = Look::Plain;
};

class Text {
  public:
    Text() = default;
    Text(const std::string& words);
    Text(std::string_view words);
    Text(const char* words);

    /// Joins the run before it where both look alike.
    Text& add(std::string_view words, TextRun::Look look = TextRun::Look::Plain);
    Text& newLine();

    bool empty() const { return runs_.empty(); }

    std::string words() const;  ///< of all runs

    const std::vector<TextRun>& runs() const { return runs_; }

  private:
    std::vector<TextRun> runs_;
};

/// A title within a section, which stays with what follows it.
struct Heading {
    Text text;
};

struct Paragraph {
    enum class Kind { Body, Note, Warning, Facts };
    Text text;
    Kind kind = Kind::Body;
};

/// Figures in boxes of their own: label and value.
struct Tiles {
    std::vector<std::pair<std::string, std::string>> tiles;
};

struct List {
    std::vector<Text> items;
    bool isNumbered = false;
};

/// Terms with what they mean.
struct Terms {
    std::vector<std::pair<Text, Text>> terms;
};

/// Label and value in two columns, as in a title block.
struct Labels {
    std::vector<std::pair<std::string, std::string>> rows;
};

/// A text of many lines that keeps them, for screens alone: a file.
struct Listing {
    std::string text;
};

enum class CellKind {
    Words,
    Name,    ///< stays on one line
    Number,  ///< to the right
    Why,     ///< quiet
};

struct TableColumn {
    std::string head;
    CellKind kind = CellKind::Words;
    std::string why = {};  ///< of the head, as a tool tip
};

struct TableCell {
    TableCell(Text words) : text(std::move(words)) {}

    TableCell(const std::string& words) : text(words) {}

    TableCell(std::string_view words) : text(words) {}

    TableCell(const char* words) : text(words) {}

    TableCell(Text words, CellKind as) : text(std::move(words)), kind(as) {}

    Text text;
    std::optional<CellKind> kind;  ///< in place of its column's
    std::vector<Text> origin =
        {};  ///< from what it follows, a paragraph each; folded away, for screens alone
};

struct TableRow {
    std::vector<TableCell> cells;
    std::string why = {};  ///< of the row, as a tool tip
};

struct Table {
    Table() = default;

    explicit Table(std::vector<TableColumn> heads) : columns(std::move(heads)) {}

    void row(std::vector<TableCell> cells) { rows.push_back({std::move(cells), {}}); }

    bool empty() const { return rows.empty(); }

    bool hasHead() const;  ///< whether some column has a head

    std::vector<TableColumn> columns;
    std::string title = {};  ///< one head over all columns, in place of theirs
    std::vector<TableRow> rows;
    bool isLong = false;  ///< scrolls in a box of its own on a screen
};

/// A drawing in vectors.
struct Drawing {
    enum class Sheet {
        InText,
        Own,        ///< the smallest of A4 to A0 on which its words can be read
        TrueScale,  ///< of its own size
    };
    std::string
        svg;  ///< in classes of style.h; of TrueScale with colours of its own, in millimetres
    Sheet sheet = Sheet::InText;
};

struct Picture {
    std::string source;  ///< "data:image/png;base64,…"
    std::string name;
};

struct Block;

/// A chart, drawing or picture.
struct Exhibit {
    std::variant<LineChart, Drawing, Picture> shown;
    std::string title = {};
    std::string caption = {};
    std::vector<Block> origin;  ///< how it comes about; folded away, for screens alone
};

/// Exhibits side by side where there is room, or pictures below each other.
struct Exhibits {
    enum class Kind { Charts, Pictures };
    Kind kind = Kind::Charts;
    std::vector<Exhibit> exhibits;
};

/// Small tables next to each other.
struct SideTables {
    std::vector<Table> tables;
};

/// Opened by a reader of the screen, open on paper.
struct Fold {
    std::string summary;
    std::vector<Block> blocks;
};

struct Block {
    std::variant<Heading, Paragraph, Tiles, List, Terms, Labels, Listing, Table, Exhibit, Exhibits,
                 SideTables, Fold>
        node;
};

using Blocks = std::vector<Block>;

/// Puts nodes, or all of a list of blocks, at the end.
template <class Node>
void operator+=(Blocks& blocks, Node node) {
    if constexpr (std::is_same_v<Node, Blocks>) {
        blocks.insert(blocks.end(), std::make_move_iterator(node.begin()),
                      std::make_move_iterator(node.end()));
    } else {
        blocks.push_back({std::move(node)});
    }
}

Paragraph note(Text text);

/// Has nothing to show if it has no blocks: a page leaves it out.
struct Section {
    std::string title;  ///< blocks without a heading have none
    Blocks blocks = {};
    bool isForScreens = false;
    int number = 0;  ///< on its page, from 1; 0 if sections have none
};

struct ReportPage {
    std::string title;    ///< of the file
    std::string heading;  ///< of the cover
    Blocks cover = {};
    Blocks lead = {};  ///< between cover and contents
    std::vector<Section> sections = {};
    std::string foot = {};
    bool hasContents = false;  ///< sections are numbered, and listed before the first

    /// Unless it has nothing to show.
    void add(Section section);
};

}  // namespace headroom::engine::report
