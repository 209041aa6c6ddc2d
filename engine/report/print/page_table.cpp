// SPDX-License-Identifier: Apache-2.0
#include "engine/base/plain_text.h"
#include "engine/report/print/page_maker.h"
#include "engine/report/print/page_words.h"

#include <algorithm>
#include <numeric>

namespace headroom::engine::report {

namespace {

constexpr double kPadX = 3.5, kPadY = 2.2;
constexpr double kMostNatural = 230.0;  // a column asks for no more before its lines break
constexpr double kMostFigure = 130.0;
constexpr Paper kPortrait{}, kLandscape{841.89, 595.28}, kLarge{1190.55, 841.89};

struct Cell {
    std::string markup;
    bool number = false, heading = false, quiet = false;
    int span = 1;
};

}  // namespace

struct PageMaker::Grid {
    std::vector<std::vector<Cell>> head, rows;
    std::vector<double> least, natural;  // by column, with padding

    double leastWidth() const { return std::accumulate(least.begin(), least.end(), 0.0); }
};

PageMaker::Grid PageMaker::read(const Table& node) const {
    Grid grid;
    if (!node.title.empty()) {
        grid.head.push_back(
            {{wordsOf(node.title), false, true, false, static_cast<int>(node.columns.size())}});
    } else if (node.hasHead()) {
        auto& head = grid.head.emplace_back();
        for (const TableColumn& column : node.columns) {
            head.push_back({wordsOf(column.head), column.kind == CellKind::Number, true});
        }
    }
    for (const TableRow& row : node.rows) {
        auto& cells = grid.rows.emplace_back();
        for (std::size_t c = 0; c < row.cells.size(); ++c) {
            const CellKind kind = row.cells[c].kind.value_or(
                c < node.columns.size() ? node.columns[c].kind : CellKind::Words);
            cells.push_back({wordsOf(row.cells[c].text), kind == CellKind::Number, false,
                             kind == CellKind::Why});
        }
    }
    return grid;
}

void PageMaker::measure(Grid& table, double size) const {
    table.least.clear();
    table.natural.clear();
    const auto look = [&](const std::vector<Cell>& row, bool isHead) {
        std::size_t column = 0;
        for (const Cell& cell : row) {
            if (column >= table.least.size()) {
                table.least.resize(column + 1, 0.0);
                table.natural.resize(column + 1, 0.0);
            }
            if (cell.span == 1) {
                const FontLook font{size, cell.heading, kInk};
                const double whole = layOut(cell.markup, font, 0.0)->natural + 2.0 * kPadX;
                double word = whole;
                // A column of figures keeps them whole, unless somebody put a sentence there.
                if (!cell.number || cell.heading || whole > kMostFigure) {
                    word = 0.0;
                    std::size_t from = 0;
                    while (from <= cell.markup.size()) {
                        const std::size_t end =
                            std::min(cell.markup.find_first_of(" \n", from), cell.markup.size());
                        std::string part = cell.markup.substr(from, end - from);
                        if (part.find('<') == std::string::npos) {
                            // Long words break rather than push others off the page.
                            word = std::max(word, std::min(60.0, layOut(part, font, 0.0)->natural));
                        }
                        from = end + 1;
                    }
                    word += 2.0 * kPadX;
                }
                table.least[column] = std::max(table.least[column], std::min(word, whole));
                // One heading may break; what is below it in every row had better not.
                table.natural[column] =
                    std::max(table.natural[column], std::min(isHead ? word : whole, kMostNatural));
            }
            column += static_cast<std::size_t>(cell.span);
        }
    };
    // The first rows tell how wide the columns of a long table are.
    constexpr std::size_t kMeasured = 150;
    for (const auto& row : table.head) {
        look(row, true);
    }
    for (std::size_t r = 0; r < std::min(kMeasured, table.rows.size()); ++r) {
        look(table.rows[r], false);
    }
    for (std::size_t c = 0; c < table.least.size(); ++c) {
        table.natural[c] = std::max(table.natural[c], table.least[c]);
    }
}

std::vector<double> PageMaker::shares(const Grid& table, double available) const {
    const double least = table.leastWidth();
    const double natural = std::accumulate(table.natural.begin(), table.natural.end(), 0.0);
    std::vector<double> widths(table.least.size());
    for (std::size_t c = 0; c < widths.size(); ++c) {
        widths[c] = natural <= available ? table.natural[c] * available / natural
                    : least >= available
                        ? table.least[c] * available / least
                        : table.least[c] + (table.natural[c] - table.least[c]) *
                                               (available - least) / (natural - least);
    }
    return widths;
}

void PageMaker::put(const Table& node) {
    struct Way {
        Paper paper;
        double size;
    };

    constexpr Way ways[] = {{kPortrait, 8.0},  {kPortrait, 7.2},  {kPortrait, 6.5},
                            {kLandscape, 7.2}, {kLandscape, 6.5}, {kLarge, 6.5}};
    Grid table = read(node);
    if (table.rows.empty()) {
        return;
    }
    const Way* chosen = &ways[0];
    for (const Way& way : ways) {
        chosen = &way;
        measure(table, way.size);
        if (table.leastWidth() <= way.paper.width - (kPortrait.width - portraitWidth())) {
            break;
        }
    }
    if (!(paper_ == chosen->paper)) {
        begin(chosen->paper);
    }
    flush(60.0);
    drawTable(table, chosen->size, left(), width());
    y_ += 10.0;
}

void PageMaker::tableIn(const Table& node, double x, double available) {
    Grid table = read(node);
    measure(table, 8.0);
    drawTable(table, 8.0, x, available);
    y_ += 10.0;
}

void PageMaker::drawTable(Grid& table, double size, double x, double available) {
    const std::vector<double> widths = shares(table, available);
    const auto drawRow = [&](const std::vector<Cell>& row, bool head, bool draws) {
        double tall = 0.0;
        double at = x;
        std::size_t column = 0;
        std::vector<std::unique_ptr<Words>> words;
        std::vector<double> places;
        for (const Cell& cell : row) {
            double wide = 0.0;
            for (int k = 0; k < cell.span && column < widths.size(); ++k) {
                wide += widths[column++];
            }
            const FontLook look{size, cell.heading, kInk};
            words.push_back(layOut(cell.markup, look, std::max(1.0, wide - 2.0 * kPadX),
                                   cell.number ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_LEFT));
            places.push_back(at + kPadX);
            tall = std::max(tall, words.back()->height);
            at += wide;
        }
        tall += 2.0 * kPadY;
        if (draws) {
            if (head) {
                colour(kTint);
                cairo_rectangle(cairo_, x, y_, at - x, tall);
                cairo_fill(cairo_);
            }
            for (std::size_t i = 0; i < words.size(); ++i) {
                const Colour ink = row[i].quiet ? kQuiet : kInk;
                draw(*words[i], places[i], y_ + kPadY, {size, false, ink});
            }
            ruleAt(y_ + tall, x, at - x, kRule, head ? 0.8 : 0.35);
        }
        return tall;
    };
    const auto drawHead = [&] {
        for (const auto& row : table.head) {
            y_ += drawRow(row, true, true);
        }
    };
    drawHead();
    for (const auto& row : table.rows) {
        const double tall = drawRow(row, false, false);
        if (y_ + tall > bottom() && y_ > topOfPage() + 1.0) {
            begin(paper_);
            drawHead();
        }
        y_ += drawRow(row, false, true);
    }
}

}  // namespace headroom::engine::report
