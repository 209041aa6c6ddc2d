// SPDX-License-Identifier: Apache-2.0
#include "engine/doctor/doctor.h"
#include "engine/plant/plant.h"
#include "engine/run/simulator.h"
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <string>
#include <variant>

namespace tst_doctor {

using namespace headroom::engine;
using namespace headroom::tests;

namespace {

/// The cell of the row whose first cell is `subject`.
SheetCell cellOf(const Sheet& sheet, const std::string& subject, std::size_t column) {
    for (const auto& row : sheet.rows) {
        if (std::get<std::string>(row.front()) == subject) {
            return row.at(column);
        }
    }
    return {};
}

}  // namespace

class TestDoctor : public QObject {
    Q_OBJECT

  private slots:

    // The version is what the program states; the machine and the catalogue follow it.
    void versions() {
        const Sheet sheet = doctorVersions("9.8.7", "/data", catalogue());
        QCOMPARE(std::get<std::string>(cellOf(sheet, "headroom", 1)), std::string("9.8.7"));
        QCOMPARE(std::get<std::string>(cellOf(sheet, "data folder", 1)), std::string("/data"));
        QCOMPARE(std::get<std::string>(cellOf(sheet, "catalogue", 1)), catalogue().fingerprint());
    }

    // Sizes are those of the plant that a run of the project has: racks summed over blocks.
    void sizesAreOfThePlant() {
        const auto sheet = doctorSizes(scenario("feed-loss-2n"), catalogue());
        QVERIFY(sheet.has_value());
        auto run = Simulator::create(scenario("feed-loss-2n"), catalogue(), {});
        QVERIFY(run.has_value());
        const auto plant = (*run)->sharedPlant();
        double racks = 0.0;
        for (const auto& block : plant->blocks) {
            racks += block.racks;
        }
        QCOMPARE(std::get<double>(cellOf(*sheet, "plant racks", 1)), racks);
        QCOMPARE(std::get<double>(cellOf(*sheet, "wiring units", 1)),
                 static_cast<double>(plant->network->units.size()));
        QCOMPARE(std::get<double>(cellOf(*sheet, "state", 1)),
                 static_cast<double>((*run)->saveState().size()));
    }

    // A unit that fails is an event of depth 0, and an order of the same unit back is taken too.
    void pathOfAnOrder() {
        const Project project = scenario("feed-loss-2n");
        const auto plant = (*Simulator::create(project, catalogue(), {}))->sharedPlant();
        std::string ups;
        for (const auto& unit : plant->network->units) {
            const auto& array = plant->network->arrays.at(static_cast<std::size_t>(unit.array));
            ups = ups.empty() && unit.kind == PowerKind::Ups ? array.id : ups;
        }
        QVERIFY(!ups.empty());
        const auto path =
            doctorOrder(project, catalogue(), {"fail " + ups + "/1 at 60s", 0.0, 60.0});
        QVERIFY2(path.has_value(), path ? "" : text(path.error()).c_str());
        QVERIFY(path->rows.size() >= 2);
        QCOMPARE(std::get<std::string>(path->rows[0][0]), std::string("read"));
        QCOMPARE(std::get<std::string>(path->rows[1][0]), std::string("taken"));
        QCOMPARE(std::get<double>(path->rows[1][1]), 60.0);
        QCOMPARE(std::get<std::int64_t>(path->rows[1][5]), std::int64_t{0});
    }

    // An order that nothing takes ends its path there; one without such words is an error.
    void pathThatEnds() {
        const Project project = scenario("tour-small-hall");
        const auto none = doctorOrder(project, catalogue(), {"fail no-such-part", 0.0, 60.0});
        QVERIFY(none.has_value());
        QCOMPARE(none->rows.size(), std::size_t{2});
        QCOMPARE(std::get<std::string>(none->rows[1][0]), std::string("not taken"));
        const auto words = doctorOrder(project, catalogue(), {"please stop", 0.0, 60.0});
        QVERIFY(!words.has_value());
        QCOMPARE(words.error().front().code.c_str(), "DOC-001");
    }
};

HEADROOM_TEST(TestDoctor)
}  // namespace tst_doctor

#include "tst_doctor.moc"
