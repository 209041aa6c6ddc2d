// SPDX-License-Identifier: Apache-2.0
#include "engine/run/power/generator_sets.h"

#include "models/core/random.h"
#include "models/power/usual.h"

#include <fmt/format.h>

#include <cmath>

namespace headroom::engine {

namespace {

/// Random stream of generator starts; those of failures and jobs are elsewhere below 2^40.
constexpr std::uint64_t kStartStream = 5ULL << 40U;

}  // namespace

void GeneratorSets::begin() {
    for (std::size_t i = 0; i < n_.units.size(); ++i) {
        if (makesPower(n_.units[i].kind)) {
            p_.mode[i] = standby_.prime[i] != 0 ? PowerUnitState::Running : PowerUnitState::Standby;
            p_.switching.available[i] = standby_.prime[i];
        }
    }
}

bool GeneratorSets::needed(UnitIndex unit) const {
    if (standby_.prime[at(unit)] != 0) {
        return true;
    }
    for (const int w : standby_.standsFor[at(unit)]) {
        const PowerUnit& u = n_.units[at(w)];
        bool other = false;
        for (int k = 0; k < u.edges; ++k) {
            const int e = u.firstEdge + k;
            other = other || (standby_.side[at(n_.edges[at(e)].from)] == 0 &&
                              incomerGood(EdgeIndex(e), models::kTransferWindow));
        }
        if (!other && p_.switching.modulesOut[at(w)] < u.modules) {
            return true;
        }
    }
    return false;
}

/// True where a transfer switch is on generators, or is about to.
bool GeneratorSets::loaded(UnitIndex unit) const {
    for (const int w : standby_.standsFor[at(unit)]) {
        const PowerUnit& u = n_.units[at(w)];
        if (u.kind != PowerKind::TransferSwitch) {
            continue;
        }
        const int k = p_.switching.position[at(w)];
        if (k < 0 || standby_.side[at(n_.edges[at(u.firstEdge + k)].from)] != 0) {
            return true;
        }
    }
    return false;
}

bool GeneratorSets::step(UnitIndex unit, double timeS, std::int64_t cause) {
    const auto i = at(unit);
    const PowerUnit& u = n_.units[i];
    PowerUnitState& mode = p_.mode[i];
    const bool broken = p_.switching.modulesOut[i] >= u.modules;
    if (broken) {
        const bool changed = mode != PowerUnitState::Failed;
        mode = PowerUnitState::Failed;
        p_.switching.available[i] = 0;
        startTimer(unit, kNever);
        return changed;
    }
    if (mode == PowerUnitState::Failed) {
        mode = PowerUnitState::Standby;
        if (const double coldS = n_.generator(u).coldStartS; !std::isnan(coldS)) {
            mode = PowerUnitState::Starting;
            say(timeS, EventKind::Note, unit,
                words("Heats up: ready in {}.", amount(coldS / 3600.0, "h", 1)), cause);
            startTimer(unit, timeS + coldS);
            return true;
        }
    }
    const bool isNeeded = needed(unit);
    if (mode == PowerUnitState::Standby) {
        if (isNeeded && p_.timerS[i] == kNever) {
            p_.lastCause[i] = cause;
            startTimer(unit, timeS + plant_.policy.gensetDelayS);
        } else if (!isNeeded && p_.timerS[i] < kNever) {
            startTimer(unit, kNever);
        }
    } else if (mode == PowerUnitState::Running && !isNeeded && !loaded(unit)) {
        mode = PowerUnitState::Standby;
        p_.switching.available[i] = 0;
        say(timeS, EventKind::Recovery, unit, "The mains carries the load again: stops.", cause);
        return true;
    }
    return false;
}

void GeneratorSets::timer(UnitIndex unit, double timeS) {
    const auto i = at(unit);
    const PowerUnit& u = n_.units[i];
    const models::GeneratingSet& spec = n_.generator(u);
    if (p_.mode[i] == PowerUnitState::Standby) {
        p_.mode[i] = PowerUnitState::Starting;
        say(timeS, EventKind::Note, unit,
            words("Ordered to start: ready in {}.", amount(spec.startS, "s", 0)), p_.lastCause[i]);
        startTimer(unit, timeS + spec.startS);
        return;
    }
    if (p_.mode[i] != PowerUnitState::Starting) {
        return;
    }
    const int before = p_.switching.modulesOut[i];
    int failed = 0;
    const double share = std::isnan(spec.failToStart) ? 0.0 : spec.failToStart;
    for (int m = before; m < u.modules && plant_.failures.enabled; ++m) {
        const double draw = models::randomUniform(
            plant_.seed, kStartStream + static_cast<std::uint64_t>(unit),
            static_cast<std::uint64_t>(s_.nextOrder) * 1024U + static_cast<std::uint64_t>(m));
        failed += draw < share ? 1 : 0;
    }
    const int runs = u.modules - before - failed;
    if (failed > 0) {
        const auto id = say(timeS, EventKind::Failure, unit,
                            fmt::format("{} of {} failed to start.", failed, u.modules - before),
                            p_.lastCause[i]);
        p_.switching.modulesOut[i] += failed;
        for (int m = 0; m < failed && !std::isnan(spec.repairS); ++m) {
            queue_.push(timeS + spec.repairS, PowerEvent::Undo, unit,
                        static_cast<std::int32_t>(models::DrillAction::Repair), id, 1);
        }
    }
    if (runs > 0 && !(p_.energy[i] <= 0.0)) {
        p_.mode[i] = PowerUnitState::Running;
        p_.switching.available[i] = 1;
        say(timeS, EventKind::Recovery, unit,
            words("Runs: {} of {}, {}.", runs, u.modules,
                  amount(runs * spec.ratedPowerW / 1e6, "MW", 1)),
            p_.lastCause[i]);
    }
}

void GeneratorSets::noteBlockLoad(UnitIndex unit, double timeS) {
    const auto i = at(unit);
    const models::GeneratingSet& spec = n_.generator(n_.units[i]);
    const int inService = n_.units[i].modules - p_.switching.modulesOut[i];
    const double nowW = p_.flow.outVa[i].real();
    const double stepW = nowW - p_.gensetW[i];
    const double mostW = spec.blockShare * spec.ratedPowerW * inService;
    const bool isStep = s_.flowS > 0.0 && timeS > s_.flowS;
    if (isStep && stepW > mostW) {
        say(timeS, EventKind::Limit, unit,
            words("Takes {} in one step; its block load is {}: voltage and frequency dip.",
                  amount(stepW / 1e6, "MW", 2), amount(mostW / 1e6, "MW", 2)),
            p_.lastCause[i]);
    }
    p_.gensetW[i] = nowW;
}

}  // namespace headroom::engine
