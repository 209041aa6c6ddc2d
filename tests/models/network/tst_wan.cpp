// SPDX-License-Identifier: Apache-2.0
#include "models/network/staging.h"
#include "models/network/wan.h"
#include "tests/support/catalogue_part.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>

namespace tst_wan {

using namespace headroom::models;
using headroom::tests::cataloguePart;

namespace {

bool near(double value, double expected, double relative = 1e-9) {
    return std::abs(value - expected) <= relative * std::abs(expected);
}

}  // namespace

class TestWan : public QObject {
    Q_OBJECT

  private slots:

    // 1,460 bytes, 50 ms, one packet in 10,000: 1,460 / 0.05 * 1.2247 / 0.01 = 3.5763e6 bytes/s.
    void oneStreamByMathis() {
        WanPath path{12.5e9, 0.05, 1e-4, 1460};
        QVERIFY(near(wanBytesPerS(path), 1460 / 0.05 * std::sqrt(1.5) / 0.01));
        path.streams = 100;
        QVERIFY(near(wanBytesPerS(path), 146000 / 0.05 * std::sqrt(1.5) / 0.01));
        path.streams = 1000000;
        QCOMPARE(wanBytesPerS(path), 12.5e9);
    }

    // A window of 64 MiB in 50 ms.
    void windowOverRoundTrip() {
        WanPath path{12.5e9, 0.05};
        path.windowBytes = 67108864;
        QVERIFY(near(wanBytesPerS(path), 67108864 / 0.05));
    }

    // 12.5e9 bytes/s, 10 ms, packets of 4,096 bytes, one in a million lost: 125e6 bytes in flight
    // are 30,518 packets; 1 + 0.030518.
    void goBackN() {
        WanPath path{12.5e9, 0.01, 1e-6, 4096};
        path.protocol = WanProtocol::Rdma;
        QVERIFY(near(wanBytesPerS(path), 12.5e9 / (1.0 + 1e-6 * 125e6 / 4096)));
    }

    void edges() {
        QCOMPARE(wanBytesPerS({}), 0.0);
        QCOMPARE(wanBytesPerS({-1.0, 0.05}), 0.0);
        QCOMPARE(wanBytesPerS({1e9, 0.0, 0.5}), 1e9);
        QCOMPARE(wanBytesPerS({1e9, 0.05, 0.0}), 1e9);
        QVERIFY(std::isfinite(wanBytesPerS({1e9, 0.05, 7.0})));
    }

    // 3 sites, 6e9 bytes, 1e9 bytes/s, 60 ms: 2 * 60 ms + 2 * 2/3 * 6 s.
    void ringOfSites() {
        QVERIFY(near(wanAllReduceS(6e9, 3, 1e9, 0.06), 0.12 + 8.0));
        QCOMPARE(wanAllReduceS(6e9, 1, 1e9, 0.06), 0.0);
        QCOMPARE(wanAllReduceS(0.0, 3, 0.0, 0.06), 0.0);
        QVERIFY(std::isinf(wanAllReduceS(1.0, 2, 0.0, 0.06)));
    }

    // 50e9 of adapter and 52e9 of PCI Express, host memory of 77e9 passed four times: 19.25e9.
    void stagingCostsBandwidthAndTime() {
        const auto ndr = cataloguePart<InterconnectSpec>("infiniband-ndr");
        QVERIFY(near(stagedBytesPerS(ndr, 50e9), 77e9 / 4));
        QCOMPARE(stagedBytesPerS(ndr, 1e9), 1e9);
        const InterconnectSpec staged = stagedInterconnect(ndr);
        QVERIFY(near(staged.stepLatencyS, ndr.stepLatencyS + 20e-6));
        QVERIFY(near(staged.llStepLatencyS, ndr.llStepLatencyS + 20e-6));
        QVERIFY(std::isnan(staged.switchEfficiency));
        QCOMPARE(staged.efficiency, ndr.efficiency);
        QVERIFY(std::isnan(stagedBytesPerS(ndr, kNotStated)));
        // Nothing stated, nothing lost.
        QCOMPARE(stagedBytesPerS(InterconnectSpec{}, 50e9), 50e9);
        QVERIFY(std::isnan(stagedInterconnect(InterconnectSpec{}).stepLatencyS));
    }
};

HEADROOM_TEST(TestWan)
}  // namespace tst_wan

#include "tst_wan.moc"
