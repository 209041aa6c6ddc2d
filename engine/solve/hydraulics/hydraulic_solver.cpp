// SPDX-License-Identifier: Apache-2.0
#include "engine/solve/hydraulics/hydraulic_solver.h"

#include "engine/base/index.h"
#include "engine/solve/hydraulics/network_check.h"
#include "engine/solve/hydraulics/solver_core.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headroom::engine {

namespace {

// The sum of all flows is not told from 0 below.
constexpr double kNoFlowM3PerS = 1e-10;
// A start that misses by this share of the accuracy is the solution.
constexpr double kStartShare = 1e-4;
// Mass balances where no node misses more than this share of all flows.
constexpr double kBalanced = 1e-13;
// After this number of iterations steps are shortened, as long as flows change by more than this share:
// mass balances after a whole step only.
constexpr int kPatience = 20;
constexpr double kRelaxation = 0.6;
constexpr double kNear = 0.01;
constexpr double kSettling = 0.1;

}  // namespace

struct HydraulicSolver::Impl : SolverCore {};

HydraulicSolver::HydraulicSolver() : impl_(std::make_unique<Impl>()) {}

HydraulicSolver::~HydraulicSolver() = default;
HydraulicSolver::HydraulicSolver(HydraulicSolver&&) noexcept = default;
HydraulicSolver& HydraulicSolver::operator=(HydraulicSolver&&) noexcept = default;

Result<void> HydraulicSolver::setNetwork(HydraulicNetwork network) {
    if (auto checked = checkNetwork(network); !checked) {
        return checked;
    }
    impl_->net = std::move(network);
    impl_->build();
    return {};
}

const HydraulicNetwork& HydraulicSolver::network() const {
    return impl_->net;
}

namespace {

/// A setting of a link; an unchanged link keeps its law.
template <class Core, class Value>
void change(Core& s, int link, Value HydraulicLink::*setting, Value value) {
    if (s.net.links[at(link)].*setting != value) {
        s.net.links[at(link)].*setting = value;
        s.renewLaw(link);
    }
}

}  // namespace

void HydraulicSolver::setResistance(int link, double resistance) {
    change(*impl_, link, &HydraulicLink::resistance, resistance);
}

void HydraulicSolver::setOpen(int link, bool open) {
    impl_->net.links[at(link)].open = open;
}

void HydraulicSolver::setDirection(int link, FlowDirection direction) {
    impl_->net.links[at(link)].direction = direction;
}

void HydraulicSolver::setUnits(int link, double units) {
    change(*impl_, link, &HydraulicLink::units, units);
}

void HydraulicSolver::setSpeed(int link, double speed) {
    change(*impl_, link, &HydraulicLink::speed, speed);
}

void HydraulicSolver::setSetting(int link, double setting, bool regulates) {
    change(*impl_, link, &HydraulicLink::setting, setting);
    change(*impl_, link, &HydraulicLink::regulates, regulates);
}

void HydraulicSolver::setDemand(int node, double demandM3PerS) {
    impl_->net.nodes[at(node)].demandM3PerS = demandM3PerS;
    impl_->labelled = false;
    impl_->refreshDemand(node);
}

void HydraulicSolver::setFixedHead(int node, double headM) {
    impl_->net.nodes[at(node)].headM = headM;
    impl_->labelled = false;
}

HydraulicOutcome HydraulicSolver::solve(std::span<double> q, std::span<double> h) {
    Impl& s = *impl_;
    HydraulicOutcome outcome;
    s.headStepM = options.headStepM;
    const bool warm = s.begin(q, h);
    s.exact = warm;
    s.label(q, h);
    const auto& parts = s.parts.parts();
    if (s.exact && s.anyHeld() &&
        std::any_of(parts.begin(), parts.end(), [](const NetworkParts::Part& part) {
            return part.drives && part.anchor >= 0;
        })) {
        s.exact = false;
        s.label(q, h);
    }
    bool fresh = true;
    while (outcome.iterations <= options.maximumIterations) {
        double missing = s.evaluateAll(q, h, false);
        std::pair<double, double> sums{0.0, 0.0};
        bool done = false;
        if (fresh) {
            // Perhaps the start is the solution.
            s.assemble(q);
            for (std::size_t i = 0; i < s.net.nodes.size(); ++i) {
                missing += s.net.nodes[i].fixed ? 0.0 : std::abs(s.rhs[at(s.position[i])]);
            }
            for (const double flow : q) {
                sums.second += std::abs(flow);
            }
            const bool anyActive = std::any_of(s.moving.begin(), s.moving.end(), [&](int k) {
                return s.status[at(k)] == LinkStatus::Active;
            });
            done = !anyActive &&
                   missing <= kStartShare * (options.accuracy * sums.second + kNoFlowM3PerS) &&
                   s.worstImbalance(q) <= kBalanced * sums.second;
            outcome.flowChange = sums.second > 0.0 ? missing / sums.second : 0.0;
        }
        if (!done) {
            if (outcome.iterations == options.maximumIterations) {
                break;
            }
            if (fresh) {
                s.startFlows(q);
                s.evaluateAll(q, h, true);
            }
            s.assemble(q);
            const bool whole = outcome.iterations < kPatience || outcome.flowChange < kNear;
            sums = s.advance(q, h, whole ? 1.0 : kRelaxation);
            ++outcome.iterations;
            outcome.flowChange = sums.first / std::max(sums.second, kNoFlowM3PerS);
            done =
                whole && !s.steep && sums.first <= options.accuracy * sums.second + kNoFlowM3PerS;
            fresh = false;
        }
        // Statuses are looked at when flows begin to settle, and at the end.
        const bool settles = outcome.flowChange < kSettling && outcome.iterations < kPatience;
        if ((done || settles) && s.renewStatus(q, h)) {
            s.exact = false;
            s.label(q, h);
            fresh = true;
            done = false;
        } else if (done && s.renewUnable()) {
            s.exact = false;
            s.label(q, h);
            fresh = true;
            done = false;
        } else if (done && !s.exact && s.anyHeld()) {
            s.exact = true;
            s.label(q, h);
            fresh = true;
            done = false;
        }
        if (done) {
            outcome.converged = true;
            break;
        }
    }
    s.finish(q, h, outcome);
    return outcome;
}

const std::vector<int>& HydraulicSolver::unsupplied() const {
    return impl_->unsupplied;
}

Error HydraulicSolver::error(const HydraulicOutcome& outcome) const {
    Error error;
    error.code = "HYD-004";
    error.message =
        "the flows do not converge in " + std::to_string(outcome.iterations) + " iterations";
    if (outcome.worstLink >= 0) {
        error.message += "; " + placeOfLink(impl_->net, outcome.worstLink) + " misses its law by " +
                         std::to_string(outcome.headErrorM) + " m";
    }
    error.remedy =
        "Look at the pumps and regulating valves near it: two may work against each "
        "other.";
    return error;
}

std::vector<int> HydraulicSolver::cutOff() const {
    std::vector<int> nodes;
    for (int i = 0; i < static_cast<int>(impl_->net.nodes.size()); ++i) {
        const int part = impl_->parts.partOf(i);
        if (part >= 0 && impl_->parts.parts()[at(part)].anchor >= 0) {
            nodes.push_back(i);
        }
    }
    return nodes;
}

std::vector<int> HydraulicSolver::unable() const {
    std::vector<int> links;
    for (int k = 0; k < static_cast<int>(impl_->unable.size()); ++k) {
        if (impl_->unable[at(k)]) {
            links.push_back(k);
        }
    }
    return links;
}

double HydraulicSolver::suppliedM3PerS(int node) const {
    for (const Impl::Emitter& emitter : impl_->emitters) {
        if (emitter.node == node && emitter.demand) {
            return emitter.flowM3PerS;
        }
    }
    const int part = impl_->parts.partOf(node);
    const bool served = part >= 0 && impl_->parts.parts()[at(part)].anchor < 0;
    return served ? impl_->net.nodes[at(node)].demandM3PerS : 0.0;
}

}  // namespace headroom::engine
