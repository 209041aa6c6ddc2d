// SPDX-License-Identifier: Apache-2.0
#include "engine/base/index.h"
#include "engine/sizing/battery_plan.h"
#include "engine/sizing/site_plan.h"
#include "models/cooling/cdu.h"
#include "models/cooling/crah.h"
#include "models/facility/power_unit.h"
#include "models/facility/requirement.h"
#include "models/facility/site.h"
#include "models/power/breaker.h"
#include "models/power/cable.h"
#include "models/power/genset.h"
#include "models/power/pdu.h"
#include "models/power/switchboard.h"
#include "models/power/transfer_switch.h"
#include "models/power/transformer.h"
#include "models/power/ups.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace headroom::engine::sizing {

namespace {

constexpr double kLowV = 415.0, kMediumV = 20e3, kHighV = 110e3;

/// Share of its rating that a part is loaded with at most, where another is out. Assumption: a
/// twentieth is left for what is not counted (lights, controls, unevenness of phases).
constexpr double kFull = 0.95;

/// Share of its rating that a UPS is loaded with: batteries of 5 min then last longer than
/// generators take, and the charger has room.
constexpr double kUpsFull = 0.92;

/// Assumption: one reserve lineup catches for eight at most.
constexpr int kCaught = 8;

/// Up to it the grid delivers 20 kV; beyond a substation is on the site. Assumption.
constexpr double kMediumVoltageUpToVa = 20e6;

/// Cable of one connection at 110 kV: one cable of 300 mm2.
constexpr double kConnectionVa = 100e6;

double amperes(double va, double volts) {
    return va / (std::numbers::sqrt3 * volts);
}

class PowerPlanner {
  public:
    explicit PowerPlanner(SitePlan& plan)
        : plan_(plan), catalogue_(*plan.catalogue), share_(plan.sideShare()) {}

    void run() {
        for (ModulePlan& module : plan_.modules) {
            for (const int i : module.halls) {
                hall(plan_.halls[at(i)], module);
                if (!plan_.errors.empty()) {
                    return;
                }
            }
            mechanical(module);
        }
        supply();
    }

  private:
    template <class Spec>
    std::string fit(const std::vector<std::string>& family, double need,
                    double Spec::*member) const {
        const double share = kFull * plan_.ratingShare(Spec::type().id.data());
        return smallest(family, need, [&](const std::string& id) {
            const auto* spec = catalogue_.spec<Spec>(id);
            return spec == nullptr ? 0.0 : share * spec->*member;
        });
    }

    /// Uninterrupted loads of a hall apart from racks: switches, storage, fans, pumps.
    double machinesVa(const HallPlan& h, const ModulePlan& module) const {
        const double pf = models::SiteSpec{}.mechanicalPowerFactor;
        double w = h.fabricW + h.storageW;
        const auto* crah = catalogue_.spec<models::CrahSpec>(h.crah.part);
        w += crah == nullptr ? 0.0 : h.crah.count * crah->fanRatedW;
        const auto* cdu = catalogue_.spec<models::CduSpec>(h.cdu.part);
        w += cdu == nullptr ? 0.0 : h.cdu.count * cdu->pumpRatedW;
        // Loop pumps hang on every lineup of the module; by halls that is near enough, and
        // findings tell where it is not.
        w += (module.chilled.pumpW + module.warm.pumpW) / static_cast<double>(module.halls.size());
        return w / pf;
    }

    bool lineup(HallWiring& w) const {
        bool found = false;
        double bestVa = 0.0;
        const Families& f = families();
        for (std::size_t frame = 0; frame < f.trunks.size(); ++frame) {
            for (const std::string& id : f.upses) {
                for (int modules = 1; modules <= 2; ++modules) {
                    const auto* ups = catalogue_.spec<models::UpsSpec>(id);
                    const auto* trunk = catalogue_.spec<models::CableSpec>(f.trunks[frame]);
                    if (ups == nullptr || trunk == nullptr) {
                        continue;
                    }
                    const double ratedVa = modules * ups->ratedPowerW *
                                           plan_.ratingShare(models::UpsSpec::type().id.data());
                    if (w.lineupVa > kUpsFull * ratedVa ||
                        (found && ratedVa >= bestVa * (1.0 - 1e-9))) {
                        continue;
                    }
                    const double inputVa =
                        (w.lineupVa + models::upsLossW(*ups, w.lineupVa, modules, false) +
                         ups->chargerShare * ratedVa) /
                        ups->powerFactor;
                    const std::string tx =
                        fit(f.transformers, inputVa, &models::TransformerSpec::ratedVa);
                    const std::string gen =
                        fit(f.gensets, inputVa, &models::GensetSpec::ratedPowerW);
                    if (tx.empty() || (plan_.brief->generators && gen.empty()) ||
                        batteryIsShort(catalogue_, *ups, modules, w.lineupVa, gen) ||
                        amperes(inputVa, kLowV) > kFull * trunk->ratedA) {
                        continue;
                    }
                    found = true;
                    bestVa = ratedVa;
                    w.ups = id;
                    w.modules = modules;
                    w.transformer = tx;
                    w.genset = gen;
                    w.trunk = f.trunks[frame];
                    w.mainBreaker = f.mainBreakers[frame];
                    w.outBreaker = f.outBreakers[frame];
                    w.board = f.lowBoards[frame];
                    w.autoSwitch = f.autoSwitches[frame];
                    w.ratedVa = ratedVa;
                    w.inputVa = inputVa;
                }
            }
        }
        if (found) {
            w.staticSwitch = fit(f.staticSwitches, amperes(w.lineupVa, kLowV),
                                 &models::TransferSwitchSpec::ratedA);
        }
        return found && !w.staticSwitch.empty();
    }

    /// Busways of one lineup: the largest part whose breaker trips before that of the frame, so
    /// that few are needed.
    bool buses(HallWiring& w, const HallPlan& h) const {
        const double rackVa = h.kind < 0 ? 0.0 : share_ * plan_.kinds[at(h.kind)].ratedVa;
        const double itVa = share_ * (h.fabricW + h.storageW);
        const Families& f = families();
        const auto* trunk = catalogue_.spec<models::CableSpec>(w.trunk);
        for (std::size_t i = f.busways.size(); i-- > 0;) {
            const auto* bus = catalogue_.spec<models::PduSpec>(f.busways[i]);
            const auto* breaker = catalogue_.spec<models::BreakerSpec>(f.busBreakers[i]);
            // A breaker of half of the frame at most trips before the one above it.
            if (bus == nullptr || breaker == nullptr || breaker->ratedA > 0.5 * trunk->ratedA) {
                continue;
            }
            const double ratedVa =
                kFull * std::min(bus->ratedPowerW, std::numbers::sqrt3 * kLowV * breaker->ratedA);
            for (int perLineup = 1; perLineup <= 24; ++perLineup) {
                const int all = perLineup * w.lineups;
                const double va = h.mostRacks(all) * rackVa + itVa / all;
                const bool idle = perLineup > 1 && h.kind >= 0 && h.racks() < all;
                if (va <= ratedVa && !idle) {
                    w.buses = all;
                    w.bus = f.busways[i];
                    w.busBreaker = f.busBreakers[i];
                    // No cable below what its breaker lets through.
                    w.busCable = smallest(f.busCables, breaker->ratedA, [&](const std::string& id) {
                        const auto* c = catalogue_.spec<models::CableSpec>(id);
                        return c == nullptr ? 0.0 : c->ratedA;
                    });
                    return !w.busCable.empty();
                }
            }
        }
        return false;
    }

    void hall(HallPlan& h, const ModulePlan& module) {
        const double machines = share_ * machinesVa(h, module);
        const double rackVa = h.kind < 0 ? 0.0 : share_ * plan_.kinds[at(h.kind)].ratedVa;
        HallWiring w;
        bool found = false;
        for (int n = 1; n <= 64 && !found; ++n) {
            w = {};
            w.lineups = n + plan_.knobs.extraLineups;
            w.lineupVa = h.mostRacks(w.lineups) * rackVa * 1.01 + machines / w.lineups;
            if (h.kind >= 0 && h.racks() < w.lineups) {
                break;
            }
            found = lineup(w) && buses(w, h);
        }
        if (!found) {
            plan_.fail("SIZ-003", "No lineup of the catalogue carries " + h.name + ".",
                       "Choose a smaller largest hall, or racks of less power.");
            return;
        }
        w.reserves =
            plan_.brief->power == PowerRedundancy::Spare ? (w.lineups + kCaught - 1) / kCaught : 0;
        panels(w, h, machines);
        h.wiring = w;
        sayHall(h);
    }

    /// Panels with a switch between two sides each, so that fans and pumps stay when a side is out,
    /// and as many as there are machines, so that one of them takes no more than a spare.
    void panels(HallWiring& w, const HallPlan& h, double machinesVa) {
        const auto pairs = static_cast<int>(plan_.pairs().size());
        if (pairs == 0) {
            return;
        }
        int most = std::max(h.crah.count, h.cdu.count);
        for (const ModulePlan& module : plan_.modules) {
            most = std::max({most, module.chilled.pump.count, module.warm.pump.count});
        }
        w.panels = (most + pairs - 1) / pairs;
        w.panel =
            fit(families().staticSwitches, amperes(machinesVa / (share_ * w.panels * pairs), kLowV),
                &models::TransferSwitchSpec::ratedA);
    }

    void sayHall(const HallPlan& h) {
        const HallWiring& w = h.wiring;
        const std::string each =
            "each carries " + vaWords(w.lineupVa) + " of " + vaWords(w.ratedVa) + " at most";
        std::string how;
        switch (plan_.brief->power) {
            case PowerRedundancy::None:
                how = ", nothing to spare";
                break;
            case PowerRedundancy::Spare:
                how = "; " + std::to_string(w.reserves) + " more in reserve behind static switches";
                break;
            case PowerRedundancy::TwoPaths:
                how = " when the other side is out";
                break;
            case PowerRedundancy::FourMakeThree:
                how = " when one of the four is out";
                break;
        }
        const auto sides = static_cast<int>(plan_.sides().size());
        const int lineups = sides * w.lineups + w.reserves;
        plan_.say("ups-" + h.tag + "a", countedText(catalogue_, w.ups, lineups * w.modules),
                  std::to_string(lineups) + " lineups of " + std::to_string(w.modules) + ", " +
                      each + how + batteryWords(catalogue_, w.ups, w.modules, w.lineupVa));
        plan_.say("tx-" + h.tag + "a", countedText(catalogue_, w.transformer, lineups),
                  "one for each lineup: " + vaWords(w.inputVa) + " with the batteries charging");
        if (plan_.brief->generators) {
            plan_.say(
                "gen-" + h.tag + "a", countedText(catalogue_, w.genset, lineups),
                "one for each lineup: " + vaWords(w.inputVa) + " with the batteries charging");
        }
        plan_.say("bus-" + h.tag + "a", countedText(catalogue_, w.bus, sides * w.buses),
                  std::to_string(w.buses / w.lineups) + " for each lineup, " +
                      std::to_string(static_cast<int>(h.mostRacks(w.buses))) +
                      " racks on one at most");
    }

    void mechanical(ModulePlan& module) {
        const double pf = models::SiteSpec{}.mechanicalPowerFactor;
        const double va = (module.chilled.machinesW + module.warm.machinesW) / pf;
        const Families& f = families();
        for (int n = 1; n <= 32; ++n) {
            const double eachVa = va / n;
            for (std::size_t frame = 0; frame < f.trunks.size(); ++frame) {
                const auto* trunk = catalogue_.spec<models::CableSpec>(f.trunks[frame]);
                const std::string tx =
                    fit(f.transformers, eachVa, &models::TransformerSpec::ratedVa);
                const std::string gen = fit(f.gensets, eachVa, &models::GensetSpec::ratedPowerW);
                if (trunk == nullptr || tx.empty() || (plan_.brief->generators && gen.empty()) ||
                    amperes(eachVa, kLowV) > kFull * trunk->ratedA) {
                    continue;
                }
                module.mechanicals = n;
                module.mechVa = va;
                module.mechTransformer = tx;
                module.mechGenset = gen;
                module.mechSwitch = f.autoSwitches[frame];
                module.mechBoard = f.lowBoards[frame];
                module.mechBreaker = f.mainBreakers[frame];
                module.mechTrunk = f.trunks[frame];
                const int sides = plan_.sides().size() > 1 ? 2 : 1;
                const int spare = plan_.brief->power == PowerRedundancy::Spare ? 1 : 0;
                if (sides > 1 || spare > 0) {
                    int most = 1;
                    for (const LoopPlan* loop : {&module.chilled, &module.warm}) {
                        most = std::max({most, loop->tower.count, loop->dryCooler.count,
                                         loop->chiller.count, loop->condenserPump.count});
                    }
                    // As many on each board as on the others, so that one more takes no more.
                    const int panels = (most + sides - 1) / sides;
                    module.mechPanels = (panels + n - 1) / n * n;
                    module.mechPanel =
                        fit(f.panelSwitches, amperes(va / (module.mechPanels * sides), kLowV),
                            &models::TransferSwitchSpec::ratedA);
                }
                plan_.say(
                    "mech-" + numberOf(module) + "a",
                    countedText(catalogue_, tx, sides * n + spare),
                    "boards of chillers, towers and pumps: " + vaWords(va) +
                        (sides > 1 ? ", each side carries all" : "") +
                        (spare > 0 ? ", one to spare" : "") +
                        (module.mechPanels > 0
                             ? "; machines hang on " + std::to_string(sides * module.mechPanels) +
                                   " panels with a switch between two of them"
                             : ""));
                return;
            }
        }
        plan_.fail("SIZ-003", "No mechanical boards of the catalogue carry " + vaWords(va) + ".",
                   "Choose smaller halls.");
    }

    std::string numberOf(const ModulePlan& module) const {
        return std::to_string(&module - plan_.modules.data() + 1);
    }

    void supply() {
        double totalVa = 0.0;
        for (ModulePlan& module : plan_.modules) {
            // A medium-voltage side has one way of two, or two ways of four.
            double va = module.mechVa;
            for (const int i : module.halls) {
                const HallWiring& w = plan_.halls[at(i)].wiring;
                const double ways = plan_.sides().size() == 4 ? 2.0 : 1.0;
                va += ways * w.inputVa * w.lineups;
            }
            module.sideVa = 1.03 * va;  // losses of transformers
            totalVa += module.sideVa;
        }
        plan_.highVoltage = plan_.modules.size() > 1 || totalVa > kMediumVoltageUpToVa;
        plan_.gridsPerSide = plan_.highVoltage
                                 ? std::min(static_cast<int>(plan_.modules.size()),
                                            static_cast<int>(std::ceil(totalVa / kConnectionVa)))
                                 : 1;
        const Families& f = families();
        for (ModulePlan& module : plan_.modules) {
            const double a = amperes(module.sideVa, kMediumV);
            module.mediumBoard = fit(f.mediumBoards, a, &models::SwitchboardSpec::ratedA);
            module.mediumBreaker = fit(f.mediumBreakers, a, &models::BreakerSpec::ratedA);
            module.mediumCable = fit(f.mediumCables, a, &models::CableSpec::ratedA);
            module.substation =
                fit(f.substations, module.sideVa, &models::TransformerSpec::ratedVa);
            if (module.mediumBoard.empty() || module.mediumBreaker.empty() ||
                module.mediumCable.empty() || (plan_.highVoltage && module.substation.empty())) {
                plan_.fail("SIZ-003",
                           "No medium-voltage board and cable of the catalogue carry " +
                               vaWords(module.sideVa) + ".",
                           "Choose smaller halls.");
                return;
            }
        }
    }

    SitePlan& plan_;
    const Catalogue& catalogue_;
    double share_;
};

/// Writes the wiring. Units without a place are in the one-line diagram only.
class PowerWriter {
  public:
    PowerWriter(const SitePlan& plan, ProjectWriter& writer)
        : plan_(plan), writer_(writer), two_(plan.sides().size() > 1) {}

    void run() {
        const std::vector<std::string> ways =
            two_ ? std::vector<std::string>{"a", "b"} : std::vector<std::string>{"a"};
        for (const std::string& way : ways) {
            grids(way);
        }
        for (std::size_t m = 0; m < plan_.modules.size(); ++m) {
            for (const std::string& way : ways) {
                medium(m, way);
            }
            for (const int i : plan_.modules[m].halls) {
                for (const std::string& side : plan_.sides()) {
                    hall(plan_.halls[static_cast<std::size_t>(i)], m, side);
                }
            }
            for (const std::string& way : ways) {
                mechanical(m, way);
            }
        }
    }

  private:
    ObjectWriter add(const std::string& id, const std::string& name, const std::string& part,
                     const std::vector<std::string>& sources) {
        ObjectWriter o = writer_.add(models::PowerUnitSpec::type(), id);
        o.text("name", name).text("part", part).names("sources", sources);
        return o;
    }

    static ObjectWriter& incomer(ObjectWriter& o, const std::string& breaker,
                                 const std::string& cable, double lengthM) {
        return o.text("breaker", breaker).text("cable", cable).number("cable_m", lengthM);
    }

    /// Which of the connections of one side a module hangs on.
    int gridOf(std::size_t module) const {
        return static_cast<int>(module * static_cast<std::size_t>(plan_.gridsPerSide) /
                                plan_.modules.size());
    }

    std::string gridTag(int grid, const std::string& way) const {
        return way + (plan_.gridsPerSide > 1 ? std::to_string(grid + 1) : "");
    }

    std::string label(const std::string& way) const {
        return two_ ? std::string(" ") + static_cast<char>(std::toupper(way.front())) : "";
    }

    void grids(const std::string& way) {
        for (int g = 0; g < plan_.gridsPerSide; ++g) {
            double va = 0.0;
            for (std::size_t m = 0; m < plan_.modules.size(); ++m) {
                va += gridOf(m) == g ? plan_.modules[m].sideVa : 0.0;
            }
            const double step = va > 10e6 ? 1.0 : va > 1e6 ? 0.1 : 0.01;
            const double mva = rounded(std::ceil(1.05 * va / 1e6 / step) * step, step);
            const std::string tag = gridTag(g, way);
            const std::string more =
                plan_.gridsPerSide > 1 ? " " + std::to_string(g + 1) : std::string();
            add("grid-" + tag, "Utility connection" + label(way) + more,
                plan_.highVoltage ? "utility-110kv" : "utility-20kv", {})
                .number("rating_mva", mva);
            if (plan_.highVoltage) {
                ObjectWriter o = add("hv-" + tag, "Switchyard" + label(way) + more, "hv-110-2000",
                                     {"grid-" + tag});
                const bool large = va > 105e6;
                incomer(o, "hv-cb-2000-1500ms", families().highCables[large ? 1 : 0], 500);
            }
        }
    }

    void medium(std::size_t m, const std::string& way) {
        const ModulePlan& module = plan_.modules[m];
        const std::string tag = std::to_string(m + 1) + way;
        const std::string of = plan_.modules.size() > 1 ? " " + std::to_string(m + 1) : "";
        const std::string grid = gridTag(gridOf(m), way);
        std::string source = "grid-" + grid;
        if (plan_.highVoltage) {
            ObjectWriter o = add("sub-" + tag, "Substation" + of + label(way), module.substation,
                                 {"hv-" + grid});
            incomer(o, "hv-cb-630-1200ms", families().highCables.front(), 300);
            if (plan_.brief->power == PowerRedundancy::Spare) {
                o.count("modules", 2).count("redundant", 1);
            }
            source = "sub-" + tag;
        }
        ObjectWriter o = add("mv-" + tag, "Medium-voltage board" + of + label(way),
                             module.mediumBoard, {source});
        incomer(o, module.mediumBreaker, module.mediumCable, plan_.highVoltage ? 60 : 400);
    }

    void transformer(const std::string& id, const std::string& name, const std::string& part,
                     int count, const std::string& source) {
        ObjectWriter o = add(id, name, part, {source});
        o.count("count", count);
        incomer(o, "mv-cb-630-500ms", families().mediumCables.front(), 100);
    }

    /// Transformers, generator sets, transfer switches and UPS of lineups. The id of the UPS.
    std::string chain(const HallWiring& w, const std::string& tag, const std::string& of, int count,
                      const std::string& medium) {
        transformer("tx-" + tag, "Transformers" + of, w.transformer, count, medium);
        std::string source = "tx-" + tag;
        if (plan_.brief->generators) {
            add("gen-" + tag, "Generator sets" + of, w.genset, {}).count("count", count);
            add("ats-" + tag, "Mains or generator" + of, w.autoSwitch, {"tx-" + tag, "gen-" + tag})
                .count("count", count);
            source = "ats-" + tag;
        }
        ObjectWriter o = add("ups-" + tag, "UPS" + of, w.ups, {source});
        o.count("count", count).count("modules", w.modules);
        incomer(o, w.mainBreaker, w.trunk, 20);
        return "ups-" + tag;
    }

    void hall(const HallPlan& h, std::size_t m, const std::string& side) {
        const HallWiring& w = h.wiring;
        const std::string way = side == "c" ? "a" : side == "d" ? "b" : side;
        const std::string medium = "mv-" + std::to_string(m + 1) + way;
        const std::string tag = h.tag + side;
        const std::string of = ", " + h.name + label(side);
        const std::string ups = chain(w, tag, of, w.lineups, medium);
        std::string board = "out-" + tag;
        if (w.reserves > 0) {
            const std::string reserve =
                chain(w, tag + "r", ", reserve of " + h.name, w.reserves, medium);
            board = "sts-" + tag;
            add(board, "Own UPS or reserve" + of, w.staticSwitch, {ups, reserve})
                .count("count", w.lineups);
        } else {
            ObjectWriter o = add(board, "UPS boards" + of, w.board, {ups});
            o.count("count", w.lineups);
            incomer(o, w.outBreaker, w.trunk, 15);
        }
        for (const std::string& pair : plan_.pairs()) {
            if (pair.substr(0, 1) == side && w.panels > 0) {
                add("pan-" + h.tag + pair, "Panels of machines" + of + label(pair.substr(1)),
                    w.panel, {board, "out-" + h.tag + pair.substr(1)})
                    .count("count", w.panels);
            }
        }
        ObjectWriter o = add("bus-" + tag, "Busways" + of, w.bus, {board});
        o.count("count", w.buses);
        incomer(o, w.busBreaker, w.busCable, 40);
    }

    /// Transformers, sets, switches and boards of a plant, `count` of them. The id of the boards.
    std::string mechanicalChain(const ModulePlan& module, const std::string& tag,
                                const std::string& of, int count, const std::string& medium,
                                const std::string& otherTransformer) {
        transformer("mtx-" + tag, "Transformers" + of, module.mechTransformer, count, medium);
        std::vector<std::string> sources = {"mtx-" + tag};
        if (!otherTransformer.empty()) {
            sources.push_back(otherTransformer);
        }
        if (plan_.brief->generators) {
            add("mgen-" + tag, "Generator sets" + of, module.mechGenset, {}).count("count", count);
            sources.push_back("mgen-" + tag);
        }
        std::string source = sources.front();
        if (sources.size() > 1) {
            source = "mats-" + tag;
            add(source, "Transfer switches" + of, module.mechSwitch, sources).count("count", count);
        }
        ObjectWriter o = add("mech-" + tag, "Mechanical boards" + of, module.mechBoard, {source});
        o.count("count", count);
        incomer(o, module.mechBreaker, module.mechTrunk, 20);
        return "mech-" + tag;
    }

    void mechanical(std::size_t m, const std::string& way) {
        const ModulePlan& module = plan_.modules[m];
        const std::string number = std::to_string(m + 1);
        const std::string tag = number + way;
        const std::string other = number + (way == "a" ? "b" : "a");
        const std::string of =
            (plan_.modules.size() > 1 ? " of plant " + number : " of the plant") + label(way);
        const std::string board = mechanicalChain(module, tag, of, module.mechanicals, "mv-" + tag,
                                                  two_ ? "mtx-" + other : "");
        std::string second = two_ ? "mech-" + other : "";
        if (plan_.brief->power == PowerRedundancy::Spare) {
            second = mechanicalChain(module, tag + "r", ", reserve" + of, 1, "mv-" + tag, "");
        }
        if (!second.empty()) {
            add("mcc-" + tag + (two_ ? other.substr(number.size()) : ""), "Machine panels" + of,
                module.mechPanel, {board, second})
                .count("count", module.mechPanels);
        }
    }

    const SitePlan& plan_;
    ProjectWriter& writer_;
    bool two_;
};

}  // namespace

void planPower(SitePlan& plan) {
    PowerPlanner(plan).run();
}

void writeRequirements(const SitePlan& plan, ProjectWriter& writer) {
    // A lineup of N+1 is caught by another, and what is behind the switch between them is not;
    // a panel takes its machine along, which without a spare is missed.
    const bool sources = plan.brief->power == PowerRedundancy::Spare || !plan.brief->coolingSpare;
    writer.add(models::RequirementSpec::type(), "requirements")
        .text("power_failure",
              plan.brief->power == PowerRedundancy::None ? "may_stop" : "keeps_full_load")
        .text("power_parts", sources ? "sources" : "all")
        .text("cooling_failure", plan.brief->coolingSpare ? "keeps_full_load" : "may_stop")
        .text("network_failure", "may_stop")
        .text("rack_inlet", "allowable");
}

void writePower(const SitePlan& plan, ProjectWriter& writer) {
    PowerWriter(plan, writer).run();
}

}  // namespace headroom::engine::sizing
