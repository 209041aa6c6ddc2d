// SPDX-License-Identifier: Apache-2.0
#include "engine/compare/executive.h"

#include "engine/base/json.h"
#include "engine/report/html_writer.h"
#include "engine/report/print/pdf.h"
#include "engine/sheet/sheet_json.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom::engine {

namespace {

using report::CellKind;
using report::Paragraph;
using report::Text;
using report::TextRun;

constexpr std::size_t kVariantFrom = 2;  ///< first column of the first variant

/// In words that a board reads: 595.6 billion tokens, and no row of twelve digits.
struct RowUnit {
    std::string symbol;
    double toSi;
};

RowUnit unitOfRow(const FigureLine& line) {
    const Figure& figure = *line.figure;
    double largest = 0.0;
    for (const double value : line.values) {
        largest =
            std::isfinite(value) ? std::max(largest, std::abs(value) / figure.shown.toSi) : largest;
    }
    constexpr std::array<std::pair<double, std::string_view>, 3> kScales = {
        {{1e12, "trillion"}, {1e9, "billion"}, {1e6, "million"}}};
    for (const auto& [scale, word] : kScales) {
        if (largest >= scale) {
            const std::string rest(figure.shown.symbol);
            return {std::string(word) + (rest.empty() ? "" : " " + rest),
                    figure.shown.toSi * scale};
        }
    }
    return {std::string(figure.shown.symbol), figure.shown.toSi};
}

/// To the digits in which people read the figure.
double rounded(const Figure& figure, const RowUnit& unit, double si) {
    const double value = si / unit.toSi;
    if (!std::isfinite(value) || value == 0.0 || figure.digits == kExponent) {
        return value;
    }
    const double digits = figure.digits == kGeneral || unit.toSi != figure.shown.toSi
                              ? 3.0 - std::floor(std::log10(std::abs(value)))
                              : figure.digits;
    const double scale = std::pow(10.0, digits);
    return std::round(value * scale) / scale;
}

/// The larger distance from the value to an end of its interval, in SI; NaN where there is none.
double spreadOf(const FigureLine& line, std::size_t candidate) {
    if (candidate >= line.intervals.size()) {
        return models::kNotStated;
    }
    const Interval& interval = line.intervals[candidate];
    return std::max(interval.high - line.values[candidate], line.values[candidate] - interval.low);
}

bool isStated(const FigureLine& line) {
    return std::any_of(line.values.begin(), line.values.end(),
                       [](double v) { return std::isfinite(v) && v != 0.0; });
}

/// "A, B and C".
std::string listOf(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
    }
    return text;
}

void addRow(ExecutivePage& page, const FigureLine& line) {
    const Figure& figure = *line.figure;
    const RowUnit unit = unitOfRow(line);
    std::vector<SheetCell> row = {std::string(figure.label), unit.symbol};
    for (std::size_t i = 0; i < line.values.size(); ++i) {
        row.emplace_back(rounded(figure, unit, line.values[i]));
        row.emplace_back(rounded(figure, unit, spreadOf(line, i)));
    }
    page.footnotes.emplace_back(figure.why);
    row.emplace_back(static_cast<std::int64_t>(page.footnotes.size()));
    page.sheet.rows.push_back(std::move(row));
    page.sheet.notes.push_back(page.footnotes.back());
}

std::string cellOf(const Sheet& sheet, std::size_t row, std::size_t column) {
    return cellText(sheet.rows[row][column], sheet.columns[column], Thousands::ThinSpace);
}

/// The number of a footnote, raised: a text has no look for it.
std::string raised(const std::string& number) {
    constexpr std::array<std::string_view, 10> kDigits = {"⁰", "¹", "²", "³", "⁴",
                                                          "⁵", "⁶", "⁷", "⁸", "⁹"};
    std::string text;
    for (const char digit : number) {
        text += kDigits[static_cast<std::size_t>(digit - '0')];
    }
    return text;
}

/// Places after the point.
std::size_t decimalsOf(const std::string& text) {
    const auto point = text.find('.');
    return point == std::string::npos ? 0 : text.size() - point - 1;
}

/// "80" to one place is "80.0": numbers of a row are read against each other.
std::string withDecimals(std::string text, std::size_t decimals) {
    const bool isNumber = !text.empty() && text.find('e') == std::string::npos &&
                          text.find_first_of("0123456789") != std::string::npos;
    const std::size_t has = decimalsOf(text);
    if (isNumber && has < decimals) {
        text += (has == 0 ? "." : "") + std::string(decimals - has, '0');
    }
    return text;
}

report::Table tableOf(const ExecutivePage& page) {
    const Sheet& sheet = page.sheet;
    report::Table table({{"Figure", CellKind::Name}, {"Unit"}});
    for (std::size_t v = 0; v < page.variants; ++v) {
        table.columns.push_back({sheet.columns[kVariantFrom + 2 * v].label, CellKind::Number});
    }
    for (std::size_t r = 0; r < sheet.rows.size(); ++r) {
        std::vector<report::TableCell> cells{
            cellOf(sheet, r, 0) + ' ' + raised(std::to_string(r + 1)), cellOf(sheet, r, 1)};
        std::size_t decimals = 0;
        for (std::size_t v = 0; v < page.variants; ++v) {
            decimals = std::max(decimals, decimalsOf(cellOf(sheet, r, kVariantFrom + 2 * v)));
        }
        for (std::size_t v = 0; v < page.variants; ++v) {
            const std::size_t column = kVariantFrom + 2 * v;
            const std::string value = withDecimals(cellOf(sheet, r, column), decimals),
                              spread = withDecimals(cellOf(sheet, r, column + 1), decimals);
            Text text;
            text.add(value.empty() ? "–" : value, TextRun::Look::Strong);
            if (!spread.empty()) {
                text.add(" ").add("± " + spread, TextRun::Look::Quiet);
            }
            cells.emplace_back(std::move(text));
        }
        table.row(std::move(cells));
    }
    return table;
}

report::ReportPage reportOf(const ExecutivePage& page, const std::string& date) {
    report::ReportPage out{page.question, page.question};
    out.cover += Paragraph{date, Paragraph::Kind::Facts};
    report::Section section;
    section.blocks += tableOf(page);
    section.blocks += report::note(page.sheet.why + ".");
    for (std::size_t i = 0; i < page.footnotes.size(); ++i) {
        const std::string number =
            i < page.sheet.rows.size() ? std::to_string(i + 1) + ". " : std::string();
        section.blocks += report::note(number + page.footnotes[i]);
    }
    out.add(std::move(section));
    return out;
}

}  // namespace

ExecutivePage executivePage(const Comparison& comparison, const std::string& question) {
    ExecutivePage page;
    page.question = question.empty() ? "Which of " + listOf(comparison.names) + '?' : question;
    page.variants = comparison.names.size();
    page.sheet.name = "Decision";
    page.sheet.title = page.question;
    page.sheet.why = "± is the larger distance to an end of the 90 % interval, where one is known";
    page.sheet.columns = {{.key = "figure", .label = "Figure"}, {.key = "unit", .label = "Unit"}};
    for (const std::string& name : comparison.names) {
        page.sheet.columns.push_back({.key = name, .label = name});
        page.sheet.columns.push_back({.key = name + "_plus_minus", .label = "±"});
    }
    page.sheet.columns.push_back({.key = "footnote", .label = "Note"});
    for (const FigureLine& line : comparison.run) {
        if (line.figure->isIn(kAsTile | kAsHeadline) && isStated(line)) {
            addRow(page, line);
        }
    }
    const bool hasRuns = !page.sheet.rows.empty();
    for (const std::vector<FigureLine>* lines :
         {hasRuns ? nullptr : &comparison.design, &comparison.money}) {
        for (const FigureLine& line : lines == nullptr ? std::vector<FigureLine>() : *lines) {
            if (isStated(line)) {
                addRow(page, line);
            }
        }
    }
    page.footnotes.insert(page.footnotes.end(), comparison.remarks.begin(),
                          comparison.remarks.end());
    return page;
}

std::string executiveJson(const ExecutivePage& page) {
    const nlohmann::ordered_json json = {{"question", page.question},
                                         {"figures", sheetJson(page.sheet)},
                                         {"footnotes", page.footnotes}};
    return jsonText(json, 2);
}

std::string executiveHtml(const ExecutivePage& page, const std::string& date) {
    return report::htmlOf(reportOf(page, date));
}

Result<std::string> executivePdf(const ExecutivePage& page, const std::string& date) {
    return report::pdfOf(reportOf(page, date), {page.question, date});
}

}  // namespace headroom::engine
