// SPDX-License-Identifier: Apache-2.0
#include "engine/compare/shown.h"
#include "engine/report/format.h"
#include "engine/report/style.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

using report::escaped;

std::string cell(const std::string& text, const char* kind = "") {
    return std::string("<td") + (*kind != '\0' ? std::string(" class=\"") + kind + '"' : "") + ">" +
           escaped(text) + "</td>";
}

std::string head(const std::vector<std::string>& left, const Comparison& c) {
    std::string out = "<thead><tr>";
    for (const std::string& text : left) {
        out += "<th>" + escaped(text) + "</th>";
    }
    for (std::size_t i = 0; i < c.names.size(); ++i) {
        out += "<th class=\"number\">" + escaped(c.names[i]) +
               (i == c.baseline ? " (baseline)" : "") + "</th>";
    }
    return out + "</tr></thead>\n";
}

std::string table(const std::string& title, const std::string& headHtml, const std::string& rows) {
    return rows.empty() ? ""
                        : "<h3>" + escaped(title) + "</h3>\n<div class=\"table\"><table>" +
                              headHtml + "<tbody>\n" + rows + "</tbody></table></div>\n";
}

std::string figuresHtml(const Comparison& c, const std::vector<FigureLine>& lines) {
    std::string rows;
    for (const FigureLine& line : lines) {
        if (std::all_of(line.values.begin(), line.values.end(),
                        [](double v) { return v == 0.0; })) {
            continue;  // nothing of the kind in any of them
        }
        rows += "<tr title=\"" + escaped(line.figure->why) + "\">" +
                cell(std::string(line.figure->label), "name");
        for (std::size_t i = 0; i < line.values.size(); ++i) {
            const std::string value =
                std::isnan(line.values[i]) ? "–" : figureText(*line.figure, line.values[i]);
            const std::string difference = differenceText(line, c.baseline, i);
            const std::string interval = intervalText(line, i);
            const bool best = line.best == static_cast<int>(i);
            rows +=
                "<td class=\"number\">" + (best ? "<b>" : std::string{}) + escaped(value) +
                (best ? " ★</b>" : "") +
                (interval.empty() ? ""
                                  : "<br><span class=\"why\">" + escaped(interval) + "</span>") +
                (difference.empty()
                     ? ""
                     : "<br><span class=\"why\">" + escaped(difference) + "</span>") +
                "</td>";
        }
        rows += "</tr>\n";
    }
    return rows;
}

}  // namespace

std::string comparisonSections(const Comparison& c) {
    std::string out = "<section><h2>Comparison</h2>\n<p>";
    for (const std::string& remark : c.remarks) {
        out += escaped(remark) + ' ';
    }
    out += "★ is the best of them; differences are against " + escaped(c.names[c.baseline]) +
           ".</p>\n";
    out += table("Runs", head({"Figure"}, c), figuresHtml(c, c.run));
    out += table("At the design point", head({"Figure"}, c), figuresHtml(c, c.design));
    out += table("A year's cost and carbon", head({"Figure"}, c), figuresHtml(c, c.money));
    std::string rows;
    for (const InputLine& line : c.inputs) {
        rows += "<tr>" + cell(line.name, "name") +
                cell(line.label.empty() ? line.type : line.label) + cell(line.unit);
        for (const std::string& value : line.values) {
            rows += cell(value.empty() ? "–" : value, "number");
        }
        rows += "</tr>\n";
    }
    out += table("Inputs", head({"Object", "Attribute", "Unit"}, c), rows);
    rows.clear();
    for (const EventCount& count : c.eventCounts) {
        rows += "<tr>" + cell(eventKindName(count.kind), "name") + cell(eventAreaName(count.area));
        for (const std::int64_t n : count.counts) {
            rows += cell(std::to_string(n), "number");
        }
        rows += "</tr>\n";
    }
    out += table("Events by kind", head({"Kind", "Area"}, c), rows);
    rows.clear();
    for (const EventLine& line : c.events) {
        rows += "<tr>" + cell(line.name, "name") + cell(line.text);
        for (std::size_t i = 0; i < line.counts.size(); ++i) {
            rows += cell(
                line.counts[i] == 0
                    ? "never"
                    : whenText(line.firstS[i]) +
                          (line.counts[i] > 1 ? ", " + std::to_string(line.counts[i]) + " times"
                                              : ""),
                "number");
        }
        rows += "</tr>\n";
    }
    for (const std::string& sentence : sameUntilText(c)) {
        out += "<p>" + escaped(sentence) + "</p>\n";
    }
    out += table("Events, with the time of the first", head({"Where", "What"}, c), rows);
    if (c.eventsLeft > 0) {
        out += "<p>and " + std::to_string(c.eventsLeft) + " more</p>\n";
    }
    return out + "</section>\n";
}

std::string comparisonHtml(const Comparison& c) {
    std::string title;
    for (const std::string& name : c.names) {
        title += (title.empty() ? "" : " · ") + name;
    }
    return "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>" +
           escaped(title) + "</title><style>" + report::kReportStyle +
           "</style></head><body>\n<main><header><h1>" + escaped(title) + "</h1></header>\n" +
           comparisonSections(c) + "</main></body></html>\n";
}

}  // namespace headroom::engine
