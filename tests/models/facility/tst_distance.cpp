// SPDX-License-Identifier: Apache-2.0
#include "models/facility/distance.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

namespace tst_distance {

using namespace headroom::models;

class TestDistance : public QObject {
    Q_OBJECT

  private slots:

    // A quarter of the circle from the equator to the pole: pi / 2 x 6,371.0088 km = 10,007.557 km. Half of
    // it between antipodes.
    void quarters() {
        QVERIFY(std::abs(greatCircleM({0.0, 0.0}, {90.0, 0.0}) - 10007557.0) < 1.0);
        QVERIFY(std::abs(greatCircleM({0.0, -90.0}, {0.0, 90.0}) - 20015115.0) < 1.0);
        QCOMPARE(greatCircleM({51.5, -0.2}, {51.5, -0.2}), 0.0);
    }

    // London to New York is 5,570 km in every table; light needs 2 x 1.5 x 5,570 km x 4.9 us/km = 82 ms.
    void light() {
        const double apart = greatCircleM({51.507, -0.128}, {40.713, -74.006});
        QVERIFY2(std::abs(apart - 5570e3) < 10e3, std::to_string(apart).c_str());
        QVERIFY(std::abs(fibreRoundTripS(5570e3) - 81.9e-3) < 0.1e-3);
    }
};

HEADROOM_TEST(TestDistance)
}  // namespace tst_distance

#include "tst_distance.moc"
