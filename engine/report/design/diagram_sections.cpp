// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/plan_svg.h"
#include "engine/plant/plant.h"
#include "engine/report/design/design_sections.h"
#include "engine/report/drawing/diagrams.h"
#include "engine/report/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <utility>
#include <vector>

namespace headroom::engine::report {

namespace {

/// On a screen a drawing is as wide as the page, but not smaller than its words can be read at.
std::string figureHtml(const char* kind, std::string svg, const std::string& caption) {
    constexpr double kLegible = 0.62;
    const std::size_t at = svg.find(" width=\"");
    if (std::string_view(kind) == "drawing" && at != std::string::npos) {
        svg.insert(at, fmt::format(" style=\"min-width:{:.0f}px\"",
                                   kLegible * std::atof(svg.c_str() + at + 8)));
    }
    return svg.empty() ? svg
                       : "<figure class=\"" + std::string(kind) + "\"><div class=\"sheet\">" + svg +
                             "</div><figcaption>" + escaped(caption) + "</figcaption></figure>\n";
}

std::string section(const std::string& title, const std::string& body) {
    return body.empty() ? body : "<section><h2>" + title + "</h2>\n" + body + "</section>\n";
}

std::string processHtml(const Project& project, const Catalogue& catalogue, const Design& design) {
    if (project.objectsOf(models::CoolingLoopSpec::type().id).empty()) {
        return {};
    }
    const auto plant = compile(project, catalogue, {});
    if (!plant) {
        return "<p class=\"warning\">" +
               escaped("The piping cannot be drawn before the design can run: " +
                       plant.error().front().message) +
               "</p>\n";
    }
    std::vector<std::string> halls;
    if (design.floor != nullptr) {
        for (const HallBox& hall : design.floor->halls) {
            halls.push_back(hall.name);
        }
    }
    return plant->cooling == nullptr
               ? std::string()
               : figureHtml("drawing", processSvg(*plant->cooling, std::move(halls)),
                            "Coolant piping with its design flows. Cold side blue, warm side red; "
                            "separate CDUs of one group share one lane.");
}

}  // namespace

std::string plansHtml(const Design& design, const std::string& title, const std::string& date) {
    if (design.floor == nullptr ||
        (design.floor->halls.empty() && design.floor->equipment.empty())) {
        return {};
    }
    std::string sheets, body;
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
        sheets += "<li>" + escaped(caption) + "</li>\n";
        // In a page a drawing has no heading of a file.
        body += figureHtml("plan", svg.substr(std::min(svg.find("<svg"), svg.size())), caption);
    };
    add({}, "Site plan");
    const auto& halls = design.floor->halls;
    for (std::size_t h = 0; halls.size() > 1 && h < std::min(halls.size(), kMostHalls); ++h) {
        add(halls[h].id, "Plan of " + halls[h].name);
    }
    // Before the drawings: after them it would be on a page of its own.
    const std::string left = halls.size() <= kMostHalls
                                 ? std::string()
                                 : "<p>" +
                                       escaped(fmt::format("The first {} of {} halls; headroom-cli "
                                                           "export --svg --hall draws any of them.",
                                                           kMostHalls, halls.size())) +
                                       "</p>\n";
    return section("Plan", "<p>Drawings at true scale, each on a sheet of its own:</p>\n<ul>\n" +
                               sheets + "</ul>\n" + left + body);
}

std::string diagramsHtml(const Project& project, const Catalogue& catalogue, const Design& design) {
    std::string html = section(
        "One-line diagram",
        figureHtml(
            "drawing", oneLineSvg(design.power),
            "Ratings, and loads at the design point with the share of the rating. An array that is "
            "drawn as one symbol shows all units together and the most loaded unit."));
    html += section("Process diagram", processHtml(project, catalogue, design));
    std::string fabrics;
    if (design.network != nullptr) {
        for (const Fabric& fabric : design.network->fabrics) {
            const TopologyCounts& c = fabric.counts;
            fabrics += figureHtml(
                "drawing", fabricSvg(fabric),
                fmt::format(
                    "{}: {} adapters, {} switches, {} cables between switches. Lines are as "
                    "wide as their bundles have links.",
                    fabric.name.empty() ? fabric.id : fabric.name, c.endpoints, c.switches,
                    c.switchCables));
        }
    }
    return html + section("Fabric", fabrics);
}

}  // namespace headroom::engine::report
