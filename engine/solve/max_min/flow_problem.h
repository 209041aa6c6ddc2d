// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

/// Weighted max-min fair rates: links with a capacity, classes of equal flows over them.
namespace headroom::engine {

/// Classes in compressed rows: class c crosses link[first[c] … first[c + 1]), with `share` of its
/// rate on each (1 for a plain flow; less where routing splits; more where it crosses twice).
struct FlowProblem {
    std::vector<double> capacity;        ///< by link [bytes/s]
    std::vector<std::int32_t> first{0};  ///< by class, one more at the end
    std::vector<std::int32_t> link;
    std::vector<float> share;
    std::vector<double> members;  ///< by class: equal flows in it, each with these links and shares
    std::vector<double> weight;   ///< by class: of each member in max-min
    std::vector<double> cap;      ///< by class: most that a member can take [bytes/s]
    std::vector<double> bytes;    ///< by class: of each member; for runs to completion

    int classes() const { return static_cast<int>(first.size()) - 1; }

    /// Begins the next class; add its links with cross().
    void begin(double flows, double bytesEach = 0.0, double weightEach = 1.0,
               double capEach = std::numeric_limits<double>::infinity()) {
        members.push_back(flows);
        bytes.push_back(bytesEach);
        weight.push_back(weightEach);
        cap.push_back(capEach);
        first.push_back(static_cast<std::int32_t>(link.size()));
    }

    void cross(std::int32_t over, double portion = 1.0) {
        link.push_back(over);
        share.push_back(static_cast<float>(portion));
        first.back() = static_cast<std::int32_t>(link.size());
    }
};

}  // namespace headroom::engine
