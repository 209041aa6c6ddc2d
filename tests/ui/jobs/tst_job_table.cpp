// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "tests/ui/jobs/job_stage.h"
#include "ui/jobs/job_table.h"
#include "ui/workspace/project_files.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QTableView>

namespace tst_job_table {

using namespace headroom;
using namespace headroom::ui;

namespace {

QStringList namesOf(const JobModel& model) {
    QStringList names;
    for (int r = 0; r < model.rowCount(); ++r) {
        names << model.index(r, JobModel::Name).data().toString();
    }
    return names;
}

struct Stage : JobStage {
    JobTable table{&workspace, &actions};

    Stage() : JobStage(fourJobs()) {
        table.resize(1000, 240);
        table.show();
        advance(300.0);
    }
};

}  // namespace

class TestJobTable : public QObject {
    Q_OBJECT

  private slots:

    // a runs, d starts, b waits, c is done.
    void whoIsAtWorkStandsFirst() {
        Stage stage;
        QCOMPARE(namesOf(*stage.table.model()), (QStringList{"a", "d", "b", "c"}));
        stage.table.view()->sortByColumn(JobModel::Accelerators, Qt::DescendingOrder);
        QCOMPARE(namesOf(*stage.table.model()), (QStringList{"b", "a", "d", "c"}));
    }

    void filtersByTextStateAndTenant() {
        Stage stage;
        auto* search = stage.table.findChild<QLineEdit*>("jobSearch");
        auto* states = stage.table.findChild<QComboBox*>("jobStates");
        auto* tenants = stage.table.findChild<QComboBox*>("jobTenants");
        search->setText("GB200");
        QCOMPARE(namesOf(*stage.table.model()), QStringList{"c"});
        search->clear();
        states->setCurrentIndex(states->findText("Queued"));
        QCOMPARE(namesOf(*stage.table.model()), QStringList{"b"});
        states->setCurrentIndex(0);
        tenants->setCurrentIndex(tenants->findText("red"));
        QCOMPARE(namesOf(*stage.table.model()), (QStringList{"a", "c"}));
        search->setText("nothing like it");
        QCOMPARE(stage.table.model()->rowCount(), 0);
        search->clear();
        tenants->setCurrentIndex(0);
        QCOMPARE(stage.table.model()->rowCount(), 4);
    }

    void selectionGoesBothWays() {
        Stage stage;
        QTableView* view = stage.table.view();
        view->setCurrentIndex(stage.table.model()->index(2, JobModel::Name));
        QCOMPARE(stage.workspace.selection().current().job, std::int64_t{1});
        stage.select(2);
        QCOMPARE(view->currentIndex().row(), stage.table.model()->rowOf(2));
        // Another order keeps the job, not the row.
        view->sortByColumn(JobModel::Accelerators, Qt::AscendingOrder);
        QCOMPARE(stage.table.model()->job(view->currentIndex().row()).id, std::int64_t{2});
        QCOMPARE(stage.workspace.selection().current().job, std::int64_t{2});
        stage.workspace.selection().select({});
        QVERIFY(!view->currentIndex().isValid());
        // What is filtered away stays selected in the window.
        stage.select(1);
        stage.table.findChild<QLineEdit*>("jobSearch")->setText("gb200");
        QCOMPARE(stage.workspace.selection().current().job, std::int64_t{1});
    }

    void columnsAreChosenAndKept() {
        Stage stage;
        QMenu menu;
        stage.table.fillHeaderMenu(menu);
        const auto entry = [&menu](const QString& text) {
            for (QAction* action : menu.actions()) {
                if (action->text() == text) {
                    return action;
                }
            }
            return static_cast<QAction*>(nullptr);
        };
        QTableView* view = stage.table.view();
        QVERIFY(view->isColumnHidden(JobModel::Deadline));
        entry("Deadline")->setChecked(true);
        entry("MFU")->setChecked(false);
        QVERIFY(!entry("Name")->isEnabled());
        QVERIFY(!view->isColumnHidden(JobModel::Deadline));
        JobTable another(&stage.workspace, &stage.actions);
        QVERIFY(!another.view()->isColumnHidden(JobModel::Deadline));
        QVERIFY(another.view()->isColumnHidden(JobModel::Mfu));
        entry("Columns as at First")->trigger();
        QVERIFY(view->isColumnHidden(JobModel::Deadline));
        QVERIFY(!view->isColumnHidden(JobModel::Mfu));
    }

    void returnOpensThePage() {
        Stage stage;
        QSignalSpy opened(&stage.table, &JobTable::activated);
        stage.table.view()->setCurrentIndex(stage.table.model()->index(0, JobModel::Name));
        QTest::keyClick(stage.table.view(), Qt::Key_Return);
        QCOMPARE(opened.count(), 1);
    }

    void wordsSayWhyItIsEmpty() {
        Stage stage;
        const auto words = [&stage] {
            QStringList texts;
            for (const QLabel* label : stage.table.view()->viewport()->findChildren<QLabel*>()) {
                if (!label->isHidden()) {
                    texts << label->text();
                }
            }
            return texts.join('|');
        };
        QCOMPARE(words(), QString());
        stage.table.findChild<QLineEdit*>("jobSearch")->setText("zzz");
        QVERIFY(words().contains("No job passes"));
        stage.table.findChild<QLineEdit*>("jobSearch")->clear();
        stage.workspace.files().close();
        QVERIFY(words().contains("Open a project"));
    }

    // They come, change, go: the model tells views the truth at each step.
    void manyJobsComeAndGo() {
        JobModel model;
        const QAbstractItemModelTester tester(
            &model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.sort(JobModel::Progress, Qt::DescendingOrder);
        for (int tick = 0; tick < 12; ++tick) {
            std::vector<engine::JobRow> rows;
            for (int i = 0; i < 240; ++i) {
                if ((i * 7 + tick) % 13 == 0) {
                    continue;
                }
                engine::JobRow row;
                row.id = i + 10 * tick;
                row.name = "job-" + std::to_string(row.id);
                row.state = static_cast<engine::JobState>(i % 5);
                row.tenant = i % 2 == 0 ? "even" : "odd";
                row.progress = ((i * 31 + tick * 17) % 1000) / 1000.0;
                rows.push_back(row);
            }
            model.setJobs(rows, 100.0 * tick);
            QCOMPARE(model.total(), static_cast<int>(rows.size()));
            for (int r = 1; r < model.rowCount(); ++r) {
                QVERIFY(model.job(r - 1).progress >= model.job(r).progress);
            }
            JobModel::Filter filter;
            filter.anyTenant = tick % 3 != 0;
            filter.tenant = "odd";
            model.setFilter(filter);
        }
        model.setJobs({});
        QCOMPARE(model.rowCount(), 0);
    }

    void textsAreThoseOfTheJob() {
        engine::JobRow row;
        row.id = 4;
        row.restarts = 5;
        row.preemptions = 2;
        row.queuedS = 5400.0;
        row.progress = 0.000225;
        row.costUsd = 12345.0;
        row.held = true;
        JobModel model;
        model.setJobs({row}, 0.0);
        const auto text = [&model](int column) {
            return model.index(0, column).data().toString().replace(QChar(0x2009), ' ');
        };
        QCOMPARE(text(JobModel::Name), QString("Job 4"));
        QCOMPARE(text(JobModel::State), QString("Held"));
        QCOMPARE(text(JobModel::Restarts), QString("3 + 2"));
        QCOMPARE(text(JobModel::Waited), QString("1 h 30 min"));
        QCOMPARE(text(JobModel::Progress), QString("0.0 %"));
        QCOMPARE(text(JobModel::Cost), QString("12.35 k USD"));
        QCOMPARE(text(JobModel::Deadline), QString("–"));
        QCOMPARE(text(JobModel::Where), QString("here"));
    }
};

HEADROOM_TEST(TestJobTable)
}  // namespace tst_job_table

#include "tst_job_table.moc"
