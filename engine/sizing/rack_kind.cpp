// SPDX-License-Identifier: Apache-2.0
#include "engine/check/rules.h"
#include "engine/resolve/design.h"
#include "engine/resolve/facility.h"
#include "engine/sizing/site_plan.h"
#include "models/cooling/cold_plate.h"
#include "models/cooling/heat_exchanger.h"
#include "models/cooling/rack_heat.h"
#include "models/facility/rack_block.h"
#include "models/facility/site.h"
#include "models/power/altitude_derating.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headroom::engine::sizing {

namespace {

/// A project of one such rack in that climate: its loads are then those that every design rule sees.
Project oneRack(const std::string& rack, const FacilityBrief& brief) {
    ProjectWriter writer;
    writer.add(models::SiteSpec::type(), "site")
        .text("climate", brief.climate)
        .text("weather_file", brief.weatherFile.string());
    writer.add(models::RackBlockSpec::type(), "racks")
        .text("rack", rack)
        .count("rows", 1)
        .count("racks_per_row", 1);
    return writer.take();
}

/// Margin of chips to the temperature at which they slow down, at full activity: the rule chip-limit demands it, and
/// control takes a kelvin. Assumption.
constexpr double kChipMarginK = 3.0;

/// Water of a two-phase tank [C]. Assumption: its condenser was chosen for 32 C, and 31 C leaves it a margin. Its chips
/// follow the boiling point.
constexpr double kTankCondenserC = 31.0;

/// The warmest coolant supply, to a tenth of a kelvin, at which the hottest chip of a rack or of a bath keeps that
/// margin at design flow; infinite in air.
double mostCoolantC(const ResolvedBlock& b) {
    const double limitC = b.accelerator->throttleSoftwareC - kChipMarginK;
    if (!b.isLiquid() || std::isnan(limitC)) {
        return std::numeric_limits<double>::infinity();
    }
    const bool hasTank = b.tank != nullptr && b.bath != nullptr;
    if (hasTank && b.tank->kind == models::TankKind::TwoPhase) {
        return kTankCondenserC;
    }
    const models::BathLiquid bath = hasTank ? models::bathLiquid(*b.bath) : models::BathLiquid{};
    const double jPerM3K = models::kCoolantCp * models::kCoolantDensity;
    const double wPerK = b.coolantM3PerS * jPerM3K;
    models::ChipCooling cooling;
    cooling.tank = hasTank ? b.tank : nullptr;
    cooling.bath = hasTank ? &bath : nullptr;
    cooling.hotRise = models::hottestRiseRatio(*b.server, *b.accelerator,
                                               b.rack->servers * b.server->accelerators);
    double supplyC = 60.0;
    for (; supplyC > 0.0; supplyC -= 0.1) {
        cooling.coolantC = hasTank ? models::bathAtRestC(*b.tank, bath, b.liquidW(),
                                                         b.coolantM3PerS, jPerM3K, supplyC)
                                   : supplyC + (wPerK > 0.0 ? 0.5 * b.liquidW() / wPerK : 0.0);
        if (models::settledLoad(b.parts(), 1.0, cooling).hotC <= limitC) {
            break;
        }
    }
    return supplyC;
}

bool readKind(SitePlan& plan, RackKind& kind) {
    const Project project = oneRack(kind.id, *plan.brief);
    const Facility facility = resolve(std::make_shared<const Project>(project), *plan.catalogue);
    if (!facility.blocks.front().complete()) {
        std::vector<std::string> known;
        for (const CatalogueEntry* entry : plan.catalogue->entriesOf(models::RackSpec::type().id)) {
            known.push_back(entry->id);
        }
        const std::string near = nearest(kind.id, known);
        plan.fail("SIZ-001", "The catalogue has no rack '" + kind.id + "'.",
                  near.empty() ? "Choose one of `headroom-cli catalog rack`."
                               : "Did you mean " + near + "?");
        return false;
    }
    const ResolvedBlock& b = facility.blocks.front();
    kind.rack = b.rack;
    kind.server = b.server;
    kind.accelerator = b.accelerator;
    kind.rackW = b.rackW;
    kind.ratedW = std::max(b.rackW, b.rack->ratedPowerW);
    kind.ratedVa = kind.ratedW / b.powerFactor();
    kind.liquidW = b.isLiquid() ? kind.ratedW * b.server->liquidFraction : 0.0;
    kind.mostCoolantC = mostCoolantC(b);
    kind.coolantM3PerS = b.coolantM3PerS;
    kind.fanAirM3PerS = b.fanAirM3PerS;
    const double outBytes = b.accelerator->scaleOutBytesPerS;
    kind.adapterBytesPerS = std::isnan(outBytes) || b.server->nics == 0
                                ? 0.0
                                : outBytes * b.server->accelerators / b.server->nics;
    return true;
}

}  // namespace

std::vector<std::string> SitePlan::sides() const {
    switch (brief->power) {
        case PowerRedundancy::None:
        case PowerRedundancy::Spare:
            return {"a"};
        case PowerRedundancy::TwoPaths:
            return {"a", "b"};
        case PowerRedundancy::FourMakeThree:
            return {"a", "b", "c", "d"};
    }
    return {"a"};
}

std::vector<std::string> SitePlan::pairs() const {
    std::vector<std::string> all;
    for (const std::string& own : sides()) {
        for (const std::string& other : sides()) {
            if (own != other) {
                all.push_back(own + other);
            }
        }
    }
    return all;
}

std::vector<std::string> SitePlan::machineFeeds(const HallPlan& hall) const {
    std::vector<std::string> feeds;
    for (const std::string& pair : pairs()) {
        feeds.push_back("pan-" + hall.tag + pair);
    }
    if (feeds.empty()) {
        feeds.push_back((brief->power == PowerRedundancy::Spare ? "sts-" : "out-") + hall.tag +
                        "a");
    }
    return feeds;
}

double SitePlan::ratingShare(const char* type) const {
    const auto* derating = catalogue->spec<models::AltitudeDeratingSpec>(type);
    return derating == nullptr ? 1.0 : models::ratingShareAt(*derating, elevationM);
}

double SitePlan::sideShare() const {
    // Three of four ways carry all while one is out.
    return brief->power == PowerRedundancy::FourMakeThree ? 1.0 / 3.0 : 1.0;
}

void SitePlan::fail(const std::string& code, const std::string& message,
                    const std::string& remedy) {
    errors.push_back({code, message, remedy, {}, {}, 0});
}

void SitePlan::say(const std::string& object, const Words& what, const Words& why) {
    choices.push_back({object, what, why});
}

std::string powerWords(double watts) {
    return watts >= 1e6 ? amountText(rounded(watts / 1e6, 0.01), "MW")
                        : amountText(rounded(watts / 1e3, 1.0), "kW");
}

std::string vaWords(double va) {
    return va >= 1e6 ? amountText(rounded(va / 1e6, 0.01), "MVA")
                     : amountText(rounded(va / 1e3, 1.0), "kVA");
}

void readKinds(SitePlan& plan) {
    const FacilityBrief& brief = *plan.brief;
    constexpr double kMostShare = 1e6;
    double sum = 0.0;
    for (const RackShare& share : brief.racks) {
        if (!(share.share >= 0.0 && share.share <= kMostShare)) {
            plan.fail("SIZ-001",
                      "The share of '" + share.rack + "' is not a number from 0 to 1,000,000.",
                      "State shares as 3 and 1.");
            return;
        }
        sum += share.share;
    }
    if (brief.racks.empty() || !(sum > 0.0)) {
        plan.fail("SIZ-001", "The brief names no racks.", "Choose at least one kind of rack.");
        return;
    }
    for (const RackShare& share : brief.racks) {
        RackKind kind;
        kind.id = share.rack;
        kind.share = share.share / sum;
        if (readKind(plan, kind) && kind.share > 0.0) {
            kind.fabric = brief.racks.size() == 1
                              ? "fabric"
                              : "fabric-" + std::to_string(plan.kinds.size() + 1);
            plan.kinds.push_back(std::move(kind));
        }
    }
}

}  // namespace headroom::engine::sizing
