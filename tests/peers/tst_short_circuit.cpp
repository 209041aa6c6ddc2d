// SPDX-License-Identifier: Apache-2.0
#include "tests/peers/short_circuit.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <complex>

namespace tst_short_circuit {

using namespace headroom::tests;

namespace {

using Complex = std::complex<double>;

const double kRoot3 = std::sqrt(3.0);

bool near(double value, double expected, double tolerance) {
    return std::abs(value - expected) <= tolerance;
}

}  // namespace

class TestShortCircuit : public QObject {
    Q_OBJECT

  private slots:

    // At the bus of the supply: I"k = S"k / (sqrt(3) U_n), as c cancels; X/R = 10 gives
    // kappa = 1.02 + 0.98 e^-0.3 = 1.7460.
    void supplyOnly() {
        ShortCircuitNetwork net;
        const int bus = net.addBus("grid", 20e3);
        net.addGrid(bus, 500e6, 10.0);
        const auto result = shortCircuit(net);
        QVERIFY(result);
        QVERIFY(near(result->initialA[0], 500e6 / (kRoot3 * 20e3), 1e-6));
        QVERIFY(near(result->kappa[0], 1.02 + 0.98 * std::exp(-0.3), 1e-12));
        QVERIFY(
            near(result->peakA[0], result->kappa[0] * std::sqrt(2.0) * result->initialA[0], 1e-6));
        ShortCircuitOptions least;
        least.maximum = false;
        const auto minimum = shortCircuit(net, least);
        QVERIFY(near(minimum->initialA[0], result->initialA[0], 1e-6));
    }

    // The low-voltage example of IEC TR 60909-4, section 2, by hand [mohm at 0.41 kV]:
    // supply  Z = 1.1 x 20 / (sqrt(3) x 10) x (0.41 / 20)^2 = 0.534, R = 0.1 X: 0.053 + j 0.531.
    // T1      Z = 4 % x 410^2 / 630 kVA = 10.673, R = 6.5 kW / 630^2 x 410^2 = 2.753, X = 10.312;
    //         x_T = 0.0386, K_T = 0.95 x 1.05 / (1 + 0.6 x 0.0386) = 0.975: 2.684 + j 10.054.
    // T2      Z = 4 % x 410^2 / 400 kVA = 16.810, R = 4.6 / 400^2 x 410^2 = 4.833, X = 16.100;
    //         K_T = 0.975: 4.712 + j 15.698.
    // L1 two cables of 10 m (0.077 + j 0.079) mohm/m: 0.385 + j 0.395; L2 two of 4 m
    // (0.208 + j 0.068): 0.416 + j 0.136; L3 20 m (0.271 + j 0.087): 5.420 + j 1.740; L4 50 m
    // (0.3704 + j 0.297): 18.520 + j 14.850.
    // T1 feeds bus F1, from there L1 leads to F2; T2 feeds a bus from which L2 leads to F2; L3 and
    // L4 from F2 to F3. F1: supply + T1 || (T2 + L1 + L2) = 1.881 + j 6.746: 34.62 kA. F2: supply +
    // (T1 + L1) || (T2 + L2) = 1.977 + j 6.827: 34.12 kA. F3: F2 + L3 + L4 = 25.917 +
    // j 23.417: 6.94 kA. The report's table has 34.62, 34.12 and 6.95 kA.
    void lowVoltageExample() {
        ShortCircuitNetwork net;
        const int q = net.addBus("Q", 20e3);
        const int f1 = net.addBus("F1", 400.0);
        const int f2 = net.addBus("F2", 400.0);
        const int f3 = net.addBus("F3", 400.0);
        const int t2 = net.addBus("T2", 400.0);
        net.addGrid(q, kRoot3 * 20e3 * 10e3, 10.0);
        net.addTransformer(q, f1, 630e3, 20e3, 410.0, 0.04, 6.5e3);
        net.addTransformer(q, t2, 400e3, 20e3, 410.0, 0.04, 4.6e3);
        net.addCable(f1, f2, 0.385e-3, 0.395e-3);
        net.addCable(t2, f2, 0.416e-3, 0.136e-3);
        net.addCable(f2, f3, (5.420 + 18.520) * 1e-3, (1.740 + 14.850) * 1e-3);
        const auto result = shortCircuit(net);
        QVERIFY(result);
        const Complex z1 = result->impedanceOhm[static_cast<std::size_t>(f1)] * 1e3;
        QVERIFY2(near(z1.real(), 1.881, 0.01) && near(z1.imag(), 6.746, 0.01),
                 qPrintable(QString("%1 %2").arg(z1.real()).arg(z1.imag())));
        QVERIFY(near(result->initialA[static_cast<std::size_t>(f1)], 34.62e3, 30.0));
        QVERIFY(near(result->initialA[static_cast<std::size_t>(f2)], 34.12e3, 30.0));
        QVERIFY(near(result->initialA[static_cast<std::size_t>(f3)], 6.95e3, 15.0));
    }

    // A tree is summed, a ring factored: the same tree with a spare line from a dead bus, which
    // changes nothing, and doubled branches, which halve.
    void treeAndMatrixAgree() {
        const auto build = [](bool doubled) {
            ShortCircuitNetwork net;
            const int a = net.addBus("a", 20e3);
            const int b = net.addBus("b", 400.0);
            const int c = net.addBus("c", 400.0);
            net.addGrid(a, 250e6, 8.0);
            net.addTransformer(a, b, 1e6, 20e3, 400.0, 0.06, 9e3);
            for (int i = 0; i < (doubled ? 2 : 1); ++i) {
                const double f = doubled ? 2.0 : 1.0;
                net.addCable(b, c, f * 4e-3, f * 2e-3);
            }
            return net;
        };
        const auto one = shortCircuit(build(false));
        const auto two = shortCircuit(build(true));
        QVERIFY(one && two);
        for (std::size_t i = 0; i < 3; ++i) {
            QVERIFY(std::abs(one->impedanceOhm[i] - two->impedanceOhm[i]) <
                    1e-9 * std::abs(one->impedanceOhm[i]));
        }
    }

    // From the low side, a generator behind a transformer: Z at the high side is ratio squared
    // times generator plus transformer.
    void upThroughATransformer() {
        ShortCircuitNetwork net;
        const int high = net.addBus("high", 10e3);
        const int low = net.addBus("low", 400.0);
        net.addTransformer(high, low, 2e6, 10e3, 400.0, 0.06, 15e3);
        net.addGenerator(low, 2.5e6, 400.0, 0.12, 0.15, 0.8);
        const auto result = shortCircuit(net);
        QVERIFY(result);
        // K_G = 1.05 / (1 + 0.12 x 0.6); x = 0.12 x 400^2 / 2.5e6 = 7.68 mohm, r = 0.15 x.
        const Complex generator = Complex(0.15, 1.0) * 7.68e-3 * 1.05 / 1.072;
        QVERIFY(std::abs(result->impedanceOhm[1] - generator) < 1e-9);
        QVERIFY(near(result->initialA[1], 1.05 * 400.0 / (kRoot3 * std::abs(generator)), 1e-3));
        const double xT = std::sqrt(0.06 * 0.06 - 0.0075 * 0.0075);
        const Complex transformer = Complex(0.0075, xT) * 0.08 * (0.95 * 1.05 / (1.0 + 0.6 * xT));
        QVERIFY(std::abs(result->impedanceOhm[0] - (generator + transformer) * 625.0) < 1e-7);
    }

    // Hot conductors and the lower c make the least current the lower one.
    void leastIsLess() {
        ShortCircuitNetwork net;
        const int a = net.addBus("a", 400.0);
        const int b = net.addBus("b", 400.0);
        const int dark = net.addBus("dark", 400.0);
        net.addGrid(a, 20e6, 5.0);
        net.addCable(a, b, 10e-3, 2e-3);
        ShortCircuitOptions least;
        least.maximum = false;
        least.conductorC = 80.0;
        const auto greatest = shortCircuit(net);
        const auto lowest = shortCircuit(net, least);
        QVERIFY(greatest && lowest);
        // R grows by 0.004 x 60 K = 24 %.
        const Complex supply = lowest->impedanceOhm[0];
        QVERIFY(std::abs(lowest->impedanceOhm[1] - supply - Complex(12.4e-3, 2e-3)) < 1e-12);
        QVERIFY(lowest->initialA[1] < greatest->initialA[1]);
        QCOMPARE(greatest->initialA[static_cast<std::size_t>(dark)], 0.0);
    }

    void badInput_data() {
        QTest::addColumn<int>("what");
        QTest::addColumn<QString>("says");
        QTest::newRow("no such bus") << 0 << "bus number 7";
        QTest::newRow("no fault level") << 1 << "at bus a";
        QTest::newRow("no impedance") << 2 << "from bus a to b";
        QTest::newRow("no voltage") << 3 << "bus c has no nominal voltage";
        QTest::newRow("power factor") << 4 << "generator";
        QTest::newRow("to itself") << 5 << "joins bus numbers 1 and 1";
        QTest::newRow("no rating") << 6 << "transformer";
    }

    void badInput() {
        QFETCH(int, what);
        QFETCH(QString, says);
        ShortCircuitNetwork net;
        const int a = net.addBus("a", 400.0);
        const int b = net.addBus("b", 400.0);
        net.addGrid(a, 20e6, 5.0);
        switch (what) {
            case 0:
                net.addGrid(7, 1e6, 5.0);
                break;
            case 1:
                net.addGrid(a, 0.0, 5.0);
                break;
            case 2:
                net.addCable(a, b, 0.0, 0.0);
                break;
            case 3:
                net.addBus("c", 0.0);
                break;
            case 4:
                net.addGenerator(a, 1e6, 400.0, 0.12, 0.15, 1.2);
                break;
            case 5:
                net.addCable(b, b, 0.1, 0.1);
                break;
            default:
                net.addTransformer(a, b, 0.0, 400.0, 400.0, 0.06, 1e3);
        }
        const auto result = shortCircuit(net);
        QVERIFY(!result);
        QCOMPARE(result.error().code, std::string("PWR-020"));
        QVERIFY2(QString::fromStdString(result.error().message).contains(says),
                 result.error().message.c_str());
    }
};

HEADROOM_TEST(TestShortCircuit)
}  // namespace tst_short_circuit

#include "tst_short_circuit.moc"
