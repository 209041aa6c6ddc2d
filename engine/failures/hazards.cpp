// SPDX-License-Identifier: Apache-2.0
#include "engine/failures/hazards.h"

#include <cmath>
#include <string>

namespace headroom::engine {

namespace {

int population(const Plant& plant, models::FailureBasis basis) {
    int nics = 0, psus = 0, hostLinks = 0, fabricLinks = 0, switches = 0;
    for (const PlantBlock& b : plant.blocks) {
        nics += b.racks * b.rack.servers * b.server.nics;
        psus += b.racks * b.rack.servers * b.server.psus;
    }
    for (const Fabric& f : plant.fabric->fabrics) {
        if (f.topology) {
            const TopologyCounts counts = f.topology->counts();
            hostLinks += static_cast<int>(counts.hostCables);
            fabricLinks += static_cast<int>(counts.switchCables);
            switches += f.topology->switches();
        }
    }
    switch (basis) {
        case models::FailureBasis::Accelerator:
        case models::FailureBasis::JobAccelerator:
            return plant.accelerators;
        case models::FailureBasis::Server:
            return plant.servers;
        case models::FailureBasis::Nic:
            return nics;
        case models::FailureBasis::HostLink:
            return hostLinks;
        case models::FailureBasis::FabricLink:
            return fabricLinks;
        case models::FailureBasis::Switch:
            return switches;
        case models::FailureBasis::Psu:
            return psus;
    }
    return 0;
}

class EquipmentHazards {
  public:
    EquipmentHazards(const Plant& plant, std::vector<PlantHazard>& out)
        : factor_(plant.failures.rateFactor), out_(out) {}

    template <class Spec>
    void add(const Spec& spec, int units, EquipmentKind kind, std::size_t group,
             const std::string& owner) {
        if (units <= 0 || !(spec.failuresPerS > 0.0) || std::isnan(spec.repairS)) {
            return;
        }
        PlantHazard h;
        h.subject = owner;
        h.id = std::string{Spec::type().id};
        h.mode.repairMedianS = h.mode.repairMeanS = spec.repairS;
        h.isEquipment = true;
        h.equipment = kind;
        h.group = static_cast<int>(group);
        h.units = units;
        h.ratePerS = spec.failuresPerS * units * factor_;
        out_.push_back(std::move(h));
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
        h.mode.repairMedianS = h.mode.repairMeanS = spec.sagS;
        h.isEquipment = true;
        h.equipment = EquipmentKind::PowerUnit;
        h.group = static_cast<int>(group);
        h.units = units;
        h.ratePerS = spec.sagsPerS * units * factor_;
        out_.push_back(std::move(h));
    }

  private:
    double factor_;
    std::vector<PlantHazard>& out_;
};

}  // namespace

std::vector<PlantHazard> hazardsOf(const Plant& plant, const Catalogue& catalogue) {
    std::vector<PlantHazard> hazards;
    for (const CatalogueEntry* entry : catalogue.entriesOf(models::FailureModeSpec::type().id)) {
        PlantHazard h;
        h.id = entry->id;
        h.mode = *static_cast<const models::FailureModeSpec*>(entry->spec.get());
        h.units = population(plant, h.mode.basis);
        h.ratePerS = h.units * h.mode.ratePerS * plant.failures.rateFactor;
        if (h.ratePerS > 0.0) {
            hazards.push_back(std::move(h));
        }
    }
    EquipmentHazards equipment(plant, hazards);
    const PowerNetwork& n = *plant.network;
    for (std::size_t i = 0; i < n.arrays.size(); ++i) {
        const PowerArray& a = n.arrays[i];
        const PowerUnit& u = n.units[static_cast<std::size_t>(a.firstUnit)];
        const auto spec = static_cast<std::size_t>(u.spec);
        const int units = a.units * a.spec.modules;
        const EquipmentKind kind = EquipmentKind::PowerUnit;
        switch (u.kind) {
            case PowerKind::Utility:
                equipment.add(n.utilities[spec], units, kind, i, a.id);
                equipment.addSags(n.utilities[spec], units, i, a.id);
                break;
            case PowerKind::Transformer:
                equipment.add(n.transformers[spec], units, kind, i, a.id);
                break;
            case PowerKind::Switchboard:
                equipment.add(n.switchboards[spec], units, kind, i, a.id);
                break;
            case PowerKind::Genset:
                break;  // fails to start; stands still else
            case PowerKind::Ups:
                equipment.add(n.upses[spec], units, kind, i, a.id);
                break;
            case PowerKind::TransferSwitch:
                equipment.add(n.transferSwitches[spec], units, kind, i, a.id);
                break;
            case PowerKind::Pdu:
                equipment.add(n.pdus[spec], units, kind, i, a.id);
                break;
        }
    }
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
    return hazards;
}

}  // namespace headroom::engine
