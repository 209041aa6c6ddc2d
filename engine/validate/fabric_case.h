// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/fabric/topology/routing.h"
#include "engine/validate/case_reader.h"

#include <optional>
#include <string>

/// One case of kind `fabric`: what its file says, and what the models answer.
namespace headroom::engine {

/// A case as read.
struct FabricCase {
    std::string id;
    TopologySpec spec;
    RouteOptions routing;
    std::string pattern;
    int stride = 1, senders = 0, ranks = 0, seeds = 1;
    double bytes = 0.0;
    std::string unsaid;  ///< why the models cannot say it; empty if they can
};

/// Shape, routing and traffic of one entry.
FabricCase readFabricCase(CaseReader& entry);

/// Figure asked of a case (`hosts`, `makespan` …): ratios and counts plain, times in ms, rates in
/// bytes/s. Nothing where the pattern cannot yield it.
std::optional<double> fabricAnswer(const std::string& quantity, const FabricCase& fabric,
                                   const Topology& topology);

}  // namespace headroom::engine
