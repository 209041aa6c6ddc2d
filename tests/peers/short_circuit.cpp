// SPDX-License-Identifier: Apache-2.0
#include "tests/peers/short_circuit.h"

#include "engine/base/index.h"
#include "engine/solve/linear/sparse_lu.h"
#include "models/power/fault_current.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace headroom::tests {

using namespace engine;

namespace {

using Complex = std::complex<double>;

bool positive(double value) {
    return value > 0.0 && std::isfinite(value);
}

tl::unexpected<Error> wrong(std::string message) {
    Error error;
    error.code = "PWR-020";
    error.message = std::move(message);
    error.remedy =
        "Correct that part: buses that the network has, ratings, voltages and fault "
        "levels above 0, an impedance that is not 0.";
    return tl::unexpected(std::move(error));
}

double maximumFactor(double nominalV, const ShortCircuitOptions& options) {
    return models::greatestFaultFactor(nominalV, options.lowVoltageFactor);
}

double factor(double nominalV, const ShortCircuitOptions& options) {
    if (options.maximum) {
        return maximumFactor(nominalV, options);
    }
    return nominalV <= models::kLowVoltageV ? models::kLeastFaultFactorLow
                                            : models::kLeastFaultFactorHigh;
}

Complex sourceImpedance(const ShortCircuitNetwork::Source& s, double nominalV,
                        const ShortCircuitOptions& options) {
    if (!s.generator) {
        const double z =
            models::supplyFaultImpedance(factor(nominalV, options), nominalV * nominalV, s.va);
        const double r = z / std::hypot(1.0, s.x);
        return {r, r * s.x};
    }
    const double x = s.x * s.ratedV * s.ratedV / s.va;
    const double k = models::generatorFaultFactor(maximumFactor(nominalV, options), s.x,
                                                  s.powerFactor, nominalV / s.ratedV);
    return Complex(s.r * x, x) * (options.maximum ? k : 1.0);
}

// At the to side. Assumption: K_T only where the greatest current is asked for; without it the
// least is the lower, which is the safe side of a check that a breaker notices.
Complex branchImpedance(const ShortCircuitNetwork::Branch& b, double toV,
                        const ShortCircuitOptions& options) {
    if (b.transformer) {
        const double k = models::transformerFaultFactor(maximumFactor(toV, options), b.xPu);
        return Complex(b.rOhm, b.xOhm) * (options.maximum ? k : 1.0);
    }
    return {b.rOhm * (1.0 + models::kResistancePerK * (options.conductorC - 20.0)), b.xOhm};
}

Result<void> check(const ShortCircuitNetwork& n) {
    const auto known = [&](int bus) { return bus >= 0 && at(bus) < n.buses(); };
    for (std::size_t i = 0; i < n.buses(); ++i) {
        if (!positive(n.nominalV()[i])) {
            return wrong("bus " + n.names()[i] + " has no nominal voltage");
        }
    }
    for (std::size_t i = 0; i < n.sources().size(); ++i) {
        const ShortCircuitNetwork::Source& s = n.sources()[i];
        const std::string part =
            (s.generator ? "generator, source number " : "grid, source number ") +
            std::to_string(i);
        if (!known(s.bus)) {
            return wrong(part + ", names bus number " + std::to_string(s.bus));
        }
        if (!positive(s.va) || !(s.x >= 0.0) || !std::isfinite(s.x) ||
            (s.generator && (!positive(s.ratedV) || !positive(s.x) || !(s.r >= 0.0) ||
                             !(s.powerFactor > 0.0 && s.powerFactor <= 1.0)))) {
            return wrong(part + ", at bus " + n.names()[at(s.bus)] +
                         ", has a figure that is out of range");
        }
    }
    for (std::size_t i = 0; i < n.branches().size(); ++i) {
        const ShortCircuitNetwork::Branch& b = n.branches()[i];
        const std::string part =
            (b.transformer ? "transformer, branch number " : "cable, branch number ") +
            std::to_string(i);
        if (!known(b.from) || !known(b.to) || b.from == b.to) {
            return wrong(part + ", joins bus numbers " + std::to_string(b.from) + " and " +
                         std::to_string(b.to));
        }
        if (!(b.rOhm >= 0.0) || !(b.xOhm >= 0.0) || !positive(b.rOhm + b.xOhm) ||
            !positive(b.ratio)) {
            return wrong(part + ", from bus " + n.names()[at(b.from)] + " to " +
                         n.names()[at(b.to)] + ", has a figure that is out of range");
        }
    }
    return {};
}

/// Walks from the buses with sources and finds Z_k where the way is a tree.
class FaultImpedances {
  public:
    FaultImpedances(const ShortCircuitNetwork& network, const ShortCircuitOptions& options)
        : n_(network),
          sourceS_(network.buses(), 0.0),
          zOhm_(network.buses(), 0.0),
          neighbours_(network.buses()),
          seen_(network.buses(), 0) {
        for (const auto& s : n_.sources()) {
            sourceS_[at(s.bus)] += 1.0 / sourceImpedance(s, n_.nominalV()[at(s.bus)], options);
        }
        for (std::size_t i = 0; i < n_.branches().size(); ++i) {
            const auto& b = n_.branches()[i];
            branchOhm_.push_back(branchImpedance(b, n_.nominalV()[at(b.to)], options));
            neighbours_[at(b.from)].push_back(static_cast<int>(i));
            neighbours_[at(b.to)].push_back(static_cast<int>(i));
        }
    }

    std::vector<Complex> solve() {
        for (std::size_t i = 0; i < n_.buses(); ++i) {
            if (sourceS_[i] != 0.0 && seen_[i] == 0 && !walk(static_cast<int>(i))) {
                meshed_.insert(meshed_.end(), order_.begin(), order_.end());
            }
        }
        if (!meshed_.empty()) {
            solveMeshed();
        }
        return std::move(zOhm_);
    }

  private:
    // False: another source or a ring was met.
    bool walk(int root) {
        bool tree = true;
        order_.assign(1, root);
        std::vector<int> via(1, -1);
        seen_[at(root)] = 1;
        zOhm_[at(root)] = 1.0 / sourceS_[at(root)];
        for (std::size_t next = 0; next < order_.size(); ++next) {
            const int bus = order_[next];
            tree = tree && (bus == root || sourceS_[at(bus)] == 0.0);
            for (const int branch : neighbours_[at(bus)]) {
                const auto& b = n_.branches()[at(branch)];
                const int other = b.from + b.to - bus;
                if (branch == via[next]) {
                    continue;
                }
                if (seen_[at(other)] != 0) {
                    tree = false;
                    continue;
                }
                seen_[at(other)] = 1;
                const Complex z = branchOhm_[at(branch)];
                zOhm_[at(other)] = b.to == other ? zOhm_[at(bus)] / (b.ratio * b.ratio) + z
                                                 : (zOhm_[at(bus)] + z) * (b.ratio * b.ratio);
                order_.push_back(other);
                via.push_back(branch);
            }
        }
        return tree;
    }

    // Diagonal of the inverse of the admittance matrix, column by column.
    void solveMeshed() {
        std::vector<int> rowOf(n_.buses(), -1);
        for (std::size_t i = 0; i < meshed_.size(); ++i) {
            rowOf[at(meshed_[i])] = static_cast<int>(i);
        }
        std::vector<std::vector<std::pair<int, Complex>>> rows(meshed_.size());
        const auto add = [&](int row, int column, Complex y) {
            auto& list = rows[at(row)];
            const auto it = std::find_if(list.begin(), list.end(),
                                         [&](const auto& e) { return e.first == column; });
            if (it == list.end()) {
                list.emplace_back(column, y);
            } else {
                it->second += y;
            }
        };
        for (const int bus : meshed_) {
            add(rowOf[at(bus)], rowOf[at(bus)], sourceS_[at(bus)]);
        }
        for (std::size_t i = 0; i < n_.branches().size(); ++i) {
            const auto& b = n_.branches()[i];
            const int f = rowOf[at(b.from)];
            const int t = rowOf[at(b.to)];
            if (f < 0) {
                continue;
            }
            const Complex y = 1.0 / branchOhm_[i];
            add(f, f, y / (b.ratio * b.ratio));
            add(f, t, -y / b.ratio);
            add(t, f, -y / b.ratio);
            add(t, t, y);
        }
        std::vector<int> starts = {0};
        std::vector<int> columns;
        std::vector<Complex> values;
        for (const auto& row : rows) {
            for (const auto& [column, y] : row) {
                columns.push_back(column);
                values.push_back(y);
            }
            starts.push_back(static_cast<int>(columns.size()));
        }
        SparseLu<Complex> lu;
        const bool analysed = lu.analyse(starts, columns);
        lu.values() = std::move(values);
        const bool factored = analysed && lu.factor();
        std::vector<Complex> x(meshed_.size());
        for (std::size_t i = 0; factored && i < meshed_.size(); ++i) {
            std::fill(x.begin(), x.end(), 0.0);
            x[i] = 1.0;
            lu.solve(x);
            zOhm_[at(meshed_[i])] = x[i];
        }
    }

    const ShortCircuitNetwork& n_;
    std::vector<Complex> sourceS_, branchOhm_, zOhm_;
    std::vector<std::vector<int>> neighbours_;
    std::vector<char> seen_;
    std::vector<int> order_, meshed_;
};

}  // namespace

int ShortCircuitNetwork::addBus(std::string name, double nominalV) {
    names_.push_back(std::move(name));
    nominalV_.push_back(nominalV);
    return static_cast<int>(names_.size()) - 1;
}

void ShortCircuitNetwork::addGrid(int bus, double shortCircuitVa, double xOverR) {
    sources_.push_back({bus, false, shortCircuitVa, 0.0, xOverR, 0.0, 1.0});
}

void ShortCircuitNetwork::addGenerator(int bus, double ratedVa, double ratedV,
                                       double subtransientPu, double rOverX, double powerFactor) {
    sources_.push_back({bus, true, ratedVa, ratedV, subtransientPu, rOverX, powerFactor});
}

void ShortCircuitNetwork::addTransformer(int from, int to, double ratedVa, double fromV, double toV,
                                         double shortCircuitVoltage, double loadLossW,
                                         int parallel) {
    const double base = toV * toV / ratedVa;
    const double rPu = loadLossW / ratedVa;
    const double xPu =
        std::sqrt(std::max(0.0, shortCircuitVoltage * shortCircuitVoltage - rPu * rPu));
    branches_.push_back(
        {from, to, true, rPu * base / parallel, xPu * base / parallel, fromV / toV, xPu});
}

void ShortCircuitNetwork::addCable(int from, int to, double rOhm, double xOhm) {
    branches_.push_back({from, to, false, rOhm, xOhm, 1.0, 0.0});
}

Result<ShortCircuitResult> shortCircuit(const ShortCircuitNetwork& network,
                                        const ShortCircuitOptions& options) {
    if (auto checked = check(network); !checked) {
        return tl::unexpected(std::move(checked.error()));
    }
    ShortCircuitResult result;
    result.impedanceOhm = FaultImpedances(network, options).solve();
    for (std::size_t i = 0; i < network.buses(); ++i) {
        const Complex z = result.impedanceOhm[i];
        const double nominalV = network.nominalV()[i];
        if (z == 0.0) {
            result.initialA.push_back(0.0);
            result.kappa.push_back(0.0);
            result.peakA.push_back(0.0);
            continue;
        }
        const double initialA =
            factor(nominalV, options) * nominalV / (std::numbers::sqrt3 * std::abs(z));
        const double kappa = 1.02 + 0.98 * std::exp(-3.0 * z.real() / z.imag());
        result.initialA.push_back(initialA);
        result.kappa.push_back(kappa);
        result.peakA.push_back(kappa * std::numbers::sqrt2 * initialA);
    }
    return result;
}

}  // namespace headroom::tests
