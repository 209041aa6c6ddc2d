// SPDX-License-Identifier: Apache-2.0
#include "engine/base/scale.h"
#include "engine/base/words.h"
#include "engine/check/rules.h"
#include "engine/fabric/cabling.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <set>

namespace headroom::engine {

namespace {

/// Rates that are meant to be equal may differ by this share (50 GB/s and 400 Gbit/s do not).
constexpr double kRateTolerance = 0.01;

constexpr const char* kRailFault = "FAB-101";

bool isTree(const DesignFabric& f) {
    return f.spec.shape <= models::FabricShape::RailOnly;
}

/// Full reach of a tree at its oversubscription: radix, radix down, radix (radix / 2) down.
double treeReach(const DesignFabric& f, int tiers) {
    const double radix = f.radix;
    const double up = std::min(radix - 1.0, std::ceil(radix / (1.0 + f.spec.oversubscription)));
    const double down = radix - up;
    return tiers == 1 ? radix : tiers == 2 ? radix * down : radix * std::floor(radix / 2.0) * down;
}

void fabricReach(const Design& design, Findings& findings) {
    for (const DesignFabric& f : design.fabrics) {
        for (const Error& fault : f.faults) {
            if (fault.code == kRailFault) {
                continue;
            }
            const int tiers = f.spec.tiers == 0 ? 3 : f.spec.tiers;
            const double reach = treeReach(f, tiers);
            if (!isTree(f) || static_cast<double>(f.endpoints) <= reach) {
                findings.add(Severity::Error, f.object->id,
                             "It cannot be built: [" + fault.code + "] " + fault.message,
                             fault.remedy, static_cast<double>(f.endpoints), 0.0, "");
                continue;
            }
            findings.add(Severity::Error, f.object->id,
                         countText(f.endpoints) + " adapters join it, but " + countText(tiers) +
                             " tiers of " + nameOf(design, f.spec.switchPart, "switch") + " (" +
                             countText(f.radix) + " ports at the adapters' rate) reach " +
                             amountText(reach, "") + ".",
                         f.spec.tiers == 0 || f.spec.tiers == 3
                             ? "Choose a larger switch, more oversubscription, or several fabrics."
                             : "Set tiers to 3, or to 0 for the fewest that reach.",
                         static_cast<double>(f.endpoints), reach, "");
        }
    }
}

void railCount(const Design& design, Findings& findings) {
    for (const DesignFabric& f : design.fabrics) {
        for (const Error& fault : f.faults) {
            if (fault.code == kRailFault) {
                findings.add(Severity::Error, f.object->id, fault.message, fault.remedy,
                             static_cast<double>(f.endpoints), 0.0, "");
            }
        }
    }
}

/// Whether routing of that name chooses among the paths of such a shape. Other shapes run by shortest paths.
bool suits(TopologyKind shape, Routing routing) {
    const bool tree = shape == TopologyKind::FatTree || shape == TopologyKind::RailOptimised ||
                      shape == TopologyKind::RailOnly;
    switch (routing) {
        case Routing::DModK:
            return tree;
        case Routing::Minimal:
        case Routing::Valiant:
        case Routing::Ugal:
            return !tree;
        case Routing::DimensionOrder:
            return shape == TopologyKind::Torus || shape == TopologyKind::HyperX;
        case Routing::Ecmp:
        case Routing::Adaptive:
        case Routing::Spray:
            return true;
    }
    return true;
}

void fabricRouting(const Design& design, Findings& findings) {
    for (const DesignFabric& f : design.fabrics) {
        if (f.built == nullptr || !f.built->topology) {
            continue;
        }
        const TopologyKind shape = f.built->topology->spec().kind;
        if (!suits(shape, f.built->routing)) {
            findings.add(Severity::Warning, f.object->id,
                         std::string{"Its routing "} + routingName(f.built->routing) +
                             " is none of shape " + topologyKindName(shape) +
                             ": traffic takes the shortest paths of the shape.",
                         "Leave routing automatic, or name one that the help lists for the shape.",
                         0.0, 0.0, "");
        }
        if (shape != TopologyKind::Torus && (f.spec.cubeEdge > 0 || f.spec.twisted)) {
            findings.add(Severity::Warning, f.object->id,
                         std::string{"It states cubes or a twist, which shape "} +
                             topologyKindName(shape) + " does not have.",
                         "Remove {fabric.cube_edge} and {fabric.twisted}, or make it a torus.", 0.0,
                         0.0, "");
        }
    }
}

/// Parts of the catalogue that carry a link over that length, cheapest first, for a hint.
std::string partsThatReach(const Design& design, double bytesPerS, double lengthM) {
    std::vector<std::pair<double, std::string>> found;
    for (const auto* entry : design.catalogue->entriesOf(models::LinkPartSpec::type().id)) {
        const auto* part = design.catalogue->spec<models::LinkPartSpec>(entry->id);
        const bool joins = part->kind != models::LinkPartKind::Nic &&
                           part->kind != models::LinkPartKind::ScaleUpLink;
        if (joins && part->reachMaxM >= lengthM &&
            part->portBytesPerS * (1.0 + kRateTolerance) >= bytesPerS) {
            const double usd = linkUsd(*part);
            found.emplace_back(std::isnan(usd) ? std::numeric_limits<double>::infinity() : usd,
                               entry->id);
        }
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::string text;
    for (std::size_t i = 0; i < std::min<std::size_t>(found.size(), 3); ++i) {
        text += (i == 0 ? "" : ", ") + found[i].second;
    }
    return text;
}

void reachOf(const Design& design, const DesignFabric& f, const std::vector<CableRun>& runs,
             const std::string& what, const std::string& key, Findings& findings) {
    double longestM = 0.0;
    std::int64_t links = 0;
    for (const CableRun& run : runs) {
        if (run.part < 0) {
            longestM = std::max(longestM, run.longestM);
            links += run.count;
        }
    }
    if (links == 0) {
        return;
    }
    const std::string& stated = key == "host_link" ? f.spec.hostLink : f.spec.switchLink;
    double reachM = 0.0;
    for (std::size_t p = 0; p < f.built->partIds.size(); ++p) {
        const std::string& id = f.built->partIds[p];
        const auto& more = f.spec.linkParts;
        if (id == stated || std::find(more.begin(), more.end(), id) != more.end()) {
            reachM = std::max(reachM, f.built->parts[p].reachMaxM);
        }
    }
    const std::string parts = partsThatReach(design, f.built->topology->linkBytesPerS(), longestM);
    findings.add(Severity::Error, f.object->id,
                 amountText(static_cast<double>(links), "") + " " + what + " run up to " +
                     amountText(longestM, "m") + ", and " + stated +
                     (f.spec.linkParts.empty() ? "" : " and the further {fabric.link_parts}") +
                     " reach " + amountText(reachM, "m") + ".",
                 parts.empty() ? "Move the switches nearer, or the racks."
                               : "Name a part that reaches as {fabric." + std::string(key) +
                                     "} or in {fabric.link_parts}: " + parts +
                                     "; or move racks and switches nearer.",
                 longestM, reachM, "m");
}

void cableReach(const Design& design, Findings& findings) {
    for (const DesignFabric& f : design.fabrics) {
        if (f.built->topology != nullptr) {
            reachOf(design, f, f.built->hostRuns, "host links", "host_link", findings);
            reachOf(design, f, f.built->runs, "links between switches", "switch_link", findings);
        }
    }
}

void oversubscription(const Design& design, Findings& findings) {
    for (const DesignFabric& f : design.fabrics) {
        if (f.built->topology != nullptr && isTree(f) && f.built->oversubscription > 1.05) {
            findings.add(Severity::Note, f.object->id,
                         "Its leaves have " + amountText(f.built->oversubscription, "") +
                             " times as much bandwidth down as up: traffic that leaves them gets "
                             "as much less.",
                         "Lower oversubscription, or keep jobs inside a leaf.",
                         f.built->oversubscription, 1.0, "");
        }
    }
}

/// Fabrics that lines join, as the lowest number of each set.
std::vector<int> joinedFabrics(const FabricNetwork& network) {
    std::vector<int> set(network.fabrics.size());
    std::iota(set.begin(), set.end(), 0);
    for (std::size_t round = 0; round < set.size(); ++round) {
        for (const WanLink& wan : network.wans) {
            int& a = set[static_cast<std::size_t>(wan.from)];
            int& b = set[static_cast<std::size_t>(wan.to)];
            a = b = std::min(a, b);
        }
    }
    return set;
}

void poolFabrics(const Design& design, Findings& findings) {
    const std::vector<int> sets = joinedFabrics(*design.network);
    std::map<std::string, std::pair<int, std::string>> first;
    std::set<std::string> said;
    for (const DesignBlock& b : design.blocks) {
        const auto& fabrics = design.network->fabrics;
        const auto f = std::find_if(fabrics.begin(), fabrics.end(),
                                    [&](const Fabric& each) { return each.id == b.spec.fabric; });
        if (f == fabrics.end() || b.server->nics == 0) {
            continue;
        }
        const int set = sets[static_cast<std::size_t>(f - fabrics.begin())];
        const auto [known, isNew] = first.try_emplace(b.server->accelerator, set, b.spec.fabric);
        if (!isNew && known->second.first != set && said.insert(b.server->accelerator).second) {
            findings.add(
                Severity::Note, b.object->id,
                "Its " + nameOf(design, b.server->accelerator) + " are on " +
                    nameOf(design, b.spec.fabric) + ", others on " +
                    nameOf(design, known->second.second) +
                    ", and no line between sites joins the two.",
                "Keep each job on one fabric, put the racks on one, or add a line between sites.",
                0.0, 0.0, "");
        }
    }
}

void wanEnds(const Design& design, Findings& findings) {
    for (const WanLink& wan : design.network->wans) {
        if (wan.from == wan.to) {
            findings.add(
                Severity::Error, wan.id,
                "It joins " +
                    nameOf(design, design.network->fabrics[static_cast<std::size_t>(wan.from)].id) +
                    " with itself.",
                "Name another fabric as to.", 0.0, 0.0, "");
        }
    }
}

void cxlPorts(const Design& design, Findings& findings) {
    for (const CxlJoin& pool : design.network->cxl) {
        if (pool.part.kind != models::SwitchKind::Cxl) {
            findings.add(Severity::Warning, pool.id,
                         nameOf(design, pool.spec.switchPart, "switch") + " is not a CXL switch.",
                         "Choose one of kind cxl: headroom-cli catalog switch.", 0.0, 0.0, "");
        } else if (pool.spec.sharers >= pool.part.ports) {
            findings.add(Severity::Error, pool.id,
                         countText(pool.spec.sharers) + " servers share a pool, but " +
                             nameOf(design, pool.spec.switchPart, "switch") + " has " +
                             countText(pool.part.ports) + " ports, and the memory needs one.",
                         "Let fewer servers share a pool, or choose a larger switch.",
                         pool.spec.sharers, pool.part.ports - 1, "");
        }
    }
}

/// Assumption: CXL cables, copper or short fibre, do not leave a hall.
void cxlServers(const Design& design, Findings& findings) {
    for (const CxlJoin& pool : design.network->cxl) {
        const auto block =
            std::find_if(design.blocks.begin(), design.blocks.end(),
                         [&](const DesignBlock& b) { return b.object->id == pool.spec.block; });
        if (block == design.blocks.end()) {
            continue;
        }
        const std::int64_t servers = block->servers();
        const std::int64_t served = std::int64_t{pool.spec.count} * pool.spec.sharers;
        if (block->spec.hall != pool.spec.hall) {
            findings.add(Severity::Error, pool.id,
                         "It is in " + nameOf(design, pool.spec.hall) + ", its servers in " +
                             nameOf(design, block->spec.hall) + ".",
                         "Put it in the hall of its servers.", 0.0, 0.0, "");
        }
        if (served < servers) {
            findings.add(Severity::Note, pool.id,
                         countText(servers - served) + " of the " + countText(servers) +
                             " servers of " + nameOf(design, pool.spec.block) + " have no pool.",
                         "Add pools, or let more servers share one.", static_cast<double>(served),
                         static_cast<double>(servers), "");
        } else if (served - servers >= pool.spec.sharers) {
            findings.add(Severity::Warning, pool.id,
                         countText((served - servers) / pool.spec.sharers) + " of its " +
                             countText(pool.spec.count) + " pools have no servers.",
                         "Take fewer pools, or let fewer servers share one.",
                         static_cast<double>(served), static_cast<double>(servers), "");
        }
    }
}

/// Each cube has two ports on each circuit switch: one of either face.
void circuitPorts(const Design& design, Findings& findings) {
    for (const DesignFabric& f : design.fabrics) {
        if (f.built->topology == nullptr || f.built->counts.circuitSwitches == 0) {
            continue;
        }
        if (f.spec.circuitSwitch.empty()) {
            findings.add(Severity::Warning, f.object->id,
                         "Circuit switches join its cubes, but no part is named: they draw and "
                         "cost nothing.",
                         "Name a switch of kind optical as {fabric.circuit_switch}.", 0.0, 0.0, "");
            continue;
        }
        const auto* part = design.catalogue->spec<models::SwitchSpec>(f.spec.circuitSwitch);
        const int taken = 2 * f.built->topology->groups();
        if (part->kind != models::SwitchKind::Optical) {
            findings.add(Severity::Warning, f.object->id,
                         nameOf(design, f.spec.circuitSwitch, "switch") +
                             " is not an optical circuit switch.",
                         "Choose one of kind optical: headroom-cli catalog switch.", 0.0, 0.0, "");
        } else if (taken > part->ports) {
            findings.add(Severity::Error, f.object->id,
                         "Its cubes take " + countText(taken) +
                             " ports of each circuit switch, and " +
                             nameOf(design, f.spec.circuitSwitch, "switch") + " has " +
                             countText(part->ports) + ".",
                         "Take larger cubes, fewer of them, or a larger circuit switch.", taken,
                         part->ports, "");
        }
    }
}

void slow(Findings& findings, const DesignFabric& f, double rate, const std::string& what,
          const Words& hint) {
    if (f.adapterBytesPerS > rate * (1.0 + kRateTolerance)) {
        findings.add(Severity::Warning, f.object->id,
                     what + " runs at " + amountText(rate / kGigabit, "Gbit/s") +
                         ", but the adapters of its servers at " +
                         amountText(f.adapterBytesPerS / kGigabit, "Gbit/s") + ".",
                     hint, rate / kGigabit, f.adapterBytesPerS / kGigabit, "Gbit/s");
    }
}

void hostLinkRate(const Design& design, Findings& findings) {
    for (const DesignFabric& f : design.fabrics) {
        slow(findings, f, f.hostLink->portBytesPerS,
             "The host link " + nameOf(design, f.spec.hostLink),
             "Choose a faster {fabric.host_link}, or more adapters in the server.");
    }
}

void switchPortRate(const Design& design, Findings& findings) {
    for (const DesignFabric& f : design.fabrics) {
        slow(findings, f, f.switchPart->portBytesPerS,
             "A port of " + nameOf(design, f.spec.switchPart, "switch"), "Choose a faster switch.");
    }
}

void switchLinkRate(const Design& design, Findings& findings) {
    for (const DesignFabric& f : design.fabrics) {
        if (f.built->topology == nullptr || f.built->runs.empty()) {
            continue;
        }
        const double link = f.built->topology->linkBytesPerS();
        const double part = f.switchLink->portBytesPerS;
        if (link > part * (1.0 + kRateTolerance)) {
            findings.add(Severity::Warning, f.object->id,
                         "The switch link " + nameOf(design, f.spec.switchLink) + " runs at " +
                             amountText(part / kGigabit, "Gbit/s") + ", its links at " +
                             amountText(link / kGigabit, "Gbit/s") + ".",
                         "Choose a faster {fabric.switch_link}.", part / kGigabit, link / kGigabit,
                         "Gbit/s");
        }
    }
}

void interconnectScope(const Design& design, Findings& findings) {
    for (const DesignFabric& f : design.fabrics) {
        const auto wrong = [&](const std::string& key, const std::string& id) {
            findings.add(Severity::Warning, f.object->id,
                         key + " is " + nameOf(design, id, "interconnect") +
                             ", which the catalogue has for the other scope.",
                         "Choose one of the right scope: headroom-cli catalog interconnect.", 0.0,
                         0.0, "");
        };
        if (f.scaleUp->scope != models::InterconnectScope::ScaleUp) {
            wrong("{fabric.scale_up}", f.spec.scaleUp);
        }
        if (f.scaleOut->scope != models::InterconnectScope::ScaleOut) {
            wrong("{fabric.scale_out}", f.spec.scaleOut);
        }
    }
}

constexpr auto kNetworkRules = std::to_array<Rule>({
    {"fabric-reach", "A fabric reaches every adapter", &fabricReach},
    {"rail-count", "Rails divide the adapters of a server", &railCount},
    {"fabric-routing", "Routing and details of a fabric are those of its shape", &fabricRouting},
    {"cable-reach", "Cables and modules reach as far as their routes", &cableReach},
    {"host-link-rate", "Host links are as fast as the adapters", &hostLinkRate},
    {"switch-link-rate", "Links between switches are as fast as the fabric's", &switchLinkRate},
    {"switch-port-rate", "Switch ports are as fast as the adapters", &switchPortRate},
    {"interconnect-scope", "Interconnects are used where they belong", &interconnectScope},
    {"oversubscription", "Leaves have no more bandwidth down than up", &oversubscription},
    {"pool-fabrics", "A kind of accelerator is on fabrics that a line joins", &poolFabrics},
    {"wan-ends", "A line joins two fabrics", &wanEnds},
    {"circuit-ports", "Circuit switches have ports for all cubes", &circuitPorts},
    {"cxl-ports", "A memory pool has ports for its servers", &cxlPorts},
    {"cxl-servers", "Memory pools are next to servers, and each has some", &cxlServers},
});

}  // namespace

std::span<const Rule> networkRules() {
    return kNetworkRules;
}

}  // namespace headroom::engine
