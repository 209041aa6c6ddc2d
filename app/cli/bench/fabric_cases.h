// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/fabric/topology/topology.h"
#include "engine/solve/max_min/flow_problem.h"

#include <nlohmann/json.hpp>

#include <functional>
#include <memory>
#include <string>
#include <vector>

/// Networks, traffic and clocks of `bench fabric`. All fat trees have three tiers of full
/// bisection, links of 400 Gb/s and hops of 600 ns, as in the runs of others that are beside.
namespace headroom::app {

using Shape = std::shared_ptr<const engine::Topology>;

struct BenchFlow {
    int source = 0, destination = 0;
    double bytes = 0.0;  ///< whole number
};

engine::Result<Shape> fullFatTree(int radix);

/// Random sizes are 50 to 150 MB, equal ones 100 MB; the same numbers at every call.
std::vector<BenchFlow> permutation(int hosts);
std::vector<BenchFlow> ringStep(int hosts);
std::vector<BenchFlow> randomPairs(int hosts, int ofEach);
std::vector<BenchFlow> allToAll(int ranks, bool equal);

/// The flows on links by D-mod-K.
engine::FlowProblem onLinks(const engine::Topology& shape, const std::vector<BenchFlow>& flows);

/// One class of equal members on bundles, which carry `load` bytes together for a byte of every
/// member; a member's own limit is its link.
engine::FlowProblem onBundles(const engine::Topology& shape, double members, double bytes,
                              const std::vector<double>& load);

double longestPathS(const engine::Topology& shape);

/// Processor time of the best of several runs [s], of as many as fit into some seconds.
double bestCpuS(const std::function<void()>& work);

/// The same flows by SimGrid, in its best configuration; null where its program is not there, or
/// takes longer than a minute.
nlohmann::ordered_json bySimGrid(int radix, const std::vector<BenchFlow>& flows);

/// 131,072 accelerators, a training step in three dimensions, 100 cut links: from nothing,
/// replayed, and after another cut. Three cases by name.
engine::Result<nlohmann::ordered_json> trainingStepCases();

}  // namespace headroom::app
