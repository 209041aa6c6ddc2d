// SPDX-License-Identifier: Apache-2.0
#include "engine/solve/electrical/three_phase.h"

#include "engine/base/index.h"
#include "engine/solve/linear/sparse_lu.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <numeric>
#include <utility>

namespace headroom::engine {

namespace {

using Complex = std::complex<double>;

constexpr int kGround = -1;

// Assumption: conductance that holds an ungrounded delta winding near ground, as a share of the
// rated admittance: stands for its stray capacitance and takes a billionth of the rating.
constexpr double kStrayShare = 1e-9;

int indexOf(const PhaseNode& node) {
    return node.phase < 0 ? kGround : 3 * node.bus + node.phase;
}

bool finite(Complex z) {
    return std::isfinite(z.real()) && std::isfinite(z.imag());
}

Error phaseError(std::string code, std::string message, std::string remedy) {
    Error error;
    error.code = std::move(code);
    error.message = std::move(message);
    error.remedy = std::move(remedy);
    return error;
}

struct Entry {
    int row = 0;
    int column = 0;
    Complex y;
};

/// One branch of a load: between two nodes, with the admittance that is in the matrix.
struct LoadBranch {
    int from = 0;
    int to = kGround;
    int load = 0;
    double share = 1.0;  ///< of the load's power
    Complex nominalS;
};

// Inverse of a small dense matrix by Gauss-Jordan with row pivots. False: singular.
bool invert(std::vector<Complex>& a, std::size_t n) {
    std::vector<Complex> b(n * n);
    for (std::size_t i = 0; i < n; ++i) {
        b[i * n + i] = 1.0;
    }
    for (std::size_t c = 0; c < n; ++c) {
        std::size_t best = c;
        for (std::size_t r = c + 1; r < n; ++r) {
            if (std::norm(a[r * n + c]) > std::norm(a[best * n + c])) {
                best = r;
            }
        }
        if (a[best * n + c] == 0.0) {
            return false;
        }
        for (std::size_t k = 0; k < n; ++k) {
            std::swap(a[c * n + k], a[best * n + k]);
            std::swap(b[c * n + k], b[best * n + k]);
        }
        const Complex scale = 1.0 / a[c * n + c];
        for (std::size_t k = 0; k < n; ++k) {
            a[c * n + k] *= scale;
            b[c * n + k] *= scale;
        }
        for (std::size_t r = 0; r < n; ++r) {
            const Complex factor = a[r * n + c];
            if (r == c || factor == 0.0) {
                continue;
            }
            for (std::size_t k = 0; k < n; ++k) {
                a[r * n + k] -= factor * a[c * n + k];
                b[r * n + k] -= factor * b[c * n + k];
            }
        }
    }
    a = std::move(b);
    return true;
}

// Phase impedance of positive and zero sequence, as a matrix of 3 by 3.
std::vector<Complex> phaseMatrix(Complex positive, Complex zero) {
    const Complex self = (2.0 * positive + zero) / 3.0;
    const Complex mutual = (zero - positive) / 3.0;
    std::vector<Complex> z(9, mutual);
    z[0] = z[4] = z[8] = self;
    return z;
}

// Power that a load takes at `ratio` of its nominal voltage, as a factor of its nominal power.
double powerFactorAt(const PhaseLoad& load, double ratio) {
    const double inside = std::clamp(ratio, load.minimumPu, load.maximumPu);
    const double factor = load.constantPower + load.constantCurrent * inside +
                          load.constantImpedance * inside * inside;
    const double beyond = inside > 0.0 ? ratio / inside : 1.0;
    return factor * beyond * beyond;
}

}  // namespace

int PhaseNetwork::bus(const std::string& name) {
    const auto it = std::find(buses.begin(), buses.end(), name);
    if (it != buses.end()) {
        return static_cast<int>(it - buses.begin());
    }
    buses.push_back(name);
    return static_cast<int>(buses.size()) - 1;
}

struct ThreePhaseSolver::Impl {
    PhaseNetwork net;
    PhaseResult result;
    std::vector<Entry> linear;  // of lines and transformers, by node
    std::vector<Entry> source;
    std::vector<LoadBranch> branches;
    std::vector<int> rowOf;  // by node, -1: none or dead
    std::vector<int> nodeOf;
    SparseLu<Complex> lu;
    std::vector<Complex> injected;  // by row: of the sources
    std::vector<Complex> x, voltage;
    std::vector<double> base;  // by row: magnitude at nominal load
    bool started = false;

    Result<void> wrong(const std::string& part, const std::string& what) const {
        return tl::unexpected(
            phaseError("PWR-010", part + " " + what,
                       "Correct that part: nodes of phases 0 to 2 of buses that the network has, "
                       "matrices of as many rows as nodes, finite numbers, impedances that are "
                       "not 0, nominal voltages above 0."));
    }

    bool known(const PhaseNode& node) const {
        return node.phase < 0 ||
               (node.phase < 3 && node.bus >= 0 && at(node.bus) < net.buses.size());
    }

    bool known(const std::vector<PhaseNode>& nodes) const {
        return !nodes.empty() && std::all_of(nodes.begin(), nodes.end(),
                                             [&](const PhaseNode& node) { return known(node); });
    }

    // Admittance between two pairs of nodes: current into (a, b) by the voltage over (c, d).
    static void addPair(std::vector<Entry>& to, int a, int b, int c, int d, Complex y) {
        const std::array<Entry, 4> all = {{{a, c, y}, {a, d, -y}, {b, c, -y}, {b, d, y}}};
        for (const Entry& entry : all) {
            if (entry.row != kGround && entry.column != kGround) {
                to.push_back(entry);
            }
        }
    }

    Result<void> addSource(const PhaseSource& s, std::size_t index) {
        const std::string part = "source number " + std::to_string(index);
        if (!known(PhaseNode{s.bus, 0}) || !(s.lineVoltageV > 0.0) ||
            !std::isfinite(s.lineVoltageV) || !std::isfinite(s.angleRad) ||
            !finite(s.positiveOhm) || !finite(s.zeroOhm)) {
            return wrong(part, "has no bus, no voltage or no finite impedance");
        }
        std::vector<Complex> y = phaseMatrix(s.positiveOhm, s.zeroOhm);
        if (!invert(y, 3)) {
            return wrong(part, "has no impedance");
        }
        for (int i = 0; i < 3; ++i) {
            for (int k = 0; k < 3; ++k) {
                source.push_back({3 * s.bus + i, 3 * s.bus + k, y[at(3 * i + k)]});
            }
        }
        return {};
    }

    // Electromotive force of phase k.
    static Complex emf(const PhaseSource& s, int k) {
        return std::polar(s.lineVoltageV / std::numbers::sqrt3,
                          s.angleRad - 2.0 * std::numbers::pi / 3.0 * k);
    }

    Result<void> addLine(const PhaseLine& line) {
        const std::string part = "line " + line.name;
        const std::size_t n = line.from.size();
        if (!known(line.from) || !known(line.to) || line.to.size() != n || n > 3) {
            return wrong(part, "names nodes that are not there, or not as many at both ends");
        }
        if (line.seriesOhm.size() != n * n ||
            (!line.shuntS.empty() && line.shuntS.size() != n * n) ||
            !std::all_of(line.seriesOhm.begin(), line.seriesOhm.end(), finite) ||
            !std::all_of(line.shuntS.begin(), line.shuntS.end(), finite)) {
            return wrong(part, "has matrices that do not fit its nodes, or no finite numbers");
        }
        std::vector<Complex> y = line.seriesOhm;
        if (!invert(y, n)) {
            return wrong(part, "has no impedance");
        }
        for (std::size_t i = 0; i < n; ++i) {
            const int fi = indexOf(line.from[i]);
            const int ti = indexOf(line.to[i]);
            for (std::size_t k = 0; k < n; ++k) {
                const int fk = indexOf(line.from[k]);
                const int tk = indexOf(line.to[k]);
                addPair(linear, fi, ti, fk, tk, y[i * n + k]);
                if (!line.shuntS.empty()) {
                    const Complex half = 0.5 * line.shuntS[i * n + k];
                    addPair(linear, fi, kGround, fk, kGround, half);
                    addPair(linear, ti, kGround, tk, kGround, half);
                }
            }
        }
        return {};
    }

    Result<void> addTransformer(const PhaseTransformer& t) {
        const std::string part = "transformer " + t.name;
        const std::size_t phases = t.windings[0].nodes.size() == 3 ? 3 : 1;
        for (const PhaseWinding& w : t.windings) {
            const std::size_t n = w.nodes.size();
            if (!known(w.nodes) || (phases == 3 ? n != 3 : n != 1 && n != 2)) {
                return wrong(part,
                             "names nodes that are not there, or not three of each winding, or "
                             "one or two");
            }
            if (!(w.ratedV > 0.0) || !(w.tap > 0.0) || !std::isfinite(w.ratedV * w.tap)) {
                return wrong(part, "has a winding without voltage or tap");
            }
            if (phases == 1 && w.connection == PhaseConnection::Delta) {
                return wrong(part, "has one phase and a delta winding");
            }
        }
        if (!(t.ratedVa > 0.0) || !std::isfinite(t.ratedVa) || !finite(t.impedancePu) ||
            t.impedancePu == 0.0) {
            return wrong(part, "has no rating or no impedance");
        }
        const Complex y = t.ratedVa / static_cast<double>(phases) / t.impedancePu;
        for (std::size_t k = 0; k < phases; ++k) {
            std::array<int, 2> a{};
            std::array<int, 2> b{};
            std::array<double, 2> volts{};
            for (std::size_t w = 0; w < 2; ++w) {
                const PhaseWinding& winding = t.windings[w];
                const bool delta = winding.connection == PhaseConnection::Delta;
                a[w] = indexOf(winding.nodes[k]);
                b[w] = delta ? indexOf(winding.nodes[(k + (t.leads ? 1 : 2)) % 3])
                       : winding.nodes.size() == 2 ? indexOf(winding.nodes[1])
                                                   : kGround;
                volts[w] = winding.ratedV * winding.tap /
                           (phases == 3 && !delta ? std::numbers::sqrt3 : 1.0);
                const bool floats = b[w] != kGround && a[w] != kGround;
                if (floats) {
                    addPair(linear, a[w], kGround, a[w], kGround,
                            kStrayShare * t.ratedVa / (winding.ratedV * winding.ratedV));
                }
            }
            for (std::size_t v = 0; v < 2; ++v) {
                for (std::size_t w = 0; w < 2; ++w) {
                    const double sign = v == w ? 1.0 : -1.0;
                    addPair(linear, a[v], b[v], a[w], b[w], sign * y / (volts[v] * volts[w]));
                }
            }
        }
        return {};
    }

    Result<void> addLoad(const PhaseLoad& load, int index) {
        const std::string part = "load " + load.name;
        const std::size_t n = load.nodes.size();
        if (!known(load.nodes) || n > 3 || (load.connection == PhaseConnection::Delta && n == 1)) {
            return wrong(part, "names nodes that are not there, or too few or too many");
        }
        if (!(load.nominalV > 0.0) || !std::isfinite(load.nominalV) ||
            !std::isfinite(load.powerW) || !std::isfinite(load.reactiveVar) ||
            !(load.minimumPu <= load.maximumPu)) {
            return wrong(part, "has no nominal voltage or no finite power");
        }
        const bool delta = load.connection == PhaseConnection::Delta;
        const std::size_t count = delta && n == 2 ? 1 : n;
        const double share = 1.0 / static_cast<double>(count);
        const Complex nominal = std::conj(Complex(load.powerW, load.reactiveVar)) * share /
                                (load.nominalV * load.nominalV);
        for (std::size_t k = 0; k < count; ++k) {
            const int to = delta ? indexOf(load.nodes[(k + 1) % n]) : kGround;
            branches.push_back({indexOf(load.nodes[k]), to, index, share, nominal});
        }
        return {};
    }

    Complex across(const LoadBranch& b) const {
        const auto of = [&](int node) {
            return node == kGround || rowOf[at(node)] < 0 ? Complex(0.0)
                                                          : voltage[at(rowOf[at(node)])];
        };
        return of(b.from) - of(b.to);
    }

    Complex powerOf(const LoadBranch& b, Complex v) const {
        const PhaseLoad& load = net.loads[at(b.load)];
        return Complex(load.powerW, load.reactiveVar) *
               (b.share * powerFactorAt(load, std::abs(v) / load.nominalV));
    }

    // Nodes that a source reaches get rows.
    void findRows() {
        std::vector<int> group(3 * net.buses.size());
        std::iota(group.begin(), group.end(), 0);
        const auto find = [&](int node) {
            while (group[at(node)] != node) {
                node = group[at(node)] = group[at(group[at(node)])];
            }
            return node;
        };
        for (const auto* list : {&linear, &source}) {
            for (const Entry& entry : *list) {
                group[at(find(entry.row))] = find(entry.column);
                result.exists[at(entry.row)] = 1;
            }
        }
        for (const LoadBranch& b : branches) {
            for (const int node : {b.from, b.to}) {
                if (node != kGround) {
                    result.exists[at(node)] = 1;
                }
            }
        }
        std::vector<std::uint8_t> live(group.size(), 0);
        for (const Entry& entry : source) {
            live[at(find(entry.row))] = 1;
        }
        rowOf.assign(group.size(), -1);
        nodeOf.clear();
        for (int node = 0; at(node) < group.size(); ++node) {
            if (result.exists[at(node)] != 0 && live[at(find(node))] != 0) {
                rowOf[at(node)] = static_cast<int>(nodeOf.size());
                nodeOf.push_back(node);
            }
        }
    }

    bool factorMatrix() {
        std::vector<Entry> all = linear;
        all.insert(all.end(), source.begin(), source.end());
        for (const LoadBranch& b : branches) {
            addPair(all, b.from, b.to, b.from, b.to, b.nominalS);
        }
        std::erase_if(all, [&](Entry& entry) {
            entry.row = rowOf[at(entry.row)];
            entry.column = rowOf[at(entry.column)];
            return entry.row < 0 || entry.column < 0;
        });
        std::stable_sort(all.begin(), all.end(), [](const Entry& a, const Entry& b) {
            return std::pair(a.row, a.column) < std::pair(b.row, b.column);
        });
        std::vector<int> starts(nodeOf.size() + 1, 0);
        std::vector<int> columns;
        std::vector<Complex> values;
        for (std::size_t i = 0; i < all.size(); ++i) {
            const bool same =
                i > 0 && all[i].row == all[i - 1].row && all[i].column == all[i - 1].column;
            if (same) {
                values.back() += all[i].y;
                continue;
            }
            columns.push_back(all[i].column);
            values.push_back(all[i].y);
            ++starts[at(all[i].row) + 1];
        }
        std::partial_sum(starts.begin(), starts.end(), starts.begin());
        if (!lu.analyse(std::move(starts), std::move(columns))) {
            return false;
        }
        lu.values() = std::move(values);
        return lu.factor();
    }

    Result<void> singular() const {
        return tl::unexpected(
            phaseError("PWR-011",
                       "the network has no single solution: its admittance matrix is "
                       "singular",
                       "Look for parts that float: a delta without any way to ground, or "
                       "impedances of 0."));
    }

    Result<void> notConverged(std::size_t row) const {
        const int node = nodeOf.empty() ? 0 : nodeOf[row];
        char moved[48];
        std::snprintf(moved, sizeof moved, "%.3g", result.movedPu);
        return tl::unexpected(phaseError(
            "PWR-011",
            "the three-phase load flow does not converge: bus " + net.buses[at(node / 3)] +
                ", phase " + "abc"[node % 3] + " still moves by " + moved + " per unit after " +
                std::to_string(result.iterations) + " iterations",
            "Less load there, or a shorter or stronger path to that bus."));
    }
};

ThreePhaseSolver::ThreePhaseSolver() : impl_(std::make_unique<Impl>()) {}

ThreePhaseSolver::~ThreePhaseSolver() = default;
ThreePhaseSolver::ThreePhaseSolver(ThreePhaseSolver&&) noexcept = default;
ThreePhaseSolver& ThreePhaseSolver::operator=(ThreePhaseSolver&&) noexcept = default;

Result<void> ThreePhaseSolver::setNetwork(PhaseNetwork network) {
    impl_ = std::make_unique<Impl>();
    Impl& m = *impl_;
    m.net = std::move(network);
    m.result.exists.assign(3 * m.net.buses.size(), 0);
    m.result.voltageV.assign(3 * m.net.buses.size(), 0.0);
    Result<void> added;
    for (std::size_t i = 0; added && i < m.net.sources.size(); ++i) {
        added = m.addSource(m.net.sources[i], i);
    }
    for (std::size_t i = 0; added && i < m.net.lines.size(); ++i) {
        added = m.addLine(m.net.lines[i]);
    }
    for (std::size_t i = 0; added && i < m.net.transformers.size(); ++i) {
        added = m.addTransformer(m.net.transformers[i]);
    }
    for (std::size_t i = 0; added && i < m.net.loads.size(); ++i) {
        added = m.addLoad(m.net.loads[i], static_cast<int>(i));
    }
    if (!added) {
        impl_ = std::make_unique<Impl>();
        return added;
    }
    m.findRows();
    const std::size_t n = m.nodeOf.size();
    m.injected.assign(n, 0.0);
    for (std::size_t i = 0; i < m.source.size(); ++i) {
        const PhaseSource& s = m.net.sources[i / 9];
        const Entry& entry = m.source[i];
        m.injected[at(m.rowOf[at(entry.row)])] += entry.y * Impl::emf(s, entry.column % 3);
    }
    if (!m.factorMatrix()) {
        return m.singular();
    }
    m.voltage = m.injected;
    m.lu.solve(m.voltage);
    m.base.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
        m.base[i] = std::max(std::abs(m.voltage[i]), 1e-9);
    }
    m.x.resize(n);
    m.started = true;
    return {};
}

const PhaseNetwork& ThreePhaseSolver::network() const {
    return impl_->net;
}

void ThreePhaseSolver::setLoad(int load, double powerW, double reactiveVar) {
    impl_->net.loads[at(load)].powerW = powerW;
    impl_->net.loads[at(load)].reactiveVar = reactiveVar;
}

Result<void> ThreePhaseSolver::solve() {
    Impl& m = *impl_;
    if (!m.started) {
        return m.singular();
    }
    PhaseResult& r = m.result;
    const std::size_t n = m.nodeOf.size();
    r.iterations = 0;
    r.movedPu = INFINITY;
    std::size_t worst = 0;
    while (!(r.movedPu <= tolerancePu)) {
        if (r.iterations >= maximumIterations || (r.iterations > 0 && !std::isfinite(r.movedPu))) {
            auto error = m.notConverged(worst);
            m.voltage = m.injected;
            m.lu.solve(m.voltage);
            return error;
        }
        m.x = m.injected;
        for (const LoadBranch& b : m.branches) {
            const Complex v = m.across(b);
            if (v == 0.0) {
                continue;  // dead, or shorted: takes nothing
            }
            const Complex more = b.nominalS * v - std::conj(m.powerOf(b, v) / v);
            for (const auto& [node, sign] : {std::pair(b.from, 1.0), std::pair(b.to, -1.0)}) {
                if (node != kGround && m.rowOf[at(node)] >= 0) {
                    m.x[at(m.rowOf[at(node)])] += sign * more;
                }
            }
        }
        m.lu.solve(m.x);
        r.movedPu = 0.0;
        double sum = 0.0;
        for (std::size_t i = 0; i < n; ++i) {
            const double moved = std::abs(m.x[i] - m.voltage[i]) / m.base[i];
            sum += moved;
            if (moved > r.movedPu) {
                r.movedPu = moved;
                worst = i;
            }
        }
        if (!std::isfinite(sum)) {
            r.movedPu = INFINITY;
        }
        std::swap(m.x, m.voltage);
        ++r.iterations;
    }
    std::fill(r.voltageV.begin(), r.voltageV.end(), 0.0);
    for (std::size_t i = 0; i < n; ++i) {
        r.voltageV[at(m.nodeOf[i])] = m.voltage[i];
    }
    r.sourceVa = r.loadVa = r.lossVa = 0.0;
    for (std::size_t i = 0; i < m.source.size(); ++i) {
        const Entry& e = m.source[i];
        const Complex drop =
            Impl::emf(m.net.sources[i / 9], e.column % 3) - r.voltageV[at(e.column)];
        r.sourceVa += r.voltageV[at(e.row)] * std::conj(e.y * drop);
    }
    for (const Entry& e : m.linear) {
        r.lossVa += r.voltageV[at(e.row)] * std::conj(e.y * r.voltageV[at(e.column)]);
    }
    for (const LoadBranch& b : m.branches) {
        const Complex v = m.across(b);
        r.loadVa += v == 0.0 ? Complex(0.0) : m.powerOf(b, v);
    }
    return {};
}

const PhaseResult& ThreePhaseSolver::result() const {
    return impl_->result;
}

}  // namespace headroom::engine
