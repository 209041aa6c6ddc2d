// SPDX-License-Identifier: Apache-2.0
#include "ui/power/power_text.h"

#include "engine/base/index.h"
#include "ui/kit/condition_mark.h"
#include "ui/kit/translate.h"
#include "ui/units/quantity_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace headroom::ui {

namespace {

using engine::PowerKind;
using engine::PowerLoadKind;
using engine::PowerUnitState;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kLiveFrom = 0.01;  // per unit of voltage

/// The gravest first.
constexpr auto kGravity = std::to_array<PowerUnitState>(
    {PowerUnitState::Failed, PowerUnitState::Dead, PowerUnitState::LockedOut,
     PowerUnitState::OnBattery, PowerUnitState::Waiting, PowerUnitState::Transferring,
     PowerUnitState::WalkIn, PowerUnitState::Starting, PowerUnitState::Running,
     PowerUnitState::Standby, PowerUnitState::Normal});

int gravity(PowerUnitState state) {
    return static_cast<int>(kGravity.end() - std::find(kGravity.begin(), kGravity.end(), state));
}

QString loadKindText(PowerLoadKind kind) {
    switch (kind) {
        case PowerLoadKind::Rack:
            return powerTr("racks");
        case PowerLoadKind::HallIt:
            return powerTr("network and storage");
        case PowerLoadKind::Fans:
            return powerTr("air handlers");
        case PowerLoadKind::CduPumps:
            return powerTr("CDU pumps");
        case PowerLoadKind::LoopPumps:
            return powerTr("loop pumps");
        case PowerLoadKind::HeatRejection:
            return powerTr("heat rejection");
    }
    return {};
}

void capitalise(QString& text) {
    if (!text.isEmpty()) {
        text[0] = text[0].toUpper();
    }
}

/// Missing condition of each incomer of a dead unit.
QString deadText(const engine::PowerNetwork& network, const engine::Frame& frame, int index) {
    const engine::PowerUnit& unit = network.units[at(index)];
    if (unit.kind == engine::PowerKind::Utility) {
        return powerTr("The grid is away.");
    }
    if (unit.edges == 0) {
        return powerTr("It gives nothing.");
    }
    QStringList parts;
    for (int e = unit.firstEdge; e < unit.firstEdge + unit.edges && parts.size() < 3; ++e) {
        const engine::PowerEdge& edge = network.edges[at(e)];
        const auto breaker = frame.powerEdges[at(e)].breaker;
        const QString from = unitName(network, edge.from);
        if (breaker != engine::BreakerState::Closed) {
            parts << powerTr("its breaker from %1 is %2")
                         .arg(from, breakerStateText(breaker).toLower());
        } else if (!isLive(frame.powerUnits[at(edge.from)])) {
            parts << powerTr("%1 is dead").arg(from);
        }
    }
    if (parts.isEmpty()) {
        return powerTr("Nothing feeds it.");
    }
    QString text = parts.join(powerTr("; "));
    capitalise(text);
    return text + '.';
}

}  // namespace

double edgeLoading(const engine::PowerNetwork& network, const engine::Frame& frame, int edge) {
    const int breaker = network.edges[at(edge)].breaker;
    const double ratedA = breaker < 0 ? kNan : network.breakers[at(breaker)].ratedA;
    return static_cast<double>(frame.powerEdges[at(edge)].currentA) / ratedA;
}

QString powerKindText(PowerKind kind) {
    return powerTr(engine::powerKindName(kind));
}

QString powerStateText(PowerUnitState state) {
    switch (state) {
        case PowerUnitState::Normal:
            return powerTr("Normal");
        case PowerUnitState::Dead:
            return conditionWord(engine::Condition::Unpowered);
        case PowerUnitState::Failed:
            return powerTr("Failed");
        case PowerUnitState::OnBattery:
            return powerTr("On battery");
        case PowerUnitState::WalkIn:
            return powerTr("Walking in");
        case PowerUnitState::LockedOut:
            return powerTr("Locked out");
        case PowerUnitState::Standby:
            return powerTr("Standby");
        case PowerUnitState::Starting:
            return powerTr("Starting");
        case PowerUnitState::Running:
            return powerTr("Running");
        case PowerUnitState::Waiting:
            return powerTr("Waiting");
        case PowerUnitState::Transferring:
            return powerTr("Transferring");
    }
    return {};
}

QString breakerStateText(engine::BreakerState state) {
    switch (state) {
        case engine::BreakerState::Closed:
            return powerTr("Closed");
        case engine::BreakerState::Open:
            return powerTr("Open");
        case engine::BreakerState::Tripped:
            return powerTr("Tripped");
    }
    return {};
}

QString arrayName(const engine::PowerNetwork& network, int array) {
    const engine::PowerArray& a = network.arrays[at(array)];
    return QString::fromStdString(a.spec.name.empty() ? a.id : a.spec.name);
}

QString unitName(const engine::PowerNetwork& network, int unit) {
    const engine::PowerUnit& u = network.units[at(unit)];
    const QString name = arrayName(network, u.array);
    return network.arrays[at(u.array)].units > 1
               ? QStringLiteral("%1 %2").arg(name).arg(u.instance + 1)
               : name;
}

QString breakerName(const engine::PowerNetwork& network, int edge) {
    const engine::PowerEdge& e = network.edges[at(edge)];
    return powerTr("breaker of %1 from %2").arg(unitName(network, e.to), unitName(network, e.from));
}

PowerSummary summaryOf(const engine::PowerNetwork& network, const engine::Frame& frame, int first,
                       int count) {
    PowerSummary out;
    out.units = count;
    out.worstLoading = out.meanLoading = kNan;
    if (!hasPowerValues(frame) || first + count > static_cast<int>(network.units.size())) {
        return out;
    }
    out.known = true;
    double sum = 0.0;
    int rated = 0;
    for (int u = first; u < first + count; ++u) {
        const engine::PowerUnitNow& now = frame.powerUnits[at(u)];
        out.live += isLive(now) ? 1 : 0;
        out.outputW += static_cast<double>(now.outputW);
        out.lossW += static_cast<double>(now.lossW);
        if (out.inState == 0 || gravity(now.state) > gravity(out.state)) {
            out.state = now.state;
            out.inState = 0;
        }
        out.inState += now.state == out.state ? 1 : 0;
        const double loading = static_cast<double>(now.loading);
        if (std::isfinite(loading)) {
            sum += loading;
            ++rated;
            out.worstLoading =
                std::isfinite(out.worstLoading) ? std::max(out.worstLoading, loading) : loading;
        }
    }
    if (rated > 0) {
        out.meanLoading = sum / rated;
    }
    return out;
}

LoadSummary summaryOf(const engine::PowerNetwork& network, const engine::Frame& frame,
                      const std::vector<int>& loads) {
    LoadSummary out;
    const bool known = hasPowerValues(frame);
    const auto& racks = frame.rack(engine::RackQuantity::Power);
    for (const int index : loads) {
        const engine::PowerLoad& load = network.loads[at(index)];
        if (load.kind != PowerLoadKind::Rack) {
            out.powerW = kNan;
        } else if (at(load.index) < racks.size()) {
            out.powerW += static_cast<double>(racks[at(load.index)]);
        }
        int live = 0;
        for (int c = load.firstCord; c < load.firstCord + load.cords; ++c) {
            live += known && isLive(frame.powerUnits[at(network.cordUnit[at(c)])]) ? 1 : 0;
        }
        out.cords += load.cords;
        out.liveCords += live;
        out.dark += live == 0 ? 1 : 0;
    }
    return out;
}

QString loadsTitle(const engine::PowerNetwork& network, const std::vector<int>& loads) {
    if (loads.empty()) {
        return {};
    }
    if (network.loads[at(loads.front())].kind == PowerLoadKind::Rack) {
        return loads.size() == 1 ? powerTr("1 rack") : powerTr("%1 racks").arg(loads.size());
    }
    std::set<PowerLoadKind> kinds;
    for (const int index : loads) {
        kinds.insert(network.loads[at(index)].kind);
    }
    QStringList words;
    for (const PowerLoadKind kind : kinds) {
        words << loadKindText(kind);
    }
    QString text = words.join(powerTr(", "));
    capitalise(text);
    return text;
}

double outputCurrentA(const engine::PowerUnit& unit, const engine::PowerUnitNow& now) {
    const double volts = unit.voltageV * static_cast<double>(now.voltage);
    if (volts < kLiveFrom * unit.voltageV || unit.voltageV <= 0.0) {
        return 0.0;
    }
    return unit.direct ? static_cast<double>(now.outputW) / volts
                       : static_cast<double>(now.outputVa) / (std::sqrt(3.0) * volts);
}

double loadingLessOne(const engine::PowerUnit& unit, const engine::PowerUnitNow& now) {
    const int inService = unit.modules - now.modulesOut;
    return inService < 2 ? kNan : static_cast<double>(now.loading) * inService / (inService - 1.0);
}

QString loadingText(double loading) {
    return quantityText(loading, models::unit::percent, 3);
}

QString voltageText(double volts) {
    return quantityText(volts, volts >= 1000.0 ? models::unit::kilovolt : models::unit::volt, 4);
}

QString currentText(double amperes) {
    return quantityText(amperes,
                        amperes >= 1000.0 ? models::unit::kiloampere : models::unit::ampere, 3);
}

QString whyText(const engine::PowerNetwork& network, const engine::Frame& frame, int unit) {
    if (!hasPowerValues(frame)) {
        return powerTr("Not simulated yet.");
    }
    const engine::PowerUnitNow& now = frame.powerUnits[at(unit)];
    const engine::PowerUnit& u = network.units[at(unit)];
    QString why;
    switch (now.state) {
        case PowerUnitState::Normal:
            why = u.kind == PowerKind::Utility ? powerTr("The grid is there.")
                                               : powerTr("It carries what hangs on it.");
            break;
        case PowerUnitState::Dead:
            why = deadText(network, frame, unit);
            break;
        case PowerUnitState::Failed:
            why = powerTr("Out of service until it is repaired.");
            break;
        case PowerUnitState::OnBattery:
            why = powerTr("Its input is away or out of its window.");
            break;
        case PowerUnitState::WalkIn:
            why = powerTr("It moves its load from the battery back to its rectifier.");
            break;
        case PowerUnitState::LockedOut:
            why = powerTr(
                "Too many disturbances in a short time: on battery until a person resets it.");
            break;
        case PowerUnitState::Standby:
            why = powerTr("At rest until it is ordered to start.");
            break;
        case PowerUnitState::Starting:
            why = powerTr("Ordered to start; not yet at its voltage.");
            break;
        case PowerUnitState::Running:
            why = powerTr("It runs on load.");
            break;
        case PowerUnitState::Waiting:
            why = powerTr("Its source is away; it waits for the confirmation time.");
            break;
        case PowerUnitState::Transferring:
            why = powerTr("Between two sources.");
            break;
    }
    if (static_cast<double>(now.loading) > 1.0) {
        why += ' ' + powerTr("Overloaded.");
    }
    return why;
}

QStringList unitTip(const engine::PowerNetwork& network, const engine::Frame& frame, int index) {
    using namespace models;
    const engine::PowerUnit& u = network.units[at(index)];
    QStringList lines{unitName(network, index)};
    if (!hasPowerValues(frame)) {
        lines << powerTr("%1, %2").arg(powerKindText(u.kind), voltageText(u.voltageV));
        if (u.ratedVa > 0.0) {
            lines << powerTr("Rating %1").arg(quantityText(u.ratedVa, unit::kilovoltampere, 3));
        }
        return lines << powerTr("Not simulated yet");
    }
    const engine::PowerUnitNow& now = frame.powerUnits[at(index)];
    const double w = static_cast<double>(now.outputW);
    const double va = static_cast<double>(now.outputVa);
    lines << powerTr("%1 · %2").arg(powerKindText(u.kind), powerStateText(now.state).toLower());
    lines << whyText(network, frame, index);
    lines << (u.direct ? powerTr("Output %1").arg(quantityText(w, unit::kilowatt, 4))
                       : powerTr("Output %1, %2, %3")
                             .arg(quantityText(w, unit::kilowatt, 4),
                                  quantityText(va, unit::kilovoltampere, 4),
                                  quantityText(std::sqrt(std::max(0.0, va * va - w * w)),
                                               {"kvar", 1e3}, 3)));
    lines << powerTr("%1 (%2 of nominal), %3")
                 .arg(voltageText(u.voltageV * static_cast<double>(now.voltage)),
                      quantityText(static_cast<double>(now.voltage), unit::percent, 4),
                      currentText(outputCurrentA(u, now)));
    if (std::isfinite(static_cast<double>(now.loading)) && u.ratedVa > 0.0) {
        lines << powerTr("Loading %1 of %2 in service")
                     .arg(loadingText(static_cast<double>(now.loading)),
                          quantityText(u.ratedVa * (u.modules - now.modulesOut) / u.modules,
                                       unit::kilovoltampere, 3));
    }
    if (u.modules > 1) {
        const double lessOne = loadingLessOne(u, now);
        lines << powerTr("%1 of %2 modules in service")
                         .arg(u.modules - now.modulesOut)
                         .arg(u.modules) +
                     (std::isfinite(lessOne)
                          ? powerTr("; %1 with one less").arg(loadingText(lessOne))
                          : QString());
    }
    lines << powerTr("Loss %1").arg(
        quantityText(static_cast<double>(now.lossW), unit::kilowatt, 3));
    if (const std::string_view stored = network.storedOf(UnitIndex(index));
        !stored.empty() && std::isfinite(static_cast<double>(now.charge))) {
        lines << powerTr("%1 %2").arg(powerTr(stored.data()),
                                      loadingText(static_cast<double>(now.charge)));
        if (now.state == engine::PowerUnitState::Failed) {
            lines.last() += powerTr(", of no use while the unit has failed");
        }
    }
    if (const auto givesW = static_cast<double>(now.givesW); givesW != 0.0) {
        lines << (givesW > 0.0 ? powerTr("Battery gives %1") : powerTr("Battery takes %1"))
                     .arg(quantityText(std::abs(givesW), unit::kilowatt, 3));
    }
    if (u.faultA > 0.0) {
        // Currents of the design, for breakers and their settings: not the flow at this instant.
        lines << powerTr("Prospective short circuit at its output %1, normally supplied")
                     .arg(currentText(u.faultA));
    }
    return lines;
}

QStringList arrayTip(const engine::PowerNetwork& network, const engine::Frame& frame, int array) {
    const engine::PowerArray& a = network.arrays[at(array)];
    const engine::PowerUnit& first = network.units[at(a.firstUnit)];
    QStringList lines{QStringLiteral("%1 × %2").arg(arrayName(network, array)).arg(a.units)};
    lines << powerTr("%1, %2").arg(powerKindText(first.kind), voltageText(first.voltageV));
    const PowerSummary s = summaryOf(network, frame, a.firstUnit, a.units);
    if (!s.known) {
        return lines << powerTr("Not simulated yet");
    }
    std::map<PowerUnitState, int> states;
    for (int u = a.firstUnit; u < a.firstUnit + a.units; ++u) {
        ++states[frame.powerUnits[at(u)].state];
    }
    QStringList words;
    for (const auto& [state, count] : states) {
        words << QStringLiteral("%1 %2").arg(count).arg(powerStateText(state).toLower());
    }
    lines << words.join(powerTr(", "));
    lines << powerTr("Output of all %1, loss %2")
                 .arg(quantityText(s.outputW, models::unit::kilowatt, 4),
                      quantityText(s.lossW, models::unit::kilowatt, 3));
    if (std::isfinite(s.worstLoading)) {
        lines << powerTr("Loading %1 at most, %2 on average")
                     .arg(loadingText(s.worstLoading), loadingText(s.meanLoading));
    }
    return lines << powerTr("Double click shows each");
}

QStringList edgeTip(const engine::PowerNetwork& network, const engine::Frame& frame, int index) {
    const engine::PowerEdge& e = network.edges[at(index)];
    QString title = breakerName(network, index);
    capitalise(title);
    QStringList lines{title};
    if (e.breaker >= 0) {
        const double rated = network.breakers[at(e.breaker)].ratedA;
        if (std::isfinite(rated)) {
            lines << powerTr("Rated %1").arg(currentText(rated));
        }
    }
    if (!hasPowerValues(frame)) {
        return lines << powerTr("Not simulated yet");
    }
    const engine::PowerEdgeNow& now = frame.powerEdges[at(index)];
    lines << breakerStateText(now.breaker);
    lines << powerTr("%1, %2 at %3")
                 .arg(quantityText(static_cast<double>(now.powerW), models::unit::kilowatt, 4),
                      currentText(static_cast<double>(now.currentA)), voltageText(e.voltageV));
    lines << powerTr("Thermal state %1 of a trip").arg(loadingText(static_cast<double>(now.heat)));
    lines << (now.breaker == engine::BreakerState::Closed ? powerTr("Click opens it")
                                                          : powerTr("Click closes it"));
    return lines;
}

QStringList loadsTip(const engine::PowerNetwork& network, const engine::Frame& frame,
                     const std::vector<int>& loads) {
    QStringList lines{loadsTitle(network, loads)};
    if (loads.size() == 1 && network.loads[at(loads.front())].kind == PowerLoadKind::Rack) {
        lines[0] = powerTr("1 rack");
    }
    const LoadSummary s = summaryOf(network, frame, loads);
    if (hasPowerValues(frame)) {
        if (std::isfinite(s.powerW)) {
            lines << powerTr("%1 at their inputs")
                         .arg(quantityText(s.powerW, models::unit::kilowatt));
        }
        lines << powerTr("%1 of %2 cords live").arg(s.liveCords).arg(s.cords);
        if (s.dark > 0) {
            lines << powerTr("%1 of %2 without power").arg(s.dark).arg(loads.size());
        }
    }
    QStringList feeds;
    const engine::PowerLoad& first = network.loads[at(loads.front())];
    for (int c = first.firstCord; c < first.firstCord + first.cords && feeds.size() < 4; ++c) {
        feeds << unitName(network, network.cordUnit[at(c)]);
    }
    if (first.cords == 0) {
        return lines << powerTr("Not connected: drag a line here from the output of a unit");
    }
    return lines << powerTr("Cords on %1").arg(feeds.join(powerTr(", "))) +
                        (first.cords > 4 ? powerTr(" and others") : QString());
}

}  // namespace headroom::ui
