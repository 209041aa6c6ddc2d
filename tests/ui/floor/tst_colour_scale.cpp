// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "ui/floor/colour_scale.h"
#include "ui/kit/theme.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tst_colour_scale {

using namespace headroom;
using namespace headroom::ui;
using engine::RackQuantity;

namespace {

engine::Frame frameOf(RackQuantity quantity, std::vector<float> values) {
    engine::Frame frame;
    frame.racks[static_cast<std::size_t>(quantity)] = std::move(values);
    return frame;
}

}  // namespace

class TestColourScale : public QObject {
    Q_OBJECT

  private slots:

    void lightnessRisesAlongTheMaps() {
        for (const ColourMap map : {ColourMap::Viridis, ColourMap::Cividis}) {
            double last = -1.0;
            for (int i = 0; i <= 20; ++i) {
                // Contrast against black grows with luminance.
                const double now = contrast(QColor::fromRgb(mapColour(map, i / 20.0)), Qt::black);
                QVERIFY(now > last);
                last = now;
            }
        }
    }

    void endsAndBeyond() {
        QCOMPARE(mapColour(ColourMap::Viridis, -1.0), mapColour(ColourMap::Viridis, 0.0));
        QCOMPARE(mapColour(ColourMap::Viridis, 2.0), mapColour(ColourMap::Viridis, 1.0));
        QCOMPARE(mapColour(ColourMap::Viridis, std::numeric_limits<double>::quiet_NaN()),
                 mapColour(ColourMap::Viridis, 0.0));
    }

    void powerStartsAtZeroAndEndsRound() {
        // Largest 37.2 kW: a quarter is 9.3, the next round step 10, so the scale ends at 40 kW.
        ColourScale scale(RackQuantity::Power);
        scale.adapt(frameOf(RackQuantity::Power, {1200.0F, 37200.0F}));
        QCOMPARE(scale.lowSi(), 0.0);
        QCOMPARE(scale.highSi(), 40000.0);
        QCOMPARE(scale.unit(), QString("kW"));
        QCOMPARE(scale.ticks().front().text, QString("0"));
        QCOMPARE(scale.ticks().back().text, QString("40"));
        QCOMPARE(scale.ticks().back().at, 1.0);
    }

    void flowStartsAtZeroInLitres() {
        // Largest 1.31 L/s: a quarter is 0.33, the next round step 0.5, so the scale ends at 1.5.
        ColourScale scale(RackQuantity::CoolantFlow);
        scale.adapt(frameOf(RackQuantity::CoolantFlow, {1.02e-3F, 1.31e-3F}));
        QCOMPARE(scale.lowSi(), 0.0);
        QVERIFY(std::abs(scale.highSi() - 1.5e-3) < 1e-12);
        QCOMPARE(scale.unit(), QString("L/s"));
    }

    /// Where no rating says how far it goes it widens to what it meets, and never narrows: else a
    /// disaster would look as calm as a quiet night.
    void rangeWidensAtOnceAndNeverNarrows() {
        ColourScale scale(RackQuantity::Power);
        scale.adapt(frameOf(RackQuantity::Power, {0.0F, 20000.0F}));
        QCOMPARE(scale.highSi(), 20000.0);
        scale.adapt(frameOf(RackQuantity::Power, {0.0F, 38000.0F}));
        QCOMPARE(scale.highSi(), 40000.0);
        scale.adapt(frameOf(RackQuantity::Power, {0.0F, 400.0F}));
        QCOMPARE(scale.highSi(), 40000.0);
    }

    /// A rack of 60 kW, rated for 66: the scale ends on the next even figure over both, 80 kW, and
    /// is there whatever the racks do. The limit is a tick of its own at 66 of 80.
    void ratingsHoldTheRangeAndMarkTheLimit() {
        ColourScale scale(RackQuantity::Power);
        scale.setRatings({0.0, 66000.0, 66000.0, 66000.0, "rated"});
        QCOMPARE(scale.highSi(), 80000.0);
        const QRgb calm = scale.colour(6000.0F, 0);
        scale.adapt(frameOf(RackQuantity::Power, {6000.0F, 5000.0F}));
        QCOMPARE(scale.highSi(), 80000.0);
        QCOMPARE(scale.colour(6000.0F, 0), calm);
        const auto ticks = scale.ticks();
        const auto limit = std::find_if(ticks.begin(), ticks.end(),
                                        [](const ColourScale::Tick& t) { return t.isLimit; });
        QVERIFY(limit != ticks.end());
        QVERIFY(std::abs(limit->at - 66.0 / 80.0) < 1e-9);
        QCOMPARE(limit->text, QString("66 rated"));
        // Racks of two kinds: both limits, so that none looks overloaded by that of the other.
        // 19 of 20 kW and 62.7 of 66 kW are 95 %: one colour where shares are shown, and one limit at 100.
        ColourScale share;
        share.setRated({20000.0F, 66000.0F, 0.0F});
        share.setRatings({0.0, 66000.0, 20000.0, 66000.0, "rated"});
        QVERIFY(share.isShare());
        QCOMPARE(share.colourOf(0, 19000.0F, 0), share.colourOf(1, 62700.0F, 0));
        QVERIFY(share.colourOf(0, 19000.0F, 0) != share.colourOf(1, 19000.0F, 0));
        QCOMPARE(share.colourOf(2, 19000.0F, 7), QRgb(7));
        QCOMPARE(share.title(), QString("Power"));
        QCOMPARE(share.unit(), QString("% of rating"));
        QCOMPARE(share.ticks().back().text, QString("100 rated"));
        share.setRatings({0.0, 66000.0, 66000.0, 66000.0, "rated"});
        QVERIFY(!share.isShare());
        scale.setRatings({0.0, 66000.0, 20000.0, 66000.0, "rated"});
        QStringList limits;
        for (const ColourScale::Tick& tick : scale.ticks()) {
            limits += tick.isLimit ? QStringList{tick.text} : QStringList{};
        }
        QCOMPARE(limits, (QStringList{"20 rated", "66 rated"}));
        // Beyond the end the colour is that of the end.
        QCOMPARE(scale.colour(90000.0F, 0), scale.colour(80000.0F, 0));
    }

    /// Only on demand: 5.2 kW and 6.1 kW spread from 0 to 8 (a quarter of 6.1 is 1.5, the next step 2),
    /// and stay so until the ratings are asked for.
    void fitsToValuesOnDemand() {
        ColourScale scale(RackQuantity::Power);
        const engine::RackScale ratings{0.0, 66000.0, 66000.0, 66000.0, "rated"};
        scale.setRatings(ratings);
        scale.fitTo(frameOf(RackQuantity::Power, {5200.0F, 6100.0F}));
        QCOMPARE(scale.highSi(), 8000.0);
        scale.adapt(frameOf(RackQuantity::Power, {60000.0F}));
        QCOMPARE(scale.highSi(), 8000.0);
        scale.setRatings(ratings);
        QCOMPARE(scale.highSi(), 80000.0);
    }

    void equalValuesStillHaveARange() {
        ColourScale scale(RackQuantity::CoolantTemperature);
        scale.adapt(frameOf(RackQuantity::CoolantTemperature, {25.0F, 25.0F, 25.0F}));
        QVERIFY(scale.highSi() > scale.lowSi());
        QVERIFY(scale.ticks().size() >= 2);
    }

    void noValuesNoHarm() {
        ColourScale scale(RackQuantity::Power);
        scale.adapt(frameOf(RackQuantity::Power, {}));
        const float nan = std::numeric_limits<float>::quiet_NaN();
        scale.adapt(frameOf(RackQuantity::Power, {nan, nan}));
        QCOMPARE(scale.colour(nan, 0xff123456), QRgb{0xff123456});
    }

    void healthSaysWords() {
        ColourScale scale(RackQuantity::Health);
        QCOMPARE(scale.entries().size(), std::size_t{3});
        QVERIFY(scale.colour(1.0F, 0) != scale.colour(0.5F, 0));
        QVERIFY(scale.colour(0.5F, 0) != scale.colour(0.0F, 0));
        QVERIFY(scale.valueText(0.0F, nullptr).startsWith("Out of service"));
        QVERIFY(scale.unit().isEmpty());
    }

    void jobsAreListedByTheirRacks() {
        auto frame = frameOf(RackQuantity::Job, {7, 7, 7, 3, -1});
        engine::JobRow row;
        row.id = 7;
        row.name = "llama";
        frame.jobs.push_back(row);
        ColourScale scale(RackQuantity::Job);
        scale.adapt(frame);
        QCOMPARE(scale.entries().size(), std::size_t{2});
        QCOMPARE(scale.entries()[0].text, QString::fromUtf8("Job 7 · llama"));
        QCOMPARE(scale.colour(-1.0F, 0xff010203), QRgb{0xff010203});
        QVERIFY(scale.colour(7.0F, 0) != scale.colour(3.0F, 0));
    }
};

HEADROOM_TEST(TestColourScale)
}  // namespace tst_colour_scale

#include "tst_colour_scale.moc"
