// SPDX-License-Identifier: Apache-2.0
#include "engine/diagram/plan_dxf.h"
#include "engine/drawings/layer_roles.h"
#include "engine/drawings/read_dxf.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <atomic>
#include <utility>

namespace tst_read_dxf {

using namespace headroom::engine;

namespace {

using Groups = std::vector<std::pair<int, QByteArray>>;

QByteArray text(const Groups& groups) {
    QByteArray bytes;
    for (const auto& [code, value] : groups) {
        bytes += QByteArray::number(code) + '\n' + value + '\n';
    }
    return bytes;
}

/// A drawing in metres with these blocks and entities.
QByteArray dxf(const QByteArray& blocks, const QByteArray& entities) {
    return text({{0, "SECTION"},
                 {2, "HEADER"},
                 {9, "$ACADVER"},
                 {1, "AC1015"},
                 {9, "$INSUNITS"},
                 {70, "6"},
                 {0, "ENDSEC"},
                 {0, "SECTION"},
                 {2, "BLOCKS"}}) +
           blocks + text({{0, "ENDSEC"}, {0, "SECTION"}, {2, "ENTITIES"}}) + entities +
           text({{0, "ENDSEC"}, {0, "EOF"}});
}

QByteArray block(const QByteArray& name, const QByteArray& contents) {
    return text({{0, "BLOCK"}, {8, "0"}, {2, name}, {70, "0"}, {10, "0"}, {20, "0"}, {30, "0"}}) +
           contents + text({{0, "ENDBLK"}, {8, "0"}});
}

QByteArray use(const QByteArray& name, const QByteArray& x, const QByteArray& turn = "0") {
    return text({{0, "INSERT"}, {8, "A"}, {2, name}, {10, x}, {20, "0"}, {30, "0"}, {50, turn}});
}

const QByteArray kLine =
    text({{0, "LINE"}, {8, "0"}, {10, "1"}, {20, "0"}, {30, "0"}, {11, "3"}, {21, "0"}, {31, "0"}});

}  // namespace

/// DXF files through the program that reads them.
class TestReadDxf : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    std::string write(const char* name, const QByteArray& bytes) const {
        QFile file(folder_.filePath(name));
        return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size()
                   ? file.fileName().toStdString()
                   : std::string();
    }

    std::string codeOf(const char* name, const QByteArray& bytes) const {
        const auto read = readDxf(write(name, bytes));
        return read ? std::string() : read.error().code;
    }

  private slots:

    /// Somebody who cancels waits no longer for the program that reads.
    void cancelled() {
        const std::atomic<bool> cancel{true};
        const auto read = readDxf(write("plan.dxf", dxf("", kLine)), &cancel);
        QVERIFY(!read.has_value());
        QCOMPARE(read.error().code, std::string("DRW-006"));
    }

    // The line from (1, 0) to (3, 0), turned by 90 degrees around (10, 0): from (10, 1) to (10, 3). Layer 0 takes the layer of the use.
    void expandsNestedBlocks() {
        const auto read =
            readDxf(write("nested.dxf", dxf(block("IN", kLine) + block("OUT", use("IN", "0", "90")),
                                            use("OUT", "10"))));
        QVERIFY2(read.has_value(), read ? "" : read.error().text().c_str());
        QCOMPARE(read->lines.size(), std::size_t{1});
        const DrawnLine& line = read->lines.front();
        QVERIFY(std::abs(read->origin.x - 10.0) < 1e-6 && std::abs(read->origin.y - 1.0) < 1e-6);
        QVERIFY(std::abs(line.points[1].y - line.points[0].y) - 2.0 < 1e-6);
        QCOMPARE(read->layers[static_cast<std::size_t>(line.layer)].name, std::string("A"));
        QVERIFY(read->hasEnd);
    }

    // Thirty levels of ten are 10^30 uses.
    void refusesBlocksWithoutEnd() {
        QByteArray blocks = block("B0", kLine);
        for (int i = 1; i <= 30; ++i) {
            QByteArray uses;
            for (int k = 0; k < 10; ++k) {
                uses += use("B" + QByteArray::number(i - 1), QByteArray::number(k));
            }
            blocks += block("B" + QByteArray::number(i), uses);
        }
        QCOMPARE(codeOf("endless.dxf", dxf(blocks, use("B30", "0"))), std::string("DRW-002"));
    }

    void saysWhyNothingCanBeRead() {
        QCOMPARE(codeOf("empty.dxf", dxf({}, {})), std::string("DRW-005"));
        QCOMPARE(codeOf("none.dxf", "some text\n"), std::string("DRW-002"));
        QCOMPARE(codeOf("binary.dxf", "AutoCAD Binary DXF\r\n\x1a"), std::string("FIL-009"));
        QCOMPARE(codeOf("codes.dxf", dxf({}, "not a code\n1\n")), std::string("DRW-002"));
    }

    // A hall, a door, a room named with an umlaut and a turned rack come back where they were.
    void readsThePlanThatWeWrite() {
        Layout layout;
        layout.halls.push_back({{5, 7, 0, 30, 20, 4}, "hall", "Halle Süd"});
        layout.structures.push_back(
            {{25, 7, 0, 5, 4, 4}, headroom::models::StructureKind::Room, "r", "Büro", 0});
        layout.blocks.emplace_back("block");
        layout.blockRacks.emplace_back("gb200");
        RackBox rack;
        rack.box = {10, 12, 0, 1.2, 0.6, 2};
        rack.facing = headroom::models::Facing::East;
        rack.label = "R01-01";
        layout.racks.push_back(rack);
        const auto read =
            readDxf(write("plan.dxf", QByteArray::fromStdString(planDxf(layout, ""))));
        QVERIFY2(read.has_value(), read ? "" : read.error().text().c_str());
        QCOMPARE(read->insUnits, 6);
        QVERIFY(read->skipped.empty());
        QVERIFY(std::abs(read->origin.x - 5.0) < 1e-6 && std::abs(read->width - 30.0) < 1e-5);
        // The rectangle and the front line of the rack, 10 to 11.2 m east, are of its block.
        double west = 1e9, east = -1e9;
        for (const DrawnLine& line : read->lines) {
            for (const PlanPoint& p : line.points) {
                if (line.use >= 0) {
                    west = std::min(west, p.x + read->origin.x);
                    east = std::max(east, p.x + read->origin.x);
                }
            }
        }
        QVERIFY(std::abs(west - 10.0) < 1e-5 && std::abs(east - 11.2) < 1e-5);
        QVERIFY(std::any_of(read->texts.begin(), read->texts.end(),
                            [](const DrawnText& t) { return t.words == "Büro"; }));
        QVERIFY(guessedRole("A-HALL-OUTLINE") == LayerRole::Outline);
    }
};

HEADROOM_TEST(TestReadDxf)
}  // namespace tst_read_dxf

#include "tst_read_dxf.moc"
