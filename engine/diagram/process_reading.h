// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/diagram/process_layout.h"
#include "engine/run/frame/frame.h"

#include <string>
#include <vector>

/// Present values of the symbols of a process diagram: those of a link, or of all links that one symbol stands for.
namespace headroom::engine {

/// Links that one symbol folds together.
struct ProcessFold {
    int count = 0;                                       ///< 0 if it is one
    int strange = 0;                                     ///< in another state than most
    CoolingLinkState state = CoolingLinkState::Running;  ///< worst of these
    double leastC = 0.0, mostC = 0.0;                    ///< leaving water
};

struct ProcessReading {
    bool known = false;                 ///< The frame has values; else there is only the design.
    std::vector<CoolingLinkNow> links;  ///< Sums and means of folded ones; empty unless known.
    std::vector<ProcessFold> folds;     ///< By link.
    std::vector<char> isPartlyOut;      ///< By link: some of its units are away.
    std::vector<int> units;             ///< By link: of all that its symbol stands for.
    std::vector<double> largestM3PerS;  ///< Design flow, by kind of circuit.
};

/// Flow, heat, power and units of folded links add up. Temperatures are those of their mixed water, openings and speeds
/// their mean, the state that of most. `frame` is null before a run.
ProcessReading readProcess(const CoolingNetwork& network, const ProcessLayout& layout,
                           const Frame* frame);

/// Whether water is stopped in the link.
bool standsStill(const CoolingLink& link, const CoolingLinkNow& now);

/// With a capital: "No power", "Valve stuck".
std::string_view coolingStateWord(CoolingLinkState state);

/// The beginning that all names share, up to its last letter: "CDU" of "CDU 1" and "CDU 2".
std::string commonName(const std::vector<std::string>& names);

}  // namespace headroom::engine
