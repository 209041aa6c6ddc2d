// SPDX-License-Identifier: Apache-2.0
#include "engine/run/state/snapshot.h"
#include "engine/run/state/state_table.h"
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

namespace tst_outputs {

using namespace headroom::engine;
using namespace headroom::tests;

namespace {

/// Nothing of what is shown is a number any more, but for the jobs of racks, which are written where
/// they change.
void wipe(Outputs& shown) {
    static constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();
    shown.facility.fill(kNothing);
    const auto wipeRows = [](auto& rows) {
        for (auto& row : rows) {
            row.fill(kNothing);
        }
    };
    wipeRows(shown.halls);
    wipeRows(shown.cdus);
    wipeRows(shown.loops);
    for (std::vector<float>* field : {&shown.rackPowerW, &shown.rackReturnC, &shown.rackFlowM3PerS,
                                      &shown.rackHotChipC, &shown.rackClock, &shown.rackHealth}) {
        std::fill(field->begin(), field->end(), std::numeric_limits<float>::quiet_NaN());
    }
}

/// Of two runs, the first of which was wiped: numbers that are not the same, but for those that no
/// step writes in that plant (the water of a loop without towers) and that are at rest therefore.
template <class Values>
int differences(const Values& wiped, const Values& whole) {
    int count = 0;
    for (std::size_t i = 0; i < whole.size(); ++i) {
        const bool same = wiped[i] == whole[i] || (std::isnan(wiped[i]) && std::isnan(whole[i]));
        count += same || (std::isnan(wiped[i]) && whole[i] == 0.0) ? 0 : 1;
    }
    return count;
}

int differences(const Outputs& wiped, const Outputs& whole) {
    int count = differences(wiped.facility, whole.facility);
    const auto add = [&count](const auto& a, const auto& b) {
        for (std::size_t i = 0; i < b.size(); ++i) {
            count += differences(a[i], b[i]);
        }
    };
    add(wiped.halls, whole.halls);
    add(wiped.cdus, whole.cdus);
    add(wiped.loops, whole.loops);
    for (const auto field :
         {&Outputs::rackPowerW, &Outputs::rackReturnC, &Outputs::rackFlowM3PerS,
          &Outputs::rackHotChipC, &Outputs::rackClock, &Outputs::rackHealth, &Outputs::rackJob}) {
        count += differences(wiped.*field, whole.*field);
    }
    return count;
}

}  // namespace

class TestOutputs : public QObject {
    Q_OBJECT

  private slots:

    void scenarios_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"tour-small-hall", "cascading-cooling", "feed-loss-2n",
                                 "immersion-hall", "train-and-serve", "mixed-fleet"}) {
            QTest::newRow(name) << QString{name};
        }
    }

    // A run is stopped after half an hour, and one continues from its snapshot with all outputs wiped
    // out. Outputs are in no hash, and no step reads what the step before it showed: both runs have
    // the same hash from the beginning and after every step of the next half hour. One step writes
    // every output anew.
    void scenarios() {
        QFETCH(QString, name);
        const Project project = scenario(name.toStdString());
        auto s = simulator(project);
        while (s->timeS() < 1800.0 - 1e-9) {
            s->step();
        }
        State wiped = s->state();
        wipe(wiped.shown);
        auto other = simulator(project);
        QVERIFY(other->loadState(stateBytes(wiped)).has_value());
        QCOMPARE(other->stateHash(), s->stateHash());
        QVERIFY(differences(other->state().shown, s->state().shown) > 50);
        while (s->timeS() < 3600.0 - 1e-9) {
            s->step();
            other->step();
            QCOMPARE(other->stateHash(), s->stateHash());
            QCOMPARE(differences(other->state().shown, s->state().shown), 0);
        }
    }
};

}  // namespace tst_outputs

using tst_outputs::TestOutputs;

HEADROOM_TEST(TestOutputs)
#include "tst_outputs.moc"
