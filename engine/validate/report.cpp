// SPDX-License-Identifier: Apache-2.0
#include "engine/base/json.h"
#include "engine/validate/validate.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>

namespace headroom::engine {

namespace {

using OrderedJson = nlohmann::ordered_json;

std::string numberText(const std::optional<double>& value, const char* format) {
    if (!value) {
        return "-";
    }
    char text[40];
    std::snprintf(text, sizeof text, format, *value);
    return text;
}

// Characters, not bytes, so that columns with "°C" line up.
std::size_t widthOf(const std::string& text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U;
    }));
}

using Line = std::vector<std::string>;

// Columns as wide as their widest cell, numbers (columns `right`) to the right, no blanks at the
// end.
std::string tableText(const std::vector<Line>& lines, const std::vector<bool>& right) {
    std::vector<std::size_t> widths(right.size(), 0);
    for (const Line& line : lines) {
        for (std::size_t i = 0; i < line.size(); ++i) {
            widths[i] = std::max(widths[i], widthOf(line[i]));
        }
    }
    std::string text;
    for (const Line& line : lines) {
        std::string out;
        for (std::size_t i = 0; i < line.size(); ++i) {
            const std::string pad(widths[i] - widthOf(line[i]), ' ');
            out += (i > 0 ? "  " : "") + (right[i] ? pad + line[i] : line[i] + pad);
        }
        out.erase(out.find_last_not_of(' ') + 1);
        text += out + '\n';
    }
    return text;
}

// "psychrolib_grid" of "psychrolib_grid:17"; ids that are not places stay.
std::string groupOf(const std::string& name) {
    return name.substr(0, name.rfind(':'));
}

bool drawnTogether(const ValidationRow& a, const ValidationRow& b) {
    return a.verdict == Verdict::NotExpressed && b.verdict == Verdict::NotExpressed &&
           a.kind == b.kind && a.note == b.note;
}

OrderedJson jsonNumber(const std::optional<double>& value) {
    return value ? OrderedJson(*value) : OrderedJson(nullptr);
}

OrderedJson jsonRow(const ValidationRow& row) {
    OrderedJson json = {{"kind", row.kind},
                        {"case", row.case_},
                        {"quantity", row.quantity},
                        {"unit", row.unit},
                        {"expected", jsonNumber(row.expected)},
                        {"got", jsonNumber(row.got)}};
    if (row.low && row.high) {
        json["low"] = *row.low;
        json["high"] = *row.high;
    }
    json["error_pct"] = jsonNumber(row.errorPct);
    json["limit"] = jsonNumber(row.limit);
    json["verdict"] = verdictName(row.verdict);
    if (row.disturbed) {
        json["disturbed"] = true;
    }
    json["note"] = row.note;
    return json;
}

/// Families of one kind: rows, mean error; their mean below.
std::string groupsText(const ValidationKind& kind) {
    if (kind.groups.empty()) {
        return {};
    }
    std::vector<Line> lines = {{"kind", "family", "rows", "mean abs error %"}};
    for (const ValidationGroup& group : kind.groups) {
        lines.push_back({kind.kind, group.group, std::to_string(group.rows),
                         numberText(group.mapePct, "%.2f")});
    }
    lines.push_back({kind.kind, "mean of " + std::to_string(kind.groups.size()) + " family means",
                     "", numberText(kind.groupMeanPct, "%.2f")});
    if (kind.freeFigures) {
        lines.push_back({kind.kind, "free figures, alike for all families",
                         std::to_string(*kind.freeFigures), ""});
    }
    return '\n' + tableText(lines, {false, false, true, true});
}

/// Quantities of one kind: error and share of the rows inside their interval.
std::string quantitiesText(const ValidationKind& kind) {
    if (kind.quantities.empty()) {
        return {};
    }
    const bool isMixed =
        std::any_of(kind.quantities.begin(), kind.quantities.end(),
                    [](const ValidationQuantity& q) { return q.calmRows < q.rows; });
    std::vector<Line> lines = {
        {"kind", "quantity", "rows", "mean abs error %", "median %", "inside 90 % interval"}};
    if (isMixed) {
        lines.front().insert(lines.front().end(), {"undisturbed rows", "mean of these %"});
    }
    for (const ValidationQuantity& q : kind.quantities) {
        lines.push_back({kind.kind, q.quantity, std::to_string(q.rows),
                         numberText(q.mapePct, "%.2f"), numberText(q.medianApePct, "%.2f"),
                         numberText(q.coveragePct, "%.1f %%")});
        if (isMixed) {
            lines.back().push_back(std::to_string(q.calmRows));
            lines.back().push_back(numberText(q.calmMapePct, "%.2f"));
        }
    }
    return '\n' + tableText(lines, {false, false, true, true, true, true, true, true});
}

OrderedJson jsonKind(const ValidationKind& kind, const ValidationReport& report) {
    OrderedJson json = {
        {"kind", kind.kind},
        {"cases", kind.cases},
        {"passed", kind.passed},
        {"failed", kind.failed},
        {"not_expressed", kind.notExpressed},
        {"mape_pct", jsonNumber(kind.mapePct)},
        {"median_ape_pct", jsonNumber(kind.medianApePct)},
        {"worst", kind.worst ? jsonRow(report.rows[*kind.worst]) : OrderedJson(nullptr)}};
    if (!kind.groups.empty()) {
        OrderedJson families = OrderedJson::array();
        for (const ValidationGroup& group : kind.groups) {
            families.push_back(
                {{"family", group.group}, {"rows", group.rows}, {"mape_pct", group.mapePct}});
        }
        json["mean_of_family_means_pct"] = jsonNumber(kind.groupMeanPct);
        json["families"] = std::move(families);
    }
    if (kind.freeFigures) {
        json["free_figures"] = *kind.freeFigures;
    }
    if (kind.coveragePct) {
        json["coverage_pct"] = *kind.coveragePct;
        OrderedJson quantities = OrderedJson::array();
        for (const ValidationQuantity& q : kind.quantities) {
            quantities.push_back({{"quantity", q.quantity},
                                  {"rows", q.rows},
                                  {"mape_pct", q.mapePct},
                                  {"median_ape_pct", q.medianApePct},
                                  {"coverage_pct", q.coveragePct},
                                  {"undisturbed_rows", q.calmRows},
                                  {"undisturbed_mape_pct", q.calmMapePct}});
        }
        json["quantities"] = std::move(quantities);
    }
    return json;
}

}  // namespace

std::string validationText(const ValidationReport& report) {
    std::vector<Line> lines = {{"kind", "case", "quantity", "unit", "expected", "got", "error %",
                                "limit", "verdict", "note"}};
    const std::vector<ValidationRow>& rows = report.rows;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const ValidationRow& row = rows[i];
        std::size_t end = i + 1;
        while (end < rows.size() && drawnTogether(row, rows[end])) {
            ++end;
        }
        if (end - i > 3) {
            std::string group = groupOf(row.case_);
            if (const std::string last = groupOf(rows[end - 1].case_); last != group) {
                group.append(" … ").append(last);
            }
            lines.push_back({row.kind, group, std::to_string(end - i) + " rows", "", "-", "-", "-",
                             "-", verdictName(row.verdict), row.note});
            i = end - 1;
            continue;
        }
        lines.push_back({row.kind, row.case_, row.quantity, row.unit,
                         numberText(row.expected, "%.7g"), numberText(row.got, "%.7g"),
                         numberText(row.errorPct, "%+.4f"), numberText(row.limit, "%.3g"),
                         verdictName(row.verdict), row.note});
    }
    std::string text =
        tableText(lines, {false, false, false, false, true, true, true, true, false, false});

    std::vector<Line> kinds = {{"kind", "rows", "passed", "failed", "not expressed",
                                "mean abs error %", "median %", "worst %", "worst case"}};
    for (const ValidationKind& kind : report.kinds) {
        const ValidationRow* worst = kind.worst ? &rows[*kind.worst] : nullptr;
        kinds.push_back({kind.kind, std::to_string(kind.cases), std::to_string(kind.passed),
                         std::to_string(kind.failed), std::to_string(kind.notExpressed),
                         numberText(kind.mapePct, "%.6f"), numberText(kind.medianApePct, "%.6f"),
                         worst == nullptr ? "-" : numberText(worst->errorPct, "%+.6f"),
                         worst == nullptr ? "" : worst->case_ + ", " + worst->quantity});
    }
    text += '\n';
    text += tableText(kinds, {false, true, true, true, true, true, true, true, false});
    for (const ValidationKind& kind : report.kinds) {
        text += groupsText(kind);
        text += quantitiesText(kind);
    }
    return text;
}

std::string validationJson(const ValidationReport& report) {
    OrderedJson kinds = OrderedJson::array();
    for (const ValidationKind& kind : report.kinds) {
        kinds.push_back(jsonKind(kind, report));
    }
    OrderedJson rows = OrderedJson::array();
    for (const ValidationRow& row : report.rows) {
        rows.push_back(jsonRow(row));
    }
    return jsonText(OrderedJson{{"kinds", std::move(kinds)}, {"rows", std::move(rows)}}, 1);
}

}  // namespace headroom::engine
