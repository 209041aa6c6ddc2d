// SPDX-License-Identifier: Apache-2.0
#include "engine/floor/layout.h"
#include "engine/kinds/cooling_kind.h"
#include "engine/kinds/equipment_kind.h"
#include "engine/kinds/power_kind.h"
#include "tests/support/test_program.h"

#include <set>
#include <string>

namespace tst_kinds {
using namespace headroom;
using namespace headroom::engine;

class TestKinds : public QObject {
    Q_OBJECT

  private slots:

    // Rows are found by their enumerator: they are in its order.
    void rowsStandInOrder() {
        for (std::size_t i = 0; i < kPowerKinds.size(); ++i) {
            QCOMPARE(static_cast<std::size_t>(kPowerKinds[i].kind), i);
        }
        for (std::size_t i = 0; i < kEquipmentKinds.size(); ++i) {
            QCOMPARE(static_cast<std::size_t>(kEquipmentKinds[i].kind), i);
        }
        for (std::size_t i = 0; i < kCoolingKinds.size(); ++i) {
            QCOMPARE(static_cast<std::size_t>(kCoolingKinds[i].kind), i);
        }
    }

    // Every type of part that a power unit may be has a row, and every row is such a type.
    void wiringPartsAreTheRows() {
        std::set<std::string> types, rows;
        models::forEachTarget(models::kWiringParts,
                              [&](std::string_view id) { types.emplace(id); });
        for (const PowerKindInfo& row : kPowerKinds) {
            rows.emplace(row.type);
            QCOMPARE(powerKindOfType(row.type), &row);
            QVERIFY(!row.label.empty() && !row.plural.empty());
            // What can be placed has a shape; what makes power is a source.
            QVERIFY(row.section.empty() || row.yard.widthM > 0.0);
            QVERIFY(!row.makesPower() || row.isSource);
            QVERIFY(!row.isSource || row.feedRank < 0);
        }
        QCOMPARE(rows, types);
        QVERIFY(powerKindOfType("chiller") == nullptr);
    }

    void machinesAreNamed() {
        EquipmentBox box;
        box.kind = EquipmentKind::Chiller;
        QCOMPARE(std::string(box.kindName()), std::string("Chiller"));
        box.kind = EquipmentKind::PowerUnit;
        box.power = PowerKind::Ups;
        QCOMPARE(std::string(box.kindName()), std::string("UPS"));
        QCOMPARE(std::string(lookOf(box.kind).icon), std::string("power"));
    }

    // A pump turns; only machines fail, and a plant outside of the model; what is a branch has a subject that is no loop.
    void linksOfCoolantHoldTogether() {
        for (const CoolingKindInfo& row : kCoolingKinds) {
            QVERIFY(!row.isPump || row.turns);
            QVERIFY(!row.canFail || row.machine.has_value() ||
                    row.kind == CoolingLinkKind::External);
            QVERIFY(row.role != CoolingRole::Branch || row.owner != CoolingOwner::Circuit);
        }
    }
};

HEADROOM_TEST(TestKinds)
}  // namespace tst_kinds

#include "tst_kinds.moc"
