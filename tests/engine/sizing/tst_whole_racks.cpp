// SPDX-License-Identifier: Apache-2.0
#include "engine/check/check.h"
#include "engine/resolve/design.h"
#include "engine/sizing/brief.h"
#include "tests/support/test_program.h"

#include <QtTest>

/// How many racks and switches a brief gets.
namespace tst_whole_racks {

using namespace headroom;
using namespace headroom::engine;

namespace {

const Catalogue& catalogue() {
    static const auto kCatalogue = Catalogue::load(HEADROOM_SOURCE_DIR "/resources/catalog");
    return *kCatalogue;
}

FacilityBrief briefOf(int accelerators, const char* rack) {
    FacilityBrief brief;
    brief.accelerators = accelerators;
    brief.racks = {{rack, 1.0}};
    brief.climate = "leesburg-va";
    brief.grid = "us-pjm";
    return brief;
}

}  // namespace

class TestWholeRacks : public QObject {
    Q_OBJECT

  private slots:
    void wholeRacksAndNoMore_data();
    void wholeRacksAndNoMore();
    void railsOfA128ServerPod();
};

void TestWholeRacks::wholeRacksAndNoMore_data() {
    QTest::addColumn<QString>("rack");
    QTest::addColumn<int>("accelerators");
    QTest::addColumn<int>("built");
    // 32 in a rack: 32 racks, 37 (prime), 41 (more than a row, prime), one more than 64.
    QTest::newRow("32 racks") << "air-h100-4" << 1024 << 1024;
    QTest::newRow("31.3 racks") << "air-h100-4" << 1000 << 1024;
    QTest::newRow("37 racks") << "air-h100-4" << 37 * 32 << 37 * 32;
    QTest::newRow("97 racks in halls") << "air-h100-4" << 97 * 32 << 97 * 32;
    QTest::newRow("7 NVL72") << "gb200-nvl72" << 500 << 504;
    QTest::newRow("43 NVL72 in halls") << "gb200-nvl72" << 3000 << 42 * 72;
}

// Racks are whole, and rows need not be equal: what is built is what was asked for, rounded up to whole racks
// once, over all halls together. The last row of a hall may be shorter than the others.
void TestWholeRacks::wholeRacksAndNoMore() {
    QFETCH(QString, rack);
    QFETCH(int, accelerators);
    QFETCH(int, built);
    FacilityBrief brief = briefOf(accelerators, rack.toUtf8().constData());
    brief.largestHallW = 3e6;
    const auto made = sizeFacility(brief, catalogue());
    QVERIFY2(made.has_value(), made ? "" : text(made.error()).c_str());
    QCOMPARE(made->summary.accelerators, built);
    for (const Finding& f : checkProject(made->project, catalogue())) {
        QVERIFY2(f.severity == Severity::Note, findingText(f).c_str());
    }
}

// NVIDIA's reference of 128 servers of eight on eight rails: switches of 128 x 400G hold 64 servers of a rail,
// so 16 leaves, and their 16 x 64 uplinks take 8 spines.
void TestWholeRacks::railsOfA128ServerPod() {
    FacilityBrief brief = briefOf(1024, "air-h100-4");
    brief.shape = models::FabricShape::RailOptimised;
    const auto made = sizeFacility(brief, catalogue());
    QVERIFY2(made.has_value(), made ? "" : text(made.error()).c_str());
    const Design design = designOf(made->project, catalogue());
    const auto& counts = design.network->fabrics.front().counts;
    QCOMPARE(counts.endpoints, std::int64_t{1024});
    QCOMPARE(counts.switchesByTier[0], std::int64_t{16});
    QCOMPARE(counts.switchesByTier[1], std::int64_t{8});
}

HEADROOM_TEST(TestWholeRacks)
}  // namespace tst_whole_racks

#include "tst_whole_racks.moc"
