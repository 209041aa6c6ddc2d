// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "ui/chart/series_store.h"

#include <QtTest>

namespace tst_series_store {

using namespace headroom;
using namespace headroom::ui;

namespace {

engine::Frame frameAt(double timeS, double power) {
    engine::Frame frame;
    frame.timeS = timeS;
    frame.clock = "2026-07-01 01:00:00";
    frame.facility[static_cast<std::size_t>(engine::FacilityQuantity::ItPower)] = power;
    frame.facility[static_cast<std::size_t>(engine::FacilityQuantity::FacilityPower)] = 1e6;
    return frame;
}

}  // namespace

class TestSeriesStore : public QObject {
    Q_OBJECT

  private slots:

    void keepsValuesAndStart() {
        SeriesStore store;
        QVERIFY(store.add(frameAt(3600.0, 5.0)));
        QVERIFY(!store.add(frameAt(3600.0, 6.0)));  // no time has passed
        QCOMPARE(store.values(engine::FacilityQuantity::ItPower).front(), 5.0);
        // The clock says one o'clock after one hour: the run began at midnight.
        QCOMPARE(store.start().toString("yyyy-MM-dd HH:mm"), QString("2026-07-01 00:00"));
    }

    void beforeTheFirstStepThereIsNothing() {
        SeriesStore store;
        QVERIFY(!store.add(engine::Frame{}));
        QVERIFY(store.times().empty());
    }

    void aRunThatStartsAgainForgets() {
        SeriesStore store;
        store.add(frameAt(100.0, 1.0));
        store.add(frameAt(200.0, 2.0));
        store.add(frameAt(15.0, 3.0));
        QCOMPARE(store.times(), std::vector<double>{15.0});
    }

    void aLongRunIsThinnedAndKeepsItsEnds() {
        SeriesStore store;
        constexpr int kFrames = 100000;
        for (int i = 0; i <= kFrames; ++i) {
            store.add(frameAt(15.0 * i, i));
        }
        QVERIFY(store.times().size() <= SeriesStore::kMostPoints);
        QVERIFY(store.times().size() > SeriesStore::kMostPoints / 8);
        QCOMPARE(store.times().front(), 0.0);
        QVERIFY(15.0 * kFrames - store.times().back() < 15.0 * kFrames / 1000);
        QCOMPARE(store.times().size(), store.values(engine::FacilityQuantity::ItPower).size());
    }

    void nearestSample() {
        SeriesStore store;
        QCOMPARE(store.nearest(7.0), std::size_t{0});
        for (const double t : {10.0, 20.0, 40.0}) {
            store.add(frameAt(t, 0.0));
        }
        QCOMPARE(store.nearest(-5.0), std::size_t{0});
        QCOMPARE(store.nearest(29.0), std::size_t{1});
        QCOMPARE(store.nearest(31.0), std::size_t{2});
        QCOMPARE(store.nearest(1e9), std::size_t{2});
    }
};

HEADROOM_TEST(TestSeriesStore)
}  // namespace tst_series_store

#include "tst_series_store.moc"
