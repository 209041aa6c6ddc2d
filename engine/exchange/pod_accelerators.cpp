// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/pod_accelerators.h"

#include "engine/base/number.h"
#include "engine/exchange/json_steps.h"
#include "engine/exchange/slurm_gres.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace headroom::engine {

namespace {

using Json = nlohmann::json;

/// A resource of a device plugin, by the end of its name behind the vendor's domain.
struct PluginResource {
    std::string_view name;
    std::string_view kind;  ///< words for the kind; empty means the pod's node selector says it
    double each = 1.0;      ///< accelerators for one unit
    bool isShared = false;
};

/// Assumption: a NeuronCore is half of a chip (Trainium 1, Inferentia 2).
constexpr auto kPlugins = std::to_array<PluginResource>({
    {"nvidia.com/gpu", ""},
    {"nvidia.com/gpu.shared", "", 1.0, true},
    {"amd.com/gpu", ""},
    {"gpu.intel.com/i915", "intel"},
    {"gpu.intel.com/xe", "intel"},
    {"habana.ai/gaudi", "gaudi"},
    {"google.com/tpu", "tpu"},
    {"cloud-tpus.google.com/v2", "tpu-v2"},
    {"cloud-tpus.google.com/v3", "tpu-v3"},
    {"aws.amazon.com/neuron", "trainium"},
    {"aws.amazon.com/neurondevice", "trainium"},
    {"aws.amazon.com/neuroncore", "trainium", 0.5},
    {"huawei.com/Ascend910", "ascend910"},
    {"huawei.com/Ascend310", "ascend310"},
    {"huawei.com/npu", "ascend"},
    {"cambricon.com/mlu", "mlu"},
    {"qualcomm.com/qaic", "qaic"},
    {"hygon.com/dcu", "dcu"},
});

/// Words of device classes and drivers that are accelerators, and not network cards.
constexpr auto kDeviceWords = std::to_array<std::string_view>(
    {"gpu", "mig", "tpu", "npu", "gaudi", "neuron", "accelerator", "mlu", "xpu"});

bool isAcceleratorClass(std::string_view name) {
    std::string lower(name);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return std::any_of(kDeviceWords.begin(), kDeviceWords.end(), [&](std::string_view word) {
        return lower.find(word) != std::string::npos;
    });
}

/// "nvidia.com/mig-3g.40gb": 3; 0 if the resource is not a slice.
double slicesOf(std::string_view resource) {
    const std::size_t at = resource.find("/mig-");
    if (at == std::string_view::npos) {
        return 0.0;
    }
    const std::string_view size = resource.substr(at + 5);
    return parseNumber(size.substr(0, size.find('g'))).value_or(1.0);
}

/// Labels of nodes in a pod's node selector or its required affinity.
constexpr auto kProductLabels = std::to_array<const char*>(
    {"nvidia.com/gpu.product", "cloud.google.com/gke-accelerator",
     "cloud.google.com/gke-tpu-accelerator", "amd.com/gpu.product-name", "gpu.nvidia.com/class",
     "gpu.nvidia.com/model", "k8s.amazonaws.com/accelerator", "accelerator"});

std::string productOf(const Json& pod) {
    for (const char* label : kProductLabels) {
        if (std::string product = textAt(pod, {"spec", "nodeSelector", label}); !product.empty()) {
            return product;
        }
    }
    for (const Json& term :
         arrayAt(pod, {"spec", "affinity", "nodeAffinity",
                       "requiredDuringSchedulingIgnoredDuringExecution", "nodeSelectorTerms"})) {
        for (const Json& one : arrayAt(term, {"matchExpressions"})) {
            const Json& values = arrayAt(one, {"values"});
            const std::string key = textAt(one, {"key"});
            const bool isProduct = std::any_of(kProductLabels.begin(), kProductLabels.end(),
                                               [&](const char* label) { return key == label; });
            if (isProduct && textAt(one, {"operator"}) == "In" && values.size() == 1 &&
                values.front().is_string()) {
                return values.front().get<std::string>();
            }
        }
    }
    return {};
}

/// Accelerators of the requests of a claim (v1: below "exactly"; v1beta1: next to the name).
double ofRequests(const Json& spec) {
    double sum = 0.0;
    for (const Json& request : arrayAt(spec, {"devices", "requests"})) {
        const Json& options = arrayAt(request, {"firstAvailable"});
        const Json& exactly = memberAt(request, {"exactly"}).is_object()
                                  ? memberAt(request, {"exactly"})
                              : !options.empty() ? options.front()
                                                 : request;
        if (isAcceleratorClass(textAt(exactly, {"deviceClassName"}))) {
            sum += numberAt(exactly, {"count"}).value_or(1.0);
        }
    }
    return sum;
}

std::string objectKey(const Json& object) {
    return fmt::format("{}/{}", textAt(object, {"metadata", "namespace"}),
                       textAt(object, {"metadata", "name"}));
}

}  // namespace

void PodResources::know(const Json& object) {
    const std::string kind = textAt(object, {"kind"});
    if (kind == "ResourceClaimTemplate") {
        templates_[objectKey(object)] = ofRequests(objectAt(object, {"spec", "spec"}));
    } else if (kind == "ResourceClaim") {
        double allocated = 0.0;
        for (const Json& device : arrayAt(object, {"status", "allocation", "devices", "results"})) {
            const Json& isAdmin = memberAt(device, {"adminAccess"});
            const bool watches = isAdmin.is_boolean() && isAdmin.get<bool>();
            allocated += !watches && isAcceleratorClass(textAt(device, {"driver"})) ? 1.0 : 0.0;
        }
        claims_[objectKey(object)] =
            allocated > 0.0 ? allocated : ofRequests(objectAt(object, {"spec"}));
    }
}

double PodResources::ofContainer(const Json& container, PodAccelerators& sum) {
    for (const char* kind : {"limits", "requests"}) {
        double here = 0.0;
        for (const auto& [name, amount] : objectAt(container, {"resources", kind}).items()) {
            const double number =
                amount.is_number() ? amount.get<double>()
                : amount.is_string()
                    ? parseNumber(amount.get_ref<const std::string&>()).value_or(0.0)
                    : 0.0;
            if (!(number > 0.0)) {
                continue;
            }
            const std::string& resource = name;
            const auto* known =
                std::find_if(kPlugins.begin(), kPlugins.end(),
                             [&](const PluginResource& p) { return p.name == resource; });
            if (known != kPlugins.end()) {
                here += number * known->each;
                sum.isShared = sum.isShared || known->isShared;
                sum.kind = sum.kind.empty() ? std::string(known->kind) : sum.kind;
            } else if (const double slices = slicesOf(resource); slices > 0.0) {
                here += number * slices / kSlicesOfAnAccelerator;
                sum.hasSlices = true;
            } else if (resource.ends_with("/gpu")) {
                here += number;
            } else if (resource.find('/') != std::string::npos) {
                unknown_.insert(resource);
            }
        }
        if (here > 0.0) {
            return here;
        }
    }
    return 0.0;
}

/// As the scheduler counts: the containers and sidecars together, or the largest step of the initialisation.
double PodResources::ofPlugins(const Json& pod, PodAccelerators& sum) {
    double sidecars = 0.0, largestStep = 0.0;
    for (const Json& container : arrayAt(pod, {"spec", "initContainers"})) {
        const double here = ofContainer(container, sum);
        if (textAt(container, {"restartPolicy"}) == "Always") {
            sidecars += here;
            largestStep = std::max(largestStep, sidecars);
        } else {
            largestStep = std::max(largestStep, sidecars + here);
        }
    }
    double together = sidecars;
    for (const Json& container : arrayAt(pod, {"spec", "containers"})) {
        together += ofContainer(container, sum);
    }
    return std::max(together, largestStep);
}

double PodResources::ofClaims(const Json& pod, PodAccelerators& sum) {
    const std::string space = textAt(pod, {"metadata", "namespace"});
    double accelerators = 0.0;
    for (const Json& claim : arrayAt(pod, {"spec", "resourceClaims"})) {
        std::string name = textAt(claim, {"resourceClaimName"});
        const bool isOwn = name.empty();  // made for this pod from a template
        for (const Json& status : arrayAt(pod, {"status", "resourceClaimStatuses"})) {
            if (isOwn && textAt(status, {"name"}) == textAt(claim, {"name"})) {
                name = textAt(status, {"resourceClaimName"});
            }
        }
        const auto known = claims_.find(fmt::format("{}/{}", space, name));
        const auto made = templates_.find(
            fmt::format("{}/{}", space, textAt(claim, {"resourceClaimTemplateName"})));
        if (known != claims_.end()) {
            accelerators += isOwn || counted_.insert(known->first).second ? known->second : 0.0;
        } else if (made != templates_.end()) {
            accelerators += made->second;
        } else {
            sum.lackingClaims.push_back(name.empty() ? textAt(claim, {"name"}) : name);
        }
    }
    return accelerators;
}

PodAccelerators PodResources::of(const Json& pod) {
    PodAccelerators sum;
    const std::set<std::string> before = unknown_;
    sum.count = ofPlugins(pod, sum) + ofClaims(pod, sum);
    if (sum.count > 0.0) {
        unknown_ = before;  // other devices, such as network cards
    }
    if (const std::string product = productOf(pod); !product.empty()) {
        sum.kind = product;
    }
    return sum;
}

}  // namespace headroom::engine
