// SPDX-License-Identifier: Apache-2.0
#include "models/economics/price_book.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>

namespace tst_price_book {

using namespace headroom::models;

class TestPriceBook : public QObject {
    Q_OBJECT

  private slots:

    // 400 V and 1 kV are low voltage, 20 kV and 52 kV medium, 110 kV high (IEC 60038).
    void classes() {
        QCOMPARE(boardRate(400.0), boardRate(1000.0));
        QCOMPARE(boardRate(20e3), boardRate(52e3));
        QVERIFY(boardRate(400.0) != boardRate(20e3));
        QVERIFY(boardRate(110e3) != boardRate(20e3));
        QVERIFY(transformerRate(3.5e6) != transformerRate(35e6));
        for (const std::string_view key : {boardRate(400.0), boardRate(20e3), boardRate(110e3),
                                           transformerRate(1e6), transformerRate(1e8)}) {
            QVERIFY(PriceBookSpec::type().find(key) != nullptr);
        }
    }

    // 20 L/s against 250 kPa are 5 kW; at 78 % and 93 % the mains give 6.893 kW.
    void pumps() {
        QVERIFY(std::abs(pumpPricedW(0.02, 250e3, 0.78, 0.93) - 5000.0 / (0.78 * 0.93)) < 1e-9);
    }
};

HEADROOM_TEST(TestPriceBook)
}  // namespace tst_price_book

#include "tst_price_book.moc"
