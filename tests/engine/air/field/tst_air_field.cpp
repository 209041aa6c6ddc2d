// SPDX-License-Identifier: Apache-2.0
#include "engine/air/field/field.h"
#include "engine/air/field/grid.h"
#include "engine/air/field/streamlines.h"
#include "tests/engine/air/floor.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace tst_air_field {

using namespace headroom::engine;
using headroom::tests::Floor;
namespace models = headroom::models;

namespace {

// Dry air of 20 C at 101.325 kPa: 101325 Pa / (287.042 J/(kg K) 293.15 K) = 1.2041 kg/m3, times 1006 J/(kg K).
constexpr double kJPerM3K = 1006.0 * 101325.0 / (287.042 * 293.15);

// Two rows of six racks back to back over a hot aisle, in the middle of a hall of 9.6 x 10.2 m,
// which is a whole number of cells of 0.3 m; a handler on each side.
Floor twoRows() {
    Floor f(2, 6, 9.6, 10.2, 4.2);
    f.handler(0, 3.9);
    f.handler(1, 3.9);
    return f;
}

HallAirLoad loadOf(const Floor& f, double supply, double heatW = 12000.0) {
    HallAirLoad load;
    load.flowM3PerS = f.flow;
    load.heatW.assign(f.flow.size(), heatW);
    load.supplyM3PerS = supply;
    load.supplyC = 20.0;
    return load;
}

AirField solved(const Floor& f, const HallAirLoad& load, AirFieldOptions options = {}) {
    if (options.cellM == 0.0) {
        options.cellM = 0.3;
    }
    auto field = solveAirField(f.layout, 0, f.plan(), load, options);
    if (!field) {
        qFatal("%s", field.error().text().c_str());
    }
    return *field;
}

}  // namespace

class TestAirField : public QObject {
    Q_OBJECT

  private slots:

    // What enters a cell leaves it, to 1e-6 of the supply at least, and all heat leaves with the
    // return: 144 kW / (14 m3/s 1211.4 J/(m3 K)) = 8.491 K. Each rack adds 12 kW / (1 m3/s 1211.4 J/(m3 K)) = 9.906 K.
    void massAndHeatAreConserved() {
        const AirField field = solved(twoRows(), loadOf(twoRows(), 14.0));
        QVERIFY2(field.massError < 1e-9, qPrintable(QString::number(field.massError)));
        QVERIFY2(std::abs(field.heatError) < 1e-8, qPrintable(QString::number(field.heatError)));
        QVERIFY(std::abs(field.returnC - 20.0 - 144000.0 / (14.0 * kJPerM3K)) < 1e-6);
        QCOMPARE(field.racks.size(), std::size_t{12});
        QVERIFY(field.closedRacks.empty());
        for (const RackAirResult& r : field.racks) {
            QVERIFY(std::abs(r.outletC - r.inletC - 12000.0 / kJPerM3K) < 1e-6);
            QVERIFY(r.inletC >= 20.0 - 1e-9);
            QVERIFY(r.hotFraction >= 0.0 && r.hotFraction <= 1.0);
        }
    }

    // The hall is symmetric about its middle, from south to north and from west to east. With
    // buoyancy, rounds end before the last digit, and symmetry with them.
    void symmetricRoom_data() {
        QTest::addColumn<bool>("buoyancy");
        QTest::addColumn<double>("toleranceK");
        QTest::newRow("potential flow") << false << 1e-6;
        QTest::newRow("warm air rises") << true << 0.1;
    }

    void symmetricRoom() {
        QFETCH(bool, buoyancy);
        QFETCH(double, toleranceK);
        AirFieldOptions options;
        options.buoyancy = buoyancy;
        const AirField field = solved(twoRows(), loadOf(twoRows(), 14.0), options);
        QCOMPARE(field.cells.nx, 32);
        QCOMPARE(field.cells.ny, 34);
        // Racks stand from 3.0 to 6.6 m of 9.6 m: mirror images are racks 5 - i of the same row,
        // and those of the other row (3.0..4.2 and 6.0..7.2 of 10.2 m).
        for (std::size_t i = 0; i < 6; ++i) {
            QVERIFY(std::abs(field.racks[i].inletC - field.racks[5 - i].inletC) < toleranceK);
            QVERIFY(std::abs(field.racks[i].inletC - field.racks[6 + i].inletC) < toleranceK);
        }
        for (int k = 0; !buoyancy && k < field.cells.nz; ++k) {
            const std::size_t a = field.cells.index(7, 11, k), b = field.cells.index(24, 22, k);
            QVERIFY(std::abs(field.temperatureC[a] - field.temperatureC[b]) < 1e-4F);
            QVERIFY(std::abs(field.speedX[a] + field.speedX[b]) < 1e-4F);
        }
    }

    // Warm air rises: in an open hall more of it finds the grilles in the ceiling, and the worst
    // inlet is cooler than without buoyancy. Rounds settle.
    void warmAirRises() {
        AirFieldOptions still;
        still.buoyancy = false;
        const AirField without = solved(twoRows(), loadOf(twoRows(), 14.0), still);
        const AirField with = solved(twoRows(), loadOf(twoRows(), 14.0));
        QCOMPARE(without.rounds, 0);
        QVERIFY(with.rounds > 1);
        QVERIFY2(with.settledK < 0.3, qPrintable(QString::number(with.settledK)));
        QVERIFY(with.indices.shi < without.indices.shi);
        QVERIFY(with.indices.hottestInletC < without.indices.hottestInletC);
    }

    // One thread or several: the same bits.
    void sameOnAnyNumberOfThreads() {
        AirFieldOptions one, three;
        one.threads = 1;
        three.threads = 3;
        const AirField a = solved(twoRows(), loadOf(twoRows(), 14.0), one);
        const AirField b = solved(twoRows(), loadOf(twoRows(), 14.0), three);
        QVERIFY(a.temperatureC == b.temperatureC);
        QVERIFY(a.speedZ == b.speedZ);
        QCOMPARE(a.iterations, b.iterations);
    }

    // Chimneys without leakage and as much supply as racks draw: no hot air at any inlet. Panels
    // that leak a millionth let about as much through.
    void containedHall() {
        Floor f = twoRows();
        f.spec.containment = models::Containment::HotAisle;
        f.spec.containmentLeakage = 0.0;
        const AirField field = solved(f, loadOf(f, 12.0));
        for (const RackAirResult& r : field.racks) {
            QVERIFY2(r.hotFraction < 1e-4, qPrintable(QString::number(r.hotFraction)));
            QVERIFY(std::abs(r.inletC - 20.0) < 1e-2);
        }
        QVERIFY(field.indices.shi < 1e-3);
        // An open hall of the same load is worse.
        f.spec.containment = models::Containment::None;
        QVERIFY(solved(f, loadOf(f, 12.0)).indices.shi > 0.05);
    }

    // The same with cold aisles closed, tiles in them, and supply by the share of tiles: both cold
    // aisles are strips of 1.2 m, so each gets half.
    void containedColdAisles() {
        Floor f = twoRows();
        f.spec.containment = models::Containment::ColdAisle;
        f.spec.containmentLeakage = 0.0;
        f.spec.airSupply = models::AirSupply::RaisedFloor;
        f.spec.airReturn = models::AirReturn::Room;
        const AirField field = solved(f, loadOf(f, 12.0));
        for (const RackAirResult& r : field.racks) {
            QVERIFY(r.hotFraction < 1e-4);
        }
    }

    // Air blown into the room comes in over the whole floor but the hot aisle: nothing can go
    // straight from a handler's face into its top.
    void perimeter() {
        Floor f = twoRows();
        f.spec.airSupply = models::AirSupply::Perimeter;
        f.spec.airReturn = models::AirReturn::Room;
        const AirField field = solved(f, loadOf(f, 14.0));
        const int strideZ = field.cells.strideZ();
        for (const std::size_t c : field.supplyCells) {
            QCOMPARE(static_cast<int>(c) / strideZ, 1);  // the lowest layer
        }
        QVERIFY(field.supplyCells.size() > 400);
        QVERIFY(field.indices.shi < 0.5);
        QVERIFY(std::abs(field.heatError) < 1e-8);
    }

    // A hall without racks: no hot air anywhere, and the switches' 6 kW warm the return by
    // 6 kW / (5 m3/s 1211.4 J/(m3 K)) = 0.991 K.
    void emptyHall() {
        Floor f(0, 0, 9.0, 3.0, 3.0);
        f.handler(0, 0.0, 3.0);
        HallAirLoad load = loadOf(f, 5.0);
        load.extraW = 6000.0;  // no cabinets: it is added to the return
        const AirField field = solved(f, load);
        QVERIFY(std::abs(field.returnC - 20.0 - 6000.0 / (5.0 * kJPerM3K)) < 1e-6);
        for (std::size_t c = 0; c < field.solid.size(); ++c) {
            QVERIFY(field.solid[c] != 0 || field.hotFraction[c] == 0.0F);
        }
    }

    // Fractions for the zones: of what racks take in, only what balance does not force. Half the
    // supply of what is drawn, mixed well: everything is forced, so little is left.
    void fractionsForZones() {
        Floor f = twoRows();
        const HallAirLoad enough = loadOf(f, 14.0);
        const AirField field = solved(f, enough);
        const std::vector<double> fractions = rackFractions(field, f.plan(), enough);
        for (std::size_t i = 0; i < 12; ++i) {
            QVERIFY(std::abs(fractions[i] - field.racks[i].hotFraction) < 1e-12);
        }
        const HallAirLoad half = loadOf(f, 6.0);
        const AirField starved = solved(f, half);
        double mean = 0.0, found = 0.0;
        for (std::size_t i = 0; i < 12; ++i) {
            found += starved.racks[i].hotFraction / 12.0;
            mean += rackFractions(starved, f.plan(), half)[i] / 12.0;
        }
        QVERIFY(found > 0.45);
        QVERIFY(mean < found - 0.3);
    }

    // Lines start where air comes in, go on through open cells, and end in a rack's face or a
    // grille: those from the supply in the cold half, most of those from racks far up.
    // A handler that was put at the south wall, its long side along it, 0.3 m to 1.2 m from the wall: with
    // cells of 0.3 m its north face ends the fourth row of them, and all its air enters the fifth.
    void aHandlerAtTheSouthWallBlowsNorth() {
        Floor f(2, 6, 9.6, 10.2, 4.2);
        f.spec.airSupply = models::AirSupply::FanWall;
        f.layout.equipment.push_back(
            {{3.6, 0.3, 0.0, 2.4, 0.9, 2.4}, EquipmentKind::Crah, 0, "hall"});
        f.layout.equipment.back().isTurned = true;
        const AirGrid grid = airGrid(f.layout, 0, f.plan(), loadOf(f, 14.0), 0.3);
        std::vector<std::size_t> row;
        for (int k = 0; k < 8; ++k) {         // 2.4 m high
            for (int i = 12; i < 20; ++i) {   // 3.6 m to 6.0 m
                row.push_back(grid.cells.index(i, 4, k));
            }
        }
        std::vector<std::size_t> supplies = grid.supplies;
        std::sort(supplies.begin(), supplies.end());
        std::sort(row.begin(), row.end());
        QCOMPARE(supplies, row);
    }

    void streamlines() {
        const Floor f = twoRows();
        const AirField field = solved(f, loadOf(f, 14.0));
        const auto lines = airStreamlines(field, 40);
        QVERIFY(lines.size() > 30);
        int up = 0, fromRacks = 0;
        for (const Streamline& line : lines) {
            for (const auto& p : line.points) {
                const float t = sampleField(field, field.temperatureC, p[0], p[1], p[2]);
                QVERIFY(!(t < 20.0F - 1e-3F));  // or not a number: the last point is in the face
            }
            fromRacks += line.fromRack ? 1 : 0;
            up += line.fromRack && line.points.back()[2] > 3.5F ? 1 : 0;
        }
        QVERIFY(fromRacks > 10);
        QVERIFY(2 * up > fromRacks);
        QVERIFY(std::isnan(sampleField(field, field.temperatureC, -1.0, 1.0, 1.0)));
        QVERIFY(std::isnan(sampleField(field, field.temperatureC, 3.3, 3.6, 1.0)));  // in a rack
    }

    // A rack against a wall has no way for its air; its heat reaches the return all the same.
    void closedRack() {
        Floor f = twoRows();
        f.add(3.0, 0.0, 2, 0, false, 1);  // its front at the south wall
        const HallAirLoad load = loadOf(f, 14.0);
        const AirField field = solved(f, load);
        QCOMPARE(field.closedRacks, std::vector<int>{12});
        QVERIFY(std::abs(field.returnC - 20.0 - 156000.0 / (14.0 * kJPerM3K)) < 1e-6);
    }

    // Racks without fans move what their heat moves by itself, at 10 K: 6 kW / (10 K 1211.4 J/(m3 K)) = 0.4953 m3/s.
    void racksWithoutFans() {
        Floor f = twoRows();
        std::fill(f.flow.begin(), f.flow.end(), 0.0);
        const AirField field = solved(f, loadOf(f, 14.0, 6000.0));
        QVERIFY(std::abs(field.racks[0].flowM3PerS - 600.0 / kJPerM3K) < 1e-7);
        QVERIFY(std::abs(field.racks[0].outletC - field.racks[0].inletC - 10.0) < 1e-9);
    }

    void nothingSupplied() {
        const auto field =
            solveAirField(twoRows().layout, 0, twoRows().plan(), loadOf(twoRows(), 0.0), {});
        QVERIFY(!field);
        QCOMPARE(field.error().code, std::string("AIR-001"));
    }

    void cancelAndProgress() {
        std::atomic<bool> cancel = false;
        double last = 0.0;
        AirFieldOptions options;
        options.cancel = &cancel;
        options.progress = [&](double done) {
            last = done;
            cancel = done > 0.2;
        };
        const auto field =
            solveAirField(twoRows().layout, 0, twoRows().plan(), loadOf(twoRows(), 14.0), options);
        QVERIFY(!field);
        QCOMPARE(field.error().code, std::string("AIR-002"));
        QVERIFY(last > 0.2 && last < 1.0);
    }

    // Cells are chosen by the size of the hall.
    void cellSizes() {
        QCOMPARE(airCellM({0, 0, 0, 17.6, 14.4, 4.5}), 0.25);
        QCOMPARE(airCellM({0, 0, 0, 40.0, 30.0, 6.0}), 0.3);
        QCOMPARE(airCellM({0, 0, 0, 100.0, 60.0, 6.0}), 0.5);
        QVERIFY(airCellM({0, 0, 0, 400.0, 200.0, 8.0}) > 0.5);
    }
};

HEADROOM_TEST(TestAirField)
}  // namespace tst_air_field

#include "tst_air_field.moc"
