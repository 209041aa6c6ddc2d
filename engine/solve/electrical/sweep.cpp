// SPDX-License-Identifier: Apache-2.0
#include "engine/solve/electrical/sweep.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

// Assumption: no network that anyone operates has a bus that moves by more in one iteration; what
// does is on its way to infinity.
constexpr double kRunawayPu = 100.0;

// Nodes whose voltages and currents fit into the first cache.
constexpr std::size_t kBlock = 256;

// Above this ratio of one movement to the one before, what is left is not judged by it.
constexpr double kSteadyRatio = 0.5;

}  // namespace

void RadialSweep::clear() {
    bus_.clear();
    parent_.clear();
    ratio_.clear();
    admittance_.clear();
    roots_.clear();
    ratios_ = false;
}

int RadialSweep::addRoot(int bus) {
    const int node = static_cast<int>(bus_.size());
    bus_.push_back(bus);
    parent_.push_back(-1);
    ratio_.emplace_back(1.0);
    admittance_.emplace_back(1.0);
    roots_.push_back(node);
    return node;
}

int RadialSweep::addNode(int bus, int parent, std::complex<double> ratio, std::complex<double> y) {
    const int node = static_cast<int>(bus_.size());
    const std::complex<double> toRoot = ratio_[at(parent)] * ratio;
    bus_.push_back(bus);
    parent_.push_back(parent);
    ratio_.push_back(toRoot);
    admittance_.push_back(y * std::norm(toRoot));
    ratios_ = ratios_ || toRoot != 1.0;
    return node;
}

void RadialSweep::addParallel(int node, std::complex<double> y) {
    admittance_[at(node)] += y * std::norm(ratio_[at(node)]);
}

void RadialSweep::finish(const std::vector<std::complex<double>>& shunt,
                         const std::vector<std::complex<double>>& voltage) {
    const std::size_t n = bus_.size();
    for (auto* field : {&wRe_, &wIm_, &kRe_, &kIm_, &zRe_, &zIm_, &sRe_, &sIm_, &yRe_, &yIm_}) {
        field->resize(n);
    }
    shunts_ = false;
    rootCurrent_.resize(roots_.size());
    leaves_.resize(roots_.size());
    firstChild_.resize(n + 1);
    for (std::size_t tree = 0; tree < roots_.size(); ++tree) {
        const int root = roots_[tree];
        const int end = tree + 1 < roots_.size() ? roots_[tree + 1] : static_cast<int>(n);
        int child = root + 1;
        for (int p = root; p < end; ++p) {
            firstChild_[at(p)] = child;
            while (child < end && parent_[at(child)] == p) {
                ++child;
            }
        }
        leaves_[tree] = end - root > 1 ? parent_[at(end - 1)] + 1 : root + 1;
        firstChild_[at(end)] = end;
    }
    for (std::size_t k = 0; k < n; ++k) {
        const std::complex<double> z = parent_[k] < 0 ? 0.0 : 1.0 / admittance_[k];
        const std::complex<double> y = shunt[at(bus_[k])] * std::norm(ratio_[k]);
        zRe_[k] = z.real();
        zIm_[k] = z.imag();
        yRe_[k] = y.real();
        yIm_[k] = y.imag();
        shunts_ = shunts_ || y != 0.0;
        std::complex<double> w = voltage[at(bus_[k])] / ratio_[k];
        if (w == 0.0 && parent_[k] >= 0) {  // a bus that was dead starts where its parent is
            w = {wRe_[at(parent_[k])], wIm_[at(parent_[k])]};
        }
        wRe_[k] = w.real();
        wIm_[k] = w.imag();
    }
    warm_ = std::all_of(roots_.begin(), roots_.end(),
                        [&](int root) { return wRe_[at(root)] != 0.0 || wIm_[at(root)] != 0.0; });
}

template <bool WithShunts>
void RadialSweep::currents(std::size_t first, std::size_t last) {
    const double* wRe = wRe_.data();
    const double* wIm = wIm_.data();
    const double* sRe = sRe_.data();
    const double* sIm = sIm_.data();
    [[maybe_unused]] const double* yRe = yRe_.data();
    [[maybe_unused]] const double* yIm = yIm_.data();
    double* __restrict__ kRe = kRe_.data();
    double* __restrict__ kIm = kIm_.data();
#ifdef __clang__
#pragma clang loop vectorize(assume_safety)
#else
#pragma GCC ivdep
#endif
    for (std::size_t k = first; k < last; ++k) {
        const double re = wRe[k];
        const double im = wIm[k];
        const double inverse = 1.0 / (re * re + im * im);
        double currentRe = (sRe[k] * re + sIm[k] * im) * inverse;
        double currentIm = (sRe[k] * im - sIm[k] * re) * inverse;
        if constexpr (WithShunts) {
            currentRe += yRe[k] * re - yIm[k] * im;
            currentIm += yRe[k] * im + yIm[k] * re;
        }
        kRe[k] = currentRe;
        kIm[k] = currentIm;
    }
}

void RadialSweep::backward() {
    const int* child = firstChild_.data();
    double* kRe = kRe_.data();
    double* kIm = kIm_.data();
    for (std::size_t tree = roots_.size(); tree-- > 0;) {
        const std::size_t root = at(roots_[tree]);
        for (std::size_t p = at(leaves_[tree]); p-- > root;) {
            double re = kRe[p];
            double im = kIm[p];
            for (int k = child[p]; k < child[p + 1]; ++k) {
                re += kRe[k];
                im += kIm[k];
            }
            kRe[p] = re;
            kIm[p] = im;
        }
        rootCurrent_[tree] = {kRe[root], kIm[root]};
    }
}

// New voltages, and from them the currents of the nodes. The largest movement of a voltage,
// squared; NaN where the currents have left the numbers.
template <bool WithShunts>
double RadialSweep::forward() {
    const int* parent = parent_.data();
    const double* zRe = zRe_.data();
    const double* zIm = zIm_.data();
    const double* kRe = kRe_.data();
    const double* kIm = kIm_.data();
    double* wRe = wRe_.data();
    double* wIm = wIm_.data();
    double largest = 0.0;
    for (std::size_t tree = 0; tree < roots_.size(); ++tree) {
        const std::size_t root = at(roots_[tree]);
        const std::size_t last = tree + 1 < roots_.size() ? at(roots_[tree + 1]) : bus_.size();
        largest += 0.0 * (rootCurrent_[tree].real() + rootCurrent_[tree].imag());
        for (std::size_t block = root; block < last; block += kBlock) {
            const std::size_t end = std::min(block + kBlock, last);
            for (std::size_t k = std::max(block, root + 1); k < end; ++k) {
                const std::size_t p = at(parent[k]);
                const double re = wRe[p] - (zRe[k] * kRe[k] - zIm[k] * kIm[k]);
                const double im = wIm[p] - (zRe[k] * kIm[k] + zIm[k] * kRe[k]);
                const double dRe = re - wRe[k];
                const double dIm = im - wIm[k];
                const double moved = dRe * dRe + dIm * dIm;
                largest = moved > largest ? moved : largest;
                wRe[k] = re;
                wIm[k] = im;
            }
            currents<WithShunts>(block, end);
        }
    }
    return largest;
}

void RadialSweep::findWorst() {
    worstBus_ = bus_.front();
    double lowest = INFINITY;
    for (std::size_t k = 0; k < bus_.size(); ++k) {
        const double magnitude = std::hypot(wRe_[k], wIm_[k]);
        if (!std::isfinite(magnitude)) {
            worstBus_ = bus_[k];
            return;
        }
        if (magnitude < lowest) {
            lowest = magnitude;
            worstBus_ = bus_[k];
        }
    }
}

int RadialSweep::solve(const LoadFlowNetwork& network, const LoadFlowOptions& options,
                       LoadFlowResult& result) {
    const std::size_t n = bus_.size();
    double largestLoad = 0.0;
    for (std::size_t k = 0; k < n; ++k) {
        const std::size_t bus = at(bus_[k]);
        sRe_[k] = network.loadPPu[bus] - network.generationPPu[bus];
        sIm_[k] = network.loadQPu[bus] - network.generationQPu[bus];
        largestLoad = std::max(largestLoad, sRe_[k] * sRe_[k] + sIm_[k] * sIm_[k]);
    }
    for (const int root : roots_) {
        const std::size_t bus = at(bus_[at(root)]);
        wRe_[at(root)] = network.setpointPu[bus] * std::cos(network.setpointRad[bus]);
        wIm_[at(root)] = network.setpointPu[bus] * std::sin(network.setpointRad[bus]);
        sRe_[at(root)] = sIm_[at(root)] = 0.0;  // met at the slack bus itself
    }
    for (std::size_t tree = 0; tree < roots_.size() && !warm_; ++tree) {
        const std::size_t root = at(roots_[tree]);
        const std::size_t end = tree + 1 < roots_.size() ? at(roots_[tree + 1]) : n;
        std::fill(&wRe_[root], &wRe_[0] + end, wRe_[root]);
        std::fill(&wIm_[root], &wIm_[0] + end, wIm_[root]);
    }
    shunts_ ? currents<true>(0, n) : currents<false>(0, n);
    const double enough = options.tolerancePu * options.tolerancePu;
    int iterations = 0;
    double moved = INFINITY;
    double left = INFINITY;  // squared distance to the solution
    while (!(left <= enough)) {
        const double before = moved;
        backward();
        moved = shunts_ ? forward<true>() : forward<false>();
        ++iterations;
        // Movements shrink by one ratio: what is left is their geometric series.
        const double ratio = std::sqrt(moved / before);
        left = ratio < kSteadyRatio ? moved * (ratio / (1.0 - ratio)) * (ratio / (1.0 - ratio))
                                    : moved;
        if (iterations == 1) {
            left = moved;
        }
        if (!(moved < kRunawayPu * kRunawayPu) || iterations >= options.sweepIterations) {
            break;
        }
    }
    warm_ = left <= enough;
    mismatchPu_ = std::sqrt(moved * largestLoad);
    if (!warm_) {
        findWorst();
        return -iterations;
    }
    if (ratios_) {
        for (std::size_t k = 0; k < n; ++k) {
            result.voltagePu[at(bus_[k])] = ratio_[k] * std::complex<double>(wRe_[k], wIm_[k]);
        }
    } else {
        for (std::size_t k = 0; k < n; ++k) {
            result.voltagePu[at(bus_[k])] = {wRe_[k], wIm_[k]};
        }
    }
    for (std::size_t tree = 0; tree < roots_.size(); ++tree) {
        const std::size_t r = at(roots_[tree]);
        const std::size_t bus = at(bus_[r]);
        result.generationPu[bus] =
            std::complex<double>(wRe_[r], wIm_[r]) * std::conj(rootCurrent_[tree]) +
            std::complex<double>(network.loadPPu[bus], network.loadQPu[bus]);
    }
    return iterations;
}

}  // namespace headroom::engine
