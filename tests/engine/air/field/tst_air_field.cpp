// SPDX-License-Identifier: Apache-2.0
#include "engine/air/field/coefficients.h"
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
// which is a whole number of cells of 0.6 m; a handler on each side.
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
        options.cellM = 0.6;
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
    // While air sways a few percent of the heat is stored and given back.
    void massAndHeatAreConserved() {
        const AirField field = solved(twoRows(), loadOf(twoRows(), 14.0));
        QVERIFY2(field.massError < 1e-6, qPrintable(QString::number(field.massError)));
        QVERIFY2(std::abs(field.heatError) < 0.05, qPrintable(QString::number(field.heatError)));
        QVERIFY(std::abs(field.returnC - 20.0 - 144000.0 / (14.0 * kJPerM3K)) < 1e-6);
        QCOMPARE(field.racks.size(), std::size_t{12});
        QVERIFY(field.closedRacks.empty());
        for (const RackAirResult& r : field.racks) {
            QVERIFY(std::abs(r.outletC - r.inletC - 12000.0 / kJPerM3K) < 1e-6);
            QVERIFY(r.inletC >= 20.0 - 1e-6);
            QVERIFY(r.maxInletC >= r.inletC && r.topInletC <= r.maxInletC + 1e-6);
            QVERIFY(r.hotFraction >= 0.0 && r.hotFraction <= 1.0);
        }
    }

    // Without buoyancy air is carried by momentum alone: a fan wall of 1.22 m/s (7 m3/s over 2.4 m x 2.4 m) reaches the
    // racks' row ends, 1.8 m on, at more than half of its speed. A flow without momentum would have spread.
    void aJetKeepsItsSpeed() {
        Floor f(0, 0, 9.6, 10.2, 4.2);
        f.handler(0, 3.9);
        AirFieldOptions options;
        options.buoyancy = false;
        const AirField field = solved(f, loadOf(f, 7.0), options);
        // The handler's face is at x = 1.2 m; its middle at y = 5.1 m, z = 1.2 m.
        const auto towardsRacks = [&](double x) {
            return field.speedX[field.cells.index(static_cast<int>((x - field.x0) / field.sizeX),
                                                  static_cast<int>((5.1 - field.y0) / field.sizeY),
                                                  static_cast<int>(1.2 / field.sizeZ))];
        };
        const float before = towardsRacks(1.5);
        const float after = towardsRacks(3.3);
        QVERIFY2(after > 0.5F * before && before > 0.8F,
                 qPrintable(QString("%1 %2").arg(before).arg(after)));
    }

    // Warm air rises: the top of each face is warmer than its mean where air comes over the racks. Supply is short by a
    // sixth, so hot air must come in.
    void warmAirComesInAtTheTop() {
        const AirField field = solved(twoRows(), loadOf(twoRows(), 10.0));
        double top = 0.0, mean = 0.0;
        for (const RackAirResult& r : field.racks) {
            top += r.topInletC / 12.0;
            mean += r.inletC / 12.0;
        }
        QVERIFY2(top > mean + 0.5, qPrintable(QString("%1 %2").arg(top).arg(mean)));
    }

    // Every result says whether it settled, and by which numbers.
    void saysWhetherItSettled() {
        const AirField field = solved(twoRows(), loadOf(twoRows(), 14.0));
        QVERIFY(field.periods >= 1);
        QCOMPARE(field.settled, field.settledMeanK <= 0.25 && field.settledRackK <= 1.0);
        QVERIFY(field.simulatedS > 0.0 && field.steps > 0);
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

    // A cabinet of 24 kW in the cold room of tight contained hot aisles. As the aisles: its 2 m3/s go to the return, and
    // inlets are supply air; the return is 20 + 168 kW / (14 m3/s 1211.4 J/(m3 K)) = 29.906 C. Into the room: 12 m3/s
    // of supply carry the 24 kW to the racks, 1.65 K in the mean; the return is 20 + 168 kW / (12 1211.4) = 31.557 C.
    void cabinetsOfAContainedHall() {
        Floor f = twoRows();
        f.spec.containment = models::Containment::HotAisle;
        f.spec.containmentLeakage = 0.0;
        f.layout.equipment.push_back(
            {{3.0, 0.0, 0.0, 1.8, 1.2, 2.4}, EquipmentKind::NetworkRack, 0, "hall"});
        HallAirLoad load = loadOf(f, 14.0);
        load.extraW = 24000.0;
        load.extraM3PerS = 2.0;
        const AirField ducted = solved(f, load);
        QCOMPARE(ducted.racks.size(), std::size_t{12});
        for (const RackAirResult& r : ducted.racks) {
            QVERIFY2(std::abs(r.inletC - 20.0) < 1e-2, qPrintable(QString::number(r.inletC)));
        }
        QVERIFY(std::abs(ducted.returnC - 20.0 - 168000.0 / (14.0 * kJPerM3K)) < 1e-6);
        QVERIFY2(ducted.massError < 1e-6, qPrintable(QString::number(ducted.massError)));
        QVERIFY2(std::abs(ducted.heatError) < 0.05, qPrintable(QString::number(ducted.heatError)));

        f.spec.cabinetExhaust = models::CabinetExhaust::Room;
        load.supplyM3PerS = 12.0;
        const AirField room = solved(f, load);
        double mean = 0.0;
        for (const RackAirResult& r : room.racks) {
            mean += r.inletC / 12.0;
        }
        QVERIFY2(std::abs(mean - 20.0 - 24000.0 / (12.0 * kJPerM3K)) < 0.3,
                 qPrintable(QString::number(mean)));
        QVERIFY(std::abs(room.returnC - 20.0 - 168000.0 / (12.0 * kJPerM3K)) < 1e-6);
        // Zones have the same mean.
        const std::vector<double> zones = zoneInletsC(f.plan(), load);
        QVERIFY2(std::abs(zones[0] - 20.0 - 24000.0 / (12.0 * kJPerM3K)) < 0.1,
                 qPrintable(QString::number(zones[0])));
    }

    // Chimneys without leakage and as much supply as racks draw: no hot air at any inlet.
    void containedHall() {
        Floor f = twoRows();
        f.spec.containment = models::Containment::HotAisle;
        f.spec.containmentLeakage = 0.0;
        const AirField field = solved(f, loadOf(f, 12.0));
        for (const RackAirResult& r : field.racks) {
            QVERIFY2(r.hotFraction < 1e-3, qPrintable(QString::number(r.hotFraction)));
            QVERIFY(std::abs(r.inletC - 20.0) < 1e-2);
        }
        QVERIFY(field.indices.shi < 1e-3);
        // An open hall of the same load is worse.
        f.spec.containment = models::Containment::None;
        QVERIFY(solved(f, loadOf(f, 12.0)).indices.shi > 0.05);
    }

    // Leaks follow the root of the pressure and do not depend on the cell. The aisle of 3.6 m x 1.8 m x 4.2 m has panels
    // of 2 x 1.8 m x 4.2 m at its ends and 2 x 3.6 m x (4.2 - 2.2) m over its racks: 29.5 m2. The stack of 10 K over 4.2 m
    // is 9.81/300 x 10 x 4.2 = 1.4 m2/s2 at most; 1 % of the panels pass 0.6 x 0.295 x sqrt(1.4 x 2 / 3) ... at most
    // 0.6 x 0.295 m2 / 2 x sqrt(2 x 1.4) = 0.15 m3/s in and out, of 12 m3/s: 0.12 K of 10 K. So the mean inlet stays below
    // 20.3 C at any cell, and more leaks let more through.
    void leaksDoNotDependOnTheCell() {
        Floor f = twoRows();
        f.spec.containment = models::Containment::HotAisle;
        for (const double cellM : {0.4, 0.6, 0.9}) {
            AirFieldOptions options;
            options.cellM = cellM;
            double before = 20.0;
            for (const double leakage : {0.01, 0.10}) {
                f.spec.containmentLeakage = leakage;
                const AirField field = solved(f, loadOf(f, 12.2), options);
                double mean = 0.0;
                for (const RackAirResult& r : field.racks) {
                    mean += r.inletC / 12.0;
                }
                QVERIFY2(mean < (leakage < 0.05 ? 20.3 : 22.0),
                         qPrintable(QString("%1 m: %2").arg(cellM).arg(mean)));
                QVERIFY(mean >= before);
                before = mean;
            }
        }
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
            QVERIFY(r.hotFraction < 1e-2);
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
        QVERIFY(field.supplyCells.size() > 100);
        QVERIFY(field.indices.shi < 0.5);
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

    // Zones with the field's fractions have the field's inlets, with enough air and in a deficit, with the bypass that the
    // hall states and with the field's. Shares are signed: in a deficit some racks breathe cooler air than their zone.
    void zonesHaveTheInletsOfTheField() {
        const Floor f = twoRows();
        for (const double supply : {14.0, 9.0}) {
            const HallAirLoad load = loadOf(f, supply);
            const AirField field = solved(f, load);
            HallAirPlan plan = f.plan();
            for (const double bypass : {plan.bypass, airBypass(field, load)}) {
                plan.bypass = bypass;
                plan.rackFraction = f.plan().rackFraction;
                plan.rackFraction = rackFractions(field, plan, load);
                const std::vector<double> inletC = zoneInletsC(plan, load);
                for (const RackAirResult& r : field.racks) {
                    QVERIFY2(std::abs(inletC[static_cast<std::size_t>(r.rack)] - r.inletC) < 0.02,
                             qPrintable(QString("%1: %2 %3")
                                            .arg(supply)
                                            .arg(r.inletC)
                                            .arg(inletC[static_cast<std::size_t>(r.rack)])));
                }
            }
        }
    }

    // What returns and never passed a rack: with 14 m3/s blown and 12 m3/s drawn a seventh at least.
    void bypassOfTheField() {
        const HallAirLoad load = loadOf(twoRows(), 14.0);
        const double bypass = airBypass(solved(twoRows(), load), load);
        QVERIFY(bypass > 2.0 / 14.0 - 1e-9 && bypass < 0.6);
    }

    // A handler that is stopped blows nothing: the west one off, nothing enters in the west half.
    void aHandlerThatIsOff() {
        Floor f = twoRows();
        HallAirLoad load = loadOf(f, 7.0);
        load.offHandlers = {0};
        const AirGrid grid = airGrid(f.layout, 0, f.plan(), load, 0.6);
        for (const AirPort& p : grid.supplies) {
            QVERIFY(static_cast<int>(p.cell) % grid.cells.strideY() > grid.cells.nx / 2);
        }
        QVERIFY(!grid.supplies.empty());
    }

    // Lines start where air comes in, continue through open cells, and end in a rack's face or a
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
        for (int k = 0; k < 8; ++k) {        // 2.4 m high
            for (int i = 12; i < 20; ++i) {  // 3.6 m to 6.0 m
                row.push_back(grid.cells.index(i, 4, k));
            }
        }
        std::vector<std::size_t> supplies;
        for (const AirPort& p : grid.supplies) {
            QVERIFY(p.axis == 1 && !p.high);
            supplies.push_back(p.cell);
        }
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
                const double t = airValueAt(field, AirQuantity::Temperature, p);
                QVERIFY(!(t < 20.0 - 1e-3));  // or not a number: the last point is in the face
            }
            fromRacks += line.fromRack ? 1 : 0;
            up += line.fromRack && line.points.back()[2] > 3.5F ? 1 : 0;
        }
        QVERIFY(fromRacks > 10);
        QVERIFY(2 * up > fromRacks);
        QVERIFY(std::isnan(airValueAt(field, AirQuantity::Temperature, {-1.0F, 1.0F, 1.0F})));
        // In a rack.
        QVERIFY(std::isnan(airValueAt(field, AirQuantity::Temperature, {3.3F, 3.6F, 1.0F})));
        // At the centre of an open cell the value is that of the cell; halfway to an open neighbour their mean.
        const PaddedGrid& c = field.cells;
        const auto centre = [&](double i) {
            return std::array<float, 3>{static_cast<float>(field.x0 + (i + 0.5) * field.sizeX),
                                        static_cast<float>(field.y0 + 0.5 * field.sizeY),
                                        static_cast<float>((c.nz - 0.5) * field.sizeZ)};
        };
        const std::size_t one = c.index(4, 0, c.nz - 1), next = c.index(5, 0, c.nz - 1);
        QVERIFY(field.solid[one] == 0 && field.solid[next] == 0);
        for (const AirQuantity quantity : {AirQuantity::Temperature, AirQuantity::Speed}) {
            const double left = airValue(field, quantity, one),
                         right = airValue(field, quantity, next);
            QVERIFY(std::abs(airValueAt(field, quantity, centre(4.0)) - left) < 1e-4);
            QVERIFY(std::abs(airValueAt(field, quantity, centre(4.5)) - 0.5 * (left + right)) <
                    1e-4);
        }
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
        options.cellM = 0.6;
        const auto field =
            solveAirField(twoRows().layout, 0, twoRows().plan(), loadOf(twoRows(), 14.0), options);
        QVERIFY(!field);
        QCOMPARE(field.error().code, std::string("AIR-002"));
        QVERIFY(last > 0.2 && last < 1.0);
    }

    // Cells are chosen by the size of the hall.
    void cellSizes() {
        QCOMPARE(airCellM({0, 0, 0, 7.0, 6.5, 3.5}), 0.25);   // 10,192 cells
        QCOMPARE(airCellM({0, 0, 0, 10.0, 10.0, 4.0}), 0.3);  // 25,600 of 0.25 m, 14,815 of 0.3 m
        QCOMPARE(airCellM({0, 0, 0, 17.6, 14.4, 4.5}), 0.4);  // 17,820
        QCOMPARE(airCellM({0, 0, 0, 40.0, 30.0, 6.0}), 0.5);  // 57,600
        QVERIFY(std::abs(airCellM({0, 0, 0, 100.0, 60.0, 6.0}) - std::cbrt(0.3)) < 1e-12);
        QVERIFY(airCellM({0, 0, 0, 400.0, 200.0, 8.0}) > 0.5);
    }
};

HEADROOM_TEST(TestAirField)
}  // namespace tst_air_field

#include "tst_air_field.moc"
