// SPDX-License-Identifier: Apache-2.0
#include "engine/solve/thermal/thermal_network.h"

#include <algorithm>
#include <set>
#include <utility>

namespace headroom::engine {

namespace {

std::size_t index(int i) {
    return static_cast<std::size_t>(i);
}

}  // namespace

ThermalNetwork::ThermalNetwork(int nodes, std::vector<ThermalLink> given,
                               std::vector<ThermalExchange> between)
    : links(std::move(given)),
      exchanges(std::move(between)),
      capacityJPerK(index(nodes), 1.0),
      sourceW(index(nodes), 0.0) {
    std::vector<std::set<int>> pattern(index(nodes));
    for (int n = 0; n < nodes; ++n) {
        pattern[index(n)].insert(n);
    }
    for (const ThermalLink& l : links) {
        pattern[index(l.to)].insert(l.from);
        pattern[index(l.from)].insert(l.to);
    }
    const auto couple = [&](int into, int by) {
        if (into >= 0 && by >= 0) {
            pattern[index(links[index(into)].to)].insert(links[index(by)].from);
        }
    };
    for (const ThermalExchange& e : exchanges) {
        for (const int into : {e.hot, e.cold}) {
            couple(into, e.hot);
            couple(into, e.cold);
        }
    }
    starts_.push_back(0);
    for (const auto& row : pattern) {
        columns_.insert(columns_.end(), row.begin(), row.end());
        starts_.push_back(static_cast<int>(columns_.size()));
    }
    for (int n = 0; n < nodes; ++n) {
        diagonal_.push_back(place(n, n));
    }
    for (const ThermalLink& l : links) {
        ahead_.push_back(place(l.to, l.from));
        back_.push_back(place(l.from, l.to));
    }
    const auto coupling = [&](int into, int by) {
        return into >= 0 && by >= 0 ? place(links[index(into)].to, links[index(by)].from) : -1;
    };
    for (const ThermalExchange& e : exchanges) {
        hotHot_.push_back(coupling(e.hot, e.hot));
        hotCold_.push_back(coupling(e.hot, e.cold));
        coldHot_.push_back(coupling(e.cold, e.hot));
        coldCold_.push_back(coupling(e.cold, e.cold));
    }
    right_.resize(index(nodes));
    linkHeatW_.resize(links.size());
    exchangeW_.resize(exchanges.size());
    inC_.resize(links.size());
    midC_.resize(links.size());
    outC_.resize(links.size());
    if (nodes > 0) {
        lu_.analyse(starts_, columns_);
    }
}

int ThermalNetwork::place(int row, int column) const {
    const auto first = columns_.begin() + starts_[index(row)];
    const auto last = columns_.begin() + starts_[index(row) + 1];
    return static_cast<int>(std::lower_bound(first, last, column) - columns_.begin());
}

bool ThermalNetwork::solve(double dt, std::span<double> temperatureC) {
    if (right_.empty()) {
        return true;
    }
    std::vector<double>& a = lu_.values();
    std::fill(a.begin(), a.end(), 0.0);
    for (std::size_t n = 0; n < right_.size(); ++n) {
        a[index(diagonal_[n])] = capacityJPerK[n] / dt;
        right_[n] = sourceW[n];
    }
    // Solved for the rise of each node: what flows at the temperatures before is on the right.
    // A temperature itself is rounded to 1e-15 of it, and over a microsecond that many joules of a
    // large store would be kilowatts.
    for (std::size_t i = 0; i < links.size(); ++i) {
        const ThermalLink& l = links[i];
        if (l.wPerK > 0.0) {
            a[index(diagonal_[index(l.to)])] += l.wPerK;
            a[index(ahead_[i])] -= l.wPerK * l.beta;
            right_[index(l.to)] += l.wPerK * (l.alphaC + l.beta * temperatureC[index(l.from)] -
                                              temperatureC[index(l.to)]);
        } else if (l.wPerK < 0.0) {
            a[index(diagonal_[index(l.from)])] -= l.wPerK;
            a[index(back_[i])] += l.wPerK * l.beta;
            right_[index(l.from)] -= l.wPerK * (l.alphaC + l.beta * temperatureC[index(l.to)] -
                                                temperatureC[index(l.from)]);
        }
    }
    const auto flows = [this](int link) { return link < 0 || links[index(link)].wPerK > 0.0; };
    for (std::size_t i = 0; i < exchanges.size(); ++i) {
        const ThermalExchange& e = exchanges[i];
        if (!flows(e.hot) || !flows(e.cold)) {
            continue;
        }
        const auto middleC = [&](int link) {
            const ThermalLink& l = links[index(link)];
            return l.alphaC + l.beta * temperatureC[index(l.from)];
        };
        double constant = e.q0W;
        if (e.hot >= 0) {
            constant += e.gHotWPerK * middleC(e.hot);
        }
        if (e.cold >= 0) {
            constant -= e.gColdWPerK * middleC(e.cold);
        }
        const auto give = [&](int into, int byHot, int byCold, double sign) {
            if (into < 0) {
                return;
            }
            if (byHot >= 0) {
                a[index(byHot)] -= sign * e.gHotWPerK * links[index(e.hot)].beta;
            }
            if (byCold >= 0) {
                a[index(byCold)] += sign * e.gColdWPerK * links[index(e.cold)].beta;
            }
            right_[index(links[index(into)].to)] += sign * constant;
        };
        give(e.hot, hotHot_[i], hotCold_[i], -1.0);
        give(e.cold, coldHot_[i], coldCold_[i], e.coldShare);
    }
    if (!lu_.factor()) {
        return false;
    }
    lu_.solve(right_);
    storedW_ = 0.0;
    for (std::size_t n = 0; n < right_.size(); ++n) {
        storedW_ += capacityJPerK[n] * right_[n] / dt;
        temperatureC[n] += right_[n];
    }
    for (std::size_t i = 0; i < links.size(); ++i) {
        const ThermalLink& l = links[i];
        inC_[i] = temperatureC[index(l.wPerK < 0.0 ? l.to : l.from)];
        midC_[i] = l.wPerK == 0.0 ? inC_[i] : l.alphaC + l.beta * inC_[i];
        linkHeatW_[i] = 0.0;
    }
    for (std::size_t i = 0; i < exchanges.size(); ++i) {
        const ThermalExchange& e = exchanges[i];
        exchangeW_[i] = 0.0;
        if (!flows(e.hot) || !flows(e.cold)) {
            continue;
        }
        double q = e.q0W;
        if (e.hot >= 0) {
            q += e.gHotWPerK * midC_[index(e.hot)];
        }
        if (e.cold >= 0) {
            q -= e.gColdWPerK * midC_[index(e.cold)];
        }
        exchangeW_[i] = q;
        if (e.hot >= 0) {
            linkHeatW_[index(e.hot)] -= q;
        }
        if (e.cold >= 0) {
            linkHeatW_[index(e.cold)] += e.coldShare * q;
        }
    }
    for (std::size_t i = 0; i < links.size(); ++i) {
        outC_[i] = links[i].wPerK > 0.0 ? midC_[i] + linkHeatW_[i] / links[i].wPerK : midC_[i];
    }
    return true;
}

}  // namespace headroom::engine
