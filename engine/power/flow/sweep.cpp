// SPDX-License-Identifier: Apache-2.0
#include "engine/power/flow/sweep.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

// Assumption: no network that anyone operates has a bus that moves by more in one iteration; what
// does is on its way to infinity.
constexpr double kRunawayPu = 100.0;

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

void RadialSweep::currents() {
    const std::size_t n = bus_.size();
    for (std::size_t k = 0; k < n; ++k) {
        const double inverse = 1.0 / (wRe_[k] * wRe_[k] + wIm_[k] * wIm_[k]);
        kRe_[k] = (sRe_[k] * wRe_[k] + sIm_[k] * wIm_[k]) * inverse + yRe_[k] * wRe_[k] -
                  yIm_[k] * wIm_[k];
        kIm_[k] = (sRe_[k] * wIm_[k] - sIm_[k] * wRe_[k]) * inverse + yRe_[k] * wIm_[k] +
                  yIm_[k] * wRe_[k];
    }
}

// One backward and one forward pass. The largest movement of a voltage, squared; NaN where the
// currents have left the numbers.
template <bool WithShunts>
double RadialSweep::iterate() {
    const std::size_t n = bus_.size();
    const int* parent = parent_.data();
    double* wRe = wRe_.data();
    double* wIm = wIm_.data();
    double* kRe = kRe_.data();
    double* kIm = kIm_.data();
    for (std::size_t k = n; k-- > 0;) {
        if (parent[k] >= 0) {
            const std::size_t p = at(parent[k]);
            kRe[p] += kRe[k];
            kIm[p] += kIm[k];
        }
    }
    double finite = 0.0;
    for (const int root : roots_) {
        finite += 0.0 * (kRe[root] + kIm[root]);
    }
    double largest = 0.0;
    for (std::size_t k = 0; k < n; ++k) {
        if (parent[k] < 0) {
            continue;
        }
        const std::size_t p = at(parent[k]);
        const double re = wRe[p] - (zRe_[k] * kRe[k] - zIm_[k] * kIm[k]);
        const double im = wIm[p] - (zRe_[k] * kIm[k] + zIm_[k] * kRe[k]);
        const double dRe = re - wRe[k];
        const double dIm = im - wIm[k];
        const double moved = dRe * dRe + dIm * dIm;
        largest = moved > largest ? moved : largest;
        wRe[k] = re;
        wIm[k] = im;
        const double inverse = 1.0 / (re * re + im * im);
        double currentRe = (sRe_[k] * re + sIm_[k] * im) * inverse;
        double currentIm = (sRe_[k] * im - sIm_[k] * re) * inverse;
        if constexpr (WithShunts) {
            currentRe += yRe_[k] * re - yIm_[k] * im;
            currentIm += yRe_[k] * im + yIm_[k] * re;
        }
        kRe[k] = currentRe;
        kIm[k] = currentIm;
    }
    return largest + finite;
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
    if (!warm_) {
        for (std::size_t k = 0; k < n; ++k) {
            if (parent_[k] >= 0) {
                wRe_[k] = wRe_[at(parent_[k])];
                wIm_[k] = wIm_[at(parent_[k])];
            }
        }
    }
    currents();
    const double enough = options.tolerancePu * options.tolerancePu;
    int iterations = 0;
    double moved = INFINITY;
    while (!(moved <= enough)) {
        // The currents of roots stand from the iteration before: each begins at its shunt.
        for (const int root : roots_) {
            const std::size_t r = at(root);
            kRe_[r] = yRe_[r] * wRe_[r] - yIm_[r] * wIm_[r];
            kIm_[r] = yRe_[r] * wIm_[r] + yIm_[r] * wRe_[r];
        }
        moved = shunts_ ? iterate<true>() : iterate<false>();
        ++iterations;
        if (!(moved < kRunawayPu * kRunawayPu) || iterations >= options.sweepIterations) {
            break;
        }
    }
    warm_ = moved <= enough;
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
    for (const int root : roots_) {
        const std::size_t r = at(root);
        const std::size_t bus = at(bus_[r]);
        result.generationPu[bus] =
            std::complex<double>(wRe_[r], wIm_[r]) * std::complex<double>(kRe_[r], -kIm_[r]) +
            std::complex<double>(network.loadPPu[bus], network.loadQPu[bus]);
    }
    return iterations;
}

}  // namespace headroom::engine
