// SPDX-License-Identifier: Apache-2.0
#include "engine/check/rules.h"
#include "engine/sizing/plant_capacity.h"
#include "engine/sizing/site_plan.h"
#include "models/cooling/cdu.h"
#include "models/cooling/chiller.h"
#include "models/cooling/condenser_air.h"
#include "models/cooling/cooling_class.h"
#include "models/cooling/cooling_tower.h"
#include "models/cooling/crah.h"
#include "models/cooling/dry_cooler.h"
#include "models/cooling/fluid.h"
#include "models/cooling/heat_exchanger.h"
#include "models/cooling/pump.h"
#include "models/facility/cooling_loop.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

namespace headroom::engine::sizing {

namespace {

/// From facility water to the coolant of racks, as CDUs are rated.
constexpr double kCoolantApproachK = 4.0;

/// Plate exchanger between open towers and the closed loop.
constexpr double kPlateApproachK = 2.0;

/// Above it water-cooled chillers with towers take less power than air-cooled ones by more than
/// their towers cost. Assumption: half a megawatt, as in most planning guides.
constexpr double kAirCooledUpToW = 500e3;

/// Assumption: 6 m3 of water in a loop for each megawatt, as in the scenarios that come with it.
constexpr double kVolumeM3PerW = 6.0 / 1e6;

/// Lowest coolant supply that racks are run at. Warm enough to stay above the dew point of halls.
constexpr double kLeastWarmC = 26.0;

/// Highest coolant [C] that all racks allow; infinite where no class says.
double highestCoolantC(const SitePlan& plan) {
    double highC = 45.0;
    for (const RackKind& kind : plan.kinds) {
        const auto* spec = plan.catalogue->spec<models::CoolingClassSpec>(kind.server->liquidClass);
        if (kind.isLiquid() && spec != nullptr && !std::isnan(spec->allowableHighC)) {
            highC = std::min(highC, spec->allowableHighC);
        }
        if (kind.isLiquid()) {
            highC = std::min(highC, std::floor(kind.mostCoolantC));
        }
    }
    return highC;
}

/// Water that the towers of a family deliver at the design wet bulb.
double towerSupplyC(const SitePlan& plan) {
    const auto* tower = plan.catalogue->spec<models::CoolingTowerSpec>(families().towers.front());
    const double approachK = tower == nullptr ? 4.0 : tower->designApproachK;
    return plan.weather.wetBulbC() + approachK;
}

double waterJPerM3K() {
    return models::kWaterCp * models::kWaterDensity;
}

/// Margin of glycol to its freezing point in the coldest hour of 20 years. Assumption: 3 K, as makers of
/// glycol advise.
constexpr double kGlycolMarginK = 3.0;

/// Water where it does not freeze; else the least glycol that survives the coldest hour.
void chooseOutdoorFluid(SitePlan& plan) {
    plan.warmFluid = "water";
    if (plan.brief->plant != PlantKind::WarmDry || !plan.isFrosty()) {
        return;
    }
    for (const std::string& id : families().outdoorFluids) {
        const auto* fluid = plan.catalogue->spec<models::FluidSpec>(id);
        if (fluid == nullptr || !(fluid->freezingC <= plan.weather.lowestC - kGlycolMarginK)) {
            continue;
        }
        const models::FluidProperties p = models::fluidAt(*fluid, plan.warmSupplyC);
        plan.warmFluid = id;
        plan.warmJPerM3K = p.densityKgPerM3 * p.cpJPerKgK;
        plan.say("site", partName(*plan.catalogue, id) + " in the loops of dry coolers",
                 "it freezes at " + amountText(fluid->freezingC, "°C") +
                     ", and the coldest hour of 20 years has " +
                     amountText(plan.weather.lowestC, "°C") + "; it carries " +
                     std::to_string(std::lround(100.0 * plan.warmJPerM3K / waterJPerM3K())) +
                     " % of the heat of water");
        return;
    }
    plan.fail("SIZ-003",
              "No fluid of the catalogue stays liquid at " +
                  amountText(plan.weather.lowestC, "°C") + " outdoors.",
              "Choose towers or chillers.");
}

/// A loop takes the model of the largest loop while that installs at most this multiple of the best fit.
/// Assumption: beyond twice, smaller machines cost less than one model for all saves.
constexpr double kMostOversize = 2.0;

class LoopSizer {
  public:
    /// `like`: the largest loop of that kind on the site, whose models this one takes where they carry it. The largest
    /// loop itself has none.
    LoopSizer(SitePlan& plan, LoopPlan& loop, const LoopPlan* like)
        : plan_(plan),
          catalogue_(*plan.catalogue),
          loop_(loop),
          like_(like),
          spares_(plan.brief->coolingSpare ? 1 : 0) {}

    void chilled() {
        if (loop_.heatW <= kAirCooledUpToW) {
            airCooled();
            if (loop_.chiller) {
                pumps();
                return;
            }
        }
        waterCooled();
    }

    /// Chillers, which rest while the towers alone bring the water to its temperature.
    void waterCooled() {
        // Condensers see the towers' water at the highest wet bulb.
        const double condenserC = towerSupplyC(plan_);
        loop_.chiller =
            chosen(&LoopPlan::chiller, families().waterChillers, loop_.heatW, 12, spares_,
                   [&](const std::string& id) { return chillerW(id, condenserC); });
        const auto* chiller = catalogue_.spec<models::ChillerSpec>(loop_.chiller.part);
        if (chiller == nullptr) {
            lacks("chillers");
            return;
        }
        const double compressorW = loop_.heatW / chiller->ratedCop;
        loop_.machinesW += compressorW;
        towers(loop_.heatW + compressorW);
        pumps();
        sayChillers(condenserC);
    }

    void warm() {
        if (plan_.brief->plant == PlantKind::WarmDry && !plan_.trimChillers) {
            loop_.fluid = plan_.warmFluid;
            loop_.jPerM3K = plan_.warmJPerM3K;
        }
        if (plan_.trimChillers) {
            waterCooled();
            return;
        }
        if (plan_.brief->plant == PlantKind::WarmDry) {
            dryCoolers();
        } else {
            towers(loop_.heatW);
        }
        pumps();
    }

  private:
    /// Equal plants get equal machines: one model to a site is one store of spare parts and one contract.
    Picked chosen(Picked LoopPlan::*role, const std::vector<std::string>& family, double load,
                  int most, int spares,
                  const std::function<double(const std::string&)>& capacityOf) const {
        Picked best = pick(family, load, 1, most, spares, capacityOf);
        const std::string part = like_ == nullptr ? std::string() : (like_->*role).part;
        if (part == best.part || std::find(family.begin(), family.end(), part) == family.end()) {
            return best;
        }
        Picked same = pick({part}, load, 1, most, spares, capacityOf);
        const bool isModest = same && same.count * capacityOf(part) <=
                                          kMostOversize * best.count * capacityOf(best.part);
        if (isModest) {
            return same;
        }
        return best;
    }

    double chillerW(const std::string& id, double condenserC) const {
        const auto* c = catalogue_.spec<models::ChillerSpec>(id);
        if (c == nullptr || condenserC - loop_.supplyC > models::fittedLiftK(*c)) {
            return 0.0;  // it would surge
        }
        return chillerCapacityW(*c, loop_.supplyC, condenserC);
    }

    void airCooled() {
        const double outsideC = models::condenserAirC(plan_.weather.hottest);
        loop_.chiller = chosen(&LoopPlan::chiller, families().airChillers, loop_.heatW, 12, spares_,
                               [&](const std::string& id) { return chillerW(id, outsideC); });
        const auto* c = catalogue_.spec<models::ChillerSpec>(loop_.chiller.part);
        if (c == nullptr) {
            return;
        }
        loop_.airCooledChillers = true;
        protectFromFrost("evaporators and pipes outdoors");
        loop_.exchangerApproachK = 0.0;
        loop_.machinesW += loop_.heatW / c->ratedCop;
        sayChillers(outsideC);
    }

    void sayChillers(double condenserC) {
        plan_.say(loop_.id, countedText(catalogue_, loop_.chiller.part, loop_.chiller.count),
                  powerWords(loop_.heatW) + " of heat at " +
                      std::to_string(static_cast<int>(loop_.supplyC)) + " °C; each takes " +
                      powerWords(chillerW(loop_.chiller.part, condenserC)) + " with " +
                      std::to_string(static_cast<int>(std::lround(condenserC))) + " °C " +
                      (loop_.airCooledChillers ? "outside" : "from the towers") + ", " +
                      std::to_string(loop_.chiller.needed) + " carry it" + spareWords());
    }

    std::string spareWords() const { return spares_ > 0 ? ", one to spare" : ", none to spare"; }

    void towers(double rejectW) {
        loop_.tower = chosen(&LoopPlan::tower, families().towers, rejectW, 12, spares_,
                             [&](const std::string& id) {
                                 const auto* t = catalogue_.spec<models::CoolingTowerSpec>(id);
                                 return t == nullptr ? 0.0 : t->ratedHeatW;
                             });
        const auto* tower = catalogue_.spec<models::CoolingTowerSpec>(loop_.tower.part);
        if (tower == nullptr) {
            lacks("cooling towers");
            return;
        }
        protectFromFrost("basins of towers");
        const double flowM3PerS = rejectW / (waterJPerM3K() * tower->designRangeK);
        loop_.condenserPump =
            pumpsFor(&LoopPlan::condenserPump, families().condenserPumps, flowM3PerS);
        loop_.machinesW += loop_.tower.count * tower->fanRatedW + pumpW(loop_.condenserPump);
        plan_.say(loop_.id, countedText(catalogue_, loop_.tower.part, loop_.tower.count),
                  powerWords(rejectW) + " to reject at a wet bulb of " +
                      std::to_string(static_cast<int>(std::lround(plan_.weather.wetBulbC()))) +
                      " °C, " + std::to_string(loop_.tower.needed) + " carry it" + spareWords());
    }

    void protectFromFrost(const std::string& what) {
        loop_.frostHeater = plan_.isFrosty();
        if (loop_.frostHeater) {
            plan_.say(loop_.id, "heaters against frost",
                      "of " + what + ": the coldest hour of 20 years has " +
                          amountText(plan_.weather.lowestC, "°C"));
        }
    }

    void dryCoolers() {
        const double returnC = loop_.supplyC + loop_.riseK;
        const auto each = [&](const std::string& id) {
            const auto* d = catalogue_.spec<models::DryCoolerSpec>(id);
            return d == nullptr ? 0.0
                                : dryCoolerCapacityW(*d, plan_.weather, returnC, loop_.jPerM3K);
        };
        loop_.dryCooler =
            chosen(&LoopPlan::dryCooler, families().dryCoolers, loop_.heatW, 64, spares_, each);
        const auto* cooler = catalogue_.spec<models::DryCoolerSpec>(loop_.dryCooler.part);
        if (cooler == nullptr) {
            lacks("dry coolers");
            return;
        }
        loop_.exchangerApproachK = 0.0;
        loop_.machinesW += loop_.dryCooler.count * cooler->fanRatedW;
        plan_.say(loop_.id, countedText(catalogue_, loop_.dryCooler.part, loop_.dryCooler.count),
                  powerWords(loop_.heatW) + " to reject; each takes " +
                      powerWords(each(loop_.dryCooler.part)) + " on the worst day, " +
                      std::to_string(loop_.dryCooler.needed) + " carry it" + spareWords());
    }

    Picked pumpsFor(Picked LoopPlan::*role, const std::vector<std::string>& family,
                    double flowM3PerS) const {
        return chosen(role, family, flowM3PerS, 8, spares_ + plan_.knobs.extraPumps,
                      [&](const std::string& id) {
                          const auto* p = catalogue_.spec<models::PumpSpec>(id);
                          return p == nullptr ? 0.0 : p->flowM3PerS;
                      });
    }

    double pumpW(const Picked& pumps) const {
        const auto* p = catalogue_.spec<models::PumpSpec>(pumps.part);
        return p == nullptr ? 0.0 : pumps.count * models::pumpPowerW(*p, 1.0);
    }

    void pumps() {
        const double flowM3PerS = loop_.heatW / (loop_.jPerM3K * loop_.riseK);
        loop_.pump = pumpsFor(&LoopPlan::pump, families().loopPumps, flowM3PerS);
        if (!loop_.pump) {
            lacks("pumps");
            return;
        }
        loop_.pumpW = pumpW(loop_.pump);
        loop_.volumeM3 = std::max(2.0, std::ceil(loop_.heatW * kVolumeM3PerW));
        plan_.say(loop_.id, countedText(catalogue_, loop_.pump.part, loop_.pump.count),
                  std::to_string(static_cast<int>(std::lround(flowM3PerS * 1e3))) +
                      " L/s at a rise of " + std::to_string(static_cast<int>(loop_.riseK)) +
                      " K, " + std::to_string(loop_.pump.needed) + " carry it" + spareWords());
    }

    void lacks(const std::string& what) {
        plan_.fail("SIZ-003",
                   "No number of " + what + " of the catalogue takes " + powerWords(loop_.heatW) +
                       " in one loop.",
                   "Choose another plant, or smaller halls.");
    }

    SitePlan& plan_;
    const Catalogue& catalogue_;
    LoopPlan& loop_;
    const LoopPlan* like_;
    int spares_;
};

double crahFansW(const SitePlan& plan, const HallPlan& h) {
    const auto* c = plan.catalogue->spec<models::CrahSpec>(h.crah.part);
    return c == nullptr ? 0.0 : h.crah.count * c->fanRatedW;
}

void loopHeats(SitePlan& plan) {
    for (std::size_t m = 0; m < plan.modules.size(); ++m) {
        ModulePlan& module = plan.modules[m];
        const std::string number = std::to_string(m + 1);
        module.chilled = {};
        module.warm = {};
        module.chilled.id = "chilled-" + number;
        module.chilled.name = "Chilled water " + number;
        module.chilled.supplyC = plan.chilledSupplyC;
        module.warm.id = "warm-" + number;
        module.warm.name = "Warm water " + number;
        module.warm.supplyC = plan.warmSupplyC;
        module.warm.riseK = 9.0;
        module.warm.towerMinimumC = 12.0;
        for (LoopPlan* loop : {&module.chilled, &module.warm}) {
            loop->mainVelocityMPerS = 2.0 * plan.knobs.velocityFactor;
            loop->exchangerApproachK = kPlateApproachK;
        }
        for (const int i : module.halls) {
            const HallPlan& h = plan.halls[static_cast<std::size_t>(i)];
            module.chilled.heatW += h.airW + crahFansW(plan, h);
            const auto* cdu = plan.catalogue->spec<models::CduSpec>(h.cdu.part);
            if (cdu != nullptr) {
                LoopPlan& loop = plan.racksOnChilled() ? module.chilled : module.warm;
                loop.heatW += static_cast<double>(h.racks()) *
                                  plan.kinds[static_cast<std::size_t>(h.kind)].liquidW +
                              h.cdu.count * cdu->pumpRatedW;
            }
        }
    }
}

/// Panels with two boards behind them; of one way without a reserve, the boards.
std::vector<std::string> mechanicalFeeds(const SitePlan& plan, const std::string& number) {
    if (plan.sides().size() > 1) {
        return {"mcc-" + number + "ab", "mcc-" + number + "ba"};
    }
    return {(plan.brief->power == PowerRedundancy::Spare ? "mcc-" : "mech-") + number + "a"};
}

void writeLoop(const SitePlan& plan, const ModulePlan& module, const LoopPlan& loop,
               const std::string& number, bool wired, ProjectWriter& writer) {
    if (!loop.pump) {
        return;
    }
    std::vector<std::string> machines, pumps;
    if (wired) {
        machines = mechanicalFeeds(plan, number);
        for (const int i : module.halls) {
            for (const std::string& feed :
                 plan.machineFeeds(plan.halls[static_cast<std::size_t>(i)])) {
                pumps.push_back(feed);
            }
        }
    }
    ObjectWriter o = writer.add(models::CoolingLoopSpec::type(), loop.id);
    o.text("name", loop.name)
        .number("supply_setpoint_c", loop.supplyC)
        .number("design_rise_k", loop.riseK)
        .number("exchanger_approach_k", loop.exchangerApproachK)
        .text("pump", loop.pump.part)
        .count("pump_count", loop.pump.count)
        .number("volume_m3", loop.volumeM3)
        .names("feeds", machines)
        .names("pump_feeds", pumps)
        .number("x_m", loop.xM)
        .number("y_m", loop.yM);
    if (loop.fluid != models::CoolingLoopSpec{}.fluid) {
        o.text("fluid", loop.fluid);
    }
    if (loop.frostHeater) {
        o.text("frost_protection", "heater");
    }
    if (loop.mainVelocityMPerS != models::CoolingLoopSpec{}.velocityMPerS) {
        o.number("main_velocity_m_per_s", rounded(loop.mainVelocityMPerS, 0.01));
    }
    if (loop.tower) {
        o.text("cooling_tower", loop.tower.part)
            .count("cooling_tower_count", loop.tower.count)
            .number("tower_minimum_c", loop.towerMinimumC)
            .text("condenser_pump", loop.condenserPump.part)
            .count("condenser_pump_count", loop.condenserPump.count)
            .number("cycles_of_concentration", 5);
    }
    if (loop.dryCooler) {
        o.text("dry_cooler", loop.dryCooler.part).count("dry_cooler_count", loop.dryCooler.count);
    }
    if (loop.chiller) {
        o.text("chiller", loop.chiller.part).count("chiller_count", loop.chiller.count);
    }
}

}  // namespace

void chooseTemperatures(SitePlan& plan) {
    const bool anyLiquid = std::any_of(plan.kinds.begin(), plan.kinds.end(),
                                       [](const RackKind& k) { return k.isLiquid(); });
    if (!anyLiquid || plan.racksOnChilled()) {
        return;
    }
    double leastC = 0.0;
    std::string by;
    if (plan.brief->plant == PlantKind::WarmTowers) {
        leastC = towerSupplyC(plan) + kPlateApproachK;
        by = "towers deliver " + std::to_string(static_cast<int>(std::lround(leastC))) + " °C";
    } else {
        const auto* cooler =
            plan.catalogue->spec<models::DryCoolerSpec>(families().dryCoolers.front());
        double airC = plan.weather.dryBulbC;
        if (cooler != nullptr) {
            airC = std::max(models::dryCoolerLaw(*cooler, 1.0, 1.0, plan.weather.hottest).airC,
                            models::dryCoolerLaw(*cooler, 1.0, 1.0, plan.weather.mostHumid).airC);
        }
        // Assumption: coolers that bring the water within 4 K of their air are of sensible size.
        leastC = airC + 4.0;
        by = "dry coolers deliver " + std::to_string(static_cast<int>(std::lround(leastC))) + " °C";
    }
    plan.warmSupplyC = std::max(kLeastWarmC, std::ceil(leastC - 0.2));
    const double coolantC = plan.warmSupplyC + kCoolantApproachK;
    const double highC = highestCoolantC(plan);
    if (coolantC > highC && plan.brief->plant == PlantKind::WarmTowers) {
        plan.trimChillers = true;
        plan.warmSupplyC = highC - kCoolantApproachK;
        plan.say("site", std::to_string(static_cast<int>(plan.warmSupplyC)) + " °C cooling water",
                 "In the worst hour " + by + ", and racks allow coolant of " +
                     std::to_string(static_cast<int>(std::lround(highC))) +
                     " °C: chillers help while it is hot");
        return;
    }
    chooseOutdoorFluid(plan);
    if (coolantC > highC) {
        plan.fail("SIZ-004",
                  "In the worst hour of the climate " + by + ", so that coolant is at " +
                      std::to_string(static_cast<int>(std::lround(coolantC))) +
                      " °C, but the racks allow " +
                      std::to_string(static_cast<int>(std::lround(highC))) + " °C.",
                  "Choose chilled water, or racks of a warmer class.");
        return;
    }
    plan.say("site", std::to_string(static_cast<int>(plan.warmSupplyC)) + " °C warm water",
             "In the worst hour " + by + "; coolant follows 4 K above, and racks allow " +
                 std::to_string(static_cast<int>(std::lround(highC))) + " °C");
}

namespace {

/// The loop with the most heat, sized by itself; choices and faults are left to the sizing of all.
LoopPlan largestLoop(SitePlan& plan, LoopPlan ModulePlan::*loop, void (LoopSizer::*size)()) {
    LoopPlan largest;
    for (const ModulePlan& module : plan.modules) {
        if ((module.*loop).heatW > largest.heatW) {
            largest = module.*loop;
        }
    }
    if (largest.heatW > 0.0) {
        const std::vector<SizingChoice> choices = plan.choices;
        const Errors errors = plan.errors;
        LoopSizer sizer(plan, largest, nullptr);
        (sizer.*size)();
        plan.choices = choices;
        plan.errors = errors;
    }
    return largest;
}

}  // namespace

void planCooling(SitePlan& plan) {
    loopHeats(plan);
    const LoopPlan chilled = largestLoop(plan, &ModulePlan::chilled, &LoopSizer::chilled);
    const LoopPlan warm = largestLoop(plan, &ModulePlan::warm, &LoopSizer::warm);
    for (ModulePlan& module : plan.modules) {
        LoopSizer(plan, module.chilled, &chilled).chilled();
        if (module.warm.heatW > 0.0) {
            LoopSizer(plan, module.warm, &warm).warm();
        }
    }
    for (const HallPlan& h : plan.halls) {
        const std::string spare = plan.brief->coolingSpare ? ", one to spare" : ", none to spare";
        plan.say(h.id, countedText(*plan.catalogue, h.crah.part, h.crah.count),
                 powerWords(h.airW) + " of heat to the air, " + std::to_string(h.crah.needed) +
                     " carry it" + spare);
        if (h.cdu) {
            const RackKind& kind = plan.kinds[static_cast<std::size_t>(h.kind)];
            plan.say("cdus-" + h.tag, countedText(*plan.catalogue, h.cdu.part, h.cdu.count),
                     powerWords(static_cast<double>(h.racks()) * kind.liquidW) +
                         " to the coolant, " + std::to_string(h.cdu.needed) + " carry it" + spare);
        }
    }
}

void writeCooling(const SitePlan& plan, ProjectWriter& writer, bool wired) {
    for (std::size_t m = 0; m < plan.modules.size(); ++m) {
        const ModulePlan& module = plan.modules[m];
        const std::string number = std::to_string(m + 1);
        writeLoop(plan, module, module.chilled, number, wired, writer);
        writeLoop(plan, module, module.warm, number, wired, writer);
    }
}

}  // namespace headroom::engine::sizing
