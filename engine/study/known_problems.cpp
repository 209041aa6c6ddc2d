// SPDX-License-Identifier: Apache-2.0
#include "engine/study/known_problems.h"

#include <array>
#include <cmath>
#include <numbers>

namespace headroom::engine {

namespace {

constexpr std::uint64_t kRandomPoints = 7;

SearchOutcome zdt(const UnitPoint& x, double (*h)(double first, double share)) {
    double sum = 0.0;
    for (std::size_t i = 1; i < x.size(); ++i) {
        sum += x[i];
    }
    const double g = 1.0 + 9.0 * sum / static_cast<double>(x.size() - 1);
    return {{x[0], g * h(x[0], x[0] / g)}, 0.0};
}

SearchOutcome zdt1(const UnitPoint& x) {
    return zdt(x, [](double, double share) { return 1.0 - std::sqrt(share); });
}

SearchOutcome zdt2(const UnitPoint& x) {
    return zdt(x, [](double, double share) { return 1.0 - share * share; });
}

SearchOutcome zdt3(const UnitPoint& x) {
    return zdt(x, [](double first, double share) {
        return 1.0 - std::sqrt(share) - share * std::sin(10.0 * std::numbers::pi * first);
    });
}

SearchOutcome dtlz2(const UnitPoint& x) {
    double g = 0.0;
    for (std::size_t i = 2; i < x.size(); ++i) {
        g += (x[i] - 0.5) * (x[i] - 0.5);
    }
    const double a = 0.5 * std::numbers::pi * x[0], b = 0.5 * std::numbers::pi * x[1];
    return {{(1.0 + g) * std::cos(a) * std::cos(b), (1.0 + g) * std::cos(a) * std::sin(b),
             (1.0 + g) * std::sin(a)},
            0.0};
}

SearchOutcome rosenbrock(const UnitPoint& x) {
    const auto at = [&](std::size_t i) { return 4.0 * x[i] - 2.0; };
    double sum = 0.0;
    for (std::size_t i = 0; i + 1 < x.size(); ++i) {
        const double valley = at(i + 1) - at(i) * at(i), along = 1.0 - at(i);
        sum += 100.0 * valley * valley + along * along;
    }
    return {{sum}, 0.0};
}

SearchOutcome hartmann6(const UnitPoint& x) {
    constexpr double kHeights[4] = {1.0, 1.2, 3.0, 3.2};
    constexpr double kWidths[4][6] = {{10, 3, 17, 3.5, 1.7, 8},
                                      {0.05, 10, 17, 0.1, 8, 14},
                                      {3, 3.5, 1.7, 10, 17, 8},
                                      {17, 8, 0.05, 10, 0.1, 14}};
    constexpr double kCentres[4][6] = {{0.1312, 0.1696, 0.5569, 0.0124, 0.8283, 0.5886},
                                       {0.2329, 0.4135, 0.8307, 0.3736, 0.1004, 0.9991},
                                       {0.2348, 0.1451, 0.3522, 0.2883, 0.3047, 0.6650},
                                       {0.4047, 0.8828, 0.8732, 0.5743, 0.1091, 0.0381}};
    double sum = 0.0;
    for (int k = 0; k < 4; ++k) {
        double away = 0.0;
        for (int i = 0; i < 6; ++i) {
            const double d = x[static_cast<std::size_t>(i)] - kCentres[k][i];
            away += kWidths[k][i] * d * d;
        }
        sum -= kHeights[k] * std::exp(-away);
    }
    return {{sum}, 0.0};
}

}  // namespace

std::span<const KnownProblem> knownProblems() {
    static const std::array kProblems = {
        KnownProblem{"zdt1", 10, zdt1, {1.1, 1.1}, 1.21 - 1.0 / 3.0},
        KnownProblem{"zdt2", 10, zdt2, {1.1, 1.1}, 1.21 - 2.0 / 3.0},
        KnownProblem{"zdt3", 10, zdt3, {1.1, 1.1}, 1.3285},
        KnownProblem{"dtlz2", 10, dtlz2, {1.1, 1.1, 1.1}, 1.331 - std::numbers::pi / 6.0},
        KnownProblem{"rosenbrock5", 5, rosenbrock, {}, 0.0},
        KnownProblem{"hartmann6", 6, hartmann6, {}, -3.32237},
    };
    return kProblems;
}

std::vector<UnitPoint> randomPoints(std::size_t n, std::size_t axes, std::uint64_t seed) {
    models::RandomStream random{seed, kRandomPoints, 0};
    std::vector<UnitPoint> points(n, UnitPoint(axes));
    for (UnitPoint& point : points) {
        for (double& x : point) {
            x = random.uniform();
        }
    }
    return points;
}

}  // namespace headroom::engine
