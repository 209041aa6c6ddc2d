// SPDX-License-Identifier: Apache-2.0
#include "engine/plant/index.h"
#include "engine/run/fabric/fabric_run.h"
#include "engine/run/jobs/jobs.h"
#include "engine/run/workload/allocation.h"
#include "models/network/link_health.h"
#include "models/network/usual.h"

#include <algorithm>
#include <cmath>
#include <map>

/// Loads, counters, power and what viewers see of the fabrics in a run.
namespace headroom::engine {

namespace {

/// Bits of a byte on the line, and symbols of 10 bits in the counters' unit of a million.
constexpr double kBitsPerByte = 8.0, kCounterUnit = 1e6;

std::size_t tierIndex(LinkTier tier) {
    return static_cast<std::size_t>(tier);
}

}  // namespace

/// Mean loads of bundles and tiers, after a change; and what the switches draw for them.
void FabricRun::refreshLoads() {
    if (!loadsChanged_) {
        return;
    }
    loadsChanged_ = false;
    loads_.clear();
    // In the order of the State: sums do not depend on who came into which slot.
    for (const JobIndex job : s_.running) {
        if (at(job) < slotOfJob_.size() && slotOfJob_[at(job)] >= 0) {
            for (const JobClass& c : slots_[at(slotOfJob_[at(job)])].classes) {
                loads_.add(c);
            }
        }
    }
    loads_.sum(capacity_);
    std::fill(s_.fabric.hallW.begin(), s_.fabric.hallW.end(), 0.0);
    for (std::size_t f = 0; f < network_.fabrics.size(); ++f) {
        const Fabric& fabric = network_.fabrics[f];
        const double u = loads_.utilization(f);
        s_.fabric.load[f] = u;
        for (std::size_t h = 0; h < s_.fabric.hallW.size() && h < fabric.hallW.size(); ++h) {
            s_.fabric.hallW[h] += fabric.hallW[h] + fabric.hallSpanW[h] * u;
        }
    }
}

void FabricRun::count(double timeS) {
    const double dt = timeS - s_.fabric.countedS;
    if (dt <= 0.0) {
        return;
    }
    s_.fabric.countedS = timeS;
    for (std::size_t f = 0; f < loads_.tiers().size(); ++f) {
        for (std::size_t tier = 0; tier < kLinkTiers; ++tier) {
            TierCounters& c = s_.fabric.counters[f * kLinkTiers + tier];
            const double bytes = loads_.tiers()[f][tier] * dt;
            c.bytes += bytes;
            c.symbolErrors +=
                bytes * kBitsPerByte * network_.fabrics[f].spec.bitErrorRate / kCounterUnit;
        }
    }
    for (const FabricFaultState& fault : s_.fabric.faults) {
        const auto f = at(fault.fabric);
        if (f >= network_.fabrics.size() ||
            (fault.flapsPerS <= 0.0 &&
             fault.fault != static_cast<std::int32_t>(LinkFault::PauseStorm) &&
             fault.fault != static_cast<std::int32_t>(LinkFault::BitErrors))) {
            continue;
        }
        const Topology& t = *network_.fabrics[f].topology;
        for (const LinkId link : links_.linksOf(fault)) {
            TierCounters& c = s_.fabric.counters[f * kLinkTiers + tierIndex(t.ends(link).tier)];
            c.linkDowned += fault.flapsPerS * dt;
            const double lost = 1.0 - fault.factor;
            if (fault.fault == static_cast<std::int32_t>(LinkFault::PauseStorm)) {
                c.pauseS += lost * dt;
            } else if (fault.fault == static_cast<std::int32_t>(LinkFault::BitErrors)) {
                c.retransmitted += lost * t.linkBytesPerS() * dt;
                c.uncorrectable += lost * t.linkBytesPerS() * dt / models::kFrameBytes;
            }
        }
    }
}

void FabricRun::publish() {
    refreshLoads();
    count(s_.timeS);
    double fabricW = 0.0, storageW = 0.0;
    for (std::size_t h = 0; h < plant_.halls.size(); ++h) {
        fabricW += s_.fabric.hallW[h] * s_.hallItRunning[h];
        storageW += plant_.halls[h].storageW * s_.hallItRunning[h];
    }
    double accelerators = 0.0, network = 0.0, storage = 0.0;
    for (const JobIndex index : s_.running) {
        const Job& job = s_.jobs[at(index)];
        if (job.state == JobState::Running) {
            accelerators += job.accelerators;
            const auto reason = static_cast<JobReason>(job.reason);
            network += reason == JobReason::Network || reason == JobReason::Partitioned
                           ? job.accelerators
                           : 0.0;
            storage += reason == JobReason::Storage ? job.accelerators : 0.0;
        }
    }
    using Q = FacilityQuantity;
    setQuantity(Q::FabricPower, fabricW);
    setQuantity(Q::StoragePower, storageW);
    setQuantity(Q::FabricUtilization, loads_.bundleUtilization());
    setQuantity(Q::HottestBundle, loads_.hottest());
    setQuantity(Q::DegradedLinks, links_.degradedLinks());
    setQuantity(Q::DownLinks, links_.downLinks());
    setQuantity(Q::StorageWrite,
                storage_.writeBundle < 0 ? 0.0 : loads_.bundle(storage_.writeBundle));
    setQuantity(Q::NetworkBound, accelerators > 0.0 ? network / accelerators : 0.0);
    setQuantity(Q::StorageBound, accelerators > 0.0 ? storage / accelerators : 0.0);
}

void FabricRun::fill(Frame& frame) const {
    frame.fabrics = plant_.fabric;
    FabricsNow& now = frame.fabricsNow;
    now.bundles.resize(at(network_.bundles()));
    for (std::int32_t b = 0; b < network_.bundles(); ++b) {
        BundleNow& n = now.bundles[at(b)];
        double capacity = links_.capacityBytesPerS(b, 0.0);
        if (loads_.bundle(b) > 0.0 && capacity_[at(b)] > 0.0) {
            capacity = capacity_[at(b)];
        }
        n.loadBytesPerS = static_cast<float>(loads_.bundle(b));
        n.capacityBytesPerS = static_cast<float>(capacity);
        n.utilization = capacity > 0.0 ? static_cast<float>(loads_.bundle(b) / capacity) : 0.0F;
        n.faulty = static_cast<std::int16_t>(links_.faulty(b));
        n.cut = static_cast<std::int16_t>(links_.cut(b));
    }
    now.leafUtilization.assign(network_.firstLeaf.empty() ? 0 : at(network_.firstLeaf.back()),
                               0.0F);
    std::vector<float> places(now.leafUtilization.size(), 0.0F);
    for (std::size_t f = 0; f < network_.fabrics.size(); ++f) {
        const Fabric& fabric = network_.fabrics[f];
        for (int e = 0; fabric.topology && e < fabric.topology->endpoints(); ++e) {
            places[at(network_.firstLeaf[f] + fabric.topology->leafOf(e))] += 1.0F;
        }
    }
    for (const JobTraffic& traffic : slots_) {
        if (traffic.job < 0) {
            continue;
        }
        const Job& job = s_.jobs[at(traffic.job)];
        for (const std::int32_t f : traffic.fabrics) {
            JobFootprint p;
            p.job = job.id;
            p.fabric = f;
            p.share = job.networkShare;
            p.hottest = job.bundle;
            std::map<std::int32_t, double> loads;
            for (const JobClass& c : traffic.classes) {
                const TrafficClass& t = c.traffic;
                if (t.fabric != f) {
                    continue;
                }
                const double mean = t.duty * t.rateBytesPerS;
                p.bytesPerS += mean;
                for (std::size_t i = 0; i < t.bundle.size(); ++i) {
                    if (t.bundle[i] < network_.bundles()) {
                        loads[t.bundle[i]] += mean * t.load[i];
                    }
                }
            }
            for (const auto& [bundle, load] : loads) {
                p.bundles.push_back(bundle);
                p.loads.push_back(static_cast<float>(load));
            }
            const Fabric& fabric = network_.fabrics[at(f)];
            std::vector<char> leaf(at(fabric.topology->leaves()), 0);
            std::vector<char> group(at(std::max(1, fabric.topology->groups())), 0);
            forEachServer(plant_, s_, job, [&](ServerIndex server) {
                if (network_.serverFabric[at(server)] != f) {
                    return;
                }
                for (int n = 0; n < network_.serverEndpoints[at(server)]; ++n) {
                    const int l =
                        fabric.topology->leafOf(network_.serverFirstEndpoint[at(server)] + n);
                    leaf[at(l)] = 1;
                    const int g = fabric.topology->groupOfLeaf(l);
                    if (g >= 0 && at(g) < group.size()) {
                        group[at(g)] = 1;
                    }
                    ++p.endpoints;
                    now.leafUtilization[at(network_.firstLeaf[at(f)] + l)] +=
                        static_cast<float>(p.bytesPerS / fabric.adapterBytesPerS);
                }
            });
            p.leaves = static_cast<int>(std::count(leaf.begin(), leaf.end(), 1));
            p.groups = static_cast<int>(std::count(group.begin(), group.end(), 1));
            now.jobs.push_back(std::move(p));
        }
    }
    for (std::size_t l = 0; l < places.size(); ++l) {
        now.leafUtilization[l] = places[l] > 0.0F ? now.leafUtilization[l] / places[l] : 0.0F;
    }
    now.overrides = links_.overrides();
    for (std::size_t f = 0; f < network_.fabrics.size(); ++f) {
        const auto power = poweredShare(static_cast<int>(f));
        std::array<TierCounters, kLinkTiers> counters;
        std::copy_n(s_.fabric.counters.begin() + static_cast<std::ptrdiff_t>(f * kLinkTiers),
                    kLinkTiers, counters.begin());
        now.counters.push_back(counters);
        double watts = network_.fabrics[f].switchSpanW * s_.fabric.load[f];
        for (const double w : network_.fabrics[f].hallW) {
            watts += w;
        }
        now.powerW.push_back(static_cast<float>(watts * power));
        if (power <= 0.0) {
            for (std::int32_t b = network_.firstBundle[f]; b < network_.firstBundle[f + 1]; ++b) {
                now.bundles[at(b)].capacityBytesPerS = 0.0F;
            }
        }
    }
}

}  // namespace headroom::engine
