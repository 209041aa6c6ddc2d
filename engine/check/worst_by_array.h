// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/index.h"
#include "engine/power/network.h"

#include <complex>
#include <string>
#include <vector>

namespace headroom::engine {

/// The object of the project that a unit is of.
inline const std::string& idOf(const PowerNetwork& n, const PowerUnit& u) {
    return n.arrays[at(u.array)].id;
}

/// Overload of a unit: for a generator set active power where its engine is nearer to its limit than its alternator, else
/// apparent power.
struct CarriedPower {
    bool active = false;
    double measured = 0.0, allowed = 0.0;
};

inline CarriedPower carriedPower(const PowerUnit& u, std::complex<double> outVa) {
    const bool active =
        u.ratedPowerFactor < 1.0 && outVa.real() / u.ratedPowerFactor >= std::abs(outVa);
    return active ? CarriedPower{true, outVa.real(), u.ratedW()}
                  : CarriedPower{false, std::abs(outVa), u.ratedVa};
}

/// The worst of each array: one finding for an array, not one for each of its units.
class WorstByArray {
  public:
    struct Entry {
        int index = -1;  ///< of the unit or edge; -1 if none
        double measured = 0.0;
        double allowed = 0.0;
        int cause = -1;  ///< unit whose failure it is
        int count = 0;   ///< how many of the array
    };

    explicit WorstByArray(const PowerNetwork& n) : entries_(n.arrays.size()) {}

    void offer(int array, int index, double measured, double allowed, int cause = -1) {
        Entry& e = entries_[at(array)];
        ++e.count;
        if (e.index < 0 || measured / allowed > e.measured / e.allowed) {
            e.index = index;
            e.measured = measured;
            e.allowed = allowed;
            e.cause = cause;
        }
    }

    const std::vector<Entry>& entries() const { return entries_; }

  private:
    std::vector<Entry> entries_;
};

}  // namespace headroom::engine
