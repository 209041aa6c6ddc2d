// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "tests/ui/support/fake_source.h"
#include "ui/chart/stack_chart.h"
#include "ui/workspace/workspace.h"

#include <QLabel>
#include <QtTest>
#include <qcustomplot.h>

namespace tst_stack_chart {

using namespace headroom;
using namespace headroom::ui;
using engine::FacilityQuantity;

namespace {

engine::Frame frameAt(double timeS) {
    engine::Frame frame;
    frame.timeS = timeS;
    frame.clock = "2026-07-01 00:00:00";
    const auto set = [&frame](FacilityQuantity q, double si) {
        frame.facility[static_cast<std::size_t>(q)] = si;
    };
    set(FacilityQuantity::ItPower, 10e6);
    set(FacilityQuantity::FacilityPower, 11e6);
    set(FacilityQuantity::ChillerPower, 0.5e6);
    set(FacilityQuantity::LoopPumpPower, 0.2e6);
    set(FacilityQuantity::UpsLoss, 0.3e6);
    set(FacilityQuantity::Pue, 1.1);
    set(FacilityQuantity::EvaporationRate, 3e-3);
    set(FacilityQuantity::BlowDownRate, 1e-3);
    return frame;
}

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
        SeriesStore store;
        for (int i = 0; i < 10; ++i) {
            store.add(frameAt(60.0 * i));
        }
        StackChart chart(pueStack(), &store);
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
        QVERIFY(std::abs(before - 1.1) < 1e-12);
        QVERIFY(std::abs(plot->graph(parts + 1)->data()->constBegin()->value - before) < 1e-12);
        QCOMPARE(plot->yAxis->range().lower, 1.0);
        QVERIFY(plot->yAxis->range().upper > 1.1);
        QVERIFY(chart.legend()->text().contains("0.0500"));
        QVERIFY(chart.legend()->text().contains("Chillers"));
    }

    void waterByWhereItGoes() {
        SeriesStore store;
        store.add(frameAt(0.0));
        StackChart chart(wueStack(), &store);
        chart.show(0.0, 600.0, 0.0);
        // 1.08 + 0 + 0.36 L/kWh.
        const int last = chart.plot()->graphCount() - 1;
        QVERIFY(std::abs(chart.plot()->graph(last)->data()->constBegin()->value - 1.44) < 1e-9);
        QCOMPARE(chart.plot()->yAxis->label(), QString("L/kWh"));
    }

    void thePaneFollowsTheRun() {
        Workspace workspace("nowhere");
        SeriesStore store;
        store.add(frameAt(0.0));
        StackPane pane(&workspace, &store);
        auto made = std::make_unique<FakeSource>();
        FakeSource* source = made.get();
        workspace.show(fakeProject(), std::move(made));
        pane.resize(900, 260);
        pane.show();
        for (int i = 1; i < 50; ++i) {
            store.add(frameAt(120.0 * i));
        }
        source->advance(15.0);
        QTRY_VERIFY(pane.pue()->plot()->graph(1)->dataCount() > 1);
    }
};

HEADROOM_TEST(TestStackChart)
}  // namespace tst_stack_chart

#include "tst_stack_chart.moc"
