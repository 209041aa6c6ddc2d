// SPDX-License-Identifier: Apache-2.0
#include "engine/run/faults/hazard_clock.h"

#include "engine/plant/index.h"
#include "engine/run/faults/hazards.h"
#include "engine/run/workload/allocation.h"
#include "models/core/random.h"
#include "models/reliability/life.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

/// Random streams: hazards and lives of renewed units one for each hazard, groups that a common
/// cause strikes, rates of exchanged servers one for each server.
constexpr std::uint64_t kHazardStream = 3ULL << 40U;
constexpr std::uint64_t kRenewedStream = 7ULL << 40U;
constexpr std::uint64_t kGroupStream = 8ULL << 40U;
constexpr std::uint64_t kReplacedStream = 9ULL << 40U;

constexpr int kDrawsPerFailure = 16;

/// Use of the numbers of an occurrence; those from 9 on belong to its handler.
enum Draw { Interval, RepairU, RepairV, Unit, Within, Sign, Common, Stress, Reset };

/// Strike by QueuedEvent::b; above 0: a renewed unit, less one.
constexpr std::int32_t kCandidate = 0;
constexpr std::int32_t kKnown = -1;        ///< its precursor was reported
constexpr std::int32_t kUnannounced = -2;  ///< its precursor was before the start

double ownWeight(const PlantHazard& z, std::int32_t i) {
    return z.cumulative[at(i)] - (i > 0 ? z.cumulative[at(i) - 1] : 0.0);
}

models::Life lifeOf(const Plant& plant, const PlantHazard& z) {
    models::Life life = z.mode.life();
    life.ratePerS *= plant.failures.rateFactor;
    return life;
}

}  // namespace

double HazardClock::draw(HazardIndex hazard, std::int64_t n, int which) const {
    return models::randomUniform(plant_.seed, kHazardStream + static_cast<std::uint64_t>(hazard),
                                 static_cast<std::uint64_t>(n * kDrawsPerFailure + which));
}

void HazardClock::begin() {
    auto& rate = s_.faults.serverRate;
    auto& tree = s_.faults.hazards.serverTree;
    const auto servers = at(plant_.servers);
    const auto& sum = plant_.lemonCumulative;
    for (std::size_t i = 0; i < servers; ++i) {
        rate[i] = (sum[i] - (i > 0 ? sum[i - 1] : 0.0)) * static_cast<double>(servers) / sum.back();
        for (std::size_t k = i + 1; k <= servers; k += k & (~k + 1)) {
            tree[k] += rate[i];
        }
    }
    if (!plant_.failures.enabled) {
        return;
    }
    for (std::size_t h = 0; h < plant_.hazards.size(); ++h) {
        const PlantHazard& z = plant_.hazards[h];
        const auto hazard = static_cast<std::int32_t>(h);
        double timeS = 0.0;
        if (z.mode.precursorShare > 0.0) {
            // Failures of the first hours announced themselves before the run.
            timeS = -std::min(z.mode.precursorLeadS,
                              std::isnan(z.ageS) ? z.mode.precursorLeadS : z.ageS);
            for (;;) {
                const std::int64_t n = s_.hazardCount[h];
                const double nextS = timeAfter(HazardIndex(hazard), n, timeS);
                if (nextS > 0.0) {
                    break;
                }
                timeS = nextS;
                ++s_.hazardCount[h];
                if (draw(HazardIndex(hazard), n, Sign) < z.mode.precursorShare &&
                    timeS + z.mode.precursorLeadS > 0.0) {
                    queue_.push(timeS + z.mode.precursorLeadS, FaultEvent::Hazard, hazard,
                                kUnannounced, -1, static_cast<std::int32_t>(n));
                }
            }
        }
        queueNext(HazardIndex(hazard), timeS);
    }
}

/// Time of the n-th candidate when the one before was at `timeS`.
double HazardClock::timeAfter(HazardIndex hazard, std::int64_t n, double timeS) const {
    const PlantHazard& z = plant_.hazards[at(hazard)];
    double candidatesPerS = z.candidatesPerS;
    if (z.perServer > 0 && z.cumulative.empty() &&
        z.mode.basis != models::FailureBasis::JobAccelerator) {
        // Exchanged servers have moved the sum of the rates.
        double total = 0.0;
        const auto& tree = s_.faults.hazards.serverTree;
        for (std::size_t k = tree.size() - 1; k > 0; k -= k & (~k + 1)) {
            total += tree[k];
        }
        candidatesPerS *= total / plant_.servers;
    }
    const double e = -std::log(draw(hazard, n, Interval));
    if (std::isnan(z.ageS)) {
        return timeS + e / candidatesPerS;
    }
    const models::Life life = lifeOf(plant_, z);
    return models::ageAtFailureS(life, z.ageS + timeS, e * life.ratePerS / candidatesPerS) - z.ageS;
}

void HazardClock::queueNext(HazardIndex hazard, double timeS) {
    queue_.push(timeAfter(hazard, s_.hazardCount[at(hazard)], timeS), FaultEvent::Hazard, hazard,
                kCandidate);
}

std::optional<Strike> HazardClock::strike(HazardIndex hazard, std::int32_t b, std::int32_t c,
                                          double timeS) {
    const PlantHazard& z = plant_.hazards[at(hazard)];
    Strike strike;
    strike.hazard = hazard;
    strike.atS = timeS;
    if (b == kKnown || b == kUnannounced) {
        strike.n = c;
        strike.known = b == kKnown;
        if (!pick(strike) || (!strike.known && !accepted(strike)) || !commonCause(strike)) {
            return std::nullopt;
        }
        return fill(strike);
    }
    strike.n = s_.hazardCount[at(hazard)]++;
    if (b > 0) {
        RenewedUnit* unit = findRenewed(hazard, b - 1);
        if (unit == nullptr || unit->generation != c) {
            return std::nullopt;
        }
        ++unit->tries;
        queueRenewed(*unit, timeS);
        strike.unit = b - 1;
        strike.server = ServerIndex(serverOf(hazard, strike.unit));
    } else {
        queueNext(hazard, timeS);
        if (!pick(strike) || (!std::isnan(z.ageS) && findRenewed(hazard, strike.unit) != nullptr)) {
            return std::nullopt;  // a renewed unit has a life of its own
        }
    }
    if (!accepted(strike) || !commonCause(strike)) {
        return std::nullopt;
    }
    if (draw(hazard, strike.n, Sign) < z.mode.precursorShare) {
        strike.announced = true;
        others_.clear();  // nothing has failed yet
        strike.atS = timeS + z.mode.precursorLeadS;
        queue_.push(strike.atS, FaultEvent::Hazard, hazard, kKnown, -1,
                    static_cast<std::int32_t>(strike.n));
    }
    return fill(strike);
}

std::int32_t HazardClock::serverOf(HazardIndex hazard, std::int32_t unit) const {
    const PlantHazard& z = plant_.hazards[at(hazard)];
    if (z.perServer == 0) {
        return -1;
    }
    switch (z.mode.basis) {
        case models::FailureBasis::Accelerator:
        case models::FailureBasis::JobAccelerator: {
            const auto& first = plant_.serverFirstSlot;
            return static_cast<std::int32_t>(std::upper_bound(first.begin(), first.end(), unit) -
                                             first.begin()) -
                   1;
        }
        case models::FailureBasis::Nic:
        case models::FailureBasis::Psu:
            return unit / z.perServer;
        default:
            return unit;
    }
}

std::int32_t HazardClock::unitOf(const PlantHazard& z, ServerIndex server, int within) const {
    switch (z.mode.basis) {
        case models::FailureBasis::Accelerator:
        case models::FailureBasis::JobAccelerator:
            return plant_.serverFirstSlot[at(server)] + within;
        case models::FailureBasis::Nic:
        case models::FailureBasis::Psu:
            return server * z.perServer + within;
        default:
            return server;
    }
}

const PlantBlock& HazardClock::blockOf(ServerIndex server) const {
    return plant_.blocks[at(plant_.rackBlock[at(plant_.serverRack[at(server)])])];
}

/// The unit of a candidate; false where there is none at that place.
bool HazardClock::pick(Strike& strike) const {
    const PlantHazard& z = plant_.hazards[at(strike.hazard)];
    const double u = draw(strike.hazard, strike.n, Unit);
    strike.u = u;
    const auto weighted = [&] {
        const auto& sum = z.cumulative;
        return static_cast<std::int32_t>(
            std::min(std::upper_bound(sum.begin(), sum.end(), u * sum.back()) - sum.begin(),
                     static_cast<std::ptrdiff_t>(sum.size()) - 1));
    };
    if (z.perServer == 0) {
        strike.unit = z.cumulative.empty() ? static_cast<std::int32_t>(u * z.units) : weighted();
        if (!z.cumulative.empty()) {
            strike.u = (strike.unit + 0.5) / z.units;
        }
        if (z.mode.basis == models::FailureBasis::Shelf && !z.isEquipment) {
            strike.unit = shelfRack(strike.unit);
        }
        return true;
    }
    int within = 0;
    if (z.mode.basis == models::FailureBasis::JobAccelerator) {
        strike.unit = static_cast<std::int32_t>(u * plant_.accelerators);
        strike.server = ServerIndex(serverOf(strike.hazard, strike.unit));
        return appliesTo(plant_, z.mode, blockOf(strike.server));
    }
    strike.server = ServerIndex(z.cumulative.empty() ? serverAt(u) : weighted());
    const PlantBlock& block = blockOf(strike.server);
    within = static_cast<int>(draw(strike.hazard, strike.n, Within) * z.perServer);
    if (within >= unitsInServer(block, z.mode.basis) || !appliesTo(plant_, z.mode, block)) {
        return false;
    }
    strike.unit = unitOf(z, strike.server, within);
    return true;
}

/// Server by its present rate: descends the Fenwick tree.
std::int32_t HazardClock::serverAt(double u) const {
    const auto& tree = s_.faults.hazards.serverTree;
    const std::size_t size = tree.size() - 1;
    double total = 0.0;
    for (std::size_t k = size; k > 0; k -= k & (~k + 1)) {
        total += tree[k];
    }
    std::size_t step = 1;
    while (step * 2 <= size) {
        step *= 2;
    }
    double left = u * total;
    std::size_t position = 0;
    for (; step > 0; step /= 2) {
        if (position + step <= size && tree[position + step] <= left) {
            position += step;
            left -= tree[position];
        }
    }
    return static_cast<std::int32_t>(std::min(position, size - 1));
}

/// The rack of a rectifier; they are counted block by block.
std::int32_t HazardClock::shelfRack(std::int32_t rectifier) const {
    std::int32_t left = rectifier;
    for (const PlantBlock& b : plant_.blocks) {
        const int each = b.hasShelf ? b.rack.shelfRectifiers : 0;
        if (left < each * b.racks) {
            return b.firstRack + left / each;
        }
        left -= each * b.racks;
    }
    return -1;
}

/// Temperature and load of a server's rack, over those of the stated rate.
double HazardClock::stress(const PlantHazard& z, ServerIndex server) const {
    const auto rack = at(plant_.serverRack[at(server)]);
    const PlantBlock& b = blockOf(server);
    const double temperatureC = z.mode.temperatureOf == models::FailureTemperature::Chip
                                    ? s_.rackChipC[rack]
                                : b.cdu >= 0 ? s_.rackCoolantC[rack]
                                             : s_.rackInletC[rack];
    return models::arrheniusFactor(z.mode.activationEv, temperatureC, z.mode.referenceC) *
           models::loadFactor(s_.rackUtilization[rack], z.mode.referenceLoad, z.mode.loadExponent);
}

bool HazardClock::accepted(const Strike& strike) const {
    const PlantHazard& z = plant_.hazards[at(strike.hazard)];
    if (z.isEquipment && z.equipment == EquipmentKind::PowerUnit && z.orders.empty()) {
        const int unit = powerUnit(strike.hazard, strike.unit);
        // Generators fail while they run; one at rest is found when it shall start.
        if (makesPower(plant_.network->units[at(unit)].kind)) {
            return s_.power.mode[at(unit)] == PowerUnitState::Running;
        }
    }
    if (!plant_.maintenance.stress || strike.server < 0 ||
        (z.mode.activationEv <= 0.0 && z.mode.loadExponent <= 0.0)) {
        return true;
    }
    return draw(strike.hazard, strike.n, Stress) * z.stressMost < stress(z, strike.server);
}

/// Which others a common cause takes along; false where this candidate is a shock that another
/// unit of the group already stands for.
bool HazardClock::commonCause(Strike& strike) {
    const PlantHazard& z = plant_.hazards[at(strike.hazard)];
    others_.clear();
    const double u = draw(strike.hazard, strike.n, Common);
    if (!(u < z.mode.commonShare)) {
        return true;
    }
    if (z.perServer > 0) {
        const int group = groupOf(z.mode.commonScope, strike.server);
        for (ServerIndex server(0); server < plant_.servers; ++server) {
            const PlantBlock& b = blockOf(server);
            if (!appliesTo(plant_, z.mode, b) || groupOf(z.mode.commonScope, server) != group) {
                continue;
            }
            for (int k = 0; k < unitsInServer(b, z.mode.basis); ++k) {
                others_.push_back(unitOf(z, server, k));
            }
        }
    } else if (z.isEquipment || !z.orders.empty()) {
        for (std::int32_t unit = 0; unit < z.units; ++unit) {
            others_.push_back(unit);
        }
    } else {
        return true;
    }
    std::erase(others_, strike.unit);
    const int members = static_cast<int>(others_.size()) + 1;
    if (u / z.mode.commonShare >= models::commonCauseKept(z.mode.commonReach, members)) {
        others_.clear();
        return false;
    }
    std::uint64_t k = static_cast<std::uint64_t>(strike.n) << 24U;
    std::erase_if(others_, [&](std::int32_t) {
        return models::randomUniform(plant_.seed,
                                     kGroupStream + static_cast<std::uint64_t>(strike.hazard),
                                     k++) >= z.mode.commonReach;
    });
    return true;
}

int HazardClock::groupOf(models::FailureScope scope, ServerIndex server) const {
    const RackIndex rack(plant_.serverRack[at(server)]);
    const int block = plant_.rackBlock[at(rack)];
    const PlantBlock& b = plant_.blocks[at(block)];
    const int perRow = std::max(1, b.racks / std::max(1, b.spec.rows));
    const int row = (rack - b.firstRack) / perRow;
    switch (scope) {
        case models::FailureScope::Server:
            return server;
        case models::FailureScope::Rack:
            return rack;
        case models::FailureScope::Row:
            return b.firstRack + row * perRow;  // its first rack
        case models::FailureScope::Block:
            return block;
        case models::FailureScope::Leaf: {
            const PlantPool& pool = plant_.pools[at(b.pool)];
            const auto& leaves = pool.tiers[2];
            const int before = pool.firstServer;  // leaves are numbered within the pool
            return leaves.empty() ? rack : before + leaves[at(server - pool.firstServer)];
        }
        case models::FailureScope::Cdu:
            return b.firstRow >= 0 ? plant_.rows[at(b.firstRow + row)].cdu : -1 - rack;
        case models::FailureScope::Feed: {
            const PowerNetwork& n = *plant_.network;
            if (rack < n.racks && n.loads[n.loadOf(rack)].cords > 0) {
                return n.cordUnit[at(n.loads[n.loadOf(rack)].firstCord)];
            }
            return -1 - rack;
        }
    }
    return server;
}

bool HazardClock::healedByReset(HazardIndex hazard, std::int64_t n) const {
    const double share = plant_.hazards[at(hazard)].mode.resetShare;
    return share > 0.0 && draw(hazard, n, Reset) < share;
}

double HazardClock::repairS(HazardIndex hazard, std::int64_t n) const {
    const models::FailureModeSpec& mode = plant_.hazards[at(hazard)].mode;
    return healedByReset(hazard, n)
               ? mode.resetS
               : plant_.maintenance.workShare *
                     models::repairTimeS(mode.repairLaw, mode.repairMedianS, mode.repairMeanS,
                                         draw(hazard, n, RepairU), draw(hazard, n, RepairV));
}

/// Consequences of the occurrence alone.
Strike HazardClock::fill(Strike strike) const {
    const PlantHazard& z = plant_.hazards[at(strike.hazard)];
    strike.kind = faultKindOf(z.mode.kind);
    strike.amount = z.mode.amount;
    strike.byReset = healedByReset(strike.hazard, strike.n);
    strike.repairS = repairS(strike.hazard, strike.n);
    strike.spare = strike.byReset ? -1 : static_cast<std::int32_t>(z.mode.spare) - 1;
    strike.others = others_;
    return strike;
}

RenewedUnit* HazardClock::findRenewed(HazardIndex hazard, std::int32_t unit) {
    auto& list = s_.faults.hazards.renewed;
    const auto found = std::lower_bound(list.begin(), list.end(), std::pair{hazard, unit},
                                        [](const RenewedUnit& r, const auto& key) {
                                            return std::pair{r.hazard, r.unit} < key;
                                        });
    return found != list.end() && found->hazard == hazard && found->unit == unit ? &*found
                                                                                 : nullptr;
}

void HazardClock::renewed(HazardIndex hazard, std::int32_t unit, double timeS) {
    if (hazard < 0 || unit < 0 || std::isnan(plant_.hazards[at(hazard)].ageS)) {
        return;
    }
    RenewedUnit* known = findRenewed(hazard, unit);
    if (known == nullptr) {
        auto& list = s_.faults.hazards.renewed;
        const auto place = std::lower_bound(list.begin(), list.end(), std::pair{hazard, unit},
                                            [](const RenewedUnit& r, const auto& key) {
                                                return std::pair{r.hazard, r.unit} < key;
                                            });
        known = &*list.insert(place, RenewedUnit{hazard, unit, 0, 0, 0.0});
    }
    ++known->generation;
    known->tries = 0;
    known->atS = timeS;
    queueRenewed(*known, timeS);
}

void HazardClock::queueRenewed(const RenewedUnit& unit, double timeS) {
    const PlantHazard& z = plant_.hazards[at(unit.hazard)];
    double weight = z.stressMost;
    if (z.perServer > 0) {
        const ServerIndex server(serverOf(unit.hazard, unit.unit));
        weight *= z.cumulative.empty() ? s_.faults.serverRate[at(server)] : ownWeight(z, server);
    } else if (!z.cumulative.empty()) {
        weight *= ownWeight(z, unit.unit);
    }
    const models::Life life = lifeOf(plant_, z);
    const double u =
        models::randomUniform(plant_.seed, kRenewedStream + static_cast<std::uint64_t>(unit.hazard),
                              (static_cast<std::uint64_t>(unit.unit) << 32U) +
                                  (static_cast<std::uint64_t>(unit.generation) << 16U) +
                                  static_cast<std::uint64_t>(unit.tries));
    const double age = models::ageAtFailureS(life, timeS - unit.atS, -std::log(u) / weight);
    queue_.push(unit.atS + age, FaultEvent::Hazard, unit.hazard, unit.unit + 1, -1,
                unit.generation);
}

void HazardClock::serverReplaced(ServerIndex server) {
    auto& hazards = s_.faults.hazards;
    const auto generation = static_cast<std::uint64_t>(++hazards.replaced[at(server)]);
    double& rate = s_.faults.serverRate[at(server)];
    const double fresh = models::randomGamma(
        plant_.seed, kReplacedStream + (static_cast<std::uint64_t>(server) << 16U) + generation,
        plant_.failures.lemonShape);
    for (std::size_t k = at(server) + 1; k < hazards.serverTree.size(); k += k & (~k + 1)) {
        hazards.serverTree[k] += fresh - rate;
    }
    rate = fresh;
}

int HazardClock::powerUnit(HazardIndex hazard, std::int32_t unit) const {
    const PowerArray& a = plant_.network->arrays[at(plant_.hazards[at(hazard)].group)];
    return a.firstUnit + unit / std::max(1, a.spec.modules);
}

std::string HazardClock::unitName(HazardIndex hazard, std::int32_t unit) const {
    return unitNameOf(plant_, plant_.hazards[at(hazard)], unit);
}

const PlantOrder* HazardClock::order(const Strike& strike) const {
    const PlantHazard& z = plant_.hazards[at(strike.hazard)];
    return z.orders.empty() ? nullptr : &z.orders[at(strike.unit)];
}

}  // namespace headroom::engine
