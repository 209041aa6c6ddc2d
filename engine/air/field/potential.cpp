// SPDX-License-Identifier: Apache-2.0
#include "engine/air/field/potential.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

constexpr int kMostPotentialIterations = 400;
constexpr int kCoarsestCells = 64;
constexpr int kCoarsestSweeps = 12;

/// One level of the multigrid.
struct Level {
    Conductances c;
    std::vector<float> inverse;  ///< of the diagonal; 0 in closed cells
    std::vector<float> x, b;
};

int rows(const PaddedGrid& g) {
    return g.ny * g.nz;
}

/// First cell of row n, rows counted northward, then up.
std::size_t rowStart(const PaddedGrid& g, int n) {
    return g.index(0, n % g.ny, n / g.ny);
}

void finishLevel(Level& l) {
    const PaddedGrid& g = l.c.grid;
    const auto sy = static_cast<std::size_t>(g.strideY()),
               sz = static_cast<std::size_t>(g.strideZ());
    l.inverse.assign(g.size(), 0.0F);
    l.x.assign(g.size(), 0.0F);
    l.b.assign(g.size(), 0.0F);
    for (int n = 0; n < rows(g); ++n) {
        const std::size_t start = rowStart(g, n);
        for (std::size_t c = start; c < start + static_cast<std::size_t>(g.nx); ++c) {
            const float d = l.c.east[c] + l.c.east[c - 1] + l.c.north[c] + l.c.north[c - sy] +
                            l.c.up[c] + l.c.up[c - sz] + l.c.out[c];
            l.inverse[c] = d > 0.0F ? 1.0F / d : 0.0F;
        }
    }
}

/// How many cells are merged along each direction: pairs, where there are more than two.
int mergeOf(int cells) {
    return cells > 2 ? 2 : 1;
}

/// Coefficients of a level from those of the finer one.
void mergeFaces(const Level& fine, Level& l) {
    const PaddedGrid& g = fine.c.grid;
    const PaddedGrid& h = l.c.grid;
    const int mx = mergeOf(g.nx), my = mergeOf(g.ny), mz = mergeOf(g.nz);
    l.c.resize();
    const float fx = 1.0F / static_cast<float>(mx), fy = 1.0F / static_cast<float>(my),
                fz = 1.0F / static_cast<float>(mz);
    for (int k = 0; k < g.nz; ++k) {
        for (int j = 0; j < g.ny; ++j) {
            for (int i = 0; i < g.nx; ++i) {
                const std::size_t c = g.index(i, j, k);
                const std::size_t to = h.index(i / mx, j / my, k / mz);
                if (i % mx == mx - 1) {
                    l.c.east[to] += fx * fine.c.east[c];
                }
                if (j % my == my - 1) {
                    l.c.north[to] += fy * fine.c.north[c];
                }
                if (k % mz == mz - 1) {
                    l.c.up[to] += fz * fine.c.up[c];
                }
                l.c.out[to] += fz * fine.c.out[c];
            }
        }
    }
    finishLevel(l);
}

Level coarser(const Level& fine) {
    const PaddedGrid& g = fine.c.grid;
    const int mx = mergeOf(g.nx), my = mergeOf(g.ny), mz = mergeOf(g.nz);
    Level l;
    l.c.grid = {(g.nx + mx - 1) / mx, (g.ny + my - 1) / my, (g.nz + mz - 1) / mz};
    mergeFaces(fine, l);
    return l;
}

class Multigrid {
  public:
    Multigrid(const Conductances& c, Workers& workers) : workers_(workers) {
        levels_.emplace_back();
        levels_.back().c = c;
        finishLevel(levels_.back());
        while (true) {
            const PaddedGrid& g = levels_.back().c.grid;
            if (g.nx * rows(g) <= kCoarsestCells || (g.nx <= 2 && g.ny <= 2 && g.nz <= 2)) {
                break;
            }
            levels_.push_back(coarser(levels_.back()));
        }
    }

    Level& finest() { return levels_.front(); }

    void renew(const Conductances& c) {
        levels_.front().c = c;
        finishLevel(levels_.front());
        for (std::size_t n = 1; n < levels_.size(); ++n) {
            mergeFaces(levels_[n - 1], levels_[n]);
        }
    }

    /// x = B b on the finest level.
    void cycle() { cycle(0); }

  private:
    void cycle(std::size_t n) {
        Level& l = levels_[n];
        if (n + 1 == levels_.size()) {
            std::fill(l.x.begin(), l.x.end(), 0.0F);
            for (int i = 0; i < kCoarsestSweeps; ++i) {
                sweep(l, 0);
                sweep(l, 1);
            }
            for (int i = 0; i < kCoarsestSweeps; ++i) {
                sweep(l, 1);
                sweep(l, 0);
            }
            return;
        }
        firstSweep(l);
        sweep(l, 1);
        restrictTo(l, levels_[n + 1]);
        cycle(n + 1);
        prolong(levels_[n + 1], l);
        sweep(l, 1);
        sweep(l, 0);
    }

    /// The red half of a sweep from x = 0.
    void firstSweep(Level& l) {
        const PaddedGrid& g = l.c.grid;
        workers_.forRange(rows(g), g.nx, [&](int first, int last) {
            for (int n = first; n < last; ++n) {
                const std::size_t start = rowStart(g, n);
                const auto odd = static_cast<std::size_t>((n % g.ny + n / g.ny) & 1);
                for (std::size_t c = start; c < start + static_cast<std::size_t>(g.nx); ++c) {
                    l.x[c] = ((c - start + odd) & 1) == 0 ? l.b[c] * l.inverse[c] : 0.0F;
                }
            }
        });
    }

    void sweep(Level& l, int colour) {
        const PaddedGrid& g = l.c.grid;
        const auto sy = static_cast<std::size_t>(g.strideY());
        const auto sz = static_cast<std::size_t>(g.strideZ());
        workers_.forRange(rows(g), g.nx, [&](int first, int last) {
            const float *e = l.c.east.data(), *no = l.c.north.data(), *u = l.c.up.data();
            const float *b = l.b.data(), *inverse = l.inverse.data();
            float* x = l.x.data();
            for (int n = first; n < last; ++n) {
                const std::size_t start = rowStart(g, n);
                const std::size_t end = start + static_cast<std::size_t>(g.nx);
                const auto skip = static_cast<std::size_t>((n % g.ny + n / g.ny + colour) & 1);
                for (std::size_t c = start + skip; c < end; c += 2) {
                    const float sum = e[c] * x[c + 1] + e[c - 1] * x[c - 1] + no[c] * x[c + sy] +
                                      no[c - sy] * x[c - sy] + u[c] * x[c + sz] +
                                      u[c - sz] * x[c - sz];
                    x[c] = (b[c] + sum) * inverse[c];
                }
            }
        });
    }

    /// Right-hand side of the coarser level: the residual, added over merged cells. After a sweep
    /// that ended with black, black cells have none.
    void restrictTo(const Level& l, Level& to) {
        const PaddedGrid& g = l.c.grid;
        const PaddedGrid& h = to.c.grid;
        const auto sy = static_cast<std::size_t>(g.strideY());
        const auto sz = static_cast<std::size_t>(g.strideZ());
        const int mx = g.nx > h.nx ? 2 : 1, my = g.ny > h.ny ? 2 : 1, mz = g.nz > h.nz ? 2 : 1;
        workers_.forRange(rows(h), 8 * h.nx, [&](int first, int last) {
            const float *e = l.c.east.data(), *no = l.c.north.data(), *u = l.c.up.data();
            const float *x = l.x.data(), *inverse = l.inverse.data();
            for (int n = first; n < last; ++n) {
                const std::size_t row = rowStart(h, n);
                std::fill_n(to.b.begin() + static_cast<std::ptrdiff_t>(row), h.nx, 0.0F);
                const int j0 = n % h.ny * my, k0 = n / h.ny * mz;
                for (int k = k0; k < std::min(k0 + mz, g.nz); ++k) {
                    for (int j = j0; j < std::min(j0 + my, g.ny); ++j) {
                        const std::size_t start = g.index(0, j, k);
                        for (int i = (j + k) & 1; i < g.nx; i += 2) {
                            const std::size_t c = start + static_cast<std::size_t>(i);
                            if (inverse[c] > 0.0F) {
                                const float sum = e[c] * x[c + 1] + e[c - 1] * x[c - 1] +
                                                  no[c] * x[c + sy] + no[c - sy] * x[c - sy] +
                                                  u[c] * x[c + sz] + u[c - sz] * x[c - sz];
                                to.b[row + static_cast<std::size_t>(i / mx)] +=
                                    l.b[c] + sum - x[c] / inverse[c];
                            }
                        }
                    }
                }
            }
        });
    }

    void prolong(const Level& from, Level& l) {
        const PaddedGrid& g = l.c.grid;
        const PaddedGrid& h = from.c.grid;
        const int mx = g.nx > h.nx ? 2 : 1, my = g.ny > h.ny ? 2 : 1, mz = g.nz > h.nz ? 2 : 1;
        workers_.forRange(rows(g), g.nx, [&](int first, int last) {
            for (int n = first; n < last; ++n) {
                const std::size_t start = rowStart(g, n);
                const std::size_t row = h.index(0, n % g.ny / my, n / g.ny / mz);
                for (int i = 0; i < g.nx; ++i) {
                    const std::size_t c = start + static_cast<std::size_t>(i);
                    if (l.inverse[c] > 0.0F) {
                        l.x[c] += from.x[row + static_cast<std::size_t>(i / mx)];
                    }
                }
            }
        });
    }

    Workers& workers_;
    std::vector<Level> levels_;
};

/// Conjugate gradients on padded vectors; sums by row, then in the order of rows.
class Gradients {
  public:
    Gradients(const Conductances& c, Workers& workers)
        : c_(c), workers_(workers), rowSum_(static_cast<std::size_t>(rows(c.grid))) {}

    template <class Work>
    void each(const Work& work) {
        const PaddedGrid& g = c_.grid;
        workers_.forRange(rows(g), 2 * g.nx, [&](int first, int last) {
            for (int n = first; n < last; ++n) {
                const std::size_t start = rowStart(g, n);
                for (std::size_t c = start; c < start + static_cast<std::size_t>(g.nx); ++c) {
                    work(c);
                }
            }
        });
    }

    template <class Term>
    double sum(const Term& term) {
        const PaddedGrid& g = c_.grid;
        workers_.forRange(rows(g), 2 * g.nx, [&](int first, int last) {
            for (int n = first; n < last; ++n) {
                const std::size_t start = rowStart(g, n);
                double s = 0.0;
                for (std::size_t c = start; c < start + static_cast<std::size_t>(g.nx); ++c) {
                    s += term(c);
                }
                rowSum_[static_cast<std::size_t>(n)] = s;
            }
        });
        double total = 0.0;
        for (const double s : rowSum_) {
            total += s;
        }
        return total;
    }

    /// A p at one cell.
    double apply(const double* p, std::size_t c) const {
        const auto sy = static_cast<std::size_t>(c_.grid.strideY());
        const auto sz = static_cast<std::size_t>(c_.grid.strideZ());
        const double x = p[c];
        return c_.east[c] * (x - p[c + 1]) + c_.east[c - 1] * (x - p[c - 1]) +
               c_.north[c] * (x - p[c + sy]) + c_.north[c - sy] * (x - p[c - sy]) +
               c_.up[c] * (x - p[c + sz]) + c_.up[c - sz] * (x - p[c - sz]) + c_.out[c] * x;
    }

  private:
    const Conductances& c_;
    Workers& workers_;
    std::vector<double> rowSum_;
};

}  // namespace

struct PotentialSolver::Private {
    Private(const Conductances& c, Workers& workers)
        : faces(c),
          multigrid(c, workers),
          cg(faces, workers),
          r(c.grid.size()),
          p(c.grid.size()),
          ap(c.grid.size()) {}

    double start(const std::vector<double>& source, const std::vector<double>& x) {
        std::fill(p.begin(), p.end(), 0.0);
        return cg.sum([&](std::size_t i) {
            r[i] = source[i] - cg.apply(x.data(), i);
            return r[i] * r[i];
        });
    }

    Conductances faces;
    Multigrid multigrid;
    Gradients cg;
    std::vector<double> r, p, ap;
};

PotentialSolver::PotentialSolver(const Conductances& c, Workers& workers)
    : d_(std::make_unique<Private>(c, workers)) {}

PotentialSolver::~PotentialSolver() = default;
PotentialSolver::PotentialSolver(PotentialSolver&&) noexcept = default;

void PotentialSolver::renew(const Conductances& c) {
    d_->faces = c;
    d_->multigrid.renew(c);
}

int PotentialSolver::solve(const std::vector<double>& source, double tolerance, int most,
                           std::vector<double>& x, const std::function<bool(double)>& progress) {
    Level& fine = d_->multigrid.finest();
    Gradients& cg = d_->cg;
    std::vector<double>&r = d_->r, &p = d_->p, &ap = d_->ap;
    const double source2 = cg.sum([&](std::size_t i) { return source[i] * source[i]; });
    double residual2 = d_->start(source, x), rz = 0.0;
    int iterations = 0;
    while (residual2 > tolerance * tolerance * source2 && iterations < most) {
        // Single precision sees a residual of order one, however small it has become.
        const double scale = 1.0 / std::sqrt(residual2);
        cg.each([&](std::size_t i) { fine.b[i] = static_cast<float>(r[i] * scale); });
        d_->multigrid.cycle();
        const double rzNew =
            cg.sum([&](std::size_t i) { return r[i] * static_cast<double>(fine.x[i]); }) / scale;
        const double beta = iterations == 0 ? 0.0 : rzNew / rz;
        rz = rzNew;
        cg.each([&](std::size_t i) { p[i] = fine.x[i] / scale + beta * p[i]; });
        const double pap = cg.sum([&](std::size_t i) {
            ap[i] = cg.apply(p.data(), i);
            return p[i] * ap[i];
        });
        if (!(pap > 0.0)) {
            break;
        }
        const double alpha = rz / pap;
        residual2 = cg.sum([&](std::size_t i) {
            x[i] += alpha * p[i];
            r[i] -= alpha * ap[i];
            return r[i] * r[i];
        });
        ++iterations;
        const double done = std::log(residual2 / source2) / (2.0 * std::log(tolerance));
        if (progress && !progress(std::clamp(done, 0.0, 1.0))) {
            break;
        }
    }
    return iterations;
}

double PotentialSolver::residual(const std::vector<double>& source,
                                 const std::vector<double>& phi) {
    d_->start(source, phi);
    double in = 0.0, worst = 0.0;
    for (std::size_t i = 0; i < source.size(); ++i) {
        in += std::max(0.0, source[i]);
        worst = std::max(worst, std::abs(d_->r[i]));
    }
    return in > 0.0 ? worst / in : 0.0;
}

PotentialResult solvePotential(const Conductances& c, const std::vector<double>& source,
                               double tolerance, Workers& workers,
                               const std::function<bool(double)>& progress,
                               std::vector<double> start) {
    PotentialResult result;
    result.phi = std::move(start);
    result.phi.resize(c.grid.size(), 0.0);
    PotentialSolver solver(c, workers);
    const auto goOn = [&](double done) {
        result.cancelled = progress && !progress(done);
        return !result.cancelled;
    };
    result.iterations = solver.solve(source, tolerance, kMostPotentialIterations, result.phi, goOn);
    result.residual = solver.residual(source, result.phi);
    return result;
}

}  // namespace headroom::engine
