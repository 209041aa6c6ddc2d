// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "tests/ui/support/fake_source.h"
#include "ui/kit/theme.h"
#include "ui/shell/main_window.h"
#include "ui/tour/tour.h"
#include "ui/workspace/command_set.h"
#include "ui/workspace/project_files.h"
#include "ui/workspace/run_control.h"

#include <QDockWidget>
#include <QFrame>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <QtTest>

namespace tst_tour {

using namespace headroom;
using namespace headroom::ui;

class TestTour : public QObject {
    Q_OBJECT

    QTemporaryDir settings_;

    struct Stage {
        Workspace workspace{"nowhere"};
        MainWindow window;

        explicit Stage(bool isFirst) : window(&workspace, options(isFirst)) {
            workspace.control().setPlayOnOpen(false);
            window.resize(1280, 720);
            window.show();
            workspace.show(fakeProject(), std::make_unique<FakeSource>());
            QCoreApplication::processEvents();
        }

        static MainWindow::Options options(bool isFirst) {
            MainWindow::Options o;
            o.noOpenGl = "none here";
            o.help = QString(HEADROOM_SOURCE_DIR) + "/resources/help";
            o.keepsLayout = false;
            o.tour = isFirst;
            return o;
        }

        void press(Qt::Key key) { QTest::keyClick(window.focusWidget(), key); }
    };

  private slots:

    void initTestCase() {
        QCoreApplication::setOrganizationName("HeadroomTest");
        QCoreApplication::setApplicationName("HeadroomTourTest");
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, settings_.path());
        Theme::instance().apply(Theme::Mode::Light);
    }

    void init() { QSettings().clear(); }

    // It comes with the first project ever, can be left at once, and never comes by itself again.
    void itComesOnce() {
        {
            Stage stage(true);
            QTRY_COMPARE(stage.window.tour()->stop(), 0);
            stage.press(Qt::Key_Escape);
            QCOMPARE(stage.window.tour()->stop(), -1);
        }
        QVERIFY(Tour::wasShown());
        Stage again(true);
        QTest::qWait(50);
        QCOMPARE(again.window.tour()->stop(), -1);
    }

    // Five stops, each at a part that is there, inside the window and not covered by its card.
    void everyStopPointsAtAPart() {
        Stage stage(false);
        // A pane that was closed is brought back.
        stage.window.findChild<QDockWidget*>("inspectorDock")->hide();
        stage.window.commands()->action("help.tour")->trigger();
        QCOMPARE(Tour::stops().size(), std::size_t{5});
        for (int i = 0; i < 5; ++i) {
            QCOMPARE(stage.window.tour()->stop(), i);
            QCoreApplication::processEvents();
            const auto* part =
                stage.window.findChild<QWidget*>(Tour::stops()[static_cast<std::size_t>(i)].part);
            QVERIFY2(part != nullptr && part->isVisible(),
                     Tour::stops()[static_cast<std::size_t>(i)].part);
            const QRect place(part->mapTo(&stage.window, QPoint(0, 0)), part->size());
            QVERIFY(stage.window.tour()->hole().intersects(place));
            QVERIFY(stage.window.rect().contains(stage.window.tour()->hole()));
            const auto* card = stage.window.tour()->findChild<QFrame*>("tourCard");
            QVERIFY(stage.window.rect().contains(card->geometry()));
            // The part can be clicked: the tour is not there.
            if (!card->geometry().contains(place.center())) {
                QVERIFY(!stage.window.tour()->mask().contains(place.center()));
            }
            stage.press(i % 2 == 0 ? Qt::Key_Right : Qt::Key_Return);
        }
        QCOMPARE(stage.window.tour()->stop(), -1);
    }

    void itGoesBackAndFollowsTheWindow() {
        Stage stage(false);
        stage.window.commands()->action("help.tour")->trigger();
        QTest::mouseClick(stage.window.tour()->findChild<QPushButton*>("tourNext"), Qt::LeftButton);
        QCOMPARE(stage.window.tour()->stop(), 1);
        stage.press(Qt::Key_Left);
        QCOMPARE(stage.window.tour()->stop(), 0);
        stage.press(Qt::Key_Left);  // there is none before
        QCOMPARE(stage.window.tour()->stop(), 0);
        stage.window.resize(1500, 900);
        QTRY_COMPARE(stage.window.tour()->size(), stage.window.size());
        // Nothing is open any more: nothing is pointed at.
        stage.workspace.files().close();
        QCOMPARE(stage.window.tour()->stop(), -1);
    }
};

HEADROOM_TEST(TestTour)
}  // namespace tst_tour

#include "tst_tour.moc"
