// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "tests/ui/support/fake_source.h"
#include "ui/kit/theme.h"
#include "ui/shell/centre_views.h"
#include "ui/shell/dock_set.h"
#include "ui/shell/main_window.h"
#include "ui/shell/work_modes.h"
#include "ui/workspace/command_set.h"
#include "ui/workspace/project_files.h"
#include "ui/workspace/run_control.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QMainWindow>
#include <QSettings>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QtTest>

namespace tst_work_modes {

using namespace headroom;
using namespace headroom::ui;

namespace {

QWidget* makeLabel(const DockParts& parts) {
    return new QLabel("x", parts.parent);
}

constexpr DockInfo kOlder[] = {
    {"a", "a", "A", "hall", "Ctrl+1", Qt::LeftDockWidgetArea, kEverywhere, makeLabel},
    {"b", "b", "B", "hall", "Ctrl+2", Qt::BottomDockWidgetArea, kEverywhere, makeLabel},
};
constexpr DockInfo kNewer[] = {
    kOlder[0],
    kOlder[1],
    {"c", "c", "C", "hall", "Ctrl+3", Qt::BottomDockWidgetArea, kDesign, makeLabel},
};

}  // namespace

class TestWorkModes : public QObject {
    Q_OBJECT

    QTemporaryDir settings_;

    MainWindow::Options options() const {
        MainWindow::Options o;
        o.noOpenGl = "the platform \"offscreen\" has no OpenGL";
        o.help = QString(HEADROOM_SOURCE_DIR) + "/resources/help";
        return o;
    }

    static QDockWidget* dock(MainWindow& window, const char* name) {
        return window.findChild<QDockWidget*>(name);
    }

  private slots:

    void initTestCase() {
        QCoreApplication::setOrganizationName("HeadroomTest");
        QCoreApplication::setApplicationName("HeadroomTest");
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, settings_.path());
        Theme::instance().apply(Theme::Mode::Light);
    }

    void init() { QSettings().clear(); }

    void everyRowIsWhole() {
        QSet<QString> names, panes;
        for (const DockInfo& row : dockTable()) {
            QVERIFY2(!names.contains(row.name) && !panes.contains(row.pane), row.name);
            names << row.name;
            panes << row.pane;
            QVERIFY2(row.modes <= kEverywhere && row.make != nullptr && *row.title != 0, row.name);
            QVERIFY2(QFile::exists(QString(":/icons/%1.svg").arg(row.icon)), row.icon);
        }
    }

    // Shift+F11: the view has the window; again, and panes and bars are where they were. A new project stays so.
    void theViewAlone() {
        Workspace workspace(HEADROOM_SOURCE_DIR "/resources/catalog");
        workspace.control().setPlayOnOpen(false);
        MainWindow window(&workspace, options());
        window.resize(1200, 800);
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        workspace.show(fakeProject(), std::make_unique<FakeSource>());
        QVERIFY(dock(window, "inspectorDock")->isVisible());
        const int before = window.views()->width();
        QTest::keyClick(&window, Qt::Key_F11, Qt::ShiftModifier);
        for (QDockWidget* each : window.findChildren<QDockWidget*>()) {
            QVERIFY2(!each->isVisible(), qPrintable(each->objectName()));
        }
        QTRY_VERIFY(window.views()->width() > before);
        workspace.show(fakeProject(), std::make_unique<FakeSource>());
        QVERIFY(!dock(window, "inspectorDock")->isVisible());
        QTest::keyClick(&window, Qt::Key_F11, Qt::ShiftModifier);
        QVERIFY(dock(window, "inspectorDock")->isVisible());
        QTRY_COMPARE(window.views()->width(), before);
    }

    // People see at most six views and six panes at once; each view and each pane that is not in a menu alone has a mode.
    void noModeShowsMoreThanSix() {
        for (int m = 0; m < kWorkModes; ++m) {
            const auto mode = static_cast<WorkMode>(m);
            const auto views = viewTable();
            const auto panes = dockTable();
            const auto shownViews = std::count_if(
                views.begin(), views.end(), [&](const ViewInfo& v) { return isIn(v.modes, mode); });
            const auto shownPanes = std::count_if(
                panes.begin(), panes.end(), [&](const DockInfo& d) { return isIn(d.modes, mode); });
            QVERIFY2(shownViews >= 3 && shownViews <= kMostInFront, qPrintable(QString::number(m)));
            QVERIFY2(shownPanes >= 3 && shownPanes <= kMostInFront, qPrintable(QString::number(m)));
            // Without OpenGL the plan takes the place of the 3-D view.
            QVERIFY(std::any_of(views.begin(), views.end(), [&](const ViewInfo& v) {
                return v.name == QString("plan") && isIn(v.modes, mode);
            }));
        }
        for (const ViewInfo& view : viewTable()) {
            QVERIFY2(view.modes != 0, view.name);
        }
    }

    // Each mode shows the docks of its rows, and no others.
    void eachModeHasItsDocks() {
        Workspace workspace("nowhere");
        workspace.control().setPlayOnOpen(false);
        MainWindow window(&workspace, options());
        window.resize(1280, 800);
        window.show();
        // Nothing is open: the welcome page has the window for itself.
        for (const DockInfo& row : dockTable()) {
            QVERIFY2(dock(window, row.name)->isHidden(), row.name);
        }
        workspace.show(fakeProject(), std::make_unique<FakeSource>());
        for (const auto mode : {WorkMode::Simulate, WorkMode::Present, WorkMode::Design,
                                WorkMode::Operate, WorkMode::Explore}) {
            window.workModes()->change(mode);
            QCoreApplication::processEvents();
            for (const DockInfo& row : dockTable()) {
                QCOMPARE(!dock(window, row.name)->isHidden(), isIn(row.modes, mode));
            }
            const bool isDesign = mode == WorkMode::Design;
            QCOMPARE(window.findChild<QWidget*>("designBar")->isVisible(), isDesign);
        }
        workspace.files().close();
        QVERIFY(dock(window, "treeDock")->isHidden());
    }

    void whatWasMovedStaysMovedInItsMode() {
        Workspace workspace("nowhere");
        workspace.control().setPlayOnOpen(false);
        MainWindow window(&workspace, options());
        window.show();
        workspace.show(fakeProject(), std::make_unique<FakeSource>());
        dock(window, "treeDock")->hide();
        window.commands()->action("workspace.design")->trigger();
        QVERIFY(!dock(window, "treeDock")->isHidden());
        window.commands()->action("workspace.explore")->trigger();
        QVERIFY(dock(window, "treeDock")->isHidden());
        window.commands()->action("window.resetLayout")->trigger();
        QVERIFY(!dock(window, "treeDock")->isHidden());
    }

    // A layout of a version without the third dock: it is put next to those of its area, hidden,
    // and can be shown.
    void anOlderLayoutIsTaken() {
        QByteArray older;
        {
            QMainWindow window;
            window.setCentralWidget(new QLabel("m"));
            DockSet docks(&window, kOlder, {nullptr, nullptr, nullptr, nullptr, &window});
            docks.reset(WorkMode::Explore);
            docks.byName("a")->hide();
            older = docks.state();
        }
        QMainWindow window;
        window.setCentralWidget(new QLabel("m"));
        DockSet docks(&window, kNewer, {nullptr, nullptr, nullptr, nullptr, &window});
        window.show();
        QVERIFY(docks.restore(older));
        QVERIFY(docks.byName("a")->isHidden());
        QVERIFY(!docks.byName("b")->isHidden());
        DockSet::bringForward(docks.byName("c"));
        QCoreApplication::processEvents();
        QVERIFY(window.dockWidgetArea(docks.byName("c")) == Qt::BottomDockWidgetArea);
        QVERIFY(docks.byName("c")->isVisible());
        QVERIFY(!docks.restore("rubbish"));
    }

    // A view that its mode does not show comes when it is asked for.
    void everyPaneCanBeReachedFromEveryMode() {
        Workspace workspace("nowhere");
        workspace.control().setPlayOnOpen(false);
        MainWindow window(&workspace, options());
        window.resize(1280, 800);
        window.show();
        workspace.show(fakeProject(), std::make_unique<FakeSource>());
        for (const auto mode : {WorkMode::Design, WorkMode::Explore, WorkMode::Simulate,
                                WorkMode::Present, WorkMode::Operate}) {
            window.workModes()->change(mode);
            window.workModes()->reset();
            for (const DockInfo& row : dockTable()) {
                // The blast radius comes with one that is computed.
                row.pane == QString("blast") ? DockSet::bringForward(dock(window, row.name))
                                             : window.showPane(row.pane);
                QCoreApplication::processEvents();
                QVERIFY2(!dock(window, row.name)->visibleRegion().isEmpty(), row.name);
            }
            for (const ViewInfo& view : viewTable()) {
                if (QString(view.name) != "scene") {
                    window.showPane(view.name);
                    const auto* tabs = window.findChild<QTabWidget*>("viewTabs");
                    QVERIFY2(tabs->isTabVisible(tabs->currentIndex()), view.name);
                }
            }
            QVERIFY(window.width() == 1280 && window.height() == 800);
        }
    }

    // F6 goes through all that can be seen, in reading order, and comes back.
    void f6GoesRound() {
        Workspace workspace("nowhere");
        workspace.control().setPlayOnOpen(false);
        MainWindow window(&workspace, options());
        window.resize(1280, 800);
        window.show();
        window.activateWindow();
        workspace.show(fakeProject(), std::make_unique<FakeSource>());
        QVERIFY(QTest::qWaitForWindowActive(&window));
        QCoreApplication::processEvents();
        QSet<QWidget*> reached;
        for (int i = 0; i < 8; ++i) {
            window.commands()->action("window.nextPane")->trigger();
            for (const char* name : {"treeDock", "inspectorDock", "chartDock"}) {
                if (dock(window, name)->isAncestorOf(window.focusWidget())) {
                    reached << dock(window, name);
                }
            }
            if (window.views()->isAncestorOf(window.focusWidget())) {
                reached << window.views();
            }
        }
        QCOMPARE(reached.size(), 4);
    }

    void everyControlHasAName() {
        Workspace workspace("nowhere");
        workspace.control().setPlayOnOpen(false);
        MainWindow window(&workspace, options());
        window.show();
        workspace.show(fakeProject(), std::make_unique<FakeSource>());
        window.workModes()->change(WorkMode::Simulate);
        QCoreApplication::processEvents();
        QStringList nameless;
        for (QWidget* widget : window.findChildren<QWidget*>()) {
            // Parts of Qt's own widgets (scroll buttons, the edit inside a combo box) are named by
            // these.
            const bool isPart = widget->objectName().startsWith("qt_") ||
                                qobject_cast<QComboBox*>(widget->parentWidget()) != nullptr ||
                                qobject_cast<QLineEdit*>(widget->parentWidget()) != nullptr ||
                                widget->parentWidget()->inherits("QTabBar") ||
                                widget->parentWidget()->inherits("QMenuBar") ||
                                widget->parentWidget()->inherits("QToolBar") ||
                                widget->parentWidget()->inherits("QDockWidget");
            QString name = widget->accessibleName();
            bool isControl = false;
            if (const auto* button = qobject_cast<QAbstractButton*>(widget)) {
                isControl = true;
                name += button->text();
            } else {
                isControl = qobject_cast<QComboBox*>(widget) != nullptr ||
                            qobject_cast<QLineEdit*>(widget) != nullptr;
            }
            if (isControl && !isPart && name.isEmpty()) {
                nameless << QString("%1 \"%2\" in %3")
                                .arg(widget->metaObject()->className(), widget->objectName(),
                                     widget->parentWidget()->metaObject()->className());
            }
        }
        for (const QLabel* label : window.findChildren<QLabel*>()) {
            if (label->buddy() != nullptr) {
                nameless.removeIf([&](const QString& text) {
                    return text.contains('"' + label->buddy()->objectName() + '"');
                });
            }
        }
        QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join("\n")));
    }
};

HEADROOM_TEST(TestWorkModes)
}  // namespace tst_work_modes

#include "tst_work_modes.moc"
