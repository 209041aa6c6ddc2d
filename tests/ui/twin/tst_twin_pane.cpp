// SPDX-License-Identifier: Apache-2.0
#include "engine/api/attached_run.h"
#include "tests/ui/twin/served_twin.h"
#include "tests/ui/twin/twin_stage.h"
#include "ui/kit/colour_map.h"
#include "ui/kit/filtered_table.h"
#include "ui/kit/number_box.h"
#include "ui/plan/plan_view.h"
#include "ui/twin/ahead_chart.h"
#include "ui/twin/ahead_model.h"
#include "ui/twin/ahead_page.h"
#include "ui/twin/finding_model.h"
#include "ui/twin/sensor_chart.h"
#include "ui/twin/sensor_model.h"
#include "ui/twin/sensor_words.h"
#include "ui/twin/source_model.h"
#include "ui/twin/twin_pane.h"
#include "ui/workspace/alarm_desk.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/project_files.h"
#include "ui/workspace/run_control.h"
#include "ui/workspace/served_run.h"
#include "ui/workspace/window_runs.h"

#include <QComboBox>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QLabel>
#include <QMimeData>
#include <QProgressBar>
#include <QPushButton>
#include <QStandardPaths>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>
#include <qcustomplot.h>

namespace tst_twin_pane {

using namespace headroom;
using namespace headroom::ui;
using engine::SensorState;

namespace {

const SensorRow& rowOf(const SensorModel& model, const std::string& id) {
    for (const SensorRow& row : model.rows()) {
        if (row.spec().id == id) {
            return row;
        }
    }
    qFatal("no such sensor");
}

QString cell(const SensorModel& model, const std::string& id, int column) {
    for (int row = 0; row < model.rowCount(); ++row) {
        if (model.row(row).spec().id == id) {
            return model.index(row, column).data().toString();
        }
    }
    return {};
}

/// The chart of the supply draws each reading that the report compares, in degrees Celsius; why not, otherwise.
QString faultOfMeasured(const TwinStage& stage) {
    TwinDesk& desk = stage.desk();
    desk.choose(desk.sensorById("supply"));
    const int k = desk.answer()->reader->residualOf(desk.sensor());
    if (k < 0) {
        return "the supply is not compared";
    }
    const engine::ResidualSeries& series =
        desk.answer()->report->series[static_cast<std::size_t>(k)];
    const auto drawn = stage.find<TwinPane>("twinPane")->chart()->values()->graph(3)->data();
    if (series.timeS.empty() || drawn->size() < static_cast<int>(series.timeS.size())) {
        return QString("%1 points of %2 readings").arg(drawn->size()).arg(series.timeS.size());
    }
    for (std::size_t i = 0; i < series.timeS.size(); ++i) {
        const auto point = drawn->findBegin(desk.runTimeS(series.timeS[i]), false);
        if (point == drawn->constEnd() || std::abs(point->value - series.measured[i]) > 1e-6) {
            return QString("reading %1 is not drawn").arg(i);
        }
    }
    return {};
}

}  // namespace

/// Telemetry opened in the window, by mouse and keyboard.
class TestTwinPane : public QObject {
    Q_OBJECT

  private slots:

    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

    // From the menu to the table. The run of the window is at midnight, where the telemetry begins: so the sensors are
    // those of the first reading, and the supply is learning. One finding tells of the wet bulb's gap of twelve minutes
    // (the map allows ten).
    void fromTheMenuToTheTable() {
        TwinStage stage;
        QVERIFY(!stage.window.commands()->action("twin.open")->isEnabled());
        QVERIFY(stage.open());
        QVERIFY(stage.follow());
        QVERIFY2(stage.desk().errors().empty(), engine::text(stage.desk().errors()).c_str());
        auto* pane = stage.find<TwinPane>("twinPane");
        QVERIFY(pane->isVisible());
        const auto* model = &pane->sensorModel();
        QCOMPARE(model->rowCount(), 3);
        QVERIFY(stage.desk().isOfTimeline());
        QVERIFY(rowOf(*model, "supply").now.state == SensorState::Learning);
        QVERIFY(rowOf(*model, "wet").now.state == SensorState::Drives);
        QVERIFY(rowOf(*model, "heat").now.state == SensorState::NotCompared);
        QVERIFY2(cell(*model, "supply", SensorModel::Measured).startsWith("21.5"),
                 qPrintable(cell(*model, "supply", SensorModel::Measured)));
        QVERIFY(cell(*model, "supply", SensorModel::Measured).endsWith("°C"));
        QCOMPARE(cell(*model, "heat", SensorModel::ReadsIn), QStringLiteral("W"));
        QCOMPARE(cell(*model, "wet", SensorModel::Place), QStringLiteral("Facility"));
        QVERIFY(cell(*model, "supply", SensorModel::Drives).contains("compared"));
        const auto* findings = &pane->findingModel();
        bool gap = false;
        for (const FindingRow& row : findings->rows()) {
            gap = gap ||
                  (row.finding.fault == engine::TelemetryFault::Gap && row.finding.sensor == "wet");
        }
        QVERIFY(gap);
        QVERIFY(pane->tabs()->tabText(2).contains(QString::number(findings->rowCount())));
        QVERIFY2(stage.find<QLabel>("twinState")->text().startsWith("Two hours"),
                 qPrintable(stage.find<QLabel>("twinState")->text()));
    }

    // The timeline leads: played to 1:30, the supply reads 26.5 °C where some 21 °C are modelled: 5 K with an uncertainty of
    // 0.3 K and a swing of less alarm ten minutes after 1:10 plus what smoothing takes. At the end of the run's span the
    // newest instant is shown again.
    void followsTheTimeline() {
        TwinStage stage;
        QVERIFY(stage.open());
        QVERIFY(stage.follow());
        const auto* model = &stage.find<TwinPane>("twinPane")->sensorModel();
        stage.workspace.control().setSpeed(0.0);
        stage.workspace.control().play();
        QTRY_VERIFY_WITH_TIMEOUT(
            stage.workspace.frame() && stage.workspace.frame()->timeS >= 5400.0, 120000);
        stage.workspace.control().pause();
        QTRY_VERIFY(!stage.workspace.status().moving);
        QTest::qWait(200);
        if (stage.workspace.frame()->timeS <= 7200.0) {
            QVERIFY(stage.desk().isOfTimeline());
        }
        const SensorRow& supply = rowOf(*model, "supply");
        QVERIFY2(supply.now.state == SensorState::Alarm,
                 qPrintable(cell(*model, "supply", SensorModel::State)));
        QVERIFY(supply.now.residual() > 4.0 && supply.now.residual() < 6.5);
        QVERIFY(cell(*model, "supply", SensorModel::State).startsWith("alarm since"));
    }

    // A click on a row draws that sensor and selects what it is at; selecting that object elsewhere chooses the sensor
    // again. The wheel zooms, a double click shows all of it.
    void chartOfTheChosenOne() {
        TwinStage stage;
        QVERIFY(stage.open());
        QVERIFY(stage.follow());
        auto* pane = stage.find<TwinPane>("twinPane");
        QTableView* view = pane->sensors()->view();
        int shown = -1;
        for (int row = 0; row < view->model()->rowCount(); ++row) {
            shown = view->model()->index(row, SensorModel::Sensor).data() == "supply" ? row : shown;
        }
        QVERIFY(shown >= 0);
        QTest::mouseClick(
            view->viewport(), Qt::LeftButton, {},
            view->visualRect(view->model()->index(shown, SensorModel::Sensor)).center());
        QCOMPARE(stage.desk().sensor(), 2);
        QCOMPARE(stage.workspace.selection().current().objectId, std::string("htw"));
        SensorChart* chart = pane->chart();
        QVERIFY2(chart->title().contains("supply"), qPrintable(chart->title()));
        QCustomPlot* plot = chart->values();
        QVERIFY(plot->isVisible() && chart->residuals()->isVisible());
        // Graphs: band low and high, modelled, measured; a reading a minute.
        QCOMPARE(plot->graph(3)->data()->size(), 121);
        QCOMPARE(plot->graph(3)->data()->at(0)->value, 21.5);
        QCOMPARE(faultOfMeasured(stage), QString());
        const double length = plot->xAxis->range().size();
        QVERIFY(std::abs(length - 7200.0) < 60.0);
        QWheelEvent wheel(QPointF(plot->width() / 2.0, plot->height() / 2.0),
                          plot->mapToGlobal(QPoint(10, 10)), {}, {0, 120}, Qt::NoButton,
                          Qt::NoModifier, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(plot, &wheel);
        QVERIFY(plot->xAxis->range().size() < 0.9 * length);
        QCOMPARE(chart->residuals()->xAxis->range().size(), plot->xAxis->range().size());
        QTest::mouseDClick(plot, Qt::LeftButton, {}, plot->rect().center());
        QCOMPARE(plot->xAxis->range().size(), length);
        stage.workspace.selection().select({});
        stage.desk().choose(0);
        stage.workspace.selection().select({Selected::Kind::Object, -1, "htw", -1});
        QCOMPARE(stage.desk().sensor(), 2);
    }

    // What cannot be followed is said with its code, and what was shown stays; the last names are there again.
    void faultsAreSaid() {
        TwinStage stage;
        QVERIFY(stage.open());
        QVERIFY(stage.follow());
        QVERIFY(stage.writeBytes(stage.path("none.csv"), "time,q\n0,15e6\n"));
        QVERIFY(stage.follow(stage.path("none.csv"), stage.path("map.json")));
        QVERIFY(!stage.desk().errors().empty());
        QCOMPARE(stage.desk().errors().front().code, std::string("TEL-020"));
        QVERIFY(stage.find<QLabel>("twinState")->text().contains("TEL-020"));
        QVERIFY(stage.desk().answer() != nullptr);
        QVERIFY(stage.find<QPushButton>("twinAgain")->isVisible());
        const TwinWish last = stage.desk().lastWish();
        QCOMPARE(QString::fromStdString(last.telemetry), stage.path("none.csv"));
        stage.window.commands()->action("twin.open")->trigger();
        auto* dialog = stage.window.findChild<TelemetryDialog*>();
        QCOMPARE(dialog->findChild<QLineEdit*>("telemetryFile")->text(), stage.path("none.csv"));
        dialog->findChild<QLineEdit*>("telemetryFile")->setText("/nowhere.csv");
        QVERIFY(!dialog->findChild<QPushButton*>("telemetryOk")->isEnabled());
        QTest::keyClick(dialog, Qt::Key_Escape);
    }

    // A day on which the window's run is not is shown at its last instant: there the supply alarms, in the one list of alarms
    // as a warning at its object. Who has seen it is kept with the readings: followed again, it is known.
    void alarmsAreKept() {
        TwinStage stage;
        QVERIFY(stage.open());
        QFile map(stage.path("map.json"));
        QVERIFY(map.open(QIODevice::ReadOnly));
        QVERIFY(stage.writeBytes(stage.path("later.json"),
                                 map.readAll().replace("2024-04-07", "2024-04-09")));
        QVERIFY(
            stage.follow(stage.path("day.csv"), stage.path("later.json"), stage.path("kept.db")));
        QVERIFY2(stage.desk().errors().empty(), engine::text(stage.desk().errors()).c_str());
        QVERIFY(!stage.desk().isOfTimeline());
        AlarmDesk& alarms = stage.workspace.alarms();
        QCOMPARE(alarms.active(engine::AlarmSeverity::Warning), 1);
        const engine::AlarmRow row = alarms.list().active.front();
        QVERIFY(row.kind == engine::AlarmKind::SensorOff);
        QCOMPARE(row.object, std::string("htw"));
        QVERIFY(!alarms.isAcknowledged(row.number));
        alarms.select(row);
        QCOMPARE(stage.desk().sensor(), 2);
        stage.window.commands()->action("alarm.acknowledgeAll")->trigger();
        QVERIFY(alarms.isAcknowledged(row.number));
        QCOMPARE(alarms.fresh(engine::AlarmSeverity::Warning), 0);
        QSignalSpy finished(&stage.desk(), &TwinDesk::finished);
        stage.desk().open(TwinWish(stage.desk().wish()));
        QVERIFY(finished.wait(180000));
        QCOMPARE(alarms.active(engine::AlarmSeverity::Warning), 1);
        QVERIFY(alarms.isAcknowledged(alarms.list().active.front().number));
        stage.window.commands()->action("twin.close")->trigger();
        QCOMPARE(alarms.active(engine::AlarmSeverity::Warning), 0);
    }

    // The heat of all CDUs has its mark at the first of them: a click there chooses it. View, Sensors takes the marks
    // away, and a click there meets the machine.
    void marksOnThePlan() {
        TwinStage stage;
        QVERIFY(stage.open());
        QVERIFY(stage.follow());
        stage.window.commands()->action("window.plan")->trigger();
        auto* plan = stage.window.findChild<PlanView*>();
        QTRY_VERIFY(plan->isVisible());
        plan->repaint();
        const engine::SensorPlace& place = stage.desk().places()[0];
        QVERIFY(place.stands);
        const QPoint at = plan->toWindow(place.at.x, place.at.y + place.at.depth).toPoint();
        QVERIFY(plan->rect().contains(at));
        QCOMPARE(plan->sensors().sensorAt(at), 0);
        QTest::mouseClick(plan, Qt::LeftButton, {}, at);
        QCOMPARE(stage.desk().sensor(), 0);
        QVERIFY(stage.find<TwinPane>("twinPane")->isVisible());
        QVERIFY(plan->sensors().tip(0).join(' ').contains("Sensor heat"));
        stage.desk().choose(-1);
        stage.window.commands()->action("view.sensors")->trigger();
        plan->repaint();
        QCOMPARE(plan->sensors().sensorAt(at), -1);
        QTest::mouseClick(plan, Qt::LeftButton, {}, at);
        QVERIFY(!stage.desk().areMarked());
    }

    // Diverging: below and above lie on both sides of what was learned, as far as four spreads, and what is not judged has no
    // colour. Blue has more blue than red.
    void colours() {
        engine::SensorInstant now;
        now.spread = 0.5;
        now.modelled = 20.0;
        now.bias = 1.0;
        now.state = SensorState::AsExpected;
        now.measured = 21.0;
        now.beyond = 0.0;
        const QColor middle = residualColour(now);
        QCOMPARE(middle.rgb(), mapColour(ColourMap::CoolWarm, 0.5));
        now.measured = 23.0;
        now.beyond = 2.0;  // (3 - 1) / 0.5 = 4 spreads
        QCOMPARE(residualColour(now).rgb(), mapColour(ColourMap::CoolWarm, 1.0));
        now.measured = 19.0;
        now.beyond = -2.0;
        QCOMPARE(residualColour(now).rgb(), mapColour(ColourMap::CoolWarm, 0.0));
        QVERIFY(residualColour(now).blue() > residualColour(now).red());
        now.state = SensorState::Drives;
        QVERIFY(!residualColour(now).isValid());
    }

    // An hour ahead with a pump that fails: both branches, each with its interval around its middle, the one that differs most
    // first, next to what the twin followed. What is no order is said, and nothing is run.
    void looksAhead() {
        TwinStage stage;
        QVERIFY(stage.open());
        auto* pane = stage.find<TwinPane>("twinPane");
        AheadPage* page = pane->ahead();
        QVERIFY(!stage.find<QPushButton>("aheadRun")->isEnabled());  // nothing is followed
        QVERIFY(stage.follow());
        pane->tabs()->setCurrentWidget(page);
        stage.find<NumberBox>("aheadHours")->setValue(3600.0);
        stage.find<NumberBox>("aheadMembers")->setValue(6.0);
        page->what()->setEditText("break everything");
        QVERIFY(!stage.find<QPushButton>("aheadRun")->isEnabled());
        int pump = -1;
        for (int i = 0; i < page->what()->count(); ++i) {
            pump =
                page->what()->itemData(i).toString().contains("htw pumps") && pump < 0 ? i : pump;
        }
        QVERIFY(pump > 0);
        page->what()->setCurrentIndex(pump);
        QSignalSpy finished(page, &AheadPage::finished);
        QTest::mouseClick(stage.find<QPushButton>("aheadRun"), Qt::LeftButton);
        QVERIFY(page->isBusy());
        QVERIFY(finished.wait(180000));
        QVERIFY(page->answer() != nullptr);
        QCOMPARE(page->answer()->branches.size(), std::size_t{2});
        QCOMPARE(page->answer()->leadS.back(), 3600.0);
        for (const engine::AheadBranch& branch : page->answer()->branches) {
            QVERIFY(!branch.curves.empty());
            for (const engine::AheadCurve& curve : branch.curves) {
                for (std::size_t i = 0; i < curve.middle.size(); ++i) {
                    QVERIFY(!(curve.low[i] > curve.middle[i]) &&
                            !(curve.middle[i] > curve.high[i]));
                }
            }
        }
        QCOMPARE(page->table()->view()->model()->rowCount(),
                 static_cast<int>(page->answer()->branches[0].curves.size()));
        QVERIFY(page->chart()->title().contains("what if"));
        bool found = false;
        const QCPRange shown = page->chart()
                                   ->plot()
                                   ->graph(page->chart()->plot()->graphCount() - 2)
                                   ->getKeyRange(found);
        QVERIFY(found);
        QCOMPARE(shown.upper, stage.desk().runTimeS(page->answer()->fromS) + 3600.0);
        // The same without an order is one branch, and its columns are gone.
        page->what()->setEditText({});
        page->run();
        QVERIFY(finished.wait(180000));
        QCOMPARE(page->answer()->branches.size(), std::size_t{1});
        QVERIFY(page->table()->view()->isColumnHidden(AheadModel::Difference));
        // What nothing in the plant takes is said by the engine.
        page->what()->setEditText("fail nobody");
        page->run();
        QVERIFY(finished.wait(180000));
        QVERIFY(page->answer() == nullptr);
        QVERIFY(stage.find<QLabel>("aheadState")->text().contains("nobody"));
    }

    // A row dropped on the plan puts its sensor there: on the picture, in the map, which keeps what else is in it, and in
    // undo. Its menu ends it.
    void putOnThePlan() {
        TwinStage stage;
        QVERIFY(stage.open());
        QVERIFY(stage.follow());
        stage.window.commands()->action("window.plan")->trigger();
        auto* plan = stage.window.findChild<PlanView*>();
        auto* pane = stage.find<TwinPane>("twinPane");
        const int supply = stage.desk().sensorById("supply");
        QVERIFY(supply >= 0 && !stage.desk().places()[static_cast<std::size_t>(supply)].isPut);
        int row = 0;
        while (pane->sensorModel().row(row).sensor != supply) {
            ++row;
        }
        const std::unique_ptr<QMimeData> mime(
            pane->sensorModel().mimeData({pane->sensorModel().index(row, 0)}));
        const QPointF at(plan->width() / 2.0, plan->height() / 2.0);
        const QPointF site = plan->toSite(at);
        QDragEnterEvent enter(at.toPoint(), Qt::CopyAction, mime.get(), Qt::LeftButton,
                              Qt::NoModifier);
        QCoreApplication::sendEvent(plan, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop(at, Qt::CopyAction, mime.get(), Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(plan, &drop);
        const auto place = [&] { return stage.desk().places()[static_cast<std::size_t>(supply)]; };
        QVERIFY(place().isPut);
        QCOMPARE(place().at.x, site.x());
        QCOMPARE(place().at.y, site.y());
        QCOMPARE(stage.desk().sensor(), supply);
        const auto text = [&] {
            QFile file(stage.path("map.json"));
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        QVERIFY(text().contains("\"places\""));
        QAction* undo = stage.window.commands()->action("edit.undo");
        QVERIFY(undo->isEnabled());
        undo->trigger();
        QVERIFY(!place().isPut);
        QVERIFY(!text().contains("\"places\""));
        stage.window.commands()->action("edit.redo")->trigger();
        QVERIFY(place().isPut);
        stage.desk().placing().put(supply, std::nullopt);
        QVERIFY(!place().isPut);
    }

    // The same two hours as if they came now, 1800 times as fast: four seconds. The twin begins with the first readings, all views
    // show it in place of the window's run, which waits; the source says that it is through, and how many readings it brought
    // (121 heats and supplies, 110 wet bulbs). Orders do not reach it. Stop, and the window has its own run again; what was
    // followed stays.
    void goesOn() {
        TwinStage stage;
        QVERIFY(stage.open());
        const auto own = stage.workspace.runs().own();
        QVERIFY(stage.follow(stage.path("day.csv"), stage.path("map.json"), {}, "1800"));
        QVERIFY2(stage.desk().errors().empty(), engine::text(stage.desk().errors()).c_str());
        QVERIFY(stage.desk().isLive());
        QTRY_VERIFY_WITH_TIMEOUT(stage.workspace.runs().isWatching(), 60000);
        QVERIFY(stage.workspace.runs().watchedName().contains("Two hours"));
        QVERIFY(stage.workspace.runs().own() == own);
        QVERIFY(!stage.workspace.editor().lock().isEmpty());
        QVERIFY(stage.workspace.control().refusesOrders());
        QTRY_VERIFY_WITH_TIMEOUT(stage.desk().living()->phase == engine::TwinPhase::Ended, 120000);
        QTRY_VERIFY_WITH_TIMEOUT(stage.desk().answer() != nullptr, 20000);
        const auto sources = stage.desk().sources();
        QCOMPARE(sources.size(), std::size_t{1});
        QVERIFY(sources[0].state == engine::FeedState::Ended);
        QCOMPARE(sources[0].taken, std::int64_t{121 + 121 + 110});
        auto* pane = stage.find<TwinPane>("twinPane");
        QTRY_COMPARE(pane->sourceModel().rowCount(), 1);
        QTRY_VERIFY_WITH_TIMEOUT(stage.desk().isOfTimeline(), 20000);
        const auto* model = &pane->sensorModel();
        QVERIFY(std::isfinite(rowOf(*model, "supply").now.residual()));
        QCOMPARE(faultOfMeasured(stage), QString());
        QVERIFY(stage.workspace.frame()->timeS > 0.0);
        QVERIFY(stage.find<QToolButton>("twinInViews")->isChecked());
        QTest::mouseClick(stage.find<QPushButton>("twinCancel"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!stage.desk().isLive() && !stage.desk().isEnding(), 60000);
        QVERIFY(!stage.workspace.runs().isWatching());
        QVERIFY(stage.workspace.runs().own() == own);
        QVERIFY(stage.desk().answer() != nullptr);
    }

    // A twin that another process streams: the window draws the measured curve from what the server reports, as it does
    // for recorded readings (chartOfTheChosenOne) and for a twin of its own (goesOn).
    void onAServer() {
        TwinStage stage;
        ServedTwin served(stage.path("map.json"));
        std::string lines;
        for (int minute = 0; minute <= 60; ++minute) {
            lines += "{\"time\": " + std::to_string(60 * minute) +
                     ", \"q\": 15e6, \"w\": 10, \"s\": 21.5}\n";
        }
        const engine::HttpResponse stored = served.push(lines);
        QVERIFY2(stored.status == 200, stored.body.c_str());
        engine::AttachWish wish;
        wish.place.host = "127.0.0.1";
        wish.place.port = served.server->address().port;
        wish.shipped = TwinStage::kRoot / "resources/catalog";
        QSignalSpy opened(&stage.workspace, &Workspace::opened);
        stage.workspace.servedRun().attachTo(wish);
        QVERIFY(opened.wait(60000));
        QTRY_VERIFY_WITH_TIMEOUT(
            stage.desk().there() != nullptr && stage.desk().answer() != nullptr &&
                !stage.desk().answer()->report->series.empty() &&
                stage.desk().answer()->report->series.front().timeS.size() > 10,
            120000);
        QCOMPARE(faultOfMeasured(stage), QString());
    }

    // Cancel ends the work within a step and shows what was followed, or nothing where nothing was. Another
    // project forgets the twin; the same from its beginning does not.
    void cancelAndClose() {
        TwinStage stage;
        QVERIFY(stage.open());
        QVERIFY(stage.follow());
        QSignalSpy opened(&stage.workspace, &Workspace::opened);
        stage.workspace.files().restart();
        QVERIFY(opened.wait(60000));
        QVERIFY(stage.desk().answer() != nullptr);
        QSignalSpy finished(&stage.desk(), &TwinDesk::finished);
        stage.desk().open(TwinWish(stage.desk().wish()));
        QVERIFY(stage.find<QProgressBar>("twinProgress")->isVisible());
        QTest::mouseClick(stage.find<QPushButton>("twinCancel"), Qt::LeftButton);
        QVERIFY(finished.wait(60000));
        QVERIFY(!stage.desk().isBusy());
        stage.window.commands()->action("twin.close")->trigger();
        QVERIFY(stage.desk().answer() == nullptr);
        QCOMPARE(stage.find<TwinPane>("twinPane")->sensorModel().rowCount(), 0);
        QVERIFY(!stage.window.commands()->action("twin.close")->isEnabled());
    }
};

HEADROOM_TEST(TestTwinPane)
}  // namespace tst_twin_pane

#include "tst_twin_pane.moc"
