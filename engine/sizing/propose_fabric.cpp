// SPDX-License-Identifier: Apache-2.0
#include "engine/sizing/propose_fabric.h"

#include "engine/fabric/shape.h"
#include "engine/resolve/facility.h"
#include "engine/sizing/parts.h"
#include "engine/sizing/project_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom::engine {

namespace {

constexpr double kGigabit = 1.25e8;  // bytes/s

/// Rates that are meant to be equal may differ by this share, as in the rules of networks.
constexpr double kRateTolerance = 0.01;

/// Parts of a fabric of that rate, slowest first.
struct FabricKit {
    double gbps;
    const char* switchPart;
    const char* hostLink;
    const char* switchLink;
    std::vector<std::string> more;  ///< for longer ways
};

const std::vector<FabricKit>& kits() {
    static const std::vector<FabricKit> kKits = {
        {400, "sn5600", "dac-800-2x400", "osfp-800-2dr4", {"osfp-800-dr8", "qsfpdd-400-fr4"}},
        {800, "sn5600", "osfp-1600-2dr4", "osfp-1600-2dr4", {"zr-800"}},
        {1600, "tomahawk-6-cpo", "osfp-1600-2dr4", "osfp-1600-2dr4", {"zr-800"}},
    };
    return kKits;
}

const FabricKit& kitFor(double bytesPerS) {
    for (const FabricKit& kit : kits()) {
        if (bytesPerS <= kit.gbps * kGigabit * (1.0 + kRateTolerance)) {
            return kit;
        }
    }
    return kits().back();
}

/// The measured interconnect that is nearest to an accelerator's own links. Assumption: where none
/// was measured, links without a switch behave as those of another maker without a switch.
std::string scaleUpOf(const models::AcceleratorSpec& a) {
    if (a.kind == models::AcceleratorKind::Tpu) {
        return "ici";
    }
    if (a.vendor != "NVIDIA") {
        return "infinity-fabric-mi300x";
    }
    const double gbPerS = a.scaleUpBytesPerS / 1e9;
    return gbPerS > 450.0 * 1.01   ? "nvlink5"
           : gbPerS > 300.0 * 1.01 ? "nvlink4"
           : gbPerS > 150.0 * 1.01 ? "nvlink3"
                                   : "nvlink2";
}

std::string scaleOutOf(const models::AcceleratorSpec& a) {
    return a.kind == models::AcceleratorKind::Tpu ? "data-centre-network"
           : a.vendor == "AWS"                    ? "efa"
                                                  : "roce-400g";
}

Error wishError(const std::string& message, const std::string& remedy) {
    return {"SIZ-007", message, remedy, {}, {}, 0};
}

/// "fabric", or with the first number that is free.
std::string freeId(const Project& project) {
    std::string id = "fabric";
    for (int n = 2; project.find(id) != nullptr; ++n) {
        id = "fabric-" + std::to_string(n);
    }
    return id;
}

/// Blocks that are meant, complete ones.
std::vector<const ResolvedBlock*> meant(const Facility& facility, const FabricWish& wish) {
    std::vector<const ResolvedBlock*> blocks;
    for (const ResolvedBlock& b : facility.blocks) {
        const bool named =
            std::find(wish.blocks.begin(), wish.blocks.end(), b.object->id) != wish.blocks.end();
        if (b.complete() && (wish.blocks.empty() ? b.spec.fabric.empty() : named)) {
            blocks.push_back(&b);
        }
    }
    return blocks;
}

}  // namespace

FabricParts fabricPartsFor(double adapterBytesPerS, const models::AcceleratorSpec& accelerator) {
    const FabricKit& kit = kitFor(adapterBytesPerS);
    return {kit.switchPart, kit.hostLink,           kit.switchLink,
            kit.more,       scaleUpOf(accelerator), scaleOutOf(accelerator)};
}

Result<FabricWish> wishOfTopology(const ClusterTopology& topology) {
    struct InfinibandKit {
        double gbps;
        const char* switchPart;
        const char* scaleOut;
    };

    static constexpr std::array kInfiniband = {
        InfinibandKit{200.0, "qm8700", "infiniband-hdr"},
        InfinibandKit{400.0, "qm9700", "infiniband-ndr"},
        InfinibandKit{800.0, "q3400-x800", "infiniband-xdr"}};
    constexpr int kMostTiers = 3;
    constexpr double kMostOversubscription = 32.0;
    const int leaves = leavesOfHost(topology);
    // Switches with hosts that have nothing above them are routers of a torus or dragonfly, or islands; rails are neither.
    const bool hasNoTop = topology.levels() == 1 && topology.switchesOf(0) > 1 && leaves == 1;
    if (leaves == 0 || hasNoTop || topology.levels() > kMostTiers) {
        return tl::unexpected(Error{
            "SIZ-008",
            leaves == 0 ? "the file states no hosts"
            : hasNoTop
                ? "no switch is above those with hosts: this is not a tree"
                : fmt::format("the network has {} tiers of switches, and a tree here has 3 at most",
                              topology.levels()),
            "Draw the fabric by its shape: torus, dragonfly, dragonfly_plus or hyperx.",
            {},
            {},
            0});
    }
    FabricWish wish;
    wish.tiers = topology.levels();
    if (leaves > 1) {
        wish.shape = topology.levels() > 1 ? models::FabricShape::RailOptimised
                                           : models::FabricShape::RailOnly;
        wish.rails = leaves;
        wish.tiers = 0;  // rails have the tiers of their shape
    }
    if (const double stated = statedOversubscription(topology); stated > 0.0) {
        wish.oversubscription = std::clamp(stated, 1.0, kMostOversubscription);
    }
    for (const InfinibandKit& kit : kInfiniband) {
        if (std::abs(statedGbps(topology) - kit.gbps) < kRateTolerance * kit.gbps) {
            wish.switchPart = kit.switchPart;
            wish.scaleOut = kit.scaleOut;
        }
    }
    return wish;
}

Result<std::vector<Edit>> proposeFabric(const Project& project, const Catalogue& catalogue,
                                        const FabricWish& wish) {
    // The kits are packet switches.
    if (const auto fault = partFault(wish.shape, models::SwitchKind::Packet)) {
        return tl::unexpected(wishError(fault->message, "Propose another shape."));
    }
    const Facility facility = resolve(std::make_shared<const Project>(project), catalogue);
    const std::vector<const ResolvedBlock*> blocks = meant(facility, wish);
    if (blocks.empty() || (!wish.blocks.empty() && blocks.size() < wish.blocks.size())) {
        return tl::unexpected(wishError(
            wish.blocks.empty() ? "No rack block is without a fabric."
                                : "A block that is named is not a rack block of the project.",
            "Name rack blocks of the project that shall join the new fabric."));
    }
    const ResolvedBlock& first = *blocks.front();
    double rate = 0.0;
    for (const ResolvedBlock* b : blocks) {
        if (b->server->accelerator != first.server->accelerator) {
            return tl::unexpected(wishError(
                "The servers have accelerators of different kinds: " + first.server->accelerator +
                    " and " + b->server->accelerator + ".",
                "Propose one fabric for each kind."));
        }
        if (b->server->nics > 0 && b->accelerator->scaleOutBytesPerS > 0.0) {
            rate = std::max(rate, b->accelerator->scaleOutBytesPerS * b->server->accelerators /
                                      b->server->nics);
        }
    }
    if (!(rate > 0.0)) {
        return tl::unexpected(
            wishError("The servers of " + first.object->id + " state no adapters.",
                      "State nics of the server and scaleout_gbps of the accelerator."));
    }
    FabricParts parts = fabricPartsFor(rate, *first.accelerator);
    parts.switchPart = wish.switchPart.empty() ? parts.switchPart : wish.switchPart;
    parts.scaleOut = wish.scaleOut.empty() ? parts.scaleOut : wish.scaleOut;
    Object fabric;
    fabric.id = freeId(project);
    fabric.type = &models::FabricSpec::type();
    fabric.values.resize(fabric.type->attributes.size());
    const models::Attribute* shape = fabric.type->find("shape");
    sizing::ObjectWriter(fabric)
        .text("name", wish.name.empty()
                          ? "Fabric of " + sizing::partName(catalogue, first.server->accelerator)
                          : wish.name)
        .text("shape", std::string(shape->choices[static_cast<std::size_t>(wish.shape)]))
        .text("switch", parts.switchPart)
        .number("oversubscription", wish.oversubscription)
        .text("host_link", parts.hostLink)
        .text("switch_link", parts.switchLink)
        .names("link_parts", parts.more)
        .text("scale_up", parts.scaleUp)
        .text("scale_out", parts.scaleOut)
        .text("hall", first.spec.hall);
    sizing::ObjectWriter more(fabric);
    if (wish.tiers > 0) {
        more.count("tiers", wish.tiers);
    }
    if (wish.rails > 0) {
        more.count("rails", wish.rails);
    }
    std::vector<Edit> edits = {AddObject{fabric}};
    for (const ResolvedBlock* b : blocks) {
        edits.push_back(SetAttribute{b->object->id, "fabric", fabric.id});
    }
    return edits;
}

}  // namespace headroom::engine
