// SPDX-License-Identifier: Apache-2.0
#include "engine/run/frame/frame.h"
#include "engine/run/state/state.h"
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <algorithm>
#include <string>
#include <vector>

namespace tst_cause_audit {

using namespace headroom::engine;
using namespace headroom::tests;

/// Changes of state have a cause, in whatever a scenario does. Roots are what people order, what
/// strikes at random, weather, and load as submitted.
class TestCauseAudit : public QObject {
    Q_OBJECT

  private:
    static bool mustHaveCause(const Event& e) {
        switch (e.kind) {
            case EventKind::Throttle:
            case EventKind::Trip:
            case EventKind::Recovery:
            case EventKind::Repair:
            case EventKind::JobInterrupted:
            case EventKind::JobSlowed:
            case EventKind::Limit:
            case EventKind::Indicator:
                break;
            default:
                return false;
        }
        // Ordered: a circuit is shut by a person, mains sag from outside, a job asks for more than
        // there is, a provider takes its servers back.
        for (const char* root : {"Shut off.", "Reset by a person.", "Voltage sags", "Reset.",
                                 "Asks for", "took servers back"}) {
            if (e.text.find(root) != std::string::npos) {
                return false;
            }
        }
        return true;
    }

  private slots:

    void noSymptomWithoutCause_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<double>("hours");
        QTest::newRow("cascade") << "cascading-cooling" << 5.0;
        QTest::newRow("chillers") << "chiller-trip" << 12.0;
        QTest::newRow("feed loss") << "feed-loss-2n" << 12.0;
        QTest::newRow("redundant") << "distributed-redundant" << 6.0;
        QTest::newRow("immersion") << "immersion-hall" << 12.0;
        QTest::newRow("flaps") << "link-flap-storm" << 24.0;
        QTest::newRow("tour") << "tour-small-hall" << 24.0;
        QTest::newRow("fleet") << "mixed-fleet" << 12.0;
        QTest::newRow("services") << "train-and-serve" << 12.0;
        QTest::newRow("warm") << "warm-water-vs-chilled" << 24.0;
    }

    void noSymptomWithoutCause() {
        QFETCH(QString, name);
        QFETCH(double, hours);
        auto s = simulator(scenario(name.toStdString()));
        std::vector<Event> bare;
        std::size_t symptoms = 0;
        while (s->timeS() < hours * 3600.0) {
            s->step();
            for (const Event& e : s->takeEvents()) {
                QVERIFY(e.cause < e.id);
                symptoms += mustHaveCause(e) ? 1 : 0;
                if (mustHaveCause(e) && e.cause < 0) {
                    bare.push_back(e);
                }
            }
        }
        std::string list;
        for (const Event& e : bare) {
            list += QString("%1 s %2 %3: %4\n")
                        .arg(e.timeS)
                        .arg(eventKindName(e.kind))
                        .arg(e.subject.c_str())
                        .arg(e.text.c_str())
                        .toStdString();
            if (list.size() > 2000) {
                break;
            }
        }
        qInfo("%zu symptoms", symptoms);
        QVERIFY2(bare.empty(), list.c_str());
    }

    // Two weeks of a job on 16,384 accelerators that is interrupted every few hours: no note says that nothing is broken
    // while a fault acts. The job is stopped from the fault on, noticed or not, so throughput that goes to nothing has a
    // fault or an interruption for its cause.
    void nothingBrokenIsTrue() {
        auto s = simulator(scenario("llama3-54-days"));
        std::vector<Event> all;
        std::size_t stops = 0;
        while (s->timeS() < 14.0 * 86400.0) {
            s->step();
            for (const Event& e : s->takeEvents()) {
                const bool acts = std::any_of(s->state().faults.open.begin(),
                                              s->state().faults.open.end(), [&](const Fault& f) {
                                                  return f.atS < e.timeS - s->stepS() &&
                                                         f.phase != FaultPhase::Precursor &&
                                                         f.phase != FaultPhase::Over;
                                              });
                if (e.kind == EventKind::Note &&
                    e.text.find("othing broken") != std::string::npos) {
                    QVERIFY2(!acts, e.text.c_str());
                }
                if (e.kind == EventKind::Indicator && e.subject == "throughput" &&
                    e.text.find("→ 0.000") != std::string::npos) {
                    ++stops;
                    const auto cause = std::find_if(
                        all.begin(), all.end(), [&](const Event& c) { return c.id == e.cause; });
                    QVERIFY2(cause != all.end() && cause->kind != EventKind::Note,
                             cause == all.end() ? "" : cause->text.c_str());
                }
                all.push_back(e);
            }
        }
        QVERIFY(stops > 20);
    }
};

HEADROOM_TEST(TestCauseAudit)
}  // namespace tst_cause_audit

#include "tst_cause_audit.moc"
