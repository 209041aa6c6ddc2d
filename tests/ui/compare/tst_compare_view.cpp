// SPDX-License-Identifier: Apache-2.0
#include "engine/live/session.h"
#include "tests/engine/replay/recorded_run.h"
#include "tests/support/test_program.h"
#include "ui/compare/compare_charts.h"
#include "ui/compare/compare_floor.h"
#include "ui/compare/compare_scene.h"
#include "ui/compare/compare_set.h"
#include "ui/compare/compare_view.h"
#include "ui/kit/filtered_table.h"
#include "ui/workspace/command_set.h"
#include "ui/workspace/project_files.h"
#include "ui/workspace/run_control.h"
#include "ui/workspace/window_runs.h"
#include "ui/workspace/workspace.h"

#include <QCheckBox>
#include <QMouseEvent>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTableView>
#include <QTemporaryDir>
#include <QToolButton>
#include <QWheelEvent>
#include <QtTest>
#include <qcustomplot.h>

#include <optional>

namespace tst_compare_view {

using namespace headroom;
using namespace headroom::ui;

/// Runs side by side in the window: a tour, and the same with warmer water and lost coolant.
class TestCompareView : public QObject {
    Q_OBJECT

  private:
    QTemporaryDir folder_;

    QString file(const char* name) const { return folder_.filePath(name); }

    /// An hour, with its summary; `order` at 1800 s.
    void run(const engine::Project& project, const char* name,
             const std::optional<engine::PlantOrder>& order) const {
        auto s = tests::simulator(project);
        auto recorder = engine::Recorder::create(file(name).toStdString(),
                                                 engine::runInfo(*s, project, tests::catalogue()),
                                                 s->channels(), true);
        const std::atomic<bool> never{false};
        const auto give = [&](engine::Simulator*& simulator) {
            if (order && simulator->timeS() == 1800.0) {
                simulator->operate(*order);
            }
            return true;
        };
        const auto end = engine::run(*s, recorder->get(), 3600.0, {}, {}, never, nullptr, give);
        if (!end || !(*recorder)->finish(engine::summaryJson(s->summary(), 1.0))) {
            qFatal("the run could not be recorded");
        }
    }

    static bool hasOpenGl() {
        QString why;
        return VtkViewport::isAvailable(&why);
    }

    struct Stage {
        QWidget window;
        Workspace workspace{HEADROOM_SOURCE_DIR "/resources/catalog"};
        CommandSet commands{&window};
        CompareView view{&workspace, &commands, HEADROOM_SOURCE_DIR "/resources/catalog",
                         hasOpenGl()};
        QSignalSpy failed{&view, &CompareView::failed};

        Stage() {
            workspace.control().setPlayOnOpen(false);
            view.resize(1200, 700);
            view.show();
        }

        bool add(const QStringList& paths) {
            QSignalSpy changed(view.set(), &CompareSet::changed);
            view.set()->add(paths);
            return changed.wait(60'000);
        }

        QTableView* table(const char* name) { return view.findChild<FilteredTable*>(name)->view(); }

        QString cell(QTableView* table, const QString& figure, int column) {
            for (int r = 0; r < table->model()->rowCount(); ++r) {
                if (table->model()->index(r, 1).data().toString() == figure) {
                    return table->model()->index(r, column).data().toString();
                }
            }
            return {};
        }
    };

  private slots:

    void initTestCase() {
        engine::Project project = tests::scenario("tour-small-hall");
        run(project, "base.db", {});
        tests::set(project, "warm", "supply_setpoint_c", 36.0);
        engine::PlantOrder order;
        order.unit = "cdus";
        run(project, "warm.db", order);
    }

    void figuresInputsAndEvents() {
        Stage stage;
        QVERIFY(stage.add({file("base.db")}));
        QVERIFY(!stage.view.set()->comparison());  // one alone
        QVERIFY(stage.add({file("warm.db")}));
        QCOMPARE(stage.failed.count(), 0);
        const auto& c = *stage.view.set()->comparison();
        QCOMPARE(c.names, (std::vector<std::string>{"base", "warm"}));
        // The cells are those of the engine, which the command prints: figure, base, warm, difference.
        QTableView* figures = stage.table("compareFigures");
        QVERIFY(figures->model()->rowCount() > 10);
        QVERIFY(!stage.cell(figures, "PUE", 2).isEmpty());
        QVERIFY(stage.cell(figures, "PUE", 2) != stage.cell(figures, "PUE", 3));
        QVERIFY(stage.cell(figures, "PUE", 4).contains('%'));
        // Shares differ in percentage points: two percent signs in one cell would be two units. Temperatures have no ratio.
        const QString used = stage.cell(figures, "Utilisation", 4);
        QVERIFY2(!used.contains('%'), qPrintable(used));
        const QString chip = stage.cell(figures, "Hottest chip", 4);
        QVERIFY2(chip.contains('K') && !chip.contains('%'), qPrintable(chip));
        // Alike to the last digit that is shown: no difference of rounding, and nobody is the best.
        for (int r = 0; r < figures->model()->rowCount(); ++r) {
            const auto at = [&](int column) {
                return figures->model()->index(r, column).data().toString();
            };
            if (at(2) == at(3)) {
                QVERIFY2(at(4) == "=" || at(4) == QString(QChar(0x2248)), qPrintable(at(1)));
                QVERIFY(figures->model()->index(r, 2).data(Qt::DecorationRole).isNull());
                QVERIFY(figures->model()->index(r, 3).data(Qt::DecorationRole).isNull());
            }
        }
        // One attribute differs, in degrees.
        QTableView* inputs = stage.table("compareInputs");
        QCOMPARE(inputs->model()->rowCount(), 1);
        QCOMPARE(inputs->model()->index(0, 0).data().toString(), QString("Warm water"));
        QVERIFY(inputs->model()->index(0, 4).data().toString().contains("36"));
        QVERIFY(stage.table("compareEvents")->model()->rowCount() > 0);
        // The other one as baseline: its column says so, and the sign turns.
        const QString before = stage.cell(figures, "PUE", 4);
        QSignalSpy changed(stage.view.set(), &CompareSet::changed);
        QTest::mouseClick(stage.view.findChild<QToolButton*>("compareBase1"), Qt::LeftButton);
        QVERIFY(changed.wait(60'000));
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        figures = stage.table("compareFigures");
        QVERIFY(figures->model()->headerData(4, Qt::Horizontal).toString().contains("baseline"));
        const QString after = stage.cell(figures, "PUE", 3);
        QVERIFY2(before.front() != after.front(), qPrintable(before + " | " + after));
    }

    // The chart of a run has its samples, and the difference of the baseline is none.
    void chartsOverlayAndSubtract() {
        Stage stage;
        QVERIFY(stage.add({file("base.db"), file("warm.db")}));
        stage.view.findChild<QTabWidget*>("compareTabs")->setCurrentIndex(3);
        auto* charts = stage.view.findChild<CompareCharts*>("compareCharts");
        charts->setChannel("loop/warm/supply_c");
        // A line and the marks of failures for each run.
        QCOMPARE(charts->values()->graphCount(), 4);
        QVERIFY(charts->values()->graph(0)->dataCount() > 200);  // 240 steps of 15 s
        QCOMPARE(charts->differences()->graph(0)->dataCount(), 0);
        // Warmer by a kelvin at least at the end.
        const auto last = charts->differences()->graph(1)->data()->constEnd() - 1;
        QVERIFY2(last->value > 1.0, qPrintable(QString::number(last->value)));
        // Zero is in the middle of the differences.
        const QCPRange range = charts->differences()->yAxis->range();
        QVERIFY(std::abs(range.lower + range.upper) < 1e-9 * range.size());
        // A click goes to that instant, for floors as well.
        QSignalSpy moved(stage.view.set(), &CompareSet::timeChanged);
        QTest::mouseClick(charts->values(), Qt::LeftButton, {},
                          QPoint(qRound(charts->values()->xAxis->coordToPixel(1800.0)), 60));
        QCOMPARE(moved.count(), 1);
        QVERIFY(std::abs(stage.view.set()->timeS() - 1800.0) < 15.0);
        // Both charts zoom together.
        charts->values()->xAxis->setRange(600.0, 1200.0);
        QCOMPARE(charts->differences()->xAxis->range().lower, 600.0);
    }

    // At 3600 s, after the coolant was lost at 1800 s in the one: racks differ, by what its snapshots
    // say.
    void floorsDiffer() {
        Stage stage;
        QVERIFY(stage.add({file("base.db"), file("warm.db")}));
        stage.view.findChild<QTabWidget*>("compareTabs")->setCurrentIndex(4);
        auto* floor = stage.view.findChild<CompareFloor*>("compareFloor");
        QCOMPARE(floor->panels().size(), std::size_t{3});  // two runs and one difference
        const auto base = tests::opened(file("base.db").toStdString())->field("power_kw", 3600.0);
        const auto warm = tests::opened(file("warm.db").toStdString())->field("power_kw", 3600.0);
        QVERIFY(base && warm);
        const auto& difference = floor->difference(1);
        QCOMPARE(difference.values.size(), base->size());
        for (std::size_t r = 0; r < base->size(); ++r) {
            QCOMPARE(difference.values[r], (*warm)[r] - (*base)[r]);
        }
        QVERIFY(difference.most > 0.0F);
        // The rack under the pointer is the same on all floors, and its tip tells all values.
        QTest::qWait(50);  // painted once: fitted
        const QRectF box = floor->boxOf(floor->panels().front(), 0);
        QVERIFY(!box.isNull());
        QCOMPARE(floor->rackAt(box.center()), 0);
        QCOMPARE(floor->rackAt(floor->boxOf(floor->panels().back(), 0).center()), 0);
        QCOMPARE(floor->tipOf(0).size(), 3);
    }

    // One camera: a drag in one pane turns all, the wheel comes nearer in all, a double click shows all
    // halls again. A click selects the rack that the other floors have there too.
    void threeDimensionsGoTogether() {
        QString why;
        if (!VtkViewport::isAvailable(&why)) {
            QSKIP(qPrintable(why));
        }
        Stage stage;
        QSignalSpy opened(&stage.workspace, &Workspace::opened);
        stage.workspace.files().open(file("base.db").toStdString());
        QVERIFY(!opened.isEmpty() || opened.wait(60'000));
        QVERIFY(stage.add({file("base.db"), file("warm.db")}));
        stage.view.findChild<QTabWidget*>("compareTabs")->setCurrentIndex(4);
        QTest::mouseClick(stage.view.findChild<QToolButton*>("compare3d"), Qt::LeftButton);
        auto* scene = stage.view.findChild<CompareScene*>("compareScene");
        QVERIFY(scene->isVisible());
        QCOMPARE(scene->panes().size(), std::size_t{2});
        ComparePane *left = scene->panes()[0], *right = scene->panes()[1];
        QTest::qWait(100);
        const auto before = left->camera().numbers();
        QCOMPARE(right->camera().numbers(), before);
        const QPoint middle = left->rect().center();
        QTest::mousePress(left, Qt::LeftButton, {}, middle);
        QTest::mouseMove(left, middle + QPoint(40, 10));
        QMouseEvent drag(QEvent::MouseMove, QPointF(middle + QPoint(60, 10)),
                         left->mapToGlobal(middle), Qt::LeftButton, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(left, &drag);
        QTest::mouseRelease(left, Qt::LeftButton, {}, middle + QPoint(60, 10));
        QVERIFY(left->camera().numbers() != before);
        QCOMPARE(right->camera().numbers(), left->camera().numbers());
        const auto turned = left->camera().numbers();
        const QPointF at0(middle);
        QWheelEvent wheel(at0, left->mapToGlobal(at0), {}, {0, 240}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(left, &wheel);
        QVERIFY(left->camera().numbers() != turned);
        QCOMPARE(right->camera().numbers(), left->camera().numbers());
        const auto near = left->camera().numbers();
        QTest::mouseDClick(right, Qt::LeftButton, {}, QPoint(3, 3));
        QVERIFY(right->camera().numbers() != near);
        QCOMPARE(left->camera().numbers(), right->camera().numbers());
        // Somewhere in the middle stands a rack.
        QPoint at;
        int rack = -1;
        for (int y = 0; rack < 0 && y < right->height(); y += 6) {
            for (int x = 0; rack < 0 && x < right->width(); x += 6) {
                rack = right->rackAt(at = QPoint(x, y));
            }
        }
        QVERIFY(rack >= 0);
        QTest::mouseClick(right, Qt::LeftButton, {}, at);
        QCOMPARE(stage.workspace.selection().current().rack(), rack);
        auto* floor = stage.view.findChild<CompareFloor*>("compareFloor");
        QCOMPARE(floor->selectedRack(), rack);
        // Colours are those of the floors in two dimensions: values, then differences.
        QCOMPARE(floor->colours({1, false, {}}).size(), floor->difference(1).values.size());
        QTest::mouseClick(stage.view.findChild<QCheckBox*>("compare3dDifferences"), Qt::LeftButton,
                          {}, QPoint(8, 8));
        QVERIFY(floor->colours({1, false, {}}) != floor->colours({1, true, {}}));
        QCOMPARE(scene->panes().size(), std::size_t{2});
        // The meaning of the colours is below, as on the floors: the yellow end of the scale of values.
        auto* scales = stage.view.findChild<QWidget*>("compareScales");
        QVERIFY(scales != nullptr && scales->isVisible());
        const QImage drawn = scales->grab().toImage();
        int yellow = 0;
        for (int x = 0; x < drawn.width(); ++x) {
            const QColor c = drawn.pixelColor(x, 13);
            yellow += c.red() > 200 && c.green() > 200 && c.blue() < 80 ? 1 : 0;
        }
        QVERIFY(yellow > 3);
    }

    void whatIsOpenGoesAlong() {
        Stage stage;
        QSignalSpy opened(&stage.workspace, &Workspace::opened);
        stage.workspace.files().open(file("base.db").toStdString());
        QVERIFY(!opened.isEmpty() || opened.wait(60'000));
        QVERIFY(QTest::qWaitFor([&] { return !stage.workspace.status().moving; }, 60'000));
        QSignalSpy changed(stage.view.set(), &CompareSet::changed);
        stage.commands.action("compare.addOpen")->trigger();
        QVERIFY(changed.wait(60'000));
        QVERIFY(stage.add({file("warm.db")}));
        stage.workspace.runs().seek(1200.0);
        QVERIFY(QTest::qWaitFor([&] { return stage.view.set()->timeS() == 1200.0; }, 60'000));
        stage.view.set()->setTime(2400.0);  // and back
        QVERIFY(QTest::qWaitFor([&] { return stage.workspace.frame()->timeS == 2400.0; }, 60'000));
    }

    // Designs bear the names of their projects. Who is left keeps its colour after another went by the cross behind its name.
    void namesAndColoursStay() {
        Stage stage;
        const std::string folder = HEADROOM_SOURCE_DIR "/scenarios/cooling-trade-off/";
        QVERIFY(stage.add({QString::fromStdString(folder + "project.json"),
                           QString::fromStdString(folder + "immersion.json"),
                           QString::fromStdString(folder + "air.json")}));
        const auto& all = stage.view.set()->all();
        QCOMPARE(all[0].candidate.name, std::string("Cooling trade-off: cold plates"));
        QVERIFY(all[1].candidate.name != all[2].candidate.name);
        const QColor first = all[0].colour, last = all[2].colour, middle = all[1].colour;
        QSignalSpy changed(stage.view.set(), &CompareSet::changed);
        QTest::mouseClick(stage.view.findChild<QToolButton*>("compareRemove1"), Qt::LeftButton);
        QVERIFY(changed.wait(60'000));
        QCOMPARE(static_cast<int>(all.size()), 2);
        QCOMPARE(all[0].colour, first);
        QCOMPARE(all[1].colour, last);
        // The next one takes the colour that became free.
        QVERIFY(stage.add({file("base.db")}));
        QCOMPARE(all[2].colour, middle);
    }

    void whatCannotBeComparedIsTold() {
        Stage stage;
        stage.view.set()->add({file("nothing.db")});
        QVERIFY(QTest::qWaitFor([&] { return stage.failed.count() == 1; }, 60'000));
        QVERIFY(stage.add({file("base.db"), file("warm.db"), file("base.db"), file("warm.db")}));
        QCOMPARE(stage.view.set()->comparison()->names.size(), std::size_t{4});
        stage.view.set()->add({file("base.db")});
        QCOMPARE(stage.failed.count(), 2);  // five
        // A design next to a run: what they share.
        for (int i = 3; i > 0; --i) {
            QSignalSpy changed(stage.view.set(), &CompareSet::changed);
            stage.view.set()->remove(static_cast<std::size_t>(i));
            QVERIFY(changed.wait(60'000));
        }
        QVERIFY(stage.add({HEADROOM_SOURCE_DIR "/scenarios/tour-small-hall"}));
        QVERIFY(stage.view.set()->comparison().has_value());
    }

    // The run that this window simulates is compared up to its newest step, although it is in no file; added again after more
    // steps it takes its former place.
    void theRunsOfTheWindow() {
        Stage stage;
        stage.workspace.runs().keepIn(file("runs").toStdString());
        QSignalSpy opened(&stage.workspace, &Workspace::opened);
        stage.workspace.files().open(HEADROOM_SOURCE_DIR "/scenarios/tour-small-hall");
        QVERIFY(opened.wait(60'000));
        QVERIFY(stage.add({file("base.db")}));
        const auto addsAfterAStep = [&](double timeS) {
            stage.workspace.control().step();
            if (!QTest::qWaitFor(
                    [&] { return stage.workspace.runs().own()->frame()->timeS == timeS; },
                    20'000)) {
                return false;
            }
            QSignalSpy changed(stage.view.set(), &CompareSet::changed);
            stage.commands.action("compare.addOpen")->trigger();
            return changed.wait(60'000);
        };
        QVERIFY(addsAfterAStep(15.0));
        QVERIFY(addsAfterAStep(30.0));
        QCOMPARE(stage.failed.count(), 0);
        const auto& all = stage.view.set()->all();
        QCOMPARE(static_cast<int>(all.size()), 2);
        QCOMPARE(QString::fromStdString(all[1].candidate.name), stage.workspace.title());
        QCOMPARE(all[1].frames->lastS(), 30.0);
        QVERIFY(!stage.cell(stage.table("compareFigures"), "PUE", 3).isEmpty());
    }

    // Designs have no charts until they are run: six minutes are 24 steps of 15 s.
    void designsAreRun() {
        Stage stage;
        QVERIFY(stage.add({HEADROOM_SOURCE_DIR "/scenarios/tour-small-hall", file("base.db")}));
        QVERIFY(stage.view.set()->all()[0].candidate.recording == nullptr);
        QSignalSpy changed(stage.view.set(), &CompareSet::changed);
        stage.view.set()->runDesigns(0.1);
        QVERIFY(changed.wait(60'000));
        QCOMPARE(stage.failed.count(), 0);
        const auto& all = stage.view.set()->all();
        QVERIFY(all[0].candidate.recording != nullptr);
        QCOMPARE(all[0].frames->lastS(), 360.0);
        QCOMPARE(all[0].candidate.name, std::string{"Tour: small hall"});
        stage.view.set()->clear();
        QVERIFY(stage.view.set()->all().empty());
    }
};

HEADROOM_TEST(TestCompareView)
}  // namespace tst_compare_view

#include "tst_compare_view.moc"
