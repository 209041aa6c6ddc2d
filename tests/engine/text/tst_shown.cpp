// SPDX-License-Identifier: Apache-2.0
#include "engine/text/shown.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>
#include <limits>

namespace tst_shown {

using namespace headroom::engine;

class TestShown : public QObject {
    Q_OBJECT

  private slots:

    // Three digits in the largest unit of which there is one; hours and days from two on: 7199 s are not yet 2 h.
    void seconds() {
        QCOMPARE(shownSeconds(2.5e-5), std::string("25.0 us"));
        QCOMPARE(shownSeconds(0.0123), std::string("12.3 ms"));
        QCOMPARE(shownSeconds(0.0), std::string("0.00 s"));
        QCOMPARE(shownSeconds(7199.0), std::string("7199 s"));
        QCOMPARE(shownSeconds(7200.0), std::string("2.00 h"));
        QCOMPARE(shownSeconds(2.0 * 86400.0), std::string("2.00 days"));
        QCOMPARE(shownSeconds(std::nan("")), std::string("-"));
        QCOMPARE(shownSeconds(std::numeric_limits<double>::infinity()), std::string("without end"));
    }

    // 80 GB of the catalogue are 80 x 2^30 bytes, which are 85.9 x 10^9.
    void sizes() {
        QCOMPARE(shownBytes(80.0 * 1073741824.0), std::string("85.9 GB"));
        QCOMPARE(shownMemory(80.0 * 1073741824.0), std::string("80 GiB"));
        QCOMPARE(shownBytes(-1.5e12), std::string("-1.50 TB"));
        QCOMPARE(shownWatts(999.0), std::string("999 W"));
        QCOMPARE(shownWatts(11.44e6), std::string("11.4 MW"));
    }

    void money() {
        QCOMPARE(shownUsd(12.345), std::string("USD 12.35"));
        QCOMPARE(shownUsd(1234567.0), std::string("USD 1,234,567"));
        QCOMPARE(shownUsd(123.0), std::string("USD 123"));
        QCOMPARE(shownUsd(std::nan("")), std::string("-"));
        QCOMPARE(shownPercent(-0.124), std::string("12 %"));
    }
};

HEADROOM_TEST(TestShown)
}  // namespace tst_shown

#include "tst_shown.moc"
