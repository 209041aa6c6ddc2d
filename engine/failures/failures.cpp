// SPDX-License-Identifier: Apache-2.0
#include "engine/failures/failures.h"

#include "engine/failures/hazards.h"
#include "engine/sim/electrical.h"
#include "engine/sim/fabric_run.h"
#include "engine/sim/scheduler.h"
#include "models/core/random.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace headroom::engine {

namespace {

constexpr std::uint64_t kHazardStream = 3ULL << 40U;  ///< one stream per hazard
constexpr int kDrawsPerFailure = 16;

/// From a thermal trip to the servers' return: an operator clears the cause and resets the rack.
/// Assumption.
constexpr double kTripResetS = 1800.0;

std::string nameOf(const PlantHazard& z) {
    const models::ComponentType* type = models::findComponentType(z.id);
    return z.equipment == EquipmentKind::PowerUnit && type != nullptr
               ? std::string{type->label}
               : std::string{equipmentKindName(z.equipment)};
}

}  // namespace

Failures::Failures(const Plant& plant, State& state, EventLog& log, Jobs& jobs)
    : plant_(plant), s_(state), log_(log), jobs_(jobs) {}

double Failures::draw(int hazard, std::int64_t occurrence, int which) const {
    return models::randomUniform(plant_.seed, kHazardStream + static_cast<std::uint64_t>(hazard),
                                 static_cast<std::uint64_t>(occurrence * kDrawsPerFailure + which));
}

void Failures::begin() {
    s_.hazardCount.assign(plant_.hazards.size(), 0);
    s_.hazardStruck.assign(plant_.hazards.size(), 0);
    s_.hazardFailed.assign(plant_.hazards.size(), 0);
    if (plant_.failures.enabled) {
        for (std::size_t h = 0; h < plant_.hazards.size(); ++h) {
            scheduleNext(static_cast<int>(h), 0.0);
        }
    }
}

void Failures::scheduleNext(int hazard, double timeS) {
    const auto h = static_cast<std::size_t>(hazard);
    const double interval =
        -std::log(draw(hazard, s_.hazardCount[h], 0)) / plant_.hazards[h].ratePerS;
    jobs_.push(timeS + interval, Happening::Hazard, hazard, 0);
}

double Failures::repairS(int hazard, std::int64_t n) const {
    const double u = draw(hazard, n, 1);
    const double v = draw(hazard, n, 2);
    const double z = std::sqrt(-2.0 * std::log(u)) * std::cos(2.0 * std::numbers::pi * v);
    return models::repairTimeS(plant_.hazards[static_cast<std::size_t>(hazard)].mode, z);
}

std::string Failures::serverName(int server) const {
    const auto rack = static_cast<std::size_t>(plant_.serverRack[static_cast<std::size_t>(server)]);
    const PlantBlock& b = plant_.blocks[static_cast<std::size_t>(plant_.rackBlock[rack])];
    return fmt::format("{}/S{:02}", plant_.rackNames[rack],
                       (server - b.firstServer) % b.rack.servers + 1);
}

double Failures::detectS(const PlantHazard& z) const {
    return plant_.failures.fastDetection ? z.mode.detectS
                                         : std::max(z.mode.detectS, plant_.failures.hangTimeoutS);
}

void Failures::strike(int hazard, double timeS) {
    const auto h = static_cast<std::size_t>(hazard);
    const PlantHazard& z = plant_.hazards[h];
    const std::int64_t n = s_.hazardCount[h]++;
    scheduleNext(hazard, timeS);
    if (z.isEquipment) {
        strikeEquipment(hazard, n, timeS);
    } else if (z.mode.basis == models::FailureBasis::JobAccelerator) {
        strikeJob(hazard, n, timeS);
    } else if (z.mode.basis == models::FailureBasis::Switch ||
               z.mode.basis == models::FailureBasis::FabricLink ||
               (z.mode.basis == models::FailureBasis::HostLink &&
                z.mode.effect == models::FailureEffect::Degraded)) {
        strikeNetwork(hazard, n, timeS);
    } else {
        strikeServer(hazard, n, timeS);
    }
}

void Failures::pass(int hazard, double timeS) {
    const auto h = static_cast<std::size_t>(hazard);
    ++s_.hazardCount[h];
    ++s_.hazardStruck[h];
    scheduleNext(hazard, timeS);
}

void Failures::strikeServer(int hazard, std::int64_t n, double timeS) {
    const PlantHazard& z = plant_.hazards[static_cast<std::size_t>(hazard)];
    const auto& weights = plant_.lemonCumulative;
    const int server = static_cast<int>(std::min(
        static_cast<std::ptrdiff_t>(plant_.servers) - 1,
        std::upper_bound(weights.begin(), weights.end(), draw(hazard, n, 3) * weights.back()) -
            weights.begin()));
    const auto i = static_cast<std::size_t>(server);
    const int rack = plant_.serverRack[i];
    if (z.mode.effect == models::FailureEffect::Redundant ||
        z.mode.effect == models::FailureEffect::Degraded) {
        ++s_.hazardStruck[static_cast<std::size_t>(hazard)];
        log_.add(s_, timeS, EventKind::Failure, serverName(server),
                 fmt::format("{}: a redundant part failed; nothing stops.", z.id), -1, rack);
        return;
    }
    if (s_.serverDown[i] != 0) {
        return;  // already away: the part is replaced with the rest
    }
    const auto cause =
        log_.add(s_, timeS, EventKind::Failure, serverName(server),
                 fmt::format("{}: noticed after {:.0f} s.", z.id, detectS(z)), -1, rack);
    ++s_.hazardStruck[static_cast<std::size_t>(hazard)];
    const auto jobs = jobs_.onServer(server);
    for (const std::int32_t job : jobs) {
        jobs_.hang(job, timeS);
    }
    if (z.mode.effect == models::FailureEffect::JobRestart) {
        for (const std::int32_t job : jobs) {
            jobs_.push(timeS + detectS(z), Happening::Kill, job,
                       s_.jobs[static_cast<std::size_t>(job)].version, cause, hazard + 1);
        }
    } else {
        jobs_.push(timeS + detectS(z), Happening::ServerDown, server, hazard, cause,
                   static_cast<std::int32_t>(n));
    }
}

void Failures::strikeJob(int hazard, std::int64_t n, double timeS) {
    const PlantHazard& z = plant_.hazards[static_cast<std::size_t>(hazard)];
    const auto slot = std::min(static_cast<std::size_t>(plant_.accelerators) - 1,
                               static_cast<std::size_t>(draw(hazard, n, 3) * plant_.accelerators));
    const std::int32_t job = s_.slotJob[slot];
    if (job < 0 || s_.jobs[static_cast<std::size_t>(job)].state != JobState::Running) {
        return;
    }
    ++s_.hazardStruck[static_cast<std::size_t>(hazard)];
    const auto cause =
        log_.add(s_, timeS, EventKind::Failure, jobs_.name(s_.jobs[static_cast<std::size_t>(job)]),
                 fmt::format("{}: the job stops; noticed after {:.0f} s.", z.id, detectS(z)));
    jobs_.hang(job, timeS);
    jobs_.push(timeS + detectS(z), Happening::Kill, job,
               s_.jobs[static_cast<std::size_t>(job)].version, cause, hazard + 1);
}

void Failures::strikeNetwork(int hazard, std::int64_t n, double timeS) {
    if (fabric_->strike(hazard, draw(hazard, n, 3), repairS(hazard, n), timeS)) {
        ++s_.hazardStruck[static_cast<std::size_t>(hazard)];
    }
}

void Failures::strikeEquipment(int hazard, std::int64_t n, double timeS) {
    const auto h = static_cast<std::size_t>(hazard);
    const PlantHazard& z = plant_.hazards[h];
    if (z.id == kSagHazard) {
        ++s_.hazardStruck[h];
        const PowerArray& a = plant_.network->arrays[static_cast<std::size_t>(z.group)];
        PlantOrder order;
        order.action = models::DrillAction::Sag;
        order.unit = a.id;
        order.instance = 1 + std::min(a.units - 1, static_cast<int>(draw(hazard, n, 3) * a.units));
        order.durationS = z.mode.repairMeanS;
        electrical_->operate(order, timeS, -1);
        return;
    }
    if (s_.hazardFailed[h] >= z.units) {
        return;
    }
    ++s_.hazardFailed[h];
    ++s_.hazardStruck[h];
    const double repair = -std::log(draw(hazard, n, 1)) * z.mode.repairMeanS;
    const auto cause = log_.add(s_, timeS, EventKind::Failure, z.subject,
                                fmt::format("{} failed: {} of {} in service.", nameOf(z),
                                            z.units - s_.hazardFailed[h], z.units));
    std::int32_t unit = -1;
    if (z.equipment == EquipmentKind::PowerUnit) {
        const PowerArray& a = plant_.network->arrays[static_cast<std::size_t>(z.group)];
        unit = a.firstUnit + std::min(a.units - 1, static_cast<int>(draw(hazard, n, 3) * a.units));
        electrical_->moduleFailed(unit, timeS, cause);
    } else {
        jobs_.causes().disturbEquipment(hazard, cause, timeS);
    }
    jobs_.push(timeS + repair, Happening::EquipmentRepair, hazard, unit, cause);
}

void Failures::serverDown(int server, int hazard, std::int64_t occurrence, double timeS,
                          std::int64_t cause) {
    const auto i = static_cast<std::size_t>(server);
    if (s_.serverDown[i] != 0) {
        return;
    }
    for (const std::int32_t job : jobs_.onServer(server)) {
        jobs_.interrupt(job, timeS, cause, server);
    }
    setServerDown(plant_, s_, server, true);
    jobs_.causes().serverDown(server, cause, timeS);
    jobs_.noteServer(server);
    jobs_.push(timeS + repairS(hazard, occurrence), Happening::ServerRepair, server, hazard, cause);
}

void Failures::serverRepaired(int server, double timeS) {
    const auto place =
        static_cast<std::size_t>(plant_.serverRack[static_cast<std::size_t>(server)]);
    if (s_.power.rackPowered[place] == 0) {
        s_.serverDown[static_cast<std::size_t>(server)] = kServerUnpowered;
        return;  // comes back with its rack
    }
    if (timeS < s_.power.rackReadyS[place]) {
        s_.serverDown[static_cast<std::size_t>(server)] = kServerUnpowered;
        return;  // still boots; the event of its rack follows
    }
    if (fabric_->isCutOff(server)) {
        s_.serverDown[static_cast<std::size_t>(server)] = kServerCutOff;
        return;  // comes back with its link
    }
    setServerDown(plant_, s_, server, false);
    const int rack = plant_.serverRack[static_cast<std::size_t>(server)];
    s_.rackTripped[static_cast<std::size_t>(rack)] = 0;
    jobs_.noteServer(server);
    const int pool =
        plant_.blocks[static_cast<std::size_t>(plant_.rackBlock[static_cast<std::size_t>(rack)])]
            .pool;
    s_.pools[static_cast<std::size_t>(pool)].dirty = 1;
    log_.add(s_, timeS, EventKind::Repair, serverName(server), "Back in service.",
             jobs_.causes().whyDown(server), rack);
    jobs_.causes().serverUp(server, timeS);
}

void Failures::equipmentRepaired(int hazard, int unit, double timeS, std::int64_t cause) {
    const auto h = static_cast<std::size_t>(hazard);
    const PlantHazard& z = plant_.hazards[h];
    --s_.hazardFailed[h];
    const auto id = log_.add(s_, timeS, EventKind::Repair, z.subject,
                             fmt::format("{} back: {} of {} in service.", nameOf(z),
                                         z.units - s_.hazardFailed[h], z.units),
                             cause);
    if (unit >= 0) {
        electrical_->moduleRepaired(unit, timeS, id);
    } else {
        jobs_.causes().calmEquipment(hazard, timeS);
    }
}

void Failures::cutOff(int server, double timeS, std::int64_t cause) {
    const auto i = static_cast<std::size_t>(server);
    if (s_.serverDown[i] != 0) {
        return;
    }
    for (const std::int32_t job : jobs_.onServer(server)) {
        jobs_.interrupt(job, timeS, cause, server);
    }
    setServerDown(plant_, s_, server, true);
    s_.serverDown[i] = kServerCutOff;
    jobs_.causes().serverDown(server, cause, timeS);
    jobs_.noteServer(server);
}

void Failures::trip(int rack, double timeS) {
    const auto r = static_cast<std::size_t>(rack);
    if (s_.rackTripped[r] != 0) {
        return;
    }
    s_.rackTripped[r] = 1;
    const PlantBlock& b = plant_.blocks[static_cast<std::size_t>(plant_.rackBlock[r])];
    const auto cause = log_.add(
        s_, timeS, EventKind::Trip, plant_.rackNames[r],
        fmt::format("Accelerators passed {:.0f} °C and switched off.", b.accelerator.shutdownC),
        jobs_.causes().trip(rack, timeS), rack);
    const int firstServer = b.firstServer + (rack - b.firstRack) * b.rack.servers;
    for (int n = 0; n < b.rack.servers; ++n) {
        const int server = firstServer + n;
        if (s_.serverDown[static_cast<std::size_t>(server)] != 0) {
            continue;
        }
        for (const std::int32_t job : jobs_.onServer(server)) {
            jobs_.interrupt(job, timeS, cause, server);
        }
        setServerDown(plant_, s_, server, true);
        jobs_.causes().serverDown(server, cause, timeS);
        jobs_.noteServer(server);
        jobs_.push(timeS + kTripResetS, Happening::ServerRepair, server, -1, cause);
    }
}

std::map<std::string, std::int64_t> Failures::counts() const {
    std::map<std::string, std::int64_t> counts;
    for (std::size_t h = 0; h < plant_.hazards.size(); ++h) {
        counts[plant_.hazards[h].id] += s_.hazardStruck[h];
    }
    return counts;
}

}  // namespace headroom::engine
