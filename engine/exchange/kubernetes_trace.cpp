// SPDX-License-Identifier: Apache-2.0
#include "engine/base/json.h"
#include "engine/base/number.h"
#include "engine/base/plain_text.h"
#include "engine/exchange/cluster_log.h"
#include "engine/files/input_file.h"
#include "models/core/calendar.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace headroom::engine {

namespace {

using Json = nlohmann::json;

constexpr double kNever = std::numeric_limits<double>::quiet_NaN();

/// A member along a path; null where anything on it is missing.
const Json& at(const Json& value, std::initializer_list<const char*> path) {
    static const Json none;
    const Json* here = &value;
    for (const char* step : path) {
        const auto found = here->is_object() ? here->find(step) : here->end();
        if (!here->is_object() || found == here->end()) {
            return none;
        }
        here = &*found;
    }
    return *here;
}

std::string textAt(const Json& value, std::initializer_list<const char*> path) {
    const Json& found = at(value, path);
    return found.is_string() ? found.get<std::string>() : std::string();
}

double timeAt(const Json& value, std::initializer_list<const char*> path) {
    return models::calendarTimeS(textAt(value, path));
}

/// The later of two times, of which either may not be known.
double later(double a, double b) {
    return std::isnan(a) ? b : std::isnan(b) ? a : std::max(a, b);
}

double earlier(double a, double b) {
    return std::isnan(a) ? b : std::isnan(b) ? a : std::min(a, b);
}

/// A list or an object along a path; an empty one where there is none.
const Json& arrayAt(const Json& value, std::initializer_list<const char*> path) {
    static const Json none = Json::array();
    const Json& found = at(value, path);
    return found.is_array() ? found : none;
}

const Json& objectAt(const Json& value, std::initializer_list<const char*> path) {
    static const Json none = Json::object();
    const Json& found = at(value, path);
    return found.is_object() ? found : none;
}

/// Accelerators of a pod: what the limits or requests of its containers say of "nvidia.com/gpu" and its like.
double acceleratorsOf(const Json& pod) {
    double sum = 0.0;
    for (const Json& container : arrayAt(pod, {"spec", "containers"})) {
        for (const char* kind : {"limits", "requests"}) {
            double here = 0.0;
            for (const auto& [name, amount] : objectAt(container, {"resources", kind}).items()) {
                if (name.ends_with("/gpu")) {
                    here += amount.is_number() ? amount.get<double>()
                                               : parseNumber(amount.is_string() ? amount.get<std::string>() : "").value_or(0.0);
                }
            }
            if (here > 0.0) {
                sum += here;
                break;
            }
        }
    }
    return sum;
}

/// A pod, or pods of one job.
struct Gang {
    std::string name, tenant;
    double submitS = kNever, startS = kNever, endS = kNever, accelerators = 0.0;
    int priority = 0;
    bool goesOn = false;
};

/// What events tell of a pod.
struct Told {
    double startS = kNever, endS = kNever;
};

std::string podKey(const std::string& space, const std::string& name) {
    return space + '/' + name;
}

class KubernetesReader {
  public:
    explicit KubernetesReader(const Json& items) : items_(items) {}

    JobTrace read() {
        for (const Json& item : items_) {
            if (textAt(item, {"kind"}) == "Event" || (at(item, {"involvedObject"}).is_object())) {
                hear(item);
            }
        }
        std::size_t without = 0;
        for (const Json& item : items_) {
            if (textAt(item, {"kind"}) == "Pod" || at(item, {"spec", "containers"}).is_array()) {
                without += take(item) ? 0 : 1;
            }
        }
        JobTrace trace;
        std::size_t unended = 0;
        double first = std::numeric_limits<double>::infinity();
        for (const auto& [key, gang] : gangs_) {
            if (gang.goesOn || !(gang.endS > gang.startS) || std::isnan(gang.submitS)) {
                ++unended;
                continue;
            }
            TraceJob job;
            job.submitS = gang.submitS;
            job.durationS = gang.endS - gang.startS;
            job.accelerators = static_cast<int>(std::min(1e6, std::ceil(gang.accelerators)));
            job.tenant = plainText(gang.tenant);
            job.name = plainText(gang.name);
            job.priority = gang.priority;
            first = std::min(first, job.submitS);
            trace.jobs.push_back(std::move(job));
        }
        for (TraceJob& job : trace.jobs) {
            job.submitS -= first;
        }
        std::size_t unknown = 0;
        for (const auto& [key, told] : told_) {
            unknown += pods_.contains(key) ? 0 : 1;
        }
        const auto note = [&](std::size_t count, const char* what) {
            if (count > 0) {
                trace.notes.push_back(std::to_string(count) + ' ' + what);
            }
        };
        note(without, "pods without an accelerator are left out");
        note(unended, "jobs that did not start or have not ended are left out");
        note(unknown, "pods are known by events alone, which do not say how many accelerators: print pods and events");
        return trace;
    }

  private:
    void hear(const Json& event) {
        if (textAt(event, {"involvedObject", "kind"}) != "Pod") {
            return;
        }
        Told& told = told_[podKey(textAt(event, {"involvedObject", "namespace"}), textAt(event, {"involvedObject", "name"}))];
        const double whenS = later(timeAt(event, {"lastTimestamp"}), timeAt(event, {"eventTime"}));
        const std::string reason = textAt(event, {"reason"});
        if (reason == "Scheduled" || reason == "Started") {
            told.startS = earlier(told.startS, earlier(timeAt(event, {"firstTimestamp"}), whenS));
        } else if (reason == "Completed" || reason == "Killing" || reason == "Evicted" || reason == "Preempted" ||
                   reason == "TaintManagerEviction" || reason == "OOMKilling") {
            told.endS = later(told.endS, whenS);
        }
    }

    /// False: it asks for no accelerator.
    bool take(const Json& pod) {
        const std::string space = textAt(pod, {"metadata", "namespace"}), name = textAt(pod, {"metadata", "name"});
        const std::string key = podKey(space, name);
        pods_[key] = true;
        const double accelerators = acceleratorsOf(pod);
        if (accelerators <= 0.0) {
            return false;
        }
        std::string owner = name, group = key;
        for (const Json& one : arrayAt(pod, {"metadata", "ownerReferences"})) {
            if (textAt(one, {"kind"}).ends_with("Job")) {
                owner = textAt(one, {"name"});
                group = fmt::format("{}/{}/{}", space, textAt(one, {"kind"}), owner);
            }
        }
        double startS = timeAt(pod, {"status", "startTime"}), endS = kNever;
        bool goesOn = false;
        for (const Json& status : arrayAt(pod, {"status", "containerStatuses"})) {
            goesOn = goesOn || at(status, {"state", "running"}).is_object();
            endS = later(endS, timeAt(status, {"state", "terminated", "finishedAt"}));
        }
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
        gang.accelerators += accelerators;
        gang.goesOn = gang.goesOn || (goesOn && std::isnan(endS));
        const Json& priority = at(pod, {"spec", "priority"});
        gang.priority = priority.is_number() ? static_cast<int>(std::clamp(priority.get<double>(), -1e6, 1e6)) : gang.priority;
        return true;
    }

    const Json& items_;
    std::map<std::string, Told> told_;
    std::map<std::string, bool> pods_;
    std::map<std::string, Gang> gangs_;
};

}  // namespace

bool looksLikeKubernetes(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && text[first] == '{';
}

ResultAll<JobTrace> kubernetesTrace(const std::filesystem::path& path, const std::string& text) {
    if (auto fits = fitsMemory(path, text.size(), kJsonMemoryPerByte); !fits) {
        return tl::unexpected(Errors{fits.error()});
    }
    const Json root = parseJson<Json>(text);
    const Json& items = at(root, {"items"});
    if (!items.is_array()) {
        return tl::unexpected(Errors{{"TRC-009", root.is_discarded() ? "this is no JSON" : "this JSON has no list \"items\" of pods and events",
                                      "Print it: kubectl get pods,events -A -o json", path.string(), {}, 0}});
    }
    return KubernetesReader(items).read();
}

}  // namespace headroom::engine
