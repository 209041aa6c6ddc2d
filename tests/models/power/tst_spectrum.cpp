// SPDX-License-Identifier: Apache-2.0
#include "models/core/random.h"
#include "models/power/spectrum.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <numbers>

namespace tst_spectrum {

using namespace headroom::models;

namespace {

constexpr double kDtS = 0.01;

std::vector<double> sine(double frequencyHz, double amplitudeW, double meanW, std::size_t n) {
    std::vector<double> x(n);
    for (std::size_t i = 0; i < n; ++i) {
        x[i] = meanW + amplitudeW * std::sin(2.0 * std::numbers::pi * frequencyHz * kDtS *
                                                 static_cast<double>(i) +
                                             0.7);
    }
    return x;
}

}  // namespace

class TestSpectrum : public QObject {
    Q_OBJECT

  private slots:

    // Known amplitude and frequency come back to 0.1 %, on a bin (60 s: multiples of 1/60 Hz) and
    // between two, over a mean ten times as large.
    void sineComesBack_data() {
        QTest::addColumn<double>("frequencyHz");
        QTest::addColumn<int>("intervals");
        QTest::newRow("on a bin") << 1.0 << 6000;
        QTest::newRow("halfway") << 1.0 + 0.5 / 60.0 << 6000;
        QTest::newRow("anywhere") << 1.2345 << 6000;
        QTest::newRow("low") << 0.1618 << 6000;
        QTest::newRow("high") << 19.97 << 6000;
        QTest::newRow("prime length") << 0.777 << 6007;
        QTest::newRow("odd length") << 3.21 << 6001;
    }

    void sineComesBack() {
        QFETCH(double, frequencyHz);
        QFETCH(int, intervals);
        const auto x = sine(frequencyHz, 1e6, 1e7, static_cast<std::size_t>(intervals));
        const auto peaks = spectrumPeaks(spectrumOf(x, kDtS), 0.05, 30.0, 3);
        QVERIFY(!peaks.empty());
        QVERIFY2(std::abs(peaks.front().amplitudeW / 1e6 - 1.0) < 1e-3,
                 qPrintable(QString::number(peaks.front().amplitudeW)));
        QVERIFY2(std::abs(peaks.front().frequencyHz - frequencyHz) < 1e-3,
                 qPrintable(QString::number(peaks.front().frequencyHz)));
    }

    // Parseval: all bins together hold the window-weighted variance of the series exactly.
    //   sum A^2 / 2 / noise bins = sum w^2 (x - mean)^2 / sum w^2
    void parseval_data() {
        QTest::addColumn<int>("intervals");
        QTest::newRow("even") << 6000;
        QTest::newRow("odd") << 4001;
    }

    void parseval() {
        QFETCH(int, intervals);
        const auto n = static_cast<std::size_t>(intervals);
        std::vector<double> x(n);
        double mean = 0.0;
        for (std::size_t i = 0; i < n; ++i) {
            x[i] = 1e6 * randomUniform(1, 2, i);
            mean += x[i] / intervals;
        }
        double sum = 0.0, weights = 0.0;
        for (std::size_t i = 0; i < n; ++i) {
            const double w =
                0.5 - 0.5 * std::cos(2.0 * std::numbers::pi * static_cast<double>(i) / intervals);
            sum += w * w * (x[i] - mean) * (x[i] - mean);
            weights += w * w;
        }
        const double expected = std::sqrt(sum / weights);
        const double all = bandRmsW(spectrumOf(x, kDtS), 0.0, 100.0);
        QVERIFY2(std::abs(all / expected - 1.0) < 1e-12, qPrintable(QString::number(all)));
    }

    // The rms of a sine is its amplitude over root two; a band without it holds nothing.
    void bandsAreSeparate() {
        const auto x = sine(2.0, 3e6, 1e7, 6000);
        const Spectrum s = spectrumOf(x, kDtS);
        QVERIFY(std::abs(bandRmsW(s, 0.1, 20.0) / (3e6 / std::numbers::sqrt2) - 1.0) < 1e-6);
        QVERIFY(bandRmsW(s, 3.0, 20.0) < 1.0);
        QVERIFY(bandRmsW(s, 5.0, 4.0) == 0.0);
    }

    // Fourier series of a square wave of amplitude A: lines 4 A / (pi k) at odd k. Each half period
    // is 25 intervals, an odd number of samples that the series has to be read at: the sampled
    // lines are larger by (pi k / 50) / sin(pi k / 50), 0.07 % for the first and 0.6 % for the
    // third.
    void squareWave() {
        std::vector<double> x(6000);
        for (std::size_t i = 0; i < x.size(); ++i) {
            x[i] = (i / 25) % 2 == 0 ? 1e6 : -1e6;
        }
        const auto peaks = spectrumPeaks(spectrumOf(x, kDtS), 0.1, 20.0, 3);
        QCOMPARE(peaks.size(), std::size_t{3});
        for (const int k : {1, 3, 5}) {
            const SpectrumPeak& peak = peaks[static_cast<std::size_t>(k / 2)];
            const double expected = 4e6 / (std::numbers::pi * k);
            QVERIFY(std::abs(peak.frequencyHz - 2.0 * k) < 1e-3);
            QVERIFY2(std::abs(peak.amplitudeW / expected - 1.0) < 0.02,
                     qPrintable(QString::number(peak.amplitudeW)));
        }
    }

    void ramps() {
        // Even: 2 MW/s over every span. A jump of 5 MW: 50 MW/s over 0.1 s, 5 MW/s over 1 s.
        std::vector<double> even(1000), jump(1000, 0.0);
        for (std::size_t i = 0; i < 1000; ++i) {
            even[i] = 2e6 * kDtS * static_cast<double>(i);
            jump[i] = i < 500 ? 0.0 : 5e6;
        }
        for (const double spanS : {0.01, 0.1, 1.0}) {
            QVERIFY(std::abs(largestRampWPerS(even, kDtS, spanS) - 2e6) < 1.0);
        }
        QVERIFY(std::abs(largestRampWPerS(jump, kDtS, 0.1) - 5e7) < 1.0);
        QVERIFY(std::abs(largestRampWPerS(jump, kDtS, 1.0) - 5e6) < 1.0);
        QCOMPARE(largestRampWPerS(jump, kDtS, 20.0), 0.0);
    }

    // A steady ramp is its own trend. A jump moves the trend by all of it within a minute. Pulses
    // faster than 0.1 Hz move it by less than 3 % of their range, the side lobes of the window.
    void trend() {
        std::vector<double> ramp(12000), jump(12000), pulses(12000);
        for (std::size_t i = 0; i < ramp.size(); ++i) {
            const double t = kDtS * static_cast<double>(i);
            ramp[i] = 1e5 * t;
            jump[i] = t < 60.0 ? 8e6 : 2e6;
            pulses[i] = std::fmod(t, 6.2) < 4.0 ? 1e7 : 0.0;
        }
        QVERIFY(std::abs(trendRampWPerS(ramp, kDtS) - 1e5) < 1.0);
        QVERIFY(std::abs(trendRampWPerS(jump, kDtS) - 1e5) < 1.0);
        QVERIFY2(trendRampWPerS(pulses, kDtS) * 60.0 < 3e5,
                 qPrintable(QString::number(trendRampWPerS(pulses, kDtS) * 60.0)));
    }

    void tooShort() {
        const std::vector<double> x = {1.0, 2.0};
        QVERIFY(spectrumOf(x, kDtS).amplitudeW.empty());
        QVERIFY(spectrumPeaks(spectrumOf(x, kDtS), 0.1, 20.0, 3).empty());
        QCOMPARE(bandRmsW(Spectrum{}, 0.1, 20.0), 0.0);
        QCOMPARE(trendRampWPerS(x, kDtS), 0.0);
    }
};

HEADROOM_TEST(TestSpectrum)
}  // namespace tst_spectrum

#include "tst_spectrum.moc"
