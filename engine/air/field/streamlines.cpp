// SPDX-License-Identifier: Apache-2.0
#include "engine/air/field/streamlines.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headroom::engine {

namespace {

constexpr int kMostSteps = 800;
constexpr double kStalledMPerS = 0.01;

/// Cells around a point and how much each counts.
struct Around {
    std::array<std::size_t, 8> cell{};
    std::array<double, 8> weight{};
    bool open = false;
};

Around aroundPoint(const AirField& f, double x, double y, double z) {
    Around a;
    const double u = (x - f.x0) / f.sizeX, v = (y - f.y0) / f.sizeY, w = (z - f.z0) / f.sizeZ;
    const PaddedGrid& c = f.cells;
    if (!(u >= 0.0 && v >= 0.0 && w >= 0.0 && u < c.nx && v < c.ny && w < c.nz)) {
        return a;
    }
    a.open = f.solid[c.index(static_cast<int>(u), static_cast<int>(v), static_cast<int>(w))] == 0;
    if (!a.open) {
        return a;
    }
    // Neighbours by centres; the padding counts as solid.
    const auto i = static_cast<int>(std::floor(u - 0.5)), j = static_cast<int>(std::floor(v - 0.5)),
               k = static_cast<int>(std::floor(w - 0.5));
    const double fu = u - 0.5 - i, fv = v - 0.5 - j, fw = w - 0.5 - k;
    double sum = 0.0;
    for (int n = 0; n < 8; ++n) {
        const std::size_t cell = c.index(i + (n & 1), j + (n >> 1 & 1), k + (n >> 2));
        double weight = ((n & 1) != 0 ? fu : 1.0 - fu) * ((n >> 1 & 1) != 0 ? fv : 1.0 - fv) *
                        ((n >> 2) != 0 ? fw : 1.0 - fw);
        weight = f.solid[cell] == 0 ? weight : 0.0;
        a.cell[static_cast<std::size_t>(n)] = cell;
        a.weight[static_cast<std::size_t>(n)] = weight;
        sum += weight;
    }
    for (double& weight : a.weight) {
        weight /= sum;
    }
    return a;
}

double mix(const Around& a, const std::vector<float>& quantity) {
    double sum = 0.0;
    for (std::size_t n = 0; n < 8; ++n) {
        sum += a.weight[n] * static_cast<double>(quantity[a.cell[n]]);
    }
    return sum;
}

using Vector = std::array<double, 3>;

/// Direction of the air with length 1; false where the air is still or absent.
bool direction(const AirField& f, const Vector& at, Vector& to) {
    const Around a = aroundPoint(f, at[0], at[1], at[2]);
    if (!a.open) {
        return false;
    }
    to = {mix(a, f.speedX), mix(a, f.speedY), mix(a, f.speedZ)};
    const double speed = std::sqrt(to[0] * to[0] + to[1] * to[1] + to[2] * to[2]);
    if (speed < kStalledMPerS) {
        return false;
    }
    for (double& each : to) {
        each /= speed;
    }
    return true;
}

Streamline lineFrom(const AirField& f, std::size_t cell, bool fromRack) {
    const auto flat = static_cast<int>(cell);
    const int i = flat % f.cells.strideY() - 1;
    const int j = flat % f.cells.strideZ() / f.cells.strideY() - 1;
    const int k = flat / f.cells.strideZ() - 1;
    Vector at = {f.x0 + (i + 0.5) * f.sizeX, f.y0 + (j + 0.5) * f.sizeY,
                 f.z0 + (k + 0.5) * f.sizeZ};
    const double step = 0.5 * std::min({f.sizeX, f.sizeY, f.sizeZ});
    Streamline line;
    line.fromRack = fromRack;
    for (int n = 0; n < kMostSteps; ++n) {
        line.points.push_back(
            {static_cast<float>(at[0]), static_cast<float>(at[1]), static_cast<float>(at[2])});
        Vector to;
        if (!direction(f, at, to)) {
            break;
        }
        Vector half = at;
        for (std::size_t d = 0; d < 3; ++d) {
            half[d] += 0.5 * step * to[d];
        }
        if (!direction(f, half, to)) {
            break;
        }
        for (std::size_t d = 0; d < 3; ++d) {
            at[d] += step * to[d];
        }
    }
    return line;
}

void linesFrom(const AirField& f, const std::vector<std::size_t>& seeds, std::size_t most,
               bool fromRack, std::vector<Streamline>& lines) {
    const std::size_t count = std::min(most, seeds.size());
    for (std::size_t n = 0; n < count; ++n) {
        Streamline line = lineFrom(f, seeds[(2 * n + 1) * seeds.size() / (2 * count)], fromRack);
        if (line.points.size() > 2) {
            lines.push_back(std::move(line));
        }
    }
}

}  // namespace

std::vector<Streamline> airStreamlines(const AirField& field, int most) {
    std::vector<Streamline> lines;
    const auto half = static_cast<std::size_t>(std::max(0, most) / 2);
    linesFrom(field, field.supplyCells, half, false, lines);
    linesFrom(field, field.outletCells, half, true, lines);
    return lines;
}

double airValueAt(const AirField& field, AirQuantity quantity, const std::array<float, 3>& point) {
    const Around a = aroundPoint(field, static_cast<double>(point[0]),
                                 static_cast<double>(point[1]), static_cast<double>(point[2]));
    if (!a.open) {
        return std::numeric_limits<double>::quiet_NaN();
    }
    double sum = 0.0;
    for (std::size_t n = 0; n < a.cell.size(); ++n) {
        if (a.weight[n] > 0.0) {
            sum += a.weight[n] * airValue(field, quantity, a.cell[n]);
        }
    }
    return sum;
}

}  // namespace headroom::engine
