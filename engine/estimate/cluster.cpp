// SPDX-License-Identifier: Apache-2.0
#include "engine/estimate/cluster.h"

#include "engine/base/number.h"
#include "engine/base/plain_text.h"
#include "engine/base/scale.h"
#include "engine/document/order.h"
#include "engine/estimate/link_text.h"
#include "engine/estimate/training_rules.h"
#include "engine/resolve/design.h"
#include "engine/resolve/facility.h"
#include "models/compute/rank_network.h"
#include "models/cooling/cold_plate.h"
#include "models/cooling/heat_exchanger.h"
#include "models/cooling/rack_heat.h"
#include "models/facility/fabric.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <utility>

namespace headroom::engine {

namespace {

constexpr double kMostAccelerators = 1e7;

/// Accelerators of a server where a cluster names none. Assumption: a baseboard.
constexpr double kUsualServer = 8.0;

/// A network of which only the rate is named.
constexpr const char* kOwnNetwork = "roce-400g";

template <class Spec>
std::string nearestPart(const Catalogue& catalogue, const std::string& word) {
    std::vector<std::string> ids;
    for (const CatalogueEntry* entry : catalogue.entriesOf(Spec::type().id)) {
        ids.push_back(entry->id);
    }
    const std::string near = nearest(word, ids);
    return near.empty() ? "" : "Did you mean " + near + "? ";
}

/// The accelerator, server or rack that somebody may have meant: what has the same letters and digits ("dgx_h100" is
/// dgx-h100), what begins with them ("a100-80gb"), what people call so ("H100"), or what is spelled like it.
std::string partNear(const Catalogue& catalogue, const std::string& word) {
    const std::string wanted = lettersAndDigits(word);
    std::string begins;
    const auto look = [&](const char* type) -> std::string {
        for (const CatalogueEntry* entry : catalogue.entriesOf(type)) {
            const std::string letters = lettersAndDigits(entry->id);
            if (letters == wanted) {
                return entry->id;
            }
            if (begins.empty() && !wanted.empty() && letters.starts_with(wanted)) {
                begins = entry->id;
            }
        }
        return {};
    };
    for (const std::string_view type :
         {models::AcceleratorSpec::type().id, models::ServerSpec::type().id,
          models::RackSpec::type().id}) {
        if (std::string same = look(std::string(type).c_str()); !same.empty()) {
            return same;
        }
    }
    const AcceleratorRule* rule = acceleratorRule(word);
    const bool called = rule != nullptr && lettersAndDigits(rule->accelerator).starts_with(wanted);
    return called ? std::string(rule->accelerator) : begins;
}

/// "efa, infiniband-hdr, ...": the interconnects that join servers.
std::string networksBetweenServers(const Catalogue& catalogue) {
    std::string names;
    for (const CatalogueEntry* entry : catalogue.entriesOf(models::InterconnectSpec::type().id)) {
        const auto* link = catalogue.spec<models::InterconnectSpec>(entry->id);
        if (link != nullptr && link->scope == models::InterconnectScope::ScaleOut) {
            names += (names.empty() ? "" : ", ") + entry->id;
        }
    }
    return names;
}

Error estimateError(const char* code, std::string message, std::string remedy) {
    Error error;
    error.code = code;
    error.message = std::move(message);
    error.remedy = std::move(remedy);
    return error;
}

Error partMissing(const std::string& of) {
    return estimateError("EST-001", "the catalogue lacks a part of " + of,
                         "Check that the data folder is complete.");
}

/// The parts that a rack and its server name; false where the catalogue lacks one.
bool addRack(EstimateCluster& cluster, const Catalogue& catalogue) {
    const models::RackSpec& rack = cluster.rack;
    const auto find = [&]<class Spec>(const std::string& id, const Spec*& out) {
        out = id.empty() ? nullptr : catalogue.spec<Spec>(id);
        return id.empty() || out != nullptr;
    };
    bool found = find(cluster.server->psu, cluster.psu) && cluster.psu != nullptr &&
                 find(rack.rearDoor, cluster.rearDoor) && find(rack.tank, cluster.tank);
    if (rack.shelfRectifiers > 0) {
        found = found && find(rack.shelf, cluster.shelf);
    }
    if (cluster.tank != nullptr) {
        const models::FluidSpec* fluid = nullptr;
        found = found && find(cluster.tank->fluid, fluid) && fluid != nullptr;
        cluster.bath = fluid == nullptr ? models::BathLiquid{} : models::bathLiquid(*fluid);
    }
    // Chips behind heat sinks run far above their reference temperature, and their fans with them.
    if (found && cluster.server->cooling == models::CoolingKind::Air && cluster.tank == nullptr) {
        cluster.coolant = EstimateCoolant{};
        cluster.notes.push_back("Air reaches the servers at " +
                                std::to_string(std::lround(cluster.coolant->coolantC)) + " °C.");
    }
    return found;
}

/// Coolant of a project's racks at its set points: plates and baths at their design flow, or the air of the hall.
void addCoolant(EstimateCluster& cluster, const Facility& facility, const ResolvedBlock& block) {
    if (!block.isLiquid()) {
        for (const ResolvedHall& hall : facility.halls) {
            if (hall.object->id == block.spec.hall && !std::isnan(hall.spec.supplyAirC)) {
                cluster.coolant = EstimateCoolant{hall.spec.supplyAirC, 1.0};
            }
        }
    } else {
        for (const ResolvedCduGroup& group : facility.cduGroups) {
            if (group.object->id == block.spec.cdu && !std::isnan(group.spec.supplySetpointC) &&
                block.coolantM3PerS > 0.0) {
                const double jPerM3K = models::kCoolantDensity * models::kCoolantCp;
                const double supplyC = group.spec.supplySetpointC;
                cluster.coolant = EstimateCoolant{
                    cluster.tank != nullptr
                        ? models::bathAtRestC(*cluster.tank, cluster.bath, block.liquidW(),
                                              block.coolantM3PerS, jPerM3K, supplyC)
                        : supplyC + 0.5 * block.liquidW() / (block.coolantM3PerS * jPerM3K),
                    1.0};
            }
        }
    }
    if (cluster.coolant) {
        cluster.notes.push_back((cluster.tank != nullptr ? "The baths are at "
                                 : block.isLiquid()      ? "The plates see coolant of "
                                                         : "Air reaches the servers at ") +
                                std::to_string(std::lround(cluster.coolant->coolantC)) +
                                " °C, by the set points.");
    }
}

/// The part after the @ of a cluster: an interconnect of the catalogue, or a rate of one's own in the words of networks
/// ("100gbps", "4x200gbps", "2x25GbE", "8x400Gb/s-ndr").
Result<void> nameNetwork(EstimateCluster& cluster, const std::string& name,
                         const Catalogue& catalogue) {
    cluster.scaleOutId = name;
    cluster.scaleOut = catalogue.spec<models::InterconnectSpec>(name);
    if (cluster.scaleOut != nullptr &&
        cluster.scaleOut->scope == models::InterconnectScope::ScaleOut) {
        return {};
    }
    const double perServer =
        cluster.server != nullptr ? cluster.server->accelerators : kUsualServer;
    const LinkText link = cluster.scaleOut == nullptr ? linkText(name, perServer) : LinkText{};
    if (link.bytesPerS > 0.0 && link.fault.empty()) {
        cluster.scaleOutId = link.part.empty() ? kOwnNetwork : std::string(link.part);
        cluster.scaleOut = catalogue.spec<models::InterconnectSpec>(cluster.scaleOutId);
        auto own = std::make_shared<models::AcceleratorSpec>(*cluster.accelerator);
        own->scaleOutBytesPerS = link.bytesPerS;
        cluster.ownAccelerator = own;
        cluster.accelerator = own.get();
        cluster.adaptersPerRank = link.adapters;
        char note[160];
        std::snprintf(note, sizeof note,
                      "Network between servers: %.4g Gbit/s for each accelerator, one way, as %s.",
                      link.bytesPerS / kGigabit, cluster.scaleOutId.c_str());
        cluster.notes.emplace_back(note);
        return {};
    }
    const bool inside = cluster.scaleOut != nullptr;
    return tl::unexpected(estimateError(
        "EST-003",
        "\"" + name + "\" is not an interconnect between servers" +
            (inside               ? ": it joins accelerators inside one"
             : link.fault.empty() ? ""
                                  : ": " + link.fault),
        (inside ? std::string() : nearestPart<models::InterconnectSpec>(catalogue, name)) +
            "Between servers there are " + networksBetweenServers(catalogue) +
            "; or state a rate of your own, as 100gbps for each accelerator or 4x200gbps for each "
            "server."));
}

/// Links by the kind of accelerator, unless they are known already.
Result<void> addLinks(EstimateCluster& cluster, const Catalogue& catalogue) {
    const AcceleratorRule* rule = acceleratorRule(cluster.acceleratorId);
    if (rule == nullptr && (cluster.scaleUp == nullptr || cluster.scaleOut == nullptr)) {
        return tl::unexpected(
            estimateError("EST-005", "the links of " + cluster.acceleratorId + " are not known",
                          "Estimate it in a project, whose fabric names them."));
    }
    if (cluster.scaleUp == nullptr) {
        cluster.scaleUpId = rule->scaleUp;
        cluster.scaleUp = catalogue.spec<models::InterconnectSpec>(cluster.scaleUpId);
    }
    if (cluster.scaleOut == nullptr) {
        cluster.scaleOutId = rule->scaleOut;
        cluster.scaleOut = catalogue.spec<models::InterconnectSpec>(cluster.scaleOutId);
        cluster.notes.push_back("Network between servers: " + cluster.scaleOutId +
                                ", non-blocking, as usual with this accelerator.");
    }
    if (const models::AcceleratorSpec& card = *cluster.accelerator;
        card.bridgeRanks > 1 && card.bridgeBytesPerS > 0.0) {
        cluster.notes.push_back(
            "Bridges join " + std::to_string(card.bridgeRanks) +
            " cards each: set bridge_ranks of the part to 1 where there are none.");
    }
    cluster.library = catalogue.spec<models::CollectiveLibrarySpec>("nccl");
    if (cluster.scaleUp == nullptr || cluster.scaleOut == nullptr || cluster.library == nullptr) {
        return tl::unexpected(
            estimateError("EST-005", "the catalogue lacks the links of " + cluster.acceleratorId,
                          "Check that the data folder is complete."));
    }
    return {};
}

/// One adapter of the named network for each accelerator, where the catalogue states none.
void addAdapter(EstimateCluster& cluster) {
    if (cluster.accelerator->scaleOutBytesPerS > 0.0 || !(cluster.scaleOut->lineBytesPerS > 0.0)) {
        return;
    }
    auto adapted = std::make_shared<models::AcceleratorSpec>(*cluster.accelerator);
    adapted->scaleOutBytesPerS = cluster.scaleOut->lineBytesPerS;
    cluster.notes.push_back("Each accelerator has one adapter of " + cluster.scaleOutId + ", " +
                            std::to_string(std::lround(8e-9 * adapted->scaleOutBytesPerS)) +
                            " Gbit/s.");
    cluster.adapted = std::move(adapted);
    cluster.accelerator = cluster.adapted.get();
}

}  // namespace

models::RankNetwork EstimateCluster::network() const {
    models::RankNetwork network = models::rankNetwork(*accelerator, scaleUp, scaleOut);
    network.library = library;
    network.networkReduces = networkReduces;
    if (adaptersPerRank > 0.0) {
        network.adaptersPerRank = adaptersPerRank;
    }
    return network;
}

models::RackParts EstimateCluster::parts() const {
    models::RackParts parts = models::partsOf(rack, *server, *accelerator, *psu, shelf);
    parts.airDensityRatio = airDensityRatio;
    if (rearDoor != nullptr) {
        parts.doorFanW = rearDoor->fanRatedW;
        parts.doorAirM3PerS = rearDoor->airflowM3PerS;
    }
    return parts;
}

models::RackLoad EstimateCluster::load(const models::RackParts& parts,
                                       const models::ChipPhases& work) const {
    if (!coolant) {
        return models::evenLoad(parts, work);
    }
    return models::settledLoad(
        parts, work,
        {coolant->coolantC, coolant->flowRatio,
         models::hottestRiseRatio(*server, *accelerator, rack.servers * server->accelerators), tank,
         &bath});
}

double EstimateCluster::powerW(const models::ChipPhases& work) const {
    if (server == nullptr) {
        return models::acceleratorPowerW(*accelerator, work, 1.0, accelerator->referenceC);
    }
    const models::RackParts all = parts();
    return models::rackPower(all, load(all, work)).inputW / (rack.servers * server->accelerators);
}

double EstimateCluster::clock(const models::ChipPhases& work) const {
    if (server == nullptr) {
        return models::clockAtLimit(*accelerator, work.highest(), accelerator->referenceC);
    }
    const models::RackParts all = parts();
    return models::rackPower(all, load(all, work)).limitClock;
}

double EstimateCluster::chipC(const models::ChipPhases& work) const {
    return server == nullptr ? accelerator->referenceC : load(parts(), work).chipC;
}

double EstimateCluster::chipW(const models::ChipPhases& work) const {
    return models::acceleratorPowerW(*accelerator, work, 1.0, chipC(work));
}

double EstimateCluster::peakChipW(const models::ChipPhases& work) const {
    return models::acceleratorPowerW(*accelerator, work.highest(), 1.0, chipC(work));
}

Result<void> EstimateCluster::joins(int count) const {
    const int domain = std::max(1, accelerator->scaleUpDomain);
    if (count > domain && !(accelerator->scaleOutBytesPerS > 0.0)) {
        return tl::unexpected(estimateError(
            "EST-007",
            acceleratorId + " states no rate to other servers, and " + std::to_string(count) +
                " of them are more than the " + std::to_string(domain) + " that its own links join",
            "Take at most " + std::to_string(domain) + ", name a network with its rate (" +
                acceleratorId + ":" + std::to_string(count) +
                "@infiniband-ndr), or state scaleout_gbps in the catalogue."));
    }
    return {};
}

Result<EstimateCluster> clusterOf(const std::string& text, const Catalogue& catalogue) {
    EstimateCluster cluster;
    cluster.name = text;
    const std::size_t at = text.find('@');
    const std::string machines = text.substr(0, at);
    const std::size_t colon = machines.find(':');
    const std::string part = machines.substr(0, colon);
    const auto* rack = catalogue.spec<models::RackSpec>(part);
    cluster.server = catalogue.spec<models::ServerSpec>(rack != nullptr ? rack->server : part);
    cluster.acceleratorId = cluster.server != nullptr ? cluster.server->accelerator : part;
    cluster.accelerator = catalogue.spec<models::AcceleratorSpec>(cluster.acceleratorId);
    if (cluster.accelerator == nullptr) {
        const std::string near = partNear(catalogue, part);
        return tl::unexpected(estimateError(
            "EST-001",
            "\"" + part + "\" is neither a rack, a server nor an accelerator of the catalogue",
            (near.empty() ? nearestPart<models::AcceleratorSpec>(catalogue, part)
                          : "Did you mean " + near + text.substr(part.size()) + "? ") +
                "headroom-cli catalog lists them; a project is named by its file or folder."));
    }
    const auto count =
        colon == std::string::npos ? std::nullopt : parseNumber(machines.substr(colon + 1));
    if (!count || *count != std::floor(*count) || *count < 1.0 || *count > kMostAccelerators) {
        return tl::unexpected(
            estimateError("EST-002",
                          fmt::format("\"{}\" does not end with a whole number of accelerators "
                                      "from 1 to {:.0f}",
                                      text, kMostAccelerators),
                          "Write " + part + ":16384 for 16,384 accelerators."));
    }
    cluster.accelerators = static_cast<int>(*count);
    if (cluster.server != nullptr) {
        cluster.rack =
            rack != nullptr ? *rack : models::rackOfOne(*cluster.server, *cluster.accelerator);
        if (!addRack(cluster, catalogue)) {
            return tl::unexpected(partMissing(part));
        }
    }
    if (cluster.server != nullptr && cluster.accelerators % cluster.server->accelerators != 0) {
        cluster.notes.push_back(std::to_string(cluster.accelerators) +
                                " accelerators are not a whole number of servers of " +
                                std::to_string(cluster.server->accelerators) +
                                ": the last one counts in power by what is used of it.");
    }
    if (at != std::string::npos) {
        if (auto named = nameNetwork(cluster, text.substr(at + 1), catalogue); !named) {
            return tl::unexpected(std::move(named.error()));
        }
    }
    if (const auto links = addLinks(cluster, catalogue); !links) {
        return tl::unexpected(links.error());
    }
    if (at != std::string::npos) {
        addAdapter(cluster);
    }
    if (const auto joined = cluster.joins(cluster.accelerators); !joined) {
        return tl::unexpected(joined.error());
    }
    if (cluster.server == nullptr) {
        cluster.notes.push_back(
            "Power is that of the accelerators alone: name a rack or a server to count hosts, fans "
            "and supplies.");
    }
    return cluster;
}

Result<EstimateCluster> clusterOf(const Project& project, const std::string& accelerator,
                                  const Catalogue& catalogue) {
    const Facility facility = resolve(std::make_shared<const Project>(asBuilt(project)), catalogue);
    const auto counts = facility.accelerators();
    std::string chosen = accelerator;
    if (chosen.empty() && counts.size() == 1) {
        chosen = counts.begin()->first;
    }
    const auto found = counts.find(chosen);
    if (found == counts.end()) {
        std::string kinds;
        for (const auto& [id, count] : counts) {
            kinds += (kinds.empty() ? "" : ", ") + id;
        }
        return tl::unexpected(estimateError(
            "EST-004",
            chosen.empty() ? "the project has " +
                                 (kinds.empty() ? "no accelerators" : "several kinds: " + kinds)
                           : "the project has no " + chosen,
            kinds.empty() ? "Add racks." : "Choose one with --accelerator: " + kinds + "."));
    }
    EstimateCluster cluster;
    cluster.name = plainText(project.file.string());
    cluster.acceleratorId = chosen;
    cluster.accelerator = catalogue.spec<models::AcceleratorSpec>(chosen);
    cluster.accelerators = static_cast<int>(found->second);
    std::string fabric;
    for (const ResolvedBlock& block : facility.blocks) {
        if (block.complete() && block.server->accelerator == chosen) {
            cluster.server = block.server;
            cluster.rack = *block.rack;
            cluster.airDensityRatio = block.airDensityRatio;
            fabric = block.spec.fabric;
            if (!addRack(cluster, catalogue)) {
                return tl::unexpected(partMissing(chosen));
            }
            cluster.notes.clear();
            addCoolant(cluster, facility, block);
            break;
        }
    }
    if (const Object* object = facility.project->find(fabric)) {
        const auto spec = specOf<models::FabricSpec>(*object);
        cluster.scaleUp = catalogue.spec<models::InterconnectSpec>(spec.scaleUp);
        cluster.scaleOut = catalogue.spec<models::InterconnectSpec>(spec.scaleOut);
        cluster.scaleUpId = spec.scaleUp;
        cluster.scaleOutId = spec.scaleOut;
        cluster.networkReduces = spec.inNetworkReduction;
        cluster.hostStaging = spec.transport == models::FabricTransport::HostStaging;
    }
    if (const auto links = addLinks(cluster, catalogue); !links) {
        return tl::unexpected(links.error());
    }
    return cluster;
}

}  // namespace headroom::engine
