// SPDX-License-Identifier: Apache-2.0
#include "engine/base/index.h"
#include "engine/base/team.h"
#include "engine/check/rules.h"
#include "engine/plant/plant.h"
#include "engine/reliability/reach/parts.h"
#include "models/facility/requirement.h"

#include <algorithm>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <vector>

/// Every single failure of power, cooling and network against what the project requires.
namespace headroom::engine {

namespace {

using models::FailurePromise;

struct WorstFailure {
    std::string part, owner;
    int lost = 0, strained = 0, parts = 0;
    std::size_t trips = 0;  ///< that follow by overload
    double shortfall = 0.0;

    void see(const FailablePart& p, const ReachCounts& reach) {
        parts += p.alike;
        const auto missing = static_cast<double>(reach.worstShortfall);
        if (!part.empty() && std::tuple(reach.racksLost, reach.racksStrained, missing) <=
                                 std::tuple(lost, strained, shortfall)) {
            return;
        }
        part = p.name;
        trips = p.trips.size();
        owner = p.owner;
        lost = reach.racksLost;
        strained = reach.racksStrained;
        shortfall = missing;
    }

    std::string consequence(int racks) const {
        const std::string of = " of " + countText(racks) + " racks ";
        std::string text;
        if (lost > 0) {
            text = countText(lost) + of + (lost == 1 ? "stops" : "stop");
        }
        if (strained > 0) {
            text += (text.empty() ? countText(strained) + of
                                  : " and " + countText(strained) + " more ") +
                    (strained == 1 ? "is" : "are") + " short of what full load takes";
            if (shortfall > 0.0) {
                text += " (the worst has " + amountText(100.0 * (1.0 - shortfall), "%") + ")";
            }
        }
        if (trips > 0) {
            text += " once the overload trips " + countText(trips) +
                    (trips == 1 ? " more breaker or unit" : " more breakers or units");
        }
        return text;
    }
};

bool breaks(FailurePromise promise, const ReachCounts& reach) {
    switch (promise) {
        case FailurePromise::MayStop:
            return false;
        case FailurePromise::KeepsRunning:
            return reach.racksLost > 0;
        case FailurePromise::KeepsFullLoad:
        case FailurePromise::NotStated:
            return reach.racksLost + reach.racksStrained > 0;
    }
    return false;
}

struct Asked {
    FailurePromise promise;
    const char* words;
    const char* hint;
};

/// Reach of each of these failures: they are independent.
std::vector<ReachCounts> reachesOf(std::span<const FailablePart> parts, const ReachMap& map) {
    std::vector<ReachCounts> reaches(parts.size());
    const int threads = std::min(threadsFor(0), static_cast<int>(parts.size() / 8 + 1));
    shareOut(threads, parts.size(), [&] {
        return [&, counter = ReachMap::Counter(map)](std::size_t i) mutable {
            reaches[i] = parts[i].isPower ? counter.of(parts[i].order, parts[i].trips)
                                          : counter.of(parts[i].order);
        };
    });
    return reaches;
}

/// One finding for each object whose parts break a promise, or one for all where none is made.
void judge(const Asked& asked, const std::vector<FailablePart>& parts, const ReachMap& map,
           int racks, Findings& findings) {
    std::map<std::string, WorstFailure> byOwner;
    std::vector<std::string> order;
    WorstFailure all;
    int tried = 0;
    for (const FailablePart& part : parts) {
        tried += part.alike;
    }
    if (asked.promise != FailurePromise::MayStop) {
        const std::vector<ReachCounts> reaches = reachesOf(parts, map);
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (!breaks(asked.promise, reaches[i])) {
                continue;
            }
            if (!byOwner.contains(parts[i].owner)) {
                order.push_back(parts[i].owner);
            }
            byOwner[parts[i].owner].see(parts[i], reaches[i]);
            all.see(parts[i], reaches[i]);
        }
    }
    if (asked.promise == FailurePromise::NotStated) {
        if (all.parts > 0) {
            findings.add(Severity::Note, all.owner,
                         "The permitted cost of a single failure of " + std::string(asked.words) +
                             " is not stated. Among " + countText(tried) + " parts " +
                             countText(all.parts) + " take racks with them; while " + all.part +
                             " is out, " + all.consequence(racks) + ".",
                         "State the requirement " + std::string(asked.hint) + ".",
                         all.lost + all.strained, 0.0, "");
        }
        return;
    }
    for (const std::string& owner : order) {
        const WorstFailure& w = byOwner[owner];
        findings.add(Severity::Error, owner,
                     "While " + w.part + " is out, " + w.consequence(racks) +
                         ", but the project requires that " +
                         (asked.promise == FailurePromise::KeepsRunning ? "none stops."
                                                                        : "all keep full load."),
                     "Add a spare or a second path, or change the requirement " +
                         std::string(asked.hint) + ".",
                     w.lost + w.strained, 0.0, "");
    }
}

}  // namespace

void singleFailure(const Design& design, const Plant& plant, Findings& findings) {
    models::RequirementSpec asked;
    for (const Object* object : design.project->objectsOf("requirement")) {
        asked = specOf<models::RequirementSpec>(*object);
    }
    const ReachMap map(plant);
    std::vector<FailablePart> cooling, network;
    for (FailablePart& part : failableParts(plant, map, 1)) {
        const PartDomain domain = domainOf(part);
        if (domain == PartDomain::Cooling) {
            cooling.push_back(std::move(part));
        } else if (domain == PartDomain::Network) {
            network.push_back(std::move(part));
        }
    }
    judge({asked.power, "power", "{requirement.power_failure}"},
          powerParts(design.power.network, design.power.study, asked.powerParts), map, plant.racks,
          findings);
    judge({asked.cooling, "cooling", "{requirement.cooling_failure}"}, cooling, map, plant.racks,
          findings);
    judge({asked.network, "the network", "{requirement.network_failure}"}, network, map,
          plant.racks, findings);
}

}  // namespace headroom::engine
