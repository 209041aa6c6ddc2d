// SPDX-License-Identifier: Apache-2.0
#include "engine/air/field/flow.h"

#include "engine/air/field/limited.h"
#include "engine/base/also_avx2.h"
#include "engine/base/index.h"
#include "models/air/room_flow.h"
#include "models/cooling/usual.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

/// Courant and diffusion numbers of the three axes add up to this at most: above, van Leer's scheme with explicit steps
/// may overshoot (Harten 1983).
constexpr double kCourant = 0.5;
constexpr double kDiffusion = 0.5;

/// Each step improves the pressure of the one before: what is left is corrected in the next.
constexpr double kProjection = 1e-3;
constexpr int kMostProjectionIterations = 20;

/// Steps between two renewals of the panels' conductances.
constexpr int kLeakSteps = 5, kFirstSteps = 50;

/// Faces of one of the two other axes, as momentum along the first axis crosses them.
struct AcrossFaces {
    const float *speed, *open;
    std::size_t stride;
    float inverse, wall;
};

/// Faces along one axis, and what changes the momentum of the air in them.
struct FaceMomentum {
    const float *speed, *open, *viscosity, *warmK;
    std::size_t stride;
    float inverse, lift, step;
    std::array<AcrossFaces, 2> across;
};

/// Exchange of the momentum at face c with the faces next to it along another axis [m/s2].
inline float acrossRate(const FaceMomentum& f, const AcrossFaces& s, std::size_t c, float own,
                        float friction) {
    const float* q = f.speed;
    const float* nu = f.viscosity;
    const std::size_t sa = f.stride, sb = s.stride;
    const float p = 0.5F * (s.speed[c] + s.speed[c + sa]);
    const float m = 0.5F * (s.speed[c - sb] + s.speed[c - sb + sa]);
    const float openP = 0.5F * (s.open[c] + s.open[c + sa]);
    const float openM = 0.5F * (s.open[c - sb] + s.open[c - sb + sa]);
    // Holes of panels and tiles let air in straight: it leaves its motion along them behind.
    const float fromM = (m > 0.0F ? openM : 1.0F) * limitedValue(m, q, c - sb, sb);
    const float fromP = (p < 0.0F ? openP : 1.0F) * limitedValue(p, q, c, sb);
    float rate = s.inverse * (m * (fromM - own) - p * (fromP - own));
    const float nuP = 0.25F * (nu[c] + nu[c + sa] + nu[c + sb] + nu[c + sb + sa]);
    const float nuM = 0.25F * (nu[c] + nu[c + sa] + nu[c - sb] + nu[c - sb + sa]);
    rate +=
        s.inverse * s.inverse * (openP * nuP * (q[c + sb] - own) + openM * nuM * (q[c - sb] - own));
    return rate - (2.0F - openP - openM) * s.wall * friction;
}

/// New speeds at the faces of one row of cells. No branches: three quarters of a field's time is spent here and in
/// CarriedAir, and compilers compute several faces at once.
HEADROOM_ALSO_AVX2 void predictRow(const FaceMomentum& f, std::size_t first, std::size_t last,
                                   float* __restrict to) {
    const float* q = f.speed;
    const std::size_t sa = f.stride;
    for (std::size_t c = first; c < last; ++c) {
        const float own = q[c];
        const float plus = 0.5F * (own + q[c + sa]), minus = 0.5F * (own + q[c - sa]);
        float rate = f.inverse * (minus * (limitedValue(minus, q, c - sa, sa) - own) -
                                  plus * (limitedValue(plus, q, c, sa) - own));
        rate += f.inverse * f.inverse *
                (f.viscosity[c + sa] * (q[c + sa] - own) - f.viscosity[c] * (own - q[c - sa]));
        const float root = std::sqrt(std::abs(own));
        const float friction = root * std::sqrt(root) * own;
        rate += acrossRate(f, f.across[0], c, own, friction);
        rate += acrossRate(f, f.across[1], c, own, friction);
        rate += f.lift * 0.5F * (f.warmK[c] + f.warmK[c + sa]);
        to[c] = f.open[c] == 0.0F ? to[c] : own + f.step * rate;
    }
}

}  // namespace

RoomFlow::RoomFlow(const AirGrid& grid, const HallAirLoad& load, Workers& workers)
    : grid_(grid),
      workers_(workers),
      margin_(2 * grid.strides()[2]),
      source_(grid.cells.size(), 0.0),
      right_(grid.cells.size(), 0.0),
      impulse_(grid.cells.size(), 0.0),
      leakConductance_(grid.leaks.size(), 0.0),
      leakDrive_(grid.leaks.size(), 0.0),
      faces_(grid.faces),
      solver_(grid.faces, workers) {
    const std::size_t size = grid.cells.size() + 2 * margin_;
    for (std::size_t a = 0; a < 3; ++a) {
        for (auto* each : {&velocity_[a], &next_[a], &open_[a], &leak_[a]}) {
            each->assign(size, 0.0F);
        }
    }
    const std::array<const std::vector<float>*, 3> faces{&grid.faces.east, &grid.faces.north,
                                                         &grid.faces.up};
    for (std::size_t a = 0; a < 3; ++a) {
        for (std::size_t c = 0; c < grid.cells.size(); ++c) {
            const std::size_t other = c + grid.strides()[a];
            const bool isOpen =
                (*faces[a])[c] > 0.0F && grid.solid[c] == 0 && grid.solid[other] == 0;
            open_[a][margin_ + c] = isOpen ? 1.0F : 0.0F;
        }
    }
    for (const AirLeak& l : grid.leaks) {
        leak_[at(l.axis)][margin_ + l.cell] = 1.0F;
    }
    viscosity_.assign(size, 0.0F);
    wallM_.assign(size, 0.0F);
    setPorts(load);
    wallDistances();
    eddies();
}

void RoomFlow::setPorts(const HallAirLoad& load) {
    const std::array<double, 3> areas = grid_.areas();
    const auto add = [&](const std::vector<AirPort>& ports, double inM3PerS) {
        const double each = inM3PerS / static_cast<double>(ports.size());
        for (const AirPort& p : ports) {
            source_[p.cell] += each;
            // Air that enters through the high side flows down the axis.
            velocity_[at(p.axis)][margin_ + grid_.faceOf(p)] +=
                static_cast<float>((p.high ? -each : each) / areas[at(p.axis)]);
        }
    };
    for (const AirMover& m : grid_.movers) {
        add(m.inlets, -m.flowM3PerS);
        if (!m.outlets.empty()) {
            add(m.outlets, m.roomM3PerS());
        }
    }
    next_ = velocity_;
    const std::size_t supplies = grid_.supplies.size();
    supplyM3PerS_.assign(supplies, 0.0);
    setSupplies(std::vector<double>(supplies, load.supplyM3PerS / static_cast<double>(supplies)));
}

void RoomFlow::setSupplies(const std::vector<double>& flowM3PerS) {
    const std::array<double, 3> areas = grid_.areas();
    for (std::size_t n = 0; n < grid_.supplies.size(); ++n) {
        const AirPort& p = grid_.supplies[n];
        const double more = flowM3PerS[n] - supplyM3PerS_[n];
        source_[p.cell] += more;
        const auto speed = static_cast<float>((p.high ? -more : more) / areas[at(p.axis)]);
        // Faces of ports are never computed: both fields of velocity hold them.
        velocity_[at(p.axis)][margin_ + grid_.faceOf(p)] += speed;
        next_[at(p.axis)][margin_ + grid_.faceOf(p)] += speed;
    }
    supplyM3PerS_ = flowM3PerS;
}

/// Distance along the axes to the nearest surface. Panels count as surfaces.
void RoomFlow::wallDistances() {
    std::fill(wallM_.begin(), wallM_.end(), static_cast<float>(1e9));
    const PaddedGrid& g = grid_.cells;
    for (int a = 0; a < 3; ++a) {
        const std::size_t s = grid_.strides()[at(a)];
        const double size = grid_.sizes()[at(a)];
        const float* passes = open(a);
        std::vector<double> free(g.size(), 0.0);
        const auto visit = [&](std::size_t c, std::size_t before, std::size_t face) {
            free[c] = passes[face] > 0.0F ? free[before] + size : 0.5 * size;
            wallM_[margin_ + c] = std::min(wallM_[margin_ + c], static_cast<float>(free[c]));
        };
        for (std::size_t c = s; c < g.size(); ++c) {
            if (grid_.solid[c] == 0) {
                visit(c, c - s, c - s);
            }
        }
        for (std::size_t c = g.size() - s; c-- > 0;) {
            if (grid_.solid[c] == 0) {
                visit(c, c + s, c);
            }
        }
    }
}

template <class Work>
void RoomFlow::forRows(const Work& work) {
    const PaddedGrid& g = grid_.cells;
    workers_.forRange(g.ny * g.nz, 10 * g.nx, [&](int first, int last) {
        for (int n = first; n < last; ++n) {
            const std::size_t start = g.index(0, n % g.ny, n / g.ny);
            work(start, start + at(g.nx));
        }
    });
}

void RoomFlow::eddies() {
    const float *u = velocity(0), *v = velocity(1), *w = velocity(2);
    const std::size_t sy = grid_.strides()[1], sz = grid_.strides()[2];
    forRows([&](std::size_t first, std::size_t last) {
        for (std::size_t c = first; c < last; ++c) {
            if (grid_.solid[c] != 0) {
                continue;
            }
            const float x = 0.5F * (u[c] + u[c - 1]), y = 0.5F * (v[c] + v[c - sy]),
                        z = 0.5F * (w[c] + w[c - sz]);
            viscosity_[margin_ + c] = static_cast<float>(
                models::kAirViscosityM2PerS +
                models::eddyViscosityM2PerS(std::sqrt(x * x + y * y + z * z), wallM_[margin_ + c]));
        }
    });
}

double RoomFlow::largestStepS() const {
    const std::array<double, 3> size = grid_.sizes();
    const std::array<std::size_t, 3> stride = grid_.strides();
    double rate = 1e-3, eddyRate = 1e-3, inverse2 = 0.0;
    for (const double s : size) {
        inverse2 += 1.0 / (s * s);
    }
    for (std::size_t c = stride[2]; c < grid_.solid.size(); ++c) {
        if (grid_.solid[c] == 0) {
            double sum = 0.0;
            for (std::size_t a = 0; a < 3; ++a) {
                const float* q = velocity(static_cast<int>(a));
                sum += std::max(std::abs(q[c]), std::abs(q[c - stride[a]])) / size[a];
            }
            rate = std::max(rate, sum);
            eddyRate = std::max(eddyRate, 2.0 * viscosity()[c] * inverse2);
        }
    }
    return 1.0 / (rate / kCourant + eddyRate / kDiffusion);
}

void RoomFlow::predict(int axis, double dt, const float* warmK) {
    const auto a = at(axis);
    const std::array<double, 3> size = grid_.sizes();
    const auto across = [&](std::size_t b) {
        return AcrossFaces{velocity(static_cast<int>(b)), open(static_cast<int>(b)),
                           grid_.strides()[b], static_cast<float>(1.0 / size[b]),
                           static_cast<float>(models::wallFactor(0.5 * size[b]) / size[b])};
    };
    const FaceMomentum faces{
        velocity(axis),
        open(axis),
        viscosity(),
        warmK,
        grid_.strides()[a],
        static_cast<float>(1.0 / size[a]),
        axis == 2 ? static_cast<float>(models::kStandardGravity * models::kAirExpansionPerK) : 0.0F,
        static_cast<float>(dt),
        {across(at((axis + 1) % 3)), across(at((axis + 2) % 3))}};
    float* to = next_[a].data() + margin_;
    forRows([&](std::size_t first, std::size_t last) { predictRow(faces, first, last, to); });
}

/// Air leaves as it comes from below; it enters at rest.
void RoomFlow::predictReturns(double dt, const float* warmK) {
    const std::size_t sz = grid_.strides()[2];
    const float* w = velocity(2);
    const double buoyancy = models::kStandardGravity * models::kAirExpansionPerK;
    for (const AirPort& p : grid_.returns) {
        const std::size_t face = grid_.faceOf(p), inner = p.high ? face - sz : face + sz;
        const double out = p.high ? w[face] : -w[face];
        const double advection =
            (out > 0.0 ? -out * (w[face] - w[inner]) : out * w[face]) / grid_.sizeZ;
        next_[2][margin_ + face] =
            static_cast<float>(w[face] + dt * (advection + buoyancy * warmK[p.cell]));
    }
}

/// Flow through panels: h du/dt = dp + lift - loss u |u| with the inertia of one cell h, and |u| from the pressure of the
/// step before.
void RoomFlow::predictLeaks(double dt, const float* warmK) {
    const bool renew = steps_ < kFirstSteps || steps_ % kLeakSteps == 0 || dt != stepS_;
    const double buoyancy = models::kStandardGravity * models::kAirExpansionPerK;
    const std::array<double, 3> areas = grid_.areas(), sizes = grid_.sizes();
    const std::array<std::vector<float>*, 3> faces{&faces_.east, &faces_.north, &faces_.up};
    for (std::size_t n = 0; n < grid_.leaks.size(); ++n) {
        const AirLeak& l = grid_.leaks[n];
        const std::size_t a = at(l.axis), other = l.cell + grid_.strides()[a];
        const double lift =
            l.axis == 2 ? 0.5 * sizes[2] * buoyancy * (warmK[l.cell] + warmK[other]) : 0.0;
        const double inertia = sizes[a] / dt;
        const double drive = inertia * velocity(l.axis)[l.cell] + lift;
        if (renew) {
            const double loss = models::panelLoss(l.openShare);
            const double dp = stepS_ > 0.0 ? (impulse_[l.cell] - impulse_[other]) / stepS_ : 1.0;
            const double wanted = std::abs(drive + dp);
            const double speed =
                2.0 * wanted / (inertia + std::sqrt(inertia * inertia + 4.0 * loss * wanted));
            leakConductance_[n] = areas[a] / (inertia + loss * speed);
            (*faces[a])[l.cell] = static_cast<float>(leakConductance_[n] / dt);
        }
        leakDrive_[n] = leakConductance_[n] * drive;
    }
    if (renew && !grid_.leaks.empty()) {
        solver_.renew(faces_);
    }
}

/// Writes the inflow of each cell from sources and open faces [m3/s] into right_.
void RoomFlow::imbalance(const std::array<std::vector<float>, 3>& velocity, std::size_t margin) {
    const std::array<double, 3> areas = grid_.areas();
    const std::array<std::size_t, 3> stride = grid_.strides();
    forRows([&](std::size_t first, std::size_t last) {
        for (std::size_t c = first; c < last; ++c) {
            double in = source_[c];
            for (std::size_t a = 0; a < 3; ++a) {
                const float *q = velocity[a].data() + margin, *o = open(static_cast<int>(a));
                in += areas[a] * (o[c - stride[a]] * q[c - stride[a]] - o[c] * q[c]);
            }
            right_[c] = grid_.solid[c] == 0 ? in : 0.0;
        }
    });
    for (const AirPort& p : grid_.returns) {
        const double w = velocity[2][margin + grid_.faceOf(p)];
        right_[p.cell] -= areas[2] * (p.high ? w : -w);
    }
}

void RoomFlow::project(double dt) {
    const std::array<double, 3> areas = grid_.areas(), sizes = grid_.sizes();
    const std::array<std::size_t, 3> stride = grid_.strides();
    imbalance(next_, margin_);
    for (std::size_t n = 0; n < grid_.leaks.size(); ++n) {
        const AirLeak& l = grid_.leaks[n];
        right_[l.cell] -= leakDrive_[n];
        right_[l.cell + stride[at(l.axis)]] += leakDrive_[n];
    }
    if (stepS_ > 0.0 && stepS_ != dt) {
        for (double& each : impulse_) {
            each *= dt / stepS_;
        }
    }
    iterations_ += solver_.solve(right_, kProjection, kMostProjectionIterations, impulse_);
    for (std::size_t a = 0; a < 3; ++a) {
        float* q = next_[a].data() + margin_;
        const float* o = open(static_cast<int>(a));
        const double inverse = 1.0 / sizes[a];
        forRows([&](std::size_t first, std::size_t last) {
            for (std::size_t c = first; c < last; ++c) {
                if (o[c] > 0.0F) {
                    q[c] += static_cast<float>(inverse * (impulse_[c] - impulse_[c + stride[a]]));
                }
            }
        });
    }
    for (const AirPort& p : grid_.returns) {
        const double push = 2.0 / grid_.sizeZ * impulse_[p.cell];
        next_[2][margin_ + grid_.faceOf(p)] += static_cast<float>(p.high ? push : -push);
    }
    for (std::size_t n = 0; n < grid_.leaks.size(); ++n) {
        const AirLeak& l = grid_.leaks[n];
        const std::size_t other = l.cell + stride[at(l.axis)];
        const double flow =
            leakConductance_[n] / dt * (impulse_[l.cell] - impulse_[other]) + leakDrive_[n];
        next_[at(l.axis)][margin_ + l.cell] = static_cast<float>(flow / areas[at(l.axis)]);
    }
}

void RoomFlow::step(double dt, const float* warmK) {
    for (int a = 0; a < 3; ++a) {
        predict(a, dt, warmK);
    }
    predictReturns(dt, warmK);
    predictLeaks(dt, warmK);
    project(dt);
    std::swap(velocity_, next_);
    stepS_ = dt;
    ++steps_;
}

double RoomFlow::conserve(std::array<std::vector<float>, 3>& mean) {
    constexpr double kTolerance = 1e-10;
    constexpr int kIterations = 200;
    const std::array<double, 3> areas = grid_.areas();
    const std::array<std::size_t, 3> stride = grid_.strides();
    const auto addLeaks = [&] {
        for (const AirLeak& l : grid_.leaks) {
            const double flow = areas[at(l.axis)] * mean[at(l.axis)][l.cell];
            right_[l.cell] -= flow;
            right_[l.cell + stride[at(l.axis)]] += flow;
        }
    };
    imbalance(mean, 0);
    addLeaks();
    std::vector<double> phi(right_.size(), 0.0);
    iterations_ += solver_.solve(right_, kTolerance, kIterations, phi);
    const std::array<const std::vector<float>*, 3> faces{&faces_.east, &faces_.north, &faces_.up};
    for (std::size_t a = 0; a < 3; ++a) {
        for (std::size_t c = 0; c + stride[a] < phi.size(); ++c) {
            if (open(static_cast<int>(a))[c] + leaks(static_cast<int>(a))[c] > 0.0F) {
                mean[a][c] +=
                    static_cast<float>((*faces[a])[c] / areas[a] * (phi[c] - phi[c + stride[a]]));
            }
        }
    }
    double supply = 0.0, worst = 0.0;
    for (const AirPort& p : grid_.returns) {
        const double push = faces_.out[p.cell] / areas[2] * phi[p.cell];
        mean[2][grid_.faceOf(p)] += static_cast<float>(p.high ? push : -push);
    }
    imbalance(mean, 0);
    addLeaks();
    for (std::size_t c = 0; c < right_.size(); ++c) {
        supply += std::max(0.0, source_[c]);
        worst = std::max(worst, std::abs(right_[c]));
    }
    return supply > 0.0 ? worst / supply : 0.0;
}

double RoomFlow::outflow(std::size_t n) const {
    const AirPort& p = grid_.returns[n];
    const double w = velocity(2)[grid_.faceOf(p)];
    return grid_.areas()[2] * (p.high ? w : -w);
}

}  // namespace headroom::engine
