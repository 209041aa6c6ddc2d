// SPDX-License-Identifier: Apache-2.0
#include "engine/document/catalogue.h"
#include "engine/files/text_file.h"
#include "models/compute/kernel_law.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

/// Finds the constants of models/compute/kernel_law.h from measured matrix multiplications:
///   fit_kernels CATALOGUE GEMM.csv NAME PART DTYPE
/// GEMM.csv has the columns accelerator, dtype, m, n, k, time_us; NAME is its word for the
/// accelerator, PART the catalogue's, DTYPE bfloat16, fp8 or nvfp4. Measurements in 8 and 4 bits
/// include the conversion of the left input and its launch. Minimises the mean |ln(model /
/// measured)|, rows below m = 256 with 0.3 of the weight.
namespace {

using namespace headroom;

struct Point {
    double m, n, k, seconds;
};

struct Constants {
    double share, depth, latencyS, memory, cast, tail;
};

std::vector<Point> pointsOf(const engine::CsvTable& table, const std::string& name,
                            const std::string& dtype) {
    std::vector<Point> points;
    const auto cell = [&](std::size_t row, const char* column) {
        return std::string(table.cell(row, static_cast<std::size_t>(table.column(column))));
    };
    for (const char* column : {"accelerator", "dtype", "m", "n", "k", "time_us"}) {
        if (table.column(column) < 0) {
            std::fprintf(stderr, "the table has no column %s\n", column);
            return {};
        }
    }
    for (std::size_t r = 0; r < table.rows(); ++r) {
        if (cell(r, "accelerator") == name && cell(r, "dtype") == dtype) {
            points.push_back({std::atof(cell(r, "m").c_str()), std::atof(cell(r, "n").c_str()),
                              std::atof(cell(r, "k").c_str()),
                              1e-6 * std::atof(cell(r, "time_us").c_str())});
        }
    }
    return points;
}

double modelled(const models::AcceleratorSpec& part, models::MatrixFormat format,
                const Constants& c, const Point& p) {
    models::MatrixLaw law = models::matrixLaw(part, format);
    const double peak = format == models::MatrixFormat::Bf16  ? part.bf16FlopsPerS
                        : format == models::MatrixFormat::Fp8 ? part.fp8FlopsPerS
                                                              : part.fp4FlopsPerS;
    law.flopsPerS = peak * c.share;
    law.depth = c.depth;
    law.tail = c.tail;
    law.latencyS = c.latencyS;
    law.memoryBytesPerS = part.memoryBytesPerS * c.memory;
    const double cast = format == models::MatrixFormat::Bf16
                            ? 0.0
                            : (2.0 + law.inputBytes) * p.m * p.k / (part.memoryBytesPerS * c.cast);
    return law.seconds(p.m, p.n, p.k) + cast;
}

Constants constantsOf(const std::vector<double>& x) {
    return {std::exp(x[0]), std::exp(x[1]), std::exp(x[2]),
            std::exp(x[3]), std::exp(x[4]), std::exp(x[5])};
}

/// Coordinate search in logarithms: each constant in turn by a step that shrinks; shares stay below
/// one.
std::vector<double> descend(const std::function<double(const std::vector<double>&)>& cost,
                            std::vector<double> at) {
    std::vector<double> steps(at.size(), 0.3);
    double best = cost(at);
    for (int round = 0; round < 200; ++round) {
        for (std::size_t i = 0; i < at.size(); ++i) {
            bool moved = false;
            for (const double sign : {1.0, -1.0}) {
                std::vector<double> next = at;
                next[i] += sign * steps[i];
                if (i != 1 && i != 2) {
                    next[i] = std::min(next[i], 0.0);
                }
                if (const double c = cost(next); c < best) {
                    best = c;
                    at = next;
                    moved = true;
                    break;
                }
            }
            steps[i] *= moved ? 1.2 : 0.6;
        }
    }
    return at;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 6) {
        std::fprintf(stderr, "fit_kernels CATALOGUE GEMM.csv NAME PART DTYPE\n");
        return 2;
    }
    const auto catalogue = engine::Catalogue::load(argv[1]);
    const auto table = engine::readCsv(argv[2]);
    if (!catalogue || !table) {
        std::fprintf(stderr, "cannot read %s or %s\n", argv[1], argv[2]);
        return 3;
    }
    const auto* part = catalogue->spec<models::AcceleratorSpec>(argv[4]);
    const std::string dtype = argv[5];
    const auto format = dtype == "bfloat16" ? models::MatrixFormat::Bf16
                        : dtype == "fp8"    ? models::MatrixFormat::Fp8
                                            : models::MatrixFormat::Fp4;
    const std::vector<Point> points = pointsOf(*table, argv[3], dtype);
    if (part == nullptr || points.empty()) {
        std::fprintf(stderr, "no part %s or no measurement of %s\n", argv[4], argv[3]);
        return 2;
    }
    const auto cost = [&](const std::vector<double>& x) {
        const Constants c = constantsOf(x);
        double sum = 0.0, weights = 0.0;
        for (const Point& p : points) {
            const double weight = p.m >= 256 ? 1.0 : 0.3;
            sum += weight * std::abs(std::log(modelled(*part, format, c, p) / p.seconds));
            weights += weight;
        }
        return sum / weights;
    };
    const Constants c = constantsOf(descend(cost, {std::log(0.8), std::log(100.0), std::log(4e-6),
                                                   std::log(0.8), std::log(0.4), std::log(0.2)}));
    std::vector<double> errors;
    double sum = 0.0;
    for (const Point& p : points) {
        if (p.m >= 256) {
            errors.push_back(std::abs(modelled(*part, format, c, p) / p.seconds - 1.0));
            sum += errors.back();
        }
    }
    std::sort(errors.begin(), errors.end());
    std::printf(
        "%s %s: share %.1f %%, depth %.0f, tail %.0f %%, latency %.1f us, memory %.0f %%, "
        "cast %.0f %%; from m = 256 mean %.1f %%, median %.1f %% of %zu\n",
        argv[4], argv[5], 100 * c.share, c.depth, 100 * c.tail, 1e6 * c.latencyS, 100 * c.memory,
        100 * c.cast, 100 * sum / static_cast<double>(errors.size()),
        100 * errors[errors.size() / 2], errors.size());
    return 0;
}
