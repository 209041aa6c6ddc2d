// SPDX-License-Identifier: Apache-2.0
#include "engine/power/fault_currents.h"

#include "engine/power/network.h"
#include "models/power/fault_current.h"
#include "models/power/usual.h"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <numbers>
#include <unordered_map>

/// Current of a short circuit behind each unit: with normal supply and all sources closed; the greatest, by the source of
/// each transfer switch that drives most through it; and with the present wiring:
///
///     I"k = c U_n / (sqrt(3) |Z_k|)      impedances: models/power/fault_current.h
///
/// Units are taken sources first. Z of a source is its own; a unit's is that of its incomers together, and its own after
/// it. Incomers p, q of one unit carry shares w of the current to a fault there, which what they share upstream decides:
///
///     (Z_pq + z_p [p = q]) x = 1,  w = x / sum x,  Z = 1 / sum x + Z_own        z_p: of the incomer's cable
///     Z_nq = sum_p w_p Z_pq          transfer impedance of n to a unit q that is not behind it (reciprocity)
///
/// With normal supply a transfer switch is on its first source; it is on one at a time. The static bypass of a UPS lets the
/// fault current through. A converter to direct current, and a UPS without a live bypass, are sources of their own: they give a
/// multiple of their rating however little is between them and the fault, I_max, and less behind cables:
///
///     Z = c U_n / (sqrt(3) I_max)     without sqrt(3) where current is direct
///
/// Validity: two switches before one unit each take the source that drives most through the switch, regardless of the other
/// does. Current that returns to a unit through a parallel way is not in its current: it does not flow through the unit,
/// nor through the breakers behind it. Held to engine/solve/electrical/short_circuit.h in tests/engine/power.
namespace headroom::engine {

namespace {

using Complex = std::complex<double>;

/// Relative to an impedance: this small term on the diagonal separates equal paths without a cable.
constexpr double kApart = 1e-12;
/// Beyond this number of ways to one unit their common part counts on each: a current that is high.
constexpr int kMostWays = 500;

class FaultCurrents {
  public:
    enum class Stand { Normal, Strongest };

    FaultCurrents(const PowerNetwork& network, Stand stand)
        : n_(network),
          z_(network.units.size()),
          ways_(network.units.size()),
          shares_(network.edges.size(), 1.0),
          stand_(stand) {}

    /// With the present wiring.
    FaultCurrents(const PowerNetwork& network, const PowerSwitching& switching,
                  const PowerFlow& flow)
        : FaultCurrents(network, Stand::Normal) {
        switching_ = &switching;
        flow_ = &flow;
        std::copy(flow.share.begin(), flow.share.end(), shares_.begin());
    }

    /// Impedance of each unit, sources first, up to that one.
    double find(UnitIndex last) {
        for (UnitIndex unit(0); unit < last; ++unit) {
            next(unit);
        }
        return next(last);
    }

    ByUnit<double> findAll() {
        ByUnit<double> amperes;
        amperes.assign(n_.units.size(), 0.0);
        for (const UnitIndex unit : n_.units.indices()) {
            amperes[unit] = next(unit);
        }
        return amperes;
    }

    ByEdge<double> shares() const {
        ByEdge<double> all;
        all.assign(shares_.size(), 0.0);
        for (std::size_t e = 0; e < shares_.size(); ++e) {
            all[e] = std::abs(shares_[e]);
        }
        return all;
    }

  private:
    double next(UnitIndex unit) {
        close(unit);
        z_[at(unit)] = impedance(unit);
        return current(n_.units[at(unit)], z_[at(unit)]);
    }

    /// Which incomers feed a fault behind the unit; of a converter none.
    void close(UnitIndex unit) {
        const PowerUnit& u = n_.units[at(unit)];
        std::vector<int>& ways = ways_[at(unit)];
        if (isConverter(u)) {
            return;
        }
        for (int e = u.firstEdge; e < u.firstEdge + u.edges; ++e) {
            if (flow_ == nullptr || flow_->share[at(e)] > 0.0) {
                ways.push_back(e);
            }
        }
        if (u.kind != PowerKind::TransferSwitch || flow_ != nullptr || ways.size() < 2) {
            return;
        }
        int stands = ways.front();
        const auto seen = [&](int e) {
            return std::abs(z_[at(n_.edges[at(e)].from)] + cableOf(n_.edges[at(e)]));
        };
        for (const int e : ways) {
            stands = stand_ == Stand::Strongest && seen(e) < seen(stands) ? e : stands;
        }
        ways = {stands};
    }

    bool isConverter(const PowerUnit& u) const {
        return u.kind == PowerKind::Pdu && n_.pdus[at(u.spec)].directCurrent;
    }

    double baseA(const PowerUnit& u) const {
        return kPowerBaseVa / (u.direct ? u.voltageV : std::numbers::sqrt3 * u.voltageV);
    }

    /// Modules in service of a unit that limits its current. An inverter has the limit of a
    /// rectifier.
    Complex limited(UnitIndex unit) const {
        const PowerUnit& u = n_.units[at(unit)];
        const int out = switching_ == nullptr ? 0 : switching_->modulesOut[unit];
        const double mostVa =
            models::kRectifierFaultFactor * u.ratedVa * (u.modules - out) / u.modules;
        return mostVa > 0.0 ? models::greatestFaultFactor(u.voltageV) * kPowerBaseVa / mostVa
                            : kDead;
    }

    Complex impedance(UnitIndex unit) {
        const PowerUnit& u = n_.units[at(unit)];
        const double c = models::greatestFaultFactor(u.voltageV);
        if (flow_ != nullptr && flow_->live[unit] == 0) {
            return kDead;
        }
        if (isConverter(u) || (u.kind == PowerKind::Ups && ways_[at(unit)].empty())) {
            return limited(unit);
        }
        if (u.kind == PowerKind::Utility) {
            const models::UtilitySpec& s = n_.utilities[at(u.spec)];
            return std::polar(models::supplyFaultImpedance(c, kPowerBaseVa, s.shortCircuitVa),
                              std::atan(s.xOverR));
        }
        if (u.kind == PowerKind::Genset) {
            const double x = n_.generator(u).subtransientReactance;
            return models::generatorFaultFactor(c, x, u.ratedPowerFactor) *
                   Complex(models::generatorFaultResistance(u.voltageV) * x, x) *
                   (kPowerBaseVa / u.ratedVa);
        }
        if (makesPower(u.kind)) {  // a converter gives what its maker states
            return {0.0, n_.generator(u).subtransientReactance * kPowerBaseVa / u.ratedVa};
        }
        double k = 1.0;
        if (u.kind == PowerKind::Transformer) {
            const double lowV = std::min(u.voltageV, n_.transformers[at(u.spec)].primaryV);
            k = models::transformerFaultFactor(models::greatestFaultFactor(lowV),
                                               u.xPu * u.ratedVa / kPowerBaseVa);
        }
        return together(unit) + k * Complex(u.rPu, u.xPu);
    }

    double current(const PowerUnit& u, Complex z) const {
        return std::abs(z) < kDead
                   ? models::greatestFaultFactor(u.voltageV) * baseA(u) / std::abs(z)
                   : 0.0;
    }

    Complex cableOf(const PowerEdge& e) const { return {e.rPu, e.xPu}; }

    /// Sum over all closed incomers, whose shares of the current it notes.
    Complex together(UnitIndex unit) {
        const std::vector<int>& closed = ways_[at(unit)];
        const auto ways = static_cast<int>(closed.size());
        const auto edge = [&](int k) -> const PowerEdge& { return n_.edges[at(closed[at(k)])]; };
        if (ways == 0) {
            return kDead;
        }
        if (ways == 1) {
            return z_[at(edge(0).from)] + cableOf(edge(0));
        }
        Eigen::VectorXcd x(ways);
        if (ways <= kMostWays) {
            Eigen::MatrixXcd z(ways, ways);
            for (int p = 0; p < ways; ++p) {
                for (int q = 0; q < p; ++q) {
                    z(p, q) = z(q, p) = transfer(edge(p).from, edge(q).from);
                }
                z(p, p) = (z_[at(edge(p).from)] + cableOf(edge(p))) * (1.0 + kApart);
            }
            x = z.partialPivLu().solve(Eigen::VectorXcd::Ones(ways));
        } else {
            for (int p = 0; p < ways; ++p) {
                x(p) = 1.0 / (z_[at(edge(p).from)] + cableOf(edge(p)));
            }
        }
        const Complex sum = x.sum();
        for (int p = 0; p < ways; ++p) {
            shares_[at(closed[at(p)])] = x(p) / sum;
        }
        return 1.0 / sum;
    }

    /// Rise of the other by a current of 1 into one of them.
    Complex transfer(UnitIndex a, UnitIndex b) {
        for (;;) {
            if (a == b) {
                return z_[at(a)];
            }
            if (a < b) {
                std::swap(a, b);
            }
            const std::vector<int>& ways = ways_[at(a)];
            if (ways.empty()) {
                return 0.0;
            }
            if (ways.size() > 1) {
                break;
            }
            a = n_.edges[at(ways.front())].from;
        }
        const std::uint64_t key =
            (std::uint64_t{static_cast<std::uint32_t>(static_cast<std::int32_t>(a))} << 32U) |
            static_cast<std::uint32_t>(static_cast<std::int32_t>(b));
        if (const auto known = transfers_.find(key); known != transfers_.end()) {
            return known->second;
        }
        Complex sum = 0.0;
        for (const int e : ways_[at(a)]) {
            sum += shares_[at(e)] * transfer(n_.edges[at(e)].from, b);
        }
        transfers_.emplace(key, sum);
        return sum;
    }

    /// Impedance of an unfed bus: larger than any other.
    static constexpr double kDead = 1e30;

    const PowerNetwork& n_;
    std::vector<Complex> z_;              ///< at each unit's output
    std::vector<std::vector<int>> ways_;  ///< by unit: incomers that feed a fault
    std::vector<Complex>
        shares_;  ///< by edge: of the current of a fault at the unit that it leads to
    std::unordered_map<std::uint64_t, Complex> transfers_;
    Stand stand_;
    const PowerSwitching* switching_ = nullptr;
    const PowerFlow* flow_ = nullptr;
};

}  // namespace

void findFaultCurrents(PowerNetwork& network) {
    const ByUnit<double> amperes = FaultCurrents(network, FaultCurrents::Stand::Normal).findAll();
    for (const UnitIndex unit : network.units.indices()) {
        network.units[at(unit)].faultA = amperes[unit];
    }
}

ByUnit<double> greatestFaultCurrents(const PowerNetwork& network) {
    ByUnit<double> most = FaultCurrents(network, FaultCurrents::Stand::Strongest).findAll();
    for (const UnitIndex unit : network.units.indices()) {
        most[unit] = std::max(most[unit], network.units[at(unit)].faultA);
    }
    return most;
}

ByEdge<double> faultShares(const PowerNetwork& network) {
    FaultCurrents faults(network, FaultCurrents::Stand::Normal);
    faults.findAll();
    return faults.shares();
}

ShortNow shortNow(const PowerNetwork& network, const PowerSwitching& switching,
                  const PowerFlow& flow, UnitIndex unit) {
    FaultCurrents faults(network, switching, flow);
    ShortNow now;
    now.currentA = faults.find(unit);
    now.share = faults.shares();
    return now;
}

}  // namespace headroom::engine
