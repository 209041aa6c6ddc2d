// SPDX-License-Identifier: Apache-2.0
#include "engine/check/rules.h"
#include "engine/sizing/site_plan.h"
#include "models/cooling/cdu.h"
#include "models/cooling/crah.h"
#include "models/cooling/heat_exchanger.h"
#include "models/facility/cdu_group.h"
#include "models/facility/hall.h"
#include "models/facility/rack_block.h"
#include "models/facility/structure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace headroom::engine::sizing {

namespace {

// Clearances. TIA-942 asks for cold aisles of 1.2 m; what carts and doors of racks need is more.
// Assumption: 1.8 m between rows, 1.4 m everywhere else that people walk. Hot inlets widen the aisles.
constexpr double kAisleM = 1.8, kWideAisleM = 2.4, kWayM = 1.4;

/// Open share of the panels of a containment that is sealed with care.
/// Assumption: brushes and gaskets at all joints; usual panels leave 10 % (models::HallSpec).
constexpr double kSealedLeakage = 0.03;

/// How much cooler a remedy makes the supply [K]. More would come too near to the chilled water.
constexpr double kCoolerK = 2.0;

AirRemedy remedyOf(const SitePlan& plan, const HallPlan& h) {
    const auto found = h.kind < 0
                           ? plan.brief->air.end()
                           : plan.brief->air.find(plan.kinds[static_cast<std::size_t>(h.kind)].id);
    return found == plan.brief->air.end() ? AirRemedy::None : found->second;
}

// As the plan is drawn (resolve/build_layout.cpp, fabric/place_switches.cpp): machines are 0.4 m off
// the walls and 0.3 m from each other, cabinets 0.6 m x 1.2 m from 3 m off the corners.
constexpr double kWallM = 0.4, kBetweenM = 0.3;
constexpr double kCabinetM = 0.6, kCabinetDepthM = 1.2, kCornerM = 3.0, kLinePitchM = 2.4;

constexpr int kLongestRow = 32;
constexpr double kMostHalls = 400.0;  // a megawatt each of the largest facility, and some

constexpr double kDoorWidthM = 2.4, kDoorHeightM = 3.0, kDoorDepthM = 0.2;

double upTo(double value, double step) {
    return std::ceil(value / step - 1e-9) * step;
}

/// Depth that half of the air handlers take along one wall.
double wallM(const Catalogue& catalogue, const Picked& crah) {
    const auto* c = catalogue.spec<models::CrahSpec>(crah.part);
    const int alongOne = (crah.count + 1) / 2;
    return c == nullptr ? 0.0 : 2.0 * kWallM + alongOne * (c->widthM + kBetweenM) + 0.05;
}

void roomOfRacks(SitePlan& plan, HallPlan& h) {
    const RackKind& kind = plan.kinds[static_cast<std::size_t>(h.kind)];
    const Catalogue& catalogue = *plan.catalogue;
    const auto* crah = catalogue.spec<models::CrahSpec>(h.crah.part);
    const auto* cdu = catalogue.spec<models::CduSpec>(h.cdu.part);
    const double machineM = kWallM + (crah == nullptr ? 0.0 : crah->depthM);
    h.rowPitchM = rounded(
        kind.rack->depthM + (remedyOf(plan, h) >= AirRemedy::Widen ? kWideAisleM : kAisleM), 0.1);
    h.rackPitchM = kind.rack->widthM;
    h.rackXM = rounded(upTo(std::max(machineM + kWayM, kCornerM), 0.1), 0.1);
    h.rackYM = rounded(kWallM + kCabinetDepthM + kWayM + 0.2, 0.1);
    const double rackEastM = h.rackXM + h.racksPerRow * h.rackPitchM;
    const double rackNorthM = h.rackYM + (h.rows - 1) * h.rowPitchM + kind.rack->depthM;
    double eastM = rackEastM;
    double northM = rackNorthM;
    if (cdu != nullptr) {
        h.cduXM = rounded(upTo(rackEastM + kWayM, 0.1), 0.1);
        h.cduYM = h.rackYM;
        eastM = h.cduXM + cdu->widthM;
        // One at the end of each row where there are enough rows.
        h.cduPitchM = h.cdu.count <= h.rows ? h.rowPitchM : rounded(cdu->depthM + 0.2, 0.1);
        northM = std::max(northM, h.cduYM + (h.cdu.count - 1) * h.cduPitchM + cdu->depthM);
    }
    h.widthM = eastM + kWayM + machineM;
    h.depthM = northM + kWayM + 0.4;
    h.heightM = std::max(5.5, kind.rack->heightM + 2.5);
}

void roomOfCabinets(HallPlan& h) {
    const int lines = std::max(1, static_cast<int>(std::ceil(std::sqrt(h.cabinets / 16.0))));
    const int perLine = (h.cabinets + lines - 1) / lines + 1;
    h.widthM = 2.0 * kCornerM + (perLine + 1) * kCabinetM;
    h.depthM = kWallM + (lines - 1) * kLinePitchM + kCabinetDepthM + kWallM + 2.0 * kWayM;
    h.heightM = 5.5;
}

/// A short last row: rows of one length are easier to feed and to contain. Assumption: worth
/// a tenth of the room.
constexpr double kShortRow = 1.1;

/// Room that an arrangement of rows takes up for each rack; lower is better.
double roomCost(const HallPlan& h) {
    const double aspect = std::max(h.widthM, h.depthM) / std::min(h.widthM, h.depthM);
    const double oddRow = h.rows > 1 && h.rows % 2 == 1 ? 1.05 : 1.0;
    return h.widthM * h.depthM / static_cast<double>(h.racks()) * (1.0 + 0.1 * (aspect - 1.0)) *
           oddRow * (h.shortOfRow > 0 ? kShortRow : 1.0);
}

/// Rows and racks in a row for exactly `racks` in one hall; the last row may be shorter. Six pairs of
/// feeds of four ways take equal groups of whole rows each: there the number is near `racks`, or no
/// less, and what a hall takes up is weighed against how far off it is.
void arrange(SitePlan& plan, HallPlan& h, std::int64_t racks, bool atLeast) {
    const bool distributed = plan.brief->power == PowerRedundancy::FourMakeThree;
    const std::int64_t rowStep = distributed ? 6 : 1;
    double best = std::numeric_limits<double>::infinity();
    HallPlan chosen = h;
    const auto consider = [&](int perRow, std::int64_t rows) {
        HallPlan tried = h;
        tried.rows = static_cast<int>(rows);
        tried.racksPerRow = perRow;
        tried.shortOfRow = distributed ? 0 : static_cast<int>(rows * perRow - racks);
        const auto off = static_cast<double>(tried.racks() - racks);
        if (rows < 1 || (atLeast && off < 0.0) || !planRoom(plan, tried)) {
            return;
        }
        const double cost =
            roomCost(tried) * (1.0 + 8.0 * std::fabs(off) / static_cast<double>(racks));
        if (cost < best * (1.0 - 1e-9)) {
            best = cost;
            chosen = tried;
        }
    };
    for (int perRow = 1; perRow <= kLongestRow && perRow <= racks; ++perRow) {
        const std::int64_t group = perRow * rowStep;
        if (distributed && racks % group != 0) {
            consider(perRow, racks / group * rowStep);
        }
        consider(perRow, (racks + group - 1) / group * rowStep);
    }
    h = chosen;
}

/// Within 18 to 27 °C, which ASHRAE recommends. Chips that air alone cools need the cooler half.
double supplyAirC(const SitePlan& plan, const HallPlan& h) {
    const bool air = h.kind >= 0 && !plan.kinds[static_cast<std::size_t>(h.kind)].isLiquid();
    return (air ? 22.0 : 24.0) - (remedyOf(plan, h) >= AirRemedy::Cool ? kCoolerK : 0.0);
}

/// Load that the slab must carry: the rack on its own area, and a tenth more.
/// Assumption: 1,500 kg/m2 at least, as halls are built now.
double floorKgPerM2(const SitePlan& plan, const HallPlan& h) {
    double kgPerM2 = 1500.0;
    if (h.kind >= 0) {
        const models::RackSpec& r = *plan.kinds[static_cast<std::size_t>(h.kind)].rack;
        if (!std::isnan(r.massKg)) {
            kgPerM2 = std::max(kgPerM2, upTo(1.1 * r.massKg / (r.widthM * r.depthM), 100.0));
        }
    }
    return kgPerM2;
}

std::vector<std::string> feedsOf(const SitePlan& plan, const HallPlan& h, const char* what) {
    std::vector<std::string> feeds;
    for (const std::string& side : plan.sides()) {
        feeds.push_back(what + ('-' + h.tag) + side);
    }
    return feeds;
}

/// Racks with fans above this power get contained hot aisles [W]. Assumption: open aisles are usual up to 10 to
/// 20 kW a rack; beyond, hot air comes back over and around the rows (engine/air/field).
constexpr double kOpenAisleW = 20e3;

bool isContained(const SitePlan& plan, const HallPlan& h) {
    if (h.kind < 0) {
        return false;
    }
    const RackKind& kind = plan.kinds[static_cast<std::size_t>(h.kind)];
    return kind.fanAirM3PerS > 0.0 &&
           (kind.rackW > kOpenAisleW || remedyOf(plan, h) >= AirRemedy::Contain);
}

}  // namespace

bool planRoom(SitePlan& plan, HallPlan& h) {
    const Catalogue& catalogue = *plan.catalogue;
    const int spares = plan.brief->coolingSpare ? 1 : 0;
    const Families& f = families();
    double fanAirM3PerS = 0.0, fanlessW = h.fabricW + h.storageW;
    h.airW = h.fabricW + h.storageW;
    if (h.kind >= 0) {
        const RackKind& kind = plan.kinds[static_cast<std::size_t>(h.kind)];
        const auto racks = static_cast<double>(h.racks());
        h.airW += racks * (kind.ratedW - kind.liquidW);
        fanAirM3PerS = racks * kind.fanAirM3PerS;
        fanlessW += fanAirM3PerS > 0.0 ? 0.0 : racks * (kind.ratedW - kind.liquidW);
        if (kind.isLiquid()) {
            const double supplyC = plan.racksOnChilled() ? plan.chilledSupplyC : plan.warmSupplyC;
            const double coolantC = supplyC + 4.0;
            const double heatW = racks * kind.liquidW;
            const double flowM3PerS = racks * kind.coolantM3PerS;
            // By heat at the temperatures here, and by flow: the larger number.
            h.cdu = pick(f.cdus, 1.0, 1, 60, spares, [&](const std::string& id) {
                const auto* cdu = catalogue.spec<models::CduSpec>(id);
                if (cdu == nullptr) {
                    return 0.0;
                }
                const double riseK =
                    flowM3PerS > 0.0
                        ? heatW / (flowM3PerS * models::kCoolantCp * models::kCoolantDensity)
                        : 10.0;
                const double g = models::cduConductanceWPerK(
                    *cdu, cdu->primaryFlowM3PerS, cdu->secondaryFlowM3PerS,
                    plan.racksOnChilled() ? models::kWaterCp * models::kWaterDensity
                                          : plan.warmJPerM3K,
                    models::kCoolantCp * models::kCoolantDensity);
                const double carriesW = std::min(cdu->ratedHeatW, g * (coolantC + riseK - supplyC));
                const double byHeat = carriesW / heatW;
                const double byFlow =
                    flowM3PerS > 0.0 ? cdu->secondaryFlowM3PerS / flowM3PerS : byHeat;
                return std::min(byHeat, byFlow);
            });
            if (!h.cdu) {
                return false;
            }
        }
    }
    const double bypass = models::HallSpec{}.bypass;  // as writeHalls() leaves it
    h.crah = pick(f.crahs, 1.0, 1, 60, spares, [&](const std::string& id) {
        const auto* c = catalogue.spec<models::CrahSpec>(id);
        if (c == nullptr) {
            return 0.0;
        }
        // A handler removes its own fans' heat too, those of the spare as well.
        const models::AirProperties air = models::airAt(supplyAirC(plan, h), plan.pressurePa);
        const double netW = models::crahRatedHeatW(*c, air) - 2.0 * c->fanRatedW;
        const double byHeat = netW / std::max(h.airW, 1.0);
        const double fanlessM3PerS = models::crahAirM3PerS(*c, fanlessW, air.densityRatio);
        const double byAir =
            fanAirM3PerS > 0.0 ? c->airflowM3PerS * (1.0 - bypass) / (fanAirM3PerS + fanlessM3PerS)
                               : byHeat;
        return std::min(byHeat, byAir);
    });
    if (!h.crah) {
        return false;
    }
    if (h.kind >= 0) {
        roomOfRacks(plan, h);
    } else {
        roomOfCabinets(h);
    }
    h.widthM = std::max(h.widthM, 2.0 * kCornerM + (h.kind >= 0 ? h.cabinets + 1 : 0) * kCabinetM);
    h.depthM = std::max(h.depthM, wallM(catalogue, h.crah));
    h.widthM = rounded(upTo(h.widthM, 0.1), 0.1);
    h.depthM = rounded(upTo(h.depthM, 0.1), 0.1);
    return true;
}

void planHalls(SitePlan& plan) {
    const FacilityBrief& brief = *plan.brief;
    const std::vector<HallPlan> before = std::move(plan.halls);
    plan.halls.clear();
    for (std::size_t k = 0; k < plan.kinds.size(); ++k) {
        const RackKind& kind = plan.kinds[k];
        const auto racks = static_cast<double>(kind.racks);
        double count = std::ceil(racks * kind.rackW / brief.largestHallW);
        if (brief.largestHallRacks > 0) {
            count = std::max(count, std::ceil(racks / brief.largestHallRacks));
        }
        count = std::max(1.0, count);
        if (!(static_cast<double>(plan.halls.size()) + count <= kMostHalls)) {
            plan.fail("SIZ-006",
                      "The brief needs more than " + std::to_string(static_cast<int>(kMostHalls)) +
                          " halls: the largest holds " +
                          amountText(brief.largestHallW / 1e6, "MW") + ", and a rack of " +
                          partName(*plan.catalogue, kind.id) + " takes " +
                          amountText(kind.rackW / 1e6, "MW") + ".",
                      "Choose a larger largest hall, or ask for less.");
            return;
        }
        for (int i = 0; i < static_cast<int>(count); ++i) {
            HallPlan h;
            h.tag = std::to_string(plan.halls.size() + 1);
            h.id = "hall-" + h.tag;
            h.name = "Hall " + h.tag;
            h.kind = static_cast<int>(k);
            const auto old = std::find_if(before.begin(), before.end(),
                                          [&](const HallPlan& o) { return o.id == h.id; });
            if (old != before.end()) {
                h.fabricW = old->fabricW;
                h.storageW = old->storageW;
                h.cabinets = old->cabinets;
            }
            // Whole racks of all halls together are what was asked for.
            const auto halls = static_cast<std::int64_t>(count);
            arrange(plan, h, (i + 1) * kind.racks / halls - i * kind.racks / halls,
                    brief.accelerators > 0);
            if (h.rows == 0) {
                plan.fail("SIZ-003",
                          "No number of air handlers or CDUs of the catalogue cools a hall of " +
                              countedText(*plan.catalogue, kind.id, kind.racks / halls) + ".",
                          "Choose a smaller largest hall.");
                return;
            }
            plan.halls.push_back(h);
        }
    }
    plan.networkHall = -1;
    if (plan.halls.size() > 1) {
        HallPlan h;
        h.tag = "n";
        h.id = "hall-n";
        h.name = "Network and storage hall";
        const auto old = std::find_if(before.begin(), before.end(),
                                      [&](const HallPlan& o) { return o.id == h.id; });
        h.cabinets = 40;
        if (old != before.end()) {
            h.fabricW = old->fabricW;
            h.storageW = old->storageW;
            h.cabinets = old->cabinets;
        }
        if (!planRoom(plan, h)) {
            plan.fail("SIZ-003", "No number of air handlers cools the network hall.",
                      "Ask for less, or for several facilities.");
            return;
        }
        plan.networkHall = static_cast<int>(plan.halls.size());
        plan.halls.push_back(h);
    }
}

void writeHalls(const SitePlan& plan, ProjectWriter& writer, bool wired) {
    const auto feeds = [&](const HallPlan& h, const char* what) {
        return wired ? feedsOf(plan, h, what) : std::vector<std::string>{};
    };
    for (const HallPlan& h : plan.halls) {
        const std::string loop = "chilled-" + std::to_string(h.module + 1);
        ObjectWriter hall = writer.add(models::HallSpec::type(), h.id);
        hall.text("name", h.name)
            .number("x_m", h.xM)
            .number("y_m", h.yM)
            .number("width_m", h.widthM)
            .number("depth_m", h.depthM)
            .number("height_m", h.heightM)
            .names("feeds", feeds(h, "bus"))
            .names("fan_feeds", wired ? plan.machineFeeds(h) : std::vector<std::string>{})
            .text("crah", h.crah.part)
            .count("crah_count", h.crah.count)
            .text("air_loop", loop)
            .number("supply_air_c", supplyAirC(plan, h))
            .number("recirculation_pct", 4)
            .text("containment", isContained(plan, h) ? "hot_aisle" : "")
            .number("bypass_pct", 100.0 * models::HallSpec{}.bypass)
            .number("floor_load_kg_per_m2", floorKgPerM2(plan, h));
        if (isContained(plan, h) && remedyOf(plan, h) >= AirRemedy::Seal) {
            hall.number("containment_leakage_pct", 100.0 * kSealedLeakage);
        }
        writer.add(models::StructureSpec::type(), "door-" + h.tag)
            .text("name", "Door of " + h.name)
            .text("kind", "door")
            .text("hall", h.id)
            .number("x_m", rounded(0.5 * (h.widthM - kDoorWidthM), 0.1))
            .number("y_m", rounded(h.depthM - kDoorDepthM, 0.1))
            .number("width_m", kDoorWidthM)
            .number("depth_m", kDoorDepthM)
            .number("height_m", kDoorHeightM);
        if (h.kind < 0) {
            continue;
        }
        const RackKind& kind = plan.kinds[static_cast<std::size_t>(h.kind)];
        if (h.cdu) {
            const bool chilled = plan.racksOnChilled();
            writer.add(models::CduGroupSpec::type(), "cdus-" + h.tag)
                .text("name", "CDUs of " + h.name)
                .text("hall", h.id)
                .text("cdu", h.cdu.part)
                .count("count", h.cdu.count)
                .text("loop", (chilled ? "chilled-" : "warm-") + std::to_string(h.module + 1))
                .number("supply_setpoint_c",
                        (chilled ? plan.chilledSupplyC : plan.warmSupplyC) + 4.0)
                .names("feeds", wired ? plan.machineFeeds(h) : std::vector<std::string>{})
                .number("x_m", h.cduXM)
                .number("y_m", h.cduYM)
                .number("pitch_m", h.cduPitchM);
        }
        // Two cords of four ways: a block for each pair, so that every way has as many racks.
        const std::vector<std::string> all = feeds(h, "bus");
        std::vector<std::vector<std::string>> pairs = {all};
        if (all.size() == 4) {
            pairs.clear();
            for (std::size_t i = 0; i < all.size(); ++i) {
                for (std::size_t j = i + 1; j < all.size(); ++j) {
                    pairs.push_back({all[i], all[j]});
                }
            }
        }
        const int rows = h.rows / static_cast<int>(pairs.size());
        const auto block = [&](const std::string& id, const std::string& name, int firstRow,
                               int blockRows, int racksPerRow,
                               const std::vector<std::string>& blockFeeds) {
            ObjectWriter o = writer.add(models::RackBlockSpec::type(), id);
            o.text("name", name)
                .text("hall", h.id)
                .text("rack", kind.id)
                .count("rows", blockRows)
                .count("racks_per_row", racksPerRow)
                .number("row_pitch_m", h.rowPitchM)
                .flag("alternate_facing", true)
                .text("facing", firstRow % 2 == 0 ? "south" : "north")
                .text("fabric", kind.fabric)
                .names("feeds", blockFeeds)
                .number("x_m", h.rackXM)
                .number("y_m", rounded(h.rackYM + firstRow * h.rowPitchM, 0.1));
            if (firstRow > 0) {
                o.count("first_row", firstRow + 1);
            }
            if (h.cdu) {
                o.text("cdu_group", "cdus-" + h.tag);
            }
        };
        const std::string id = "racks-" + h.tag, name = "Racks of " + h.name;
        if (pairs.size() > 1) {
            for (std::size_t p = 0; p < pairs.size(); ++p) {
                block(id + "-" + std::to_string(p + 1), fmt::format("{}, part {}", name, p + 1),
                      static_cast<int>(p) * rows, rows, h.racksPerRow, pairs[p]);
            }
        } else if (h.shortOfRow > 0) {
            block(id, name, 0, rows - 1, h.racksPerRow, all);
            block(id + "-last", name + ", last row", rows - 1, 1, h.racksPerRow - h.shortOfRow,
                  all);
        } else {
            block(id, name, 0, rows, h.racksPerRow, all);
        }
    }
}

}  // namespace headroom::engine::sizing
