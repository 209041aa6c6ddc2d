// SPDX-License-Identifier: Apache-2.0
#include "models/workload/swing.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tst_swing {

using namespace headroom::models;

namespace {

constexpr double kDtS = 0.01;

double sum(const std::vector<double>& x) {
    return std::accumulate(x.begin(), x.end(), 0.0);
}

double range(const std::vector<double>& x) {
    const auto [low, high] = std::minmax_element(x.begin(), x.end());
    return *high - *low;
}

/// What trainingStep() makes of these terms: kernels and tensor traffic at 0.78, exchange and sends at 0.4,
/// waiting at 0.3.
void close(TrainingStep& s) {
    s.computeActivity = 0.78;
    s.exchangeActivity = 0.4;
    s.waitActivity = 0.3;
    s.exchangeS = s.dataS + s.pipelineS;
    s.waitS = s.bubbleS;
    const double layersS = s.computeS + s.tensorS;
    s.stepS = layersS + s.exchangeS + s.waitS;
    s.phases = {};
    s.phases.add(layersS / s.stepS, s.computeActivity);
    s.phases.add(s.exchangeS / s.stepS, s.exchangeActivity);
    s.phases.add(s.waitS / s.stepS, s.waitActivity);
    s.activity = s.phases.mean();
}

/// A step of 6 s: 4 s computing, 1 s tensor traffic, a bubble of 0.6 s, 0.1 + 0.3 s exposed.
TrainingStep step() {
    TrainingStep s;
    s.computeS = 4.0;
    s.tensorS = 1.0;
    s.bubbleS = 0.6;
    s.pipelineS = 0.1;
    s.dataS = 0.3;
    close(s);
    return s;
}

std::vector<double> square(double low, double high, double halfS, std::size_t n) {
    std::vector<double> x(n);
    const auto half = static_cast<std::size_t>(std::round(halfS / kDtS));
    for (std::size_t i = 0; i < n; ++i) {
        x[i] = (i / half) % 2 == 0 ? high : low;
    }
    return x;
}

void verifyBooks(const StageEnergy& e) {
    const double out = e.delivered + e.lost + e.stored;
    QVERIFY2(std::abs(e.drawn / out - 1.0) < 1e-12,
             qPrintable(QString("%1 in, %2 out").arg(e.drawn).arg(out)));
    QVERIFY(e.lost >= -1e-9);
}

}  // namespace

class TestSwing : public QObject {
    Q_OBJECT

  private slots:

    // Fill 0.4 s, plateau 5 - 0.6, drain 0.8 s, exchange 0.4; the bubble is all that it waits.
    void phases() {
        const auto p = stepPhases(step());
        QCOMPARE(p.size(), std::size_t{4});
        const double durations[] = {0.4, 4.4, 0.8, 0.4};
        const double starts[] = {0.3, 0.78, 0.78, 0.4};
        const double ends[] = {0.78, 0.78, 0.3, 0.4};
        for (std::size_t i = 0; i < 4; ++i) {
            QVERIFY(std::abs(p[i].durationS - durations[i]) < 1e-12);
            QVERIFY(std::abs(p[i].start - starts[i]) < 1e-12);
            QVERIFY(std::abs(p[i].end - ends[i]) < 1e-12);
        }
    }

    // The simulation's mean activity is the phases' mean, regardless of the plan.
    void phasesKeepTheMean_data() {
        QTest::addColumn<double>("bubbleS");
        QTest::addColumn<double>("dataS");
        QTest::newRow("both") << 0.6 << 0.3;
        QTest::newRow("no bubble") << 0.0 << 0.3;
        QTest::newRow("nothing exposed") << 0.6 << 0.0;
        QTest::newRow("bubble longer than the work") << 9.0 << 0.3;
    }

    void phasesKeepTheMean() {
        QFETCH(double, bubbleS);
        QFETCH(double, dataS);
        TrainingStep s = step();
        s.bubbleS = bubbleS;
        s.dataS = dataS;
        close(s);
        const auto p = stepPhases(s);
        QVERIFY(std::abs(periodS(p) / s.stepS - 1.0) < 1e-12);
        QVERIFY(std::abs(meanActivity(p) / s.activity - 1.0) < 1e-12);
        // A power limit that chips meet at `most`: no phase is above it, and the mean is that of the law
        // of racks, which is less than the mean activity cut at it.
        for (const double most : {0.7, 0.45, 0.35, 0.1}) {
            const auto cut = stepPhases(s, most);
            for (const ActivityPhase& phase : cut) {
                QVERIFY(phase.start <= most && phase.end <= most);
            }
            QVERIFY(std::abs(meanActivity(cut) / s.phases.capped(most) - 1.0) < 1e-12);
        }
    }

    void stepWithoutEnd() {
        TrainingStep s = step();
        s.stepS = std::numeric_limits<double>::infinity();
        QVERIFY(stepPhases(s).empty());
        std::vector<double> x(10, 5.0);
        renderActivity({}, 0.01, 0.0, kDtS, x);
        QCOMPARE(sum(x), 0.0);
    }

    // Energy of the waveform over whole steps = mean x time to 1e-9, with or without edges,
    // wherever it begins, also where an interval is no part of a step or longer than one.
    void energyOfTheWaveform_data() {
        QTest::addColumn<double>("edgeS");
        QTest::addColumn<double>("startS");
        QTest::addColumn<double>("dtS");
        QTest::addColumn<int>("intervals");
        QTest::newRow("plain") << 0.0 << 0.0 << 0.01 << 6000;
        QTest::newRow("edges") << 0.05 << 0.0 << 0.01 << 6000;
        QTest::newRow("from anywhere") << 0.05 << -123.4567 << 0.01 << 6000;
        QTest::newRow("odd interval") << 0.03 << 1e5 << 60.0 / 777.0 << 777;
        QTest::newRow("longer than a step") << 0.03 << 0.1 << 10.0 << 6;
        QTest::newRow("edge longer than phases") << 2.0 << 0.1 << 0.01 << 6000;
    }

    void energyOfTheWaveform() {
        QFETCH(double, edgeS);
        QFETCH(double, startS);
        QFETCH(double, dtS);
        QFETCH(int, intervals);
        const auto p = stepPhases(step());
        std::vector<double> x(static_cast<std::size_t>(intervals));
        renderActivity(p, edgeS, startS, dtS, x);
        const double energy = sum(x) * dtS;
        QVERIFY2(std::abs(energy / (step().activity * 60.0) - 1.0) < 1e-9,
                 qPrintable(QString::number(energy, 'g', 15)));
    }

    // A jump from 1 to 0 at 1 s with an edge of 40 ms: the intervals around it hold, on a ramp from
    // 0.98 to 1.02 s, 7/8, 5/8, 3/8 and 1/8.
    void edges() {
        const std::vector<ActivityPhase> p = {{1.0, 1.0, 1.0}, {1.0, 0.0, 0.0}};
        std::vector<double> x(6);
        renderActivity(p, 0.04, 0.97, kDtS, x);
        const double expected[] = {1.0, 0.875, 0.625, 0.375, 0.125, 0.0};
        for (std::size_t i = 0; i < 6; ++i) {
            QVERIFY2(std::abs(x[i] - expected[i]) < 1e-9, qPrintable(QString::number(x[i])));
        }
    }

    // A step of 1 MW through 20 ms: 1 - exp(-1/2) after 10 ms; what is stored is tau x step.
    void lowPass() {
        std::vector<double> x(500, 2e6);
        const StageEnergy e = applyLowPass(0.02, 1e6, kDtS, x);
        verifyBooks(e);
        QVERIFY(std::abs(x.front() - (1e6 + 1e6 * (1.0 - std::exp(-0.5)))) < 1.0);
        QVERIFY(std::abs(x.back() - 2e6) < 1.0);
        std::vector<double> same(5, 3e6);
        applyLowPass(0.0, 1e6, kDtS, same);
        QCOMPARE(same.front(), 3e6);
    }

    // A battery large enough keeps the draw near the mean, loses 1 - eta of what goes in and out,
    // and keeps its books.
    void storageSmooths() {
        std::vector<double> x = square(4e6, 10e6, 3.0, 12000);
        Storage battery;
        battery.energyJ = 1e9;
        battery.powerW = 5e6;
        battery.roundTrip = 0.81;
        battery.tauS = 60.0;
        const StageEnergy e = applyStorage(battery, 7e6, kDtS, x);
        verifyBooks(e);
        // Charged and discharged 3 MW for half of 120 s: 180 MJ each way, of which 1 - 0.9 is lost
        // in, and 1 / 0.9 - 1 is lost out: 18 + 20 MJ.
        QVERIFY2(std::abs(e.lost / 38e6 - 1.0) < 0.05, qPrintable(QString::number(e.lost)));
        // A low-pass of 60 s leaves 3 s / (2 x 60 s) of the range of the square wave: 0.15 MW,
        // about a mean that still rises by the losses.
        x.erase(x.begin(), x.end() - 600);
        QVERIFY2(range(x) < 0.17e6, qPrintable(QString::number(range(x))));
    }

    // Ramp limits hold as long as the storage can: a jump of 6 MW becomes 0.5 MW/s.
    void storageRamps() {
        std::vector<double> x(3000, 2e6);
        std::fill(x.begin() + 1000, x.end(), 8e6);
        Storage battery;
        battery.energyJ = 1e9;
        battery.powerW = 10e6;
        battery.rampUpWPerS = battery.rampDownWPerS = 0.5e6;
        verifyBooks(applyStorage(battery, 2e6, kDtS, x));
        for (std::size_t i = 1; i < x.size(); ++i) {
            QVERIFY(std::abs(x[i] - x[i - 1]) <= 0.5e6 * kDtS + 1e-6);
        }
        QVERIFY(std::abs(x[1600] - 5e6) < 0.05e6);
    }

    // Too little energy or power: the load comes through, and nothing is made from nothing.
    void storageRunsOut() {
        Storage small;
        small.energyJ = 1e6;
        small.powerW = 10e6;
        small.roundTrip = 0.9;
        small.tauS = 60.0;
        std::vector<double> x = square(4e6, 10e6, 3.0, 6000);
        verifyBooks(applyStorage(small, 7e6, kDtS, x));
        QVERIFY(*std::max_element(x.begin(), x.end()) > 9.9e6);

        Storage weak = small;
        weak.energyJ = 1e9;
        weak.powerW = 1e6;
        x = square(4e6, 10e6, 3.0, 6000);
        verifyBooks(applyStorage(weak, 7e6, kDtS, x));
        QVERIFY(std::abs(range(x) - 4e6) < 0.1e6);

        x = square(4e6, 10e6, 3.0, 600);
        const auto before = x;
        verifyBooks(applyStorage({}, 7e6, kDtS, x));
        QVERIFY(x == before);
    }

    // The wave keeps within [floor, asked] and burns floor - low through the low half.
    void chipFloor() {
        std::vector<double> x = square(0.3, 0.9, 1.0, 6000);
        ChipSmoothing s;
        s.floor = 0.7;
        s.holdS = 2.0;
        const StageEnergy e = applyChipSmoothing(s, kDtS, x);
        verifyBooks(e);
        QVERIFY(std::abs(range(x) - 0.2) < 1e-12);
        QVERIFY(std::abs(e.lost - 30.0 * 0.4) < 1e-9);
        QCOMPARE(e.throughput, 1.0);
    }

    // Without a floor that lasts, ramps of 1 per second turn the edges of 0.6 into 0.6 s: half of
    // 0.6 x 0.6 is held back at each rise. 30 s of highs, 15 rises of which the first is none:
    // held back 14 x 0.18 of 15 x (0.9 + 0.3) activity seconds asked for.
    void chipRamps() {
        std::vector<double> x = square(0.3, 0.9, 1.0, 3000);
        ChipSmoothing s;
        s.rampUpPerS = 1.0;
        const StageEnergy e = applyChipSmoothing(s, kDtS, x);
        verifyBooks(e);
        const double expected = 1.0 / (1.0 + 14.0 * 0.18 / 18.0);
        QVERIFY2(std::abs(e.throughput - expected) < 0.003,
                 qPrintable(QString::number(e.throughput)));
    }

    // A job that ends: the floor holds for 2 s, then power ramps down to nothing at 0.1 per second.
    void chipHoldsThenRampsDown() {
        std::vector<double> x(3000, 0.0);
        std::fill(x.begin(), x.begin() + 500, 0.9);
        ChipSmoothing s;
        s.floor = 0.6;
        s.holdS = 2.0;
        s.rampDownPerS = 0.1;
        verifyBooks(applyChipSmoothing(s, kDtS, x));
        QVERIFY(std::abs(x[500 + 100] - 0.8) < 0.002);
        QVERIFY(std::abs(x[500 + 200] - 0.7) < 0.002);
        QVERIFY(std::abs(x[500 + 500] - 0.4) < 0.002);
        QCOMPARE(x.back(), 0.0);
    }

    // Filler comes 0.1 s after each fall, and goes with the work.
    void filler() {
        std::vector<double> x = square(0.3, 0.9, 1.0, 2000);
        const StageEnergy e = applyFiller({0.8, 0.1, 0.05}, kDtS, x);
        verifyBooks(e);
        QCOMPARE(x[100], 0.3);
        QCOMPARE(x[115], 0.8);
        QCOMPARE(x[200], 0.9);
        QVERIFY(std::abs(e.lost - 10.0 * 0.5 * 0.9) < 10.0 * 0.5 * 0.011);
        QCOMPARE(e.throughput, 0.95);
    }

    // Published: with the highest floor of GB200, 90 % of design power, and peaks of 110 % (EDPp),
    // "achievable swing of 20 %". Source: slides to arXiv 2508.14318, aka.ms/PowerStabilization.
    // Here power in units of design power, idle at 12 % (145 of 1,200 W).
    void publishedSwingOfGb200() {
        std::vector<double> x = square(0.12, 1.10, 1.0, 6000);
        ChipSmoothing s;
        s.floor = 0.90;
        s.holdS = 5.0;
        applyChipSmoothing(s, kDtS, x);
        QVERIFY(std::abs(range(x) - 0.20) < 1e-9);
    }

    // Published: the power shelves of GB300 NVL72, with about 65 J for each GPU, reduce peak grid
    // demand by up to 30 %. Source: NVIDIA, How New GB300 NVL72 Features Provide Steady Power for
    // AI (2025). The wave and the control are not published, so this only asks whether 65 J can do
    // it. GPUs of 1,400 W that wait at a third of it half of the time have a mean a third below
    // their peak, which is the most that any storage can take off. A pulse brings 467 W x half a
    // period: 23 J at 10 Hz and 47 J at 5 Hz fit; what is left of the peak is 467 W x half / (2 s),
    // so 32.5 and 31.7 % come off. At 0.2 Hz, the step of a large training, a pulse is 1,170 J:
    // nothing.
    void publishedStorageOfGb300_data() {
        QTest::addColumn<double>("halfS");
        QTest::addColumn<double>("expected");
        QTest::newRow("10 Hz") << 0.05 << 0.325;
        QTest::newRow("5 Hz") << 0.10 << 0.317;
        QTest::newRow("0.2 Hz") << 2.5 << 0.0;
    }

    void publishedStorageOfGb300() {
        QFETCH(double, halfS);
        QFETCH(double, expected);
        std::vector<double> x = square(467.0, 1400.0, halfS, 12000);
        Storage shelf;
        shelf.energyJ = 65.0;
        shelf.powerW = 700.0;
        shelf.roundTrip = 0.96;
        shelf.tauS = 1.0;
        verifyBooks(applyStorage(shelf, 933.5, kDtS, x));
        const double cut = 1.0 - *std::max_element(x.begin() + 6000, x.end()) / 1400.0;
        QVERIFY2(std::abs(cut - expected) < 0.01, qPrintable(QString::number(cut)));
    }
};

HEADROOM_TEST(TestSwing)
}  // namespace tst_swing

#include "tst_swing.moc"
