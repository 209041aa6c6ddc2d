// SPDX-License-Identifier: Apache-2.0
#include "engine/experiment/run_until.h"
#include "engine/run/simulator.h"
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <regex>
#include <string>

namespace tst_event_quantities {

using namespace headroom::engine;
using namespace headroom::tests;

/// Events of the wiring carry their numbers as data: a reader with other units, or a translation, never looks for numbers
/// in a text.
class TestEventQuantities : public QObject {
    Q_OBJECT

  private slots:

    // Both feeds are lost by the drills of the scenario: UPSs continue battery, gensets start. "with 120 kW: 9.5 min left" has
    // two quantities, 120 in kW and 9.5 in min, at their places in the text.
    void numbersWithUnits() {
        auto made = Simulator::create(scenario("feed-loss-2n"), catalogue(), {});
        QVERIFY(made.has_value());
        const std::regex numbers("(-?[0-9]+(?:\\.[0-9]+)?) (kWh|kW|MW|min|%|A|s)(?![A-Za-z])");
        int onBattery = 0, seen = 0;
        RunHooks hooks;
        hooks.after = [&](Simulator& now) {
            for (const Event& event : now.takeEvents()) {
                if (event.area != EventArea::Power) {
                    continue;
                }
                const std::string& text = event.text;
                for (auto hit = std::sregex_iterator(text.begin(), text.end(), numbers);
                     hit != std::sregex_iterator(); ++hit) {
                    const auto at = static_cast<std::uint32_t>(hit->position());
                    const auto found =
                        std::find_if(event.text.quantities.begin(), event.text.quantities.end(),
                                     [at](const WordsQuantity& q) { return q.at == at; });
                    const bool isCarried =
                        found != event.text.quantities.end() && found->unit == (*hit)[2].str() &&
                        std::abs(found->value - std::stod((*hit)[1].str())) <= 0.51;
                    if (!isCarried) {
                        qWarning("no quantity %s in: %s", hit->str().c_str(), text.c_str());
                    }
                    missing_ += isCarried ? 0 : 1;
                    ++seen;
                }
                onBattery += text.starts_with("On battery with") ? 1 : 0;
            }
            return true;
        };
        QVERIFY(runUntil(**made, 7200.0, hooks).has_value());
        QVERIFY(onBattery > 0);
        QVERIFY(seen >= 2 * onBattery);
        QCOMPARE(missing_, 0);
    }

  private:
    int missing_ = 0;
};

HEADROOM_TEST(TestEventQuantities)
}  // namespace tst_event_quantities

#include "tst_event_quantities.moc"
