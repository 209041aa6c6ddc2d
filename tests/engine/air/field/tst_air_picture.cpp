// SPDX-License-Identifier: Apache-2.0
#include "engine/air/field/air_picture.h"
#include "tests/engine/air/floor.h"
#include "tests/support/test_program.h"

#include <QTest>
#include <QXmlStreamReader>

namespace tst_air_picture {

using namespace headroom::engine;
using headroom::tests::Floor;

/// Pictures of a field of two rows of six racks that was filled by hand.
class TestAirPicture : public QObject {
    Q_OBJECT

    Floor floor_{2, 6, 9.6, 10.2, 4.2};

    AirField field() {
        const HallAirPlan plan = floor_.plan();
        HallAirLoad load;
        load.flowM3PerS = floor_.flow;
        load.heatW.assign(floor_.flow.size(), 12000.0);
        load.supplyM3PerS = 14.0;
        load.supplyC = 20.0;
        const AirGrid grid = airGrid(floor_.layout, 0, plan, load, 0.6);
        AirField f;
        f.cells = grid.cells;
        f.sizeX = grid.sizeX;
        f.sizeY = grid.sizeY;
        f.sizeZ = grid.sizeZ;
        f.x0 = grid.x0;
        f.y0 = grid.y0;
        f.solid = grid.solid;
        for (auto* each : {&f.temperatureC, &f.hotFraction, &f.speedX, &f.speedY, &f.speedZ}) {
            each->assign(grid.cells.size(), 0.0F);
        }
        // Warmer by 5 K a metre of height.
        for (int k = 0; k < f.cells.nz; ++k) {
            for (int j = 0; j < f.cells.ny; ++j) {
                for (int i = 0; i < f.cells.nx; ++i) {
                    f.temperatureC[f.cells.index(i, j, k)] =
                        static_cast<float>(20.0 + 5.0 * (k + 0.5) * f.sizeZ);
                }
            }
        }
        return f;
    }

    static bool isXml(const std::string& svg) {
        QXmlStreamReader reader(QString::fromStdString(svg));
        while (!reader.atEnd()) {
            reader.readNext();
        }
        return !reader.hasError();
    }

  private slots:

    void initTestCase() {
        floor_.handler(0, 3.9);
        floor_.handler(1, 3.9);
    }

    // A level slice of air that is layered has one colour: that of its height. Both rows are outlined.
    void levelSlice() {
        const AirField f = field();
        const std::string svg =
            airSliceSvg(f, floor_.layout, 0, AirQuantity::Temperature, AirCut::Level, 0.9);
        QVERIFY(isXml(svg));
        const int k = airCutCell(f, AirCut::Level, 0.9);
        const AirScale scale = airScale(f, AirQuantity::Temperature);
        const QString colour =
            QString("fill=\"#%1\"")
                .arg(scale.rgb(20.0 + 5.0 * (k + 0.5) * f.sizeZ), 6, 16, QLatin1Char('0'));
        QVERIFY(QString::fromStdString(svg).contains(colour));
        // The same calls give the same bytes.
        QCOMPARE(airSliceSvg(f, floor_.layout, 0, AirQuantity::Temperature, AirCut::Level, 0.9),
                 svg);
    }

    // Upright slices and fronts of every quantity are whole files with a title.
    void allKinds() {
        const AirField f = field();
        for (const AirQuantity q :
             {AirQuantity::Temperature, AirQuantity::Speed, AirQuantity::HotAir}) {
            for (const AirCut cut : {AirCut::Level, AirCut::WestEast, AirCut::SouthNorth}) {
                QVERIFY(isXml(airSliceSvg(f, floor_.layout, 0, q, cut, 0.5)));
            }
            const std::string fronts = airFrontsSvg(f, floor_.layout, 0, q);
            QVERIFY(isXml(fronts));
            QVERIFY(fronts.find("inlets by rack and height") != std::string::npos);
        }
    }

    // A strip for each row, and an outline for each of its racks.
    void fronts() {
        const QString svg = QString::fromStdString(
            airFrontsSvg(field(), floor_.layout, 0, AirQuantity::Temperature));
        QCOMPARE(svg.count("seen from its cold aisle"), 2);
        QCOMPARE(svg.count("fill=\"none\""), 12);
    }
};

HEADROOM_TEST(TestAirPicture)
}  // namespace tst_air_picture

#include "tst_air_picture.moc"
