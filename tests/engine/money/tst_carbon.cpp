// SPDX-License-Identifier: Apache-2.0
#include "engine/money/carbon.h"
#include "tests/engine/money/fixture.h"

#include <QTest>

#include <cmath>

namespace tst_carbon {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests::money;

class TestCarbon : public QObject {
    Q_OBJECT

    Catalogue catalogue_;

  private slots:

    void initTestCase() { catalogue_ = shipped(); }

    // 1,000 accelerators, 1 MW, halls of 400 m2, 3,000 t a year of operation. Machines 1,000 x 500 kg
    // over 5.5 years; plant 1,000 kW x 500 over 15; building 400 x 2.5 m2 x 600 over 30.
    void lines() {
        CostBasis basis;
        basis.catalogue = &catalogue_;
        basis.book = catalogue_.find("price_book", "us-2025");
        basis.design[Sum::Accelerators] = 1000.0;
        basis.design[Sum::ItJ] = 1e6;
        basis.design[Sum::FloorM2] = 400.0;
        basis.carbonKg = 3e6;
        basis.year.sums[Sum::ItJ] = 8e6 * 3.6e6;  // 8 GWh
        basis.year.sums[Sum::WaterM3] = 4000.0;
        basis.year.sums[Sum::AllocatedS] = 1000.0 * 3600.0 * 8000.0;
        PriceRates rates(catalogue_, *basis.book);
        Carbon carbon = carbonOf(basis, rates);
        QCOMPARE(carbon.lines.size(), std::size_t{4});
        const double expected[] = {3e6, 500e3 / 5.5, 500e3 / 15.0, 400.0 * 2.5 * 600.0 / 30.0};
        double sum = 0.0;
        for (std::size_t i = 0; i < 4; ++i) {
            QVERIFY(std::abs(carbon.lines[i].kgPerYear - expected[i]) < 1e-6 * expected[i]);
            sum += expected[i];
        }
        QVERIFY(std::abs(carbon.kgPerYear - sum) < 1e-3);
        QVERIFY(std::abs(carbon.perItKwh - 0.375) < 1e-12);
        QVERIFY(std::abs(carbon.waterPerItKwh - 0.5) < 1e-12);
        QVERIFY(std::abs(carbon.perUsedHour - sum / 8e6) < 1e-9);
        QVERIFY(std::isnan(carbon.perMillionTokens));
        // In a colocation plant and building are somebody else's.
        basis.economics.premises = models::Premises::Colocation;
        carbon = carbonOf(basis, rates);
        QCOMPARE(carbon.lines.size(), std::size_t{2});
    }
};

HEADROOM_TEST(TestCarbon)
}  // namespace tst_carbon

#include "tst_carbon.moc"
