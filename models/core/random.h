// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>

/// Counter-based random numbers: the n-th number of a stream is a pure function of (seed, stream,
/// n), so that results do not depend on order or thread. Same bytes on every machine. Mixing: the
/// finaliser of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014), applied twice.
namespace headroom::models {

inline std::uint64_t mix64(std::uint64_t z) {
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31U);
}

inline std::uint64_t randomBits(std::uint64_t seed, std::uint64_t stream, std::uint64_t counter) {
    const std::uint64_t key = mix64(seed + 0x9e3779b97f4a7c15ULL * (stream + 1));
    return mix64(mix64(key + 0x9e3779b97f4a7c15ULL * (counter + 1)));
}

/// Uniform on (0, 1): never 0 or 1.
inline double randomUniform(std::uint64_t seed, std::uint64_t stream, std::uint64_t counter) {
    return (static_cast<double>(randomBits(seed, stream, counter) >> 11U) + 0.5) * 0x1.0p-53;
}

/// Exponential with mean 1.
inline double randomExponential(std::uint64_t seed, std::uint64_t stream, std::uint64_t counter) {
    return -std::log(randomUniform(seed, stream, counter));
}

/// Standard normal, Box and Muller (1958); uses counters 2n and 2n + 1 of the stream.
inline double randomNormal(std::uint64_t seed, std::uint64_t stream, std::uint64_t counter) {
    const double u = randomUniform(seed, stream, 2 * counter);
    const double v = randomUniform(seed, stream, 2 * counter + 1);
    return std::sqrt(-2.0 * std::log(u)) * std::cos(2.0 * std::numbers::pi * v);
}

/// Gamma with the given shape and mean 1, Marsaglia and Tsang (2000), with the power transform
/// below shape 1. A pure function of (seed, stream).
inline double randomGamma(std::uint64_t seed, std::uint64_t stream, double shape) {
    const double boosted = shape < 1.0 ? shape + 1.0 : shape;
    const double d = boosted - 1.0 / 3.0;
    const double c = 1.0 / std::sqrt(9.0 * d);
    for (std::uint64_t n = 1;; ++n) {
        const double x = randomNormal(seed, stream, 2 * n);
        const double v = (1.0 + c * x) * (1.0 + c * x) * (1.0 + c * x);
        const double u = randomUniform(seed, stream, 4 * n + 2);
        if (v > 0.0 && std::log(u) < 0.5 * x * x + d - d * v + d * std::log(v)) {
            const double boost =
                shape < 1.0 ? std::pow(randomUniform(seed, stream, 0), 1.0 / shape) : 1.0;
            return d * v * boost / shape;
        }
    }
}

/// A sequence over one stream, with its position as plain state.
struct RandomStream {
    std::uint64_t seed = 0;
    std::uint64_t stream = 0;
    std::uint64_t next = 0;

    double uniform() { return randomUniform(seed, stream, next++); }

    double exponential() { return randomExponential(seed, stream, next++); }

    double normal() {
        const double u = uniform();
        const double v = uniform();
        return std::sqrt(-2.0 * std::log(u)) * std::cos(2.0 * std::numbers::pi * v);
    }
};

}  // namespace headroom::models
