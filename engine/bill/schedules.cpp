// SPDX-License-Identifier: Apache-2.0
#include "engine/bill/schedules.h"

#include "engine/check/fabric_tables.h"
#include "engine/check/power_tables.h"
#include "engine/document/values.h"
#include "engine/floor/layout.h"
#include "engine/resolve/design.h"
#include "models/facility/accepted_finding.h"

#include <cmath>
#include <iterator>
#include <map>

namespace headroom::engine {

namespace {

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) {
        text += (text.empty() ? "" : ", ") + word;
    }
    return text;
}

const char* facingName(models::Facing facing) {
    switch (facing) {
        case models::Facing::South:
            return "south";
        case models::Facing::West:
            return "west";
        case models::Facing::North:
            return "north";
        case models::Facing::East:
            return "east";
    }
    return "";
}

/// Centimetres and watts are enough in a schedule, and free of rounding noise.
double rounded(double value, double step) {
    return std::round(value / step) * step;
}

double metres(double value) {
    return std::round(value * 1000.0) / 1000.0;
}

const char* coolingName(const DesignBlock& block) {
    switch (block.server->cooling) {
        case models::CoolingKind::Air:
            return "air";
        case models::CoolingKind::Liquid:
            return "liquid";
        case models::CoolingKind::Immersion:
            return "immersion";
    }
    return "";
}

Sheet rackSheet(const Layout& layout, const Design& design) {
    Sheet sheet{"Racks",
                "Rack schedule",
                "Design load: every accelerator at full activity. Places: south-west corner, in "
                "the site plan.",
                {"Rack",
                 "Block",
                 "Hall",
                 "Row",
                 "Position",
                 "X [m]",
                 "Y [m]",
                 "Faces",
                 "Rack type",
                 "Servers",
                 "Accelerators",
                 "Accelerator",
                 "Cooling",
                 "Rated [kW]",
                 "Design load [kW]",
                 "Heat to liquid [kW]",
                 "Mass [kg]",
                 "Power feeds",
                 "CDUs",
                 "Fabric"},
                {}};
    std::map<std::string, const DesignBlock*> blocks;
    for (const DesignBlock& block : design.blocks) {
        blocks[block.object->id] = &block;
    }
    sheet.rows.reserve(layout.racks.size());
    for (const RackBox& rack : layout.racks) {
        const std::string& id = layout.blocks[static_cast<std::size_t>(rack.block)];
        const auto found = blocks.find(id);
        if (found == blocks.end()) {
            continue;
        }
        const DesignBlock& b = *found->second;
        sheet.rows.push_back({rack.name(),
                              id,
                              layout.halls[static_cast<std::size_t>(rack.hall)].name,
                              rack.row + 1.0,
                              rack.column + 1.0,
                              metres(rack.box.x),
                              metres(rack.box.y),
                              facingName(rack.facing),
                              b.spec.rack,
                              static_cast<double>(b.rack->servers),
                              static_cast<double>(b.rack->servers) * b.server->accelerators,
                              b.server->accelerator,
                              coolingName(b),
                              rounded(b.rack->ratedPowerW / 1e3, 0.001),
                              rounded(b.rackW / 1e3, 0.001),
                              rounded(b.liquidW() / 1e3, 0.001),
                              b.rack->massKg,
                              joined(b.spec.feeds),
                              b.spec.cdu,
                              b.spec.fabric});
    }
    return sheet;
}

/// A sheet of texts as a schedule: under that name, with numbers that spreadsheets can add up.
Sheet scheduleOf(std::string name, const Sheet& table) {
    Sheet sheet = withNumbers(table);
    sheet.name = std::move(name);
    return sheet;
}

Sheet coolingSheet(const Design& design) {
    Sheet sheet{"Cooling",
                "Cooling schedule",
                "Loads at the design point, against the rating of all units together and with one "
                "out of service.",
                {"Object", "Kind", "Part", "Units", "Heat [kW]", "Rated [kW]",
                 "Rated, one out [kW]", "Flow [L/s]", "Supply [C]", "Power [kW]", "Power feeds"},
                {}};
    const auto add = [&](const std::string& id, const char* kind, const std::string& part,
                         int units, double heatW, double ratedW, double flowM3PerS, double supplyC,
                         double powerW, const std::vector<std::string>& feeds) {
        sheet.rows.push_back({id, kind, part, static_cast<double>(units),
                              rounded(heatW / 1e3, 0.001), rounded(ratedW * units / 1e3, 0.001),
                              rounded(ratedW * std::max(0, units - 1) / 1e3, 0.001),
                              rounded(flowM3PerS * 1e3, 0.001), supplyC,
                              rounded(powerW / 1e3, 0.001), joined(feeds)});
    };
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    for (const DesignCduGroup& g : design.cduGroups) {
        if (g.cdu != nullptr) {
            add(g.object->id, "CDUs", g.spec.cdu, g.spec.count, g.heatW, g.cdu->ratedHeatW,
                g.flowM3PerS, g.spec.supplySetpointC, kNone, g.spec.feeds);
        }
    }
    for (const DesignHall& h : design.halls) {
        if (h.crah != nullptr) {
            add(h.object->id, "Air handlers", h.spec.crah, h.spec.crahs, h.airW, h.crah->ratedHeatW,
                h.spec.crahs * h.crah->airflowM3PerS, h.spec.supplyAirC,
                h.spec.crahs * h.crah->fanRatedW, h.spec.fanFeeds);
            sheet.rows.back()[7] = kNone;  // of air, not of water
        }
    }
    for (const DesignLoop& l : design.loops) {
        const auto machine = [&](const char* kind, const std::string& part, int units,
                                 double ratedW, double powerW) {
            if (units > 0 && !part.empty()) {
                add(l.object->id, kind, part, units, l.heatW, ratedW, kNone, l.spec.supplySetpointC,
                    powerW, l.spec.feeds);
            }
        };
        if (l.tower != nullptr) {
            machine("Cooling towers", l.spec.tower, l.spec.towers, l.tower->ratedHeatW, kNone);
        }
        if (l.dryCooler != nullptr) {
            machine("Dry coolers", l.spec.dryCooler, l.spec.dryCoolers, l.dryCooler->ratedHeatW,
                    kNone);
        }
        if (l.chiller != nullptr) {
            machine("Chillers", l.spec.chiller, l.spec.chillers, l.chiller->ratedHeatW, l.chillerW);
        }
        if (l.pump != nullptr) {
            machine("Loop pumps", l.spec.pump, l.spec.pumps, kNone, l.pumpW);
        }
    }
    return sheet;
}

Sheet billSheet(const BillOfMaterials& bill) {
    std::string why = "USD. " + std::to_string(bill.priced) + " lines have a price, " +
                      std::to_string(bill.unpriced) + " have none, " +
                      std::to_string(bill.included) + " are included in others.";
    for (const std::string& note : bill.notes) {
        why += ' ' + note;
    }
    Sheet sheet{"Bill of materials",
                "Bill of materials",
                std::move(why),
                {"Group", "Type", "Part", "Name", "Use", "Quantity", "Unit", "Each [USD]",
                 "All [USD]", "Price", "Price of", "Included in"},
                {}};
    for (const BillItem& item : bill.items) {
        const char* state = !item.includedIn.empty() ? "included"
                            : item.isPriced()        ? "priced"
                                                     : "no price";
        sheet.rows.push_back({item.group, item.type, item.part, item.name, item.use, item.quantity,
                              item.unit, item.eachUsd,
                              item.isPriced() ? item.usd() : SheetCell(std::string()),
                              std::string(state), item.priceDate, item.includedIn});
    }
    sheet.rows.push_back(
        {"", "", "", "", "Sum of what has a price", "", "", "", bill.pricedUsd, "", "", ""});
    return sheet;
}

Sheet acceptedSheet(const Project& project) {
    Sheet sheet{"Accepted findings",
                "Accepted findings",
                "Findings of the design rules that somebody answers for.",
                {"Rule", "Object", "Reason", "By", "Date"},
                {}};
    for (const Object* object : project.objectsOf(models::AcceptedFindingSpec::type().id)) {
        const auto f = specOf<models::AcceptedFindingSpec>(*object);
        sheet.rows.push_back({f.rule, f.subject, f.reason, f.by, f.date});
    }
    return sheet;
}

Sheet findingSheet(const std::vector<Finding>& findings) {
    Sheet sheet{"Findings",
                "Findings of the design rules",
                "Present findings, with the accepted ones.",
                {"Severity", "Rule", "Object", "Finding", "Measured", "Allowed", "Unit", "Hint"},
                {}};
    for (const Finding& f : findings) {
        sheet.rows.push_back({std::string(severityName(f.severity)), f.rule, f.subject, f.message,
                              f.measured, f.allowed, f.unit, f.hint});
    }
    return sheet;
}

}  // namespace

std::vector<Sheet> schedulesOf(const Project& project, const Catalogue& catalogue) {
    const Design design = designOf(project, catalogue);
    return schedulesOf(project, design, checkDesign(design, CheckDepth::Full));
}

std::vector<Sheet> schedulesOf(const Project& project, const Design& design,
                               const std::vector<Finding>& findings) {
    const Catalogue& catalogue = *design.catalogue;
    const Project& whole = *design.project;
    const Layout layout = layoutOf(whole, catalogue, design.network.get());
    std::vector<Sheet> sheets;
    sheets.push_back(rackSheet(layout, design));
    if (design.power.wired) {
        sheets.push_back(scheduleOf("Power", powerUnitTable(design.power)));
        sheets.push_back(scheduleOf("Rack feeds", powerRackTable(design.power)));
    }
    sheets.push_back(coolingSheet(design));
    if (design.network != nullptr) {
        sheets.push_back(scheduleOf("Fabric", fabricFigures(*design.network)));
        sheets.push_back(scheduleOf("Cables", fabricCables(*design.network)));
    }
    sheets.push_back(billSheet(billOf(project, catalogue, design.network.get())));
    sheets.push_back(acceptedSheet(project));
    sheets.push_back(findingSheet(findings));
    return sheets;
}

}  // namespace headroom::engine
