// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "tests/ui/support/fake_source.h"
#include "ui/help/help_desk.h"
#include "ui/help/help_topics.h"
#include "ui/help/help_window.h"
#include "ui/kit/theme.h"
#include "ui/shell/centre_views.h"
#include "ui/shell/dock_table.h"
#include "ui/shell/error_dialog.h"
#include "ui/shell/main_window.h"
#include "ui/workspace/command_set.h"
#include "ui/workspace/run_control.h"

#include <QDockWidget>
#include <QLineEdit>
#include <QListWidget>
#include <QScrollBar>
#include <QSettings>
#include <QTemporaryDir>
#include <QTextBrowser>
#include <QTreeWidget>
#include <QtTest>

namespace tst_help_window {

using namespace headroom;
using namespace headroom::ui;

class TestHelpWindow : public QObject {
    Q_OBJECT

    QTemporaryDir settings_;

    struct Stage {
        Workspace workspace{"nowhere"};
        MainWindow window;

        Stage() : window(&workspace, options()) {
            workspace.control().setPlayOnOpen(false);
            window.show();
            workspace.show(fakeProject(), std::make_unique<FakeSource>());
            window.activateWindow();
            QVERIFY(QTest::qWaitForWindowActive(&window));
        }

        static MainWindow::Options options() {
            MainWindow::Options o;
            o.noOpenGl = "none here";
            o.help = QString(HEADROOM_SOURCE_DIR) + "/resources/help";
            o.scenarios = QString(HEADROOM_SOURCE_DIR) + "/scenarios";
            return o;
        }

        /// Presses F1 where the keyboard is; the page that it opens.
        QString pressF1() {
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_F1);
            HelpWindow* manual = window.help()->window();
            return manual != nullptr ? manual->topic() : QString();
        }
    };

  private slots:

    void initTestCase() {
        QCoreApplication::setOrganizationName("HeadroomTest");
        QCoreApplication::setApplicationName("HeadroomHelpTest");
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, settings_.path());
        Theme::instance().apply(Theme::Mode::Light);
    }

    void everyViewAndPaneHasATopic() {
        Stage stage;
        for (const DockInfo& row : dockTable()) {
            const auto* dock = stage.window.findChild<QDockWidget*>(row.name);
            QVERIFY2(!helpTopicOf(dock->widget()).isEmpty(), row.name);
        }
        for (const ViewInfo& row : viewTable()) {
            if (const QWidget* view = stage.window.views()->byName(row.name)) {
                QVERIFY2(!helpTopicOf(view).isEmpty(), row.name);
            }
        }
    }

    void f1OpensThePageOfWhatHasTheKeyboard() {
        Stage stage;
        stage.window.views()->byName("plan")->setFocus();
        QCOMPARE(stage.pressF1(), QString("plan.md"));
        QVERIFY(
            stage.window.help()->window()->browser()->toPlainText().contains("Drawing in Plan"));
        stage.window.help()->window()->close();
        stage.window.activateWindow();
        // A row of the inspector that the project states: its attribute.
        stage.workspace.selection().select({Selected::Kind::Object, -1, "hall-1", -1});
        auto* rows = stage.window.findChild<QTreeWidget*>("inspectorTable");
        QTreeWidgetItem* width = nullptr;
        for (QTreeWidgetItemIterator it(rows); *it != nullptr; ++it) {
            width = (*it)->text(0) == "Width" ? *it : width;
        }
        QVERIFY(width != nullptr);
        rows->setCurrentItem(width);
        rows->setFocus();
        QCOMPARE(stage.pressF1(), QString("part-hall.md#width_m"));
        // The place of the key is what one looks at.
        QCOMPARE(stage.window.help()->window()->browser()->textCursor().selectedText(),
                 QString("width_m"));
    }

    // A dialog holds the window, not its help.
    void f1WorksInADialogThatHoldsTheWindow() {
        Stage stage;
        ErrorDialog dialog("It cannot be opened", {engine::Error{"PRJ-004", "Too deep"}},
                           &stage.window);
        dialog.open();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        QCOMPARE(stage.pressF1(), QString("errors.md#PRJ-004"));
        HelpWindow* manual = stage.window.help()->window();
        QCOMPARE(manual->parentWidget(), static_cast<QWidget*>(&dialog));
        QCOMPARE(manual->browser()->textCursor().selectedText(), QString("PRJ-004"));
        QTest::keyClick(manual, Qt::Key_Escape);
        QVERIFY(!manual->isVisible());
        dialog.close();
    }

    // A heading in the middle of a long page: in sight when the window opens for the first time.
    void thePageOpensAtItsHeading() {
        Stage stage;
        stage.window.help()->show("window.md#charts");
        auto* browser = stage.window.help()->window()->findChild<QTextBrowser*>();
        QVERIFY(QTest::qWaitForWindowExposed(stage.window.help()->window()));
        QTRY_VERIFY(browser->verticalScrollBar()->value() > 0);
        const QTextCursor top = browser->cursorForPosition({10, 20});
        const QTextCursor heading = browser->document()->find("Charts", top.position() - 200);
        QVERIFY(!heading.isNull());
        QVERIFY(browser->viewport()->rect().contains(browser->cursorRect(heading).center()));
        QVERIFY(browser->cursorRect(heading).top() < browser->viewport()->height() / 3);
    }

    void searchingFindsMarksAndGoesBack() {
        Stage stage;
        stage.window.commands()->action("help.search")->trigger();
        HelpWindow* manual = stage.window.help()->window();
        auto* typed = manual->findChild<QLineEdit*>("helpSearch");
        auto* hits = manual->findChild<QListWidget*>("helpHits");
        QTRY_COMPARE(QApplication::activeWindow(), static_cast<QWidget*>(manual));
        QCOMPARE(manual->topic(), QString("index.md"));
        QTest::keyClicks(typed, "commissioning");
        QVERIFY(hits->isVisible() && hits->count() > 1);
        // Its title has the word.
        QTest::keyClick(typed, Qt::Key_Down);
        QCOMPARE(manual->topic().section('#', 0, 0), QString("prepare-commissioning.md"));
        QVERIFY(manual->browser()->extraSelections().size() >= 1);
        QTest::keyClick(typed, Qt::Key_Down);
        const QString second = manual->topic();
        QTest::keyClick(typed, Qt::Key_Left, Qt::AltModifier);
        QVERIFY(manual->topic() != second);
        QTest::keyClick(typed, Qt::Key_Right, Qt::AltModifier);
        QCOMPARE(manual->topic(), second);
        QTest::keyClick(typed, Qt::Key_Left, Qt::AltModifier);
        QTest::keyClick(typed, Qt::Key_Left, Qt::AltModifier);
        QCOMPARE(manual->topic(), QString("index.md"));
        // Esc clears the search first; words that nobody wrote are told.
        QTest::keyClick(typed, Qt::Key_Escape);
        QVERIFY(manual->isVisible() && typed->text().isEmpty());
        QVERIFY(manual->browser()->extraSelections().isEmpty());
        QTest::keyClicks(typed, "xyzzyx");
        QCOMPARE(hits->count(), 1);
        QCOMPARE(hits->item(0)->flags(), Qt::NoItemFlags);
    }

    void aClickOnALinkAndOnTheContentsGoesThere() {
        Stage stage;
        stage.window.help()->show("index.md");
        HelpWindow* manual = stage.window.help()->window();
        emit manual->browser()->anchorClicked(QUrl("power.md#meters"));
        QCOMPARE(manual->topic(), QString("power.md#meters"));
        QVERIFY(manual->windowTitle().startsWith("Power"));
        auto* contents = manual->findChild<QTreeWidget*>("helpContents");
        QCOMPARE(contents->currentItem()->text(0), QString("Meters"));
        QTreeWidgetItem* cooling = nullptr;
        for (QTreeWidgetItem* item :
             contents->findItems("Cooling", Qt::MatchExactly | Qt::MatchRecursive)) {
            const bool isPage = item->parent() != nullptr && item->parent()->parent() == nullptr;
            cooling = isPage ? item : cooling;
        }
        QVERIFY(cooling != nullptr);
        contents->scrollToItem(cooling);
        QTest::mouseClick(contents->viewport(), Qt::LeftButton, {},
                          contents->visualItemRect(cooling).center());
        QCOMPARE(manual->topic(), QString("cooling.md"));
    }

    void withoutPagesItSaysSo() {
        HelpBook none("/nowhere");
        HelpWindow manual(&none);
        manual.show("index.md");
        QVERIFY(manual.browser()->toPlainText().contains("/nowhere"));
        QVERIFY(none.search("power").isEmpty());
    }
};

HEADROOM_TEST(TestHelpWindow)
}  // namespace tst_help_window

#include "tst_help_window.moc"
