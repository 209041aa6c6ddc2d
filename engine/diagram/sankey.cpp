// SPDX-License-Identifier: Apache-2.0
#include "engine/diagram/sankey.h"

#include "engine/base/index.h"
#include "engine/diagram/one_line.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <set>
#include <utility>

namespace headroom::engine {

namespace {

constexpr double kLeastW = 1e-3;  // less is rounding of the frame's numbers

struct Stage {
    PowerKind kind = PowerKind::Switchboard;
    int step = 1;
    std::vector<int> units;
    std::set<int> next;
    int merged = -1;  ///< into the list of components
};

struct Stages {
    std::vector<Stage> list;
    std::vector<int> ofUnit;
};

Stages makeStages(const PowerNetwork& network) {
    Stages stages;
    stages.ofUnit.assign(network.units.size(), -1);
    std::vector<std::array<int, kPowerKindCount>> passed(network.units.size());
    std::map<std::pair<PowerKind, int>, int> known;
    for (std::size_t u = 0; u < network.units.size(); ++u) {
        const PowerUnit& unit = network.units[u];
        std::array<int, kPowerKindCount> seen{};
        for (int e = unit.firstEdge; e < unit.firstEdge + unit.edges; ++e) {
            const auto& before = passed[at(network.edges[at(e)].from)];
            for (std::size_t k = 0; k < kPowerKindCount; ++k) {
                seen[k] = std::max(seen[k], before[k]);
            }
        }
        const int step = ++seen[static_cast<std::size_t>(unit.kind)];
        passed[u] = seen;
        const auto [found, isNew] =
            known.try_emplace({unit.kind, step}, static_cast<int>(stages.list.size()));
        if (isNew) {
            stages.list.push_back({unit.kind, step, {}, {}, -1});
        }
        stages.list[at(found->second)].units.push_back(static_cast<int>(u));
        stages.ofUnit[u] = found->second;
    }
    for (const PowerEdge& edge : network.edges) {
        const int from = stages.ofUnit[at(edge.from)];
        const int to = stages.ofUnit[at(edge.to)];
        if (from != to) {
            stages.list[at(from)].next.insert(to);
        }
    }
    return stages;
}

/// Stages that reach each other become one component, so that what is left has no ring. There are
/// a handful of stages: reachability in cubic time.
int mergeRings(Stages& stages) {
    const std::size_t n = stages.list.size();
    std::vector<std::vector<char>> reach(n, std::vector<char>(n, 0));
    for (std::size_t i = 0; i < n; ++i) {
        reach[i][i] = 1;
        for (const int to : stages.list[i].next) {
            reach[i][at(to)] = 1;
        }
    }
    for (std::size_t k = 0; k < n; ++k) {
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j < n && reach[i][k] != 0; ++j) {
                reach[i][j] = reach[i][j] | reach[k][j];
            }
        }
    }
    int components = 0;
    for (std::size_t i = 0; i < n; ++i) {
        if (stages.list[i].merged >= 0) {
            continue;
        }
        for (std::size_t j = i; j < n; ++j) {
            if (reach[i][j] != 0 && reach[j][i] != 0) {
                stages.list[j].merged = components;
            }
        }
        ++components;
    }
    return components;
}

std::string voltageText(double volts) {
    char text[32];
    if (volts >= 1000.0) {
        std::snprintf(text, sizeof text, "%.4g kV", volts / 1e3);
    } else {
        std::snprintf(text, sizeof text, "%.4g V", volts);
    }
    return text;
}

/// A stage's voltage if all of its units share it, else 0.
double voltageOf(const PowerNetwork& network, const Stage& stage) {
    const double first = network.units[at(stage.units.front())].voltageV;
    for (const int u : stage.units) {
        if (network.units[at(u)].voltageV != first) {
            return 0.0;
        }
    }
    return first;
}

/// "UPS"; where a kind has several stages, with their voltage, or with their step where that tells
/// no more.
std::string nameOf(const PowerNetwork& network, const Stages& stages, std::size_t index) {
    const Stage& stage = stages.list[index];
    std::string name(infoOf(stage.kind).plural);
    const double voltage = voltageOf(network, stage);
    bool alone = true;
    bool telling = voltage > 0.0;
    for (std::size_t i = 0; i < stages.list.size(); ++i) {
        if (i != index && stages.list[i].kind == stage.kind) {
            alone = false;
            telling = telling && voltageOf(network, stages.list[i]) != voltage;
        }
    }
    if (alone) {
        return name;
    }
    return telling ? name + " " + voltageText(voltage)
                   : name + " (" + std::to_string(stage.step) + ")";
}

/// Builds the table: nodes are made when the first power reaches them.
class Table {
  public:
    explicit Table(Sankey& out) : out_(out) {}

    int node(SankeyRole role, const std::string& name) {
        const auto [found, isNew] =
            known_.try_emplace({role, name}, static_cast<int>(out_.nodes.size()));
        if (isNew) {
            out_.nodes.push_back({role, name, 0, 0, 0.0});
        }
        return found->second;
    }

    void add(int from, int to, double powerW) {
        if (powerW > 0.0 && from != to) {
            links_[{from, to}] += powerW;
        }
    }

    void finish() {
        for (const auto& [ends, powerW] : links_) {
            if (powerW > kLeastW) {
                out_.links.push_back({ends.first, ends.second, powerW});
            }
        }
    }

  private:
    Sankey& out_;
    std::map<std::pair<SankeyRole, std::string>, int> known_;
    std::map<std::pair<int, int>, double> links_;
};

/// Loads on the cords of each unit.
struct UnitLoads {
    std::vector<double> rackW;
    std::vector<std::array<char, 3>> has;  ///< by PowerLoadGroup
};

/// From its incomers, or by its external battery alone.
bool isFed(const PowerUnitNow& unit) {
    return unit.outputW > 0.0F || unit.givesW > 0.0F;
}

UnitLoads loadsByUnit(const PowerNetwork& network, std::span<const PowerUnitNow> units,
                      std::span<const float> rackPowerW) {
    UnitLoads out;
    out.rackW.assign(network.units.size(), 0.0);
    out.has.assign(network.units.size(), {});
    for (const PowerLoad& load : network.loads) {
        int live = 0;
        for (int c = load.firstCord; c < load.firstCord + load.cords; ++c) {
            live += isFed(units[at(network.cordUnit[at(c)])]) ? 1 : 0;
        }
        for (int c = load.firstCord; c < load.firstCord + load.cords; ++c) {
            const int u = network.cordUnit[at(c)];
            out.has[at(u)][static_cast<std::size_t>(powerLoadGroup(load.kind))] = 1;
            if (load.kind == PowerLoadKind::Rack && at(load.index) < rackPowerW.size() &&
                live > 0 && isFed(units[at(u)])) {
                out.rackW[at(u)] += static_cast<double>(rackPowerW[at(load.index)]) / live;
            }
        }
    }
    return out;
}

void addLoads(Table& table, int stage, double toLoadsW, double rackW,
              const std::array<char, 3>& has) {
    const bool racks = has[0] != 0;
    const bool network = has[1] != 0;
    const bool machines = has[2] != 0;
    const auto give = [&](const char* name, double powerW) {
        table.add(stage, table.node(SankeyRole::Load, name), powerW);
    };
    const char* rest = network && machines ? "Network and machines"
                       : network           ? "Network and storage"
                                           : "Mechanical";
    if (racks && !network && !machines) {
        give("Racks", toLoadsW);
    } else if (racks) {
        const double toRacksW = std::min(toLoadsW, rackW);
        give("Racks", toRacksW);
        give(rest, toLoadsW - toRacksW);
    } else {
        give(rest, toLoadsW);
    }
}

/// Columns by longest path; loads are in the last one, losses one after their stage.
void makeColumns(Sankey& out) {
    bool changed = true;
    for (std::size_t round = 0; changed && round <= out.nodes.size(); ++round) {
        changed = false;
        for (const SankeyLink& link : out.links) {
            const int least = out.nodes[at(link.from)].column + 1;
            if (out.nodes[at(link.to)].column < least) {
                out.nodes[at(link.to)].column = least;
                changed = true;
            }
        }
    }
    int last = 0;
    for (const SankeyNode& node : out.nodes) {
        last = std::max(last, node.column);
    }
    for (SankeyNode& node : out.nodes) {
        if (node.role == SankeyRole::Load) {
            node.column = last;
        }
    }
    out.columns = out.nodes.empty() ? 0 : last + 1;
}

void dropIdle(Sankey& out) {
    std::vector<char> used(out.nodes.size(), 0);
    for (const SankeyLink& link : out.links) {
        used[at(link.from)] = used[at(link.to)] = 1;
    }
    std::vector<int> fresh(out.nodes.size(), -1);
    std::vector<SankeyNode> kept;
    for (std::size_t i = 0; i < out.nodes.size(); ++i) {
        if (used[i] != 0) {
            fresh[i] = static_cast<int>(kept.size());
            kept.push_back(std::move(out.nodes[i]));
        }
    }
    for (SankeyLink& link : out.links) {
        link.from = fresh[at(link.from)];
        link.to = fresh[at(link.to)];
    }
    out.nodes = std::move(kept);
}

}  // namespace

Sankey energySankey(const PowerNetwork& network, std::span<const PowerUnitNow> units,
                    std::span<const PowerEdgeNow> edges, std::span<const float> rackPowerW) {
    Sankey out;
    if (units.size() != network.units.size() || edges.size() != network.edges.size()) {
        return out;
    }
    Stages stages = makeStages(network);
    const int components = mergeRings(stages);
    std::vector<std::string> names(at(components));
    std::vector<int> counts(at(components), 0);
    std::vector<bool> source(at(components), false);
    for (std::size_t i = 0; i < stages.list.size(); ++i) {
        const int c = stages.list[i].merged;
        names[at(c)] += (names[at(c)].empty() ? "" : " and ") + nameOf(network, stages, i);
        counts[at(c)] += static_cast<int>(stages.list[i].units.size());
        source[at(c)] = isSource(stages.list[i].kind);
    }
    Table table(out);
    std::vector<int> nodeOf(at(components));
    for (int c = 0; c < components; ++c) {
        nodeOf[at(c)] =
            table.node(source[at(c)] ? SankeyRole::Source : SankeyRole::Stage, names[at(c)]);
        out.nodes[at(nodeOf[at(c)])].units = counts[at(c)];
    }
    const UnitLoads loads = loadsByUnit(network, units, rackPowerW);
    std::vector<double> inW(network.units.size(), 0.0);
    std::vector<double> outW(network.units.size(), 0.0);
    for (std::size_t e = 0; e < network.edges.size(); ++e) {
        const PowerEdge& edge = network.edges[e];
        const double powerW = static_cast<double>(edges[e].powerW);
        inW[at(edge.to)] += powerW;
        outW[at(edge.from)] += powerW;
        table.add(nodeOf[at(stages.list[at(stages.ofUnit[at(edge.from)])].merged)],
                  nodeOf[at(stages.list[at(stages.ofUnit[at(edge.to)])].merged)], powerW);
    }
    for (std::size_t u = 0; u < network.units.size(); ++u) {
        const int c = stages.list[at(stages.ofUnit[u])].merged;
        const int node = nodeOf[at(c)];
        const double lossW = static_cast<double>(units[u].lossW);
        const double outputW = static_cast<double>(units[u].outputW);
        if (lossW > 0.0) {
            table.add(node, table.node(SankeyRole::Loss, names[at(c)] + " losses"), lossW);
        }
        const auto givesW = static_cast<double>(units[u].givesW);  // of an external battery
        if (givesW > 0.0) {
            table.add(table.node(SankeyRole::Source, "Batteries"), node, givesW);
        } else if (givesW < 0.0) {
            table.add(node, table.node(SankeyRole::Load, "Battery charging"), -givesW);
        }
        const double toLoadsW = outputW - outW[u] + givesW;
        if (toLoadsW > 1e-6 * outputW) {
            addLoads(table, node, toLoadsW, loads.rackW[u], loads.has[u]);
        }
        if (network.units[u].kind == PowerKind::Ups) {
            const double batteryW = outputW + lossW - inW[u];
            if (batteryW > 1e-4 * (outputW + lossW)) {
                table.add(table.node(SankeyRole::Source, "Batteries"), node, batteryW);
            } else if (-batteryW > 1e-4 * inW[u]) {
                table.add(node, table.node(SankeyRole::Load, "Battery charging"), -batteryW);
            }
        }
    }
    table.finish();
    dropIdle(out);
    makeColumns(out);
    std::vector<double> inflow(out.nodes.size(), 0.0);
    std::vector<double> outflow(out.nodes.size(), 0.0);
    for (const SankeyLink& link : out.links) {
        outflow[at(link.from)] += link.powerW;
        inflow[at(link.to)] += link.powerW;
    }
    for (std::size_t i = 0; i < out.nodes.size(); ++i) {
        out.nodes[i].powerW = std::max(inflow[i], outflow[i]);
        out.sourceW += out.nodes[i].role == SankeyRole::Source ? outflow[i] : 0.0;
        out.lossW += out.nodes[i].role == SankeyRole::Loss ? inflow[i] : 0.0;
    }
    return out;
}

}  // namespace headroom::engine
