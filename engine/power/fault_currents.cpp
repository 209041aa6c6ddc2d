// SPDX-License-Identifier: Apache-2.0
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

/// What a short circuit behind each unit draws through it, with normal supply and all sources closed:
///
///     I"k = c U_n / (sqrt(3) |Z_k|)      impedances: models/power/fault_current.h
///
/// Units are taken sources first. Z of a source is its own; a unit's is that of its incomers together, and its own after
/// it. Incomers p, q of one unit carry shares w of the current to a fault there, which what they share upstream decides:
///
///     (Z_pq + z_p [p = q]) x = 1,  w = x / sum x,  Z = 1 / sum x + Z_own        z_p: of the incomer's cable
///     Z_nq = sum_p w_p Z_pq          transfer impedance of n to a unit q that is not behind it (reciprocity)
///
/// A transfer switch stands on its first source, the static bypass of a UPS lets the fault current through, a converter to
/// direct current gives a multiple of its rating.
/// Validity: what comes back to a unit through a way beside it is not in its current: it does not flow through the unit,
/// nor through the breakers behind it. Held to engine/solve/electrical/short_circuit.h in tests/engine/power.
namespace headroom::engine {

namespace {

using Complex = std::complex<double>;

/// Of an impedance: so little on the diagonal keeps equal ways without a cable apart from each other.
constexpr double kApart = 1e-12;
/// Beyond so many ways to one unit what they share counts on each: a current that is high.
constexpr int kMostWays = 500;

class FaultCurrents {
  public:
    explicit FaultCurrents(PowerNetwork& network)
        : n_(network), z_(network.units.size()), shares_(network.edges.size(), 1.0) {}

    void find() {
        for (const UnitIndex unit : n_.units.indices()) {
            PowerUnit& u = n_.units[at(unit)];
            z_[at(unit)] = impedance(u);
            u.faultA = current(u, z_[at(unit)]);
        }
    }

  private:
    /// Incomers that are closed with normal supply.
    static int closed(const PowerUnit& u) {
        return u.kind == PowerKind::TransferSwitch ? std::min(u.edges, 1) : u.edges;
    }

    Complex impedance(const PowerUnit& u) {
        const double c = models::greatestFaultFactor(u.voltageV);
        if (u.kind == PowerKind::Utility) {
            const models::UtilitySpec& s = n_.utilities[at(u.spec)];
            return std::polar(models::supplyFaultImpedance(c, kPowerBaseVa, s.shortCircuitVa),
                              std::atan(s.xOverR));
        }
        if (u.kind == PowerKind::Genset) {
            const double x = n_.generator(u).subtransientReactance;
            return models::generatorFaultFactor(c, x, models::kGensetPowerFactor) *
                   Complex(models::generatorFaultResistance(u.voltageV) * x, x) *
                   (kPowerBaseVa * models::kGensetPowerFactor / u.ratedVa);
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
        return together(u) + k * Complex(u.rPu, u.xPu);
    }

    double current(const PowerUnit& u, Complex z) const {
        if (u.kind == PowerKind::Pdu && n_.pdus[at(u.spec)].directCurrent) {
            return models::kRectifierFaultFactor * u.ratedVa / u.voltageV;
        }
        const double baseA =
            kPowerBaseVa / (u.direct ? u.voltageV : std::numbers::sqrt3 * u.voltageV);
        return models::greatestFaultFactor(u.voltageV) * baseA / std::abs(z);
    }

    Complex cableOf(const PowerEdge& e) const { return {e.rPu, e.xPu}; }

    /// Of all closed incomers, whose shares of the current it notes.
    Complex together(const PowerUnit& u) {
        const int ways = closed(u);
        const auto edge = [&](int k) -> const PowerEdge& { return n_.edges[at(u.firstEdge + k)]; };
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
            shares_[at(u.firstEdge + p)] = x(p) / sum;
        }
        return 1.0 / sum;
    }

    /// What a current of 1 into one of them lifts the other by.
    Complex transfer(UnitIndex a, UnitIndex b) {
        for (;;) {
            if (a == b) {
                return z_[at(a)];
            }
            if (a < b) {
                std::swap(a, b);
            }
            const PowerUnit& later = n_.units[at(a)];
            const int ways = closed(later);
            if (ways == 0) {
                return 0.0;
            }
            if (ways > 1) {
                break;
            }
            a = n_.edges[at(later.firstEdge)].from;
        }
        const std::uint64_t key =
            (std::uint64_t{static_cast<std::uint32_t>(static_cast<std::int32_t>(a))} << 32U) |
            static_cast<std::uint32_t>(static_cast<std::int32_t>(b));
        if (const auto known = transfers_.find(key); known != transfers_.end()) {
            return known->second;
        }
        const PowerUnit& later = n_.units[at(a)];
        Complex sum = 0.0;
        for (int k = 0; k < closed(later); ++k) {
            sum += shares_[at(later.firstEdge + k)] *
                   transfer(n_.edges[at(later.firstEdge + k)].from, b);
        }
        transfers_.emplace(key, sum);
        return sum;
    }

    PowerNetwork& n_;
    std::vector<Complex> z_;  ///< at each unit's output
    std::vector<Complex>
        shares_;  ///< by edge: of the current of a fault at the unit that it leads to
    std::unordered_map<std::uint64_t, Complex> transfers_;
};

}  // namespace

void findFaultCurrents(PowerNetwork& network) {
    FaultCurrents(network).find();
}

}  // namespace headroom::engine
