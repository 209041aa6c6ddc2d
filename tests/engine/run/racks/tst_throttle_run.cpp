// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QtTest>

namespace tst_throttle_run {

using namespace headroom::engine;
using namespace headroom::tests;

/// Chips that are too warm hold themselves at their limit; they do not swing about it.
class TestThrottleRun : public QObject {
    Q_OBJECT

  private slots:

    /// The CDU pumps of immersion-hall stop at 12:00 for 15 min. The baths warm by 1.2 K a minute, pass 87 °C
    /// once, and are below it for good once they have cooled again: one throttling and one recovery of
    /// that block, with none of its racks lost, and clocks that move by less than a tenth of
    /// their range from step to step once they hold.
    void bathsThrottleOnce() {
        auto s = simulator(scenario("immersion-hall"));
        const Plant& plant = s->plant();
        const auto baths = std::find_if(plant.blocks.begin(), plant.blocks.end(),
                                        [](const PlantBlock& b) { return b.id == "baths"; });
        QVERIFY(baths != plant.blocks.end());
        const auto rack = static_cast<std::size_t>(baths->firstRack);
        int throttled = 0, recovered = 0, held = 0;
        double before = 1.0, largest = 0.0;
        while (s->timeS() < 13.5 * 3600.0) {
            s->step();
            for (const Event& e : s->takeEvents()) {
                throttled += e.kind == EventKind::Throttle && e.subject.rfind("baths", 0) == 0;
                recovered += e.kind == EventKind::Recovery && e.subject == "baths";
            }
            const double clock = s->state().rackClock[rack];
            held = clock < 1.0 ? held + 1 : 0;
            largest = held > 2 ? std::max(largest, std::abs(clock - before)) : largest;
            before = clock;
        }
        QCOMPARE(throttled, 1);
        QCOMPARE(recovered, 1);
        QVERIFY2(largest > 0.0 && largest < 0.05, qPrintable(QString::number(largest)));
        QCOMPARE(s->state().rackTripped[rack], 0);
        QCOMPARE(before, 1.0);
    }
};

HEADROOM_TEST(TestThrottleRun)
}  // namespace tst_throttle_run

#include "tst_throttle_run.moc"
