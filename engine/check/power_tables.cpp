// SPDX-License-Identifier: Apache-2.0
#include "engine/check/power_tables.h"

#include "engine/base/index.h"
#include "engine/power/fault_currents.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

namespace headroom::engine {

namespace {

std::string number(double value, int decimals = 1) {
    return std::isfinite(value) ? fmt::format("{:.{}f}", value, decimals) : std::string{"-"};
}

std::string nameOf(const DesignPower& p, int unit) {
    return unit < 0 ? std::string{"all utilities"} : p.network.units[at(unit)].id;
}

/// "ups/1", or "ups/1 and 9999 alike" of a case that stands for many.
std::string nameOf(const DesignPower& p, const Contingency& c, const char* word) {
    return nameOf(p, c.unit) +
           (c.alike > 1 ? fmt::format(" {} {} alike", word, c.alike - 1) : std::string{});
}

}  // namespace

Sheet powerUnitTable(const DesignPower& p) {
    Sheet t;
    t.title = "Units";
    t.why =
        "Load flow at full load with everything in service; loading is apparent power at the "
        "output "
        "over the rating in service. Worst case: highest loading under any single failure. Fault "
        "current: prospective three-phase, IEC 60909, from the source of each transfer switch that "
        "drives most.";
    t.columns = {"unit",    "kind",     "load kW",      "rating kVA", "loading %",
                 "worst %", "when out", "voltage p.u.", "fault kA",   "loss kW"};
    const std::size_t units = p.network.units.size();
    const ByUnit<double> most = greatestFaultCurrents(p.network);
    for (std::size_t i = 0; i < units; ++i) {
        const PowerUnit& u = p.network.units[i];
        const double loading = p.loading(static_cast<int>(i));
        const int worst = p.study.worstCase[i];
        t.rows.push_back(
            {u.id, powerKindName(u.kind), number(p.flow.outVa[i].real() / 1e3),
             number(u.ratedVa / 1e3, 0), number(100.0 * loading),
             number(100.0 * p.study.worstLoading[i]),
             worst < 0 ? std::string{"-"} : nameOf(p, p.study.cases[at(worst)], "or one of"),
             number(p.flow.live[i] != 0 ? std::abs(p.flow.voltage[i]) : models::kNotStated, 4),
             number(most[i] / 1e3), number(p.flow.lossW[i] / 1e3, 2)});
    }
    return t;
}

Sheet powerFailureTable(const DesignPower& p) {
    Sheet t;
    t.title = "Single failures";
    t.why =
        "Steady state after each: transfer switches on a live source, generators running where "
        "they "
        "are needed, batteries empty, external ones at rest. Modules: one of a unit that has "
        "spares, else all. "
        "Identical units share one line.";
    t.columns = {"out",
                 "modules",
                 "highest loading %",
                 "at",
                 "overloaded units",
                 "overloaded breakers",
                 "racks without power"};
    std::vector<const Contingency*> order;
    for (const Contingency& c : p.study.cases) {
        order.push_back(&c);
    }
    std::stable_sort(order.begin(), order.end(), [](const Contingency* a, const Contingency* b) {
        return a->lostLoads.size() != b->lostLoads.size()
                   ? a->lostLoads.size() > b->lostLoads.size()
                   : a->worstLoading > b->worstLoading;
    });
    order.insert(order.begin(), &p.study.outage);
    for (const Contingency* c : order) {
        const auto racks = std::count_if(c->lostLoads.begin(), c->lostLoads.end(), [&](int load) {
            return p.network.loads[at(load)].kind == PowerLoadKind::Rack;
        });
        t.rows.push_back({nameOf(p, *c, "and"), c->unit < 0 ? "-" : std::to_string(c->modules),
                          number(100.0 * c->worstLoading),
                          c->worstUnit < 0 ? std::string{"-"} : nameOf(p, c->worstUnit),
                          std::to_string(c->units.size()), std::to_string(c->edges.size()),
                          std::to_string(racks)});
    }
    return t;
}

Sheet powerRackTable(const DesignPower& p) {
    Sheet t;
    t.title = "Racks";
    t.why =
        "Racks with the same cords. Imbalance: loading of the heaviest less that of the lightest "
        "feed. Margin: 100 % less the highest loading on the way to a source, in the worst single "
        "failure that leaves the rack fed.";
    t.columns = {"feeds", "racks", "load kW", "each feed kW", "imbalance %", "margin %"};

    struct Group {
        int racks = 0;
        double loadW = 0.0, imbalance = 0.0, margin = 1.0;
        int cords = 0;
    };

    std::map<std::string, Group> groups;
    for (int r = 0; r < p.network.racks; ++r) {
        const PowerLoad& load = p.network.loads[at(r)];
        Group& g = groups[p.network.cordText(load)];
        ++g.racks;
        g.cords = load.cords;
        g.loadW += p.demand.powerW[at(r)];
        g.imbalance = std::max(g.imbalance, p.study.imbalance[at(r)]);
        g.margin = std::min(g.margin, p.study.margin[at(r)]);
    }
    for (const auto& [feeds, g] : groups) {
        t.rows.push_back({feeds, std::to_string(g.racks), number(g.loadW / 1e3),
                          number(g.loadW / 1e3 / std::max(1, g.cords)), number(100.0 * g.imbalance),
                          number(100.0 * g.margin)});
    }
    return t;
}

Sheet powerLossTable(const DesignPower& p) {
    Sheet t;
    t.title = "Where the power goes";
    t.why =
        "At full load, from the load flow: what sources give is what loads take and parts lose, "
        "incoming cables counted with their part. Shares are of what the sources give.";
    t.columns = {"part", "units", "output kW", "loss kW", "share %"};
    std::array<double, kPowerKindCount> output{}, loss{};
    std::array<int, kPowerKindCount> count{};
    double sourceW = 0.0;
    for (std::size_t i = 0; i < p.network.units.size(); ++i) {
        const auto kind = static_cast<std::size_t>(p.network.units[i].kind);
        ++count[kind];
        output[kind] += p.flow.outVa[i].real();
        loss[kind] += p.flow.lossW[i];
        if (p.network.units[i].edges == 0) {
            sourceW += p.flow.outVa[i].real();
        }
    }
    const auto share = [&](double w) { return number(100.0 * w / std::max(1.0, sourceW), 2); };
    for (std::size_t k = 0; k < kPowerKindCount; ++k) {
        if (count[k] > 0) {
            t.rows.push_back({powerKindName(static_cast<PowerKind>(k)), std::to_string(count[k]),
                              number(output[k] / 1e3), number(loss[k] / 1e3), share(loss[k])});
        }
    }
    const std::pair<PowerLoadKind, const char*> loads[] = {
        {PowerLoadKind::Rack, "Racks"},           {PowerLoadKind::HallIt, "Network and storage"},
        {PowerLoadKind::Fans, "Air handlers"},    {PowerLoadKind::CduPumps, "CDU pumps"},
        {PowerLoadKind::LoopPumps, "Loop pumps"}, {PowerLoadKind::HeatRejection, "Heat rejection"}};
    for (const auto& [kind, label] : loads) {
        double powerW = 0.0;
        int n = 0;
        for (std::size_t l = 0; l < p.network.loads.size(); ++l) {
            if (p.network.loads[l].kind == kind && p.flow.liveCords[l] > 0) {
                powerW += p.demand.powerW[l];
                ++n;
            }
        }
        if (n > 0) {
            t.rows.push_back({label, std::to_string(n), number(powerW / 1e3), "-", share(powerW)});
        }
    }
    return t;
}

}  // namespace headroom::engine
