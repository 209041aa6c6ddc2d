// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "tests/ui/support/fake_source.h"
#include "ui/kit/text_table.h"
#include "ui/kit/theme.h"
#include "ui/power/swing_charts.h"
#include "ui/power/swing_pane.h"
#include "ui/workspace/project_files.h"
#include "ui/workspace/run_control.h"
#include "ui/workspace/workspace.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QtTest>
#include <qcustomplot.h>

namespace tst_swing_pane {

using namespace headroom;
using namespace headroom::ui;

namespace {

// One job that computes for 1 s and waits for 1 s: 2 MW of accelerators and 3 MW of rack input from
// idle to full, half of it in the mean. 10 MW of racks, 1 MW of plant, no losses.
engine::SwingPlant squarePlant() {
    engine::SwingPlant plant;
    plant.name = "Square";
    plant.timeS = 3600.0;
    engine::SwingLoad load;
    load.name = "llama";
    load.accelerators = 4096;
    load.phases = {{1.0, 1.0, 1.0}, {1.0, 0.0, 0.0}};
    load.meanChipW = 3e6;
    load.chipSpanW = 2e6;
    load.designW = 5e6;
    load.meanInputW = 5e6;
    load.inputSpanW = 3e6;
    load.stallS = 5.0;
    plant.loads = {load};
    plant.steadyJobs = 2;
    plant.acceleratorW = 7e6;
    plant.itW = 10e6;
    plant.mechanicalW = 1e6;
    plant.smoothing.psuTimeS = 0.0;
    plant.smoothing.upsTimeS = 0.0;
    return plant;
}

struct Stage {
    Workspace workspace{"nowhere"};
    SwingPane pane{&workspace};
    FakeSource* source = nullptr;

    Stage() {
        workspace.control().setPlayOnOpen(false);
        pane.resize(1280, 260);
        pane.show();
    }

    void open(const engine::SwingPlant& plant) {
        auto made = std::make_unique<FakeSource>();
        source = made.get();
        source->setSwingPlant(plant);
        workspace.show(fakeProject(), std::move(made));
    }

    QString limit(const QString& row, int column) const { return find(pane.limits(), row, column); }

    QString measure(const QString& row, int column) const {
        return find(pane.measures(), row, column);
    }

    static QString find(const TextTable* table, const QString& row, int column) {
        for (int r = 0; r < table->rowCount(); ++r) {
            if (table->index(r, 0).data().toString() == row) {
                return table->index(r, column).data().toString();
            }
        }
        return "no such row";
    }

    template <class T>
    T* child(const char* name) const {
        return pane.findChild<T*>(name);
    }
};

}  // namespace

class TestSwingPane : public QObject {
    Q_OBJECT

  private slots:

    void initTestCase() { Theme::instance().apply(Theme::Mode::Light); }

    void withoutAProjectItSaysSo() {
        Stage stage;
        QVERIFY(stage.pane.emptyText().startsWith("Open a project"));
        QVERIFY(!stage.child<QPushButton>("swingCompute")->isEnabled());
        stage.pane.compute();
        QVERIFY(!stage.pane.isBusy());
    }

    void withoutSynchronousJobsItSaysSo() {
        engine::SwingPlant plant;
        Stage stage;
        stage.open(plant);
        QTRY_VERIFY(stage.pane.emptyText().startsWith("Not simulated yet"));
        plant.timeS = 60.0;
        stage.source->setSwingPlant(plant);
        stage.pane.compute();
        QTRY_COMPARE(stage.pane.emptyText(),
                     QString("No synchronous training runs at this instant."));
        plant.steadyJobs = 3;
        stage.source->setSwingPlant(plant);
        stage.child<QPushButton>("swingCompute")->click();
        QTRY_VERIFY(stage.pane.emptyText().contains("steady: 3"));
        QCOMPARE(stage.pane.limits()->rowCount(), 0);
    }

    // While paused it computes by itself. Racks swing by 3 MW about 10 MW, the utility has 1 MW
    // more; from full to idle takes a second, so 3 MW/s over 1 s. The first harmonic of a square
    // wave of 3 MW peak to peak: 4 / pi x 1.5 MW = 1.910 MW at 0.5 Hz.
    void figuresOfASquareWave() {
        engine::SwingPlant plant = squarePlant();
        plant.smoothing.limitRangeW = 2e6;
        plant.smoothing.limitRampWPerS = 4e6;
        Stage stage;
        stage.open(plant);
        QTRY_VERIFY(stage.pane.picture() != nullptr);
        QCOMPARE(stage.pane.emptyText(), QString());
        QCOMPARE(stage.limit("Mean", 1), QString("10\u2009MW"));
        QCOMPARE(stage.limit("Mean", 2), QString("11\u2009MW"));
        QCOMPARE(stage.limit("Peak to peak", 2), QString("3\u2009MW"));
        QCOMPARE(stage.limit("Peak to peak", 3), QString("2\u2009MW"));
        QCOMPARE(stage.limit("Peak to peak", 4), QString("exceeded"));
        QCOMPARE(stage.limit("Ramp over 1 s", 4), QString("held"));
        QCOMPARE(stage.limit("Trend, 1 min", 4), QString());
        QCOMPARE(stage.limit("Largest line", 2), QString("1.91\u2009MW"));
        QCOMPARE(stage.measure("None", 3), QString("1.91\u2009MW"));
        QCOMPARE(stage.child<QLabel>("swingVerdict")->text(), QString("1 of 2 limits exceeded"));
        QVERIFY(stage.child<QLabel>("swingState")->text().contains("4096 accelerators"));
        QCOMPARE(stage.pane.measures()->rowCount(), 9);  // none, seven, as set
        QCOMPARE(stage.measure("None", 1), QString("3\u2009MW"));
        QCOMPARE(stage.measure("As set", 4), QString("0\u2009%"));
        QCOMPARE(stage.measure("Filler work", 5), QString("−5.0\u2009%"));
        for (const TextTable* table : {stage.pane.limits(), stage.pane.measures()}) {
            for (int r = 0; r < table->rowCount(); ++r) {
                for (int c = 0; c < table->columnCount(); ++c) {
                    QVERIFY(!table->index(r, c).data(Qt::ToolTipRole).toString().isEmpty());
                }
            }
        }
    }

    void chartsShowTheWindowAndTheBand() {
        Stage stage;
        stage.open(squarePlant());
        QTRY_VERIFY(stage.pane.picture() != nullptr);
        SwingCharts* charts = stage.pane.charts();
        const QCustomPlot* time = charts->timePlot();
        QCOMPARE(time->xAxis->range().upper, 60.0);
        QCOMPARE(time->yAxis->label(), QString("MW"));
        const int utility = static_cast<int>(SwingLine::Utility);
        QCOMPARE(time->graph(utility)->dataCount(), 6000);
        QCOMPARE(charts->valueText(SwingLine::Utility), QString("11.00\u2009MW"));
        QVERIFY(charts->toggle(SwingLine::Utility)->toolTip().contains("site battery"));
        const QCustomPlot* spectrum = charts->spectrumPlot();
        QCOMPARE(spectrum->xAxis->range().lower, 0.1);
        QCOMPARE(spectrum->xAxis->range().upper, 20.0);
        // The largest line that is drawn is the first harmonic.
        const auto data = spectrum->graph(utility)->data();
        const auto first =
            std::max_element(data->constBegin(), data->constEnd(),
                             [](const auto& a, const auto& b) { return a.value < b.value; });
        QVERIFY(std::abs(first->key - 0.5) < 1e-9);
        QVERIFY(std::abs(first->value - 1.910) < 0.005);
        // The range of the axis is that of what is switched on: 8.5 to 12.5 MW of racks and
        // utility, then 6 to 8 MW of accelerators as well.
        QVERIFY(time->yAxis->range().lower > 8.0);
        QVERIFY(!time->graph(0)->visible());
        charts->toggle(SwingLine::Accelerators)->setChecked(true);
        QVERIFY(time->graph(0)->visible());
        QVERIFY(time->yAxis->range().lower < 6.0);
    }

    void windowAndEventAreAskedForAtOnce() {
        Stage stage;
        stage.open(squarePlant());
        QTRY_VERIFY(stage.pane.picture() != nullptr);
        QComboBox* window = stage.child<QComboBox>("swingWindow");
        window->setCurrentIndex(window->findData(10.0));
        QTRY_COMPARE(stage.pane.picture()->waveform.options.windowS, 10.0);
        QTRY_VERIFY(!stage.pane.isBusy());
        stage.child<QComboBox>("swingEvent")->setCurrentIndex(2);
        QTRY_COMPARE(stage.pane.picture()->waveform.options.event, engine::SwingEvent::Stop);
        // After the stop the racks draw 10 - 1.5 MW, steadily.
        QCOMPARE(stage.pane.picture()->seriesW(SwingLine::RackDemand).back(), 8.5e6);
    }

    // A step that takes long holds the answer, not the window; what was asked for meanwhile is
    // computed after it, once.
    void theWindowDoesNotWait() {
        Stage stage;
        stage.open(squarePlant());
        QTRY_VERIFY(stage.pane.picture() != nullptr);
        const int before = stage.source->swingsAsked();
        stage.source->holdSwings(true);
        for (int i = 0; i < 5; ++i) {
            stage.pane.compute();
        }
        QVERIFY(stage.pane.isBusy());
        QCOMPARE(stage.source->swingsAsked(), before + 1);
        QVERIFY(stage.pane.picture() != nullptr);
        stage.source->holdSwings(false);
        QTRY_VERIFY(!stage.pane.isBusy());
        QCOMPARE(stage.source->swingsAsked(), before + 2);
    }

    // Answers of a simulation that is gone are not shown, and closing does not wait for them.
    void closingForgets() {
        Stage stage;
        stage.open(squarePlant());
        QTRY_VERIFY(stage.pane.picture() != nullptr);
        stage.source->holdSwings(true);
        stage.pane.compute();
        stage.workspace.files().close();
        QVERIFY(!stage.pane.isBusy());
        QVERIFY(stage.pane.emptyText().startsWith("Open a project"));
        stage.open(squarePlant());
        stage.pane.compute();
        stage.workspace.files().close();
        QTest::qWait(100);
        QVERIFY(stage.pane.picture() == nullptr);
        QVERIFY(stage.pane.emptyText().startsWith("Open a project"));
    }

    void hiddenItAsksNothing() {
        Stage stage;
        stage.pane.hide();
        stage.open(squarePlant());
        stage.source->advance(15.0);
        QTest::qWait(600);  // two of the workspace's slow ticks
        QCOMPARE(stage.source->swingsAsked(), 0);
        stage.pane.show();
        QTRY_VERIFY(stage.pane.picture() != nullptr);
    }

    void paintsInEverySizeAndTheme() {
        Stage stage;
        stage.open(squarePlant());
        QTRY_VERIFY(stage.pane.picture() != nullptr);
        for (const auto mode : {Theme::Mode::Dark, Theme::Mode::Light}) {
            Theme::instance().apply(mode);
            for (const QSize size : {QSize(600, 150), QSize(1280, 260), QSize(900, 800)}) {
                stage.pane.resize(size);
                QCoreApplication::processEvents();
                QVERIFY(!stage.pane.grab().isNull());
            }
        }
        // High enough, the charts are above each other.
        stage.pane.resize(900, 800);
        QCoreApplication::processEvents();
        QVERIFY(stage.pane.charts()->timePlot()->mapTo(&stage.pane, QPoint()).y() + 100 <
                stage.pane.charts()->spectrumPlot()->mapTo(&stage.pane, QPoint()).y());
    }
};

HEADROOM_TEST(TestSwingPane)
}  // namespace tst_swing_pane

#include "tst_swing_pane.moc"
