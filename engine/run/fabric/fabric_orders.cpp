// SPDX-License-Identifier: Apache-2.0
#include "engine/fabric/names.h"
#include "engine/plant/index.h"
#include "engine/run/fabric/fabric_run.h"
#include "engine/run/jobs/jobs.h"
#include "models/facility/drill_defaults.h"
#include "models/network/link_health.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

/// Effect of people, drills and failures on the fabrics, and the losses with a part.
namespace headroom::engine {

namespace {

using models::DrillAction;
using models::FabricPart;

bool isSwitchPart(FabricPart part) {
    return part == FabricPart::Switch || part == FabricPart::Leaf || part == FabricPart::Spine ||
           part == FabricPart::Core;
}

/// Fills in what a failure mode does to links; in words.
std::string describe(const models::FailureModeSpec& mode, bool isSwitch, double flapDownS,
                     FabricFaultState& fault) {
    using models::FailureLinkFault;
    const double left = std::isnan(mode.amount) ? models::kDrillRateLeft : mode.amount;
    const auto kind = [&](LinkFault f) { fault.fault = static_cast<std::int32_t>(f); };
    switch (mode.linkFault) {
        case FailureLinkFault::Cut:
            kind(isSwitch ? LinkFault::SwitchDown : LinkFault::Cut);
            return isSwitch ? "the switch is down" : "the link is down";
        case FailureLinkFault::Lanes:
            kind(LinkFault::Lanes);
            fault.factor = left;
            return fmt::format("lanes are lost, {:.0f} % of the rate is left", 100.0 * left);
        case FailureLinkFault::BitErrors:
            kind(LinkFault::BitErrors);
            fault.factor = left;
            return fmt::format("repeats leave {:.0f} % of the rate", 100.0 * left);
        case FailureLinkFault::Flapping:
            kind(LinkFault::Flapping);
            fault.factor = 1.0;
            fault.downShare = std::isnan(mode.amount) ? models::kDrillFlapShare : mode.amount;
            fault.flapsPerS = fault.downShare / flapDownS;
            return fmt::format("it goes up and down, down for {:.0f} % of the time",
                               100.0 * fault.downShare);
        case FailureLinkFault::Pause:
            kind(LinkFault::PauseStorm);
            fault.factor = 1.0 / models::kPauseTailSlowest;
            return "priority flow control storms";
    }
    return {};
}

}  // namespace

const models::FabricSpec& FabricRun::specOf(int fabric) const {
    static const models::FabricSpec kStandard;  // of a line between sites
    return at(fabric) < network_.fabrics.size() ? network_.fabrics[at(fabric)].spec : kStandard;
}

int FabricRun::fabricIndex(const std::string& id) const {
    for (std::size_t f = 0; f < network_.fabrics.size(); ++f) {
        if (network_.fabrics[f].id == id && network_.fabrics[f].topology) {
            return static_cast<int>(f);
        }
    }
    for (std::size_t w = 0; w < network_.wans.size(); ++w) {
        if (network_.wans[w].id == id) {
            return static_cast<int>(network_.fabrics.size() + w);
        }
    }
    return -1;
}

bool FabricRun::hasPart(const PlantOrder& order) const {
    const int f = fabricIndex(order.unit);
    return f >= 0 && order.instance >= 0 && order.instance <= links_.count(f, order.part) &&
           links_.count(f, order.part) > 0;
}

void FabricRun::act(const QueuedEvent& e) {
    if (e.is(FabricEvent::Drill)) {
        operate(plant_.drills[at(e.a)].order, e.timeS, -1);
    } else if (e.is(FabricEvent::CutOff)) {
        // All that are cut off by now at once: none may take the jobs of another for a moment.
        for (const auto& [key, factor] : links_.adapters()) {
            const ServerIndex server(endpointServer_[at(key.first)][at(key.second)]);
            if (factor <= 0.0 && server >= 0 && isCutOff(ServerIndex(e.a))) {
                jobs_.takeOut(server, kServerCutOff, e.timeS, e.cause);
            }
        }
    } else {
        const auto fault = std::find_if(
            s_.fabric.faults.begin(), s_.fabric.faults.end(),
            [&](const FabricFaultState& f) { return f.id == static_cast<std::int64_t>(e.a); });
        if (fault == s_.fabric.faults.end()) {
            return;  // repaired before by a person
        }
        const auto id = log_.add(
            s_, e.timeS, EventKind::Repair,
            links_.name(fault->fabric, static_cast<FabricPart>(fault->part), fault->number),
            fmt::format("Back as built: no longer {}.",
                        linkFaultName(static_cast<LinkFault>(fault->fault))),
            fault->cause);
        s_.fabric.faults.erase(fault);
        applyFaults(e.timeS, id);
    }
}

void FabricRun::operate(const PlantOrder& order, double timeS, std::int64_t cause) {
    const std::int64_t before = s_.fabric.nextFault;
    const int fabric = fabricIndex(order.unit);
    if (!owns(order)) {
        return;
    }
    if (order.action == DrillAction::Repair || order.action == DrillAction::Reset) {
        removeFaults(order, fabric, timeS, cause);
        return;
    }
    FabricFaultState fault;
    fault.fabric = fabric;
    fault.part = static_cast<std::int32_t>(order.part);
    fault.count = order.count;
    const auto amount = [&](double standard) {
        return std::isnan(order.amount) ? standard : std::clamp(order.amount, 0.0, 1.0);
    };
    std::string text;
    switch (order.action) {
        case DrillAction::Fail:
        case DrillAction::Cut:
            fault.fault = static_cast<std::int32_t>(isSwitchPart(order.part) ? LinkFault::SwitchDown
                                                                             : LinkFault::Cut);
            text = isSwitchPart(order.part) ? "Down, as ordered" : "Cut, as ordered";
            break;
        case DrillAction::Degrade:
            fault.factor = amount(models::kDrillRateLeft);
            fault.fault = static_cast<std::int32_t>(LinkFault::Lanes);
            text =
                fmt::format("Degraded to {:.0f} % of its rate, as ordered", 100.0 * fault.factor);
            break;
        case DrillAction::Flap:
            fault.factor = 1.0;
            fault.downShare = amount(models::kDrillFlapShare);
            fault.flapsPerS = fault.downShare / specOf(fabric).flapDownS;
            fault.fault = static_cast<std::int32_t>(LinkFault::Flapping);
            text = fmt::format("Flaps, as ordered: down for {:.0f} % of the time",
                               100.0 * fault.downShare);
            break;
        case DrillAction::Pause:
            fault.factor = 1.0 / models::kPauseTailSlowest;
            fault.fault = static_cast<std::int32_t>(LinkFault::PauseStorm);
            text = "Priority flow control storms, as ordered";
            break;
        default:
            return;
    }
    const int parts = links_.count(fabric, order.part);
    for (int n = 0; n < parts; ++n) {
        if (order.instance == 0 || order.instance == n + 1) {
            fault.number = n;
            addFault(fault, order.durationS, timeS, text, cause);
        }
    }
    applyFaults(timeS, s_.fabric.nextFault > before ? s_.fabric.faults.back().cause : cause);
}

/// Puts a fault among those that hold; applyFaults follows.
void FabricRun::addFault(FabricFaultState fault, double durationS, double timeS,
                         const std::string& text, std::int64_t cause) {
    fault.id = s_.fabric.nextFault++;
    fault.sinceS = timeS;
    fault.cause =
        log_.add(s_, timeS, EventKind::Failure,
                 links_.name(fault.fabric, static_cast<FabricPart>(fault.part), fault.number),
                 text + "; " + blast(fault), cause);
    s_.fabric.faults.push_back(fault);
    if (!std::isnan(durationS)) {
        queue_.push(timeS + durationS, FabricEvent::Repair, static_cast<std::int32_t>(fault.id), 0,
                    fault.cause);
    }
}

void FabricRun::removeFaults(const PlantOrder& order, int fabric, double timeS,
                             std::int64_t cause) {
    std::set<LinkId> repaired;
    const int parts = links_.count(fabric, order.part);
    for (int n = 0; n < parts; ++n) {
        if (order.instance == 0 || order.instance == n + 1) {
            const auto links = links_.linksOf(fabric, order.part, n, 0);
            repaired.insert(links.begin(), links.end());
        }
    }
    std::int64_t id = cause;
    std::erase_if(s_.fabric.faults, [&](const FabricFaultState& f) {
        const auto part = static_cast<FabricPart>(f.part);
        if (f.fabric != fabric) {
            return false;
        }
        const auto links = links_.linksOf(f.fabric, part, f.number, f.count);
        const bool whole =
            std::all_of(links.begin(), links.end(), [&](LinkId l) { return repaired.contains(l); });
        if (whole) {
            id = log_.add(s_, timeS, EventKind::Repair, links_.name(fabric, part, f.number),
                          "Repaired, as ordered.", f.cause);
        }
        return whole;
    });
    applyFaults(timeS, id);
}

/// Loss by a fault: adapters and jobs behind it, or the share of the bundles that it is in.
std::string FabricRun::blast(const FabricFaultState& fault) const {
    if (at(fault.fabric) >= network_.fabrics.size()) {
        return "traffic between its sites is affected.";
    }
    const Topology& t = *network_.fabrics[at(fault.fabric)].topology;
    std::set<int> adapters;
    std::set<ServerIndex> servers;
    std::set<std::int32_t> jobs, bundles;
    const auto links = links_.linksOf(fault.fabric, static_cast<FabricPart>(fault.part),
                                      fault.number, fault.count);
    for (const LinkId link : links) {
        const LinkEnds ends = t.ends(link);
        const int node = ends.from < t.endpoints() ? ends.from : ends.to;
        if (ends.tier == LinkTier::Host && node < t.endpoints()) {
            adapters.insert(node);
            servers.emplace(endpointServer_[at(fault.fabric)][at(node)]);
        } else if (const int b = t.bundleOf(link); b >= 0) {
            bundles.insert(network_.firstBundle[at(fault.fabric)] + b);
        }
    }
    servers.erase(ServerIndex());
    for (const ServerIndex server : servers) {
        for (const JobIndex job : jobs_.onServer(server)) {
            jobs.insert(job);
        }
    }
    for (const std::int32_t b : bundles) {
        for (const OnBundle& o : onBundle_[at(b)]) {
            jobs.insert(slots_[at(o.slot)].job);
        }
    }
    return fmt::format("{} cables, {} adapters of {} servers; {} running jobs cross it.",
                       links.size() / 2, adapters.size(), servers.size(), jobs.size());
}

void FabricRun::applyFaults(double timeS, std::int64_t cause) {
    count(timeS);
    const bool detours = links_.hasDetours();
    const FabricLinks::Changed changed = links_.apply(s_.fabric.faults);
    for (const std::int32_t b : changed.bundles) {
        lookAgain(b);
    }
    if (detours || links_.hasDetours()) {
        // Ways around cut bundles: the classes themselves change.
        for (const JobIndex job : std::vector<JobIndex>(s_.running)) {
            jobStopped(job);
            jobStarted(job);
        }
    }
    std::set<ServerIndex> servers;
    for (const auto& [fabric, endpoint] : changed.endpoints) {
        servers.emplace(endpointServer_[at(fabric)][at(endpoint)]);
    }
    servers.erase(ServerIndex());
    for (const ServerIndex server : servers) {
        for (const JobIndex job : jobs_.onServer(server)) {
            if (at(job) < slotOfJob_.size() && slotOfJob_[at(job)] >= 0) {
                refreshAdapters(slots_[at(slotOfJob_[at(job)])]);
                jobChanged(job);
            }
        }
        if (isCutOff(server)) {
            queue_.push(timeS + specOf(network_.serverFabric[at(server)]).transportTimeoutS,
                        FabricEvent::CutOff, server, 0, cause);
        } else if (s_.serverDown[at(server)] == kServerCutOff) {
            repair_->serverRepaired(server, timeS);
        }
    }
    settle(timeS);
    refreshLoads();
}

bool FabricRun::isCutOff(ServerIndex server) const {
    const std::int32_t f = network_.serverFabric[at(server)];
    for (int n = 0; f >= 0 && n < network_.serverEndpoints[at(server)]; ++n) {
        if (links_.adapter(f, network_.serverFirstEndpoint[at(server)] + n) <= 0.0) {
            return true;
        }
    }
    return false;
}

bool FabricRun::strike(HazardIndex hazard, double u, double repairS, double timeS) {
    const PlantHazard& z = plant_.hazards[at(hazard)];
    FabricFaultState fault;
    fault.hazard = hazard;
    const bool isSwitch = z.mode.basis == models::FailureBasis::Switch;
    const bool isHost = z.mode.basis == models::FailureBasis::HostLink;
    auto pick = static_cast<std::int64_t>(u * z.units);
    for (std::size_t f = 0; f < network_.fabrics.size(); ++f) {
        if (!network_.fabrics[f].topology) {
            continue;
        }
        const Topology& t = *network_.fabrics[f].topology;
        const std::int64_t count = isSwitch ? t.switches()
                                   : isHost ? t.counts().hostCables
                                            : t.counts().switchCables;
        if (pick >= count) {
            pick -= count;
            continue;
        }
        fault.fabric = static_cast<std::int32_t>(f);
        if (isSwitch) {
            fault.part = static_cast<std::int32_t>(FabricPart::Switch);
            fault.number = static_cast<std::int32_t>(pick);
        } else {
            fault.part = static_cast<std::int32_t>(FabricPart::Link);
            fault.number = links_.cable(fault.fabric, isHost, pick);
        }
        const std::string what = describe(z.mode, isSwitch, specOf(fault.fabric).flapDownS, fault);
        addFault(fault, z.mode.detectS + repairS, timeS, z.id + ": " + what, -1);
        applyFaults(timeS, s_.fabric.faults.back().cause);
        return true;
    }
    return false;
}

}  // namespace headroom::engine
