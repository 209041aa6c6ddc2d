// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/power/network.h"
#include "engine/run/frame/frame.h"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <vector>

/// Small electrical networks written by hand, for tests that need no catalogue.
namespace headroom::testing {

class TinyWiring {
  public:
    engine::PowerNetwork network;

    /// An array of `count` units; sources are arrays added before. Matched in order (unit i takes
    /// unit i mod n of each source) or, with `joinAll`, joined to every unit.
    void add(const std::string& id, engine::PowerKind kind, int count,
             std::initializer_list<const char*> sources, double voltageV = 415.0,
             double ratedVa = 1e6, bool joinAll = false) {
        engine::PowerArray array;
        array.id = id;
        array.spec.name = id;
        array.spec.count = count;
        array.firstUnit = UnitIndex(network.units.size());
        array.units = count;
        network.arrays.push_back(array);
        for (int i = 0; i < count; ++i) {
            engine::PowerUnit unit;
            unit.id = count == 1 ? id : id + "/" + std::to_string(i + 1);
            unit.name = unit.id;
            unit.kind = kind;
            unit.array = static_cast<int>(network.arrays.size()) - 1;
            unit.instance = i;
            unit.firstEdge = EdgeIndex(network.edges.size());
            unit.voltageV = voltageV;
            unit.ratedVa = ratedVa;
            for (const char* source : sources) {
                const engine::PowerArray& from = arrayOf(source);
                for (int j = 0; j < from.units; ++j) {
                    if (joinAll || j == i % from.units) {
                        engine::PowerEdge edge;
                        edge.from = UnitIndex(from.firstUnit + j);
                        edge.to = UnitIndex(network.units.size());
                        edge.breaker = 0;
                        edge.voltageV = network.units[static_cast<std::size_t>(edge.from)].voltageV;
                        network.edges.push_back(edge);
                        ++unit.edges;
                    }
                }
            }
            network.units.push_back(unit);
        }
    }

    void load(engine::PowerLoadKind kind, int index, std::initializer_list<const char*> units) {
        engine::PowerLoad load;
        load.kind = kind;
        load.index = index;
        load.firstCord = static_cast<int>(network.cordUnit.size());
        load.spread = kind != engine::PowerLoadKind::Rack && kind != engine::PowerLoadKind::HallIt;
        for (const char* id : units) {
            network.cordUnit.emplace_back(unitOf(id));
            ++load.cords;
        }
        network.loads.push_back(load);
        network.racks += kind == engine::PowerLoadKind::Rack ? 1 : 0;
    }

    /// Breakers, and the lists of what leaves each unit.
    void finish() {
        network.breakers.resize(1);
        network.generators.resize(1);
        network.firstOut.assign(network.units.size() + 1, 0);
        network.outEdges.clear();
        for (std::size_t u = 0; u < network.units.size(); ++u) {
            network.firstOut[u] = static_cast<int>(network.outEdges.size());
            for (std::size_t e = 0; e < network.edges.size(); ++e) {
                if (network.edges[e].from == static_cast<int>(u)) {
                    network.outEdges.emplace_back(e);
                }
            }
        }
        network.firstOut.back() = static_cast<int>(network.outEdges.size());
    }

    const engine::PowerArray& arrayOf(const std::string& id) const {
        return *std::find_if(network.arrays.begin(), network.arrays.end(),
                             [&id](const engine::PowerArray& a) { return a.id == id; });
    }

    int unitOf(const std::string& id) const {
        const auto found = std::find_if(network.units.begin(), network.units.end(),
                                        [&id](const engine::PowerUnit& u) { return u.id == id; });
        return static_cast<int>(found - network.units.begin());
    }

    int edgeOf(const std::string& from, const std::string& to) const {
        for (std::size_t e = 0; e < network.edges.size(); ++e) {
            if (network.edges[e].from == unitOf(from) && network.edges[e].to == unitOf(to)) {
                return static_cast<int>(e);
            }
        }
        return -1;
    }
};

/// Two utilities, two paths, racks with a cord on each: 2N. Each path has a generator, a transfer
/// switch, a UPS and `pdus` PDUs; machines hang on the boards behind the transfer switches.
inline TinyWiring wiring2N(int pdus = 2, int racksPerPdu = 4) {
    using engine::PowerKind;
    using engine::PowerLoadKind;
    TinyWiring w;
    for (const std::string s : {"a", "b"}) {
        const auto id = [&s](const char* stem) { return stem + s; };
        const std::string utility = id("utility-"), genset = id("genset-"), trafo = id("trafo-"),
                          ats = id("ats-"), board = id("board-"), ups = id("ups-"),
                          output = id("output-");
        w.add(utility, PowerKind::Utility, 1, {}, 13.8e3, 5e6);
        w.add(genset, PowerKind::Genset, 1, {}, 415.0, 2.5e6);
        w.add(trafo, PowerKind::Transformer, 1, {utility.c_str()}, 415.0, 2.5e6);
        w.add(ats, PowerKind::TransferSwitch, 1, {trafo.c_str(), genset.c_str()}, 415.0, 3e6);
        w.add(board, PowerKind::Switchboard, 1, {ats.c_str()}, 415.0, 2.8e6);
        w.add(ups, PowerKind::Ups, 1, {board.c_str()}, 415.0, 2e6);
        w.add(output, PowerKind::Switchboard, 1, {ups.c_str()}, 415.0, 2.5e6);
        w.add(id("pdu-"), PowerKind::Pdu, pdus, {output.c_str()}, 415.0, 6e5);
    }
    int rack = 0;
    for (int p = 1; p <= pdus; ++p) {
        const std::string n = pdus == 1 ? "" : "/" + std::to_string(p);
        const std::string a = "pdu-a" + n;
        const std::string b = "pdu-b" + n;
        for (int i = 0; i < racksPerPdu; ++i) {
            w.load(PowerLoadKind::Rack, rack++, {a.c_str(), b.c_str()});
        }
    }
    w.load(PowerLoadKind::Fans, 0, {"board-a", "board-b"});
    w.load(PowerLoadKind::CduPumps, 0, {"board-a", "board-b"});
    w.load(PowerLoadKind::HallIt, 0, {"pdu-a", "pdu-b"});
    if (pdus > 1) {
        w.network.cordUnit[w.network.cordUnit.size() - 2] = UnitIndex(w.unitOf("pdu-a/1"));
        w.network.cordUnit[w.network.cordUnit.size() - 1] = UnitIndex(w.unitOf("pdu-b/1"));
    }
    w.finish();
    return w;
}

/// Four makes three: four paths, each group of racks on another pair of them.
inline TinyWiring wiring4M3() {
    using engine::PowerKind;
    TinyWiring w;
    w.add("utility", PowerKind::Utility, 1, {}, 13.8e3, 20e6);
    w.add("mv", PowerKind::Switchboard, 1, {"utility"}, 13.8e3, 20e6);
    w.add("trafo", PowerKind::Transformer, 4, {"mv"}, 415.0, 2.5e6);
    w.add("ups", PowerKind::Ups, 4, {"trafo"}, 415.0, 2e6);
    w.add("pdu", PowerKind::Pdu, 4, {"ups"}, 415.0, 2e6);
    int rack = 0;
    for (int a = 1; a <= 4; ++a) {
        for (int b = a + 1; b <= 4; ++b) {
            const std::string first = "pdu/" + std::to_string(a);
            const std::string second = "pdu/" + std::to_string(b);
            w.load(engine::PowerLoadKind::Rack, rack++, {first.c_str(), second.c_str()});
        }
    }
    w.finish();
    return w;
}

/// Block redundant: one catcher UPS is behind the transfer switches of `blocks` others.
inline TinyWiring wiringCatcher(int blocks = 3) {
    using engine::PowerKind;
    TinyWiring w;
    w.add("utility", PowerKind::Utility, 1, {}, 13.8e3, 20e6);
    w.add("mv", PowerKind::Switchboard, 1, {"utility"}, 13.8e3, 20e6);
    w.add("trafo", PowerKind::Transformer, blocks, {"mv"}, 415.0, 2.5e6);
    w.add("catcher-trafo", PowerKind::Transformer, 1, {"mv"}, 415.0, 2.5e6);
    w.add("ups", PowerKind::Ups, blocks, {"trafo"}, 415.0, 2e6);
    w.add("catcher", PowerKind::Ups, 1, {"catcher-trafo"}, 415.0, 2e6);
    w.add("catcher-bus", PowerKind::Switchboard, 1, {"catcher"}, 415.0, 2e6);
    w.add("sts", PowerKind::TransferSwitch, blocks, {"ups", "catcher-bus"}, 415.0, 2e6);
    w.add("pdu", PowerKind::Pdu, blocks, {"sts"}, 415.0, 2e6);
    for (int b = 1; b <= blocks; ++b) {
        const std::string pdu = "pdu/" + std::to_string(b);
        w.load(engine::PowerLoadKind::Rack, b - 1, {pdu.c_str()});
    }
    w.finish();
    return w;
}

/// What a load flow would say, with a loss of one percent in each unit but boards, and cords of
/// live units sharing evenly; every rack takes `rackW`, every machine `machineW`. Nothing is dead.
inline void flowInto(const TinyWiring& w, double rackW, double machineW, engine::Frame& frame) {
    const engine::PowerNetwork& n = w.network;
    frame.powerUnits.assign(n.units.size(), {});
    frame.powerEdges.assign(n.edges.size(), {});
    std::vector<double> outW(n.units.size(), 0.0);
    for (const engine::PowerLoad& load : n.loads) {
        const double each = load.kind == engine::PowerLoadKind::Rack ? rackW : machineW;
        for (int c = 0; c < load.cords; ++c) {
            outW[static_cast<std::size_t>(
                n.cordUnit[static_cast<std::size_t>(load.firstCord + c)])] += each / load.cords;
        }
    }
    for (std::size_t u = n.units.size(); u-- > 0;) {
        const engine::PowerUnit& unit = n.units[u];
        const bool lossless = unit.kind == engine::PowerKind::Switchboard ||
                              unit.kind == engine::PowerKind::Utility ||
                              unit.kind == engine::PowerKind::Genset;
        const double lossW = lossless ? 0.0 : 0.01 * outW[u];
        engine::PowerUnitNow& now = frame.powerUnits[u];
        now.outputW = static_cast<float>(outW[u]);
        now.outputVa = static_cast<float>(outW[u] / 0.95);
        now.lossW = static_cast<float>(lossW);
        now.loading = static_cast<float>(outW[u] / 0.95 / unit.ratedVa);
        now.voltage = 0.99F;
        now.state = engine::PowerUnitState::Normal;
        const int taken = unit.kind == engine::PowerKind::TransferSwitch ? 1 : unit.edges;
        for (int i = 0; i < taken; ++i) {
            const std::size_t e = static_cast<std::size_t>(unit.firstEdge + i);
            const double powerW = (outW[u] + lossW) / taken;
            frame.powerEdges[e].powerW = static_cast<float>(powerW);
            frame.powerEdges[e].currentA = static_cast<float>(powerW / (1.732 * unit.voltageV));
            outW[static_cast<std::size_t>(n.edges[e].from)] += powerW;
        }
        if (unit.kind == engine::PowerKind::Genset && outW[u] == 0.0) {
            now.state = engine::PowerUnitState::Standby;
            now.voltage = 0.0F;
        }
    }
}

}  // namespace headroom::testing
