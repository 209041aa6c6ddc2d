// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "tests/ui/support/fake_source.h"
#include "ui/kit/theme.h"
#include "ui/shell/centre_views.h"
#include "ui/shell/main_window.h"
#include "ui/shell/recent_files.h"
#include "ui/shell/sample_list.h"
#include "ui/shell/welcome_page.h"
#include "ui/workspace/command_set.h"
#include "ui/workspace/project_files.h"
#include "ui/workspace/run_control.h"

#include <QCommandLinkButton>
#include <QDockWidget>
#include <QSettings>
#include <QTemporaryDir>
#include <QtTest>

namespace tst_welcome {

using namespace headroom;
using namespace headroom::ui;

class TestWelcome : public QObject {
    Q_OBJECT

    QTemporaryDir settings_;

    static MainWindow::Options options() {
        MainWindow::Options o;
        o.noOpenGl = "none here";
        o.help = QString(HEADROOM_SOURCE_DIR) + "/resources/help";
        o.scenarios = QString(HEADROOM_SOURCE_DIR) + "/scenarios";
        o.keepsLayout = false;
        return o;
    }

  private slots:

    void initTestCase() {
        QCoreApplication::setOrganizationName("HeadroomTest");
        QCoreApplication::setApplicationName("HeadroomWelcomeTest");
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, settings_.path());
        Theme::instance().apply(Theme::Mode::Light);
    }

    // A scenario that is added brings its picture, title and first sentence.
    void everyScenarioHasAPictureAndWords() {
        Workspace workspace("nowhere");
        MainWindow window(&workspace, options());
        window.show();
        auto* samples = window.findChild<SampleList*>("sampleList");
        const QDir scenarios(options().scenarios);
        int folders = 0;
        for (const QString& name : scenarios.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
            folders += QFileInfo::exists(scenarios.filePath(name) + "/project.json") ? 1 : 0;
        }
        QCOMPARE(samples->count(), folders);
        QVERIFY(folders >= 20);
        for (int i = 0; i < samples->count(); ++i) {
            const QListWidgetItem* item = samples->item(i);
            const auto picture = item->data(Qt::DecorationRole).value<QPixmap>();
            QVERIFY2(picture.size() == QSize(320, 200), qPrintable(item->text()));
            QVERIFY2(!item->data(Qt::AccessibleDescriptionRole).toString().isEmpty(),
                     qPrintable(item->text()));
        }
        QSignalSpy opened(samples, &SampleList::openRequested);
        QTest::mouseClick(samples->viewport(), Qt::LeftButton, {},
                          samples->visualItemRect(samples->item(0)).center());
        QCOMPARE(opened.size(), 1);
    }

    void itCanBeLookedAtWhileSomethingIsOpen() {
        Workspace workspace("nowhere");
        workspace.control().setPlayOnOpen(false);
        MainWindow window(&workspace, options());
        window.show();
        auto* page = window.findChild<WelcomePage*>("welcomePage");
        auto* resume = page->findChild<QCommandLinkButton*>("welcomeResume");
        QVERIFY(page->isVisible() && !resume->isVisible());
        workspace.show(fakeProject(), std::make_unique<FakeSource>());
        QVERIFY(!page->isVisible());
        const auto* dock = window.findChild<QDockWidget*>("inspectorDock");
        QVERIFY(dock->isVisible());
        window.commands()->action("help.welcome")->trigger();
        QVERIFY(page->isVisible() && resume->isVisible() && !dock->isVisible());
        QVERIFY(workspace.isOpen());
        QTest::keyClick(page, Qt::Key_Escape);
        QVERIFY(!page->isVisible() && dock->isVisible());
        window.commands()->action("help.welcome")->trigger();
        QTest::mouseClick(resume, Qt::LeftButton);
        QVERIFY(!page->isVisible() && dock->isVisible());
        workspace.files().close();
        QVERIFY(page->isVisible() && !resume->isVisible());
    }

    void recentProjectsSayWhen() {
        QTemporaryDir folder;
        QFile file(folder.filePath("mine.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.close();
        RecentFiles recent;
        QVERIFY(!recent.openedAt(file.fileName()).isValid());
        const QDateTime before = QDateTime::currentDateTime().addSecs(-1);
        recent.add(file.fileName());
        QVERIFY(recent.openedAt(file.fileName()) >= before);
        Workspace workspace("nowhere");
        MainWindow window(&workspace, options());
        window.show();
        bool says = false;
        for (const QListWidget* list : window.findChildren<QListWidget*>()) {
            for (int i = 0; i < list->count(); ++i) {
                const QString text = list->item(i)->text();
                says = says || (text.startsWith("mine") && text.contains("today"));
            }
        }
        QVERIFY(says);
        recent.clear();
        QVERIFY(!recent.openedAt(file.fileName()).isValid());
    }
};

HEADROOM_TEST(TestWelcome)
}  // namespace tst_welcome

#include "tst_welcome.moc"
