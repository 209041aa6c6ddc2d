// SPDX-License-Identifier: Apache-2.0
#include "engine/reliability/reach/parts.h"

#include "engine/plant/index.h"

#include <algorithm>

namespace headroom::engine {

namespace {

using models::BlockPart;
using models::CoolingMachine;
using models::DrillAction;
using models::FabricPart;

class Lister {
  public:
    Lister(const Plant& plant, const ReachMap& map, int most)
        : plant_(plant), map_(map), most_(most) {}

    std::vector<FailablePart> list() {
        power();
        cooling();
        network();
        racks();
        return std::move(parts_);
    }

  private:
    void add(PlantOrder order, std::string kind, int alike = 1) {
        FailablePart part;
        part.owner = order.unit;
        part.name = map_.nameOf(order);
        part.kind = std::move(kind);
        part.alike = alike;
        part.order = std::move(order);
        parts_.push_back(std::move(part));
    }

    void power() {
        const PowerNetwork& n = *plant_.network;
        for (const PowerArray& a : n.arrays) {
            for (int k = 0; k < a.units; ++k) {
                PlantOrder order;
                order.unit = a.id;
                order.instance = k + 1;
                add(order, powerKindName(n.units[at(a.firstUnit + k)].kind));
                parts_.back().isPower = true;
            }
        }
    }

    void machine(const std::string& unit, CoolingMachine what, const char* kind, int link,
                 int instance = 0) {
        if (link < 0) {
            return;
        }
        PlantOrder order;
        order.unit = unit;
        order.machine = what;
        order.count = 1;
        order.instance = instance;
        add(order, kind, plant_.cooling->links[at(link)].units);
    }

    void cooling() {
        const CoolingNetwork& c = *plant_.cooling;
        for (std::size_t i = 0; i < plant_.loops.size(); ++i) {
            const std::string& id = plant_.loops[i].id;
            machine(id, CoolingMachine::Pumps, "Loop pump", c.loopPumps[i]);
            machine(id, CoolingMachine::CondenserPumps, "Condenser pump", c.loopCondenserPumps[i]);
            machine(id, CoolingMachine::Chillers, "Chiller", c.loopEvaporators[i]);
            machine(id, CoolingMachine::Towers, "Cooling tower", c.loopTowers[i]);
            machine(id, CoolingMachine::DryCoolers, "Dry cooler", c.loopDryCoolers[i]);
        }
        for (std::size_t i = 0; i < plant_.cdus.size(); ++i) {
            const PlantCdu& u = plant_.cdus[i];
            machine(u.id, CoolingMachine::Pumps, "CDU pump", c.cduPumps[i]);
            machine(u.id, CoolingMachine::Cdus, "CDU", c.cduPrimary[i]);
            // Units of a group share one modelled valve: shut, it is the loss of all of them, which is not a single
            // failure. One unit's own valve shut is the loss of that unit, above.
            if (u.units == 1) {
                PlantOrder stuck;
                stuck.unit = u.id;
                stuck.machine = CoolingMachine::Valve;
                stuck.action = DrillAction::Stick;
                stuck.amount = 0.0;
                add(stuck, "CDU control valve, stuck shut");
            }
        }
        for (std::size_t i = 0; i < plant_.halls.size(); ++i) {
            machine(plant_.halls[i].id, CoolingMachine::AirHandlers, "Air handler", c.hallCoil[i]);
        }
        for (const PlantBlock& b : plant_.blocks) {
            if (b.firstRow >= 0) {
                PlantOrder leak;
                leak.unit = b.id;
                leak.action = DrillAction::Leak;
                leak.instance = 1;
                add(leak, "Leak of a row", b.spec.rows);
            }
        }
    }

    void network() {
        const FabricNetwork& n = *plant_.fabric;
        for (std::size_t f = 0; f < n.fabrics.size(); ++f) {
            if (n.fabrics[f].topology == nullptr) {
                continue;
            }
            const auto fabric = static_cast<int>(f);
            sample(fabric, FabricPart::Leaf, "Leaf switch");
            sample(fabric, FabricPart::Spine, "Spine switch");
            sample(fabric, FabricPart::Core, "Core switch");
            PlantOrder host;
            host.unit = n.fabrics[f].id;
            host.part = FabricPart::Adapter;
            host.action = DrillAction::Cut;
            host.instance = 1;
            add(host, "Host link", map_.links().count(fabric, FabricPart::Adapter));
        }
        for (const StorageJoin& s : n.storage) {
            PlantOrder order;
            order.unit = s.id;
            order.instance = 1;
            add(order, "Storage block", s.blocks);
        }
    }

    void sample(int fabric, FabricPart part, const char* kind) {
        const int count = map_.links().count(fabric, part);
        const int taken = most_ > 0 ? std::min(most_, count) : count;
        for (int k = 0; k < taken; ++k) {
            // Evenly spread; each stands for those up to the next.
            const auto from = static_cast<int>(static_cast<std::int64_t>(k) * count / taken);
            const auto to = static_cast<int>(static_cast<std::int64_t>(k + 1) * count / taken);
            PlantOrder order;
            order.unit = plant_.fabric->fabrics[at(fabric)].id;
            order.part = part;
            order.instance = from + 1;
            add(order, kind, to - from);
        }
    }

    void racks() {
        for (const PlantBlock& b : plant_.blocks) {
            PlantOrder order;
            order.unit = b.id;
            order.instance = 1;
            order.level = BlockPart::Rack;
            add(order, "Rack", b.racks);
            order.level = BlockPart::Server;
            add(order, "Server", b.racks * b.rack.servers);
        }
    }

    const Plant& plant_;
    const ReachMap& map_;
    int most_;
    std::vector<FailablePart> parts_;
};

}  // namespace

std::vector<FailablePart> failableParts(const Plant& plant, const ReachMap& map, int most) {
    return Lister(plant, map, most).list();
}

PartDomain domainOf(const FailablePart& part) {
    if (part.order.machine != CoolingMachine::All) {
        return part.order.action == DrillAction::Fail ? PartDomain::Cooling : PartDomain::Other;
    }
    switch (part.order.part) {
        case FabricPart::Leaf:
        case FabricPart::Spine:
        case FabricPart::Core:
            return PartDomain::Network;
        default:
            return part.isPower ? PartDomain::Power : PartDomain::Other;
    }
}

std::vector<FailablePart> powerParts(const PowerNetwork& network, const FailureStudy& study,
                                     models::PowerParts meant) {
    std::vector<FailablePart> parts;
    for (const Contingency& c : study.cases) {
        const PowerUnit& u = network.units[at(c.unit)];
        const bool source =
            isSource(u.kind) || u.kind == PowerKind::Transformer || u.kind == PowerKind::Ups;
        if (c.modules < u.modules || (meant == models::PowerParts::Sources && !source)) {
            continue;
        }
        FailablePart part;
        part.order.unit = part.owner = network.arrays[at(u.array)].id;
        part.order.instance = u.instance + 1;
        part.name = u.name;
        part.kind = powerKindName(u.kind);
        part.alike = c.alike;
        part.isPower = true;
        part.trips = c.trips;
        parts.push_back(std::move(part));
    }
    return parts;
}

}  // namespace headroom::engine
