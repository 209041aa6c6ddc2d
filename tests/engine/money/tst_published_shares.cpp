// SPDX-License-Identifier: Apache-2.0
#include "models/economics/present_value.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>

namespace tst_published_shares {

using headroom::models::Loan;

/// Hamilton, "Overall Data Center Costs" (2010): 46,000 servers of 1,450 USD over three years, a
/// facility of 72 million for 8 MW over ten years, of which 82 % is power distribution and cooling,
/// network of 12.6 million over four, money at 5 %, power at 0.07 USD/kWh, PUE 1.45, 80 % of the
/// critical load drawn. Published shares of the monthly cost: servers 57, networking 8, power
/// distribution and cooling 18, power 13, other infrastructure 4 %.
class TestPublishedShares : public QObject {
    Q_OBJECT

  private slots:

    void hamilton() {
        const double servers = Loan{46000.0 * 1450.0, 0.05, 36}.monthlyUsd();
        const double network = Loan{12.6e6, 0.05, 48}.monthlyUsd();
        const double facility = Loan{72e6, 0.05, 120}.monthlyUsd();
        const double power = 8000.0 * 0.8 * 1.45 * 730.0 * 0.07;
        const double all = servers + network + facility + power;
        const auto pct = [&](double part) { return 100.0 * part / all; };
        // As published, to the whole per cent.
        QVERIFY(std::abs(pct(servers) - 57.0) < 0.6);
        QVERIFY(std::abs(pct(network) - 8.0) < 0.6);
        QVERIFY(std::abs(pct(0.82 * facility) - 18.0) < 0.6);
        QVERIFY(std::abs(pct(power) - 13.0) < 0.6);
        QVERIFY(std::abs(pct(0.18 * facility) - 4.0) < 0.6);
    }
};

HEADROOM_TEST(TestPublishedShares)
}  // namespace tst_published_shares

#include "tst_published_shares.moc"
