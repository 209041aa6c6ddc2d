// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/index.h"
#include "engine/cooling/network.h"
#include "engine/run/frame/frame.h"

#include <cmath>
#include <string>
#include <vector>

/// Small coolant pipings written by hand, for tests that need no catalogue.
namespace headroom::testing {

class TinyCooling {
  public:
    engine::CoolingNetwork network;
    std::vector<std::string> loops, cdus, halls, blocks;  ///< ids, by index

    struct Tap {
        bool air = false;
        int rows = 0;      ///< of racks, behind a CDU group
        int machines = 1;  ///< CDUs or air handlers
    };

    struct Loop {
        int towers = 0;  ///< with basin and economiser; else dry coolers
        int chillers = 0;
        int dryCoolers = 0;
        std::vector<Tap> taps;
        bool reverseReturn = false;
        double supplyC = 30.0, returnC = 39.0;
    };

    void add(const Loop& spec) {
        using engine::CircuitKind;
        using Kind = engine::CoolingLinkKind;
        const int loop = static_cast<int>(loops.size());
        const std::string id = "loop-" + std::to_string(loop + 1);
        loops.push_back(id);
        double flow = 0.0;
        for (const Tap& tap : spec.taps) {
            flow += tap.air ? 0.006 * tap.machines : 0.012 * tap.rows;
        }
        open(id, "Loop " + std::to_string(loop + 1), CircuitKind::Facility, loop);
        const NodeIndex back = node("return header", false);
        const NodeIndex afterPumps = node("after the pumps", false);
        network.circuits.back().expansionNode = back;
        network.loopReturn.push_back(back);
        network.loopCircuit.push_back(circuit());
        network.loopPumps.push_back(link("pumps", Kind::Pumps, back, afterPumps, loop, 3, flow));
        NodeIndex last = afterPumps;
        LinkIndex economiser;
        LinkIndex evaporators;
        LinkIndex dry;
        if (spec.towers > 0) {
            const NodeIndex next = node("after the economiser", true);
            economiser = link("economiser", Kind::Economiser, last, next, loop, 1, flow);
            last = next;
        }
        if (spec.dryCoolers > 0) {
            const NodeIndex next = node("after the dry coolers", true);
            dry = link("dry coolers", Kind::DryCoolers, last, next, loop, spec.dryCoolers, flow);
            last = next;
        }
        if (spec.chillers > 0) {
            const NodeIndex next = node("after the chillers", true);
            evaporators =
                link("chillers", Kind::Evaporators, last, next, loop, spec.chillers, flow);
            last = next;
        }
        const NodeIndex supply = node("supply header", true);
        link("header pipe", Kind::Pipe, last, supply, loop, 1, flow, 40.0);
        network.loopSupply.push_back(supply);
        network.loopEconomiser.push_back(economiser);
        network.loopEvaporators.push_back(evaporators);
        network.loopDryCoolers.push_back(dry);
        if (dry >= 0) {
            network.exchangers.push_back({dry, {}});
        }
        std::vector<NodeIndex> out;
        std::vector<NodeIndex> in;
        NodeIndex from = supply;
        for (std::size_t t = 0; t < spec.taps.size(); ++t) {
            const std::string n = "tap " + std::to_string(t + 1);
            out.push_back(node(n, true));
            link("main to " + n, Kind::Pipe, from, out.back(), loop, 1, flow, 20.0);
            from = out.back();
        }
        for (std::size_t t = 0; t < spec.taps.size(); ++t) {
            in.push_back(node("tap " + std::to_string(t + 1) + ", return", false));
        }
        for (std::size_t t = 0; t + 1 < in.size(); ++t) {
            link("return main", Kind::Pipe, spec.reverseReturn ? in[t] : in[t + 1],
                 spec.reverseReturn ? in[t + 1] : in[t], loop, 1, flow, 20.0);
        }
        link("return to the plant", Kind::Pipe, spec.reverseReturn ? in.back() : in.front(), back,
             loop, 1, flow, 20.0);
        const LinkIndex bypass =
            link("bypass", Kind::Bypass, out.back(), in.back(), loop, 1, 0.2 * flow);
        network.links.back().hasValve = true;
        network.loopBypass.push_back(bypass);
        std::vector<LinkIndex> primaries(spec.taps.size());
        for (std::size_t t = 0; t < spec.taps.size(); ++t) {
            const Tap& tap = spec.taps[t];
            if (tap.air) {
                const int hall = static_cast<int>(halls.size());
                halls.push_back("hall-" + std::to_string(hall + 1));
                network.hallCoil.push_back(link("air handlers of " + halls.back(),
                                                Kind::AirHandlers, out[t], in[t], hall,
                                                tap.machines, 0.006 * tap.machines));
                network.links.back().hasValve = true;
                network.exchangers.push_back({{}, network.hallCoil.back()});
            } else {
                const int group = static_cast<int>(cdus.size());
                cdus.push_back("cdu-" + std::to_string(group + 1));
                primaries[t] = link("CDUs " + std::to_string(group + 1), Kind::CduPrimary, out[t],
                                    in[t], group, tap.machines, 0.012 * tap.rows);
                network.links.back().hasValve = true;
                network.cduPrimary.push_back(primaries[t]);
            }
        }
        close();
        CircuitIndex outdoor;
        NodeIndex basin;
        LinkIndex economiserOut;
        LinkIndex condensers;
        LinkIndex towers;
        LinkIndex condenserPumps;
        if (spec.towers > 0) {
            open(id + "/outdoor", "Condenser water", CircuitKind::Outdoor, loop);
            outdoor = circuit();
            basin = node("basin", true);
            network.circuits.back().expansionNode = basin;
            const NodeIndex a = node("after the condenser pumps", true);
            condenserPumps = link("condenser pumps", Kind::CondenserPumps, basin, a, loop, 2, flow);
            NodeIndex end = node("after the economiser", false);
            economiserOut = link("economiser, outdoor", Kind::EconomiserOut, a, end, loop, 1, flow);
            network.exchangers.push_back({economiser, economiserOut});
            if (spec.chillers > 0) {
                const NodeIndex next = node("after the condensers", false);
                condensers =
                    link("condensers", Kind::Condensers, end, next, loop, spec.chillers, flow);
                network.exchangers.push_back({evaporators, condensers});
                end = next;
            }
            const NodeIndex top = node("at the towers", false);
            link("riser", Kind::Pipe, end, top, loop, 1, flow, 30.0);
            towers = link("towers", Kind::Towers, top, basin, loop, spec.towers, flow);
            network.exchangers.push_back({towers, {}});
            close();
        }
        network.loopOutdoor.push_back(outdoor);
        network.loopBasin.push_back(basin);
        network.loopEconomiserOut.push_back(economiserOut);
        network.loopCondensers.push_back(condensers);
        network.loopTowers.push_back(towers);
        network.loopCondenserPumps.push_back(condenserPumps);
        for (std::size_t t = 0; t < spec.taps.size(); ++t) {
            if (!spec.taps[t].air) {
                addRackCircuit(network.links[at(primaries[t])].subject, spec.taps[t].rows,
                               primaries[t]);
            }
        }
        finish();
    }

    /// What a simulation might say: everything runs at 80 % of its design flow.
    void fill(engine::Frame& frame) const {
        using Kind = engine::CoolingLinkKind;
        frame.coolingNodes.assign(network.nodes.size(), {});
        frame.coolingLinks.assign(network.links.size(), {});
        for (std::size_t n = 0; n < network.nodes.size(); ++n) {
            const engine::CoolingNode& node = network.nodes[n];
            const engine::CoolingCircuit& c = network.circuits[at(node.circuit)];
            const double base = c.kind == engine::CircuitKind::Rack      ? 34.0
                                : c.kind == engine::CircuitKind::Outdoor ? 24.0
                                                                         : 30.0;
            frame.coolingNodes[n].temperatureC =
                static_cast<float>(base + (node.supply ? 0.0 : 9.0));
            frame.coolingNodes[n].pressurePa = 250e3F;
        }
        for (std::size_t l = 0; l < network.links.size(); ++l) {
            const engine::CoolingLink& link = network.links[l];
            engine::CoolingLinkNow& now = frame.coolingLinks[l];
            now.flowM3PerS = static_cast<float>(0.8 * link.designM3PerS);
            now.inC = frame.coolingNodes[at(link.from)].temperatureC;
            now.outC = frame.coolingNodes[at(link.to)].temperatureC;
            now.heatW = now.flowM3PerS * 4.18e6F * (now.inC - now.outC);
            now.valve = link.hasValve ? 0.62F : 1.0F;
            const bool pump = link.kind == Kind::Pumps || link.kind == Kind::CduPumps ||
                              link.kind == Kind::CondenserPumps;
            const bool fan = link.kind == Kind::Towers || link.kind == Kind::DryCoolers ||
                             link.kind == Kind::AirHandlers;
            now.speed = pump ? 0.78F : fan ? 0.55F : 0.0F;
            now.running = static_cast<float>(link.units);
            now.inService = now.running;
            now.powerW = pump || fan ? 12e3F * static_cast<float>(link.units) : 0.0F;
            if (link.kind == Kind::Evaporators) {
                now.state = engine::CoolingLinkState::Standby;
                now.running = 0.0F;
            }
            if (link.kind == Kind::Bypass) {
                now.valve = 0.0F;
                now.flowM3PerS = 0.0F;
            }
            now.dropPa = static_cast<float>(pump ? 200e3 : 40e3);
        }
    }

  private:
    CircuitIndex circuit() const { return CircuitIndex(network.circuits.size() - 1); }

    void open(const std::string& id, const std::string& name, engine::CircuitKind kind,
              int subject) {
        engine::CoolingCircuit c;
        c.id = id;
        c.name = name;
        c.kind = kind;
        c.subject = subject;
        c.fluid = "water";
        c.firstNode = static_cast<int>(network.nodes.size());
        c.firstLink = static_cast<int>(network.links.size());
        network.circuits.push_back(c);
    }

    void close() {
        engine::CoolingCircuit& c = network.circuits.back();
        c.nodes = static_cast<int>(network.nodes.size()) - c.firstNode;
        c.links = static_cast<int>(network.links.size()) - c.firstLink;
    }

    NodeIndex node(const std::string& name, bool supply) {
        network.nodes.push_back({name, circuit(), 0.5, supply});
        return NodeIndex(network.nodes.size() - 1);
    }

    LinkIndex link(const std::string& name, engine::CoolingLinkKind kind, NodeIndex from,
                   NodeIndex to, int subject, int units, double designM3PerS,
                   double lengthM = 0.0) {
        engine::CoolingLink made;
        made.name = name;
        made.kind = kind;
        made.circuit = circuit();
        made.from = from;
        made.to = to;
        made.subject = subject;
        made.units = units;
        made.designM3PerS = designM3PerS;
        made.lengthM = lengthM;
        made.diameterM = lengthM > 0.0 ? 0.3 : 0.0;
        made.designPa = 40e3;
        network.links.push_back(made);
        return LinkIndex(network.links.size() - 1);
    }

    void addRackCircuit(int group, int rows, LinkIndex primary) {
        using Kind = engine::CoolingLinkKind;
        const double flow = 0.01 * rows;
        open(cdus[at(group)], "CDUs " + std::to_string(group + 1), engine::CircuitKind::Rack,
             group);
        const NodeIndex back = node("CDU return", false);
        const NodeIndex middle = node("after the CDU pumps", false);
        const NodeIndex supply = node("CDU supply", true);
        network.circuits.back().expansionNode = back;
        network.cduCircuit.push_back(circuit());
        network.cduReturn.push_back(back);
        network.cduSupply.push_back(supply);
        network.cduPumps.push_back(link("CDU pumps", Kind::CduPumps, back, middle, group, 2, flow));
        network.cduSecondary.push_back(
            link("CDU exchangers", Kind::CduSecondary, middle, supply, group, 2, flow));
        network.exchangers.push_back({network.cduSecondary.back(), primary});
        network.blockFirstRow.push_back(static_cast<int>(network.rowLinks.size()));
        blocks.push_back("block-" + std::to_string(blocks.size() + 1));
        for (int r = 0; r < rows; ++r) {
            link("row " + std::to_string(r + 1), Kind::Racks, supply, back,
                 static_cast<int>(blocks.size()) - 1, 16, 0.01);
            network.links.back().row = r;
            network.rowLinks.emplace_back(network.links.size() - 1);
        }
        close();
    }

    void finish() {
        engine::CoolingNetwork& n = network;
        n.firstOut.assign(n.nodes.size() + 1, 0);
        n.outLinks.clear();
        for (std::size_t i = 0; i < n.nodes.size(); ++i) {
            n.firstOut[i] = static_cast<int>(n.outLinks.size());
            for (std::size_t l = 0; l < n.links.size(); ++l) {
                if (n.links[l].from == static_cast<int>(i)) {
                    n.outLinks.emplace_back(l);
                }
            }
        }
        n.firstOut.back() = static_cast<int>(n.outLinks.size());
    }
};

/// A loop with towers, economiser and chillers for a CDU group of eight rows and one hall's air,
/// and one with dry coolers for a CDU group of twelve rows.
inline TinyCooling coolingTwoLoops() {
    TinyCooling c;
    c.add({.towers = 4,
           .chillers = 2,
           .taps = {{.rows = 8, .machines = 4}, {.air = true, .machines = 6}}});
    c.add({.dryCoolers = 6, .taps = {{.rows = 12, .machines = 3}}});
    return c;
}

/// Twelve halls and ten CDU groups on four loops.
inline TinyCooling coolingOfTwelveHalls() {
    TinyCooling c;
    const auto group = [](int rows) { return TinyCooling::Tap{.rows = rows, .machines = 8}; };
    const TinyCooling::Tap hall{.air = true, .machines = 8};
    c.add({.towers = 7, .taps = {group(8), group(8), group(8), group(8)}, .reverseReturn = true});
    c.add({.towers = 5, .taps = {group(12), group(12), group(12)}});
    c.add({.dryCoolers = 9, .taps = {group(32), group(6), group(6)}});
    c.add({.towers = 6, .chillers = 5, .taps = std::vector<TinyCooling::Tap>(12, hall)});
    return c;
}

/// One loop with towers and a CDU each for 25 groups of three rows.
inline TinyCooling coolingOfManyCdus() {
    TinyCooling c;
    c.add({.towers = 20, .taps = std::vector<TinyCooling::Tap>(25, {.rows = 3})});
    return c;
}

}  // namespace headroom::testing
