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
    /// their range from step to step once they hold. At its design power the hardest phase of a step runs at
    /// some 0.99 of the clock whenever chips are warm, before the stop as after it; chips come back to within 0.1 K,
    /// and leakage by some 0.5 % a kelvin, so that the clock does to within 0.001. Heat leaves all of it.
    void bathsThrottleOnce() {
        auto s = simulator(scenario("immersion-hall"));
        const Plant& plant = s->plant();
        const auto baths = std::find_if(plant.blocks.begin(), plant.blocks.end(),
                                        [](const PlantBlock& b) { return b.id == "baths"; });
        QVERIFY(baths != plant.blocks.end());
        const auto rack = static_cast<std::size_t>(baths->firstRack);
        int throttled = 0, recovered = 0, held = 0;
        double before = 1.0, largest = 0.0, byPower = 0.0;
        while (s->timeS() < 13.5 * 3600.0) {
            s->step();
            for (const Event& e : s->takeEvents()) {
                throttled += e.kind == EventKind::Throttle && e.subject.rfind("baths", 0) == 0;
                recovered += e.kind == EventKind::Recovery && e.subject == "baths";
            }
            if (s->timeS() <= 12.0 * 3600.0) {
                byPower = s->state().rackClock[rack];
            }
            const double clock = s->state().rackFreeClock[rack];
            held = clock < 1.0 ? held + 1 : 0;
            largest = held > 2 ? std::max(largest, std::abs(clock - before)) : largest;
            before = clock;
        }
        QCOMPARE(throttled, 1);
        QCOMPARE(recovered, 1);
        QVERIFY2(largest > 0.0 && largest < 0.05, qPrintable(QString::number(largest)));
        QCOMPARE(s->state().rackTripped[rack], 0);
        QCOMPARE(before, 1.0);
        const double after = s->state().rackClock[rack];
        QVERIFY2(byPower > 0.98 && std::abs(after - byPower) < 1e-3,
                 qPrintable(QString("%1 then %2").arg(byPower).arg(after)));
    }
};

HEADROOM_TEST(TestThrottleRun)
}  // namespace tst_throttle_run

#include "tst_throttle_run.moc"
