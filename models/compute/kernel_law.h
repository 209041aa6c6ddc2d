// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/compute/accelerator.h"

/// How long kernels of an accelerator take.
///
/// Matrix multiplication of (m x k) by (k x n), g of them in one launch:
///   t = t0 + (t_c^3 + t_m^3)^(1/3)
///   t_c = 2 g m' n' k (1 + k0/k) / (R share) w,   m', n' whole tiles of 128 (m in 16s below one)
///   t_m = bytes of both inputs and the result / (B memory share)
/// w: u tiles for each processor take u + tail (ceil(u) - u) rounds; below one round u^(1 - tail)
/// replace u, since the inner dimension can be split among idle processors.
/// Conversion of an input to 8 or 4 bits: its bytes, read and written, / (B cast share).
///
/// Constants: fitted to measured multiplications (packaging/tools/fit_kernels.cpp), errors in
/// models/workload/README.md. Valid from m = 16 to 16,384, n to 51,200, k to 65,536. Where an
/// accelerator has none: a prior from its siblings and its own best measured rate M,
///   share = 1/2 (0.95 M / peak) + 1/2 s, at most M / peak,   s = 0.75 of GPUs and others; 0.80 of TPUs, alone
/// and without M the share s; depth 100, tail 20 %, memory 80 %, casts 33 %, 3 us. Assumption:
/// means and medians of those measured. Its spread: models/workload/training_certainty.h.
namespace headroom::models {

enum class MatrixFormat : std::uint8_t { Bf16, Fp8, Fp4, Int8 };

/// The constants of one format on one accelerator, ready to use.
struct MatrixLaw {
    double flopsPerS = 0.0;  ///< R share
    double depth = 0.0;      ///< k0
    double tail = 0.0;
    double processors = 0.0;
    double latencyS = 0.0;
    double memoryBytesPerS = 0.0;
    double inputBytes = 2.0;  ///< of one element

    /// g multiplications of (m x k) by (k x n) in one launch; outputBytes of one element.
    double seconds(double m, double n, double k, double g = 1.0, double outputBytes = 2.0) const;

    /// t_c of them alone: how long the matrix units are busy.
    double arithmeticS(double m, double n, double k, double g = 1.0) const;
};

MatrixLaw matrixLaw(const AcceleratorSpec& accelerator, MatrixFormat format);

/// Rates of the kernels next to [bytes/s, FLOP/s].
double vectorBytesPerS(const AcceleratorSpec& accelerator);
double castBytesPerS(const AcceleratorSpec& accelerator);

/// Share for fused attention, with kernels made for the generation or portable ones.
double attentionFlopsPerS(const AcceleratorSpec& accelerator, bool portable = false);

/// Rate of matrices in a run of hours over that of a short measurement: power limit and heat.
double sustainedShare(const AcceleratorSpec& accelerator);

/// Relative to the time in which a usual host launches a layer.
double launchShare(const AcceleratorSpec& accelerator);

}  // namespace headroom::models
