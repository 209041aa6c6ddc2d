// SPDX-License-Identifier: Apache-2.0
#include "engine/report/design/design_sections.h"

#include "engine/check/headline.h"
#include "engine/check/rule_count.h"
#include "engine/document/values.h"
#include "engine/figures/figures.h"
#include "engine/report/format.h"
#include "engine/report/sheet_blocks.h"
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

/// Open findings, or the accepted ones.
Table findingTable(const std::vector<Finding>& findings, bool accepted, const char* last) {
    Table table(
        {{"Severity"}, {"Object", CellKind::Name}, {"Finding"}, {last}, {"Rule", CellKind::Why}});
    for (const Finding& f : findings) {
        if (f.accepted.empty() != accepted) {
            table.row({severityName(f.severity), f.subject, std::string(f.message),
                       accepted ? f.accepted : std::string(f.hint), f.rule});
        }
    }
    return table;
}

Table figuresTable(const Sums& sums) {
    Table table({{"Figure", CellKind::Name},
                 {"Value", CellKind::Number},
                 {"How it comes about", CellKind::Why}});
    for (const Figure* figure : figuresIn(kInDesign)) {
        if (!std::isnan(figure->value(sums))) {
            table.row({figure->label, groupedDigits(figureTextOf(*figure, sums)), figure->why});
        }
    }
    return table;
}

Table hallTable(const Design& design) {
    Table table({{"Hall", CellKind::Name},
                 {"Racks", CellKind::Number},
                 {"Accelerators", CellKind::Number},
                 {"Floor", CellKind::Number},
                 {"Racks' load", CellKind::Number},
                 {"Network and storage", CellKind::Number},
                 {"Heat to air", CellKind::Number}});
    for (const DesignHall& hall : design.halls) {
        double racks = 0.0, accelerators = 0.0;
        for (const DesignBlock& block : design.blocks) {
            if (block.spec.hall == hall.object->id) {
                racks += static_cast<double>(block.racks);
                accelerators += static_cast<double>(block.accelerators());
            }
        }
        table.row(
            {hall.spec.name.empty() ? hall.object->id : hall.spec.name, cellNumber(racks),
             cellNumber(accelerators),
             quantityText(hall.spec.widthM, "m") + " × " + quantityText(hall.spec.depthM, "m"),
             quantityText(hall.rackW / 1e3, "kW"),
             quantityText((hall.fabricW + hall.storageW) / 1e3, "kW"),
             quantityText(hall.airW / 1e3, "kW")});
    }
    return table;
}

}  // namespace

Section facilitySection(const Project& project, const Design& design,
                        const std::vector<Finding>& findings) {
    Section section{"Facility"};
    const auto infos = project.objectsOf(models::ProjectInfo::type().id);
    if (!infos.empty()) {
        const auto info = specOf<models::ProjectInfo>(*infos.front());
        if (!info.description.empty()) {
            section.blocks += Paragraph{info.description};
        }
    }
    Sums sums = headlineOf(design);
    for (const Finding& finding : findings) {
        if (!finding.accepted.empty()) {
            sums[Sum::AcceptedFindings] += 1.0;
        } else if (finding.severity != Severity::Note) {
            sums[finding.severity == Severity::Error ? Sum::OpenErrors : Sum::OpenWarnings] += 1.0;
        }
    }
    section.blocks += Heading{"At the design point"};
    section.blocks += note("Every accelerator at full activity and full clock, nothing failed.");
    section.blocks += figuresTable(sums);
    if (Table halls = hallTable(design); !halls.empty()) {
        section.blocks += Heading{"Halls"};
        section.blocks += std::move(halls);
    }
    return section;
}

Section schedulesSection(const std::vector<Sheet>& sheets) {
    Section section{"Schedules and bill of materials"};
    for (const Sheet& sheet : sheets) {
        if (sheet.name != "Findings" && sheet.name != "Accepted findings") {
            section.blocks += blocksOf(sheet, kMostRows, kAllRows);
        }
    }
    return section;
}

Section findingsSection(const std::vector<Finding>& findings, const Project& project) {
    const auto open = std::count_if(findings.begin(), findings.end(),
                                    [](const Finding& f) { return f.accepted.empty(); });
    const auto accepted = static_cast<std::ptrdiff_t>(findings.size()) - open;
    Section section{"Findings of the design rules"};
    section.blocks +=
        Paragraph{fmt::format("Design rules: {}. Findings: {} open, {} accepted.",
                              rulesCheckedText(CheckDepth::Full, findings), open, accepted)};
    if (open > 0) {
        section.blocks += Heading{"Open"};
        section.blocks += findingTable(findings, false, "Possible remedies");
    }
    if (accepted > 0) {
        section.blocks += Heading{"Accepted"};
        section.blocks += findingTable(findings, true, "Accepted because");
    }
    Table who({{"Rule"}, {"Object"}, {"By"}, {"Date"}});
    for (const Object* object : project.objectsOf(models::AcceptedFindingSpec::type().id)) {
        const auto f = specOf<models::AcceptedFindingSpec>(*object);
        who.row({f.rule, f.subject, f.by, f.date});
    }
    if (!who.empty()) {
        section.blocks += Heading{"Who answers for them"};
        section.blocks += std::move(who);
    }
    return section;
}

}  // namespace headroom::engine::report
