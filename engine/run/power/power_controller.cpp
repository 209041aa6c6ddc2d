// SPDX-License-Identifier: Apache-2.0
#include "engine/run/power/power_controller.h"

#include "models/compute/accelerator_power.h"
#include "models/power/usual.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace headroom::engine {

PowerController::PowerController(const RunContext& run, const PowerDemand& demand,
                                 PoweredLoads& loads)
    : PowerPart(run), demand_(demand), loads_(loads) {
    relief_.assign(n_.units.size(), 1.0);
}

void PowerController::look(double timeS) {
    const models::PowerPolicySpec& policy = plant_.policy;
    if (p_.capDueS < kNever || !(policy.capEnabled || policy.shedEnabled)) {
        return;
    }
    bool beyond = false;
    for (std::size_t i = 0; i < n_.units.size() && !beyond; ++i) {
        const double loading = loadingOf(n_, p_.switching, p_.flow, UnitIndex(i));
        beyond = loading > policy.capThreshold;
    }
    for (std::size_t e = 0; e < n_.edges.size() && !beyond; ++e) {
        const int b = n_.edges[e].breaker;
        beyond = b >= 0 && p_.flow.edgeA[e] > policy.capThreshold * n_.breakers[at(b)].ratedA;
    }
    if (beyond) {
        p_.capDueS = timeS + policy.capResponseS;
        queue_.push(p_.capDueS, PowerEvent::Control, 0, 0);
    }
}

/// Power that each unit's racks may keep: the least of all that is above them.
PowerController::Strain PowerController::findRelief() {
    const models::PowerPolicySpec& policy = plant_.policy;
    Strain strain;
    for (std::size_t i = 0; i < n_.units.size(); ++i) {
        const PowerUnit& u = n_.units[i];
        const double loading = loadingOf(n_, p_.switching, p_.flow, UnitIndex(i));
        double mine = 1.0;
        if (loading > policy.capThreshold) {
            mine = policy.capThreshold / loading;
        }
        for (int k = 0; k < u.edges; ++k) {
            const auto e = at(u.firstEdge + k);
            if (p_.flow.share[e] <= 0.0) {
                continue;
            }
            if (const int b = n_.edges[e].breaker; b >= 0) {
                const double limitA = policy.capThreshold * n_.breakers[at(b)].ratedA;
                mine = p_.flow.edgeA[e] > limitA ? std::min(mine, limitA / p_.flow.edgeA[e]) : mine;
            }
            mine = std::min(mine, relief_[at(n_.edges[e].from)]);
        }
        relief_[i] = mine;
        if (mine < strain.worst) {
            strain.worst = mine;
            strain.unit = static_cast<int>(i);
        }
    }
    return strain;
}

PowerController::Clocks PowerController::setClocks(bool isStrained, double timeS) {
    const models::PowerPolicySpec& policy = plant_.policy;
    Clocks clocks;
    for (int r = 0; r < plant_.racks; ++r) {
        const PowerLoad& load = n_.loads[at(r)];
        double mine = 1.0;
        for (int c = load.firstCord; c < load.firstCord + load.cords; ++c) {
            if (p_.flow.cordLive[at(c)] != 0) {
                mine = std::min(mine, relief_[at(n_.cordUnit[at(c)])]);
            }
        }
        double& cap = p_.rackCap[at(r)];
        if (mine < 1.0 && policy.capEnabled) {
            const models::AcceleratorSpec& chip =
                plant_.blocks[at(plant_.rackBlock[at(r)])].accelerator;
            const double now = std::min(cap, s_.rackClock[at(r)]);
            cap = std::max(policy.capFloor,
                           models::clockOfPower(chip, models::clockPower(chip, now) * mine));
            clocks.floor = clocks.floor || cap <= policy.capFloor;
        } else if (mine >= 1.0 && cap < 1.0 && !isStrained &&
                   timeS >= p_.relievedS + policy.capReleaseS) {
            cap = std::min(1.0, cap * models::kCapReleaseStep);
        }
        clocks.capped = clocks.capped || cap < 1.0;
    }
    return clocks;
}

void PowerController::noteStrain(const Strain& strain, bool floor, double timeS) {
    const models::PowerPolicySpec& policy = plant_.policy;
    if (p_.relievedS != kNever || p_.strainedS == kNever) {
        p_.relievedS = kNever;
    }
    const bool strained = floor || !policy.capEnabled;
    p_.strainedS = !strained ? kNever : p_.strainedS == kNever ? timeS : p_.strainedS;
    if (!p_.capping) {
        p_.capping = 1;
        const auto id =
            say(timeS, EventKind::Limit, UnitIndex(strain.unit),
                words("Beyond its limit by {}: the power controller lowers clocks behind it.",
                      amount(100.0 * (1.0 / strain.worst - 1.0), "%", 1)),
                whyStrained(timeS));
        causes_.raise(CausePlace::Power, 0, 0, id, timeS);
    }
    if (policy.shedEnabled && p_.strainedS <= timeS - policy.shedAfterS) {
        shed(timeS);
    }
}

/// Racks return one at a time while everything keeps clear of its limit.
void PowerController::returnRack(double timeS) {
    double highest = 0.0;
    for (std::size_t i = 0; i < n_.units.size(); ++i) {
        const double loading = loadingOf(n_, p_.switching, p_.flow, UnitIndex(i));
        highest = std::max(highest, std::isnan(loading) ? 0.0 : loading);
    }
    if (highest < models::kCapReleaseLoad * plant_.policy.capThreshold) {
        for (int r = 0; r < plant_.racks; ++r) {
            if (p_.rackShed[at(r)] != 0 && p_.flow.liveCords[at(r)] > 0) {
                p_.rackShed[at(r)] = 0;
                loads_.restoreRack(RackIndex(r), timeS,
                                   causes_.latest(CausePlace::Power, 0, timeS));
                p_.relievedS = timeS;
                break;
            }
        }
    }
}

void PowerController::act(double timeS) {
    const models::PowerPolicySpec& policy = plant_.policy;
    p_.capDueS = kNever;
    const Strain strain = findRelief();
    const bool isStrained = strain.worst < 1.0;
    const Clocks clocks = setClocks(isStrained, timeS);
    if (isStrained) {
        noteStrain(strain, clocks.floor, timeS);
    } else if (p_.relievedS == kNever) {
        p_.relievedS = timeS;
    }
    const bool isShed = std::any_of(p_.rackShed.begin(), p_.rackShed.end(),
                                    [](std::uint8_t shed) { return shed != 0; });
    if (!isStrained && !clocks.capped && isShed && timeS >= p_.relievedS + policy.capReleaseS) {
        returnRack(timeS);
    }
    if (isStrained || clocks.capped || isShed) {
        p_.capDueS = timeS + policy.capResponseS;
        queue_.push(p_.capDueS, PowerEvent::Control, 0, 0);
    } else if (p_.capping) {
        p_.capping = 0;
        log_.add(s_, timeS, EventKind::Recovery, "power controller", "All clocks are free again.",
                 causes_.latest(CausePlace::Power, 0, timeS));
        causes_.clear(CausePlace::Power, 0, -1, timeS);
    }
}

/// Switches off racks of the lowest priority behind what is overloaded until the rest fits.
bool PowerController::shed(double timeS) {
    std::vector<RackIndex> order;
    for (int r = 0; r < plant_.racks; ++r) {
        if (p_.rackPowered[at(r)] != 0 && p_.rackShed[at(r)] == 0) {
            order.emplace_back(r);
        }
    }
    const auto priority = [&](RackIndex rack) {
        return plant_.blocks[at(plant_.rackBlock[at(rack)])].spec.priority;
    };
    std::stable_sort(order.begin(), order.end(),
                     [&](RackIndex a, RackIndex b) { return priority(a) < priority(b); });
    // Load to remove behind each overloaded unit.
    std::map<int, double> missingW;
    for (std::size_t i = 0; i < n_.units.size(); ++i) {
        const double loading = loadingOf(n_, p_.switching, p_.flow, UnitIndex(i));
        if (loading > plant_.policy.capThreshold) {
            missingW[static_cast<int>(i)] =
                (1.0 - plant_.policy.capThreshold / loading) * p_.flow.outVa[i].real();
        }
    }
    int count = 0;
    double shedW = 0.0;
    for (const int r : order) {
        const PowerLoad& load = n_.loads[at(r)];
        double helps = 0.0;
        std::vector<std::pair<int, double>> above;
        for (int c = load.firstCord; c < load.firstCord + load.cords; ++c) {
            if (p_.flow.cordLive[at(c)] == 0) {
                continue;
            }
            above.push_back({n_.cordUnit[at(c)],
                             demand_.powerW[at(r)] / std::max(1, p_.flow.liveCords[at(r)])});
        }
        for (std::size_t k = 0; k < above.size(); ++k) {
            const auto [unit, powerW] = above[k];
            if (const auto it = missingW.find(unit); it != missingW.end() && it->second > 0.0) {
                helps = std::max(helps, std::min(it->second, powerW));
            }
            const PowerUnit& u = n_.units[at(unit)];
            for (int e = u.firstEdge; e < u.firstEdge + u.edges; ++e) {
                if (p_.flow.share[at(e)] > 0.0) {
                    above.push_back({n_.edges[at(e)].from, powerW * p_.flow.share[at(e)]});
                }
            }
        }
        if (helps <= 0.0) {
            continue;
        }
        for (const auto& [unit, powerW] : above) {
            if (const auto it = missingW.find(unit); it != missingW.end()) {
                it->second -= powerW;
            }
        }
        ++count;
        shedW += demand_.powerW[at(r)];
        p_.rackShed[at(r)] = 1;
    }
    if (count == 0) {
        return false;
    }
    const auto id = log_.add(
        s_, timeS, EventKind::Limit, "power controller",
        words("Sheds {} racks of the lowest priority, {}: the lowest clock was not enough.", count,
              amount(shedW / 1e3, "kW", 0)),
        causes_.latest(CausePlace::Power, 0, timeS));
    for (int r = 0; r < plant_.racks; ++r) {
        if (p_.rackShed[at(r)] != 0 && p_.rackPowered[at(r)] != 0) {
            loads_.dropRack(RackIndex(r), timeS, id);
        }
    }
    p_.strainedS = kNever;
    return true;
}

}  // namespace headroom::engine
