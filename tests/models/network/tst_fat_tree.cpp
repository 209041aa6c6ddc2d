// SPDX-License-Identifier: Apache-2.0
#include "models/network/fat_tree.h"

#include <QtTest>

using namespace headroom::models;

class TestFatTree : public QObject {
    Q_OBJECT

  private slots:

    // 64 ports of 800 Gbit/s serve 128 adapters of 400, 64 of 800, and no adapter of 1,600 more
    // than once.
    void portsAreBrokenOut() {
        QCOMPARE(breakoutRadix(64, 100e9, 50e9), 128);
        QCOMPARE(breakoutRadix(64, 100e9, 100e9), 64);
        QCOMPARE(breakoutRadix(64, 100e9, 200e9), 64);
        QCOMPARE(breakoutRadix(64, 100e9, 0.0), 64);
    }

    void counts_data() {
        QTest::addColumn<int>("endpoints");
        QTest::addColumn<int>("radix");
        QTest::addColumn<double>("oversubscription");
        QTest::addColumn<int>("asked");
        QTest::addColumn<int>("tiers");
        QTest::addColumn<int>("leaves");
        QTest::addColumn<int>("spines");
        QTest::addColumn<int>("cores");
        QTest::addColumn<int>("switchLinks");
        // k-ary fat tree of Al-Fares et al. with k = 4: k^3/4 = 16 hosts, k^2/2 = 8 edge and 8
        // aggregation switches, (k/2)^2 = 4 cores; each tier carries 16 links.
        QTest::newRow("k = 4, full") << 16 << 4 << 1.0 << 0 << 3 << 8 << 8 << 4 << 32;
        // Two tiers at their reach: 64^2/2 = 2,048 hosts, 64 leaves of 32 up, 32 spines.
        QTest::newRow("two tiers, full") << 2048 << 64 << 1.0 << 0 << 2 << 64 << 32 << 0 << 2048;
        QTest::newRow("one host too many") << 2049 << 64 << 1.0 << 0 << 3 << 65 << 65 << 33 << 4160;
        // Three tiers at their reach: 64^3/4 = 65,536; 5/4 k^2 = 5,120 switches.
        QTest::newRow("three tiers, full")
            << 65536 << 64 << 1.0 << 0 << 3 << 2048 << 2048 << 1024 << 131072;
        // 100,000 accelerators on switches of 128 x 400 Gbit/s: 1,563 + 1,563 + 782.
        QTest::newRow("100,000") << 100000 << 128 << 1.0 << 0 << 3 << 1563 << 1563 << 782 << 200064;
        // r = 3: a leaf of 64 has 64/4 = 16 up and 48 down. 480 hosts: 10 leaves, 160 uplinks,
        // ceil(160/64) = 3 spines.
        QTest::newRow("3 to 1") << 480 << 64 << 3.0 << 2 << 2 << 10 << 3 << 0 << 160;
        QTest::newRow("one switch") << 40 << 64 << 1.0 << 0 << 1 << 1 << 0 << 0 << 0;
        QTest::newRow("two tiers asked for") << 40 << 64 << 1.0 << 2 << 2 << 2 << 1 << 0 << 64;
        QTest::newRow("beyond two tiers") << 2049 << 64 << 1.0 << 2 << 0 << 0 << 0 << 0 << 0;
        QTest::newRow("beyond three tiers") << 65537 << 64 << 1.0 << 0 << 0 << 0 << 0 << 0 << 0;
        QTest::newRow("nobody") << 0 << 64 << 1.0 << 0 << 0 << 0 << 0 << 0 << 0;
        QTest::newRow("radix too small") << 16 << 2 << 1.0 << 0 << 0 << 0 << 0 << 0 << 0;
        QTest::newRow("negative") << -5 << 64 << 1.0 << 0 << 0 << 0 << 0 << 0 << 0;
        QTest::newRow("oversubscription below 1") << 16 << 4 << 0.5 << 0 << 0 << 0 << 0 << 0 << 0;
    }

    void counts() {
        QFETCH(int, endpoints);
        QFETCH(int, radix);
        QFETCH(double, oversubscription);
        QFETCH(int, asked);
        const FatTree tree = fatTree(endpoints, radix, oversubscription, asked);
        QTEST(tree.tiers, "tiers");
        QTEST(tree.leaves, "leaves");
        QTEST(tree.spines, "spines");
        QTEST(tree.cores, "cores");
        QTEST(tree.switchLinks, "switchLinks");
        QCOMPARE(tree.hostLinks, tree.tiers == 0 ? 0 : endpoints);
        QVERIFY(tree.downPerLeaf + tree.upPerLeaf <= radix);
    }

    // No switch has more links than ports, and no leaf is oversubscribed more than asked for.
    void portsSuffice() {
        for (int radix : {8, 15, 40, 64, 144}) {
            for (double r : {1.0, 1.5, 2.0, 3.0, 7.0}) {
                for (int endpoints = 1; endpoints < 3000; endpoints += 37) {
                    const FatTree tree = fatTree(endpoints, radix, r, 0);
                    if (tree.tiers < 2) {
                        continue;
                    }
                    QVERIFY(tree.leaves * tree.downPerLeaf >= endpoints);
                    QVERIFY(tree.downPerLeaf <= r * tree.upPerLeaf + 1e-9);
                    const int up = tree.leaves * tree.upPerLeaf;
                    QVERIFY(tree.spines * radix >= (tree.tiers == 3 ? 2 * up : up));
                    QVERIFY(tree.cores * radix >= (tree.tiers == 3 ? up : 0));
                }
            }
        }
    }

    void hops() {
        QCOMPARE(maximumHops(fatTree(40, 64, 1.0, 0)), 1);
        QCOMPARE(maximumHops(fatTree(2048, 64, 1.0, 0)), 3);
        QCOMPARE(maximumHops(fatTree(65536, 64, 1.0, 0)), 5);
        QCOMPARE(maximumHops(fatTree(0, 64, 1.0, 0)), 0);
    }
};

QTEST_APPLESS_MAIN(TestFatTree)
#include "tst_fat_tree.moc"
