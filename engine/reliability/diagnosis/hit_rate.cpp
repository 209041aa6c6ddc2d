// SPDX-License-Identifier: Apache-2.0
#include "engine/experiment/run_until.h"
#include "engine/part/part_address.h"
#include "engine/plant/index.h"
#include "engine/plant/plant.h"
#include "engine/reliability/diagnosis/diagnosis.h"
#include "engine/run/simulator.h"
#include "models/core/random.h"

#include <algorithm>
#include <map>

namespace headroom::engine {

namespace {

using models::CoolingMachine;
using models::DrillAction;

constexpr std::uint64_t kStream = 11ULL << 40U;
constexpr double kCalmHourS = 3600.0;  ///< before a fault
constexpr double kFollowedS = 1800.0;  ///< after it
constexpr double kThinksS = 120.0;     ///< from the first alarm to the diagnosis

/// A fault that can be ordered, and the part as a diagnosis would name it.
struct Choice {
    PlantOrder order;
    std::string part;
};

PlantOrder orderOf(DrillAction action, const std::string& unit, CoolingMachine machine,
                   double amount) {
    PlantOrder order;
    order.action = action;
    order.unit = unit;
    order.machine = machine;
    order.amount = amount;
    return order;
}

/// All parts of the coolant plant and of the wiring, each in the ways in which it fails.
std::vector<Choice> choicesOf(const Plant& plant) {
    std::vector<Choice> all;
    const auto add = [&](DrillAction action, const std::string& id, CoolingMachine machine,
                         const char* part, double amount) {
        all.push_back({orderOf(action, id, machine, amount), PartAddress{id, 0, part}.text()});
    };
    for (const PlantCdu& cdu : plant.cdus) {
        add(DrillAction::Fail, cdu.id, CoolingMachine::Pumps, "pumps", models::kNotStated);
        add(DrillAction::Fail, cdu.id, CoolingMachine::Cdus, "cdus", models::kNotStated);
        add(DrillAction::Stick, cdu.id, CoolingMachine::Valve, "valve", 0.1);
        add(DrillAction::Foul, cdu.id, CoolingMachine::Exchanger, "exchanger", 0.25);
        add(DrillAction::Leak, cdu.id, CoolingMachine::Cdus, "leak", 0.05);
    }
    for (const PlantLoop& loop : plant.loops) {
        add(DrillAction::Fail, loop.id, CoolingMachine::Pumps, "pumps", models::kNotStated);
        add(DrillAction::Leak, loop.id, CoolingMachine::Pumps, "leak", 0.05);
        if (loop.hasChiller) {
            add(DrillAction::Fail, loop.id, CoolingMachine::Chillers, "chillers",
                models::kNotStated);
        }
        if (loop.hasTower) {
            add(DrillAction::Fail, loop.id, CoolingMachine::Towers, "towers", models::kNotStated);
        }
        if (loop.hasDryCooler) {
            add(DrillAction::Fail, loop.id, CoolingMachine::DryCoolers, "dry_coolers",
                models::kNotStated);
        }
        if (loop.hasCondenserPump) {
            add(DrillAction::Fail, loop.id, CoolingMachine::CondenserPumps, "condenser_pumps",
                models::kNotStated);
        }
    }
    for (const PlantHall& hall : plant.halls) {
        add(DrillAction::Fail, hall.id, CoolingMachine::AirHandlers, "air_handlers",
            models::kNotStated);
        add(DrillAction::Stick, hall.id, CoolingMachine::Valve, "valve", 0.15);
    }
    for (const PowerUnit& unit : plant.network->units) {
        if (makesPower(unit.kind)) {
            continue;  // at rest: nobody sees that it would not start
        }
        const PowerArray* array = nullptr;
        for (const PowerArray& a : plant.network->arrays) {
            const auto index = static_cast<int>(&unit - plant.network->units.data());
            if (index >= a.firstUnit && index < a.firstUnit + a.units) {
                array = &a;
            }
        }
        if (array == nullptr) {
            continue;
        }
        PlantOrder order;
        order.action = DrillAction::Fail;
        order.unit = array->id;
        order.instance =
            1 + static_cast<int>(&unit - plant.network->units.data()) - array->firstUnit;
        all.push_back({order, unit.id});
    }
    return all;
}

HitRate::Trial tryOne(Simulator& simulator, const Choice& choice, Telemetry telemetry) {
    HitRate::Trial trial;
    trial.part = choice.part;
    const double startS = simulator.timeS();
    std::vector<double> row(telemetry.channels.size());
    simulator.operate(choice.order);
    const double dueS = startS + kFollowedS;
    const std::size_t before = telemetry.alarms.size();
    RunHooks hooks;
    hooks.after = [&](Simulator& now) {
        now.sample(row);
        telemetry.timeS.push_back(now.timeS());
        telemetry.values.insert(telemetry.values.end(), row.begin(), row.end());
        for (const Event& event : now.takeEvents()) {
            telemetry.take(event);
        }
        return trial.firstS >= 0.0 || telemetry.alarms.size() == before;  // up to the first alarm
    };
    const auto alarmed = runUntil(simulator, dueS, hooks);
    if (!alarmed || telemetry.alarms.size() == before) {
        return trial;  // of a fault measureHits asks
    }
    trial.firstS = telemetry.alarms[before].timeS - startS;
    if (!runUntil(simulator, std::min(dueS, simulator.timeS() + kThinksS), hooks)) {
        return trial;
    }
    const Diagnosis diagnosis = diagnose(simulator.plant(), telemetry, simulator.timeS());
    for (std::size_t k = 0; k < diagnosis.suspects.size(); ++k) {
        if (diagnosis.suspects[k].part == choice.part) {
            trial.place = static_cast<int>(k) + 1;
            break;
        }
    }
    trial.said = diagnosis.suspects.empty() ? "" : diagnosis.suspects.front().part;
    return trial;
}

}  // namespace

HitRate measureHits(Simulator& simulator, int faults, std::uint64_t seed) {
    Telemetry calm;
    for (const Channel& channel : simulator.channels()) {
        calm.channels.push_back(channel.name);
    }
    std::vector<double> row(calm.channels.size());
    RunHooks hooks;
    hooks.after = [&](Simulator& now) {
        now.sample(row);
        calm.timeS.push_back(now.timeS());
        calm.values.insert(calm.values.end(), row.begin(), row.end());
        return true;
    };
    if (const auto end = runUntil(simulator, kCalmHourS, hooks); !end) {
        HitRate none;
        none.fault = end.error();
        return none;
    }
    const std::vector<std::byte> state = simulator.saveState();
    const std::vector<Choice> choices = choicesOf(simulator.plant());
    HitRate rate;
    std::map<std::string, int> seenOf;
    for (int n = 0; n < faults; ++n) {
        const double draw = models::randomUniform(seed, kStream, static_cast<std::uint64_t>(n));
        const auto pick =
            std::min(choices.size() - 1,
                     static_cast<std::size_t>(draw * static_cast<double>(choices.size())));
        if (!simulator.loadState(state)) {
            break;
        }
        simulator.takeEvents();
        const HitRate::Trial trial = tryOne(simulator, choices[pick], calm);
        if (!simulator.fault().code.empty()) {
            rate.fault = simulator.fault();
            return rate;
        }
        ++rate.faults;
        if (trial.firstS >= 0.0) {
            ++rate.seen;
            ++seenOf[trial.part];
            rate.first += trial.place == 1 ? 1 : 0;
            rate.firstThree += trial.place >= 1 && trial.place <= 3 ? 1 : 0;
        }
        rate.trials.push_back(trial);
    }
    for (const auto& [part, count] : seenOf) {
        if (count > rate.common) {
            rate.common = count;
            rate.commonPart = part;
        }
    }
    return rate;
}

}  // namespace headroom::engine
