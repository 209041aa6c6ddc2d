// SPDX-License-Identifier: Apache-2.0
#include "engine/plant/plant.h"
#include "engine/reliability/diagnosis/diagnosis.h"
#include "engine/run/simulator.h"
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <algorithm>

namespace tst_diagnosis {

using namespace headroom::engine;
using namespace headroom::tests;

/// A plant with all subsystems and nothing that happens by itself.
static Project calmPlant() {
    Project p = scenario("cascading-cooling");
    removeAll(p, "drill");
    return p;
}

class TestDiagnosis : public QObject {
    Q_OBJECT

  private slots:

    /// An operator sees neither failures that nobody noticed nor causes.
    void takesAlarmsOnly() {
        Telemetry t;
        for (const EventKind kind :
             {EventKind::Failure, EventKind::Note, EventKind::Repair, EventKind::Indicator}) {
            t.take({1, 5.0, kind, "x", "y", 0, -1, -1, -1, EventArea::Other});
        }
        QVERIFY(t.alarms.empty());
        t.take({2, 6.0, EventKind::Throttle, "R01-01", "text", 1, 4, -1, -1, EventArea::Cooling});
        QCOMPARE(t.alarms.size(), std::size_t{1});
        QCOMPARE(t.alarms[0].rack, 4);
    }

    void nothingSeenIsNobodySuspected() {
        const auto s = simulator(calmPlant());
        QVERIFY(diagnose(s->plant(), {}, 1000.0).suspects.empty());
        Telemetry flat;
        for (const Channel& channel : s->channels()) {
            flat.channels.push_back(channel.name);
        }
        for (int row = 0; row < 60; ++row) {
            flat.timeS.push_back(60.0 * row);
            flat.values.insert(flat.values.end(), flat.channels.size(), 20.0F);
        }
        const Diagnosis none = diagnose(s->plant(), flat, 3600.0);
        QVERIFY(none.suspects.empty());
        QVERIFY(none.firstS < 0.0);
    }

    /// Supply and return stay, the flow of the CDU and the power of its pumps fall: the pumps.
    void pumpsAreKnownByTheirFlow() {
        const auto s = simulator(calmPlant());
        Telemetry t;
        for (const Channel& channel : s->channels()) {
            t.channels.push_back(channel.name);
        }
        for (int row = 0; row < 180; ++row) {
            t.timeS.push_back(15.0 * row);
            for (const std::string& name : t.channels) {
                const bool pumps =
                    name == "cdu/cdus/rack_flow_l_per_s" || name == "cdu/cdus/pump_power_kw";
                t.values.push_back(pumps && row > 120 ? 2.0F : 20.0F);
            }
        }
        const Diagnosis d = diagnose(s->plant(), t, 2700.0);
        QVERIFY(!d.suspects.empty());
        QCOMPARE(d.suspects.front().part, std::string("cdus/pumps"));
        QVERIFY(!d.suspects.front().reasons.empty());
        QCOMPARE(d.firstS, 15.0 * 121);
    }

    /// Better than always naming the part that breaks most often, by a wide margin.
    void findsWhatIsBroken() {
        auto s = simulator(calmPlant());
        const HitRate rate = measureHits(*s, 60, 1);
        for (const HitRate::Trial& t : rate.trials) {
            qInfo("%-24s said %-24s place %d, first alarm %.0f s", t.part.c_str(), t.said.c_str(),
                  t.place, t.firstS);
        }
        qInfo("%d faults, %d seen, first %d, three %d, common %d (%s)", rate.faults, rate.seen,
              rate.first, rate.firstThree, rate.common, rate.commonPart.c_str());
        QCOMPARE(rate.faults, 60);
        QVERIFY(rate.seen >= 20);
        QVERIFY(rate.first > rate.common);
        QVERIFY(rate.firstThree > 3 * rate.common);
        QVERIFY(rate.firstThree * 3 > rate.seen * 2);
        // Same seed, same campaign.
        auto again = simulator(calmPlant());
        const HitRate same = measureHits(*again, 5, 1);
        for (std::size_t i = 0; i < same.trials.size(); ++i) {
            QCOMPARE(same.trials[i].part, rate.trials[i].part);
            QCOMPARE(same.trials[i].said, rate.trials[i].said);
        }
    }
};

HEADROOM_TEST(TestDiagnosis)
}  // namespace tst_diagnosis

#include "tst_diagnosis.moc"
