// SPDX-License-Identifier: Apache-2.0
#include "engine/check/design.h"

#include "models/facility/storage_group.h"
#include "models/network/storage.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headroom::engine {

namespace {

double orZero(double number) {
    return std::isnan(number) ? 0.0 : number;
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
    Builder(const Project& project, const Catalogue& catalogue) {
        design_.project = &project;
        design_.catalogue = &catalogue;
    }

    Design build() {
        blocks();
        halls();
        cduGroups();
        fabrics();
        storage();
        power();
        loops();
        mechanicalPower();
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
        for (const Object* object : objects("rack_block")) {
            DesignBlock b;
            b.object = object;
            b.spec = specOf<models::RackBlockSpec>(*object);
            b.rack = part<models::RackSpec>(b.spec.rack);
            b.server = b.rack == nullptr ? nullptr : part<models::ServerSpec>(b.rack->server);
            if (b.server == nullptr) {
                continue;
            }
            b.accelerator = part<models::AcceleratorSpec>(b.server->accelerator);
            b.psu = part<models::PsuSpec>(b.server->psu);
            if (b.accelerator == nullptr || b.psu == nullptr) {
                continue;
            }
            b.racks = std::int64_t{b.spec.rows} * b.spec.racksPerRow;
            b.rackPitchM = std::isnan(b.spec.rackPitchM) ? b.rack->widthM : b.spec.rackPitchM;
            load(b);
            design_.accelerators[b.server->accelerator] += b.accelerators();
            design_.blocks.push_back(std::move(b));
        }
    }

    static void load(DesignBlock& b) {
        const models::ServerSpec& server = *b.server;
        const double boardW =
            server.accelerators *
                models::acceleratorPowerW(*b.accelerator, 1.0, 1.0, b.accelerator->referenceC) +
            models::hostPowerW(server, 1.0);
        const double airShare = 1.0 - server.liquidFraction;
        const double speed = models::serverFanSpeed(
            server, boardW * airShare,
            models::fullFanHeatW(server, b.rack->ratedPowerW / b.rack->servers));
        b.serverOutputW = boardW + models::serverFanPowerW(server, speed);
        b.serverW = models::psuInputW(*b.psu, b.serverOutputW, server.psus);
        b.rackW = b.rack->servers * b.serverW + b.rack->extraMaxW;
        b.fanAirM3PerS = b.rack->servers * speed * server.fanAirflowM3PerS;
        if (b.isLiquid()) {
            b.coolantM3PerS = server.flowM3PerSPerW * b.rack->ratedPowerW * server.liquidFraction;
        }
    }

    void halls() {
        for (const Object* object : objects("hall")) {
            DesignHall h;
            h.object = object;
            h.spec = specOf<models::HallSpec>(*object);
            h.crah = part<models::CrahSpec>(h.spec.crah);
            if (h.crah != nullptr) {
                design_.halls.push_back(std::move(h));
            }
        }
        for (const DesignBlock& b : design_.blocks) {
            if (DesignHall* h = byId(design_.halls, b.spec.hall)) {
                const auto racks = static_cast<double>(b.racks);
                h->rackW += racks * b.rackW;
                h->airW += racks * (b.rackW - b.liquidW());
                h->fanAirM3PerS += racks * b.fanAirM3PerS;
            }
        }
    }

    void cduGroups() {
        for (const Object* object : objects("cdu_group")) {
            DesignCduGroup g;
            g.object = object;
            g.spec = specOf<models::CduGroupSpec>(*object);
            g.cdu = part<models::CduSpec>(g.spec.cdu);
            if (g.cdu != nullptr) {
                design_.cduGroups.push_back(std::move(g));
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
        for (const Object* object : objects("fabric")) {
            DesignFabric f;
            f.object = object;
            f.spec = specOf<models::FabricSpec>(*object);
            f.switchPart = part<models::SwitchSpec>(f.spec.switchPart);
            f.hostLink = part<models::LinkPartSpec>(f.spec.hostLink);
            f.switchLink = part<models::LinkPartSpec>(f.spec.switchLink);
            f.scaleUp = part<models::InterconnectSpec>(f.spec.scaleUp);
            f.scaleOut = part<models::InterconnectSpec>(f.spec.scaleOut);
            if (f.switchPart == nullptr || f.hostLink == nullptr || f.switchLink == nullptr ||
                f.scaleUp == nullptr || f.scaleOut == nullptr) {
                continue;
            }
            join(f);
            design_.fabrics.push_back(std::move(f));
        }
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
                                        f.adapterBytesPerS);
        if (f.endpoints > 0 && f.endpoints <= std::numeric_limits<int>::max()) {
            f.tree = models::fatTree(static_cast<int>(f.endpoints), f.radix,
                                     f.spec.oversubscription, f.spec.tiers);
        }
        const double switchW = std::isnan(f.switchPart->typicalW) ? orZero(f.switchPart->maxW)
                                                                  : f.switchPart->typicalW;
        if (DesignHall* h = byId(design_.halls, f.spec.hall)) {
            h->fabricW +=
                f.tree.switches() * switchW +
                2.0 * f.tree.hostLinks * orZero(f.hostLink->typicalW) / f.hostLink->ports +
                2.0 * f.tree.switchLinks * orZero(f.switchLink->typicalW) / f.switchLink->ports;
        }
    }

    void storage() {
        for (const Object* object : objects("storage_group")) {
            const auto spec = specOf<models::StorageGroupSpec>(*object);
            const auto* system = part<models::StorageSpec>(spec.system);
            DesignHall* h = byId(design_.halls, spec.hall);
            if (system != nullptr && h != nullptr) {
                h->storageW += spec.count * system->powerW;
            }
        }
    }

    void power() {
        for (const Object* object : objects("power_system")) {
            DesignPower p;
            p.object = object;
            p.spec = specOf<models::PowerSystemSpec>(*object);
            const auto present = [](const std::string& id, int count) {
                return count > 0 ? id : std::string();
            };
            p.substation =
                part<models::TransformerSpec>(present(p.spec.substation, p.spec.substations));
            p.transformer = part<models::TransformerSpec>(p.spec.transformer);
            p.mechanicalTransformer = part<models::TransformerSpec>(p.spec.mechanicalTransformer);
            p.ups = part<models::UpsSpec>(present(p.spec.ups, p.spec.upsModules));
            p.pdu = part<models::PduSpec>(p.spec.pdu);
            p.genset = part<models::GensetSpec>(present(p.spec.genset, p.spec.gensets));
            if (p.transformer == nullptr || p.mechanicalTransformer == nullptr ||
                p.pdu == nullptr) {
                continue;
            }
            for (const DesignHall& h : design_.halls) {
                if (h.spec.power == object->id) {
                    p.itW += h.itW();
                }
            }
            p.pduLossW = models::pduLossW(*p.pdu, p.itW, p.spec.pdus);
            p.upsLossW = p.ups == nullptr ? 0.0
                                          : models::upsLossW(*p.ups, p.upsOutputW(),
                                                             p.spec.upsModules, p.spec.ecoMode);
            design_.power.push_back(std::move(p));
        }
        // PDU and UPS stand beside the halls that they feed and share their air.
        for (DesignHall& h : design_.halls) {
            h.airW += h.fabricW + h.storageW;
            const DesignPower* p = byId(design_.power, h.spec.power);
            if (p != nullptr && p->itW > 0.0) {
                h.airW += h.itW() / p->itW * (p->pduLossW + p->upsLossW);
            }
        }
    }

    void loops() {
        for (const Object* object : objects("cooling_loop")) {
            DesignLoop l;
            l.object = object;
            l.spec = specOf<models::CoolingLoopSpec>(*object);
            l.tower = l.spec.towers > 0 ? part<models::CoolingTowerSpec>(l.spec.tower) : nullptr;
            l.dryCooler =
                l.spec.dryCoolers > 0 ? part<models::DryCoolerSpec>(l.spec.dryCooler) : nullptr;
            l.chiller = l.spec.chillers > 0 ? part<models::ChillerSpec>(l.spec.chiller) : nullptr;
            l.pump = part<models::PumpSpec>(l.spec.pump);
            l.condenserPump =
                l.spec.condenserPumps > 0 ? part<models::PumpSpec>(l.spec.condenserPump) : nullptr;
            if (l.pump == nullptr) {
                continue;
            }
            for (const DesignHall& h : design_.halls) {
                if (h.spec.airLoop == object->id) {
                    l.heatW += h.airW + h.spec.crahs * h.crah->fanRatedW;
                }
            }
            for (const DesignCduGroup& g : design_.cduGroups) {
                if (g.spec.loop == object->id) {
                    l.heatW += g.heatW + g.spec.count * g.cdu->pumpRatedW;
                }
            }
            l.auxiliaryW = l.spec.pumps * models::pumpPowerW(*l.pump, 1.0);
            if (l.condenserPump != nullptr) {
                l.auxiliaryW += l.spec.condenserPumps * models::pumpPowerW(*l.condenserPump, 1.0);
            }
            if (l.tower != nullptr) {
                l.auxiliaryW += l.spec.towers * l.tower->fanRatedW;
            }
            if (l.dryCooler != nullptr) {
                l.auxiliaryW += l.spec.dryCoolers * l.dryCooler->fanRatedW;
            }
            if (l.chiller != nullptr) {
                l.chillerW = std::min(l.heatW, l.spec.chillers * l.chiller->ratedHeatW) /
                             l.chiller->ratedCop;
            }
            design_.loops.push_back(std::move(l));
        }
    }

    void mechanicalPower() {
        for (const DesignHall& h : design_.halls) {
            if (DesignPower* p = byId(design_.power, h.spec.power)) {
                p->mechanicalW += h.spec.crahs * h.crah->fanRatedW;
            }
        }
        for (const DesignCduGroup& g : design_.cduGroups) {
            const DesignHall* h = byId(design_.halls, g.spec.hall);
            DesignPower* p = h == nullptr ? nullptr : byId(design_.power, h->spec.power);
            if (p != nullptr) {
                p->mechanicalW += g.spec.count * g.cdu->pumpRatedW;
            }
        }
        for (const DesignLoop& l : design_.loops) {
            if (DesignPower* p = byId(design_.power, l.spec.power)) {
                p->mechanicalW += l.auxiliaryW + l.chillerW;
            }
        }
        for (DesignPower& p : design_.power) {
            const double pf = p.spec.powerFactor;
            p.transformerLossW =
                models::transformerLossW(*p.transformer, p.lowVoltageW() / pf,
                                         p.spec.transformers) +
                models::transformerLossW(*p.mechanicalTransformer, p.mechanicalW / pf,
                                         p.spec.mechanicalTransformers);
            if (p.substation != nullptr) {
                p.transformerLossW +=
                    models::transformerLossW(*p.substation, p.utilityW() / pf, p.spec.substations);
            }
        }
    }

    Design design_;
};

}  // namespace

const DesignHall* Design::hall(const std::string& id) const {
    return byId(halls, id);
}

const DesignLoop* Design::loop(const std::string& id) const {
    return byId(loops, id);
}

Design designOf(const Project& project, const Catalogue& catalogue) {
    return Builder(project, catalogue).build();
}

}  // namespace headroom::engine
