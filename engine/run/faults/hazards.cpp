// SPDX-License-Identifier: Apache-2.0
#include "engine/run/faults/hazards.h"

#include "models/core/random.h"
#include "models/reliability/life.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace headroom::engine {

namespace {

/// Random streams of spreads and of bad batches: one a hazard (by its mode's place in the
/// catalogue).
constexpr std::uint64_t kSpreadStream = 11ULL << 40U;
constexpr std::uint64_t kBatchStream = 12ULL << 40U;
constexpr std::uint64_t kUnitsInStream = 1ULL << 24U;

int inServers(const Plant& plant, const models::FailureModeSpec& mode) {
    int units = 0;
    for (const PlantBlock& b : plant.blocks) {
        if (appliesTo(plant, mode, b)) {
            units += b.racks * b.rack.servers * unitsInServer(b, mode.basis);
        }
    }
    return units;
}

int population(const Plant& plant, const models::FailureModeSpec& mode) {
    int hostLinks = 0, fabricLinks = 0, switches = 0, shelves = 0;
    for (const Fabric& f : plant.fabric->fabrics) {
        if (f.topology) {
            const TopologyCounts counts = f.topology->counts();
            hostLinks += static_cast<int>(counts.hostCables);
            fabricLinks += static_cast<int>(counts.switchCables);
            switches += f.topology->switches();
        }
    }
    for (const PlantBlock& b : plant.blocks) {
        shelves += b.hasShelf ? b.racks * b.rack.shelfRectifiers : 0;
    }
    switch (mode.basis) {
        case models::FailureBasis::Accelerator:
        case models::FailureBasis::JobAccelerator:
        case models::FailureBasis::Server:
        case models::FailureBasis::Nic:
        case models::FailureBasis::Psu:
            return inServers(plant, mode);
        case models::FailureBasis::HostLink:
            return hostLinks;
        case models::FailureBasis::FabricLink:
            return fabricLinks;
        case models::FailureBasis::Switch:
            return switches;
        case models::FailureBasis::Storage:
            return static_cast<int>(plant.storageHall.size());
        case models::FailureBasis::Shelf:
            return shelves;
        case models::FailureBasis::Operator:
        case models::FailureBasis::ControlPlane:
            return 1;
        case models::FailureBasis::Cdu:
        case models::FailureBasis::Pump:
        case models::FailureBasis::Valve:
        case models::FailureBasis::CoolantRow:
        case models::FailureBasis::Breaker:
        case models::FailureBasis::Exchanger:
            break;
    }
    return 0;
}

/// Highest factor of temperature and load.
double mostStress(const Plant& plant, const models::FailureModeSpec& mode) {
    double most = 1.0;
    if (plant.maintenance.stress && (mode.activationEv > 0.0 || mode.loadExponent > 0.0)) {
        for (const PlantBlock& b : plant.blocks) {
            most =
                std::max(most, models::arrheniusFactor(mode.activationEv, b.accelerator.shutdownC,
                                                       mode.referenceC) *
                                   models::loadFactor(1.0, mode.referenceLoad, mode.loadExponent));
        }
    }
    return std::min(most, models::kMostStress);
}

/// Weights of its own: servers with bad batches among them on top of the lemons, or a gamma spread
/// of what does not sit in servers.
std::vector<double> ownWeights(const Plant& plant, const PlantHazard& z, std::uint64_t index) {
    std::vector<double> cumulative;
    const models::FailureModeSpec& mode = z.mode;
    const bool batches = mode.batchShare > 0.0 && mode.batchFactor > 1.0;
    const bool spread = !std::isnan(mode.spreadShape);
    if (!batches && !spread) {
        return cumulative;
    }
    const int count = z.perServer > 0 ? plant.servers : z.units;
    double sum = 0.0, drawn = 0.0;
    std::vector<double> rates(static_cast<std::size_t>(count), 1.0);
    for (int i = 0; i < count; ++i) {
        const auto k = static_cast<std::size_t>(i);
        if (spread) {
            rates[k] = models::randomGamma(
                plant.seed, kSpreadStream + index * kUnitsInStream + static_cast<std::uint64_t>(i),
                mode.spreadShape);
        } else if (z.perServer > 0) {
            rates[k] = plant.lemonCumulative[k] - (k > 0 ? plant.lemonCumulative[k - 1] : 0.0);
        }
        drawn += rates[k];
    }
    for (int i = 0; i < count; ++i) {
        const auto batch = static_cast<std::uint64_t>(i / mode.batchServers);
        const bool bad = batches && models::randomUniform(plant.seed, kBatchStream + index, batch) <
                                        mode.batchShare;
        sum += rates[static_cast<std::size_t>(i)] * count / drawn *
               models::batchWeight(batches ? mode.batchShare : 0.0, mode.batchFactor, bad);
        cumulative.push_back(sum);
    }
    return cumulative;
}

void finish(const Plant& plant, PlantHazard& z, std::uint64_t index) {
    int most = 0;
    for (const PlantBlock& b : plant.blocks) {
        most = std::max(most, appliesTo(plant, z.mode, b) ? unitsInServer(b, z.mode.basis) : 0);
    }
    z.perServer = z.isEquipment ? 0 : most;
    z.stressMost = z.perServer > 0 ? mostStress(plant, z.mode) : 1.0;  // others have no rack
    if (!z.mode.life().ageless()) {
        z.ageS = plant.maintenance.ageS;
    }
    z.cumulative = z.isEquipment ? std::vector<double>{} : ownWeights(plant, z, index);
    double places = z.perServer > 0 ? 1.0 * plant.servers * z.perServer : 1.0 * z.units;
    if (z.mode.basis == models::FailureBasis::JobAccelerator && !z.isEquipment) {
        places = plant.accelerators;
    } else if (z.mode.basis == models::FailureBasis::Operator) {
        places = 1.0;  // mistakes are of the people, not of the parts
    }
    const double weight =
        z.cumulative.empty() ? 1.0 : z.cumulative.back() / static_cast<double>(z.cumulative.size());
    z.candidatesPerS = places * weight * z.stressMost * z.mode.ratePerS * plant.failures.rateFactor;
}

class EquipmentHazards {
  public:
    EquipmentHazards(const Plant& plant, std::vector<PlantHazard>& out)
        : factor_(plant.failures.rateFactor), out_(out) {}

    template <class Spec>
    void add(const Spec& spec, int units, EquipmentKind kind, std::size_t group,
             const std::string& owner) {
        addAs(std::string{Spec::type().id}, spec.failuresPerS, spec.repairS, units, kind, group,
              owner);
    }

    /// Machines identified by orders: CDU pumps, breakers.
    void addOrders(const std::string& id, double failuresPerS, double repairS, EquipmentKind kind,
                   const std::string& owner, std::vector<PlantOrder> orders,
                   models::SparePart spare) {
        const std::size_t before = out_.size();
        addAs(id, failuresPerS, repairS, static_cast<int>(orders.size()), kind, 0, owner);
        if (out_.size() > before) {
            out_.back().orders = std::move(orders);
            out_.back().mode.effect = models::FailureEffect::Plant;
            out_.back().mode.spare = spare;
        }
    }

    /// Dips of the mains: short, and nothing is out of service.
    void addSags(const models::UtilitySpec& spec, int units, std::size_t group,
                 const std::string& owner) {
        if (!(spec.sagsPerS > 0.0)) {
            return;
        }
        PlantHazard h;
        h.subject = owner;
        h.id = kSagHazard;
        h.mode.ratePerS = spec.sagsPerS;
        h.mode.repairLaw = models::RepairLaw::Fixed;
        h.mode.repairMedianS = h.mode.repairMeanS = spec.sagS;
        h.isEquipment = true;
        h.equipment = EquipmentKind::PowerUnit;
        h.group = static_cast<int>(group);
        h.units = units;
        h.ratePerS = spec.sagsPerS * units * factor_;
        out_.push_back(std::move(h));
    }

    void addAs(const std::string& id, double failuresPerS, double repairS, int units,
               EquipmentKind kind, std::size_t group, const std::string& owner) {
        if (units <= 0 || !(failuresPerS > 0.0) || std::isnan(repairS)) {
            return;
        }
        PlantHazard h;
        h.subject = owner;
        h.id = id;
        h.mode.ratePerS = failuresPerS;
        h.mode.repairLaw = models::RepairLaw::Exponential;
        h.mode.repairMedianS = h.mode.repairMeanS = repairS;
        h.mode.detectS = 0.0;
        h.isEquipment = true;
        h.equipment = kind;
        h.group = static_cast<int>(group);
        h.units = units;
        h.ratePerS = failuresPerS * units * factor_;
        out_.push_back(std::move(h));
    }

  private:
    double factor_;
    std::vector<PlantHazard>& out_;
};

void addPower(const Plant& plant, EquipmentHazards& equipment) {
    const PowerNetwork& n = *plant.network;
    for (std::size_t i = 0; i < n.arrays.size(); ++i) {
        const PowerArray& a = n.arrays[i];
        const PowerUnit& u = n.units[static_cast<std::size_t>(a.firstUnit)];
        const int units = a.units * a.spec.modules;
        equipment.addAs(std::string{infoOf(u.kind).type}, u.failuresPerS, u.repairS, units,
                        EquipmentKind::PowerUnit, i, a.id);
        if (u.kind == PowerKind::Utility) {
            equipment.addSags(n.utilities[static_cast<std::size_t>(u.spec)], units, i, a.id);
        }
    }
}

void addCooling(const Plant& plant, EquipmentHazards& equipment) {
    for (std::size_t i = 0; i < plant.halls.size(); ++i) {
        const PlantHall& h = plant.halls[i];
        equipment.add(h.crah, h.spec.crahs, EquipmentKind::Crah, i, h.id);
    }
    for (std::size_t i = 0; i < plant.cdus.size(); ++i) {
        const PlantCdu& c = plant.cdus[i];
        equipment.add(c.cdu, c.units, EquipmentKind::Cdu, i, c.id);
    }
    for (std::size_t i = 0; i < plant.loops.size(); ++i) {
        const PlantLoop& l = plant.loops[i];
        equipment.add(l.chiller, l.hasChiller ? l.spec.chillers : 0, EquipmentKind::Chiller, i,
                      l.id);
        equipment.add(l.tower, l.hasTower ? l.spec.towers : 0, EquipmentKind::CoolingTower, i,
                      l.id);
        equipment.add(l.dryCooler, l.hasDryCooler ? l.spec.dryCoolers : 0, EquipmentKind::DryCooler,
                      i, l.id);
        equipment.add(l.pump, l.spec.pumps, EquipmentKind::Pump, i, l.id);
        equipment.add(l.condenserPump, l.hasCondenserPump ? l.spec.condenserPumps : 0,
                      EquipmentKind::CondenserPump, i, l.id);
    }
}

/// Machines identified by orders, with the rates of their parts.
void addTold(const Plant& plant, EquipmentHazards& equipment) {
    models::FailureModeSpec pumps;
    pumps.basis = models::FailureBasis::Pump;
    const std::vector<PlantOrder> all = ordersOf(plant, pumps);
    for (const PlantCdu& c : plant.cdus) {
        std::vector<PlantOrder> own;
        std::copy_if(all.begin(), all.end(), std::back_inserter(own),
                     [&c](const PlantOrder& o) { return o.unit == c.id; });
        equipment.addOrders("cdu_pump", c.pump.failuresPerS, c.pump.repairS, EquipmentKind::Pump,
                            c.id, std::move(own), models::SparePart::Pump);
    }
    models::FailureModeSpec breakers;
    breakers.basis = models::FailureBasis::Breaker;
    const std::vector<PlantOrder> incomers = ordersOf(plant, breakers);
    const PowerNetwork& n = *plant.network;
    std::unordered_map<std::string_view, std::size_t> arrays;
    for (std::size_t i = 0; i < n.arrays.size(); ++i) {
        arrays.try_emplace(n.arrays[i].id, i);
    }
    std::vector<std::vector<PlantOrder>> bySpec(n.breakers.size());
    for (const PlantOrder& o : incomers) {
        const PowerArray& a = n.arrays[arrays.at(o.unit)];
        const PowerUnit& u = n.units[static_cast<std::size_t>(a.firstUnit + o.instance - 1)];
        const PowerEdge& e = n.edges[static_cast<std::size_t>(u.firstEdge + o.incomer - 1)];
        bySpec[static_cast<std::size_t>(e.breaker)].push_back(o);
    }
    for (std::size_t spec = 0; spec < n.breakers.size(); ++spec) {
        std::vector<PlantOrder>& own = bySpec[spec];
        equipment.addOrders(std::string{models::BreakerSpec::type().id},
                            n.breakers[spec].failuresPerS, n.breakers[spec].repairS,
                            EquipmentKind::PowerUnit, "breakers", std::move(own),
                            models::SparePart::ElectricalPart);
    }
}

}  // namespace

std::vector<PlantHazard> hazardsOf(const Plant& plant, const Catalogue& catalogue) {
    std::vector<PlantHazard> hazards;
    for (const CatalogueEntry* entry : catalogue.entriesOf(models::FailureModeSpec::type().id)) {
        PlantHazard h;
        h.id = entry->id;
        h.mode = *static_cast<const models::FailureModeSpec*>(entry->spec.get());
        h.orders = ordersOf(plant, h.mode);
        h.units = h.orders.empty() ? population(plant, h.mode) : static_cast<int>(h.orders.size());
        const int rated =
            h.mode.basis == models::FailureBasis::Operator && h.units > 0 ? 1 : h.units;
        h.ratePerS = rated * h.mode.ratePerS * plant.failures.rateFactor;
        if (h.ratePerS > 0.0) {
            hazards.push_back(std::move(h));
        }
    }
    EquipmentHazards equipment(plant, hazards);
    addPower(plant, equipment);
    addCooling(plant, equipment);
    addTold(plant, equipment);
    drawHazards(plant, hazards);
    return hazards;
}

void drawHazards(const Plant& plant, std::vector<PlantHazard>& hazards) {
    for (std::size_t i = 0; i < hazards.size(); ++i) {
        finish(plant, hazards[i], i);
    }
}

}  // namespace headroom::engine
