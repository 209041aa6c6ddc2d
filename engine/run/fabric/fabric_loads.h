// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/fabric/fabric_jobs.h"
#include "engine/run/fabric/fabric_links.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace headroom::engine {

/// Mean loads [bytes/s] of bundles and tiers of the fabrics. Each class of traffic adds to its bundles:
///   duty × rate × share of the class's traffic that crosses the bundle
///
/// Use: clear(), then add() for each class, then sum(). Callers add in the order of the State, which fixes the rounding.
class FabricLoads {
  public:
    /// Both outlive it. `more`: places of storage behind the bundles.
    FabricLoads(const FabricNetwork& network, const FabricLinks& links, std::size_t more);

    void clear();
    void add(const JobClass& traffic);

    /// Sums over bundles. `capacity` by bundle [bytes/s], as last solved; 0 where nothing was solved: the built capacity counts.
    void sum(const std::vector<double>& capacity);

    /// Load of a bundle, or of storage behind the bundles.
    double bundle(std::int32_t bundle) const { return load_[static_cast<std::size_t>(bundle)]; }

    /// By fabric. Empty before the first clear().
    const std::vector<std::array<double, kLinkTiers>>& tiers() const { return tiers_; }

    /// Load over built capacity of a fabric, 0..1. Host links count, which carry as much in as out.
    double utilization(std::size_t fabric) const { return utilization_[fabric]; }

    /// The same of all bundles of all fabrics together, without host links.
    double bundleUtilization() const { return built_ > 0.0 ? carried_ / built_ : 0.0; }

    /// Load over capacity of the bundle where that is highest.
    double hottest() const { return hottest_; }

  private:
    const FabricNetwork& network_;
    std::vector<double> load_;                           ///< by bundle; storage behind
    std::vector<double> bundleBuilt_;                    ///< by bundle [bytes/s]
    std::vector<std::uint8_t> tier_;                     ///< by bundle: LinkTier
    std::vector<std::array<double, kLinkTiers>> tiers_;  ///< by fabric
    std::vector<double> utilization_;                    ///< by fabric
    double built_ = 0.0, carried_ = 0.0, hottest_ = 0.0;
};

}  // namespace headroom::engine
