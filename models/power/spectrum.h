// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

/// Power waveform as a grid sees it: spectrum, ramps, range.
namespace headroom::models {

/// One-sided amplitude spectrum of a series whose mean was taken off, under a Hann window.
///   A_k = 2 |sum_n w_n (x_n - mean) exp(-2 pi i k n / N)| / sum_n w_n,  f_k = k / (N dt)
/// A steady sine of amplitude A reads A where it falls on a bin and down to 0.85 A halfway between
/// two; spectrumPeaks() takes that back. Resolution: lines closer than 4 / (N dt) merge.
/// Valid up to f = 1 / (2 dt). Source: F. J. Harris, Proc. IEEE 66 (1978), table I.
struct Spectrum {
    double binHz = 0.0;
    std::vector<double> amplitudeW;  ///< by bin, from 0 Hz
    double noiseBins = 1.5;          ///< equivalent noise bandwidth N sum w^2 / (sum w)^2
};

Spectrum spectrumOf(std::span<const double> powerW, double dtS);

/// Root mean square of all lines in [lowHz, highHz] [W]: sqrt(sum A_k^2 / 2 / noiseBins). Over all
/// bins it is the window-weighted rms of the series (Parseval).
double bandRmsW(const Spectrum& spectrum, double lowHz, double highHz);

struct SpectrumPeak {
    double frequencyHz = 0.0;
    double amplitudeW = 0.0;  ///< half of the peak-to-peak of that sine
};

/// The largest lines in [lowHz, highHz], largest first, at most `count`. Frequency and amplitude by
/// interpolation between two bins, exact for one steady sine:
///   r = A_(k+1) / A_k, d = (2 r - 1) / (r + 1), A = A_k (1 - d^2) pi d / sin(pi d)
/// Source: Hann window's transform, sinc(d) / (1 - d^2).
std::vector<SpectrumPeak> spectrumPeaks(const Spectrum& spectrum, double lowHz, double highHz,
                                        std::size_t count);

/// Largest change of power over `spanS`, as a rate [W/s]: max |x(t + span) - x(t)| / span. 0 for
/// series that are not longer than the span.
double largestRampWPerS(std::span<const double> powerW, double dtS, double spanS);

/// Largest ramp of the trend over at most one minute [W/s]: largest minus smallest value that the
/// trend takes within 60 s, over 60 s. The trend is the Hann-weighted mean over 20 s, whose first
/// zero is at 0.1 Hz: what is faster is a matter of the band, what is slower is a ramp.
/// Assumption: that split; grid codes state ramps per minute without saying how pulses count.
double trendRampWPerS(std::span<const double> powerW, double dtS);

}  // namespace headroom::models
