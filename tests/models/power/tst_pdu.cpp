// SPDX-License-Identifier: Apache-2.0
#include "models/power/pdu.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

namespace tst_pdu {

using namespace headroom::models;

class TestPdu : public QObject {
    Q_OBJECT

  private slots:

    void loss_data() {
        QTest::addColumn<double>("loadW");
        QTest::addColumn<int>("units");
        QTest::addColumn<double>("lossW");
        QTest::newRow("no load") << 0.0 << 1 << 400.0;
        // 200,000 (0.002 + 0.003 * 0.5 + 0.01 * 0.25) = 400 + 300 + 500
        QTest::newRow("half load") << 1.0e5 << 1 << 1200.0;
        QTest::newRow("shared by three") << 3.0e5 << 3 << 3600.0;
        // 200,000 (0.002 + 0.003 * 1.1 + 0.01 * 1.21)
        QTest::newRow("end of validity") << 2.2e5 << 1 << 3480.0;
        QTest::newRow("none") << 1.0e5 << 0 << 0.0;
    }

    void loss() {
        QFETCH(double, loadW);
        QFETCH(int, units);
        QFETCH(double, lossW);
        PduSpec spec;
        spec.ratedPowerW = 2.0e5;
        spec.lossA = 0.002;
        spec.lossB = 0.003;
        spec.lossC = 0.01;
        QVERIFY(std::abs(pduLossW(spec, loadW, units) - lossW) < 1e-6);
    }
};

HEADROOM_TEST(TestPdu)
}  // namespace tst_pdu

#include "tst_pdu.moc"
