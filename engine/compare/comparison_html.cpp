// SPDX-License-Identifier: Apache-2.0
#include "engine/compare/shown.h"
#include "engine/report/html_writer.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

using report::CellKind;
using report::Heading;
using report::Paragraph;
using report::Section;
using report::Table;
using report::TableCell;
using report::TableColumn;
using report::Text;
using report::TextRun;

/// Columns on the left, and one a candidate.
Table tableOf(std::vector<TableColumn> columns, const Comparison& c) {
    for (std::size_t i = 0; i < c.names.size(); ++i) {
        columns.push_back({c.names[i] + (i == c.baseline ? " (baseline)" : ""), CellKind::Number});
    }
    return Table(std::move(columns));
}

/// Unless the table has no rows.
void addTable(Section& section, const char* title, Table table) {
    if (!table.empty()) {
        section.blocks += Heading{title};
        section.blocks += std::move(table);
    }
}

Text valueText(const FigureLine& line, const Comparison& c, std::size_t i) {
    const std::string value =
        std::isnan(line.values[i]) ? "–" : figureText(*line.figure, line.values[i]);
    const bool isBest = line.best == static_cast<int>(i);
    Text text;
    text.add(value + (isBest ? " ★" : ""), isBest ? TextRun::Look::Strong : TextRun::Look::Plain);
    for (const std::string& more : {intervalText(line, i), differenceText(line, c.baseline, i)}) {
        if (!more.empty()) {
            text.newLine().add(more, TextRun::Look::Quiet);
        }
    }
    return text;
}

Table figuresTable(const Comparison& c, const std::vector<FigureLine>& lines) {
    Table table = tableOf({{"Figure", CellKind::Name}}, c);
    for (const FigureLine& line : lines) {
        if (std::all_of(line.values.begin(), line.values.end(),
                        [](double v) { return v == 0.0; })) {
            continue;  // nothing of the kind in any of them
        }
        std::vector<TableCell> cells{line.figure->label};
        for (std::size_t i = 0; i < line.values.size(); ++i) {
            cells.emplace_back(valueText(line, c, i));
        }
        table.rows.push_back({std::move(cells), std::string(line.figure->why)});
    }
    return table;
}

Table inputsTable(const Comparison& c) {
    Table table = tableOf({{"Object", CellKind::Name}, {"Attribute"}, {"Unit"}}, c);
    for (const InputLine& line : c.inputs) {
        std::vector<TableCell> cells{line.name, line.label.empty() ? line.type : line.label,
                                     line.unit};
        for (const std::string& value : line.values) {
            cells.emplace_back(value.empty() ? "–" : value);
        }
        table.row(std::move(cells));
    }
    return table;
}

Table countsTable(const Comparison& c) {
    Table table = tableOf({{"Kind", CellKind::Name}, {"Area"}}, c);
    for (const EventCount& count : c.eventCounts) {
        std::vector<TableCell> cells{eventKindName(count.kind), eventAreaName(count.area)};
        for (const std::int64_t n : count.counts) {
            cells.emplace_back(std::to_string(n));
        }
        table.row(std::move(cells));
    }
    return table;
}

Table eventsTable(const Comparison& c) {
    Table table = tableOf({{"Where", CellKind::Name}, {"What"}}, c);
    for (const EventLine& line : c.events) {
        std::vector<TableCell> cells{line.name, std::string(line.text)};
        for (std::size_t i = 0; i < line.counts.size(); ++i) {
            cells.emplace_back(line.counts[i] == 0
                                   ? "never"
                                   : whenText(line.firstS[i]) +
                                         (line.counts[i] > 1
                                              ? ", " + std::to_string(line.counts[i]) + " times"
                                              : ""));
        }
        table.row(std::move(cells));
    }
    return table;
}

}  // namespace

Section comparisonSection(const Comparison& c) {
    std::string remarks;
    for (const std::string& remark : c.remarks) {
        remarks += remark + ' ';
    }
    Section section{"Comparison"};
    section.blocks += Paragraph{remarks + "★ is the best of them; differences are against " +
                                c.names[c.baseline] + "."};
    addTable(section, "Runs", figuresTable(c, c.run));
    addTable(section, "At the design point", figuresTable(c, c.design));
    addTable(section, "A year's cost and carbon", figuresTable(c, c.money));
    addTable(section, "Inputs", inputsTable(c));
    addTable(section, "Events by kind", countsTable(c));
    for (const std::string& sentence : sameUntilText(c)) {
        section.blocks += Paragraph{sentence};
    }
    addTable(section, "Events, with the time of the first", eventsTable(c));
    if (c.eventsLeft > 0) {
        section.blocks += Paragraph{"and " + std::to_string(c.eventsLeft) + " more"};
    }
    return section;
}

std::string comparisonHtml(const Comparison& c) {
    std::string title;
    for (const std::string& name : c.names) {
        title += (title.empty() ? "" : " · ") + name;
    }
    report::ReportPage page{title, title};
    page.add(comparisonSection(c));
    return report::htmlOf(page);
}

}  // namespace headroom::engine
