// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/run/power/power_run.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <functional>

namespace tst_pue_meters {

using namespace headroom::engine;
using namespace headroom::tests;
using namespace headroom::tests::power;

namespace {

using Strings = std::vector<std::string>;

void battery(Project& p, const std::string& unit, double givesKw, double lossKw = 0.0) {
    set(p, unit, "external_battery_kwh", 200.0);
    set(p, unit, "external_battery_start_pct", 50.0);
    set(p, unit, "external_battery_kw", givesKw);
    set(p, unit, "external_battery_loss_kw", lossKw);
}

struct Wiring {
    const char* name;
    std::function<void(Project&)> change;
};

/// Ways in which a watt could be metered twice, never, or while it is stored.
const std::vector<Wiring>& wirings() {
    static const std::vector<Wiring> all = {
        {"as it is", [](Project&) {}},
        {"a PDU behind a PDU", [](Project& p) { set(p, "bus-b", "sources", Strings{"bus-a"}); }},
        {"a board with racks behind a PDU with racks",
         [](Project& p) {
             set(p, "out-b", "sources", Strings{"bus-a"});
             set(p, "racks", "feeds", Strings{"bus-a", "out-b"});
         }},
        {"racks on a PDU and on a main board",
         [](Project& p) {
             set(p, "racks", "feeds", Strings{"bus-a", "main-b"});
         }},
        {"no PDU and no UPS",
         [](Project& p) {
             set(p, "racks", "feeds", Strings{"main-a", "main-b"});
         }},
        {"a UPS behind a UPS", [](Project& p) { set(p, "ups-b", "sources", Strings{"ups-a"}); }},
        {"a UPS between PDUs", [](Project& p) { set(p, "ups-b", "sources", Strings{"bus-a"}); }},
        {"a UPS of machines behind a UPS of IT",
         [](Project& p) {
             set(p, "ups-b", "sources", Strings{"ups-a"});
             set(p, "racks", "feeds", Strings{"bus-a"});
             set(p, "hall", "feeds", Strings{"bus-a"});
         }},
        {"board of racks on a UPS or on the mains",
         [](Project& p) {
             set(p, "ats-mb", "sources", Strings{"ups-b", "main-b"});
             set(p, "racks", "feeds", Strings{"bus-a", "mech-b"});
         }},
        {"a battery at PDUs that charges", [](Project& p) { battery(p, "bus-a", -60.0, 2.0); }},
        {"a battery at PDUs that gives", [](Project& p) { battery(p, "bus-a", 60.0, 2.0); }},
        {"a battery below a UPS that charges",
         [](Project& p) { battery(p, "out-a", -200.0, 5.0); }},
        {"a battery below a UPS that gives", [](Project& p) { battery(p, "out-a", 200.0, 5.0); }},
        {"a battery at a main board that charges",
         [](Project& p) { battery(p, "main-a", -200.0, 5.0); }},
    };
    return all;
}

/// What happens: batteries of UPSs give, charge again, and loads change over.
const std::vector<Wiring>& events() {
    static const std::vector<Wiring> all = {
        {"calm", [](Project&) {}},
        {"mains of A lost", [](Project& p) { addDrill(p, "lost", "fail", "grid-a", 5.0, 3.0); }},
        {"UPS B opened", [](Project& p) { addDrill(p, "open", "open", "ups-b", 5.0, 2.0); }},
    };
    return all;
}

}  // namespace

/// PUE categories 1, 2 and 3: meters between what IT takes and what the facility consumes.
class TestPueMeters : public QObject {
    Q_OBJECT

  private slots:

    void conservation_data() {
        QTest::addColumn<int>("wiring");
        QTest::addColumn<int>("event");
        for (std::size_t w = 0; w < wirings().size(); ++w) {
            for (std::size_t e = 0; e < events().size(); ++e) {
                QTest::addRow("%s, %s", wirings()[w].name, events()[e].name)
                    << static_cast<int>(w) << static_cast<int>(e);
            }
        }
    }

    // In every step: energy of IT <= at the meters of either category <= consumed, to rounding. So no category is below 1, and
    // none is above category 3.
    void conservation() {
        QFETCH(int, wiring);
        QFETCH(int, event);
        Project p = calm();
        wirings()[static_cast<std::size_t>(wiring)].change(p);
        events()[static_cast<std::size_t>(event)].change(p);
        PowerRun r(p);
        headroom::engine::Totals before = r.s->state().totals;
        for (int step = 0; step < 80; ++step) {
            r.until(r.s->timeS() + 1.0);
            const headroom::engine::Totals& now = r.s->state().totals;
            const double itJ = now.itJ - before.itJ, allJ = now.facilityJ - before.facilityJ;
            const double roundingJ = 1e-9 * now.facilityJ;
            for (const double meteredJ :
                 {now.upsOutputJ - before.upsOutputJ, now.pduOutputJ - before.pduOutputJ}) {
                const std::string text =
                    "at " + std::to_string(r.s->timeS()) + " s: IT " + std::to_string(itJ) +
                    ", metered " + std::to_string(meteredJ) + ", consumed " + std::to_string(allJ);
                QVERIFY2(meteredJ >= itJ - roundingJ && meteredJ <= allJ + roundingJ, text.c_str());
            }
            before = now;
        }
        const RunSummary s = r.s->summary();
        for (const char* figure : {"pue_category_1", "pue_category_2"}) {
            QVERIFY(s.value(figure) >= 1.0 && s.value(figure) <= s.value("pue") * (1.0 + 1e-9));
        }
        QVERIFY2(r.worst < 1e-9, qPrintable(QString::number(r.worst)));
    }

    // A busway that hangs on another one: what the second gives is metered there alone. All cords of IT hang on these
    // busways, so their sum is what IT takes.
    void eachWattOnce() {
        Project p = calm();
        set(p, "bus-b", "sources", Strings{"bus-a"});
        PowerRun r(p);
        r.until(600.0);
        const headroom::engine::Totals& t = r.s->state().totals;
        QVERIFY2(near(t.pduOutputJ / t.itJ, 1.0, 1e-6),
                 qPrintable(QString::number(t.pduOutputJ / t.itJ, 'g', 9)));
    }
};

HEADROOM_TEST(TestPueMeters)
}  // namespace tst_pue_meters

#include "tst_pue_meters.moc"
