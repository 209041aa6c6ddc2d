// SPDX-License-Identifier: Apache-2.0
#include "engine/air/field/air_renewal.h"
#include "engine/plant/plant.h"
#include "tests/engine/air/field/flat_air.h"
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <atomic>

namespace tst_air_renewal {

using namespace headroom::engine;
using namespace headroom::tests;

/// New inlets for halls that were edited.
class TestAirRenewal : public QObject {
    Q_OBJECT

    AirLibrary library_{{}};
    Project stated_, held_, cooler_;

    AirRenewal renewed(const Project& project) {
        return renewedAir(project, catalogue(), library_, {});
    }

    static InletSource sourceOf(const Project& project) {
        const auto plant = compile(project, catalogue(), {});
        return plant->hallAir[0].inlets;
    }

  private slots:

    void initTestCase() {
        stated_ = scenario("tour-small-hall");
        keepFlatAir(library_, stated_, catalogue(), 1.0);
        auto held = withAirShares(stated_, catalogue(), library_, {});
        QVERIFY(held.has_value());
        held_ = std::move(*held);
        cooler_ = held_;
        set(cooler_, "hall", "supply_air_c", 22.0);
        keepFlatAir(library_, cooler_, catalogue(), 1.0);
    }

    // A hall of the same state, and one without a field, are left alone.
    void nothingToRenew() {
        QVERIFY(renewed(held_).edits.empty());
        QVERIFY(renewed(stated_).edits.empty());
        Project edited = stated_;
        set(edited, "hall", "supply_air_c", 22.0);
        QVERIFY(renewed(edited).edits.empty());
    }

    // The edits make the plant use the field again. Applied, nothing is left to renew: a renewal never follows itself.
    void anEditedHall() {
        QVERIFY(sourceOf(cooler_) == InletSource::OutdatedField);
        const AirRenewal renewal = renewed(cooler_);
        QCOMPARE(renewal.halls, std::vector<std::string>{"hall"});
        QCOMPARE(renewal.words(), std::string("Renew Air of hall"));
        Project project = cooler_;
        QVERIFY(applyAll(project, catalogue(), renewal.edits));
        QVERIFY(sourceOf(project) == InletSource::Field);
        QVERIFY(renewed(project).edits.empty());
    }

    // Cancelled: no edit, although the field would be known.
    void cancelled() {
        const std::atomic<bool> cancel{true};
        AirFieldOptions options;
        options.cancel = &cancel;
        QVERIFY(renewedAir(cooler_, catalogue(), library_, options).edits.empty());
    }

    // A project that does not compile has no air: the check reports why.
    void brokenProject() {
        Project broken = cooler_;
        set(broken, "hall", "crah", std::string("none-of-that-name"));
        QVERIFY(renewed(broken).edits.empty());
    }
};

HEADROOM_TEST(TestAirRenewal)
}  // namespace tst_air_renewal

#include "tst_air_renewal.moc"
