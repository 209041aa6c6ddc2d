// SPDX-License-Identifier: Apache-2.0
#include "engine/fabric/build_fabric.h"

#include "engine/base/index.h"
#include "engine/fabric/bill.h"
#include "engine/fabric/cabling.h"
#include "engine/fabric/place_switches.h"
#include "engine/fabric/shape.h"
#include "engine/floor/floor.h"
#include "models/core/attribute.h"
#include "models/facility/storage_group.h"
#include "models/facility/wan_link.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace headroom::engine {

namespace {

class FabricBuilder {
  public:
    FabricBuilder(const Project& project, const Catalogue& catalogue)
        : project_(project),
          catalogue_(catalogue),
          floor_(floorOf(project, catalogue)),
          built_{std::make_shared<FabricNetwork>(), {}},
          network_(*built_.network) {}

    BuiltFabrics build() {
        for (const Object* object : project_.objectsOf("fabric")) {
            fabric(*object);
        }
        storage();
        for (int f = 0; f < static_cast<int>(network_.fabrics.size()); ++f) {
            shape(f);
        }
        join();
        placeSwitches(floor_, network_);
        for (int f = 0; f < static_cast<int>(network_.fabrics.size()); ++f) {
            if (network_.fabrics[at(f)].topology != nullptr) {
                finish(f);
            }
        }
        wans();
        cxl();
        number();
        return std::move(built_);
    }

  private:
    template <class Spec>
    Spec part(const std::string& id) const {
        const Spec* spec = id.empty() ? nullptr : catalogue_.spec<Spec>(id);
        return spec == nullptr ? Spec{} : *spec;
    }

    void fabric(const Object& object) {
        Fabric f;
        f.id = object.id;
        f.spec = specOf<models::FabricSpec>(object);
        f.name = f.spec.name.empty() ? f.id : f.spec.name;
        f.switchPart = part<models::SwitchSpec>(f.spec.switchPart);
        f.scaleUp = part<models::InterconnectSpec>(f.spec.scaleUp);
        f.scaleOut = part<models::InterconnectSpec>(f.spec.scaleOut);
        f.routing = routingOf(f.spec, f.switchPart);
        f.queuePairs = f.spec.queuePairs;
        const auto circuit = part<models::SwitchSpec>(f.spec.circuitSwitch);
        f.circuitSwitchW = models::switchPowerW(circuit, 0.5);
        f.circuitSwitchUsd = circuit.priceUsd;
        f.adapterUsd = f.spec.adapter.empty() ? models::kNotStated
                                              : part<models::LinkPartSpec>(f.spec.adapter).priceUsd;
        const auto hall = floor_.hallIndex.find(f.spec.hall);
        f.hall = hall == floor_.hallIndex.end() ? 0 : hall->second;
        indices_[f.id] = static_cast<int>(network_.fabrics.size());
        network_.fabrics.push_back(std::move(f));
    }

    void storage() {
        for (const Object* object : project_.objectsOf("storage_group")) {
            const auto spec = specOf<models::StorageGroupSpec>(*object);
            const auto hall = floor_.hallIndex.find(spec.hall);
            if (hall == floor_.hallIndex.end() ||
                catalogue_.spec<models::StorageSpec>(spec.system) == nullptr) {
                continue;
            }
            StorageJoin join;
            join.id = object->id;
            join.name = spec.name.empty() ? object->id : spec.name;
            join.system = part<models::StorageSpec>(spec.system);
            join.blocks = spec.count;
            join.hall = hall->second;
            const auto fabric = indices_.find(spec.fabric);
            join.fabric = fabric == indices_.end() ? -1 : fabric->second;
            if (join.fabric >= 0) {
                join.endpoints = spec.count * join.system.servers * join.system.adapters;
            }
            const double wire = join.system.wireBytesPerS();
            join.readBytesPerS = spec.count * std::min(join.system.readBytesPerS, wire);
            join.writeBytesPerS = spec.count * std::min(join.system.writeBytesPerS, wire);
            join.metadataPerS = spec.count * join.system.metadataPerS;
            join.powerW = spec.count * join.system.powerW;
            network_.storage.push_back(std::move(join));
        }
    }

    FabricLoad loadOf(int fabric) const {
        FabricLoad load;
        std::int64_t endpoints = 0;
        for (const FloorBlock& b : floor_.blocks) {
            if (b.fabric != fabric || b.nics == 0) {
                continue;
            }
            endpoints += std::int64_t{b.servers()} * b.nics;
            load.adapterBytesPerS = std::max(load.adapterBytesPerS, b.adapterBytesPerS);
            load.nics.push_back(b.nics);
        }
        if (endpoints == 0) {
            return load;  // storage alone makes no fabric
        }
        for (const StorageJoin& join : network_.storage) {
            endpoints += join.fabric == fabric ? join.endpoints : 0;
        }
        std::sort(load.nics.begin(), load.nics.end());
        load.nics.erase(std::unique(load.nics.begin(), load.nics.end()), load.nics.end());
        load.endpoints =
            static_cast<int>(std::min<std::int64_t>(endpoints, std::numeric_limits<int>::max()));
        return load;
    }

    void shape(int index) {
        Fabric& f = network_.fabrics[at(index)];
        const FabricLoad load = loadOf(index);
        f.adapterBytesPerS = load.adapterBytesPerS;
        if (load.endpoints == 0) {
            return;
        }
        if (std::isnan(f.switchPart.portBytesPerS)) {
            return;  // no such part
        }
        auto spec = shapeOf(f.spec, f.switchPart, load);
        if (!spec) {
            built_.faults.push_back({index, spec.error()});
            return;
        }
        auto topology = makeTopology(*spec);
        if (!topology) {
            built_.faults.push_back({index, topology.error()});
            return;
        }
        f.topology = std::move(*topology);
        f.counts = f.topology->counts();
        if (f.adapterBytesPerS <= 0.0) {
            f.adapterBytesPerS = f.topology->linkBytesPerS() * spec->planes;
        }
    }

    /// Endpoints by block and server, then storage.
    void join() {
        const auto servers = at(floor_.servers);
        network_.serverFabric.assign(servers, -1);
        network_.serverFirstEndpoint.assign(servers, -1);
        network_.serverEndpoints.assign(servers, 0);
        network_.serverFrontEndBytesPerS.assign(servers, models::kNotStated);
        std::vector<int> next(network_.fabrics.size(), 0);
        for (const FloorBlock& b : floor_.blocks) {
            const bool joined =
                b.fabric >= 0 && b.nics > 0 && network_.fabrics[at(b.fabric)].topology != nullptr;
            for (int s = b.firstServer; s < b.firstServer + b.servers(); ++s) {
                network_.serverFrontEndBytesPerS[at(s)] = b.frontEndBytesPerS;
                if (joined) {
                    network_.serverFabric[at(s)] = b.fabric;
                    network_.serverFirstEndpoint[at(s)] = next[at(b.fabric)];
                    network_.serverEndpoints[at(s)] = b.nics;
                    next[at(b.fabric)] += b.nics;
                }
            }
        }
        for (StorageJoin& join : network_.storage) {
            if (join.fabric >= 0 && network_.fabrics[at(join.fabric)].topology == nullptr) {
                join.fabric = -1;
                join.endpoints = 0;
            } else if (join.fabric >= 0) {
                join.firstEndpoint = next[at(join.fabric)];
                next[at(join.fabric)] += join.endpoints;
            }
        }
    }

    AllowedParts allowedParts(Fabric& f) {
        AllowedParts allowed;
        const auto add = [&](const std::string& id) {
            const auto known = std::find(f.partIds.begin(), f.partIds.end(), id);
            if (known != f.partIds.end()) {
                return static_cast<int>(known - f.partIds.begin());
            }
            f.partIds.push_back(id);
            f.parts.push_back(part<models::LinkPartSpec>(id));
            return static_cast<int>(f.parts.size()) - 1;
        };
        allowed.host.push_back(add(f.spec.hostLink));
        allowed.between.push_back(add(f.spec.switchLink));
        for (const std::string& id : f.spec.linkParts) {
            const int p = add(id);
            allowed.host.push_back(p);
            allowed.between.push_back(p);
        }
        return allowed;
    }

    void finish(int index) {
        Fabric& f = network_.fabrics[at(index)];
        const AllowedParts allowed = allowedParts(f);
        const auto linkEnds = layCables(floor_, network_, index, allowed, f);
        sumPower(linkEnds, f);
        std::int64_t adapters = 0;
        for (std::size_t s = 0; s < network_.serverFabric.size(); ++s) {
            adapters += network_.serverFabric[s] == index ? network_.serverEndpoints[s] : 0;
        }
        writeBill(adapters, f);
        f.bisectionBytesPerS = f.topology->bisectionBytesPerS();
        f.oversubscription = oversubscriptionOf(index);
    }

    /// Trees: of the worst leaf, what its adapters send over what its uplinks carry. Others: half
    /// of the adapters over the bisection.
    double oversubscriptionOf(int index) const {
        const Fabric& f = network_.fabrics[at(index)];
        const Topology& t = *f.topology;
        if (t.spec().kind > TopologyKind::RailOnly) {
            const double half =
                0.5 * static_cast<double>(t.endpoints()) * t.linkBytesPerS() * t.spec().planes;
            return f.bisectionBytesPerS > 0.0 ? half / f.bisectionBytesPerS : 1.0;
        }
        std::vector<int> down(at(t.leaves()), 0), up(at(t.leaves()), 0);
        for (int e = 0; e < t.endpoints(); ++e) {
            ++down[at(t.leafOf(e))];
        }
        for (int b = 0; b < t.bundles() / t.spec().planes; ++b) {
            const Bundle bundle = t.bundle(b);
            if (bundle.tier == LinkTier::Leaf && !bundle.fromGroup) {
                up[at(bundle.from)] += bundle.links;
            }
        }
        double worst = 0.0;
        for (std::size_t leaf = 0; leaf < up.size(); ++leaf) {
            if (up[leaf] > 0) {
                worst = std::max(worst, static_cast<double>(down[leaf]) / up[leaf]);
            }
        }
        return worst > 0.0 ? worst : 1.0;
    }

    void wans() {
        for (const Object* object : project_.objectsOf("wan_link")) {
            const auto spec = specOf<models::WanLinkSpec>(*object);
            const auto from = indices_.find(spec.from), to = indices_.find(spec.to);
            if (from == indices_.end() || to == indices_.end()) {
                continue;
            }
            WanLink wan;
            wan.id = object->id;
            wan.name = spec.name.empty() ? object->id : spec.name;
            wan.from = from->second;
            wan.to = to->second;
            wan.bytesPerS = spec.bytesPerS;
            wan.lengthM = spec.lengthM;
            wan.latencyS = models::wanLatencyS(spec);
            wan.lossShare = spec.lossShare;
            wan.usdPerS = spec.usdPerS;
            network_.wans.push_back(std::move(wan));
        }
    }

    void cxl() {
        for (const Object* object : project_.objectsOf("cxl_pool")) {
            CxlJoin join;
            join.id = object->id;
            join.spec = specOf<models::CxlPoolSpec>(*object);
            join.part = part<models::SwitchSpec>(join.spec.switchPart);
            const auto hall = floor_.hallIndex.find(join.spec.hall);
            join.hall = hall == floor_.hallIndex.end() ? 0 : hall->second;
            for (const FloorBlock& b : floor_.blocks) {
                if (b.id == join.spec.block) {
                    join.firstServer = b.firstServer;
                    join.servers = std::min(b.servers(), join.spec.count * join.spec.sharers);
                }
            }
            network_.cxl.push_back(std::move(join));
        }
    }

    void number() {
        int bundle = 0, leaf = 0;
        for (const Fabric& f : network_.fabrics) {
            network_.firstBundle.push_back(bundle);
            network_.firstLeaf.push_back(leaf);
            if (f.topology != nullptr) {
                bundle += f.topology->bundles();
                leaf += f.topology->leaves();
            }
        }
        network_.firstBundle.push_back(bundle);
        network_.firstLeaf.push_back(leaf);
        network_.firstBundle.push_back(bundle + 2 * static_cast<int>(network_.wans.size()));
    }

    const Project& project_;
    const Catalogue& catalogue_;
    Floor floor_;
    BuiltFabrics built_;
    FabricNetwork& network_;
    std::map<std::string, int> indices_;
};

}  // namespace

BuiltFabrics buildFabrics(const Project& project, const Catalogue& catalogue) {
    return FabricBuilder(project, catalogue).build();
}

}  // namespace headroom::engine
