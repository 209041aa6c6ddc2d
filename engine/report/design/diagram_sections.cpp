// SPDX-License-Identifier: Apache-2.0
#include "engine/diagram/plan_svg.h"
#include "engine/plant/plant.h"
#include "engine/report/design/design_sections.h"
#include "engine/report/drawing/diagrams.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace headroom::engine::report {

namespace {

/// Puts a drawing on a sheet of its own. Returns nothing if there is no drawing.
Blocks ownSheet(std::string svg, std::string caption) {
    Blocks blocks;
    if (!svg.empty()) {
        blocks += Exhibit{Drawing{std::move(svg), Drawing::Sheet::Own}, {}, std::move(caption)};
    }
    return blocks;
}

Blocks processBlocks(const Project& project, const Catalogue& catalogue, const Design& design) {
    if (project.objectsOf(models::CoolingLoopSpec::type().id).empty()) {
        return {};
    }
    const auto plant = compile(project, catalogue, {});
    if (!plant) {
        Blocks blocks;
        blocks += Paragraph{"The piping cannot be drawn before the design can run: " +
                                std::string(plant.error().front().message),
                            Paragraph::Kind::Warning};
        return blocks;
    }
    std::vector<std::string> halls;
    if (design.floor != nullptr) {
        for (const HallBox& hall : design.floor->halls) {
            halls.push_back(hall.name);
        }
    }
    return plant->cooling == nullptr
               ? Blocks()
               : ownSheet(processSvg(*plant->cooling, std::move(halls)),
                          "Coolant piping with its design flows. Cold side blue, warm side red; "
                          "separate CDUs of one group share one lane.");
}

}  // namespace

Section plansSection(const Design& design, const std::string& title, const std::string& date) {
    Section section{"Plan"};
    if (design.floor == nullptr ||
        (design.floor->halls.empty() && design.floor->equipment.empty())) {
        return section;
    }
    List sheets;
    Blocks drawings;
    const auto add = [&](const std::string& hall, const std::string& subtitle) {
        PlanSheet sheet;
        sheet.title = title;
        sheet.subtitle = subtitle;
        sheet.date = date;
        sheet.hall = hall;
        PlanSheetInfo info;
        const std::string svg = planSvg(*design.floor, sheet, &info);
        const std::string caption =
            fmt::format("{}, 1 : {} on {}", subtitle, info.scale, info.paper);
        sheets.items.emplace_back(caption);
        // In a page a drawing has no heading of a file.
        drawings += Exhibit{
            Drawing{svg.substr(std::min(svg.find("<svg"), svg.size())), Drawing::Sheet::TrueScale},
            {},
            caption};
    };
    add({}, "Site plan");
    const auto& halls = design.floor->halls;
    for (std::size_t h = 0; halls.size() > 1 && h < std::min(halls.size(), kMostHalls); ++h) {
        add(halls[h].id, "Plan of " + halls[h].name);
    }
    section.blocks += Paragraph{"Drawings at true scale, each on a sheet of its own:"};
    section.blocks += std::move(sheets);
    if (halls.size() > kMostHalls) {
        // Before the drawings: after them it would be on a page of its own.
        section.blocks += Paragraph{fmt::format(
            "The first {} of {} halls; headroom-cli export --svg --hall draws any of them.",
            kMostHalls, halls.size())};
    }
    section.blocks += std::move(drawings);
    return section;
}

std::vector<Section> diagramSections(const Project& project, const Catalogue& catalogue,
                                     const Design& design) {
    Blocks fabrics;
    if (design.network != nullptr) {
        for (const Fabric& fabric : design.network->fabrics) {
            const TopologyCounts& c = fabric.counts;
            fabrics += ownSheet(
                fabricSvg(fabric),
                fmt::format(
                    "{}: {} adapters, {} switches, {} cables between switches. Lines are as "
                    "wide as their bundles have links.",
                    fabric.name.empty() ? fabric.id : fabric.name, c.endpoints, c.switches,
                    c.switchCables));
        }
    }
    return {{"One-line diagram",
             ownSheet(
                 oneLineSvg(design.power),
                 "Ratings, and loads at the design point with the share of the rating. An array "
                 "that is drawn as one symbol shows all units together and the most loaded unit.")},
            {"Process diagram", processBlocks(project, catalogue, design)},
            {"Fabric", std::move(fabrics)}};
}

}  // namespace headroom::engine::report
