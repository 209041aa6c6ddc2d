// SPDX-License-Identifier: Apache-2.0
#include "engine/border/instants.h"
#include "engine/exchange/cluster_log.h"
#include "engine/exchange/gathered_jobs.h"
#include "engine/exchange/json_steps.h"
#include "engine/exchange/pod_accelerators.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace headroom::engine {

namespace {

using Json = nlohmann::json;

constexpr double kNever = std::numeric_limits<double>::quiet_NaN();

/// Since 1970; kNever if there is none.
double timeAt(const Json& value, std::initializer_list<const char*> path) {
    const auto written = writtenInstant(textAt(value, path), std::nullopt);
    return written ? written->localS - written->aheadS.value_or(0.0) : kNever;
}

/// The later of two times, of which either may not be known.
double later(double a, double b) {
    return std::isnan(a) ? b : std::isnan(b) ? a : std::max(a, b);
}

double earlier(double a, double b) {
    return std::isnan(a) ? b : std::isnan(b) ? a : std::min(a, b);
}

/// A pod, or pods of one job.
struct Gang {
    std::string name, tenant, kind;
    double submitS = kNever, startS = kNever, endS = kNever, accelerators = 0.0;
    int priority = 0;
    bool goesOn = false;
};

/// Labels (or annotations) that name the group that a pod starts with, the special ones first. Sources: LeaderWorkerSet,
/// JobSet, KubeRay, Kubeflow Trainer, Kueue, Volcano, scheduler-plugins, Grove.
struct GroupLabel {
    const char* name;
    const char* index;  ///< a second label that tells groups of one name apart; or null
};

constexpr auto kGroupLabels = std::to_array<GroupLabel>({
    {"leaderworkerset.sigs.k8s.io/name", "leaderworkerset.sigs.k8s.io/group-index"},
    {"jobset.sigs.k8s.io/jobset-name", nullptr},
    {"ray.io/cluster", nullptr},
    {"training.kubeflow.org/job-name", nullptr},
    {"kueue.x-k8s.io/pod-group-name", nullptr},
    {"volcano.sh/job-name", nullptr},
    {"scheduling.k8s.io/group-name", nullptr},
    {"scheduling.x-k8s.io/pod-group", nullptr},
    {"pod-group.scheduling.sigs.k8s.io", nullptr},
    {"grove.io/podgang", nullptr},
});

/// The group that a pod belongs to: a key, and the name of the job.
std::pair<std::string, std::string> groupOf(const Json& pod, const std::string& space,
                                            const std::string& name) {
    for (const char* place : {"labels", "annotations"}) {
        for (const GroupLabel& label : kGroupLabels) {
            std::string group = textAt(pod, {"metadata", place, label.name});
            if (group.empty()) {
                continue;
            }
            const std::string index = label.index == nullptr
                                          ? std::string()
                                          : textAt(pod, {"metadata", place, label.index});
            group += index.empty() ? std::string() : "-" + index;
            return {fmt::format("{}/{}/{}", space, label.name, group), group};
        }
    }
    for (const Json& owner : arrayAt(pod, {"metadata", "ownerReferences"})) {
        const std::string kind = textAt(owner, {"kind"});
        if (kind.ends_with("Job") || kind == "JobSet" || kind == "RayCluster" ||
            kind == "LeaderWorkerSet") {
            const std::string group = textAt(owner, {"name"});
            return {fmt::format("{}/{}/{}", space, kind, group), group};
        }
    }
    return {fmt::format("{}/{}", space, name), name};
}

/// Events of a pod.
struct Told {
    double startS = kNever, endS = kNever;
};

std::string podKey(const std::string& space, const std::string& name) {
    return space + '/' + name;
}

class KubernetesReader {
  public:
    KubernetesReader(const std::filesystem::path& path, const Json& items)
        : log_(path), items_(items) {}

    ResultAll<JobTrace> read() {
        for (const Json& item : items_) {
            if (textAt(item, {"kind"}) == "Event" ||
                memberAt(item, {"involvedObject"}).is_object()) {
                hear(item);
            }
            resources_.know(item);
        }
        for (const Json& item : items_) {
            if (textAt(item, {"kind"}) == "Pod" ||
                memberAt(item, {"spec", "containers"}).is_array()) {
                take(item);
            }
        }
        for (const auto& [key, gang] : gangs_) {
            if (gang.goesOn || std::isnan(gang.startS) || std::isnan(gang.endS)) {
                log_.unended(key);
                continue;
            }
            TraceJob job;
            job.submitS =
                std::isnan(gang.submitS) ? gang.startS : std::min(gang.submitS, gang.startS);
            job.durationS = gang.endS - gang.startS;
            job.tenant = gang.tenant;
            job.name = gang.name;
            job.priority = gang.priority;
            job.kind = log_.kind(gang.kind);
            log_.add(std::move(job), gang.accelerators, key);
        }
        describe();
        return log_.finish(true);
    }

  private:
    void describe() {
        long unknown = 0;
        for (const auto& [key, told] : told_) {
            unknown += pods_.contains(key) ? 0 : 1;
        }
        log_.note(unknown,
                  "pods are known by events alone, which do not say how many accelerators: print "
                  "pods and events");
        log_.note(slices_, "pods ask for MIG slices, which count as sevenths of an accelerator");
        log_.note(shared_, "pods ask for time-sliced accelerators, which count as whole ones");
        if (claims_.count() > 0) {
            log_.note(claims_.note() +
                      ". Print them too: kubectl get pods,events,resourceclaims -A -o json");
        }
        if (!resources_.unknown().empty()) {
            log_.note(fmt::format("resources that are not counted as accelerators: {}",
                                  fmt::join(resources_.unknown(), ", ")));
        }
    }

    void hear(const Json& event) {
        if (textAt(event, {"involvedObject", "kind"}) != "Pod") {
            return;
        }
        Told& told = told_[podKey(textAt(event, {"involvedObject", "namespace"}),
                                  textAt(event, {"involvedObject", "name"}))];
        const double whenS = later(timeAt(event, {"lastTimestamp"}), timeAt(event, {"eventTime"}));
        const std::string reason = textAt(event, {"reason"});
        if (reason == "Scheduled" || reason == "Started") {
            told.startS = earlier(told.startS, earlier(timeAt(event, {"firstTimestamp"}), whenS));
        } else if (reason == "Completed" || reason == "Killing" || reason == "Evicted" ||
                   reason == "Preempted" || reason == "TaintManagerEviction" ||
                   reason == "OOMKilling") {
            told.endS = later(told.endS, whenS);
        }
    }

    void take(const Json& pod) {
        const std::string space = textAt(pod, {"metadata", "namespace"}),
                          name = textAt(pod, {"metadata", "name"});
        const std::string key = podKey(space, name);
        pods_[key] = true;
        const PodAccelerators accelerators = resources_.of(pod);
        if (!accelerators.lackingClaims.empty()) {
            claims_.add("pod " + key,
                        fmt::format("{}", fmt::join(accelerators.lackingClaims, ", ")));
        }
        if (!(accelerators.count > 0.0)) {
            log_.idle();
            return;
        }
        slices_ += accelerators.hasSlices ? 1 : 0;
        shared_ += accelerators.isShared ? 1 : 0;
        const auto [group, owner] = groupOf(pod, space, name);
        double startS = timeAt(pod, {"status", "startTime"}), endS = kNever;
        bool goesOn = false;
        for (const Json& status : arrayAt(pod, {"status", "containerStatuses"})) {
            goesOn = goesOn || memberAt(status, {"state", "running"}).is_object();
            endS = later(endS, timeAt(status, {"state", "terminated", "finishedAt"}));
        }
        endS = std::isnan(endS) ? endedAt(pod) : endS;
        const auto told = told_.find(key);
        if (told != told_.end()) {
            startS = std::isnan(startS) ? told->second.startS : startS;
            endS = std::isnan(endS) ? told->second.endS : endS;
        }
        Gang& gang = gangs_[group];
        gang.name = owner;
        gang.tenant = space;
        gang.submitS = earlier(gang.submitS, timeAt(pod, {"metadata", "creationTimestamp"}));
        gang.startS = later(gang.startS, startS);
        gang.endS = later(gang.endS, endS);
        gang.accelerators += accelerators.count;
        gang.kind = gang.kind.empty() ? accelerators.kind : gang.kind;
        gang.goesOn = gang.goesOn || (goesOn && std::isnan(endS));
        constexpr double kMostPriority = 1e6;
        const auto priority = numberAt(pod, {"spec", "priority"});
        gang.priority = priority
                            ? static_cast<int>(std::clamp(*priority, -kMostPriority, kMostPriority))
                            : gang.priority;
    }

    /// For a finished pod whose containers state no end: the time at which it stopped being ready.
    static double endedAt(const Json& pod) {
        const std::string phase = textAt(pod, {"status", "phase"});
        double endS = kNever;
        if (phase == "Succeeded" || phase == "Failed") {
            for (const Json& condition : arrayAt(pod, {"status", "conditions"})) {
                if (textAt(condition, {"type"}) == "Ready" ||
                    textAt(condition, {"type"}) == "ContainersReady") {
                    endS = later(endS, timeAt(condition, {"lastTransitionTime"}));
                }
            }
        }
        return endS;
    }

    GatheredJobs log_;
    const Json& items_;
    std::map<std::string, Told> told_;
    std::map<std::string, bool> pods_;
    std::map<std::string, Gang> gangs_;
    PodResources resources_;
    LeftOutEntries claims_{"pods claim devices that are not in the list"};
    long slices_ = 0, shared_ = 0;
};

}  // namespace

bool isKubernetes(const Json& root) {
    return memberAt(root, {"items"}).is_array() ||
           (textAt(root, {"kind"}) == "Pod" && memberAt(root, {"spec"}).is_object());
}

ResultAll<JobTrace> kubernetesTrace(const std::filesystem::path& path, const Json& root) {
    if (memberAt(root, {"items"}).is_array()) {
        return KubernetesReader(path, memberAt(root, {"items"})).read();
    }
    return KubernetesReader(path, Json::array({root})).read();
}

}  // namespace headroom::engine
