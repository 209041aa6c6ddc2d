// SPDX-License-Identifier: Apache-2.0
#include "models/core/curve.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <limits>

namespace tst_curve {

using headroom::models::Curve;

class TestCurve : public QObject {
    Q_OBJECT

  private slots:

    // What is no number lies between no two points: it stays no number, and nothing else is read.
    void noNumberStaysNone() {
        const Curve c({0.0, 1.0}, {1.0, 2.0});
        QVERIFY(std::isnan(c.at(std::nan(""))));
    }

    void passesItsPointsAndHoldsItsEnds() {
        const Curve c({0.0, 1.0, 3.0, 4.0}, {1.0, 2.0, 2.5, 0.0});
        for (std::size_t i = 0; i < c.x().size(); ++i) {
            QCOMPARE(c.at(c.x()[i]), c.y()[i]);
        }
        QCOMPARE(c.at(-5.0), 1.0);
        QCOMPARE(c.at(99.0), 0.0);
    }

    // Points on a line give the line: all three-point slopes equal its slope.
    void straightLine() {
        const Curve c({0.0, 1.0, 2.0, 5.0}, {1.0, 3.0, 5.0, 11.0});
        for (double x = 0.0; x <= 5.0; x += 0.125) {
            QVERIFY(std::abs(c.at(x) - (1.0 + 2.0 * x)) < 1e-12);
        }
    }

    // Rising points give a rising curve, flat ones a flat one: never outside of the two neighbours.
    void neverOvershoots() {
        const Curve c({0.0, 1.0, 1.1, 2.0, 3.0, 8.0}, {0.0, 0.1, 9.0, 9.0, 9.5, 10.0});
        double last = -1.0;
        for (double x = 0.0; x <= 8.0; x += 0.01) {
            const double y = c.at(x);
            QVERIFY(y >= last - 1e-12);
            last = y;
        }
        QVERIFY(std::abs(c.at(1.5) - 9.0) < 1e-12);
        const Curve peak({10.0, 20.0, 50.0, 100.0}, {90.0, 94.0, 96.0, 91.0});
        for (double x = 10.0; x <= 100.0; x += 0.5) {
            QVERIFY(peak.at(x) <= 96.0 + 1e-12 && peak.at(x) >= 90.0 - 1e-12);
        }
    }

    void onePointIsAConstant() {
        const Curve c({5.0}, {7.0});
        QCOMPARE(c.at(0.0), 7.0);
        QCOMPARE(c.at(5.0), 7.0);
        QCOMPARE(c.at(9.0), 7.0);
    }

    void badPoints_data() {
        QTest::addColumn<QVector<double>>("x");
        QTest::addColumn<QVector<double>>("y");
        const double nan = std::numeric_limits<double>::quiet_NaN();
        const double inf = std::numeric_limits<double>::infinity();
        QTest::newRow("none") << QVector<double>{} << QVector<double>{};
        QTest::newRow("unequal lengths") << QVector<double>{1, 2} << QVector<double>{1};
        QTest::newRow("repeated x") << QVector<double>{1, 1} << QVector<double>{1, 2};
        QTest::newRow("falling x") << QVector<double>{2, 1} << QVector<double>{1, 2};
        QTest::newRow("not a number") << QVector<double>{1, 2} << QVector<double>{1, nan};
        QTest::newRow("infinite") << QVector<double>{1, inf} << QVector<double>{1, 2};
    }

    void badPoints() {
        QFETCH(QVector<double>, x);
        QFETCH(QVector<double>, y);
        const std::vector<double> xs(x.begin(), x.end());
        const std::vector<double> ys(y.begin(), y.end());
        QVERIFY(!Curve::isValid(xs, ys));
        const Curve c(xs, ys);
        QVERIFY(c.empty());
        QCOMPARE(c.at(1.0), 0.0);
    }
};

HEADROOM_TEST(TestCurve)
}  // namespace tst_curve

#include "tst_curve.moc"
