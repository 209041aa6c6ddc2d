// SPDX-License-Identifier: Apache-2.0
#include "models/power/voltage.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>
#include <complex>

namespace tst_voltage {

using namespace headroom::models;
using Complex = std::complex<double>;

class TestVoltage : public QObject {
    Q_OBJECT

  private slots:

    // Direct current, R = 0.1 at E = 1: most is E^2 / 4R = 2.5, at V = 0.5. For P = 1.6:
    // V^2 - V + 0.16 = 0, V = 0.8.
    void resistanceAlone() {
        QVERIFY(std::abs(receivedVoltageSquared(1.0, 1.6, 0.1) - 0.64) < 1e-15);
        QVERIFY(std::abs(deliverableShare(1.0, 1.6, 0.1) * 1.6 - 2.5) < 1e-15);
        QVERIFY(std::abs(std::sqrt(receivedVoltageSquared(1.0, 2.5 - 1e-12, 0.1)) - 0.5) < 1e-5);
        QVERIFY(std::isnan(receivedVoltageSquared(1.0, 2.5000001, 0.1)));
    }

    // A lossless line, X = 0.4, unity power factor: most is E^2 / 2X = 1.25 at V = E / sqrt(2).
    void reactanceAlone() {
        const Complex line(0.0, 0.4);
        QVERIFY(std::abs(deliverableShare(1.0, 1.0, line) - 1.25) < 1e-15);
        QVERIFY(std::abs(receivedVoltageSquared(1.0, 1.25 - 1e-12, line) - 0.5) < 1e-5);
        QVERIFY(std::isnan(receivedVoltageSquared(1.0, 1.251, line)));
    }

    // What comes out satisfies E = V + Z conj(S / V) for any angle of load and line, and the share
    // that can be delivered is that of the load scaled down.
    void satisfiesTheNetwork() {
        const Complex line(0.05, 0.12);
        for (const Complex load : {Complex(0.5, 0.2), Complex(1.0, -0.4), Complex(0.0, 0.8)}) {
            const double v = std::sqrt(receivedVoltageSquared(0.97, load, line));
            QVERIFY(std::abs(std::abs(v + line * std::conj(load / v)) - 0.97) < 1e-12);
            const double most = deliverableShare(0.97, load, line);
            QVERIFY(std::abs(deliverableShare(0.97, 2.0 * load, line) - most / 2.0) < 1e-12);
            QVERIFY(!std::isnan(receivedVoltageSquared(0.97, 0.999999 * most * load, line)));
            QVERIFY(std::isnan(receivedVoltageSquared(0.97, 1.000001 * most * load, line)));
        }
    }

    // Nothing asked, nothing lost; no impedance, no limit; a dead source delivers nothing.
    void limits() {
        QCOMPARE(receivedVoltageSquared(1.0, 0.0, 0.3), 1.0);
        QCOMPARE(receivedVoltageSquared(0.9, 5.0, 0.0), 0.9 * 0.9);
        QVERIFY(std::isinf(deliverableShare(1.0, 5.0, 0.0)));
        QVERIFY(std::isnan(receivedVoltageSquared(0.0, 1.0, 0.1)));
    }

    // The corners of the ITIC curve.
    void ridesThroughByItic() {
        QCOMPARE(rideThroughS(0.85), 10.0);
        QCOMPARE(rideThroughS(0.80), 10.0);
        QCOMPARE(rideThroughS(0.75), 0.5);
        QCOMPARE(rideThroughS(0.69), 0.02);
    }
};

HEADROOM_TEST(TestVoltage)
}  // namespace tst_voltage

#include "tst_voltage.moc"
