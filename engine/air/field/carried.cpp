// SPDX-License-Identifier: Apache-2.0
#include "engine/air/field/carried.h"

#include "engine/air/field/limited.h"
#include "engine/base/also_avx2.h"
#include "engine/base/index.h"
#include "models/air/room_flow.h"

#include <algorithm>

namespace headroom::engine {

namespace {

struct CarriedFaces {
    struct Axis {
        const float *speed = nullptr, *open = nullptr, *leak = nullptr;
        std::size_t stride = 0;
        float inverse = 0.0F;
    };

    std::array<Axis, 3> axes;
    const float* viscosity = nullptr;  ///< 0 in solids
    float step = 0.0F;
};

/// Inflow through the faces on both sides of cell c along an axis, per second.
inline float carriedRate(const CarriedFaces::Axis& x, const float* q, const float* nu,
                         std::size_t c, float own) {
    constexpr float kPrandtl = static_cast<float>(0.5 / models::kEddyPrandtl);
    const std::size_t s = x.stride;
    const float openP = x.open[c], openM = x.open[c - s];
    const float p = (openP + x.leak[c]) * x.speed[c], m = (openM + x.leak[c - s]) * x.speed[c - s];
    const float valueP = limitedThrough(p, q, x.open, c, s),
                valueM = limitedThrough(m, q, x.open, c - s, s);
    return x.inverse * (m * (valueM - own) - p * (valueP - own)) +
           kPrandtl * x.inverse * x.inverse *
               (openP * (nu[c] + nu[c + s]) * (q[c + s] - own) +
                openM * (nu[c] + nu[c - s]) * (q[c - s] - own));
}

/// New values of one row of cells. No branches, as in RoomFlow.
HEADROOM_ALSO_AVX2 void moveRow(const CarriedFaces& f, const float* q, std::size_t first,
                                std::size_t last, float* __restrict to) {
    const float* nu = f.viscosity;
    for (std::size_t c = first; c < last; ++c) {
        const float own = q[c];
        const float rate = carriedRate(f.axes[0], q, nu, c, own) +
                           carriedRate(f.axes[1], q, nu, c, own) +
                           carriedRate(f.axes[2], q, nu, c, own);
        to[c] = nu[c] > 0.0F ? own + f.step * rate : to[c];
    }
}

}  // namespace

CarriedAir::CarriedAir(const AirGrid& grid, const HallAirLoad& load, double jPerM3K,
                       const RoomFlow& flow, Workers& workers)
    : grid_(grid), flow_(flow), workers_(workers), margin_(flow.margin()) {
    for (auto* each : {&warm_.now, &warm_.next, &hot_.now, &hot_.next}) {
        each->assign(grid.cells.size() + 2 * margin_, 0.0F);
    }
    for (const AirMover& m : grid.movers) {
        inletK_.push_back(0.0);
        riseK_.push_back(m.heatW / (jPerM3K * m.serverM3PerS()));
    }
    outletK_ = riseK_;
    massS_.assign(riseK_.size(), 0.0);
    const std::size_t supplies = grid.supplies.size();
    supplyM3PerS_.assign(supplies, load.supplyM3PerS / static_cast<double>(supplies));
}

void CarriedAir::setMass(const std::vector<double>& jPerK, double jPerM3K) {
    for (std::size_t m = 0; m < massS_.size(); ++m) {
        massS_[m] = jPerK[m] / (jPerM3K * grid_.movers[m].serverM3PerS());
    }
}

double CarriedAir::mean(const float* q, const std::vector<AirPort>& ports) {
    double sum = 0.0;
    for (const AirPort& p : ports) {
        sum += q[p.cell];
    }
    return sum / static_cast<double>(ports.size());
}

template <class Work>
void CarriedAir::forRows(const Work& work) const {
    const PaddedGrid& g = grid_.cells;
    workers_.forRange(g.ny * g.nz, 10 * g.nx, [&](int first, int last) {
        for (int n = first; n < last; ++n) {
            const std::size_t start = g.index(0, n % g.ny, n / g.ny);
            work(start, start + at(g.nx));
        }
    });
}

void CarriedAir::move(double dt) {
    CarriedFaces faces;
    faces.viscosity = flow_.viscosity();
    faces.step = static_cast<float>(dt);
    for (std::size_t a = 0; a < 3; ++a) {
        const int n = static_cast<int>(a);
        faces.axes[a] = {flow_.velocity(n), flow_.open(n), flow_.leaks(n), grid_.strides()[a],
                         static_cast<float>(1.0 / grid_.sizes()[a])};
    }
    forRows([&](std::size_t first, std::size_t last) {
        for (Quantity* each : {&warm_, &hot_}) {
            moveRow(faces, each->now.data() + margin_, first, last, each->next.data() + margin_);
        }
    });
}

void CarriedAir::addPorts(double dt) {
    const double perM3 = dt / grid_.volumeM3();
    const auto blow = [&](Quantity& q, const AirPort& p, double flow, double value) {
        const std::size_t n = margin_ + p.cell;
        q.next[n] += static_cast<float>(flow * perM3 * (value - q.now[n]));
    };
    const double supplyK = this->supplyK(), supplyHot = isCooled_ ? 0.0 : mixedHot_;
    for (std::size_t n = 0; n < grid_.supplies.size(); ++n) {
        blow(warm_, grid_.supplies[n], supplyM3PerS_[n], supplyK);
        blow(hot_, grid_.supplies[n], supplyM3PerS_[n], supplyHot);
    }
    ductedKM3PerS_ = 0.0;
    for (std::size_t m = 0; m < grid_.movers.size(); ++m) {
        const AirMover& mover = grid_.movers[m];
        ductedKM3PerS_ += mover.ductM3PerS() * inletK_[m];
        if (mover.outlets.empty()) {
            continue;
        }
        const double each = mover.roomM3PerS() / static_cast<double>(mover.outlets.size());
        for (const AirPort& p : mover.outlets) {
            blow(warm_, p, each, outletK_[m]);
            blow(hot_, p, each, 1.0);
        }
    }
}

void CarriedAir::addReturns(double dt) {
    const double perM3 = dt / grid_.volumeM3();
    double out = 0.0, in = 0.0, outK = 0.0, outHot = 0.0;
    for (std::size_t n = 0; n < grid_.returns.size(); ++n) {
        const double flow = flow_.outflow(n);
        const std::size_t c = grid_.returns[n].cell;
        if (flow > 0.0) {
            out += flow;
            outK += flow * warmK()[c];
            outHot += flow * hot()[c];
        } else {
            in -= flow;
            warm_.next[margin_ + c] += static_cast<float>(-flow * perM3 * (mixedK_ - warmK()[c]));
            hot_.next[margin_ + c] += static_cast<float>(-flow * perM3 * (mixedHot_ - hot()[c]));
        }
    }
    if (out > 0.0) {
        returnK_ = outK / out;
    }
    leavingKM3PerS_ = outK - in * mixedK_ + ductedKM3PerS_;
    for (std::size_t m = 0; m < grid_.movers.size(); ++m) {
        const double flow = grid_.movers[m].ductM3PerS();
        out += flow;
        outK += flow * outletK_[m];
        outHot += flow;
    }
    if (out > 0.0) {
        mixedK_ = outK / out;
        mixedHot_ = outHot / out;
    }
}

void CarriedAir::step(double dt) {
    for (std::size_t m = 0; m < inletK_.size(); ++m) {
        inletK_[m] = breathedK(m, mean(warmK(), grid_.movers[m].inlets));
        const double aimK = inletK_[m] + riseK_[m];
        outletK_[m] =
            massS_[m] > 0.0 ? outletK_[m] + dt / (massS_[m] + dt) * (aimK - outletK_[m]) : aimK;
    }
    move(dt);
    addPorts(dt);
    addReturns(dt);
    std::swap(warm_.now, warm_.next);
    std::swap(hot_.now, hot_.next);
}

}  // namespace headroom::engine
