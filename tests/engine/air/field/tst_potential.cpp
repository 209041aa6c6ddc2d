// SPDX-License-Identifier: Apache-2.0
#include "engine/air/field/potential.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>

namespace tst_potential {

using namespace headroom::engine;

namespace {

// nx x ny x nz cells of conductance 1, none solid.
Conductances box(int nx, int ny, int nz) {
    Conductances c;
    c.grid = {nx, ny, nz};
    c.resize();
    for (int k = 0; k < nz; ++k) {
        for (int j = 0; j < ny; ++j) {
            for (int i = 0; i < nx; ++i) {
                const std::size_t n = c.grid.index(i, j, k);
                c.east[n] = i + 1 < nx ? 1.0F : 0.0F;
                c.north[n] = j + 1 < ny ? 1.0F : 0.0F;
                c.up[n] = k + 1 < nz ? 1.0F : 0.0F;
            }
        }
    }
    return c;
}

}  // namespace

class TestPotential : public QObject {
    Q_OBJECT

  private slots:

    // A duct of 50 x 3 x 3 cells: 1 enters each cell at one end, leaves through an out of 2 (half a
    // cell) at the other. The potential falls by 1 a cell: phi = 0.5 + (49 - i).
    void duct() {
        Conductances c = box(50, 3, 3);
        std::vector<double> source(c.grid.size(), 0.0);
        for (int k = 0; k < 3; ++k) {
            for (int j = 0; j < 3; ++j) {
                source[c.grid.index(0, j, k)] = 1.0;
                c.out[c.grid.index(49, j, k)] = 2.0F;
            }
        }
        Workers workers;
        const PotentialResult r = solvePotential(c, source, 1e-12, workers, {});
        for (int i = 0; i < 50; ++i) {
            QVERIFY(std::abs(r.phi[c.grid.index(i, 1, 2)] - (49.5 - i)) < 1e-8);
        }
        QVERIFY(r.residual < 1e-10);
    }

    // A mode of the box, cos(pi (i + 1/2) / n) along each axis, is an eigenvector of the Neumann
    // operator with 4 sum sin^2(pi / 2n); with an out of s everywhere, plus s.
    void eigenvector() {
        const int n = 24;
        Conductances c = box(n, n, n);
        std::vector<double> mode(c.grid.size(), 0.0), source(c.grid.size(), 0.0);
        const double s = 0.25;
        const double sine = std::sin(M_PI / (2.0 * n));
        const double lambda = 12.0 * sine * sine + s;
        for (int k = 0; k < n; ++k) {
            for (int j = 0; j < n; ++j) {
                for (int i = 0; i < n; ++i) {
                    const std::size_t at = c.grid.index(i, j, k);
                    c.out[at] = static_cast<float>(s);
                    mode[at] = std::cos(M_PI * (i + 0.5) / n) * std::cos(M_PI * (j + 0.5) / n) *
                               std::cos(M_PI * (k + 0.5) / n);
                    source[at] = lambda * mode[at];
                }
            }
        }
        Workers workers;
        workers.use(2);
        const PotentialResult r = solvePotential(c, source, 1e-12, workers, {});
        for (std::size_t i = 0; i < mode.size(); ++i) {
            QVERIFY(std::abs(r.phi[i] - mode[i]) < 1e-9);
        }
    }

    // Iterations hardly grow with the grid.
    void iterations() {
        int last = 0;
        for (const int n : {16, 32, 64}) {
            Conductances c = box(n, n, 16);
            std::vector<double> source(c.grid.size(), 0.0);
            for (int i = 0; i < n; ++i) {
                source[c.grid.index(0, i, 0)] = 1.0;
                c.out[c.grid.index(i, n - 1, 15)] = 2.0F;
            }
            Workers workers;
            last = solvePotential(c, source, 1e-10, workers, {}).iterations;
            QVERIFY2(last < 40, qPrintable(QString::number(last)));
        }
    }

    // Nothing enters: nothing moves.
    void still() {
        Conductances c = box(4, 4, 4);
        c.out[c.grid.index(0, 0, 0)] = 1.0F;
        Workers workers;
        const PotentialResult r =
            solvePotential(c, std::vector<double>(c.grid.size(), 0.0), 1e-12, workers, {});
        QCOMPARE(r.iterations, 0);
        QCOMPARE(r.phi[c.grid.index(2, 2, 2)], 0.0);
    }
};

HEADROOM_TEST(TestPotential)
}  // namespace tst_potential

#include "tst_potential.moc"
