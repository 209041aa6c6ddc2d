// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>

/// How hard a chip works over one cycle of its job: phases, each of one switching activity.
///
///   mean    A    = sum w_p a_p
///   capped  A(x) = sum w_p min(a_p, x)
/// w_p share of time, a_p switching activity 0..1; the chip idles in the rest of the time.
/// A power limit acts within 10 to 100 ms and a phase of training lasts longer, so a limit holds in
/// every phase: x is the activity at which the chip meets its limit (accelerator_power.h). A(x) is
/// concave: min(A, x) overstates what a limited chip does. Phases shorter than that, such as the
/// kernels and collectives of one layer, are one phase of their mean.
/// Sources: NVIDIA, "NVML API Reference" (power draw is a mean over 25 to 100 ms); Patel et al.,
/// ASPLOS 2024: a cap cuts the peaks of training and leaves its troughs.
namespace headroom::models {

struct ChipPhase {
    double share = 0.0;
    double activity = 0.0;

    bool operator==(const ChipPhase&) const = default;
};

class ChipPhases {
  public:
    static constexpr std::size_t kMost = 4;

    /// Idle.
    ChipPhases() = default;

    /// The same activity all the time.
    ChipPhases(double activity) { add(1.0, activity); }  // NOLINT(google-explicit-constructor)

    /// Adds a phase. Beyond kMost different activities, the two closest are merged; the mean is kept.
    void add(double share, double activity);

    /// Adds all phases of `other`, each for that share of its time.
    void add(double share, const ChipPhases& other);

    /// The same phases, each for `factor` of its time.
    ChipPhases times(double factor) const;

    double mean() const;

    double highest() const;

    /// A(x).
    double capped(double most) const;

    const std::array<ChipPhase, kMost>& all() const { return phases_; }

    bool operator==(const ChipPhases&) const = default;

  private:
    std::array<ChipPhase, kMost> phases_{};  ///< those of share 0 are free
};

}  // namespace headroom::models
