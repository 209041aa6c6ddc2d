// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "tests/ui/support/fake_source.h"
#include "ui/chart/chart_data.h"
#include "ui/chart/stack_chart.h"
#include "ui/workspace/run_control.h"
#include "ui/workspace/workspace.h"

#include <QLabel>
#include <QtTest>
#include <qcustomplot.h>

namespace tst_stack_chart {

using namespace headroom;
using namespace headroom::ui;
using engine::FacilityQuantity;

namespace {

/// A run whose steps have all the same values.
struct Stage {
    Workspace workspace{"nowhere"};
    ChartData data{&workspace, &workspace};
    FakeSource* source = nullptr;

    explicit Stage(int steps) {
        workspace.control().setPlayOnOpen(false);
        auto made = std::make_unique<FakeSource>();
        source = made.get();
        source->setFacility({{FacilityQuantity::ItPower, 10e6},
                             {FacilityQuantity::FacilityPower, 11e6},
                             {FacilityQuantity::ChillerPower, 0.5e6},
                             {FacilityQuantity::LoopPumpPower, 0.2e6},
                             {FacilityQuantity::UpsLoss, 0.3e6},
                             {FacilityQuantity::Pue, 1.1},
                             {FacilityQuantity::EvaporationRate, 3e-3},
                             {FacilityQuantity::BlowDownRate, 1e-3}});
        workspace.show(fakeProject(), std::move(made));
        play(steps);
    }

    void play(int steps) {
        for (int i = 0; i < steps; ++i) {
            source->advance(60.0);
        }
        QCoreApplication::processEvents();
    }
};

constexpr double kOfFloats = 1e-6;  // series hold single precision

}  // namespace

class TestStackChart : public QObject {
    Q_OBJECT

  private slots:

    void sharesAreOverItPower() {
        // 0.5 MW of 10 MW: 0.05. 3 L/s over 10 MW: 10.8 m3/h over 10,000 kWh/h = 1.08 L/kWh.
        QCOMPARE(stackShare(pueStack(), 0.5e6, 10e6), 0.05);
        QVERIFY(std::abs(stackShare(wueStack(), 3e-3, 10e6) - 1.08) < 1e-12);
        QCOMPARE(stackShare(pueStack(), 0.5e6, 0.0), 0.0);
    }

    void areasStandOnEachOther() {
        Stage stage(10);
        StackChart chart(pueStack(), &stage.data);
        chart.resize(700, 240);
        chart.show(0.0, 600.0, std::numeric_limits<double>::quiet_NaN());
        // The ground is 1; the top of all parts 1 + 0.05 + 0.02 + 0.03 = 1.1, as the meters say.
        QCustomPlot* plot = chart.plot();
        const int parts = static_cast<int>(pueStack().parts.size());
        QCOMPARE(plot->graphCount(), parts + 2);
        QCOMPARE(plot->graph(0)->data()->constBegin()->value, 1.0);
        double before = 1.0;
        for (int g = 1; g <= parts; ++g) {
            const double top = plot->graph(g)->data()->constBegin()->value;
            QVERIFY(top >= before);
            before = top;
        }
        QVERIFY(std::abs(before - 1.1) < kOfFloats);
        QVERIFY(std::abs(plot->graph(parts + 1)->data()->constBegin()->value - before) < kOfFloats);
        QCOMPARE(plot->yAxis->range().lower, 1.0);
        QVERIFY(plot->yAxis->range().upper > 1.1);
        QVERIFY(chart.legend()->text().contains("0.0500"));
        QVERIFY(chart.legend()->text().contains("Chillers"));
    }

    void waterByWhereItGoes() {
        Stage stage(1);
        StackChart chart(wueStack(), &stage.data);
        chart.show(0.0, 600.0, 0.0);
        // 1.08 + 0 + 0.36 L/kWh.
        const int last = chart.plot()->graphCount() - 1;
        QVERIFY(std::abs(chart.plot()->graph(last)->data()->constBegin()->value - 1.44) <
                kOfFloats);
        QCOMPARE(chart.plot()->yAxis->label(), QString("L/kWh"));
    }

    void thePaneFollowsTheRun() {
        Stage stage(1);
        StackPane pane(&stage.data);
        pane.resize(900, 260);
        pane.show();
        stage.play(49);
        QTRY_COMPARE(pane.pue()->plot()->graph(1)->dataCount(), 50);
    }
};

HEADROOM_TEST(TestStackChart)
}  // namespace tst_stack_chart

#include "tst_stack_chart.moc"
