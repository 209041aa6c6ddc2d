// SPDX-License-Identifier: Apache-2.0
#include "models/power/spectrum.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <unsupported/Eigen/FFT>

namespace headroom::models {

namespace {

constexpr double kTrendS = 20.0;
constexpr double kRampS = 60.0;

/// First and one past the last bin of a band.
std::pair<std::size_t, std::size_t> binsOf(const Spectrum& spectrum, double lowHz, double highHz) {
    const std::size_t all = spectrum.amplitudeW.size();
    if (spectrum.binHz <= 0.0 || highHz < lowHz) {
        return {0, 0};
    }
    const double first = std::ceil(std::max(lowHz, 0.0) / spectrum.binHz - 1e-9);
    const double last = std::floor(highHz / spectrum.binHz + 1e-9);
    const auto begin = std::min(static_cast<std::size_t>(first), all);
    return {begin, std::max(begin, std::min(static_cast<std::size_t>(last) + 1, all))};
}

SpectrumPeak interpolated(const Spectrum& spectrum, std::size_t k) {
    const auto& a = spectrum.amplitudeW;
    const double below = k > 0 ? a[k - 1] : 0.0;
    const double above = k + 1 < a.size() ? a[k + 1] : 0.0;
    const double ratio = std::max(below, above) / a[k];
    const double d = std::clamp((2.0 * ratio - 1.0) / (ratio + 1.0), 0.0, 0.5);
    const double gain =
        d < 1e-9 ? 1.0 : (1.0 - d * d) * std::numbers::pi * d / std::sin(std::numbers::pi * d);
    const double shift = above >= below ? d : -d;
    return {(static_cast<double>(k) + shift) * spectrum.binHz, a[k] * gain};
}

}  // namespace

Spectrum spectrumOf(std::span<const double> powerW, double dtS) {
    Spectrum result;
    const std::size_t n = powerW.size();
    if (n < 4) {
        return result;
    }
    double mean = 0.0;
    for (const double x : powerW) {
        mean += x;
    }
    mean /= static_cast<double>(n);
    std::vector<double> windowed(n);
    double sum = 0.0, squares = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
        const double w = 0.5 - 0.5 * std::cos(2.0 * std::numbers::pi * static_cast<double>(i) /
                                              static_cast<double>(n));
        windowed[i] = w * (powerW[i] - mean);
        sum += w;
        squares += w * w;
    }
    Eigen::FFT<double> fft;
    fft.SetFlag(Eigen::FFT<double>::HalfSpectrum);
    std::vector<std::complex<double>> bins;
    fft.fwd(bins, windowed);
    result.binHz = 1.0 / (static_cast<double>(n) * dtS);
    result.noiseBins = static_cast<double>(n) * squares / (sum * sum);
    result.amplitudeW.resize(bins.size());
    for (std::size_t k = 0; k < bins.size(); ++k) {
        result.amplitudeW[k] = 2.0 * std::abs(bins[k]) / sum;
    }
    // Each of these two has no mirror image; as half the power of a line it keeps Parseval.
    result.amplitudeW.front() /= std::numbers::sqrt2;
    if (n % 2 == 0) {
        result.amplitudeW.back() /= std::numbers::sqrt2;
    }
    return result;
}

double bandRmsW(const Spectrum& spectrum, double lowHz, double highHz) {
    const auto [begin, end] = binsOf(spectrum, lowHz, highHz);
    double sum = 0.0;
    for (std::size_t k = begin; k < end; ++k) {
        sum += spectrum.amplitudeW[k] * spectrum.amplitudeW[k];
    }
    return std::sqrt(sum / (2.0 * spectrum.noiseBins));
}

std::vector<SpectrumPeak> spectrumPeaks(const Spectrum& spectrum, double lowHz, double highHz,
                                        std::size_t count) {
    const auto [begin, end] = binsOf(spectrum, lowHz, highHz);
    const auto& a = spectrum.amplitudeW;
    std::vector<SpectrumPeak> peaks;
    for (std::size_t k = std::max<std::size_t>(begin, 1); k < end; ++k) {
        const double above = k + 1 < a.size() ? a[k + 1] : 0.0;
        if (a[k] > 0.0 && a[k] > a[k - 1] && a[k] >= above) {
            peaks.push_back(interpolated(spectrum, k));
        }
    }
    std::stable_sort(peaks.begin(), peaks.end(), [](const SpectrumPeak& x, const SpectrumPeak& y) {
        return x.amplitudeW > y.amplitudeW;
    });
    peaks.resize(std::min(peaks.size(), count));
    return peaks;
}

double largestRampWPerS(std::span<const double> powerW, double dtS, double spanS) {
    const auto span = static_cast<std::size_t>(std::max(1.0, std::round(spanS / dtS)));
    double largest = 0.0;
    for (std::size_t i = span; i < powerW.size(); ++i) {
        largest = std::max(largest, std::abs(powerW[i] - powerW[i - span]));
    }
    return largest / (static_cast<double>(span) * dtS);
}

double trendRampWPerS(std::span<const double> powerW, double dtS) {
    // Means of a second first: the trend needs no more, and costs a hundredth.
    const auto block = static_cast<std::size_t>(std::max(1.0, std::round(1.0 / dtS)));
    std::vector<double> seconds;
    for (std::size_t i = 0; i + block <= powerW.size(); i += block) {
        double sum = 0.0;
        for (std::size_t j = i; j < i + block; ++j) {
            sum += powerW[j];
        }
        seconds.push_back(sum / static_cast<double>(block));
    }
    const double secondS = static_cast<double>(block) * dtS;
    const auto width = static_cast<std::size_t>(std::max(2.0, std::round(kTrendS / secondS)));
    const auto reach = static_cast<std::size_t>(std::max(1.0, std::round(kRampS / secondS)));
    std::vector<double> trend;
    for (std::size_t i = 0; i + width <= seconds.size(); ++i) {
        double sum = 0.0, weights = 0.0;
        for (std::size_t j = 0; j < width; ++j) {
            const double w =
                1.0 - std::cos(2.0 * std::numbers::pi * (static_cast<double>(j) + 0.5) /
                               static_cast<double>(width));
            sum += w * seconds[i + j];
            weights += w;
        }
        trend.push_back(sum / weights);
    }
    double largest = 0.0;
    for (std::size_t i = 0; i < trend.size(); ++i) {
        const std::size_t end = std::min(trend.size(), i + reach + 1);
        const auto [low, high] =
            std::minmax_element(trend.begin() + static_cast<std::ptrdiff_t>(i),
                                trend.begin() + static_cast<std::ptrdiff_t>(end));
        largest = std::max(largest, *high - *low);
    }
    return largest / kRampS;
}

}  // namespace headroom::models
