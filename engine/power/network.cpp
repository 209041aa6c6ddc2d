// SPDX-License-Identifier: Apache-2.0
#include "engine/power/network.h"

#include "engine/exchange/site_weather.h"
#include "engine/part/part_address.h"
#include "engine/power/drawn_network.h"
#include "models/power/altitude_derating.h"
#include "models/power/usual.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

namespace headroom::engine {

HEADROOM_SPECIAL_MEMBERS_OF(PowerNetwork)

namespace {

/// Nominal voltages of a source and of what it feeds may differ by this much (400, 415 and 480 V
/// are one level, 20 and 0.4 kV are not). A board takes the voltage of its source: its part is rated in amperes.
constexpr double kVoltageTolerance = 0.21;

/// One store a unit: of a UPS its battery, of what makes power its tank.
bool hasRoomForBattery(PowerKind kind) {
    return kind != PowerKind::Ups && !makesPower(kind);
}

class NetworkBuilder {
  public:
    NetworkBuilder(const Project& project, const Catalogue& catalogue,
                   const std::vector<std::string>& halls)
        : project_(project), catalogue_(catalogue), halls_(halls) {}

    ResultAll<PowerNetwork> build(const std::vector<RackFeeds>& racks,
                                  const std::vector<MachineFeeds>& machines);
    /// As far as possible: faults are reported and skipped.
    DrawnNetwork draw(const std::vector<RackFeeds>& racks,
                      const std::vector<MachineFeeds>& machines);

  private:
    void load(const std::vector<RackFeeds>& racks, const std::vector<MachineFeeds>& machines);

    /// The results so far end it.
    bool ends() const { return !draws_ && !errors_.empty(); }

    void fail(const char* code, const std::string& subject, const std::string& message,
              const std::string& remedy) {
        errors_.push_back(
            {code, "'" + subject + "': " + message, remedy, project_.file.string(), {}, 0});
    }

    bool order();
    void arrays();
    void readPart(PowerUnit& unit, const models::PowerUnitSpec& spec, const std::string& id);
    void incomers(int array);
    void level(PowerUnit& unit, const std::string& id);
    void outgoing();
    void addRacks(const RackFeeds& feeds);
    void addMachines(const MachineFeeds& feeds);

    /// The spec of a catalogue part that is there, stored once by id.
    template <class Spec>
    const Spec& take(const std::string& id, std::vector<Spec>& list, int& index) {
        const auto [it, isNew] = taken_.try_emplace(CatalogueName{Spec::type().id, id, {}}.text(),
                                                    static_cast<int>(list.size()));
        if (isNew) {
            list.push_back(*catalogue_.spec<Spec>(id));
        }
        index = it->second;
        return list[static_cast<std::size_t>(index)];
    }

    /// The same of a part that may be missing.
    template <class Spec>
    bool takeIfThere(const std::string& id, std::vector<Spec>& list, int& index) {
        if (catalogue_.spec<Spec>(id) == nullptr) {
            return false;
        }
        take(id, list, index);
        return true;
    }

    /// Share of the rating of that kind of equipment that the elevation of the site leaves.
    double ratingShare(std::string_view type) {
        if (std::isnan(elevationM_)) {
            elevationM_ = siteWeatherOf(project_, catalogue_).elevationM;
        }
        const auto* derating = catalogue_.spec<models::AltitudeDeratingSpec>(std::string{type});
        return derating == nullptr ? 1.0 : models::ratingShareAt(*derating, elevationM_);
    }

    int takeGenerator(const PowerKindInfo& row, const std::string& part) {
        const auto [it, isNew] = taken_.try_emplace(CatalogueName{row.type, part, {}}.text(),
                                                    static_cast<int>(n_.generators.size()));
        if (isNew) {
            n_.generators.push_back(*row.generatingSet(catalogue_, part));
            n_.generators.back().ratedPowerW *= ratingShare(row.type);
        }
        return it->second;
    }

    const Project& project_;
    const Catalogue& catalogue_;
    const std::vector<std::string>& halls_;
    double elevationM_ = models::kNotStated;  ///< read when it is first asked for
    PowerNetwork n_;
    Errors errors_;
    bool draws_ = false;
    std::map<std::string, int> taken_;
    std::map<std::string, int> arrayIndex_;
    std::vector<const Object*> sorted_;
};

bool NetworkBuilder::order() {
    const auto objects = project_.objectsOf("power_unit");
    std::map<std::string, const Object*> byId;
    for (const Object* object : objects) {
        byId[object->id] = object;
    }
    std::map<std::string, int> mark;  // 1 means on the way, 2: done
    std::string ring;
    const auto visit = [&](const auto& self, const Object* object) -> bool {
        int& m = mark[object->id];
        if (m == 2) {
            return true;
        }
        if (m == 1) {
            ring = object->id;
            return draws_;  // drawn without the source that closes the ring
        }
        m = 1;
        const auto spec = specOf<models::PowerUnitSpec>(*object);
        for (const std::string& source : spec.sources) {
            const auto it = byId.find(source);
            if (it != byId.end() && !self(self, it->second)) {
                return false;
            }
        }
        mark[object->id] = 2;
        sorted_.push_back(object);
        return true;
    };
    for (const Object* object : objects) {
        const bool isOrdered = visit(visit, object);
        if (!ring.empty()) {
            fail("SIM-021", ring, "feeds itself through its sources.",
                 "Take one of the sources away that close the ring.");
            ring.clear();
        }
        if (!isOrdered) {
            return false;
        }
    }
    return true;
}

void NetworkBuilder::readPart(PowerUnit& u, const models::PowerUnitSpec& spec,
                              const std::string& id) {
    const double modules = u.modules;
    const PowerKindInfo* row = powerKindOf(catalogue_, spec.part);
    if (row == nullptr) {
        std::string types;
        for (const PowerKindInfo& each : kPowerKinds) {
            types += (types.empty()                  ? ""
                      : &each == &kPowerKinds.back() ? " or "
                                                     : ", ") +
                     std::string(each.type);
        }
        u.kind = PowerKind::Pdu;
        fail("SIM-001", id, "no electrical part '" + spec.part + "' in the catalogue.",
             "Name a " + types + " of `headroom-cli catalog`.");
        return;
    }
    u.kind = row->kind;
    const auto fails = [&u](const auto& part) {
        u.failuresPerS = part.failuresPerS;
        u.repairS = part.repairS;
    };
    if (row->makesPower()) {
        u.spec = takeGenerator(*row, spec.part);
        const models::GeneratingSet& g = n_.generator(u);
        u.ratedPowerFactor = g.powerFactor;
        u.ratedVa = modules * g.ratedPowerW / g.powerFactor;
        u.voltageV = g.voltageV;
        fails(g);
        return;
    }
    switch (u.kind) {
        case PowerKind::Utility: {
            const auto& utility = take(spec.part, n_.utilities, u.spec);
            u.voltageV = utility.voltageV;
            u.ratedVa = spec.ratingVa;
            fails(utility);
            break;
        }
        case PowerKind::Transformer: {
            const auto& t = take(spec.part, n_.transformers, u.spec);
            u.ratedVa = modules * t.ratedVa;
            u.voltageV = t.secondaryV;
            const double base = kPowerBaseVa / u.ratedVa;  // of the nameplate, as the impedance is
            const double z = (std::isnan(t.impedance) ? 0.0 : t.impedance) * base;
            u.rPu = t.loadLossW / t.ratedVa * base;
            u.xPu = std::sqrt(std::max(0.0, z * z - u.rPu * u.rPu));
            u.ratedVa *= ratingShare(row->type);
            fails(t);
            break;
        }
        case PowerKind::Switchboard: {
            const auto& board = take(spec.part, n_.switchboards, u.spec);
            u.voltageV = board.voltageV;
            fails(board);
            break;
        }
        case PowerKind::Ups: {
            const auto& ups = take(spec.part, n_.upses, u.spec);
            u.ratedVa = modules * ups.ratedPowerW * ratingShare(row->type);
            fails(ups);
            if (spec.ecoMode && std::isnan(ups.ecoLossA)) {
                fail("SIM-008", id, "UPS '" + spec.part + "' has no eco mode losses.",
                     "Choose another UPS or switch eco mode off.");
            }
            break;
        }
        case PowerKind::TransferSwitch:
            fails(take(spec.part, n_.transferSwitches, u.spec));
            break;
        case PowerKind::Pdu: {
            const auto& p = take(spec.part, n_.pdus, u.spec);
            u.ratedVa = modules * p.ratedPowerW;
            u.direct = p.directCurrent;
            u.voltageV = p.outputV;
            fails(p);
            break;
        }
        default:
            break;  // makes power: above
    }
}

void NetworkBuilder::arrays() {
    for (const Object* object : sorted_) {
        PowerArray a;
        a.id = object->id;
        a.spec = specOf<models::PowerUnitSpec>(*object);
        a.firstUnit = UnitIndex(n_.units.size());
        a.units = a.spec.count;
        const int index = static_cast<int>(n_.arrays.size());
        arrayIndex_[a.id] = index;
        const std::string name = a.spec.name.empty() ? a.id : a.spec.name;
        const auto hall = std::find(halls_.begin(), halls_.end(), a.spec.hall);
        for (int i = 0; i < a.units; ++i) {
            PowerUnit u;
            u.id = a.units == 1 ? a.id : fmt::format("{}/{}", a.id, i + 1);
            u.name = a.units == 1 ? name : fmt::format("{} {}", name, i + 1);
            u.array = index;
            u.instance = i;
            u.modules = a.spec.modules;
            u.redundant = a.spec.redundant;
            u.hall = HallIndex(hall == halls_.end() ? -1 : static_cast<int>(hall - halls_.begin()));
            readPart(u, a.spec, a.id);
            if (u.kind == PowerKind::Switchboard || u.kind == PowerKind::TransferSwitch) {
                u.modules = 1;  // one piece, also if others are stated (rule one-piece)
                u.redundant = 0;
            }
            if (a.spec.batteryJ > 0.0) {
                if (!hasRoomForBattery(u.kind)) {
                    fail("SIM-047", a.id, "has a store of its own, and an external battery.",
                         "State external_battery_kwh on the switchboard that it feeds or is fed "
                         "from.");
                }
                n_.batteryUnits.emplace_back(n_.units.size());
            }
            n_.units.push_back(std::move(u));
            if (ends()) {
                break;
            }
        }
        n_.arrays.push_back(std::move(a));
        if (ends()) {
            return;
        }
        incomers(index);
    }
}

void NetworkBuilder::incomers(int arrayIndex) {
    const PowerArray& a = n_.arrays[static_cast<std::size_t>(arrayIndex)];
    int breaker = -1, cable = -1;
    if (!a.spec.breaker.empty() && !takeIfThere(a.spec.breaker, n_.breakers, breaker)) {
        fail("SIM-001", a.id, "no breaker '" + a.spec.breaker + "' in the catalogue.",
             "Name a part of `headroom-cli catalog breaker`.");
    }
    if (!a.spec.cable.empty() && !takeIfThere(a.spec.cable, n_.cables, cable)) {
        fail("SIM-001", a.id, "no cable '" + a.spec.cable + "' in the catalogue.",
             "Name a part of `headroom-cli catalog cable`.");
    }
    for (int i = 0; i < a.units; ++i) {
        PowerUnit& u = n_.units[at(a.firstUnit + i)];
        u.firstEdge = EdgeIndex(n_.edges.size());
        for (const std::string& source : a.spec.sources) {
            const auto it = arrayIndex_.find(source);
            if (it == arrayIndex_.end()) {
                continue;
            }
            const PowerArray& s = n_.arrays[static_cast<std::size_t>(it->second)];
            const auto add = [&](int instance) {
                PowerEdge e;
                e.from = UnitIndex(s.firstUnit + instance);
                e.to = UnitIndex(a.firstUnit + i);
                e.breaker = breaker;
                e.cable = cable;
                const PowerUnit& from = n_.units[static_cast<std::size_t>(e.from)];
                e.voltageV = from.voltageV;
                e.direct = from.direct;
                if (cable >= 0 && e.voltageV > 0.0) {
                    const auto& c = n_.cables[static_cast<std::size_t>(cable)];
                    const double zBase = e.voltageV * e.voltageV / kPowerBaseVa;
                    // Direct current goes out and back.
                    e.rPu = (e.direct ? 2.0 : 1.0) * c.resistanceOhmPerM * a.spec.cableM / zBase;
                    e.xPu = e.direct ? 0.0 : c.reactanceOhmPerM * a.spec.cableM / zBase;
                }
                n_.edges.push_back(e);
            };
            const std::int64_t mine = a.units, theirs = s.units;
            if (a.spec.joinAll || theirs == 1) {
                for (int j = 0; j < s.units; ++j) {
                    add(j);
                }
            } else if (theirs <= mine) {
                add(static_cast<int>(i * theirs / mine));
            } else {
                for (int j = 0; j < s.units; ++j) {
                    if (j * mine / theirs == i) {
                        add(j);
                    }
                }
            }
        }
        u.edges = static_cast<int>(n_.edges.size()) - u.firstEdge;
        level(u, a.id);
    }
}

/// Voltage of the unit from its sources, rating in VA of parts that state amperes.
void NetworkBuilder::level(PowerUnit& u, const std::string& id) {
    if (isSource(u.kind)) {
        return;
    }
    if (u.edges == 0) {
        fail("SIM-022", id, "has nothing that feeds it.", "State its sources.");
        return;
    }
    const double sourceV = n_.edges[static_cast<std::size_t>(u.firstEdge)].voltageV;
    const bool sourceDirect = n_.edges[static_cast<std::size_t>(u.firstEdge)].direct;
    double expectedV = sourceV;
    if (u.kind == PowerKind::Transformer) {
        expectedV = n_.transformers[static_cast<std::size_t>(u.spec)].primaryV;
    } else if (u.kind == PowerKind::Switchboard) {
        expectedV = u.voltageV;
        u.voltageV = sourceV;
        u.direct = sourceDirect;
    } else {
        u.voltageV = std::isnan(u.voltageV) || u.voltageV <= 0.0 ? sourceV : u.voltageV;
        u.direct = u.direct || sourceDirect;
    }
    for (int e = u.firstEdge; e < u.firstEdge + u.edges; ++e) {
        const PowerEdge& edge = n_.edges[static_cast<std::size_t>(e)];
        const double ratio = edge.voltageV / expectedV;
        if (ratio > 1.0 + kVoltageTolerance || ratio < 1.0 / (1.0 + kVoltageTolerance)) {
            fail("SIM-023", id,
                 fmt::format("takes {:.3g} kV, but '{}' delivers {:.3g} kV.", expectedV / 1e3,
                             n_.units[static_cast<std::size_t>(edge.from)].id, edge.voltageV / 1e3),
                 "Choose a part of that voltage, or put a transformer between them.");
            return;
        }
    }
    const double perAmpere = u.direct ? u.voltageV : std::numbers::sqrt3 * u.voltageV;
    if (u.kind == PowerKind::Switchboard) {
        u.ratedVa = perAmpere * n_.switchboards[static_cast<std::size_t>(u.spec)].ratedA;
    } else if (u.kind == PowerKind::TransferSwitch) {
        u.ratedVa = perAmpere * n_.transferSwitches[static_cast<std::size_t>(u.spec)].ratedA;
    }
}

void NetworkBuilder::outgoing() {
    n_.firstOut.assign(n_.units.size() + 1, 0);
    for (const PowerEdge& e : n_.edges) {
        ++n_.firstOut[static_cast<std::size_t>(e.from) + 1];
    }
    for (std::size_t i = 0; i < n_.units.size(); ++i) {
        n_.firstOut[i + 1] += n_.firstOut[i];
    }
    n_.outEdges.resize(n_.edges.size());
    std::vector<int> next(n_.firstOut.begin(), n_.firstOut.end() - 1);
    for (std::size_t e = 0; e < n_.edges.size(); ++e) {
        n_.outEdges[static_cast<std::size_t>(next[static_cast<std::size_t>(n_.edges[e].from)]++)] =
            EdgeIndex(e);
    }
}

void NetworkBuilder::addRacks(const RackFeeds& f) {
    std::vector<int> arrays;
    for (const std::string& id : f.feeds) {
        if (const auto it = arrayIndex_.find(id); it != arrayIndex_.end()) {
            arrays.push_back(it->second);
        }
    }
    const std::size_t cords =
        f.cords <= 0 ? arrays.size() : std::min(arrays.size(), static_cast<std::size_t>(f.cords));
    // All combinations of `cords` feeds, in order: rows take them in turn.
    std::vector<std::vector<int>> combinations;
    std::vector<int> pick;
    const auto choose = [&](const auto& self, std::size_t from) -> void {
        if (pick.size() == cords) {
            combinations.push_back(pick);
            return;
        }
        for (std::size_t i = from; i < arrays.size(); ++i) {
            pick.push_back(arrays[i]);
            self(self, i + 1);
            pick.pop_back();
        }
    };
    choose(choose, 0);
    const std::int64_t racks = std::int64_t{f.rows} * f.racksPerRow;
    for (std::int64_t r = 0; r < racks; ++r) {
        PowerLoad load;
        load.kind = PowerLoadKind::Rack;
        load.index = n_.racks++;
        load.firstCord = static_cast<int>(n_.cordUnit.size());
        const auto row = static_cast<std::size_t>(r / f.racksPerRow);
        for (const int array : combinations[row % combinations.size()]) {
            const PowerArray& a = n_.arrays[static_cast<std::size_t>(array)];
            n_.cordUnit.emplace_back(a.firstUnit + static_cast<int>(r * a.units / racks));
        }
        load.cords = static_cast<int>(n_.cordUnit.size()) - load.firstCord;
        n_.loads.push_back(load);
    }
}

void NetworkBuilder::addMachines(const MachineFeeds& m) {
    std::vector<const PowerArray*> arrays;
    int most = 0;
    for (const std::string& id : m.feeds) {
        if (const auto it = arrayIndex_.find(id); it != arrayIndex_.end()) {
            arrays.push_back(&n_.arrays[static_cast<std::size_t>(it->second)]);
            most = std::max(most, arrays.back()->units);
        }
    }
    PowerLoad load;
    load.kind = m.kind;
    load.index = m.index;
    if (m.kind != PowerLoadKind::HallIt) {
        load.spread = true;
        load.firstCord = static_cast<int>(n_.cordUnit.size());
        for (const PowerArray* a : arrays) {
            for (int i = 0; i < a->units; ++i) {
                n_.cordUnit.emplace_back(a->firstUnit + i);
            }
        }
        load.cords = static_cast<int>(n_.cordUnit.size()) - load.firstCord;
        n_.loads.push_back(load);
        return;
    }
    // Every switch hangs on one unit of each feed.
    for (int k = 0; k < most; ++k) {
        load.firstCord = static_cast<int>(n_.cordUnit.size());
        load.share = 1.0 / most;
        for (const PowerArray* a : arrays) {
            n_.cordUnit.emplace_back(a->firstUnit +
                                     static_cast<int>(std::int64_t{k} * a->units / most));
        }
        load.cords = static_cast<int>(n_.cordUnit.size()) - load.firstCord;
        n_.loads.push_back(load);
    }
}

ResultAll<PowerNetwork> NetworkBuilder::build(const std::vector<RackFeeds>& racks,
                                              const std::vector<MachineFeeds>& machines) {
    if (order()) {
        arrays();
    }
    if (!errors_.empty()) {
        return tl::unexpected(errors_);
    }
    findFaultCurrents(n_);
    load(racks, machines);
    return std::move(n_);
}

DrawnNetwork NetworkBuilder::draw(const std::vector<RackFeeds>& racks,
                                  const std::vector<MachineFeeds>& machines) {
    draws_ = true;
    order();
    arrays();
    load(racks, machines);
    return {std::move(n_), std::move(errors_)};
}

void NetworkBuilder::load(const std::vector<RackFeeds>& racks,
                          const std::vector<MachineFeeds>& machines) {
    outgoing();
    for (const RackFeeds& f : racks) {
        addRacks(f);
    }
    for (const MachineFeeds& m : machines) {
        addMachines(m);
    }
    findGroups(n_);
}

}  // namespace

std::size_t PowerNetwork::batteryAt(const std::string& id) const {
    return static_cast<std::size_t>(
        std::find_if(
            batteryUnits.begin(), batteryUnits.end(),
            [&](UnitIndex unit) { return units[static_cast<std::size_t>(unit)].id == id; }) -
        batteryUnits.begin());
}

std::string_view PowerNetwork::storedOf(UnitIndex unit) const {
    return batteryOf(unit).fullJ > 0.0 ? "Battery"
                                       : infoOf(units[static_cast<std::size_t>(unit)].kind).stored;
}

models::ExternalBattery PowerNetwork::batteryOf(UnitIndex unit) const {
    const models::PowerUnitSpec& spec =
        arrays[static_cast<std::size_t>(units[static_cast<std::size_t>(unit)].array)].spec;
    return {spec.batteryJ > 0.0 ? spec.batteryJ : 0.0, spec.batteryGivesW, spec.batteryLossW};
}

int PowerNetwork::arrayOf(const std::string& id) const {
    for (std::size_t i = 0; i < arrays.size(); ++i) {
        if (arrays[i].id == id) {
            return static_cast<int>(i);
        }
    }
    return -1;
}

std::string PowerNetwork::cordText(const PowerLoad& load) const {
    std::string text;
    for (int c = load.firstCord; c < load.firstCord + load.cords; ++c) {
        text += (text.empty() ? "" : " + ") +
                units[static_cast<std::size_t>(cordUnit[static_cast<std::size_t>(c)])].id;
    }
    return text;
}

ResultAll<PowerNetwork> buildPowerNetwork(const Project& project, const Catalogue& catalogue,
                                          const std::vector<std::string>& halls,
                                          const std::vector<RackFeeds>& racks,
                                          const std::vector<MachineFeeds>& machines) {
    return NetworkBuilder(project, catalogue, halls).build(racks, machines);
}

DrawnNetwork drawPowerNetwork(const Project& project, const Catalogue& catalogue,
                              const std::vector<std::string>& halls,
                              const std::vector<RackFeeds>& racks,
                              const std::vector<MachineFeeds>& machines) {
    return NetworkBuilder(project, catalogue, halls).draw(racks, machines);
}

}  // namespace headroom::engine
