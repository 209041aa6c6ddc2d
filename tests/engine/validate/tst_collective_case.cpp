// SPDX-License-Identifier: Apache-2.0
#include "engine/validate/collective_case.h"
#include "engine/validate/validate.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <memory>

namespace tst_collective_case {

using namespace headroom;
using namespace headroom::engine;

namespace {

const QByteArray kHeader =
    "id,collective,accelerator,n_accel,nodes,size_bytes,time_us,busbw_GBps,algorithm,fabric\n";

}  // namespace

class TestCollectiveCase : public QObject {
    Q_OBJECT

  private slots:

    void initTestCase() {
        auto loaded = Catalogue::load(HEADROOM_SOURCE_DIR "/resources/catalog");
        QVERIFY2(loaded, loaded ? "" : text(loaded.error()).c_str());
        catalogue_ = std::move(*loaded);
    }

    // 32 H100 on 4 nodes of 8 with adapters of 400 Gbit/s = 50e9 bytes/s; bus bandwidth of 366 GB/s
    // at 1e9 bytes: 2 * 31/32 * 1e9 / 366e9 s.
    void linksByName() {
        const CollectiveCase c =
            one("A,all_reduce,H100-80GB-SXM,32,4,1e9,,366,NVLSTree,8x400Gb/s NDR");
        QVERIFY2(c.whyNot.empty(), c.whyNot.c_str());
        QCOMPARE(c.scaleUpId, std::string("nvlink4"));
        QCOMPARE(c.scaleOutId, std::string("infiniband-ndr"));
        QCOMPARE(c.request.domain, 8);
        QCOMPARE(c.scaleOutBytesPerS, 50e9);
        QVERIFY(c.request.algorithm == models::CollectiveAlgorithm::SwitchTree);
        QVERIFY(std::abs(c.expectedS() / (2.0 * 31.0 / 32.0 / 366.0) - 1.0) < 1e-12);
        // A rack of 72 is one domain, regardless of its hosts; other networks by their name.
        QCOMPARE(one("A,alltoall,GB200,72,18,1e9,9,,,NVLink5").request.domain, 72);
        QCOMPARE(one("A,alltoall,A100,16,2,1e9,9,,,4x100Gb RoCE").scaleOutId,
                 std::string("roce-400g"));
        // Four adapters of 100 Gbit/s for the 8 accelerators of a node: 50 Gbit/s = 6.25e9 each.
        QCOMPARE(one("A,alltoall,A100,16,2,1e9,9,,,4x100Gb RoCE").scaleOutBytesPerS, 6.25e9);
        // 8 x 50e9 bytes/s for 8: bytes, not bits.
        QCOMPARE(one("A,alltoall,H100,16,2,1e9,9,,,EFA 8x50GB/s per node").scaleOutBytesPerS, 50e9);
        // A collective by any spelling.
        for (const char* word : {"AllReduce", "all-reduce", "All Reduce", "ALL_REDUCE"}) {
            const CollectiveCase c2 =
                one((std::string("A,") + word + ",H100,8,1,1e6,9,,,").c_str());
            QVERIFY2(c2.whyNot.empty(), c2.whyNot.c_str());
            QVERIFY(c2.request.collective == models::Collective::AllReduce);
        }
        // As makers print it.
        QCOMPARE(one("A,alltoall,AMD Instinct MI300X,16,2,1e9,9,,,8x400Gb RoCE").scaleUpId,
                 std::string("infinity-fabric-mi300x"));
        // One adapter without accelerator.
        const CollectiveCase write =
            one("A,rdma_write,host NIC,2,2,,,24.2,ib_write_bw,HDR 200Gb/s");
        QVERIFY2(write.whyNot.empty(), write.whyNot.c_str());
        QCOMPARE(write.scaleOutBytesPerS, 25e9);
        QVERIFY(write.sizeAssumed);
        QCOMPARE(write.request.bytes, kPlateauBytes);
    }

    // What cannot be said is listed with a reason, never dropped and never a wrong number.
    void notExpressed_data() {
        QTest::addColumn<QString>("row");
        QTest::newRow("accelerator") << "A,all_reduce,Abacus,8,1,1e6,9,,,";
        QTest::newRow("collective") << "A,gossip,H100,8,1,1e6,9,,,";
        QTest::newRow("joined by PCI Express") << "A,all_reduce,A100,2,1,1e6,9,,,PCIe 4";
        QTest::newRow("one rank") << "A,all_reduce,H100,1,1,1e6,9,,,";
        QTest::newRow("adapters below zero") << "A,all_reduce,H100,16,2,1e6,9,,,-4x100 Gb";
        QTest::newRow("no rate") << "A,p2p,host NIC,2,2,,,24.2,,HDR 0Gb/s";
        QTest::newRow("more nodes than ranks") << "A,all_reduce,H100,8,9,1e6,9,,,";
        QTest::newRow("no bytes") << "A,all_reduce,H100,8,1,0,9,,,";
        QTest::newRow("nothing measured") << "A,all_reduce,H100,8,1,1e6,,,,";
        QTest::newRow("network of hosts") << "A,rdma_write,host NIC,2,2,1e6,9,,,string";
    }

    void notExpressed() {
        QFETCH(QString, row);
        write(row.toUtf8());
        const auto report = validate({path()}, {}, &catalogue_);
        QVERIFY2(report, report ? "" : text(report.error()).c_str());
        QCOMPARE(report->rows.size(), std::size_t{1});
        QCOMPARE(report->rows[0].verdict, Verdict::NotExpressed);
        QVERIFY(!report->rows[0].note.empty());
        QVERIFY(!report->rows[0].got);
    }

    void malformed_data() {
        QTest::addColumn<QString>("row");
        QTest::newRow("a word for ranks") << "A,all_reduce,H100,eight,1,1e6,9,,,";
        QTest::newRow("negative ranks") << "A,all_reduce,H100,-8,1,1e6,9,,,";
        QTest::newRow("huge ranks") << "A,all_reduce,H100,1e300,1,1e6,9,,,";
        QTest::newRow("half a rank") << "A,all_reduce,H100,8.5,1,1e6,9,,,";
        QTest::newRow("negative nodes") << "A,all_reduce,H100,8,-1,1e6,9,,,";
        QTest::newRow("negative bytes") << "A,all_reduce,H100,8,1,-5,9,,,";
        QTest::newRow("huge bytes") << "A,all_reduce,H100,8,1,1e300,9,,,";
        QTest::newRow("no time at all") << "A,all_reduce,H100,8,1,1e6,0,,,";
        QTest::newRow("negative time") << "A,all_reduce,H100,8,1,1e6,-9,,,";
        QTest::newRow("negative bandwidth") << "A,all_reduce,H100,8,1,1e6,,-9,,";
    }

    // Slips of the pen are told with their line, never taken for a measurement.
    void malformed() {
        QFETCH(QString, row);
        write(row.toUtf8());
        const auto report = validate({path()}, {}, &catalogue_);
        QVERIFY(!report);
        QCOMPARE(report.error().front().code, std::string("VAL-003"));
        QCOMPARE(report.error().front().line, 2);
    }

    // The kind's mean counts 1 MiB and more; a row with a limit is judged, others are reported.
    void meanCountsLongMessages() {
        write(
            "short,all_reduce,H100,8,1,1024,1,,,NVLink4\n"
            "long,all_reduce,H100,8,1,1048576,25.4,,,NVLink4");
        const auto report = validate({path()}, {}, &catalogue_);
        QVERIFY(report);
        QCOMPARE(report->rows.size(), std::size_t{2});
        QVERIFY(report->rows[0].errorPct && !report->rows[0].inMean);
        QCOMPARE(report->rows[1].verdict, Verdict::Reported);
        QCOMPARE(*report->kinds[0].mapePct, std::abs(*report->rows[1].errorPct));
    }

  private:
    QString file() const { return folder_.filePath("collectives.csv"); }

    std::filesystem::path path() const { return file().toStdString(); }

    void write(const QByteArray& rows) const {
        QFile f(file());
        QVERIFY(f.open(QIODevice::WriteOnly));
        f.write(kHeader + rows + "\n");
    }

    CollectiveCase one(const QByteArray& row) const {
        write(row);
        const auto cases = collectiveCases({path(), "collective"}, catalogue_);
        return cases && cases->size() == 1 ? cases->front() : CollectiveCase{};
    }

    QTemporaryDir folder_;
    Catalogue catalogue_;
};

HEADROOM_TEST(TestCollectiveCase)
}  // namespace tst_collective_case

#include "tst_collective_case.moc"
