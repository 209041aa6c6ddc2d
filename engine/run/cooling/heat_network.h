// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/cooling/cooling_units.h"
#include "engine/run/cooling/moved.h"
#include "engine/run/racks/thermal.h"
#include "engine/solve/thermal/thermal_network.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace headroom::engine {

/// The coolant plant and the supply air of its halls as one thermal network (engine/solve/thermal/thermal_network.h):
/// nodes of the coolant network, then one node a hall; its links, then the air of each hall.
///
/// In a sub-step each machine, hall and row sets its exchange, then solve() finds all temperatures at once, which are
/// CoolantState::nodeC. Exchangers of CDUs are set here.
class HeatNetwork : public CoolantPart {
  public:
    HeatNetwork(const RunContext& run, const CoolantMode& mode, const CoolingUnits& units);

    /// Exchanges of the network; -1 where there is none.
    struct Exchanges {
        std::vector<int> cdu, coil;                                       ///< by CDU, by hall
        std::vector<int> economiser, evaporator, tower, external, reuse;  ///< by loop
    };

    const Exchanges& exchanges() const { return exchanges_; }

    /// By the index that exchanges() tells.
    ThermalExchange& exchange(int index) { return thermal_.exchanges[at(index)]; }

    const ThermalExchange& exchange(int index) const { return thermal_.exchanges[at(index)]; }

    /// Nothing is exchanged; every exchange that is set begins so.
    void shut(int exchange);

    /// An exchange holds a temperature, rather than what its surfaces transfer: it never gives heat where it takes it.
    void setHolding(int exchange, bool holds) { holds_[at(exchange)] = holds ? 1 : 0; }

    ThermalLink& link(LinkIndex link) { return thermal_.links[at(link)]; }

    const ThermalLink& link(LinkIndex link) const { return thermal_.links[at(link)]; }

    /// The stream of a hall's air.
    ThermalLink& air(std::size_t hall) { return thermal_.links[n_.links.size() + hall]; }

    /// Heat that fans give to the supply air of a hall.
    void setFanHeat(std::size_t hall, double heatW) {
        thermal_.sourceW[n_.nodes.size() + hall] = heatW;
    }

    double capacityJPerK(std::size_t node) const { return thermal_.capacityJPerK[node]; }

    /// Heat capacity of the water between the towers or dry coolers of a loop and what they cool.
    double outdoorJPerK(std::size_t loop) const { return outdoorJPerK_[loop]; }

    /// Flows of the liquid through all links, before exchanges are set.
    void setStreams();
    /// The exchanger of a CDU group, by its flows.
    void setCdu(std::size_t cdu);

    /// All temperatures after a sub-step. `shaftW`: heat of pumps, by link.
    SubStepMove solve(Flows& f, const std::vector<double>& shaftW, double dt);

    // of the last solution
    double exchangeW(int exchange) const { return thermal_.exchangeW(exchange); }

    double inC(LinkIndex link) const { return thermal_.inC(link); }

    double outC(LinkIndex link) const { return thermal_.outC(link); }

  private:
    void buildExchanges();
    void buildCapacities();
    bool restHolding();
    double noteRates(double dt);

    const CoolingUnits& units_;
    ThermalNetwork thermal_;
    Exchanges exchanges_;
    std::vector<std::uint8_t> holds_;   ///< by exchange
    std::vector<double> outdoorJPerK_;  ///< by loop
    std::vector<double> nodeBefore_;
};

}  // namespace headroom::engine
