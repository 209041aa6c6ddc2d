// SPDX-License-Identifier: Apache-2.0
#include "engine/power/network.h"

#include "engine/power/drawn_network.h"
#include "models/power/usual.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <map>
#include <numbers>

namespace headroom::engine {

namespace {

/// Nominal voltages of a source and of what it feeds may differ by this much (400, 415 and 480 V
/// are one level, 20 and 0.4 kV are not).
constexpr double kVoltageTolerance = 0.21;

class NetworkBuilder {
  public:
    NetworkBuilder(const Project& project, const Catalogue& catalogue,
                   const std::vector<std::string>& halls)
        : project_(project), catalogue_(catalogue), halls_(halls) {}

    ResultAll<PowerNetwork> build(const std::vector<RackFeeds>& racks,
                                  const std::vector<MachineFeeds>& machines);
    /// As far as it goes: faults are told and passed over.
    DrawnNetwork draw(const std::vector<RackFeeds>& racks,
                      const std::vector<MachineFeeds>& machines);

  private:
    void load(const std::vector<RackFeeds>& racks, const std::vector<MachineFeeds>& machines);

    /// What has been found so far ends it.
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
    void faults();
    void outgoing();
    void addRacks(const RackFeeds& feeds);
    void addMachines(const MachineFeeds& feeds);

    /// The spec of a catalogue part, stored once by id.
    template <class Spec>
    bool take(const std::string& id, std::vector<Spec>& list, int& index) {
        const Spec* spec = catalogue_.spec<Spec>(id);
        if (spec == nullptr) {
            return false;
        }
        const auto [it, isNew] = taken_.try_emplace(std::string{Spec::type().id} + '/' + id,
                                                    static_cast<int>(list.size()));
        if (isNew) {
            list.push_back(*spec);
        }
        index = it->second;
        return true;
    }

    const Project& project_;
    const Catalogue& catalogue_;
    const std::vector<std::string>& halls_;
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
    std::map<std::string, int> mark;  // 1: on the way, 2: done
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
    if (take(spec.part, n_.utilities, u.spec)) {
        u.kind = PowerKind::Utility;
        u.voltageV = n_.utilities[static_cast<std::size_t>(u.spec)].voltageV;
        u.ratedVa = spec.ratingVa;
    } else if (take(spec.part, n_.transformers, u.spec)) {
        const auto& t = n_.transformers[static_cast<std::size_t>(u.spec)];
        u.kind = PowerKind::Transformer;
        u.ratedVa = modules * t.ratedVa;
        u.voltageV = t.secondaryV;
        const double base = kPowerBaseVa / u.ratedVa;
        const double z = (std::isnan(t.impedance) ? 0.0 : t.impedance) * base;
        u.rPu = t.loadLossW / t.ratedVa * base;
        u.xPu = std::sqrt(std::max(0.0, z * z - u.rPu * u.rPu));
    } else if (take(spec.part, n_.switchboards, u.spec)) {
        u.kind = PowerKind::Switchboard;
        u.voltageV = n_.switchboards[static_cast<std::size_t>(u.spec)].voltageV;
    } else if (take(spec.part, n_.gensets, u.spec)) {
        const auto& g = n_.gensets[static_cast<std::size_t>(u.spec)];
        u.kind = PowerKind::Genset;
        u.ratedVa = modules * g.ratedPowerW;
        u.voltageV = g.voltageV;
    } else if (take(spec.part, n_.upses, u.spec)) {
        u.kind = PowerKind::Ups;
        u.ratedVa = modules * n_.upses[static_cast<std::size_t>(u.spec)].ratedPowerW;
        if (spec.ecoMode && std::isnan(n_.upses[static_cast<std::size_t>(u.spec)].ecoLossA)) {
            fail("SIM-008", id, "UPS '" + spec.part + "' has no eco mode losses.",
                 "Choose another UPS or switch eco mode off.");
        }
    } else if (take(spec.part, n_.transferSwitches, u.spec)) {
        u.kind = PowerKind::TransferSwitch;
    } else if (take(spec.part, n_.pdus, u.spec)) {
        const auto& p = n_.pdus[static_cast<std::size_t>(u.spec)];
        u.kind = PowerKind::Pdu;
        u.ratedVa = modules * p.ratedPowerW;
        u.direct = p.directCurrent;
        u.voltageV = p.outputV;
    } else {
        u.kind = PowerKind::Pdu;
        fail("SIM-001", id, "no electrical part '" + spec.part + "' in the catalogue.",
             "Name a utility, transformer, switchboard, genset, ups, transfer_switch or pdu of "
             "`headroom-cli catalog`.");
    }
}

void NetworkBuilder::arrays() {
    for (const Object* object : sorted_) {
        PowerArray a;
        a.id = object->id;
        a.spec = specOf<models::PowerUnitSpec>(*object);
        a.firstUnit = static_cast<int>(n_.units.size());
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
            u.hall = hall == halls_.end() ? -1 : static_cast<int>(hall - halls_.begin());
            readPart(u, a.spec, a.id);
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
    if (!a.spec.breaker.empty() && !take(a.spec.breaker, n_.breakers, breaker)) {
        fail("SIM-001", a.id, "no breaker '" + a.spec.breaker + "' in the catalogue.",
             "Name a part of `headroom-cli catalog breaker`.");
    }
    if (!a.spec.cable.empty() && !take(a.spec.cable, n_.cables, cable)) {
        fail("SIM-001", a.id, "no cable '" + a.spec.cable + "' in the catalogue.",
             "Name a part of `headroom-cli catalog cable`.");
    }
    for (int i = 0; i < a.units; ++i) {
        PowerUnit& u = n_.units[static_cast<std::size_t>(a.firstUnit + i)];
        u.firstEdge = static_cast<int>(n_.edges.size());
        for (const std::string& source : a.spec.sources) {
            const auto it = arrayIndex_.find(source);
            if (it == arrayIndex_.end()) {
                continue;
            }
            const PowerArray& s = n_.arrays[static_cast<std::size_t>(it->second)];
            const auto add = [&](int instance) {
                PowerEdge e;
                e.from = s.firstUnit + instance;
                e.to = a.firstUnit + i;
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
    const bool isSource = u.kind == PowerKind::Utility || u.kind == PowerKind::Genset;
    if (isSource) {
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

/// Thevenin impedance at each output, sources first: parallel paths add admittances, a transfer
/// switch stands on its first source, the static bypass of a UPS lets the fault current through.
/// I"k = c U_n / (sqrt(3) Z_k), IEC 60909-0 without correction factors K_T.
void NetworkBuilder::faults() {
    std::vector<std::complex<double>> z(n_.units.size());
    for (std::size_t i = 0; i < n_.units.size(); ++i) {
        PowerUnit& u = n_.units[i];
        if (u.kind == PowerKind::Utility) {
            const auto& s = n_.utilities[static_cast<std::size_t>(u.spec)];
            const double size = kPowerBaseVa / s.shortCircuitVa;
            const double angle = std::atan(s.xOverR);
            z[i] = std::polar(size, angle);
        } else if (u.kind == PowerKind::Genset) {
            const auto& g = n_.gensets[static_cast<std::size_t>(u.spec)];
            z[i] = {0.0, g.subtransientReactance * kPowerBaseVa / u.ratedVa};
        } else {
            std::complex<double> admittance = 0.0;
            const int last = u.kind == PowerKind::TransferSwitch ? 1 : u.edges;
            for (int k = 0; k < last; ++k) {
                const PowerEdge& e = n_.edges[static_cast<std::size_t>(u.firstEdge + k)];
                admittance += 1.0 / (z[static_cast<std::size_t>(e.from)] +
                                     std::complex<double>(e.rPu, e.xPu));
            }
            z[i] = 1.0 / admittance + std::complex<double>(u.rPu, u.xPu);
        }
        const bool converter =
            u.kind == PowerKind::Pdu && n_.pdus[static_cast<std::size_t>(u.spec)].directCurrent;
        if (converter) {
            u.faultA = models::kRectifierFaultFactor * u.ratedVa / u.voltageV;
        } else {
            const double c = u.voltageV > models::kLowVoltageV ? models::kFaultFactorHigh
                                                               : models::kFaultFactorLow;
            const double baseA =
                kPowerBaseVa / (u.direct ? u.voltageV : std::numbers::sqrt3 * u.voltageV);
            u.faultA = c * baseA / std::abs(z[i]);
        }
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
            static_cast<int>(e);
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
            n_.cordUnit.push_back(a.firstUnit + static_cast<int>(r * a.units / racks));
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
                n_.cordUnit.push_back(a->firstUnit + i);
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
            n_.cordUnit.push_back(a->firstUnit +
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
    faults();
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
}

}  // namespace

const char* powerKindName(PowerKind kind) {
    switch (kind) {
        case PowerKind::Utility:
            return "Utility";
        case PowerKind::Transformer:
            return "Transformer";
        case PowerKind::Switchboard:
            return "Switchboard";
        case PowerKind::Genset:
            return "Generator set";
        case PowerKind::Ups:
            return "UPS";
        case PowerKind::TransferSwitch:
            return "Transfer switch";
        case PowerKind::Pdu:
            return "PDU";
    }
    return "";
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
