// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/fabric/fabric.h"
#include "engine/run/state/fabric_state.h"
#include "models/facility/drill.h"

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace headroom::engine {

/// The links of all fabrics as faults leave them: which are down or slow, what each bundle still
/// carries, which adapters are cut off. Derived from FabricState::faults; only what is not as built
/// is stored.
class FabricLinks {
  public:
    explicit FabricLinks(const FabricNetwork& network);

    /// Takes the lists of links by node and tier that another of the same network has made, and shares those to come.
    void shareLists(const FabricLinks& other) { lists_ = other.lists_; }

    /// How many parts of that kind a fabric has; 0 if none, or not a fabric. None counts as one.
    int count(int fabric, models::FabricPart part) const;
    std::string name(int fabric, models::FabricPart part, int number) const;

    /// The directed links, both ways, that a part takes with it. number from 0; count: of a bundle
    /// or of uplinks, how many cables, 0: all.
    std::vector<LinkId> linksOf(int fabric, models::FabricPart part, int number, int count) const;

    /// The same of a fault, found once while it holds.
    const std::vector<LinkId>& linksOf(const FabricFaultState& fault);

    /// The n-th cable (from 0) of a fabric, to hosts or between switches, as its link from the lower node.
    LinkId cable(int fabric, bool toHosts, std::int64_t n) const;

    /// Changes of the last apply().
    struct Changed {
        std::vector<std::int32_t> bundles;  ///< of the network, ascending
        std::vector<std::pair<std::int32_t, std::int32_t>> endpoints;  ///< fabric, endpoint
    };

    /// Replaces the faults by the present ones.
    Changed apply(std::span<const FabricFaultState> faults);

    /// Rate of a bundle for `flows` equal flows that cross it together [bytes/s].
    ///
    /// Routing that looks at load (adaptive, spray, UGAL) uses all that is left: the sum of its
    /// links. Oblivious routing (ECMP, D-mod-K, minimal, Valiant, dimension order) spreads flows
    /// over the links that are up without looking, and a synchronous job waits for its slowest
    /// flow: the slowest link that is up sets the pace of all, and under ECMP the fullest one
    /// (slowestHashedShare).
    double capacityBytesPerS(std::int32_t bundle, double flows) const;
    double builtBytesPerS(std::int32_t bundle) const;

    /// Rates over those as built of the adapters that have a fault, by fabric and endpoint.
    const std::map<std::pair<std::int32_t, std::int32_t>, double>& adapters() const {
        return adapters_;
    }

    /// Rate of an adapter over that as built: mean of its planes; 0 means cut off.
    double adapter(std::int32_t fabric, std::int32_t endpoint) const;

    /// Share of the time in which re-routing after flaps stalls what crosses the bundle: at least one of its links re-routes.
    /// Flaps of its links come independently, at a rate of f in all, and each takes r: 1 - exp(-f r), the busy share of a
    /// queue M/G/infinity. Assumption: a collective waits while any of its flows waits.
    double stallShare(std::int32_t bundle) const;

    int faulty(std::int32_t bundle) const { return faulty_[static_cast<std::size_t>(bundle)]; }

    int cut(std::int32_t bundle) const { return cut_[static_cast<std::size_t>(bundle)]; }

    /// Bundles that carry what a cut one cannot, where the shape has a way around; empty if none.
    const std::vector<std::int32_t>& detour(std::int32_t bundle) const;

    bool hasDetours() const { return !detours_.empty(); }

    std::vector<LinkOverride> overrides() const;

    /// Faulty links by fabric: slow and down.
    int degradedLinks() const { return degraded_; }

    int downLinks() const { return down_; }

    /// A fault that explains a bundle's condition: its event, -1: none.
    std::int64_t causeOf(std::int32_t bundle) const;

    int fabricOf(std::int32_t bundle) const { return fabric_[static_cast<std::size_t>(bundle)]; }

  private:
    struct Condition {
        double factor = 1.0;  ///< mean over time
        double flapsPerS = 0.0;
        LinkFault fault = LinkFault::None;
        std::int64_t cause = -1;
    };

    /// Switches of one fabric by tier.
    using Tiers = std::vector<std::vector<int>>;

    /// Links by node of one fabric.
    struct Index {
        std::vector<std::int32_t> firstLink;  ///< by node, one more at the end
        std::vector<LinkId> link;             ///< from that node
        std::vector<LinkId> into;             ///< to that node
        std::vector<std::int32_t> firstInto;
        std::array<std::vector<LinkId>, 2>
            cables;  ///< between switches, to hosts: one link of each
    };

    /// Made at the first request, by any thread, and shared by copies.
    struct Lists {
        std::once_flag tiersMade, indexMade;
        Tiers tiers;
        Index index;
    };

    /// Fabric, part, number, count.
    using PartKey = std::array<std::int32_t, 4>;

    static PartKey keyOf(const FabricFaultState& fault) {
        return {fault.fabric, fault.part, fault.number, fault.count};
    }

    int findFabric(std::int32_t bundle) const;
    const Topology& topology(int fabric) const;
    const Tiers& tiers(int fabric) const;
    const Index& index(int fabric) const;
    Tiers tiersOf(int fabric) const;
    Index indexOf(int fabric) const;
    LinkId reverse(int fabric, LinkId link) const;
    void findDetours();

    double slowestFlow(int flows, int queuePairs, int links) const;

    const FabricNetwork& network_;
    mutable std::map<std::array<int, 3>, double> spreads_;  ///< slowestHashedShare, as asked so far
    int wanFabric_ = 0;
    std::shared_ptr<std::vector<Lists>> lists_;     ///< by fabric
    std::map<PartKey, std::vector<LinkId>> taken_;  ///< linksOf, of faults that hold
    std::map<std::pair<std::int32_t, std::int32_t>, Condition> links_;  ///< fabric, link
    std::map<std::pair<std::int32_t, std::int32_t>, double> adapters_;  ///< fabric, endpoint
    int degraded_ = 0, down_ = 0;                                       ///< of links_
    std::vector<std::int32_t> touched_;                                 ///< bundles
    std::vector<std::int32_t> fabric_, built_;                          ///< by bundle: links
    std::vector<std::int32_t> faulty_, cut_;                            ///< by bundle
    std::vector<double> lost_, slowest_, stall_;                        ///< by bundle
    std::vector<std::int64_t> cause_;                                   ///< by bundle
    std::map<std::int32_t, std::vector<std::int32_t>> detours_;
};

}  // namespace headroom::engine
