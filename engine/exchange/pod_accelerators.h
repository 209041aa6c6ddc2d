// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace headroom::engine {

/// Accelerators that a pod asks for.
struct PodAccelerators {
    double count = 0.0;
    std::string
        kind;  ///< words of the pod for its kind: "NVIDIA-H100-80GB-HBM3", "gaudi", "tpu-v5p-slice"; or empty
    bool hasSlices = false;  ///< MIG slices: sevenths of an accelerator
    bool isShared = false;   ///< time-sliced: each counts as one
    std::vector<std::string>
        lackingClaims;  ///< claims of devices that are not in the list of objects
};

/// Counts the accelerators of pods: resources of device plugins, and claims of Dynamic Resource Allocation (DRA).
/// Sources: Kubernetes 1.34, "Resource sharing within containers", "Dynamic Resource Allocation"; device plugins of
/// NVIDIA, AMD, Intel, Habana, Google, AWS, Huawei, Cambricon, Qualcomm.
class PodResources {
  public:
    /// A ResourceClaim or ResourceClaimTemplate of the list; other objects are ignored.
    void know(const nlohmann::json& object);

    /// A claim that several pods share counts with the first of them.
    PodAccelerators of(const nlohmann::json& pod);

    /// Extended resources of pods without an accelerator, in which one may hide: "example.com/fpga".
    const std::set<std::string>& unknown() const { return unknown_; }

  private:
    double ofContainer(const nlohmann::json& container, PodAccelerators& sum);
    double ofPlugins(const nlohmann::json& pod, PodAccelerators& sum);
    double ofClaims(const nlohmann::json& pod, PodAccelerators& sum);

    std::map<std::string, double> claims_, templates_;  ///< namespace/name: accelerators
    std::set<std::string> counted_;                     ///< shared claims
    std::set<std::string> unknown_;
};

}  // namespace headroom::engine
