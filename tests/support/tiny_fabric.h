// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/fabric/fabric.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

/// Fabrics as built and what they carry, made by hand for tests that need no project.
namespace headroom::testing {

struct TinyFabric {
    engine::FabricNetwork network;
    engine::FabricsNow now;

    /// Adds a fabric of that shape with servers of `nics` adapters; bundles and cables like those
    /// of a floor with 12 m from leaf to spine.
    void add(const std::string& id, const engine::TopologySpec& spec, int nics = 8) {
        auto made = engine::makeTopology(spec);
        engine::Fabric fabric;
        fabric.id = id;
        fabric.name = "Fabric " + id;
        fabric.topology = made ? *made : nullptr;
        if (fabric.topology) {
            const engine::Topology& t = *fabric.topology;
            fabric.counts = t.counts();
            fabric.bisectionBytesPerS = t.bisectionBytesPerS();
            fabric.oversubscription = spec.oversubscription;
            fabric.opticsW = 12e3;
            fabric.switchIdleW = 30e3;
            fabric.switchSpanW = 9e3;
            fabric.partIds = {"osfp-800g-2xdr4"};
            fabric.parts.resize(1);
            for (int b = 0; b < t.bundles(); ++b) {
                engine::CableRun run;
                run.tier = t.bundle(b).tier;
                run.count = t.bundle(b).from >= 0 ? t.bundle(b).links : 0;
                run.meanM = 12.0;
                run.longestM = 18.5;
                fabric.runs.push_back(run);
            }
            engine::BillRow row;
            row.part = "switch-64x400g";
            row.what = "switches";
            row.count = fabric.counts.switches;
            row.eachW = 940.0;
            row.eachUsd = 35e3;
            fabric.bill.push_back(row);
            for (int e = 0; e + nics <= t.endpoints(); e += nics) {
                network.serverFabric.push_back(static_cast<int>(network.fabrics.size()));
                network.serverFirstEndpoint.push_back(e);
                network.serverEndpoints.push_back(nics);
            }
        }
        network.fabrics.push_back(std::move(fabric));
        count();
    }

    /// Loads that differ from bundle to bundle, a job over the first quarter of them.
    void carry(std::int64_t job = 1) {
        now = {};
        for (std::size_t f = 0; f < network.fabrics.size(); ++f) {
            const engine::Topology* t = network.fabrics[f].topology.get();
            for (int b = 0; t != nullptr && b < t->bundles(); ++b) {
                engine::BundleNow bundle;
                const double share = 0.5 + 0.48 * std::sin(1.7 * b);
                bundle.capacityBytesPerS =
                    static_cast<float>(t->bundle(b).links * t->linkBytesPerS());
                bundle.utilization = static_cast<float>(share);
                bundle.loadBytesPerS = static_cast<float>(share) * bundle.capacityBytesPerS;
                now.bundles.push_back(bundle);
            }
            for (int l = 0; t != nullptr && l < t->leaves(); ++l) {
                now.leafUtilization.push_back(static_cast<float>(0.5 + 0.4 * std::cos(l)));
            }
            now.powerW.push_back(45e3F);
            now.counters.push_back({});
            now.counters.back()[1].bytes = 3.25e15;
            now.counters.back()[1].linkDowned = 4;
        }
        if (!network.fabrics.empty() && network.fabrics[0].topology) {
            engine::JobFootprint foot;
            foot.job = job;
            foot.endpoints = 64;
            foot.leaves = 8;
            foot.groups = 1;
            foot.share = 0.84;
            foot.bytesPerS = 42e9;
            foot.hottest = 0;
            const int many = std::max(1, network.fabrics[0].topology->bundles() / 8);
            for (int b = 0; b < many; ++b) {
                foot.bundles.push_back(b);
                foot.loads.push_back(20e9F);
            }
            now.jobs.push_back(foot);
        }
    }

    /// Puts a fault on links of a bundle: the first `links` of them; all where it is 0.
    void harm(int fabric, int bundle, engine::LinkFault fault, double factor, int links = 0,
              std::int64_t cause = 7) {
        const engine::Topology& t = *network.fabrics[static_cast<std::size_t>(fabric)].topology;
        engine::BundleNow& b = now.bundles[static_cast<std::size_t>(
            network.firstBundle[static_cast<std::size_t>(fabric)] + bundle)];
        int done = 0;
        for (const engine::LinkId link : t.bundleLinks(bundle)) {
            if (links > 0 && done == links) {
                break;
            }
            now.overrides.push_back({fabric, link, factor, fault, cause});
            ++done;
        }
        b.faulty = static_cast<std::int16_t>(b.faulty + done);
        b.cut = static_cast<std::int16_t>(b.cut + (factor <= 0.0 ? done : 0));
    }

  private:
    void count() {
        network.firstBundle.assign(1, 0);
        network.firstLeaf.assign(1, 0);
        for (const engine::Fabric& f : network.fabrics) {
            network.firstBundle.push_back(network.firstBundle.back() +
                                          (f.topology ? f.topology->bundles() : 0));
            network.firstLeaf.push_back(network.firstLeaf.back() +
                                        (f.topology ? f.topology->leaves() : 0));
        }
    }
};

}  // namespace headroom::testing
