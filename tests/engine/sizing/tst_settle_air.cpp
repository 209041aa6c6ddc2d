// SPDX-License-Identifier: Apache-2.0
#include "engine/sizing/settle_air.h"
#include "models/facility/hall.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <algorithm>
#include <atomic>

namespace tst_settle_air {

using namespace headroom;
using namespace headroom::engine;

namespace {

const Catalogue& catalogue() {
    static const auto kCatalogue = Catalogue::load(HEADROOM_SOURCE_DIR "/resources/catalog");
    return *kCatalogue;
}

FacilityBrief briefOf(double megawatts, const char* rack) {
    FacilityBrief brief;
    brief.itPowerW = megawatts * 1e6;
    brief.racks = {{rack, 1.0}};
    brief.climate = "leesburg-va";
    brief.grid = "us-pjm";
    return brief;
}

// Coarse, so that a design takes a second: rules and rounds are tested, not the field.
AirFieldOptions coarse() {
    AirFieldOptions options;
    options.cellM = 0.6;
    return options;
}

}  // namespace

/// The wizard looks at the air of what it designed.
class TestSettleAir : public QObject {
    Q_OBJECT

  private slots:

    void noHotRack_data() {
        QTest::addColumn<double>("megawatts");
        QTest::addColumn<QString>("rack");
        QTest::newRow("air, 30 kW a rack") << 0.4 << "air-h100-2";
        QTest::newRow("cold plates") << 0.5 << "dlc-b200-8";
        QTest::newRow("racks of 132 kW") << 1.0 << "gb200-nvl72";
    }

    // No design of the wizard has an inlet above its class or an RCI below 90 %. The last round is that of the design that
    // is handed over, and the rounds before it name what was done.
    void noHotRack() {
        QFETCH(const double, megawatts);
        QFETCH(const QString, rack);
        AirLibrary library({});
        const auto made =
            sizeWithAir(briefOf(megawatts, qPrintable(rack)), catalogue(), library, coarse());
        if (!made) {
            QFAIL(made.error().front().text().c_str());
        }
        QVERIFY(!made->rounds.empty());
        const AirRound& last = made->rounds.back();
        QVERIFY2(last.hotHalls == 0,
                 qPrintable(QString("%1 C in %2").arg(last.hottestC).arg(last.hall.c_str())));
        QVERIFY(last.next.empty());
        for (std::size_t i = 0; i + 1 < made->rounds.size(); ++i) {
            QVERIFY(made->rounds[i].hotHalls > 0 && !made->rounds[i].next.empty());
        }
        QVERIFY(last.hottestC < 32.0);  // class A1
        const auto& choices = made->made.choices;
        QVERIFY(std::any_of(choices.begin(), choices.end(), [](const SizingChoice& c) {
            return c.what == Words("air is cool enough");
        }));
    }

    // Each remedy does what it says: contained, 3 % open, 2 K cooler, wider rows.
    void remedies() {
        const auto hallOf = [](AirRemedy remedy) {
            FacilityBrief brief = briefOf(0.4, "air-h100-2");
            brief.air["air-h100-2"] = remedy;
            const auto made = sizeFacility(brief, catalogue());
            if (!made) {
                qFatal("%s", made.error().front().text().c_str());
            }
            return specOf<models::HallSpec>(*made->project.objectsOf("hall").front());
        };
        const models::HallSpec none = hallOf(AirRemedy::None),
                               contained = hallOf(AirRemedy::Contain),
                               sealed = hallOf(AirRemedy::Seal), cool = hallOf(AirRemedy::Cool),
                               wide = hallOf(AirRemedy::Widen);
        QCOMPARE(contained.containment, models::Containment::HotAisle);
        QCOMPARE(contained.containmentLeakage, 0.10);
        QCOMPARE(sealed.containmentLeakage, 0.03);
        QCOMPARE(cool.supplyAirC, none.supplyAirC - 2.0);
        QCOMPARE(wide.supplyAirC, none.supplyAirC - 2.0);
        QVERIFY(wide.widthM * wide.depthM > cool.widthM * cool.depthM);
    }

    void cancelled() {
        std::atomic<bool> cancel{true};
        AirFieldOptions options = coarse();
        options.cancel = &cancel;
        AirLibrary library({});
        const auto made = sizeWithAir(briefOf(0.4, "air-h100-2"), catalogue(), library, options);
        QVERIFY(!made);
        QCOMPARE(made.error().front().code, std::string("AIR-002"));
    }
};

HEADROOM_TEST(TestSettleAir)
}  // namespace tst_settle_air

#include "tst_settle_air.moc"
