// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "tests/ui/support/fake_source.h"
#include "ui/chart/chart_set.h"
#include "ui/chart/chart_view.h"
#include "ui/kit/theme.h"
#include "ui/plan/plan_view.h"
#include "ui/scene/scene_view.h"
#include "ui/shell/main_window.h"
#include "ui/workspace/project_files.h"
#include "ui/workspace/run_control.h"
#include "ui/workspace/workspace.h"

#include <QApplication>
#include <QDockWidget>
#include <QSettings>
#include <QTemporaryDir>
#include <QTimer>
#include <QTreeView>
#include <QWindow>
#include <QtTest>

namespace tst_number_drag {

using namespace headroom;
using namespace headroom::ui;

/// Numbers are taken by the mouse out of the tree, the plan and 3-D, carried over the window and let continue a chart:
/// events of the window system, through the loop of a real drag. 3-D needs a display with OpenGL.
class TestNumberDrag : public QObject {
    Q_OBJECT

    QTemporaryDir settings_;

    struct Stage {
        Workspace workspace{std::string(HEADROOM_SOURCE_DIR) + "/resources/catalog"};
        MainWindow window;
        FakeSource* source = nullptr;

        explicit Stage(bool openGl) : window(&workspace, options(openGl)) {
            workspace.control().setPlayOnOpen(false);
            QVERIFY(workspace.files().shipped());
            window.resize(1500, 900);
            window.show();
            auto made = std::make_unique<FakeSource>();
            source = made.get();
            workspace.show(fakeProject(), std::move(made));
            source->advance(60.0);
            QVERIFY(QTest::qWaitForWindowExposed(&window));
            QTest::qWait(300);  // the docks find their places
            charts()->setCharts({{{}, {"facility/it_power_kw"}}});
            for (auto* dock : window.findChildren<QDockWidget*>()) {
                if (dock->objectName() == "chartDock") {
                    dock->show();
                    dock->raise();
                }
            }
            QTest::qWait(100);
        }

        static MainWindow::Options options(bool openGl) {
            MainWindow::Options o;
            o.noOpenGl = openGl ? "" : "none here";
            o.help = QString(HEADROOM_SOURCE_DIR) + "/resources/help";
            o.keepsLayout = false;
            return o;
        }

        ChartSet* charts() { return window.findChild<ChartSet*>("chartSet"); }

        /// From a place of a widget to the first chart, by the left button.
        void drag(QWidget* from, QPoint at, Qt::KeyboardModifiers keys = {}) {
            QWindow* system = window.windowHandle();
            const auto inWindow = [&](QWidget* of, QPoint place) {
                return of->mapTo(&window, place);
            };
            const QPoint start = inWindow(from, at);
            ChartView* chart = charts()->charts().front();
            const QPoint to = inWindow(chart, chart->rect().center());
            // The drag runs a loop of its own: what follows comes out of timers.
            QTimer::singleShot(150, &window, [=] { QTest::mouseMove(system, (start + to) / 2); });
            QTimer::singleShot(300, &window, [=] { QTest::mouseMove(system, to); });
            QTimer::singleShot(400, &window, [=] { QTest::mouseMove(system, to + QPoint(3, 2)); });
            QTimer::singleShot(600, &window, [=] {
                QTest::mouseRelease(system, Qt::LeftButton, keys, to + QPoint(3, 2));
            });
            QTest::mousePress(system, Qt::LeftButton, keys, start);
            QTest::mouseMove(system, start + QPoint(4, 0));
            QTest::mouseMove(system, start + QPoint(30, 10));
            QTest::qWait(900);
        }

        std::vector<std::string> charted() {
            std::vector<std::string> all;
            for (const ChartView* chart : charts()->charts()) {
                for (const std::string& channel : chart->spec().channels) {
                    all.push_back(channel);
                }
            }
            return all;
        }
    };

    static const QStringList& wanted() {
        static const QStringList kWanted = {"facility/it_power_kw", "hall/hall-1/it_power_kw"};
        return kWanted;
    }

    static QStringList texts(const std::vector<std::string>& channels) {
        QStringList all;
        for (const std::string& channel : channels) {
            all << QString::fromStdString(channel);
        }
        return all;
    }

    static engine::Box rackBox(const Workspace& workspace) {
        return workspace.layout().racks.front().box;
    }

  private slots:

    void initTestCase() {
        QCoreApplication::setOrganizationName("HeadroomTest");
        QCoreApplication::setApplicationName("HeadroomNumberDragTest");
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, settings_.path());
        Theme::instance().apply(Theme::Mode::Light);
    }

    // The row of hall 1 in the tree: its IT power, in the unit of the chart's first line, so one more line there.
    void fromTheTree() {
        Stage stage(false);
        const auto* panel = stage.window.findChild<QWidget*>("objectTree");
        QVERIFY(panel != nullptr);
        auto* tree = panel->findChild<QTreeView*>();
        QVERIFY(tree != nullptr && tree->isVisible());
        tree->expandAll();
        QModelIndex hall;
        const auto all = tree->model()->match(tree->model()->index(0, 0), kChartRole,
                                              QString("hall/hall-1/it_power_kw"), 1,
                                              Qt::MatchExactly | Qt::MatchRecursive);
        QVERIFY(!all.isEmpty());
        hall = all.front();
        tree->scrollTo(hall);
        stage.drag(tree->viewport(), tree->visualRect(hall).center());
        QCOMPARE(texts(stage.charted()), wanted());
    }

    // A rack of hall 1 on the plan, with Ctrl and Shift: the IT power of its hall.
    void fromThePlan() {
        Stage stage(false);
        auto* plan = stage.window.findChild<PlanView*>();
        QVERIFY(plan != nullptr);
        QVERIFY(plan->isVisible());
        stage.drag(plan, rackOn(*plan), Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(texts(stage.charted()), wanted());
    }

    // Alt alone is not ours: many desktops move the window by it, and in Design things without snapping.
    void altTakesNothing() {
        Stage stage(false);
        auto* plan = stage.window.findChild<PlanView*>();
        stage.drag(plan, rackOn(*plan), Qt::AltModifier);
        QCOMPARE(texts(stage.charted()), QStringList{wanted().front()});
    }

    // The same rack in 3-D.
    void fromThreeDimensions() {
        QString why;
        if (!VtkViewport::isAvailable(&why)) {
            QSKIP(qPrintable("No 3-D here: " + why));
        }
        Stage stage(true);
        auto* scene = stage.window.findChild<SceneView*>();
        QVERIFY(scene != nullptr && scene->isVisible());
        scene->setStandardView(StandardView::Top);
        QTest::qWait(200);
        const engine::Box b = rackBox(stage.workspace);
        const QPointF at =
            scene->camera().project({b.x + b.width / 2, b.y + b.depth / 2, b.z + b.height});
        QCOMPARE(QString::fromStdString(scene->numberAt(at.x(), at.y())), wanted().back());
        stage.drag(scene, at.toPoint(), Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(texts(stage.charted()), wanted());
    }

  private:
    /// A place of the plan at which the number of the first rack's hall is taken.
    static QPoint rackOn(const PlanView& plan) {
        for (int y = 0; y < plan.height(); y += 3) {
            for (int x = 0; x < plan.width(); x += 3) {
                if (plan.numberAt(x, y) == wanted().back().toStdString()) {
                    return {x, y};
                }
            }
        }
        return {};
    }
};

HEADROOM_TEST(TestNumberDrag)
}  // namespace tst_number_drag

#include "tst_number_drag.moc"
