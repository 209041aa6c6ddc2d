// SPDX-License-Identifier: Apache-2.0
#include "engine/planning/list/planning_questions.h"
#include "tests/support/test_program.h"
#include "ui/kit/number_box.h"
#include "ui/kit/theme.h"
#include "ui/planner/planner_chart.h"
#include "ui/planner/planner_page.h"
#include "ui/planner/planner_window.h"
#include "ui/workspace/workspace.h"

#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QtTest>
#include <qcustomplot.h>

namespace tst_planner {

using namespace headroom;
using namespace headroom::ui;

/// Planning questions in the window.
class TestPlanner : public QObject {
    Q_OBJECT

    Workspace workspace_{HEADROOM_SOURCE_DIR "/resources/catalog"};

    static PlannerPage* pageOf(PlannerWindow& window, const char* name) {
        return window.findChild<PlannerPage*>(QString("plannerPage_") + name);
    }

  private slots:

    void initTestCase() { Theme::instance().apply(Theme::Mode::Light); }

    // Each question of the list has a tab whose fields are the attributes of its Spec.
    void everyQuestionHasAForm() {
        PlannerWindow window(&workspace_);
        QCOMPARE(window.pages()->count(), static_cast<int>(engine::planningQuestions().size()));
        for (const engine::PlanningQuestion* question : engine::planningQuestions()) {
            const std::string name(question->name);
            const PlannerPage* page = pageOf(window, name.c_str());
            QVERIFY2(page != nullptr, name.c_str());
            for (const models::Attribute& attribute : question->spec->attributes) {
                const QString field =
                    "planner_" + QString::fromStdString(std::string(attribute.key));
                QVERIFY2(page->findChild<QWidget*>(field) != nullptr, qPrintable(field));
            }
        }
    }

    // The first arguments are answered without a project, with one tab for each sheet, and exported as CSV.
    void answersWithoutAProject() {
        PlannerWindow window(&workspace_);
        PlannerPage* page = pageOf(window, "goodput");
        QSignalSpy finished(page, &PlannerPage::finished);
        QTest::mouseClick(page->findChild<QPushButton*>("plannerRun"), Qt::LeftButton);
        QVERIFY(finished.wait(60000));
        QVERIFY2(page->answer() != nullptr,
                 qPrintable(page->findChild<QLabel*>("plannerState")->text()));
        QCOMPARE(page->findChild<QTabWidget*>("plannerAnswer")->count(),
                 static_cast<int>(page->answer()->sheets.size() + page->answer()->charts.size()));
        QTemporaryDir dir;
        QVERIFY(page->exportTo(dir.filePath("goodput.csv")));
        QFile csv(dir.filePath("goodput.csv"));
        QVERIFY(csv.open(QIODevice::ReadOnly) && csv.readAll().contains("goodput"));
    }

    // Each chart of an answer names columns of one of its sheets, has a tab with as many points as rows with both numbers,
    // and its tool tip is the row.
    void chartsDrawTheirSheets() {
        PlannerWindow window(&workspace_);
        window.show();
        for (const char* name : {"goodput", "parallelism"}) {
            PlannerPage* page = pageOf(window, name);
            window.pages()->setCurrentWidget(page);
            QSignalSpy finished(page, &PlannerPage::finished);
            page->run();
            QVERIFY(finished.wait(60000));
            QVERIFY2(page->answer() != nullptr && !page->answer()->charts.empty(), name);
            const auto charts = page->findChildren<PlannerChart*>();
            QCOMPARE(charts.size(), static_cast<qsizetype>(page->answer()->charts.size()));
            auto* tabs = page->findChild<QTabWidget*>("plannerAnswer");
            tabs->setCurrentWidget(charts.front());
            int points = 0;
            for (int g = 0; g < charts.front()->plot()->graphCount(); ++g) {
                points += charts.front()->plot()->graph(g)->dataCount();
            }
            QVERIFY(points > 1);
            QVERIFY(charts.front()->rowText(0).contains(": "));
            QTemporaryDir dir;  // a chart in front exports its sheet
            QVERIFY(page->exportTo(dir.filePath("chart.csv")));
        }
    }

    // A wrong argument is said in the row, and the answer to the earlier ones is gone: nobody reads it as the new one's. Other
    // arguments turn an answer grey until they are run.
    void anErrorRemovesTheAnswer() {
        PlannerWindow window(&workspace_);
        PlannerPage* page = pageOf(window, "goodput");
        auto* tabs = page->findChild<QTabWidget*>("plannerAnswer");
        QSignalSpy finished(page, &PlannerPage::finished);
        page->run();
        QVERIFY(finished.wait(60000));
        QVERIFY(page->answer() != nullptr && tabs->count() > 0 && tabs->isEnabled());
        auto* cluster = page->findChild<QLineEdit*>("planner_cluster");
        QTest::keyClicks(cluster, "0");
        QVERIFY(!tabs->isEnabled());
        cluster->setText("h1000:8");
        page->run();
        QVERIFY(finished.wait(60000));
        QVERIFY(page->answer() == nullptr);
        QCOMPARE(tabs->count(), 0);
        QVERIFY(page->findChild<QLabel*>("plannerState")->text().contains("h1000"));
    }

    // A wrong argument is said in the row.
    void aWrongArgument() {
        PlannerWindow window(&workspace_);
        PlannerPage* page = pageOf(window, "goodput");
        page->findChild<QLineEdit*>("planner_cluster")->setText("h1000:8");
        QSignalSpy finished(page, &PlannerPage::finished);
        page->run();
        QVERIFY(finished.wait(60000));
        QVERIFY(page->answer() == nullptr);
        QVERIFY(page->findChild<QLabel*>("plannerState")->text().contains("h1000"));
        QVERIFY(!page->exportTo("/nowhere.csv"));
    }
};

HEADROOM_TEST(TestPlanner)

}  // namespace tst_planner

#include "tst_planner.moc"
