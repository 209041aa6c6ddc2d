// SPDX-License-Identifier: Apache-2.0
#include "engine/air/field/settling.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace headroom::engine {

namespace {

/// In air changes; see the header. Assumption: the inlets of the five halls of the validation no longer drift after
/// three to four of them.
constexpr double kRunIn = 3.0, kPeriod = 1.5, kMostChanges = 15.0;
constexpr double kSettledMeanK = 0.25, kSettledRackK = 1.0;

/// Steps between two choices of the step and of the eddy viscosity, and between two samples of the mean.
constexpr int kRenewSteps = 10, kSampleSteps = 5;

/// A step that has become longer than this share of the largest one is chosen anew at once. Air at rest allows long steps,
/// and the first of them sets it in motion: ten steps of that length made small halls grow without bound.
constexpr double kMostOfLargest = 1.2;

/// Cells of 0.1 m have such steps at 500 m/s: the solution grows without bound.
constexpr double kShortestStepS = 1e-4;

Error cancelled() {
    return {"AIR-002", "the air field was cancelled", "start it again", "", "", 0};
}

}  // namespace

AirPeriod::AirPeriod(std::size_t movers, std::size_t cells)
    : inletK(movers, 0.0), inletK2(movers, 0.0), warmK(cells, 0.0F), hot(cells, 0.0F) {
    for (auto& each : velocity) {
        each.assign(cells, 0.0F);
    }
}

void AirPeriod::add(const AirPeriod& other) {
    seconds += other.seconds;
    sampledS += other.sampledS;
    leavingKM3 += other.leavingKM3;
    const auto sum = [](auto& to, const auto& from) {
        std::transform(to.begin(), to.end(), from.begin(), to.begin(), std::plus<>());
    };
    sum(inletK, other.inletK);
    sum(inletK2, other.inletK2);
    sum(warmK, other.warmK);
    sum(hot, other.hot);
    for (std::size_t a = 0; a < 3; ++a) {
        sum(velocity[a], other.velocity[a]);
    }
}

SettlingAir::SettlingAir(const AirGrid& grid, const HallAirLoad& load, const HallAirPlan& plan,
                         const AirFieldOptions& options, Workers& workers, AirField& field)
    : grid_(grid),
      load_(load),
      plan_(plan),
      options_(options),
      field_(field),
      flow_(grid, load, workers),
      air_(grid, load, plan.air.jPerM3K, flow_, workers),
      still_(options.buoyancy ? 0 : grid.cells.size() + 2 * flow_.margin(), 0.0F),
      older_(grid.movers.size(), grid.cells.size()),
      newer_(older_) {
    double racks = 0.0;
    for (const AirMover& m : grid.movers) {
        racks += m.flowM3PerS;
    }
    changeS_ = field.openCells * grid.volumeM3() / std::max(load.supplyM3PerS, racks);
}

Result<void> SettlingAir::run() {
    if (auto ran = runFor(kRunIn * changeS_, {}); !ran) {
        return ran;
    }
    if (auto ran = runFor(kPeriod * changeS_, [&](double) { sample(older_); }); !ran) {
        return ran;
    }
    while (true) {
        if (auto ran = runFor(kPeriod * changeS_, [&](double) { sample(newer_); }); !ran) {
            return ran;
        }
        ++field_.periods;
        compare();
        if (field_.settled || field_.simulatedS > kMostChanges * changeS_) {
            break;
        }
        std::swap(older_, newer_);
        newer_.clear();
    }
    older_.add(newer_);
    return {};
}

void SettlingAir::report() {
    const auto scale = static_cast<float>(1.0 / older_.sampledS);
    for (auto* each : {&older_.warmK, &older_.hot, &older_.velocity[0], &older_.velocity[1],
                       &older_.velocity[2]}) {
        for (float& v : *each) {
            v *= scale;
        }
    }
    field_.massError = flow_.conserve(older_.velocity);
    field_.iterations = flow_.iterations();
    balance();
    write();
    racks();
}

Result<void> SettlingAir::runFor(double seconds, const std::function<void(double)>& each) {
    const double end = field_.simulatedS + seconds;
    while (field_.simulatedS < end) {
        const bool renews = field_.steps % kRenewSteps == 0;
        if (renews) {
            flow_.eddies();
            if (options_.cancel != nullptr && *options_.cancel) {
                return tl::unexpected(cancelled());
            }
            tellProgress();
        }
        const double largestS = flow_.largestStepS();
        if (renews || stepS_ > kMostOfLargest * largestS) {
            stepS_ = largestS;
        }
        if (!(stepS_ > kShortestStepS) || !std::isfinite(air_.returnK())) {
            return tl::unexpected(Error{"AIR-003", "the air field has no solution on this grid",
                                        "choose another cell size", "", "", 0});
        }
        flow_.step(stepS_, options_.buoyancy ? air_.warmK() : still_.data() + flow_.margin());
        air_.step(stepS_);
        ++field_.steps;
        field_.simulatedS += stepS_;
        if (each) {
            each(stepS_);
        }
    }
    return {};
}

void SettlingAir::tellProgress() {
    if (options_.progress) {
        // Later periods are not foreseen: the rest halves with each.
        const double planned = (kRunIn + 2.0 * kPeriod) * changeS_;
        const double done = field_.simulatedS / planned;
        options_.progress(done < 1.0 ? 0.9 * done : 1.0 - 0.1 / (1.0 + 4.0 * (done - 1.0)));
    }
}

void SettlingAir::sample(AirPeriod& period) {
    period.seconds += stepS_;
    period.leavingKM3 += stepS_ * air_.leavingKM3PerS();
    for (std::size_t m = 0; m < grid_.movers.size(); ++m) {
        const double k = air_.inletK(m);
        period.inletK[m] += stepS_ * k;
        period.inletK2[m] += stepS_ * k * k;
    }
    if (field_.steps % kSampleSteps != 0) {
        return;
    }
    period.sampledS += stepS_;
    const auto weight = static_cast<float>(stepS_);
    const auto add = [&](std::vector<float>& to, const float* from) {
        for (std::size_t c = 0; c < to.size(); ++c) {
            to[c] += weight * from[c];
        }
    };
    add(period.warmK, air_.warmK());
    add(period.hot, air_.hot());
    for (std::size_t a = 0; a < 3; ++a) {
        add(period.velocity[a], flow_.velocity(static_cast<int>(a)));
    }
}

void SettlingAir::compare() {
    double worst = 0.0, sum = 0.0;
    int racks = 0;
    for (std::size_t m = 0; m < grid_.movers.size(); ++m) {
        if (grid_.movers[m].rack >= 0) {
            const double moved =
                newer_.inletK[m] / newer_.seconds - older_.inletK[m] / older_.seconds;
            worst = std::max(worst, std::abs(moved));
            sum += moved;
            ++racks;
        }
    }
    field_.settledRackK = worst;
    field_.settledMeanK = racks > 0 ? std::abs(sum) / racks : 0.0;
    field_.settled = field_.settledRackK <= kSettledRackK && field_.settledMeanK <= kSettledMeanK;
}

void SettlingAir::balance() {
    double givenW = 0.0, besideW = grid_.closedW;
    for (const AirMover& m : grid_.movers) {
        givenW += m.roomW();
        besideW += m.heatW - m.roomW();
    }
    const double jPerM3K = plan_.air.jPerM3K;
    const double outW = older_.leavingKM3 / older_.seconds * jPerM3K;
    field_.heatError = givenW > 0.0 ? (outW - givenW) / givenW : 0.0;
    field_.returnC = load_.supplyC + (givenW + besideW) / (jPerM3K * load_.supplyM3PerS);
}

void SettlingAir::write() {
    const auto strides = grid_.strides();
    field_.temperatureC.assign(grid_.cells.size(), static_cast<float>(field_.returnC));
    field_.hotFraction = older_.hot;
    const std::array<std::vector<float>*, 3> speeds{&field_.speedX, &field_.speedY, &field_.speedZ};
    for (std::size_t c = strides[2]; c < grid_.solid.size(); ++c) {
        if (grid_.solid[c] != 0) {
            field_.hotFraction[c] = 0.0F;
            continue;
        }
        field_.temperatureC[c] = static_cast<float>(load_.supplyC + older_.warmK[c]);
        for (std::size_t a = 0; a < 3; ++a) {
            (*speeds[a])[c] = 0.5F * (older_.velocity[a][c] + older_.velocity[a][c - strides[a]]);
        }
    }
}

RackAirResult SettlingAir::rack(std::size_t m) const {
    const AirMover& mover = grid_.movers[m];
    RackAirResult r;
    r.rack = mover.rack;
    r.flowM3PerS = mover.serverM3PerS();
    r.heatW = mover.heatW;
    const double inletK = older_.inletK[m] / older_.seconds;
    r.swayK = std::sqrt(std::max(0.0, older_.inletK2[m] / older_.seconds - inletK * inletK));
    r.inletC = load_.supplyC + inletK;
    r.outletC = r.inletC + air_.riseK(m);
    r.hotFraction = std::clamp(
        mover.breathed(CarriedAir::mean(older_.hot.data(), mover.inlets), 1.0), 0.0, 1.0);
    const double behindK = inletK + air_.riseK(m);
    double most = older_.warmK[mover.inlets.front().cell];
    for (const AirPort& p : mover.inlets) {
        most = std::max(most, static_cast<double>(older_.warmK[p.cell]));
    }
    r.maxInletC = load_.supplyC + std::max(mover.breathed(most, behindK), inletK);
    r.topInletC = load_.supplyC + mover.breathed(CarriedAir::mean(older_.warmK.data(),
                                                                  topThird(grid_, mover.inlets)),
                                                 behindK);
    return r;
}

void SettlingAir::racks() {
    AirIndexSums sums(plan_.spec.airClass, load_.supplyC);
    for (std::size_t m = 0; m < grid_.movers.size(); ++m) {
        if (grid_.movers[m].rack >= 0) {
            field_.racks.push_back(rack(m));
            const RackAirResult& r = field_.racks.back();
            sums.add(r.inletC, r.flowM3PerS * plan_.air.jPerM3K, r.heatW);
        }
    }
    field_.indices = sums.indices(field_.returnC);
}

}  // namespace headroom::engine
