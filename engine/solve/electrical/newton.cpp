// SPDX-License-Identifier: Apache-2.0
#include "engine/solve/electrical/newton.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headroom::engine {

namespace {

// Assumption: longest step that a flat start may take [rad, and of ln|V|]. Longer ones come from
// starts near the nose of the curve and lead to the solution of low voltage or to none.
constexpr double kLongestAngleStep = 1.0;
constexpr double kLongestMagnitudeStep = 0.5;

}  // namespace

void NewtonFlow::clear() {
    buses_.clear();
    rowOf_.clear();
    active_ = 0;
    analysed_ = false;
}

void NewtonFlow::useBuses(const LoadFlowNetwork& network, const std::vector<int>& buses) {
    active_ = static_cast<int>(buses.size());
    if (buses.empty()) {
        return;  // the pattern may be of use again
    }
    rowOf_.resize(network.buses(), -1);
    const bool known =
        std::all_of(buses.begin(), buses.end(), [&](int bus) { return rowOf_[at(bus)] >= 0; });
    if (!known || 2 * buses.size() < buses_.size()) {
        makePattern(network, buses);
    }
    solved_.assign(buses_.size(), 0);
    for (const int bus : buses) {
        solved_[at(rowOf_[at(bus)])] = 1;
    }
}

void NewtonFlow::makePattern(const LoadFlowNetwork& network, const std::vector<int>& buses) {
    for (const int bus : buses_) {
        rowOf_[at(bus)] = -1;
    }
    buses_ = buses;
    const std::size_t n = buses_.size();
    kind_.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
        rowOf_[at(buses_[i])] = static_cast<int>(i);
        kind_[i] = network.busKind[at(buses_[i])];
    }

    places_.clear();
    std::vector<std::vector<int>> neighbours(n);
    for (std::size_t b = 0; b < network.branches(); ++b) {
        const int f = rowOf_[at(network.from[b])];
        const int t = rowOf_[at(network.to[b])];
        if (f >= 0 && t >= 0) {
            neighbours[at(f)].push_back(t);
            neighbours[at(t)].push_back(f);
            places_.push_back({static_cast<int>(b), 0, 0, 0, 0});
        }
    }
    y_.starts.assign(1, 0);
    y_.columns.clear();
    for (std::size_t i = 0; i < n; ++i) {
        std::vector<int>& list = neighbours[i];
        std::sort(list.begin(), list.end());
        list.erase(std::unique(list.begin(), list.end()), list.end());
        y_.columns.push_back(static_cast<int>(i));
        y_.columns.insert(y_.columns.end(), list.begin(), list.end());
        y_.starts.push_back(static_cast<int>(y_.columns.size()));
    }
    const auto entry = [&](int row, int column) {
        const auto first = y_.columns.begin() + y_.starts[at(row)];
        if (row == column) {
            return y_.starts[at(row)];
        }
        const auto it =
            std::lower_bound(first + 1, y_.columns.begin() + y_.starts[at(row) + 1], column);
        return static_cast<int>(it - y_.columns.begin());
    };
    for (Place& place : places_) {
        const int f = rowOf_[at(network.from[at(place.branch)])];
        const int t = rowOf_[at(network.to[at(place.branch)])];
        place.ff = entry(f, f);
        place.ft = entry(f, t);
        place.tf = entry(t, f);
        place.tt = entry(t, t);
    }
    y_.re.resize(y_.columns.size());
    y_.im.resize(y_.columns.size());
    flowP_.resize(y_.columns.size());
    flowQ_.resize(y_.columns.size());

    angleAt_.assign(n, -1);
    magnitudeAt_.assign(n, -1);
    int unknowns = 0;
    for (std::size_t i = 0; i < n; ++i) {
        if (kind_[i] != BusKind::Slack) {
            angleAt_[i] = unknowns++;
        }
        if (kind_[i] == BusKind::Pq) {
            magnitudeAt_[i] = unknowns++;
        }
    }
    // The rows of P and Q of a bus hold the same columns, entry by entry of its admittance row.
    std::vector<int> starts = {0};
    std::vector<int> columns;
    for (std::size_t i = 0; i < n; ++i) {
        const int rows = kind_[i] == BusKind::Slack ? 0 : kind_[i] == BusKind::Pv ? 1 : 2;
        for (int row = 0; row < rows; ++row) {
            for (int e = y_.starts[i]; e < y_.starts[i + 1]; ++e) {
                const std::size_t j = at(y_.columns[at(e)]);
                if (angleAt_[j] >= 0) {
                    columns.push_back(angleAt_[j]);
                }
                if (magnitudeAt_[j] >= 0) {
                    columns.push_back(magnitudeAt_[j]);
                }
            }
            starts.push_back(static_cast<int>(columns.size()));
        }
    }
    analysed_ = lu_.analyse(std::move(starts), std::move(columns));
    for (auto* field : {&vRe_, &vIm_, &pGiven_, &qGiven_, &p_, &q_}) {
        field->assign(n, 0.0);
    }
    x_.assign(at(unknowns), 0.0);
}

void NewtonFlow::fillAdmittance(const LoadFlowNetwork& network) {
    if (active_ == 0) {
        return;
    }
    std::fill(y_.re.begin(), y_.re.end(), 0.0);
    std::fill(y_.im.begin(), y_.im.end(), 0.0);
    const auto add = [&](int entry, std::complex<double> y) {
        y_.re[at(entry)] += y.real();
        y_.im[at(entry)] += y.imag();
    };
    for (std::size_t i = 0; i < buses_.size(); ++i) {
        const std::size_t bus = at(buses_[i]);
        add(y_.starts[i], {network.shuntGPu[bus], network.shuntBPu[bus]});
    }
    for (const Place& place : places_) {
        const std::size_t b = at(place.branch);
        if (network.inService[b] == 0) {
            continue;
        }
        const std::complex<double> y = 1.0 / std::complex<double>(network.rPu[b], network.xPu[b]);
        const std::complex<double> a = std::polar(network.tapRatio[b], network.shiftRad[b]);
        const std::complex<double> half = {0.0, 0.5 * network.chargingPu[b]};
        add(place.ff, (y + half) / std::norm(a));
        add(place.ft, -y / std::conj(a));
        add(place.tf, -y / a);
        add(place.tt, y + half);
    }
}

// S_ij and S_i at the present voltages, and the largest mismatch. False: no finite numbers.
bool NewtonFlow::powers() {
    double largest = 0.0;
    double finite = 0.0;
    int worst = -1;
    for (std::size_t i = 0; i < buses_.size(); ++i) {
        if (solved_[i] == 0) {
            continue;
        }
        double sumP = 0.0;
        double sumQ = 0.0;
        const double re = vRe_[i];
        const double im = vIm_[i];
        for (int k = y_.starts[i]; k < y_.starts[i + 1]; ++k) {
            const std::size_t e = at(k);
            const std::size_t j = at(y_.columns[e]);
            const double cRe = y_.re[e] * vRe_[j] - y_.im[e] * vIm_[j];
            const double cIm = y_.re[e] * vIm_[j] + y_.im[e] * vRe_[j];
            flowP_[e] = re * cRe + im * cIm;
            flowQ_[e] = im * cRe - re * cIm;
            sumP += flowP_[e];
            sumQ += flowQ_[e];
        }
        p_[i] = sumP;
        q_[i] = sumQ;
        finite += 0.0 * (sumP + sumQ);
        double miss = angleAt_[i] >= 0 ? std::abs(pGiven_[i] - sumP) : 0.0;
        if (magnitudeAt_[i] >= 0) {
            miss = std::max(miss, std::abs(qGiven_[i] - sumQ));
        }
        if (miss > largest) {
            largest = miss;
            worst = static_cast<int>(i);
        }
    }
    if (finite != 0.0) {
        return false;  // worst bus and mismatch stay those of the last finite voltages
    }
    mismatchPu_ = largest;
    worstBus_ = worst < 0 ? -1 : buses_[at(worst)];
    return true;
}

void NewtonFlow::fillJacobian() {
    double* out = lu_.values().data();
    for (std::size_t i = 0; i < buses_.size(); ++i) {
        if (angleAt_[i] < 0) {
            continue;
        }
        const bool on = solved_[i] != 0;
        const int rows = magnitudeAt_[i] >= 0 ? 2 : 1;
        for (int row = 0; row < rows; ++row) {
            for (int k = y_.starts[i]; k < y_.starts[i + 1]; ++k) {
                const std::size_t e = at(k);
                const std::size_t j = at(y_.columns[e]);
                double byAngle = 0.0;
                double byMagnitude = 0.0;
                if (!on) {
                    byAngle = j == i && row == 0 ? 1.0 : 0.0;
                    byMagnitude = j == i && row == 1 ? 1.0 : 0.0;
                } else if (row == 0) {
                    byAngle = j == i ? flowQ_[e] - q_[i] : flowQ_[e];
                    byMagnitude = j == i ? flowP_[e] + p_[i] : flowP_[e];
                } else {
                    byAngle = j == i ? p_[i] - flowP_[e] : -flowP_[e];
                    byMagnitude = j == i ? flowQ_[e] + q_[i] : flowQ_[e];
                }
                if (angleAt_[j] >= 0) {
                    *out++ = byAngle;
                }
                if (magnitudeAt_[j] >= 0) {
                    *out++ = byMagnitude;
                }
            }
        }
        x_[at(angleAt_[i])] = on ? pGiven_[i] - p_[i] : 0.0;
        if (rows == 2) {
            x_[at(magnitudeAt_[i])] = on ? qGiven_[i] - q_[i] : 0.0;
        }
    }
}

void NewtonFlow::step() {
    double angle = kLongestAngleStep;
    double magnitude = kLongestMagnitudeStep;
    for (std::size_t i = 0; i < buses_.size(); ++i) {
        if (angleAt_[i] >= 0) {
            angle = std::max(angle, std::abs(x_[at(angleAt_[i])]));
        }
        if (magnitudeAt_[i] >= 0) {
            magnitude = std::max(magnitude, std::abs(x_[at(magnitudeAt_[i])]));
        }
    }
    const double scale = std::min(kLongestAngleStep / angle, kLongestMagnitudeStep / magnitude);
    for (std::size_t i = 0; i < buses_.size(); ++i) {
        if (solved_[i] == 0 || angleAt_[i] < 0) {
            continue;
        }
        const double turn = scale * x_[at(angleAt_[i])];
        const double grow = magnitudeAt_[i] >= 0 ? 1.0 + scale * x_[at(magnitudeAt_[i])] : 1.0;
        const double c = grow * std::cos(turn);
        const double s = grow * std::sin(turn);
        const double re = vRe_[i];
        vRe_[i] = re * c - vIm_[i] * s;
        vIm_[i] = re * s + vIm_[i] * c;
    }
}

int NewtonFlow::solve(const LoadFlowNetwork& network, const LoadFlowOptions& options,
                      LoadFlowResult& result) {
    for (std::size_t i = 0; i < buses_.size(); ++i) {
        if (solved_[i] == 0) {
            vRe_[i] = vIm_[i] = 0.0;
            continue;
        }
        const std::size_t bus = at(buses_[i]);
        pGiven_[i] = network.generationPPu[bus] - network.loadPPu[bus];
        qGiven_[i] = network.generationQPu[bus] - network.loadQPu[bus];
        std::complex<double> v = result.voltagePu[bus];
        if (kind_[i] == BusKind::Slack) {
            v = std::polar(network.setpointPu[bus], network.setpointRad[bus]);
        } else if (kind_[i] == BusKind::Pv) {
            v *= network.setpointPu[bus] / std::abs(v);
        }
        vRe_[i] = v.real();
        vIm_[i] = v.imag();
    }
    int iterations = 0;
    while (true) {
        if (!powers() || !analysed_) {
            return -1 - iterations;
        }
        if (mismatchPu_ <= options.tolerancePu) {
            break;
        }
        if (iterations >= options.newtonIterations) {
            return -1 - iterations;
        }
        fillJacobian();
        if (!lu_.factor()) {
            return -1 - iterations;
        }
        lu_.solve(x_);
        step();
        ++iterations;
    }
    for (std::size_t i = 0; i < buses_.size(); ++i) {
        if (solved_[i] == 0) {
            continue;
        }
        const std::size_t bus = at(buses_[i]);
        result.voltagePu[bus] = {vRe_[i], vIm_[i]};
        if (kind_[i] == BusKind::Slack) {
            result.generationPu[bus] = {p_[i] + network.loadPPu[bus], q_[i] + network.loadQPu[bus]};
        } else if (kind_[i] == BusKind::Pv) {
            result.generationPu[bus].imag(q_[i] + network.loadQPu[bus]);
        }
    }
    return iterations;
}

}  // namespace headroom::engine
