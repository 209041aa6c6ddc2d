// SPDX-License-Identifier: Apache-2.0
#include "models/cooling/cooling_class.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

namespace tst_cooling_class {

using namespace headroom::models;

class TestCoolingClass : public QObject {
    Q_OBJECT

  private slots:

    // 32 C up to 900 m, one kelvin less for each 300 m: 29 C at 1,800 m.
    void derating() {
        CoolingClassSpec a1;
        a1.allowableHighC = 32.0;
        a1.derateAboveM = 900.0;
        a1.derateMPerK = 300.0;
        QCOMPARE(allowableHighC(a1, 0.0), 32.0);
        QCOMPARE(allowableHighC(a1, 900.0), 32.0);
        QCOMPARE(allowableHighC(a1, 1800.0), 29.0);
    }

    // Liquid does not care; a class without a limit has none.
    void withoutDerating() {
        CoolingClassSpec w;
        w.kind = CoolingClassKind::Liquid;
        w.allowableHighC = 45.0;
        QCOMPARE(allowableHighC(w, 3000.0), 45.0);
        QVERIFY(std::isnan(allowableHighC(CoolingClassSpec{}, 0.0)));
    }
};

HEADROOM_TEST(TestCoolingClass)
}  // namespace tst_cooling_class

#include "tst_cooling_class.moc"
