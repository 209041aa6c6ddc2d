// SPDX-License-Identifier: Apache-2.0
#include "engine/reliability/reach/reach.h"

#include "engine/plant/index.h"
#include "engine/plant/part_names.h"
#include "engine/reliability/reach/reach_work.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

using models::BlockPart;
using models::CoolingMachine;
using models::DrillAction;

const char* machineWords(CoolingMachine machine) {
    switch (machine) {
        case CoolingMachine::Pumps:
            return "pumps";
        case CoolingMachine::CondenserPumps:
            return "condenser pumps";
        case CoolingMachine::Chillers:
            return "chillers";
        case CoolingMachine::Towers:
            return "towers";
        case CoolingMachine::DryCoolers:
            return "dry coolers";
        case CoolingMachine::Cdus:
            return "CDUs";
        case CoolingMachine::AirHandlers:
            return "air handlers";
        case CoolingMachine::Valve:
            return "valve";
        case CoolingMachine::Exchanger:
            return "exchanger";
        case CoolingMachine::All:
            break;
    }
    return "machines";
}

const char* levelWord(BlockPart level) {
    switch (level) {
        case BlockPart::Row:
            return "row";
        case BlockPart::Rack:
            return "rack";
        case BlockPart::Server:
            return "server";
        case BlockPart::Accelerator:
            return "accelerator";
    }
    return "";
}

}  // namespace

const char* reachByName(ReachBy by) {
    switch (by) {
        case ReachBy::Itself:
            return "itself";
        case ReachBy::Power:
            return "power";
        case ReachBy::Coolant:
            return "coolant";
        case ReachBy::Air:
            return "air";
        case ReachBy::Network:
            return "network";
        case ReachBy::Storage:
            return "storage";
    }
    return "";
}

BlastReach ReachMap::reach(const std::vector<PlantOrder>& orders) const {
    Work work;
    start(work);
    spread(orders, work);
    return std::move(work.out);
}

/// Nothing is gone.
void ReachMap::start(Work& work) const {
    work.out.racks.resize(at(plant_.racks));
    work.left.reserve(plant_.cooling->links.size());
    for (const CoolingLink& l : plant_.cooling->links) {
        work.left.push_back(l.units);
    }
    work.hit.assign(work.left.size(), 0);
    work.switchesLeft.assign(plant_.halls.size(), 1.0);
}

void ReachMap::spread(const std::vector<PlantOrder>& orders, Work& work) const {
    for (const PlantOrder& order : orders) {
        if (work.tells) {
            work.out.part += (work.out.part.empty() ? "" : " and ") + nameOf(order);
        }
        take(order, work);
    }
    spreadPower(work);
    spreadCooling(work);
    spreadNetwork(work);
    sum(work);
}

ReachMap::Counter::Counter(const ReachMap& map) : map_(map), work_(std::make_unique<Work>()) {
    map_.start(*work_);
    work_->tells = false;
}

ReachMap::Counter::~Counter() = default;

ReachCounts ReachMap::Counter::of(const PlantOrder& order, const std::vector<CascadeTrip>& trips) {
    work_->known = &trips;
    const ReachCounts counts = of(order);
    work_->known = nullptr;
    return counts;
}

ReachCounts ReachMap::Counter::of(const PlantOrder& order) {
    Work& work = *work_;
    map_.spread({order}, work);
    ReachCounts counts{work.out.racksLost, work.out.racksStrained, 0.0F};
    for (const int rack : work.reached) {
        RackReach& r = work.out.racks[at(rack)];
        counts.worstShortfall = std::max(counts.worstShortfall, r.shortfall);
        r = {};
    }
    for (const int link : work.hits) {
        work.left[at(link)] = map_.plant_.cooling->links[at(link)].units;
        work.hit[at(link)] = 0;
    }
    BlastReach blank;
    blank.racks = std::move(work.out.racks);
    work.out = std::move(blank);
    work.hits.clear();
    work.reached.clear();
    work.switching.clear();
    work.faults.clear();
    std::fill(work.switchesLeft.begin(), work.switchesLeft.end(), 1.0);
    return counts;
}

void ReachMap::take(const PlantOrder& order, Work& work) const {
    const bool taken = takePower(order, work) || takeMachines(order, work) ||
                       takeFabric(order, work) || takeBlock(order, work) || takeOther(order, work);
    static_cast<void>(taken);  // an order that finds nothing reaches nothing
}

void ReachMap::mark(Work& work, int rack, Reach reach, ReachBy by, double lost,
                    double shortfall) const {
    RackReach& r = work.out.racks[at(rack)];
    if (r.reach == Reach::None && r.lost <= 0.0F && r.shortfall <= 0.0F) {
        work.reached.push_back(rack);
    }
    if (reach > r.reach || (reach == r.reach && (lost > static_cast<double>(r.lost) ||
                                                 shortfall > static_cast<double>(r.shortfall)))) {
        r.reach = reach;
        r.by = by;
    }
    r.lost = std::max(r.lost, static_cast<float>(lost));
    r.shortfall = std::max(r.shortfall, static_cast<float>(shortfall));
}

bool ReachMap::takeBlock(const PlantOrder& order, Work& work) const {
    for (const PlantBlock& b : plant_.blocks) {
        if (b.id != order.unit) {
            continue;
        }
        const double left = order.action == DrillAction::Degrade && !std::isnan(order.amount)
                                ? std::clamp(order.amount, 0.0, 1.0)
                                : 0.0;
        const auto wanted = [&](int n) { return order.instance == 0 || order.instance == n + 1; };
        const int perRow = std::max(1, b.spec.racksPerRow);
        for (int r = 0; r < b.racks; ++r) {
            double lost = 0.0;
            if (order.level == BlockPart::Row || order.level == BlockPart::Rack) {
                lost = wanted(order.level == BlockPart::Row ? r / perRow : r) ? 1.0 : 0.0;
            }
            for (int n = 0; order.level == BlockPart::Server && n < b.rack.servers; ++n) {
                lost += wanted(r * b.rack.servers + n) ? 1.0 / b.rack.servers : 0.0;
            }
            // A server is away for the repair of one of its accelerators.
            for (int n = 0; order.level == BlockPart::Accelerator && n < b.rack.servers; ++n) {
                const int first = (r * b.rack.servers + n) * b.server.accelerators;
                const bool in =
                    order.instance == 0 ||
                    (order.instance > first && order.instance <= first + b.server.accelerators);
                lost += in ? 1.0 / b.rack.servers : 0.0;
            }
            lost = std::min(1.0, lost);
            if (lost > 0.0) {
                mark(work, b.firstRack + r,
                     lost > 0.999 && left <= 0.0 ? Reach::Lost : Reach::Strained, ReachBy::Itself,
                     lost * (1.0 - left));
            }
        }
        return true;
    }
    return false;
}

bool ReachMap::takeOther(const PlantOrder& order, Work& work) const {
    for (const StorageJoin& s : plant_.fabric->storage) {
        if (s.id == order.unit) {
            // A block takes its share of the rates with it.
            const double share = order.instance > 0 ? 1.0 / std::max(1, s.blocks) : 1.0;
            work.out.steps.push_back(
                {ReachBy::Storage, s.id,
                 fmt::format(
                     "{} is away: checkpoints ({:.0f} GB/s) and training data ({:.0f} GB/s) "
                     "of it wait; jobs run on until they need it.",
                     nameOf(order), share * s.writeBytesPerS / 1e9,
                     share * s.readBytesPerS / 1e9)});
            return true;
        }
    }
    return false;
}

int ReachMap::powerArrayOf(const std::string& id) const {
    const auto found = powerArray_.find(id);
    return found == powerArray_.end() ? -1 : found->second;
}

std::string ReachMap::nameOf(const PlantOrder& order) const {
    const PowerNetwork& n = *plant_.network;
    if (const int array = powerArrayOf(order.unit); array >= 0) {
        const PowerArray& a = n.arrays[at(array)];
        if (order.instance > 0 && order.instance <= a.units) {
            return n.units[at(a.firstUnit + order.instance - 1)].name;
        }
        return a.units == 1 ? n.units[at(a.firstUnit)].name
                            : fmt::format("all {} units of {}", a.units, nameOfPart(plant_, a.id));
    }
    for (std::size_t f = 0; f < plant_.fabric->fabrics.size(); ++f) {
        if (plant_.fabric->fabrics[f].id == order.unit &&
            links_.count(static_cast<int>(f), order.part) > 0) {
            if (order.instance == 0 && order.part != models::FabricPart::None) {
                return fmt::format("all {} parts of {}",
                                   links_.count(static_cast<int>(f), order.part),
                                   plant_.fabric->fabrics[f].name);
            }
            return links_.name(static_cast<int>(f), order.part, std::max(0, order.instance - 1));
        }
    }
    for (const StorageJoin& join : plant_.fabric->storage) {
        if (join.id == order.unit) {
            return order.instance > 0
                       ? fmt::format("block {} of storage {}", order.instance, join.name)
                       : fmt::format("storage {}", join.name);
        }
    }
    for (const PlantBlock& b : plant_.blocks) {
        if (b.id != order.unit) {
            continue;
        }
        if (order.instance == 0) {
            return fmt::format("all of {}", nameOfPart(plant_, b.id));
        }
        if (order.level == BlockPart::Rack && order.instance <= b.racks) {
            return fmt::format("rack {}", plant_.rackNames[at(b.firstRack + order.instance - 1)]);
        }
        return fmt::format("{} {} of {}", levelWord(order.level), order.instance,
                           nameOfPart(plant_, b.id));
    }
    std::string name =
        fmt::format("{} of {}", machineWords(order.machine), nameOfPart(plant_, order.unit));
    if (order.instance > 0) {
        name += fmt::format(" {}", order.instance);
    }
    return order.count == 1  ? "one of the " + name
           : order.count > 0 ? fmt::format("{} {}", order.count, name)
                             : name;
}

void ReachMap::sum(Work& work) const {
    BlastReach& out = work.out;
    float worst = 0.0F;
    // In the order of the racks, so that sums are those of all racks.
    std::sort(work.reached.begin(), work.reached.end());
    work.reached.erase(std::unique(work.reached.begin(), work.reached.end()), work.reached.end());
    for (const int r : work.reached) {
        const RackReach& rack = out.racks[at(r)];
        const PlantBlock& b = plant_.blocks[at(plant_.rackBlock[at(r)])];
        const auto lost = static_cast<double>(rack.lost);
        out.racksLost += rack.reach == Reach::Lost ? 1 : 0;
        out.racksStrained += rack.reach == Reach::Strained ? 1 : 0;
        out.racksExposed += rack.reach == Reach::Exposed ? 1 : 0;
        out.acceleratorsLost += lost * b.acceleratorsPerRack;
        out.itW += lost * b.rack.ratedPowerW;
        worst = std::max(worst, rack.reach == Reach::Strained ? rack.shortfall : 0.0F);
    }
    out.computeShare = out.acceleratorsLost / std::max(1, plant_.accelerators);
    if (work.tells) {
        tell(work, worst);
    }
}

/// The last sentence of the way.
void ReachMap::tell(Work& work, float worst) const {
    BlastReach& out = work.out;
    if (out.racksLost + out.racksStrained + out.racksExposed == 0) {
        out.steps.push_back({ReachBy::Itself, out.part, "No rack is reached."});
        return;
    }
    std::string text = fmt::format("{} {} lost ({:.1f} % of {} accelerators, {:.0f} kW rated)",
                                   out.racksLost, out.racksLost == 1 ? "rack" : "racks",
                                   100.0 * out.computeShare, plant_.accelerators, out.itW / 1e3);
    if (out.racksStrained > 0) {
        text += fmt::format(", {} short of capacity", out.racksStrained);
    }
    if (worst > 0.0F) {
        text += fmt::format(" (the worst has {:.0f} % of what full load takes)",
                            100.0 * (1.0 - static_cast<double>(worst)));
    }
    out.steps.push_back({ReachBy::Itself, out.part,
                         text + fmt::format(", {} without their redundancy.", out.racksExposed)});
}

}  // namespace headroom::engine
