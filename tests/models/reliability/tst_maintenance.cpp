// SPDX-License-Identifier: Apache-2.0
#include "models/reliability/maintenance.h"
#include "tests/support/test_program.h"

#include <QtTest>

namespace tst_maintenance {

using namespace headroom::models;

class TestMaintenance : public QObject {
    Q_OBJECT

  private slots:

    // Each kind of spare has a stock of its own in the file, in the order of the kinds.
    void aStockForEachKind() {
        MaintenanceSpec spec;
        QCOMPARE(spec.stock(SparePart::None), -1);
        int n = 10;
        for (const Attribute& a : MaintenanceSpec::type().attributes) {
            if (a.key.substr(0, 6) == "stock_") {
                a.set(a, &spec, Value{std::int64_t{n++}});
            }
        }
        QCOMPARE(n, 10 + kSpareParts);
        for (int kind = 1; kind <= kSpareParts; ++kind) {
            QCOMPARE(spec.stock(static_cast<SparePart>(kind)), 9 + kind);
        }
    }

    // Without the section nothing waits: no limit, no window, all of a repair is work.
    void defaults() {
        const MaintenanceSpec spec;
        QCOMPARE(spec.crews, -1);
        QCOMPARE(spec.windowFromS, spec.windowToS);
        QCOMPARE(spec.workShare, 1.0);
        QVERIFY(!spec.stress);
        QVERIFY(std::isnan(spec.ageS));
        for (int kind = 1; kind <= kSpareParts; ++kind) {
            QCOMPARE(spec.stock(static_cast<SparePart>(kind)), -1);
        }
    }
};

HEADROOM_TEST(TestMaintenance)
}  // namespace tst_maintenance

#include "tst_maintenance.moc"
