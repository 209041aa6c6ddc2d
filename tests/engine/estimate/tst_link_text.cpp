// SPDX-License-Identifier: Apache-2.0
#include "engine/estimate/link_text.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace tst_link_text {

using namespace headroom::engine;

class TestLinkText : public QObject {
    Q_OBJECT

  private slots:

    // Of one of the eight accelerators of a node [GB/s]: bits over eight, counts multiply, a node's
    // rate is shared.
    void rates_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("gigabytes");
        QTest::addColumn<QString>("part");
        QTest::newRow("8 x 200 Gbit/s / 8") << "DGX A100 8x200Gb HDR" << 25.0 << "infiniband-hdr";
        QTest::newRow("8 x 50 GB/s / 8") << "EFA 8x50GB/s per node" << 50.0 << "efa";
        QTest::newRow("bits spelt out") << "GPUDirect-TCPX 8x200Gbit/s" << 25.0 << "gpudirect-tcpx";
        QTest::newRow("in brackets")
            << "GCP A3 (8x200Gb GPUDirect-TCPX)" << 25.0 << "gpudirect-tcpx";
        QTest::newRow("1600 / 8 / 8") << "1600 Gb/s per node RoCE" << 25.0 << "roce-400g";
        QTest::newRow("each") << "HBM2e 2.4TB/s; NVLink; 400Gb/s RDMA per GPU" << 50.0 << "";
        QTest::newRow("terabits") << "not stated (3.2Tb/s class)" << 50.0 << "";
        QTest::newRow("headings")
            << "Storage: 2x 100Gb/s, Compute: 8x BF3 ConnectX-7 400Gb/s, Management: 10GbE" << 50.0
            << "";
        QTest::newRow("four adapters of eight")
            << "Slingshot 11, 4x200Gb/s" << 12.5 << "slingshot-11";
        QTest::newRow("memory is not a link")
            << "8xA100-80GB/node, 8x200Gb HDR IB" << 25.0 << "infiniband-hdr";
        QTest::newRow("buses are none")
            << "ROCE2; Data bandwidth for GPU-PCIe: 504 GB/s" << 0.0 << "roce-400g";
        QTest::newRow("two rates") << "NVLink + 8x400/800Gb IB" << 0.0 << "";
        QTest::newRow("beside") << "100GbE InfiniBand" << 0.0 << "";
        QTest::newRow("inside") << "NVLink; spec 450 GB/s one way" << 0.0 << "";
        QTest::newRow("nothing") << "" << 0.0 << "";
        QTest::newRow("16 x 200 / 8 / 8") << "EFA 16x200 Gbps" << 50.0 << "efa";
        QTest::newRow("a count and no unit") << "EFA 4x100" << 6.25 << "efa";
        QTest::newRow("a generation") << "InfiniBand NDR" << 50.0 << "infiniband-ndr";
        QTest::newRow("an older one") << "EDR InfiniBand" << 12.5 << "infiniband-hdr";
        QTest::newRow("four of a generation") << "4x HDR" << 12.5 << "infiniband-hdr";
        QTest::newRow("a server's port") << "25 GbE" << 25.0 / 8.0 / 8.0 << "roce-400g";
    }

    void rates() {
        QFETCH(QString, text);
        QFETCH(double, gigabytes);
        QFETCH(QString, part);
        const LinkText link = linkText(text.toStdString(), 8.0);
        QCOMPARE(link.bytesPerS, gigabytes * 1e9);
        QCOMPARE(QString::fromUtf8(link.part.data(), static_cast<qsizetype>(link.part.size())),
                 part);
        QCOMPARE(QString::fromStdString(link.fault), QString());
    }

    // Nothing that cannot be is taken for what it resembles: -4 adapters for 4, 0x100 for 256.
    void faults() {
        for (const char* text :
             {"-4x100 Gb IB", "-4x100", "0x100Gb IB", "4x-100 Gb", "-100 Gb/s IB", "8x0Gb HDR",
              "8x200 Gfurlong HDR", "5 parsecs/s", "NaN Gb/s", "99999999999 Gb/s", "-8x HDR"}) {
            QVERIFY2(!linkText(text, 8.0).fault.empty(), text);
        }
        QVERIFY(!linkText("carrier pigeon", 8.0).known);
        QVERIFY(linkText("InfiniBand", 8.0).known && linkText("400Gb/s per GPU", 8.0).known);
        // 4 x 100 MB/s of eight accelerators.
        QCOMPARE(linkText("4x100 MB/s", 8.0).bytesPerS, 50e6);
        QCOMPARE(linkText("400 Mbit/s per GPU", 8.0).bytesPerS, 50e6);
    }
};

HEADROOM_TEST(TestLinkText)
}  // namespace tst_link_text

#include "tst_link_text.moc"
