// SPDX-License-Identifier: Apache-2.0
#include "engine/solve/electrical/load_flow.h"

#include "engine/base/index.h"
#include "engine/solve/electrical/newton.h"
#include "engine/solve/electrical/sweep.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

namespace headroom::engine {

namespace {

using Complex = std::complex<double>;

// Product without the test for infinities that std::complex makes.
Complex times(Complex a, Complex b) {
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

Error flowError(std::string code, std::string message, std::string remedy) {
    Error error;
    error.code = std::move(code);
    error.message = std::move(message);
    error.remedy = std::move(remedy);
    return error;
}

std::string busText(const LoadFlowNetwork& network, int bus) {
    if (bus >= 0 && at(bus) < network.busName.size() && !network.busName[at(bus)].empty()) {
        return "bus " + network.busName[at(bus)];
    }
    return "bus number " + std::to_string(bus);
}

std::string branchText(const LoadFlowNetwork& network, std::size_t branch) {
    return "branch number " + std::to_string(branch) + " (" +
           busText(network, network.from[branch]) + " to " + busText(network, network.to[branch]) +
           ")";
}

// Ratios of parallel branches that differ by less are equal: rounding of 1 / (1 / t).
constexpr double kSameRatio = 1e-12;

Result<void> checkFinite(const LoadFlowNetwork& network, const std::vector<double>& values,
                         const char* what, bool ofBuses) {
    const auto bad = std::find_if(values.begin(), values.end(),
                                  [](double value) { return !std::isfinite(value); });
    if (bad == values.end()) {
        return {};
    }
    const auto index = static_cast<std::size_t>(bad - values.begin());
    const std::string place =
        ofBuses ? busText(network, static_cast<int>(index)) : branchText(network, index);
    return tl::unexpected(flowError("PWR-001",
                                    place + " has no finite number for its " + std::string(what),
                                    "Give every bus and branch finite values."));
}

Result<void> checkNetwork(const LoadFlowNetwork& n) {
    const std::size_t buses = n.buses();
    for (const auto* field : {&n.loadPPu, &n.loadQPu, &n.generationPPu, &n.generationQPu,
                              &n.shuntGPu, &n.shuntBPu, &n.setpointPu, &n.setpointRad}) {
        if (field->size() != buses) {
            return tl::unexpected(flowError(
                "PWR-001", "the network's arrays by bus differ in length", "Add buses by addBus."));
        }
    }
    const std::size_t branches = n.branches();
    for (const auto* field : {&n.rPu, &n.xPu, &n.chargingPu, &n.tapRatio, &n.shiftRad}) {
        if (field->size() != branches || n.to.size() != branches ||
            n.inService.size() != branches) {
            return tl::unexpected(flowError("PWR-001",
                                            "the network's arrays by branch differ in length",
                                            "Add branches by addBranch."));
        }
    }
    for (std::size_t b = 0; b < branches; ++b) {
        for (const int bus : {n.from[b], n.to[b]}) {
            if (bus < 0 || at(bus) >= buses) {
                return tl::unexpected(flowError("PWR-001",
                                                "branch number " + std::to_string(b) +
                                                    " names bus number " + std::to_string(bus) +
                                                    ", and there are " + std::to_string(buses),
                                                "Name a bus that the network has."));
            }
        }
    }
    const std::pair<const std::vector<double>*, const char*> byBus[] = {
        {&n.loadPPu, "active load"},        {&n.loadQPu, "reactive load"},
        {&n.generationPPu, "generation"},   {&n.generationQPu, "reactive generation"},
        {&n.shuntGPu, "shunt conductance"}, {&n.shuntBPu, "shunt susceptance"},
        {&n.setpointPu, "set-point"},       {&n.setpointRad, "angle"}};
    for (const auto& [values, what] : byBus) {
        if (auto checked = checkFinite(n, *values, what, true); !checked) {
            return checked;
        }
    }
    const std::pair<const std::vector<double>*, const char*> byBranch[] = {
        {&n.rPu, "resistance"},
        {&n.xPu, "reactance"},
        {&n.chargingPu, "charging"},
        {&n.tapRatio, "ratio"},
        {&n.shiftRad, "shift"}};
    for (const auto& [values, what] : byBranch) {
        if (auto checked = checkFinite(n, *values, what, false); !checked) {
            return checked;
        }
    }
    for (std::size_t i = 0; i < buses; ++i) {
        if (n.busKind[i] != BusKind::Pq && !(n.setpointPu[i] > 0.0)) {
            return tl::unexpected(flowError(
                "PWR-001", busText(n, static_cast<int>(i)) + " is to hold a voltage of 0 or less",
                "Give PV and slack buses a set-point above 0, 1 is nominal."));
        }
    }
    for (std::size_t b = 0; b < branches; ++b) {
        const char* wrong = n.rPu[b] == 0.0 && n.xPu[b] == 0.0 ? " has no impedance"
                            : n.from[b] == n.to[b]             ? " begins where it ends"
                            : n.tapRatio[b] <= 0.0             ? " has a tap ratio of 0 or less"
                                                               : nullptr;
        if (wrong != nullptr) {
            return tl::unexpected(
                flowError("PWR-002", branchText(n, b) + wrong,
                          "Join the two buses into one, or give the branch its impedance and a "
                          "ratio above 0 (1: a line)."));
        }
    }
    return {};
}

}  // namespace

int LoadFlowNetwork::addBus(BusKind kind, double loadP, double loadQ, double setpoint) {
    busKind.push_back(kind);
    loadPPu.push_back(loadP);
    loadQPu.push_back(loadQ);
    generationPPu.push_back(0.0);
    generationQPu.push_back(0.0);
    shuntGPu.push_back(0.0);
    shuntBPu.push_back(0.0);
    setpointPu.push_back(setpoint);
    setpointRad.push_back(0.0);
    return static_cast<int>(busKind.size()) - 1;
}

int LoadFlowNetwork::addBranch(int fromBus, int toBus, double r, double x, double charging,
                               double ratio, double shift) {
    from.push_back(fromBus);
    to.push_back(toBus);
    rPu.push_back(r);
    xPu.push_back(x);
    chargingPu.push_back(charging);
    tapRatio.push_back(ratio);
    shiftRad.push_back(shift);
    inService.push_back(1);
    return static_cast<int>(from.size()) - 1;
}

struct LoadFlowSolver::Impl {
    LoadFlowNetwork net;
    LoadFlowResult result;
    RadialSweep sweep;
    NewtonFlow newton;

    // Branches by bus, in and out of service.
    std::vector<int> adjacencyStart, adjacency;
    std::vector<Complex> series, fromRatio;  // by branch: y and 1 / a
    std::vector<Complex> shunt;              // by bus, charging of branches included
    std::vector<Complex> missing;            // by bus, while checking

    // Order of the walk through the islands; by bus unless said.
    std::vector<int> parentBus, nodeOf, order, newtonBuses;
    std::vector<int> parentBranch;
    std::vector<double> flatRad;
    std::vector<std::uint8_t> seen;

    LoadFlowMethod builtFor = LoadFlowMethod::Automatic;
    bool wiringChanged = true;
    bool warm = false;

    Complex ratioOf(int branch, int towards) const {
        const Complex inverse = fromRatio[at(branch)];
        return net.to[at(branch)] == towards ? inverse : 1.0 / inverse;
    }

    // Series admittance as seen from the bus at which the ratio is applied: the child's.
    Complex admittanceAt(int branch, int child) const {
        const Complex y = series[at(branch)];
        return net.to[at(branch)] == child ? y : y * std::norm(fromRatio[at(branch)]);
    }

    void makeAdjacency() {
        const std::size_t buses = net.buses();
        adjacencyStart.assign(buses + 1, 0);
        for (std::size_t b = 0; b < net.branches(); ++b) {
            ++adjacencyStart[at(net.from[b]) + 1];
            ++adjacencyStart[at(net.to[b]) + 1];
        }
        for (std::size_t i = 0; i < buses; ++i) {
            adjacencyStart[i + 1] += adjacencyStart[i];
        }
        adjacency.resize(2 * net.branches());
        std::vector<int> next(adjacencyStart.begin(), adjacencyStart.end() - 1);
        for (std::size_t b = 0; b < net.branches(); ++b) {
            adjacency[at(next[at(net.from[b])]++)] = static_cast<int>(b);
            adjacency[at(next[at(net.to[b])]++)] = static_cast<int>(b);
        }
        series.resize(net.branches());
        fromRatio.resize(net.branches());
        for (std::size_t b = 0; b < net.branches(); ++b) {
            series[b] = 1.0 / Complex(net.rPu[b], net.xPu[b]);
            fromRatio[b] = net.tapRatio[b] == 1.0 && net.shiftRad[b] == 0.0
                               ? Complex(1.0)
                               : 1.0 / std::polar(net.tapRatio[b], net.shiftRad[b]);
        }
    }

    void addShunts() {
        for (std::size_t i = 0; i < net.buses(); ++i) {
            shunt[i] = {net.shuntGPu[i], net.shuntBPu[i]};
        }
        for (std::size_t b = 0; b < net.branches(); ++b) {
            if (net.inService[b] != 0 && net.chargingPu[b] != 0.0) {
                const Complex half = {0.0, 0.5 * net.chargingPu[b]};
                shunt[at(net.from[b])] += half * std::norm(fromRatio[b]);
                shunt[at(net.to[b])] += half;
            }
        }
    }

    // Walks the island of `root` breadth first. True: a tree that the sweep can take.
    bool walk(int root) {
        bool tree = true;
        order.assign(1, root);
        seen[at(root)] = 1;
        parentBus[at(root)] = parentBranch[at(root)] = -1;
        flatRad[at(root)] = net.setpointRad[at(root)];
        for (std::size_t next = 0; next < order.size(); ++next) {
            const int bus = order[next];
            tree = tree && (net.busKind[at(bus)] == BusKind::Pq || bus == root);
            for (int k = adjacencyStart[at(bus)]; k < adjacencyStart[at(bus) + 1]; ++k) {
                const int branch = adjacency[at(k)];
                if (net.inService[at(branch)] == 0) {
                    continue;
                }
                const int other = net.from[at(branch)] + net.to[at(branch)] - bus;
                if (seen[at(other)] == 0) {
                    seen[at(other)] = 1;
                    parentBus[at(other)] = bus;
                    parentBranch[at(other)] = branch;
                    const double shift = net.shiftRad[at(branch)];
                    flatRad[at(other)] =
                        flatRad[at(bus)] + (net.to[at(branch)] == other ? -shift : shift);
                    order.push_back(other);
                } else if (parentBus[at(other)] == bus) {
                    const Complex ratio = ratioOf(parentBranch[at(other)], other);
                    tree = tree && std::abs(ratioOf(branch, other) - ratio) < kSameRatio;
                } else {
                    tree = tree && other == parentBus[at(bus)];
                }
            }
        }
        return tree;
    }

    void addTree() {
        for (const int bus : order) {
            if (parentBus[at(bus)] < 0) {
                nodeOf[at(bus)] = sweep.addRoot(bus);
                continue;
            }
            const int branch = parentBranch[at(bus)];
            const int parent = parentBus[at(bus)];
            const int node = sweep.addNode(bus, nodeOf[at(parent)], ratioOf(branch, bus),
                                           admittanceAt(branch, bus));
            nodeOf[at(bus)] = node;
            for (int k = adjacencyStart[at(bus)]; k < adjacencyStart[at(bus) + 1]; ++k) {
                const int other = adjacency[at(k)];
                if (other != branch && net.inService[at(other)] != 0 &&
                    net.from[at(other)] + net.to[at(other)] - bus == parent) {
                    sweep.addParallel(node, admittanceAt(other, bus));
                }
            }
        }
    }

    void findIslands(LoadFlowMethod method) {
        std::fill(seen.begin(), seen.end(), std::uint8_t{0});
        sweep.clear();
        newtonBuses.clear();
        result.islands = result.deadIslands = 0;
        for (std::size_t i = 0; i < net.buses(); ++i) {
            if (net.busKind[i] != BusKind::Slack || seen[i] != 0) {
                continue;
            }
            ++result.islands;
            const bool tree = walk(static_cast<int>(i));
            if (tree && method != LoadFlowMethod::Newton) {
                addTree();
            } else {
                newtonBuses.insert(newtonBuses.end(), order.begin(), order.end());
            }
        }
        for (std::size_t i = 0; i < net.buses(); ++i) {
            result.live[i] = seen[i];
            if (seen[i] == 0) {
                result.voltagePu[i] = result.generationPu[i] = 0.0;
            } else {
                result.generationPu[i] = {net.generationPPu[i], net.generationQPu[i]};
            }
        }
        countDead();
        addShunts();
        sweep.finish(shunt, result.voltagePu);
        newton.useBuses(net, newtonBuses);
        newton.fillAdmittance(net);
        builtFor = method;
        wiringChanged = false;
    }

    void countDead() {
        for (std::size_t i = 0; i < net.buses(); ++i) {
            if (seen[i] == 0) {
                ++result.islands;
                ++result.deadIslands;
                walk(static_cast<int>(i));
            }
        }
    }

    void startNewtonFlat(bool all) {
        for (const int bus : newtonBuses) {
            Complex& v = result.voltagePu[at(bus)];
            if (all || v == 0.0) {
                v = std::polar(net.busKind[at(bus)] == BusKind::Pq ? 1.0 : net.setpointPu[at(bus)],
                               flatRad[at(bus)]);
            }
        }
    }

    Error notConverged(double mismatch, int worst, const char* method, int iterations) {
        warm = false;
        char text[96];
        std::snprintf(text, sizeof text,
                      " misses its power by %.3g per unit after %d iterations (%s)", mismatch,
                      iterations, method);
        return flowError("PWR-003",
                         "the load flow does not converge: " + busText(net, worst) + text,
                         "Less load, or a shorter or stronger path to that bus: most often it asks "
                         "for more power than its branches can carry.");
    }

    Result<void> solve(const LoadFlowOptions& asked) {
        if (wiringChanged || builtFor != asked.method) {
            findIslands(asked.method);
        }
        const bool flat = !warm || !asked.warmStart;
        result.sweepIterations = result.newtonIterations = 0;
        result.mismatchPu = 0.0;
        result.worstBus = -1;
        if (!sweep.empty()) {
            if (flat) {
                sweep.startFlat();
            }
            int iterations = sweep.solve(net, asked, result);
            if (iterations < 0 && !flat) {
                sweep.startFlat();
                iterations = sweep.solve(net, asked, result);
            }
            if (iterations < 0 && asked.method == LoadFlowMethod::Automatic) {
                return solveByNewton(asked);
            }
            if (iterations < 0) {
                return tl::unexpected(
                    notConverged(sweep.mismatchPu(), sweep.worstBus(), "sweep", -iterations));
            }
            result.sweepIterations = iterations;
            result.mismatchPu = sweep.mismatchPu();
        }
        if (!newton.empty()) {
            startNewtonFlat(flat);
            int iterations = newton.solve(net, asked, result);
            if (iterations < 0 && !flat) {
                startNewtonFlat(true);
                iterations = newton.solve(net, asked, result);
            }
            if (iterations < 0) {
                return tl::unexpected(notConverged(newton.mismatchPu(), newton.worstBus(), "Newton",
                                                   -1 - iterations));
            }
            result.newtonIterations = iterations;
            if (newton.mismatchPu() > result.mismatchPu) {
                result.mismatchPu = newton.mismatchPu();
                result.worstBus = newton.worstBus();
            }
        }
        warm = true;
        finish(asked);
        return {};
    }

    // All islands by Newton, flat; the next change of wiring or a solve by another method goes
    // back.
    Result<void> solveByNewton(const LoadFlowOptions& asked) {
        LoadFlowOptions all = asked;
        all.method = LoadFlowMethod::Newton;
        warm = false;
        auto solved = solve(all);
        builtFor = LoadFlowMethod::Newton;
        return solved;
    }

    void finish(const LoadFlowOptions& asked) {
        Complex generation = 0.0;
        Complex load = 0.0;
        Complex shunts = 0.0;
        for (std::size_t i = 0; i < net.buses(); ++i) {
            if (result.live[i] == 0) {
                continue;
            }
            generation += result.generationPu[i];
            load += Complex(net.loadPPu[i], net.loadQPu[i]);
            if (net.shuntGPu[i] != 0.0 || net.shuntBPu[i] != 0.0) {
                shunts +=
                    Complex(net.shuntGPu[i], -net.shuntBPu[i]) * std::norm(result.voltagePu[i]);
            }
        }
        result.totalGenerationPu = generation;
        result.totalLoadPu = load;
        result.totalShuntPu = shunts;
        result.lossPu = generation - load - shunts;
        if (asked.branchFlows) {
            branchFlows();
        }
    }

    void branchFlows() {
        for (std::size_t i = 0; i < net.buses(); ++i) {
            missing[i] = result.live[i] == 0
                             ? Complex(0.0)
                             : result.generationPu[i] - Complex(net.loadPPu[i], net.loadQPu[i]);
            if (net.shuntGPu[i] != 0.0 || net.shuntBPu[i] != 0.0) {
                missing[i] -=
                    Complex(net.shuntGPu[i], -net.shuntBPu[i]) * std::norm(result.voltagePu[i]);
            }
        }
        Complex loss = 0.0;
        for (std::size_t b = 0; b < net.branches(); ++b) {
            const std::size_t f = at(net.from[b]);
            const std::size_t t = at(net.to[b]);
            if (net.inService[b] == 0 || result.live[f] == 0) {
                result.fromPu[b] = result.toPu[b] = 0.0;
                continue;
            }
            // Behind the ideal transformer the branch is a line.
            const Complex from = times(fromRatio[b], result.voltagePu[f]);
            const Complex to = result.voltagePu[t];
            const Complex current = times(series[b], from - to);
            const double half = 0.5 * net.chargingPu[b];
            result.fromPu[b] =
                times(from, std::conj(current)) - Complex(0.0, half * std::norm(from));
            result.toPu[b] = -times(to, std::conj(current)) - Complex(0.0, half * std::norm(to));
            loss += result.fromPu[b] + result.toPu[b];
            missing[f] -= result.fromPu[b];
            missing[t] -= result.toPu[b];
        }
        result.lossPu = loss;
        double worst = -1.0;
        for (std::size_t i = 0; i < net.buses(); ++i) {
            const double miss = std::max(std::abs(missing[i].real()), std::abs(missing[i].imag()));
            if (miss > worst && net.busKind[i] != BusKind::Slack) {
                worst = miss;
                result.worstBus = static_cast<int>(i);
            }
        }
        result.mismatchPu = std::max(worst, 0.0);
    }
};

LoadFlowSolver::LoadFlowSolver() : impl_(std::make_unique<Impl>()) {}

LoadFlowSolver::~LoadFlowSolver() = default;
LoadFlowSolver::LoadFlowSolver(LoadFlowSolver&&) noexcept = default;
LoadFlowSolver& LoadFlowSolver::operator=(LoadFlowSolver&&) noexcept = default;

Result<void> LoadFlowSolver::setNetwork(LoadFlowNetwork network) {
    if (auto checked = checkNetwork(network); !checked) {
        return checked;
    }
    Impl& m = *impl_;
    m.net = std::move(network);
    const std::size_t buses = m.net.buses();
    m.result = {};
    m.result.voltagePu.assign(buses, 0.0);
    m.result.generationPu.assign(buses, 0.0);
    m.result.live.assign(buses, 0);
    m.result.fromPu.assign(m.net.branches(), 0.0);
    m.result.toPu.assign(m.net.branches(), 0.0);
    m.shunt.assign(buses, 0.0);
    m.missing.assign(buses, 0.0);
    m.parentBus.assign(buses, -1);
    m.parentBranch.assign(buses, -1);
    m.nodeOf.assign(buses, -1);
    m.flatRad.assign(buses, 0.0);
    m.seen.assign(buses, 0);
    m.newton.clear();
    m.makeAdjacency();
    m.wiringChanged = true;
    m.warm = false;
    return {};
}

const LoadFlowNetwork& LoadFlowSolver::network() const {
    return impl_->net;
}

Result<void> LoadFlowSolver::solve() {
    return impl_->solve(options);
}

Result<void> LoadFlowSolver::solve(std::span<const double> loadPPu,
                                   std::span<const double> loadQPu) {
    Impl& m = *impl_;
    const std::size_t buses = m.net.buses();
    if (loadPPu.size() != buses || loadQPu.size() != buses) {
        return tl::unexpected(flowError("PWR-004",
                                        "loads are given for " + std::to_string(loadPPu.size()) +
                                            " and " + std::to_string(loadQPu.size()) +
                                            " buses; the network has " + std::to_string(buses),
                                        "Give one active and one reactive load for each bus."));
    }
    double finite[2] = {0.0, 0.0};  // two sums: one would wait for itself
    for (std::size_t i = 0; i < buses; ++i) {
        finite[i % 2] += 0.0 * (loadPPu[i] + loadQPu[i]);
    }
    if (finite[0] + finite[1] != 0.0) {
        int bad = 0;
        while (std::isfinite(loadPPu[at(bad)]) && std::isfinite(loadQPu[at(bad)])) {
            ++bad;
        }
        return tl::unexpected(
            flowError("PWR-004", "the load of " + busText(m.net, bad) + " is not a finite number",
                      "Give one active and one reactive load for each bus."));
    }
    std::copy(loadPPu.begin(), loadPPu.end(), m.net.loadPPu.begin());
    std::copy(loadQPu.begin(), loadQPu.end(), m.net.loadQPu.begin());
    return m.solve(options);
}

const LoadFlowResult& LoadFlowSolver::result() const {
    return impl_->result;
}

void LoadFlowSolver::forgetSolution() {
    impl_->warm = false;
}

}  // namespace headroom::engine
