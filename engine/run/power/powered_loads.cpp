// SPDX-License-Identifier: Apache-2.0
#include "engine/run/power/powered_loads.h"

#include "models/power/usual.h"

#include <fmt/format.h>

#include <algorithm>

namespace headroom::engine {

namespace {

const char* machineKind(PowerLoadKind kind) {
    switch (kind) {
        case PowerLoadKind::Rack:
            return "servers";
        case PowerLoadKind::HallIt:
            return "switches and storage";
        case PowerLoadKind::Fans:
            return "air handlers";
        case PowerLoadKind::CduPumps:
            return "CDU pumps";
        case PowerLoadKind::LoopPumps:
            return "loop pumps";
        case PowerLoadKind::HeatRejection:
            return "heat rejection";
    }
    return "";
}

}  // namespace

PoweredLoads::PoweredLoads(const RunContext& run, ServerPool& servers, const SupplyVoltages& supply)
    : PowerPart(run), servers_(servers), supply_(supply) {
    for (std::size_t l = 0; l < n_.loads.size(); ++l) {
        if (n_.loads[l].kind == PowerLoadKind::HallIt) {
            networks_.push_back(static_cast<int>(l));
        }
    }
}

void PoweredLoads::settleCords(double timeS, std::int64_t cause) {
    // In a sag, cords of mains without UPS are as good as dead.
    bool holdUp = false;
    double shortestS = kNever;
    for (std::size_t l = 0; l < n_.loads.size(); ++l) {
        const PowerLoad& load = n_.loads[l];
        int count = 0;
        for (int c = load.firstCord; c < load.firstCord + load.cords; ++c) {
            const UnitIndex unit(n_.cordUnit[at(c)]);
            if (p_.flow.cordLive[at(c)] != 0 && supply_.of(unit) < models::kLoadWindow) {
                p_.flow.cordLive[at(c)] = 0;
            }
            count += p_.flow.cordLive[at(c)];
        }
        p_.flow.liveCords[l] = count;
        if (load.kind == PowerLoadKind::Rack) {
            const RackIndex rack(load.index);
            if (count == 0 && p_.rackPowered[at(rack)] != 0) {
                const PlantBlock& b = plant_.blocks[at(plant_.rackBlock[at(rack)])];
                holdUp = true;
                shortestS = std::min(shortestS, b.psu.holdUpS);
            } else if (count > 0 && p_.rackPowered[at(rack)] == 0 && p_.rackShed[at(rack)] == 0) {
                restoreRack(rack, timeS, cause);
            }
            continue;
        }
        for (int c = load.firstCord; c < load.firstCord + load.cords; ++c) {
            const bool live = load.spread ? p_.flow.cordLive[at(c)] != 0 : count > 0;
            double& ready = p_.cordReadyS[at(c)];
            if (!live && ready < kNever) {
                holdUp = true;
                shortestS = std::min(shortestS, plant_.contactorHoldS);
            } else if (live && ready == kNever) {
                const int block = static_cast<int>(l) % plant_.policy.restartBlocks;
                ready = timeS + plant_.loadRestartS[l] + block * plant_.policy.restartIntervalS;
                queue_.push(ready, PowerEvent::Machines, 0, 0, cause);
            }
        }
    }
    if (holdUp) {
        queue_.push(timeS + shortestS, PowerEvent::HoldUp, 0, 0, cause);
    }
    runMachines(timeS, cause);
}

void PoweredLoads::runMachines(double timeS, std::int64_t cause) {
    bool network = false;
    std::vector<LoadIndex> less, more;
    for (std::size_t l = 0; l < n_.loads.size(); ++l) {
        const PowerLoad& load = n_.loads[l];
        if (load.kind == PowerLoadKind::Rack) {
            continue;
        }
        int up = 0;
        for (int c = load.firstCord; c < load.firstCord + load.cords; ++c) {
            const bool live = load.spread ? p_.flow.cordLive[at(c)] != 0 : p_.flow.liveCords[l] > 0;
            up += live && p_.cordReadyS[at(c)] <= timeS ? 1 : 0;
        }
        const double before = p_.running[l];
        p_.running[l] = load.cords > 0 ? static_cast<double>(up) / load.cords : 1.0;
        network = network || (load.kind == PowerLoadKind::HallIt && p_.running[l] != before);
        if (p_.running[l] < before) {
            less.emplace_back(static_cast<int>(l));
        } else if (p_.running[l] > before) {
            more.emplace_back(static_cast<int>(l));
        }
    }
    const auto tell = [&](EventKind kind, const std::vector<LoadIndex>& changed) {
        const int first = changed.front();
        const auto groups = static_cast<int>(changed.size());
        const PowerLoad& load = n_.loads[at(first)];
        const std::string others = groups > 1 ? fmt::format(", and {} more group{} with it",
                                                            groups - 1, groups > 2 ? "s" : "")
                                              : std::string{};
        const bool it = load.kind == PowerLoadKind::HallIt;
        return log_.in(it ? EventArea::Network : EventArea::Cooling)
            .add(s_, timeS, kind, machineName(load),
                 words("Its {}: {} running{}.", machineKind(load.kind),
                       amount(100.0 * p_.running[at(first)], "%", 0), others),
                 cause);
    };
    if (!less.empty()) {
        const auto id = tell(EventKind::Trip, less);
        for (const LoadIndex load : less) {
            causes_.raiseLoad(load, id, timeS);
        }
    }
    if (!more.empty()) {
        tell(EventKind::Recovery, more);
        for (const LoadIndex load : more) {
            causes_.clearLoad(load, timeS);
        }
    }
    if (!network) {
        return;
    }
    std::fill(s_.hallItRunning.begin(), s_.hallItRunning.end(), 0.0);
    for (const int l : networks_) {
        const PowerLoad& load = n_.loads[at(l)];
        s_.hallItRunning[at(load.index)] += load.share * p_.running[at(l)];
    }
    servers_.refreshNetworkPower(timeS, cause);
}

std::string PoweredLoads::machineName(const PowerLoad& load) const {
    const auto i = at(load.index);
    switch (load.kind) {
        case PowerLoadKind::Rack:
            return plant_.rackNames[i];
        case PowerLoadKind::HallIt:
        case PowerLoadKind::Fans:
            return plant_.halls[i].id;
        case PowerLoadKind::CduPumps:
            return plant_.cdus[i].id;
        case PowerLoadKind::LoopPumps:
        case PowerLoadKind::HeatRejection:
            return plant_.loops[i].id;
    }
    return {};
}

void PoweredLoads::holdUpOver(double timeS, std::int64_t cause) {
    int racks = 0, first = -1;
    std::int64_t said = cause;
    for (int r = 0; r < plant_.racks; ++r) {
        if (p_.flow.liveCords[at(r)] == 0 && p_.rackPowered[at(r)] != 0) {
            first = first < 0 ? r : first;
            ++racks;
        }
    }
    if (racks > 0) {
        said = log_.in(EventArea::Servers)
                   .add(s_, timeS, EventKind::Trip, plant_.rackNames[at(first)],
                        racks == 1 ? std::string{"The rack lost all its feeds and is off."}
                                   : fmt::format("{} racks lost all their feeds and are off, this "
                                                 "one first.",
                                                 racks),
                        cause, RackIndex(first));
        for (int r = 0; r < plant_.racks; ++r) {
            if (p_.flow.liveCords[at(r)] == 0 && p_.rackPowered[at(r)] != 0) {
                dropRack(RackIndex(r), timeS, said);
            }
        }
    }
    for (std::size_t l = 0; l < n_.loads.size(); ++l) {
        const PowerLoad& load = n_.loads[l];
        if (load.kind == PowerLoadKind::Rack) {
            continue;
        }
        for (int c = load.firstCord; c < load.firstCord + load.cords; ++c) {
            const bool live = load.spread ? p_.flow.cordLive[at(c)] != 0 : p_.flow.liveCords[l] > 0;
            if (!live) {
                p_.cordReadyS[at(c)] = kNever;
            }
        }
    }
    runMachines(timeS, said);
}

void PoweredLoads::dropRack(RackIndex rack, double timeS, std::int64_t cause) {
    p_.rackPowered[at(rack)] = 0;
    const PlantBlock& b = plant_.blocks[at(plant_.rackBlock[at(rack)])];
    const int firstServer = b.firstServer + (rack - b.firstRack) * b.rack.servers;
    for (ServerIndex server(firstServer); server < firstServer + b.rack.servers; ++server) {
        servers_.takeOut(server, kServerUnpowered, timeS, cause);
    }
}

void PoweredLoads::restoreRack(RackIndex rack, double timeS, std::int64_t cause) {
    p_.rackPowered[at(rack)] = 1;
    p_.rackReadyS[at(rack)] = timeS + plant_.policy.serverBootS;
    const PlantBlock& b = plant_.blocks[at(plant_.rackBlock[at(rack)])];
    const int firstServer = b.firstServer + (rack - b.firstRack) * b.rack.servers;
    for (ServerIndex server(firstServer); server < firstServer + b.rack.servers; ++server) {
        if (s_.serverDown[at(server)] == kServerUnpowered) {
            queue_.push(p_.rackReadyS[at(rack)], FaultEvent::ServerBack, server, -1, cause);
        }
    }
}

}  // namespace headroom::engine
