// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace headroom::engine {

/// MIG: an accelerator has seven compute slices.
inline constexpr double kSlicesOfAnAccelerator = 7.0;

/// Accelerators of a job of Slurm.
struct SlurmGres {
    double count = 0.0;
    std::string kind;        ///< the kind that most of them have; empty if not stated
    bool isMixed = false;    ///< kinds differ
    bool hasSlices = false;  ///< MIG slices ("gres/gpu:1g.10gb"), which count as sevenths

    /// "gpu" or "gpu:a100" with their count.
    void add(std::string_view name, double number);

    /// Counts of kinds next to a total ("gres/gpu=8,gres/gpu:a100=8") name the same accelerators.
    void finish();

  private:
    double total_ = 0.0, kinds_ = 0.0, most_ = 0.0;
    double slices_ = 0.0, ofSlices_ = 0.0;  ///< number of them, and the accelerators that they are
};

/// Reads "billing=8,cpu=64,gres/gpu:h100=8,gres/gpu=8" (TRES), and "gpu:a100:4" and "gpu:8" (GRES of old
/// versions).
SlurmGres slurmGres(std::string_view text);

}  // namespace headroom::engine
