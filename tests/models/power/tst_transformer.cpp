// SPDX-License-Identifier: Apache-2.0
#include "models/power/transformer.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

namespace tst_transformer {

using namespace headroom::models;

class TestTransformer : public QObject {
    Q_OBJECT

  private slots:

    // 2,500 kVA liquid-filled, EU Ecodesign tier 2: 1.575 kW no-load, 18.5 kW load loss.
    void loss_data() {
        QTest::addColumn<double>("loadVa");
        QTest::addColumn<int>("count");
        QTest::addColumn<double>("lossW");
        QTest::newRow("energised") << 0.0 << 1 << 1575.0;
        QTest::newRow("full load") << 2.5e6 << 1 << 20075.0;
        // 1,575 + 18,500 / 4
        QTest::newRow("half load") << 1.25e6 << 1 << 6200.0;
        QTest::newRow("two share") << 2.5e6 << 2 << 12400.0;
        // 1,575 + 18,500 * 2.25
        QTest::newRow("end of validity") << 3.75e6 << 1 << 43200.0;
        QTest::newRow("none") << 1.0e6 << 0 << 0.0;
    }

    void loss() {
        QFETCH(double, loadVa);
        QFETCH(int, count);
        QFETCH(double, lossW);
        TransformerSpec spec;
        spec.ratedVa = 2.5e6;
        spec.noLoadLossW = 1575.0;
        spec.loadLossW = 18500.0;
        QVERIFY(std::abs(transformerLossW(spec, loadVa, count) - lossW) < 1e-6);
    }
};

HEADROOM_TEST(TestTransformer)
}  // namespace tst_transformer

#include "tst_transformer.moc"
