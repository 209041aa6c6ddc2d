// SPDX-License-Identifier: Apache-2.0
#include "engine/reliability/reach/likeness.h"

#include "engine/plant/index.h"
#include "engine/plant/plant.h"
#include "engine/run/state/state.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <variant>

namespace headroom::engine {

namespace {

using LikeMark = std::uint64_t;

/// splitmix64's finalizer: sums of it stand for multisets, and two that differ are equal by chance once in 2^64.
LikeMark stirredMark(LikeMark x) {
    x += 0x9e3779b97f4a7c15ULL;
    x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27U)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31U);
}

LikeMark marked(LikeMark a, LikeMark b) {
    return stirredMark(a ^ stirredMark(b));
}

LikeMark textBits(std::string_view text) {
    LikeMark mark = text.size();
    for (const char c : text) {
        mark = marked(mark, static_cast<unsigned char>(c));
    }
    return mark;
}

template <class T>
LikeMark bitsOf(T number) {
    if constexpr (std::is_floating_point_v<T>) {
        return std::bit_cast<LikeMark>(static_cast<double>(number));
    } else {
        return static_cast<LikeMark>(number);
    }
}

LikeMark valueBits(const models::Value& value) {
    return std::visit(
        [](const auto& v) {
            using T = std::decay_t<decltype(v)>;
            LikeMark mark = 1;
            if constexpr (std::is_same_v<T, std::string>) {
                mark = textBits(v);
            } else if constexpr (std::is_same_v<T, models::Curve>) {
                for (std::size_t i = 0; i < v.x().size(); ++i) {
                    mark = marked(marked(mark, bitsOf(v.x()[i])), bitsOf(v.y()[i]));
                }
            } else if constexpr (std::is_same_v<T, std::vector<double>>) {
                for (const double number : v) {
                    mark = marked(mark, bitsOf(number));
                }
            } else if constexpr (std::is_same_v<T, std::vector<std::string>>) {
                for (const std::string& text : v) {
                    mark = marked(mark, textBits(text));
                }
            } else if constexpr (!std::is_same_v<T, std::monostate>) {
                mark = bitsOf(v);
            }
            return mark;
        },
        value);
}

/// Statements that do not tell objects apart: names, places, and lengths of cables.
bool isLikePlace(std::string_view key) {
    return key == "name" || key == "x_m" || key == "y_m" || key == "cable_m" || key == "facing" ||
           key == "alternate_facing" || key == "first_row";
}

/// Marks of the objects of a project by all that they state, except ids, places, and the objects that they name.
class ObjectForms {
  public:
    explicit ObjectForms(const Project& project) {
        std::unordered_set<std::string_view> ids;
        for (const Object& object : project.objects) {
            ids.insert(object.id);
        }
        const auto isNamed = [&](const models::Value& value) {
            if (const auto* text = std::get_if<std::string>(&value)) {
                return ids.contains(*text);
            }
            const auto* list = std::get_if<std::vector<std::string>>(&value);
            return list != nullptr &&
                   std::any_of(list->begin(), list->end(),
                               [&](const auto& each) { return ids.contains(each); });
        };
        for (const Object& object : project.objects) {
            LikeMark mark = textBits(object.type->id);
            for (std::size_t i = 0; i < object.values.size(); ++i) {
                const models::Attribute& attribute = object.type->attributes[i];
                // The wiring distinguishes units of an array, not their number.
                const bool isNumber =
                    attribute.key == "count" && object.type->section == "power_units";
                if (!isLikePlace(attribute.key) && !isNumber) {
                    mark =
                        marked(mark, isNamed(object.values[i]) ? 0 : valueBits(object.values[i]));
                }
            }
            marks_.emplace(object.id, mark);
        }
    }

    /// Id of objects that the project does not name.
    LikeMark of(const std::string& id) const {
        const auto found = marks_.find(id);
        return found == marks_.end() ? textBits(id) : found->second;
    }

  private:
    std::unordered_map<std::string, LikeMark> marks_;
};

/// Rounds of refinement: a unit is compared with its neighbours, and with the neighbours of these. Differences further away
/// act by load and voltage, which are measures.
constexpr int kRounds = 2;

}  // namespace

struct PartClasses::Work {
    Work(const Project& project, const Simulator& base)
        : plant(base.plant()), state(base.state()), forms(project) {
        readPlaces();
        readHeat();
        markUnits();
    }

    /// Marks of halls, loops and groups of CDUs: their own statements, and the racks in them.
    void readPlaces() {
        for (const PlantLoop& loop : plant.loops) {
            loopMark.push_back(forms.of(loop.id));
        }
        for (const PlantHall& hall : plant.halls) {
            hallMark.push_back(marked(forms.of(hall.id), loopMark[at(hall.loop)]));
        }
        for (const PlantCdu& cdu : plant.cdus) {
            cduMark.push_back(
                marked(marked(forms.of(cdu.group), bitsOf(cdu.units)), loopMark[at(cdu.loop)]));
        }
        std::vector<LikeMark> inHall(hallMark.size(), 0), onCdu(cduMark.size(), 0),
            onLoop(loopMark.size(), 0);
        for (const PlantBlock& block : plant.blocks) {
            const LikeMark mark = marked(forms.of(block.id), bitsOf(block.racks));
            inHall[at(block.hall)] += stirredMark(mark);
            if (block.cdu >= 0) {
                onCdu[at(block.cdu)] += stirredMark(mark);
            }
        }
        for (std::size_t i = 0; i < hallMark.size(); ++i) {
            hallMark[i] = marked(hallMark[i], inHall[i]);
            onLoop[at(plant.halls[i].loop)] += stirredMark(hallMark[i]);
        }
        for (std::size_t i = 0; i < cduMark.size(); ++i) {
            cduMark[i] = marked(cduMark[i], onCdu[i]);
            onLoop[at(plant.cdus[i].loop)] += stirredMark(cduMark[i]);
        }
        for (std::size_t i = 0; i < loopMark.size(); ++i) {
            loopMark[i] = marked(loopMark[i], onLoop[i]);
        }
        for (const PlantBlock& block : plant.blocks) {
            const LikeMark cdu = block.cdu >= 0 ? cduMark[at(block.cdu)] : 0;
            blockMark.push_back(marked(marked(forms.of(block.id), bitsOf(block.racks)),
                                       marked(hallMark[at(block.hall)], cdu)));
        }
    }

    void readHeat() {
        hallC.assign(plant.halls.size(), -273.15);
        loopC.assign(plant.loops.size(), -273.15);
        for (int rack = 0; rack < plant.racks; ++rack) {
            double& hottest = hallC[at(hallOfRack(rack))];
            hottest = std::max(hottest, state.rackHotC[at(rack)]);
        }
        for (std::size_t i = 0; i < hallC.size(); ++i) {
            double& hottest = loopC[at(plant.halls[i].loop)];
            hottest = std::max(hottest, hallC[i]);
        }
        for (const PlantCdu& cdu : plant.cdus) {
            double& hottest = loopC[at(cdu.loop)];
            hottest = std::max(hottest, hallC[at(cdu.hall)]);
        }
    }

    HallIndex hallOfRack(int rack) const {
        return plant.blocks[at(plant.rackBlock[at(rack)])].hall;
    }

    LikeMark markOfLoad(const PowerLoad& load, int number) const {
        LikeMark mark = marked(marked(bitsOf(static_cast<int>(load.kind)), load.spread ? 1 : 0),
                               marked(bitsOf(load.share), bitsOf(load.cords)));
        mark = marked(mark, bitsOf(state.power.running[at(number)]));
        switch (load.kind) {
            case PowerLoadKind::Rack:
                mark = marked(mark, blockMark[at(plant.rackBlock[at(load.index)])]);
                return marked(mark, marked(state.power.rackPowered[at(load.index)],
                                           bitsOf(state.rackTripped[at(load.index)])));
            case PowerLoadKind::HallIt:
            case PowerLoadKind::Fans:
                return marked(mark, hallMark[at(load.index)]);
            case PowerLoadKind::CduPumps:
                return marked(mark, cduMark[at(load.index)]);
            case PowerLoadKind::LoopPumps:
            case PowerLoadKind::HeatRejection:
                return marked(mark, loopMark[at(load.index)]);
        }
        return mark;
    }

    double heatOfLoad(const PowerLoad& load) const {
        switch (load.kind) {
            case PowerLoadKind::Rack:
                return hallC[at(hallOfRack(load.index))];
            case PowerLoadKind::HallIt:
            case PowerLoadKind::Fans:
                return hallC[at(load.index)];
            case PowerLoadKind::CduPumps:
                return hallC[at(plant.cdus[at(load.index)].hall)];
            case PowerLoadKind::LoopPumps:
            case PowerLoadKind::HeatRejection:
                return loopC[at(load.index)];
        }
        return -273.15;
    }

    LikeMark markOfUnit(const PowerUnit& unit, std::size_t number) const {
        const PowerState& power = state.power;
        LikeMark mark = marked(marked(forms.of(plant.network->arrays[at(unit.array)].id),
                                      bitsOf(static_cast<int>(unit.kind))),
                               unit.hall >= 0 ? hallMark[at(unit.hall)] : 0);
        for (const LikeMark each :
             {bitsOf(static_cast<int>(power.mode[number])),
              bitsOf(power.switching.modulesOut[number]), bitsOf(power.switching.available[number]),
              bitsOf(power.switching.onBattery[number]), bitsOf(power.switching.hasCharge[number]),
              bitsOf(power.switching.position[number]), bitsOf(power.energy[number]),
              bitsOf(plant.network->batteryOf(UnitIndex(number)).fullJ)}) {
            mark = marked(mark, each);
        }
        for (int k = 0; k < unit.edges; ++k) {
            const std::size_t edge = at(unit.firstEdge) + static_cast<std::size_t>(k);
            mark = marked(mark, marked(power.switching.edgeClosed[edge],
                                       bitsOf(static_cast<int>(power.breaker[edge]))));
        }
        return mark;
    }

    /// Units by themselves and their neighbours, and the heat of what each unit feeds.
    void markUnits() {
        const PowerNetwork& n = *plant.network;
        unitMark.reserve(n.units.size());
        unitC.assign(n.units.size(), -273.15);
        std::vector<LikeMark> loadMark;
        for (std::size_t i = 0; i < n.units.size(); ++i) {
            unitMark.push_back(markOfUnit(n.units[i], i));
        }
        for (std::size_t l = 0; l < n.loads.size(); ++l) {
            loadMark.push_back(markOfLoad(n.loads[l], static_cast<int>(l)));
            for (int c = n.loads[l].firstCord; c < n.loads[l].firstCord + n.loads[l].cords; ++c) {
                double& hottest = unitC[at(n.cordUnit[at(c)])];
                hottest = std::max(hottest, heatOfLoad(n.loads[l]));
            }
        }
        for (std::size_t i = n.units.size(); i-- > 0;) {
            const PowerUnit& unit = n.units[i];
            for (int k = 0; k < unit.edges; ++k) {
                double& hottest = unitC[at(n.edges[at(unit.firstEdge + k)].from)];
                hottest = std::max(hottest, unitC[i]);
            }
        }
        for (int round = 0; round < kRounds; ++round) {
            refine(n, loadMark);
        }
    }

    void refine(const PowerNetwork& n, std::vector<LikeMark>& loadMark) {
        std::vector<LikeMark> unit = unitMark, load = loadMark;
        for (std::size_t to = 0; to < n.units.size(); ++to) {
            const PowerUnit& u = n.units[to];
            for (int k = 0; k < u.edges; ++k) {
                const std::size_t from = at(n.edges[at(u.firstEdge + k)].from);
                const LikeMark place =
                    u.kind == PowerKind::TransferSwitch ? static_cast<LikeMark>(k) + 1 : 0;
                unit[to] += marked(unitMark[from], 2 * place);
                unit[from] += marked(unitMark[to], 2 * place + 1);
            }
        }
        for (std::size_t l = 0; l < n.loads.size(); ++l) {
            const PowerLoad& own = n.loads[l];
            for (int c = own.firstCord; c < own.firstCord + own.cords; ++c) {
                const std::size_t source = at(n.cordUnit[at(c)]);
                load[l] += stirredMark(unitMark[source]);
                unit[source] += stirredMark(loadMark[l] + 1);
            }
        }
        for (std::size_t i = 0; i < unit.size(); ++i) {
            unitMark[i] = marked(unitMark[i], unit[i]);
        }
        for (std::size_t l = 0; l < load.size(); ++l) {
            loadMark[l] = marked(loadMark[l], load[l]);
        }
    }

    /// Jobs that hold accelerators of some servers, each with the number of these.
    LikeMark markOfServers(int first, int last) const {
        LikeMark sum = 0;
        for (int server = first; server < last; ++server) {
            sum += stirredMark(static_cast<LikeMark>(state.serverDown[at(server)]) + 7);
            for (int slot = plant.serverFirstSlot[at(server)];
                 slot < plant.serverFirstSlot[at(server) + 1]; ++slot) {
                const int job = state.slotJob[at(slot)];
                sum += stirredMark(
                    job < 0 ? 1 : static_cast<LikeMark>(state.jobs[at(job)].id) * 3 + 11);
            }
        }
        return sum;
    }

    LikeMark markOfRack(int rack) const {
        const PlantBlock& block = plant.blocks[at(plant.rackBlock[at(rack)])];
        const int first = block.firstServer + (rack - block.firstRack) * block.rack.servers;
        return markOfServers(first, first + block.rack.servers);
    }

    const PlantBlock* blockOf(const std::string& id) const {
        const auto found = std::find_if(plant.blocks.begin(), plant.blocks.end(),
                                        [&](const PlantBlock& b) { return b.id == id; });
        return found == plant.blocks.end() ? nullptr : &*found;
    }

    /// LikeMark and heat of the place of an object that is neither a power unit nor a block.
    std::pair<LikeMark, double> placeOf(const std::string& id) const {
        for (std::size_t i = 0; i < plant.halls.size(); ++i) {
            if (plant.halls[i].id == id) {
                return {hallMark[i], hallC[i]};
            }
        }
        for (std::size_t i = 0; i < plant.loops.size(); ++i) {
            if (plant.loops[i].id == id) {
                return {loopMark[i], loopC[i]};
            }
        }
        for (std::size_t i = 0; i < plant.cdus.size(); ++i) {
            if (plant.cdus[i].id == id || plant.cdus[i].group == id) {
                return {cduMark[i], hallC[at(plant.cdus[i].hall)]};
            }
        }
        return {textBits(id), -273.15};  // fabrics and storage are like nothing but themselves
    }

    const Plant& plant;
    const State& state;
    ObjectForms forms;
    std::vector<LikeMark> loopMark, hallMark, cduMark, blockMark, unitMark;
    std::vector<double> hallC, loopC;  ///< hottest chip
    std::vector<double> unitC;         ///< by power unit: hottest chip of the halls that it serves
};

PartClasses::PartClasses(const Project& project, const Simulator& base)
    : d_(std::make_unique<const Work>(project, base)) {}

PartClasses::~PartClasses() = default;

PartLikeness PartClasses::of(const FailablePart& part, const BlastReach& reach) const {
    const Work& d = *d_;
    PartLikeness like;
    const PlantOrder& order = part.order;
    LikeMark mark = textBits(part.kind);
    for (const int number :
         {static_cast<int>(order.action), static_cast<int>(order.machine),
          static_cast<int>(order.part), static_cast<int>(order.level), order.count, reach.racksLost,
          reach.racksStrained, reach.racksExposed}) {
        mark = marked(mark, static_cast<LikeMark>(number) + 1);
    }
    mark = marked(mark, bitsOf(order.amount));
    double takenC = -273.15;
    LikeMark jobs = 0;
    for (std::size_t rack = 0; rack < reach.racks.size(); ++rack) {
        const RackReach& r = reach.racks[rack];
        if (r.reach == Reach::Lost || r.reach == Reach::Strained || r.lost > 0.0F) {
            jobs += order.level == models::BlockPart::Server
                        ? 0
                        : stirredMark(d.markOfRack(static_cast<int>(rack)));
            takenC = std::max(takenC, d.state.rackHotC[rack]);
        }
    }
    mark = marked(mark, jobs);
    if (part.isPower) {
        const int array = d.plant.network->arrayOf(order.unit);
        const std::size_t unit =
            at(d.plant.network->arrays[at(array)].firstUnit) + at(order.instance - 1);
        const PowerFlow& flow = d.state.power.flow;
        like.key = marked(mark, d.unitMark[unit]);
        like.measure = {d.unitC[unit], std::abs(flow.outVa[unit]), -std::abs(flow.voltage[unit])};
        return like;
    }
    if (const PlantBlock* block = d.blockOf(order.unit)) {
        mark = marked(mark, d.blockMark[static_cast<std::size_t>(block - &d.plant.blocks.front())]);
        if (order.level == models::BlockPart::Server) {
            const int server = block->firstServer + order.instance - 1;
            mark = marked(mark, d.markOfServers(server, server + 1));
        }
        like.key = mark;
        like.measure = {d.hallC[at(block->hall)], takenC, 0.0};
        return like;
    }
    const auto [place, hottestC] = d.placeOf(order.unit);
    like.key = marked(mark, place);
    like.measure = {hottestC, takenC, static_cast<double>(order.instance)};
    return like;
}

std::vector<std::size_t> extremesOf(const std::vector<PartLikeness>& parts,
                                    const std::vector<std::size_t>& members) {
    constexpr std::size_t kFew = 2;
    if (members.size() <= kFew) {
        return members;
    }
    const auto by = [&](std::size_t measure) {
        return [&parts, measure](std::size_t a, std::size_t b) {
            return parts[a].measure[measure] < parts[b].measure[measure];
        };
    };
    // The mildest of all, and the worst by each measure: hot, loaded, far from the source.
    std::vector<std::size_t> chosen = {*std::min_element(members.begin(), members.end(), by(0))};
    for (std::size_t m = 0; m < PartLikeness::kMeasures; ++m) {
        const auto [least, most] = std::minmax_element(members.begin(), members.end(), by(m));
        if (parts[*least].measure[m] < parts[*most].measure[m]) {
            chosen.push_back(*most);
        }
    }
    std::sort(chosen.begin(), chosen.end());
    chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
    return chosen;
}

namespace {

/// The place where a sorted class is divided. Parts on the two sides of a gap of more than a quarter of the range are in
/// different circumstances. Without such a gap it is the middle.
std::size_t placeToDivide(const std::vector<PartLikeness>& parts,
                          const std::vector<std::size_t>& sorted, std::size_t measure) {
    constexpr double kLeastGap = 0.25;
    const auto of = [&](std::size_t i) { return parts[sorted[i]].measure[measure]; };
    std::size_t place = sorted.size() / 2;
    double widest = kLeastGap * (of(sorted.size() - 1) - of(0));
    for (std::size_t i = 1; i < sorted.size(); ++i) {
        if (const double gap = of(i) - of(i - 1); gap > widest) {
            widest = gap;
            place = i;
        }
    }
    return place;
}

}  // namespace

std::array<std::vector<std::size_t>, 2> halvesOf(const std::vector<PartLikeness>& parts,
                                                 const std::vector<std::size_t>& members,
                                                 std::size_t measure) {
    std::vector<std::size_t> sorted = members;
    std::stable_sort(sorted.begin(), sorted.end(), [&](std::size_t a, std::size_t b) {
        return parts[a].measure[measure] < parts[b].measure[measure];
    });
    const auto middle =
        sorted.begin() + static_cast<std::ptrdiff_t>(placeToDivide(parts, sorted, measure));
    std::array<std::vector<std::size_t>, 2> halves = {
        std::vector<std::size_t>(sorted.begin(), middle),
        std::vector<std::size_t>(middle, sorted.end())};
    for (auto& half : halves) {
        std::sort(half.begin(), half.end());
    }
    return halves;
}

}  // namespace headroom::engine
