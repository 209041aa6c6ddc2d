// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "tests/ui/plan/plan_stage.h"
#include "ui/plan/plan_air.h"

#include <QtTest>

namespace tst_plan_air {

using namespace headroom;
using namespace headroom::ui;

/// The slice of the 3-D view on the plan.
class TestPlanAir : public QObject {
    Q_OBJECT

    /// Two cells eastward, three northward, two upward, of 2 m: 20 °C below, 30 °C above. The cell in the south-west is
    /// solid on both levels; the one in the north-east has 25 °C on the upper level.
    static std::shared_ptr<engine::AirField> field() {
        auto made = std::make_shared<engine::AirField>();
        engine::AirField& f = *made;
        f.cells = {2, 3, 2};
        f.sizeX = f.sizeY = f.sizeZ = 2.0;
        f.solid.assign(f.cells.size(), 1);  // the cells around the hall too
        for (auto* each : {&f.temperatureC, &f.hotFraction, &f.speedX, &f.speedY, &f.speedZ}) {
            each->assign(f.cells.size(), 0.0F);
        }
        for (int j = 0; j < 3; ++j) {
            for (int i = 0; i < 2; ++i) {
                f.solid[f.cells.index(i, j, 0)] = f.solid[f.cells.index(i, j, 1)] = 0;
                f.temperatureC[f.cells.index(i, j, 0)] = 20.0F;
                f.temperatureC[f.cells.index(i, j, 1)] = 30.0F;
            }
        }
        f.temperatureC[f.cells.index(1, 2, 1)] = 25.0F;
        f.solid[f.cells.index(0, 0, 0)] = f.solid[f.cells.index(0, 0, 1)] = 1;
        return made;
    }

  private slots:

    // One pixel a cell, north above: the solid cell is at the lower left, the cooler one at the upper right.
    void imageOfALevel() {
        const auto f = field();
        AirView view;
        view.place = 0.9;  // the upper of two levels
        const AirScale scale = airScale(*f, AirQuantity::Temperature);
        const QImage image = airSliceImage(*f, view, scale);
        QCOMPARE(image.size(), QSize(2, 3));
        QCOMPARE(image.pixel(0, 0), airColour(scale, 30.0));
        QCOMPARE(image.pixel(1, 0), airColour(scale, 25.0));
        QCOMPARE(qAlpha(image.pixel(0, 2)), 0);
        QVERIFY(image.pixel(0, 0) != image.pixel(1, 0));
        view.place = 0.1;
        QCOMPARE(airSliceImage(*f, view, scale).pixel(1, 0), airColour(scale, 20.0));
    }

    // The plan shows a level slice over the hall as long as the 3-D view does. An upright slice changes the pixels of its
    // line, not those of the floor beside it.
    void slicesOnThePlan() {
        PlanStage stage;
        stage.plan.setLabelsVisible(false);
        const auto f = field();
        const auto pixel = [&](double x, double y) {
            const QPointF at = stage.at(x, y);
            const QImage image = stage.plan.grab().toImage();
            return image.pixel((at * image.devicePixelRatio()).toPoint());
        };
        const QRgb floor = pixel(1.5, 4.5);
        AirView view;
        view.place = 0.1;
        stage.plan.showAir({f, view});
        QVERIFY(pixel(1.5, 4.5) != floor);
        view.slice = false;
        stage.plan.showAir({f, view});
        QCOMPARE(pixel(1.5, 4.5), floor);
        view.slice = true;
        view.cut = engine::AirCut::SouthNorth;
        stage.plan.showAir({f, view});
        QCOMPARE(pixel(1.5, 4.5), floor);
        stage.plan.showAir({});
        QCOMPARE(pixel(1.5, 4.5), floor);
    }
};

HEADROOM_TEST(TestPlanAir)
}  // namespace tst_plan_air

#include "tst_plan_air.moc"
