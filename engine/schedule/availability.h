// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace headroom::engine {

/// Free accelerators over time, as steps: the plan of conservative backfill. Kept in blocks of
/// neighbouring steps with their least and most, so that searching and changing cost about the
/// square root of the number of steps.
struct Availability {
    std::vector<std::vector<double>> fromS;       ///< by block: where steps begin, rising
    std::vector<std::vector<std::int32_t>> free;  ///< of each step, without `added`
    std::vector<std::int32_t> added;              ///< by block, to all its steps
    std::vector<std::int32_t> least, most;        ///< by block, with `added`

    /// One step without end.
    void reset(double fromS, std::int32_t free);

    /// Earliest start, not before `fromS`, at which `accelerators` are free for `runS`; infinite
    /// where there is none.
    double earliest(double fromS, double runS, std::int32_t accelerators) const;

    /// Adds to what is free in [fromS, untilS).
    void add(double fromS, double untilS, std::int32_t accelerators);

    /// Drops what ended before.
    void forget(double beforeS);

  private:
    void cut(double atS);
    void refresh(std::size_t block);
};

}  // namespace headroom::engine
