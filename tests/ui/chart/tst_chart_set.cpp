// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "tests/ui/support/fake_source.h"
#include "ui/chart/chart_choice.h"
#include "ui/chart/chart_data.h"
#include "ui/chart/chart_export.h"
#include "ui/chart/chart_set.h"
#include "ui/chart/chart_view.h"
#include "ui/chart/number_drag.h"
#include "ui/units/quantity_text.h"
#include "ui/workspace/run_control.h"
#include "ui/workspace/workspace.h"

#include <QApplication>
#include <QClipboard>
#include <QDropEvent>
#include <QFile>
#include <QLabel>
#include <QMenu>
#include <QMimeData>
#include <QTemporaryDir>
#include <QTreeWidget>
#include <QtTest>
#include <qcustomplot.h>

#include <cmath>
#include <memory>

namespace tst_chart_set {

using namespace headroom;
using namespace headroom::ui;
using engine::FacilityQuantity;

namespace {

struct Stage {
    Workspace workspace{"nowhere"};
    ChartSet set{&workspace};
    FakeSource* source = nullptr;

    Stage() {
        workspace.control().setPlayOnOpen(false);
        auto made = std::make_unique<FakeSource>();
        source = made.get();
        workspace.show(fakeProject(), std::move(made));
        set.resize(1000, 260);
        set.show();
    }

    /// So many steps, and one frame of the last of them: as at a high speed.
    void play(int steps, double stepS = 15.0) {
        for (int i = 0; i < steps; ++i) {
            source->advance(stepS);
        }
        QCoreApplication::processEvents();
    }

    ChartView* of(FacilityQuantity quantity) {
        for (ChartView* chart : set.charts()) {
            if (chart->spec().channels.front() == channelOf(quantity)) {
                return chart;
            }
        }
        return nullptr;
    }
};

engine::Project projectWith(std::initializer_list<const char*> types) {
    engine::Project project;
    for (const char* type : types) {
        engine::Object object;
        object.type = models::findComponentType(type);
        object.id = type;
        project.objects.push_back(std::move(object));
    }
    return project;
}

bool shows(const std::vector<ChartSpec>& charts, FacilityQuantity quantity) {
    return std::any_of(charts.begin(), charts.end(), [&](const ChartSpec& spec) {
        return std::find(spec.channels.begin(), spec.channels.end(), channelOf(quantity)) !=
               spec.channels.end();
    });
}

}  // namespace

class TestChartSet : public QObject {
    Q_OBJECT

  private slots:

    void beforeTheFirstStepThereAreNoCharts() {
        Stage stage;
        QVERIFY(stage.set.findChild<QWidget*>("chartsEmpty")->isVisible());
    }

    // 200 steps between two frames: each of them is in the chart.
    void everyStepIsDrawnThoughFewFramesAre() {
        Stage stage;
        stage.play(200);
        ChartView* power = stage.of(FacilityQuantity::FacilityPower);
        QVERIFY(power != nullptr);
        // Marks of three kinds and of notes, then least, most, p10, p90 and mean of the first curve.
        QCOMPARE(power->plot()->graph(8)->dataCount(), 200);
        QCOMPARE(power->plot()->graph(8)->data()->constBegin()->key, 15.0);
    }

    // The chart ends where the frame next to it is, whatever the run has done since.
    void chartsAndFrameAreOfOneInstant() {
        Stage stage;
        stage.play(10);
        const double shownS = stage.workspace.frame()->timeS;
        QCOMPARE(stage.set.data().lastS(), shownS);
        stage.source->advance(15.0);  // nobody has seen it yet
        QCOMPARE(stage.set.data().lastS(), shownS);
        QCOMPARE(stage.set.data().now(channelOf(FacilityQuantity::ItPower)),
                 (*stage.workspace.frame())[FacilityQuantity::ItPower]);
    }

    void whatIsChartedFollowsTheProject() {
        const auto training = usualCharts(projectWith({"training_job"}));
        QVERIFY(shows(training, FacilityQuantity::TokensPerS));
        QVERIFY(!shows(training, FacilityQuantity::RequestsPerS));
        const auto serving = usualCharts(projectWith({"inference_service"}));
        QVERIFY(shows(serving, FacilityQuantity::FirstTokenP99));
        QVERIFY(!shows(serving, FacilityQuantity::TokensPerS));
        const auto traces = usualCharts(projectWith({"load_trace"}));
        QVERIFY(!shows(traces, FacilityQuantity::Utilization));
        for (const auto& charts : {training, serving, traces}) {
            QVERIFY(charts.size() >= 4);
            QVERIFY(shows(charts, FacilityQuantity::FacilityPower));
        }
    }

    // Two axes: a second unit can be ticked, then no third.
    void anyQuantityCanBeChosen() {
        Stage stage;
        stage.play(3);
        ChartChoice choice(stage.set.data(), {channelOf(FacilityQuantity::ItPower)}, nullptr);
        auto* tree = choice.findChild<QTreeWidget*>("chartChoiceTree");
        QTreeWidgetItem* facility = tree->topLevelItem(0);
        QCOMPARE(facility->childCount(), static_cast<int>(engine::facilityQuantities().size()));
        const auto item = [&](FacilityQuantity q) { return facility->child(static_cast<int>(q)); };
        QVERIFY(item(FacilityQuantity::ChillerPower)->flags() & Qt::ItemIsEnabled);
        QVERIFY(item(FacilityQuantity::HottestChip)->flags() & Qt::ItemIsEnabled);
        item(FacilityQuantity::ChillerPower)->setCheckState(0, Qt::Checked);
        QCOMPARE(choice.chosen().size(), std::size_t{2});
        QVERIFY(item(FacilityQuantity::Water)->flags() & Qt::ItemIsEnabled);
        item(FacilityQuantity::HottestChip)->setCheckState(0, Qt::Checked);
        QVERIFY(!(item(FacilityQuantity::Water)->flags() & Qt::ItemIsEnabled));
        QVERIFY(item(FacilityQuantity::WetBulb)->flags() &
                Qt::ItemIsEnabled);  // degrees, as the chips
    }

    void wheelZoomsTimeAndWithCtrlValues() {
        Stage stage;
        stage.play(400);
        ChartView* power = stage.of(FacilityQuantity::FacilityPower);
        QCustomPlot* plot = power->plot();
        const QPointF middle = plot->axisRect()->rect().center();
        const auto wheel = [&](Qt::KeyboardModifiers modifiers) {
            QWheelEvent event(middle, plot->mapToGlobal(middle), {}, {0, 240}, Qt::NoButton,
                              modifiers, Qt::NoScrollPhase, false);
            QCoreApplication::sendEvent(plot, &event);
        };
        const double span = plot->xAxis->range().size(), values = plot->yAxis->range().size();
        wheel(Qt::ControlModifier);
        QVERIFY(std::abs(plot->yAxis->range().size() / values - 0.64) < 1e-6);  // 0.8 squared
        QCOMPARE(plot->xAxis->range().size(), span);
        wheel(Qt::NoModifier);
        QVERIFY(plot->xAxis->range().size() < 0.7 * span);
        QTest::mouseDClick(plot, Qt::LeftButton, {}, middle.toPoint());
        QCOMPARE(plot->xAxis->range().size(), span);
        QVERIFY(std::abs(plot->yAxis->range().size() / values - 1.0) < 1e-6);
    }

    // Anywhere on the plot a right click asks; the menu knows the mover at that time.
    void theMenuOpensAnywhereOnThePlot() {
        Stage stage;
        engine::Event moved;
        moved.id = 3;
        moved.timeS = 60.0;
        moved.kind = engine::EventKind::Indicator;
        moved.text = "PUE rose.";
        engine::Event failed = moved;
        failed.id = 4;
        failed.timeS = 90.0;
        failed.kind = engine::EventKind::Failure;
        failed.subject = "UPS A";
        stage.source->setStory({moved, failed});
        stage.play(20);
        ChartView* power = stage.of(FacilityQuantity::FacilityPower);
        QSignalSpy menus(power, &ChartView::menuRequested);
        disconnect(power, &ChartView::menuRequested, &stage.set, nullptr);
        const QPoint place = power->plot()->axisRect()->rect().center();
        QContextMenuEvent click(QContextMenuEvent::Mouse, place, power->plot()->mapToGlobal(place));
        QCoreApplication::sendEvent(power->plot(), &click);
        QCOMPARE(menus.size(), 1);
        QVERIFY(menus.front().at(1).toDouble() > 60.0);
        QMenu menu;
        stage.set.fillMenu(menu, power, 75.0);
        const auto actions = menu.actions();
        const auto why = std::find_if(actions.begin(), actions.end(), [](const QAction* a) {
            return a->objectName() == "whyIndicator";
        });
        QVERIFY(why != actions.end() && (*why)->isEnabled());
        QMenu before;
        stage.set.fillMenu(before, power, 30.0);
        QVERIFY(!before.findChild<QAction*>("whyIndicator")->isEnabled());
        // The failure has its mark.
        QCOMPARE(power->plot()->graph(0)->dataCount(), 1);
        QCOMPARE(power->eventAt(90.0), std::int64_t{4});
    }

    // IT power is 12 MW (0.5 + 0.4 sin(t / 5000 s)): it is under 6 MW from 15708 s to 31416 s.
    void aLimitTellsHowOftenItWasPassed() {
        Stage stage;
        stage.set.setCharts({{{}, {channelOf(FacilityQuantity::ItPower)}, 6e6}});
        stage.play(1300, 30.0);  // 39000 s
        const QString head = stage.set.charts().front()->headText();
        QVERIFY2(head.contains("below") && head.contains(QString::fromUtf8("1 ×")),
                 qPrintable(head));
        // 524 steps of 30 s.
        QVERIFY2(head.simplified().contains(lengthText(15720.0).simplified()), qPrintable(head));
    }

    // Power is 12 MW (0.5 + 0.4 sin(t / 5000 s)), a step at its end: the least of 100 steps of 15 s is
    // the first, the largest the last, the mean by time that of all but the first, which has no length.
    void aMarkTellsDifferencesAndTheSpanItsStatistics() {
        Stage stage;
        stage.set.setCharts({{{}, {channelOf(FacilityQuantity::ItPower)}}});
        stage.play(100);
        ChartView* chart = stage.set.charts().front();
        const auto power = [](int step) {
            return 12e6 * (0.5 + 0.4 * std::sin(15.0 * step / 5000.0));
        };
        double sum = 0.0;
        for (int step = 2; step <= 100; ++step) {
            sum += power(step);
        }
        QMenu menu;
        stage.set.fillMenu(menu, chart, 0.0);
        QAction* statistics = menu.findChild<QAction*>("chartStatistics");
        QVERIFY(statistics != nullptr && !statistics->isChecked());
        statistics->trigger();
        // The table has them; the head keeps its title and no figure twice.
        const QString table = chart->legendText();
        for (const double value : {power(1), sum / 99.0, power(100)}) {
            QVERIFY2(table.simplified().contains(
                         quantityText(value, models::unit::kilowatt).simplified()),
                     qPrintable(table));
            QVERIFY(!chart->headText().simplified().contains(
                quantityText(value, models::unit::kilowatt).simplified()));
        }
        // A mark at 750 s: the step there is the 50th, now is the 100th, 750 s apart.
        const QPoint at(static_cast<int>(chart->plot()->xAxis->coordToPixel(745.0)),
                        chart->plot()->height() / 2);
        QTest::mouseClick(chart->plot(), Qt::LeftButton, Qt::ShiftModifier, at);
        const QString marked = chart->headText();
        const QString apart = numberText((power(100) - power(50)) / 1e6, 4);
        QVERIFY2(chart->legendText().simplified().contains(QString::fromUtf8("Δ +") + apart),
                 qPrintable(chart->legendText()));
        QVERIFY2(marked.simplified().contains(QString::fromUtf8("Δt 12 min")), qPrintable(marked));
        stage.set.copyValues();
        const QStringList lines = QApplication::clipboard()->text().split('\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 101);
        QCOMPARE(lines[0], QString("time_s\tclock\tfacility/it_power_kw"));
    }

    // A head of any parts is no wider than its chart: three curves have a table, a long event loses its end.
    void headsStayWithinTheirCharts() {
        Stage stage;
        stage.set.setCharts(
            {{{},
              {channelOf(FacilityQuantity::ItPower), channelOf(FacilityQuantity::FacilityPower),
               channelOf(FacilityQuantity::MechanicalPower)},
              6e6},
             {{}, {channelOf(FacilityQuantity::Pue)}},
             {{}, {channelOf(FacilityQuantity::ItPower)}, 6e6}});
        stage.play(100);
        ChartView* first = stage.set.charts().front();
        for (const int width : {1400, 760, 480}) {
            stage.set.resize(width, 320);
            stage.set.grab();
            QVERIFY(!first->legendText().isEmpty());
            QCOMPARE(first->legendText().count('\n'), 2);
            for (const ChartView* chart : stage.set.charts()) {
                auto* head = chart->findChild<QLabel*>();
                QFont bold = head->font();
                bold.setBold(true);
                // Bold throughout is wider than what is drawn; parts have two blanks before them.
                QVERIFY2(QFontMetrics(head->font()).horizontalAdvance(chart->headText()) <=
                             head->width() + 4,
                         qPrintable(chart->headText()));
            }
        }
    }

    // Two curves of a narrow chart keep their names: title above, names with values below.
    void narrowHeadsKeepNames() {
        Stage stage;
        stage.set.setCharts(
            {{{},
              {channelOf(FacilityQuantity::ItPower), channelOf(FacilityQuantity::FacilityPower)},
              6e6}});
        stage.play(100);
        stage.set.resize(1400, 320);
        stage.set.grab();
        ChartView* chart = stage.set.charts().front();
        const QString wide = chart->headText();
        QVERIFY(!wide.contains('\n'));
        stage.set.resize(250, 320);
        stage.set.grab();
        const QStringList lines = chart->headText().split('\n');
        QCOMPARE(lines.size(), 2);
        // Names come before their values. They may lose their ends.
        QVERIFY2(lines[1].contains("IT") && lines[1].contains("Met"), qPrintable(lines[1]));
        for (const QString& line : lines) {
            QVERIFY(QFontMetrics(chart->findChild<QLabel*>()->font()).horizontalAdvance(line) <=
                    chart->findChild<QLabel*>()->width() + 4);
        }
    }

    // Dropped on a chart of its unit it is one more line; of a second unit, a line with an axis at the right;
    // of a third, a chart of its own.
    void numbersCanBeDropped() {
        Stage stage;
        stage.set.setCharts({{{}, {channelOf(FacilityQuantity::ItPower)}}});
        stage.play(20);
        QVERIFY(NumberDrag::mimeOf("attribute/hall/hall-1/width_m") == nullptr);
        const auto drop = [&](const char* number) {
            const std::unique_ptr<QMimeData> data(NumberDrag::mimeOf(number));
            const QPoint at = stage.set.charts().front()->mapTo(&stage.set, QPoint(60, 60));
            QDragEnterEvent enter(at, Qt::CopyAction, data.get(), Qt::LeftButton, Qt::NoModifier);
            QApplication::sendEvent(&stage.set, &enter);
            QDropEvent event(at, Qt::CopyAction, data.get(), Qt::LeftButton, Qt::NoModifier);
            QApplication::sendEvent(&stage.set, &event);
        };
        drop("facility/facility_power_kw");
        QCOMPARE(stage.set.charts().size(), std::size_t{1});
        QCOMPARE(stage.set.charts().front()->spec().channels.size(), std::size_t{2});
        ChartView* chart = stage.set.charts().front();
        QVERIFY(!chart->hasTwoUnits() && !chart->plot()->yAxis2->visible());
        drop("facility/pue");
        QCOMPARE(stage.set.charts().size(), std::size_t{1});
        QCOMPARE(chart->axisOf(0), std::size_t{0});
        QCOMPARE(chart->axisOf(1), std::size_t{0});
        QCOMPARE(chart->axisOf(2), std::size_t{1});
        QVERIFY(chart->plot()->yAxis2->visible());
        QCOMPARE(chart->unit(0).symbol, QString("MW"));
        QCOMPARE(chart->plot()->yAxis2->label(), QString("PUE"));
        // PUE is about 1, power some megawatts: each fills its own axis, and is drawn by that.
        QVERIFY(chart->plot()->yAxis2->range().upper < 3.0);
        QVERIFY(chart->plot()->yAxis->range().upper > 5.0);
        QCOMPARE(chart->plot()->graph(chart->plot()->graphCount() - 1)->valueAxis(),
                 chart->plot()->yAxis2);
        // The wheel over the right axis zooms that alone.
        const QCPRange power = chart->plot()->yAxis->range(), pue = chart->plot()->yAxis2->range();
        const QPointF right(chart->plot()->axisRect()->right() + 8, 60);
        QWheelEvent wheel(right, chart->plot()->mapToGlobal(right), {}, {0, 120}, Qt::NoButton,
                          Qt::NoModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(chart->plot(), &wheel);
        QCOMPARE(chart->plot()->yAxis->range().upper, power.upper);
        QVERIFY(std::abs(chart->plot()->yAxis2->range().size() - 0.8 * pue.size()) < 1e-9);
        drop("facility/wet_bulb_c");
        QCOMPARE(stage.set.charts().size(), std::size_t{2});
        QVERIFY(!stage.set.addChannel("facility/no_such_key"));
    }

    void valuesAndPicturesAreWritten() {
        Stage stage;
        stage.play(50);
        const QTemporaryDir folder;
        const QString csv = folder.filePath("a.csv");
        const std::vector<std::string> channels{channelOf(FacilityQuantity::ItPower)};
        QVERIFY(writeChartValues(stage.set.data(), channels, 0.0, 1e9, csv).has_value());
        QFile file(csv);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QStringList lines = QString(file.readAll()).split('\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 51);
        QCOMPARE(lines[0], QString("time_s,clock,facility/it_power_kw"));
        // At 15 s: 12000 kW (0.5 + 0.4 sin 0.003) = 6014.4 kW.
        QVERIFY(lines[1].startsWith("15,2026-07-01 00:00:15,6014.4"));
        QCOMPARE(writeChartValues(stage.set.data(), channels, 0, 1, folder.filePath("a.txt"))
                     .error()
                     .code,
                 std::string("UI-025"));
        for (const char* name : {"a.png", "a.svg", "a.pdf"}) {
            QVERIFY(
                writeChartPicture(stage.set.charts(), "Title", folder.filePath(name)).has_value());
            QVERIFY(QFileInfo(folder.filePath(name)).size() > 2000);
        }
        QCOMPARE(QImage(folder.filePath("a.png")).isNull(), false);
    }
};

HEADROOM_TEST(TestChartSet)
}  // namespace tst_chart_set

#include "tst_chart_set.moc"
