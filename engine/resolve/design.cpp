// SPDX-License-Identifier: Apache-2.0
#include "engine/resolve/design.h"

#include "engine/document/order.h"
#include "engine/fabric/build_fabric.h"
#include "engine/floor/layout.h"
#include "models/cooling/thin_air.h"
#include "models/facility/site.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

HEADROOM_SPECIAL_MEMBERS_OF(Design)

namespace {

double orZero(double number) {
    return std::isnan(number) ? 0.0 : number;
}

/// Fans of the air handlers at full speed.
double fanW(const DesignHall& h) {
    return h.crah == nullptr ? 0.0
                             : h.spec.crahs * models::crahFanW(*h.crah, 1.0, h.air.densityRatio);
}

/// The element of that id in a vector of design objects; null where there is none.
template <class All>
auto byId(All& all, const std::string& id) {
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const auto& each) { return each.object->id == id; });
    return found == all.end() ? nullptr : &*found;
}

class Builder {
  public:
    Builder(const Project& project, const Catalogue& catalogue, const DesignOptions& options)
        : options_(options) {
        design_.project = options.built != nullptr
                              ? options.built
                              : std::make_shared<const Project>(asBuilt(project));
        design_.catalogue = &catalogue;
        facility_ = resolve(design_.project, catalogue);
        design_.site = facility_.site;
    }

    Design build() {
        blocks();
        halls();
        cduGroups();
        fabrics();
        storage();
        loops();
        power();
        heat();
        study();
        if (options_.floor) {
            design_.floor = std::make_shared<const Layout>(
                layoutOf(*design_.project, *design_.catalogue, design_.network.get()));
        }
        return std::move(design_);
    }

  private:
    template <class Spec>
    const Spec* part(const std::string& id) const {
        return id.empty() ? nullptr : design_.catalogue->spec<Spec>(id);
    }

    std::vector<const Object*> objects(const char* typeId) const {
        return design_.project->objectsOf(typeId);
    }

    void blocks() {
        for (const ResolvedBlock& b : facility_.blocks) {
            if (b.complete()) {
                design_.blocks.push_back(b);
            }
        }
        design_.accelerators = facility_.accelerators();
    }

    void halls() {
        for (const ResolvedHall& hall : facility_.halls) {
            design_.halls.push_back({hall});
            design_.halls.back().air =
                models::airAt(hall.spec.supplyAirC, facility_.site.pressurePa);
        }
        for (const DesignBlock& b : design_.blocks) {
            if (DesignHall* h = byId(design_.halls, b.spec.hall)) {
                const auto racks = static_cast<double>(b.racks);
                h->rackW += racks * b.rackW;
                h->airW += racks * (b.rackW - b.liquidW());
                h->fanAirM3PerS += racks * b.fanAirM3PerS;
                h->fanHeatW += b.fanAirM3PerS > 0.0 ? racks * (b.rackW - b.liquidW()) : 0.0;
            }
        }
    }

    void cduGroups() {
        for (const ResolvedCduGroup& group : facility_.cduGroups) {
            if (group.cdu != nullptr) {
                design_.cduGroups.push_back({group});
            }
        }
        for (const DesignBlock& b : design_.blocks) {
            DesignCduGroup* g = b.isLiquid() ? byId(design_.cduGroups, b.spec.cdu) : nullptr;
            if (g != nullptr) {
                g->heatW += static_cast<double>(b.racks) * b.liquidW();
                g->flowM3PerS += static_cast<double>(b.racks) * b.coolantM3PerS;
            }
        }
    }

    void fabrics() {
        design_.fabricsBuilt = options_.fabrics != nullptr
                                   ? options_.fabrics
                                   : std::make_shared<const BuiltFabrics>(
                                         buildFabrics(*design_.project, *design_.catalogue));
        const BuiltFabrics& built = *design_.fabricsBuilt;
        design_.network = built.network;
        const auto all = objects("fabric");
        for (std::size_t i = 0; i < all.size(); ++i) {
            DesignFabric f;
            f.object = all[i];
            f.spec = specOf<models::FabricSpec>(*all[i]);
            f.switchPart = part<models::SwitchSpec>(f.spec.switchPart);
            f.hostLink = part<models::LinkPartSpec>(f.spec.hostLink);
            f.switchLink = part<models::LinkPartSpec>(f.spec.switchLink);
            f.scaleUp = part<models::InterconnectSpec>(f.spec.scaleUp);
            f.scaleOut = part<models::InterconnectSpec>(f.spec.scaleOut);
            if (f.switchPart == nullptr || f.hostLink == nullptr || f.switchLink == nullptr ||
                f.scaleUp == nullptr || f.scaleOut == nullptr) {
                continue;
            }
            f.built = &built.network->fabrics[i];
            for (const FabricFault& fault : built.faults) {
                if (fault.fabric == static_cast<int>(i)) {
                    f.faults.push_back(fault.error);
                }
            }
            join(f);
            design_.fabrics.push_back(std::move(f));
        }
        heatOfFabrics();
    }

    void join(DesignFabric& f) {
        for (const DesignBlock& b : design_.blocks) {
            if (b.spec.fabric != f.object->id || b.server->nics == 0) {
                continue;
            }
            f.endpoints += b.servers() * b.server->nics;
            f.adapterBytesPerS =
                std::max(f.adapterBytesPerS, orZero(b.accelerator->scaleOutBytesPerS) *
                                                 b.server->accelerators / b.server->nics);
        }
        f.radix = models::breakoutRadix(f.switchPart->ports, f.switchPart->portBytesPerS,
                                        f.adapterBytesPerS / f.spec.planes);
    }

    /// Switches at full load and all modules, where they are.
    void heatOfFabrics() {
        for (const Fabric& f : design_.network->fabrics) {
            const auto halls = objects("hall");
            for (std::size_t i = 0; i < f.hallW.size(); ++i) {
                if (DesignHall* h = byId(design_.halls, halls[i]->id)) {
                    h->fabricW += f.hallW[i] + f.hallSpanW[i];
                }
            }
        }
    }

    void storage() {
        for (const StorageJoin& join : design_.network->storage) {
            const auto halls = objects("hall");
            if (DesignHall* h =
                    byId(design_.halls, halls[static_cast<std::size_t>(join.hall)]->id)) {
                h->storageW += join.powerW;
            }
        }
        for (const CxlJoin& pool : design_.network->cxl) {
            const auto halls = objects("hall");
            if (DesignHall* h =
                    byId(design_.halls, halls[static_cast<std::size_t>(pool.hall)]->id)) {
                h->storageW += pool.spec.count * pool.spec.powerW;
            }
        }
        for (DesignHall& h : design_.halls) {
            h.airW += h.fabricW + h.storageW;
        }
    }

    /// The wiring, with what every load asks for. Heat rejection is not known yet.
    void power() {
        DesignPower& p = design_.power;
        for (const Object* object : objects("power_policy")) {
            p.policy = specOf<models::PowerPolicySpec>(*object);
        }
        if (objects("power_unit").empty()) {
            return;
        }
        std::vector<std::string> halls;
        std::vector<MachineFeeds> machines;
        for (const DesignHall& h : design_.halls) {
            const int index = static_cast<int>(halls.size());
            halls.push_back(h.object->id);
            machines.push_back({PowerLoadKind::HallIt, index, h.spec.feeds});
            machines.push_back({PowerLoadKind::Fans, index,
                                h.spec.fanFeeds.empty() ? h.spec.feeds : h.spec.fanFeeds});
        }
        for (std::size_t i = 0; i < design_.cduGroups.size(); ++i) {
            machines.push_back(
                {PowerLoadKind::CduPumps, static_cast<int>(i), design_.cduGroups[i].spec.feeds});
        }
        for (std::size_t i = 0; i < design_.loops.size(); ++i) {
            const models::CoolingLoopSpec& l = design_.loops[i].spec;
            const int index = static_cast<int>(i);
            machines.push_back(
                {PowerLoadKind::LoopPumps, index, l.pumpFeeds.empty() ? l.feeds : l.pumpFeeds});
            machines.push_back({PowerLoadKind::HeatRejection, index, l.feeds});
        }
        std::vector<RackFeeds> racks;
        for (std::size_t i = 0; i < design_.blocks.size(); ++i) {
            const models::RackBlockSpec& b = design_.blocks[i].spec;
            racks.push_back({b.feeds, b.cords, b.rows, b.racksPerRow});
            p.rackBlock.insert(p.rackBlock.end(), static_cast<std::size_t>(design_.blocks[i].racks),
                               static_cast<int>(i));
        }
        auto network =
            buildPowerNetwork(*design_.project, *design_.catalogue, halls, racks, machines);
        if (!network) {
            p.faults = network.error();
            return;
        }
        p.network = std::move(*network);
        p.wired = true;
        p.flow.sizeFor(p.network);
        solve();
        for (std::size_t i = 0; i < p.network.units.size(); ++i) {
            const int hall = p.network.units[i].hall;
            if (hall >= 0) {
                design_.halls[static_cast<std::size_t>(hall)].airW += p.flow.lossW[i];
            }
        }
    }

    void solve() {
        DesignPower& p = design_.power;
        p.demand.powerW.assign(p.network.loads.size(), 0.0);
        p.demand.reactiveVar.assign(p.network.loads.size(), 0.0);
        double machinePf = models::SiteSpec{}.mechanicalPowerFactor;
        for (const Object* object : objects("site")) {
            machinePf = specOf<models::SiteSpec>(*object).mechanicalPowerFactor;
        }
        for (std::size_t l = 0; l < p.network.loads.size(); ++l) {
            const PowerLoad& load = p.network.loads[l];
            const double powerW = loadW(load) * load.share;
            const double pf =
                load.kind == PowerLoadKind::Rack ? block(load).powerFactor() : machinePf;
            p.demand.powerW[l] = powerW;
            p.demand.reactiveVar[l] = powerW * std::sqrt(std::max(0.0, 1.0 / (pf * pf) - 1.0));
        }
        p.switching = restingSwitching(p.network);
        transferAndStart(p.network, p.switching, p.flow);
        PowerDemand live = p.demand;
        p.collapses = settlePower(p.network, p.switching, p.demand, live, p.flow);
    }

    const DesignBlock& block(const PowerLoad& load) const {
        const int index = design_.power.rackBlock[static_cast<std::size_t>(load.index)];
        return design_.blocks[static_cast<std::size_t>(index)];
    }

    double loadW(const PowerLoad& load) const {
        const auto i = static_cast<std::size_t>(load.index);
        switch (load.kind) {
            case PowerLoadKind::Rack:
                return block(load).rackW;
            case PowerLoadKind::HallIt:
                return design_.halls[i].fabricW + design_.halls[i].storageW;
            case PowerLoadKind::Fans:
                return fanW(design_.halls[i]);
            case PowerLoadKind::CduPumps:
                return design_.cduGroups[i].spec.count * design_.cduGroups[i].cdu->pumpRatedW;
            case PowerLoadKind::LoopPumps:
                return design_.loops[i].pumpW;
            case PowerLoadKind::HeatRejection:
                return design_.loops[i].rejectionW + design_.loops[i].chillerW;
        }
        return 0.0;
    }

    void loops() {
        for (const ResolvedLoop& loop : facility_.loops) {
            if (loop.pump == nullptr) {
                continue;
            }
            DesignLoop l{loop};
            l.pumpW = l.spec.pumps * models::pumpPowerW(*l.pump, 1.0);
            if (l.condenserPump != nullptr) {
                l.rejectionW += l.spec.condenserPumps * models::pumpPowerW(*l.condenserPump, 1.0);
            }
            if (l.tower != nullptr) {
                l.rejectionW += l.spec.towers *
                                models::thinAirFanW(l.tower->fanRatedW, facility_.site.pressurePa);
            }
            if (l.dryCooler != nullptr) {
                l.rejectionW += l.spec.dryCoolers * models::thinAirFanW(l.dryCooler->fanRatedW,
                                                                        facility_.site.pressurePa);
            }
            if (!std::isnan(l.spec.externalW)) {
                l.rejectionW += l.spec.externalPowerW;
            }
            design_.loops.push_back(std::move(l));
        }
    }

    void heat() {
        for (DesignLoop& l : design_.loops) {
            for (const DesignHall& h : design_.halls) {
                if (h.spec.airLoop == l.object->id) {
                    l.heatW += h.airW + fanW(h);
                }
            }
            for (const DesignCduGroup& g : design_.cduGroups) {
                if (g.spec.loop == l.object->id) {
                    l.heatW += g.heatW + g.spec.count * g.cdu->pumpRatedW;
                }
            }
            if (l.chiller != nullptr) {
                l.chillerW = std::min(l.heatW, l.spec.chillers *
                                                   models::chillerRatedHeatW(
                                                       *l.chiller, facility_.site.pressurePa)) /
                             l.chiller->ratedCop;
            }
        }
    }

    /// Once more with chillers at their heat, and what every single failure does.
    void study() {
        DesignPower& p = design_.power;
        if (!p.wired) {
            return;
        }
        solve();
        p.outageSwitching = p.switching;
        p.outageFlow = p.flow;
        if (!options_.study) {
            return;
        }
        std::vector<int> group;
        for (const PowerLoad& load : p.network.loads) {
            const bool isRack = load.kind == PowerLoadKind::Rack;
            group.push_back(isRack ? p.rackBlock[static_cast<std::size_t>(load.index)] : -1);
        }
        p.study = singleFailures(p.network, p.demand, group);
        for (std::size_t i = 0; i < p.network.units.size(); ++i) {
            if (p.network.units[i].kind == PowerKind::Utility) {
                p.outageSwitching.available[i] = 0;
            }
        }
        transferAndStart(p.network, p.outageSwitching, p.outageFlow);
        PowerDemand live = p.demand;
        settlePower(p.network, p.outageSwitching, p.demand, live, p.outageFlow);
    }

    const DesignOptions& options_;
    Facility facility_;
    Design design_;
};

}  // namespace

const DesignHall* Design::hall(const std::string& id) const {
    return byId(halls, id);
}

const DesignLoop* Design::loop(const std::string& id) const {
    return byId(loops, id);
}

Design designOf(const Project& project, const Catalogue& catalogue, const DesignOptions& options) {
    return Builder(project, catalogue, options).build();
}

}  // namespace headroom::engine
