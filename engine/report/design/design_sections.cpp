// SPDX-License-Identifier: Apache-2.0
#include "engine/report/design/design_sections.h"

#include "engine/check/headline.h"
#include "engine/check/rule_count.h"
#include "engine/document/values.h"
#include "engine/figures/figures.h"
#include "engine/report/format.h"
#include "engine/sheet/sheet_html.h"
#include "models/facility/accepted_finding.h"
#include "models/facility/project_info.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace headroom::engine::report {

namespace {

constexpr std::size_t kMostRows = 120;
constexpr std::string_view kAllRows =
    "All of them are in the workbook that headroom-cli export --xlsx and File > Export Schedules "
    "write.";

std::string findingRows(const std::vector<Finding>& findings, bool accepted) {
    std::string rows;
    for (const Finding& f : findings) {
        if (f.accepted.empty() == accepted) {
            continue;
        }
        rows += "<tr><td>" + escaped(severityName(f.severity)) + "</td><td class=\"name\">" +
                escaped(f.subject) + "</td><td>" + escaped(f.message) + "</td><td>" +
                escaped(accepted ? f.accepted : f.hint) + "</td><td class=\"why\">" +
                escaped(f.rule) + "</td></tr>\n";
    }
    return rows;
}

std::string findingTable(const std::string& rows, const char* last) {
    return rows.empty()
               ? std::string()
               : "<div "
                 "class=\"table\"><table><thead><tr><th>Severity</th><th>Object</th><th>Finding"
                 "</th><th>" +
                     std::string(last) + "</th><th>Rule</th></tr></thead><tbody>\n" + rows +
                     "</tbody></table></div>\n";
}

}  // namespace

std::string facilityHtml(const Project& project, const Design& design,
                         const std::vector<Finding>& findings) {
    std::string html = "<section><h2>Facility</h2>\n";
    const auto infos = project.objectsOf(models::ProjectInfo::type().id);
    if (!infos.empty()) {
        const auto info = specOf<models::ProjectInfo>(*infos.front());
        if (!info.description.empty()) {
            html += "<p>" + escaped(info.description) + "</p>\n";
        }
    }
    std::string rows;
    Sums sums = headlineOf(design);
    for (const Finding& finding : findings) {
        if (!finding.accepted.empty()) {
            sums[Sum::AcceptedFindings] += 1.0;
        } else if (finding.severity != Severity::Note) {
            sums[finding.severity == Severity::Error ? Sum::OpenErrors : Sum::OpenWarnings] += 1.0;
        }
    }
    for (const Figure* figure : figuresIn(kInDesign)) {
        const double value = figure->value(sums);
        if (std::isnan(value)) {
            continue;
        }
        rows += "<tr><td class=\"name\">" + escaped(figure->label) + "</td><td class=\"number\">" +
                escaped(groupedDigits(figureTextOf(*figure, sums))) + "</td><td class=\"why\">" +
                escaped(figure->why) + "</td></tr>\n";
    }
    html +=
        "<h3>At the design point</h3>\n<p class=\"note\">Every accelerator at full activity and "
        "full clock, nothing failed.</p>\n<div class=\"table\"><table><thead><tr><th>Figure</th>"
        "<th class=\"number\">Value</th><th>How it comes about</th></tr></thead><tbody>\n" +
        rows + "</tbody></table></div>\n";
    rows.clear();
    for (const DesignHall& hall : design.halls) {
        double racks = 0.0, accelerators = 0.0;
        for (const DesignBlock& block : design.blocks) {
            if (block.spec.hall == hall.object->id) {
                racks += static_cast<double>(block.racks);
                accelerators += static_cast<double>(block.accelerators());
            }
        }
        rows += "<tr><td class=\"name\">" +
                escaped(hall.spec.name.empty() ? hall.object->id : hall.spec.name) + "</td>";
        for (const std::string& text :
             {cellNumber(racks), cellNumber(accelerators),
              quantityText(hall.spec.widthM, "m") + " × " + quantityText(hall.spec.depthM, "m"),
              quantityText(hall.rackW / 1e3, "kW"),
              quantityText((hall.fabricW + hall.storageW) / 1e3, "kW"),
              quantityText(hall.airW / 1e3, "kW")}) {
            rows += "<td class=\"number\">" + escaped(text) + "</td>";
        }
        rows += "</tr>\n";
    }
    if (!rows.empty()) {
        html +=
            "<h3>Halls</h3>\n<div class=\"table\"><table><thead><tr><th>Hall</th>"
            "<th class=\"number\">Racks</th><th class=\"number\">Accelerators</th>"
            "<th class=\"number\">Floor</th><th class=\"number\">Racks' load</th>"
            "<th class=\"number\">Network and storage</th><th class=\"number\">Heat to air</th>"
            "</tr></thead><tbody>\n" +
            rows + "</tbody></table></div>\n";
    }
    return html + "</section>\n";
}

std::string schedulesHtml(const std::vector<Sheet>& sheets) {
    std::string html;
    for (const Sheet& sheet : sheets) {
        if (sheet.name != "Findings" && sheet.name != "Accepted findings") {
            html += sheetHtml(sheet, kMostRows, kAllRows);
        }
    }
    return html.empty()
               ? html
               : "<section><h2>Schedules and bill of materials</h2>\n" + html + "</section>\n";
}

std::string findingsHtml(const std::vector<Finding>& findings, const Project& project) {
    const auto open = std::count_if(findings.begin(), findings.end(),
                                    [](const Finding& f) { return f.accepted.empty(); });
    const auto accepted = static_cast<std::ptrdiff_t>(findings.size()) - open;
    std::string html =
        "<section><h2>Findings of the design rules</h2>\n<p>" +
        escaped(fmt::format("Design rules: {}. Findings: {} open, {} accepted.",
                            rulesCheckedText(CheckDepth::Full, findings), open, accepted)) +
        "</p>\n";
    if (open > 0) {
        html += "<h3>Open</h3>\n" + findingTable(findingRows(findings, false), "Possible remedies");
    }
    if (accepted > 0) {
        html +=
            "<h3>Accepted</h3>\n" + findingTable(findingRows(findings, true), "Accepted because");
    }
    std::string rows;
    for (const Object* object : project.objectsOf(models::AcceptedFindingSpec::type().id)) {
        const auto f = specOf<models::AcceptedFindingSpec>(*object);
        rows += "<tr><td>" + escaped(f.rule) + "</td><td>" + escaped(f.subject) + "</td><td>" +
                escaped(f.by) + "</td><td>" + escaped(f.date) + "</td></tr>\n";
    }
    if (!rows.empty()) {
        html +=
            "<h3>Who answers for them</h3>\n<div class=\"table\"><table><thead><tr><th>Rule</th>"
            "<th>Object</th><th>By</th><th>Date</th></tr></thead><tbody>\n" +
            rows + "</tbody></table></div>\n";
    }
    return html + "</section>\n";
}

}  // namespace headroom::engine::report
