// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "tests/ui/jobs/job_stage.h"
#include "ui/jobs/job_text.h"
#include "ui/jobs/submit_dialog.h"
#include "ui/units/quantity_parse.h"
#include "ui/workspace/project_files.h"

#include <QComboBox>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QRadioButton>

namespace tst_job_actions {

using namespace headroom;
using namespace headroom::ui;
using engine::JobAction;

namespace {

QStringList enabled(const CommandSet& commands) {
    QStringList ids;
    for (const char* id : {"job.hold", "job.release", "job.preempt", "job.kill"}) {
        if (commands.action(id)->isEnabled()) {
            ids << QString(id).mid(4);
        }
    }
    return ids;
}

engine::Project projectWithTraining() {
    engine::Project project = fakeProject();
    engine::Object object;
    object.id = "train-1";
    object.type = models::findComponentType("training_job");
    object.values.resize(object.type->attributes.size());
    for (std::size_t i = 0; i < object.values.size(); ++i) {
        const auto& key = object.type->attributes[i].key;
        if (key == "name") {
            object.values[i] = std::string("Llama");
        } else if (key == "accelerators") {
            object.values[i] = std::int64_t{512};
        } else if (key == "accelerator") {
            object.values[i] = std::string("h100-sxm");
        }
    }
    project.objects.push_back(std::move(object));
    return project;
}

}  // namespace

class TestJobActions : public QObject {
    Q_OBJECT

  private slots:

    void onlyWhatFitsIsOffered() {
        JobStage stage(fourJobs());
        stage.advance(300.0);
        QCOMPARE(enabled(stage.commands), QStringList());
        stage.select(0);  // runs
        QCOMPARE(enabled(stage.commands), (QStringList{"preempt", "kill"}));
        stage.select(1);  // queued
        QCOMPARE(enabled(stage.commands), (QStringList{"hold", "kill"}));
        stage.select(2);  // done
        QCOMPARE(enabled(stage.commands), QStringList());
        QMenu menu;
        stage.actions.fillMenu(menu);
        QVERIFY(menu.actions().contains(stage.commands.action("job.submitLike")));
        QVERIFY(!menu.actions().contains(stage.commands.action("job.kill")));
        engine::JobRow held;
        held.held = true;
        QVERIFY(fits(JobAction::Release, held) && !fits(JobAction::Hold, held));
    }

    void ordersAreGiven() {
        JobStage stage(fourJobs());
        stage.advance(300.0);
        QSignalSpy said(&stage.actions, &JobActions::said);
        stage.select(1);
        stage.commands.action("job.hold")->trigger();
        stage.select(0);
        stage.commands.action("job.preempt")->trigger();
        const auto orders = stage.source->jobOrders();
        QCOMPARE(orders.size(), std::size_t{2});
        QCOMPARE(orders[0].action, JobAction::Hold);
        QCOMPARE(orders[0].job, std::int64_t{1});
        QCOMPARE(orders[1].action, JobAction::Preempt);
        QCOMPARE(orders[1].job, std::int64_t{0});
        QCOMPARE(said.count(), 2);
        QCOMPARE(said[0][0].toString(),
                 QString("b: is held until it is released, with the next step of the simulation"));
    }

    void killAsksOnceAndSaysWhatIsLost() {
        JobStage stage(fourJobs());
        stage.advance(300.0);
        stage.select(0);
        stage.commands.action("job.kill")->trigger();
        QVERIFY(stage.actions.question() != nullptr);
        const QString loss = stage.actions.question()->informativeText();
        QVERIFY2(loss.contains("64 accelerators"), qPrintable(loss));
        QVERIFY2(loss.contains("last checkpoint is lost"), qPrintable(loss));
        stage.actions.question()->reject();
        QVERIFY(stage.source->jobOrders().empty());
        stage.commands.action("job.kill")->trigger();
        stage.actions.question()->findChild<QPushButton*>("killButton")->click();
        QCOMPARE(stage.source->jobOrders().size(), std::size_t{1});
        QCOMPARE(stage.source->jobOrders()[0].action, JobAction::Kill);
        QCOMPARE(stage.source->jobOrders()[0].job, std::int64_t{0});
    }

    void nothingIsOpenNothingIsDone() {
        JobStage stage(fourJobs());
        stage.workspace.files().close();
        for (const char* id : {"job.submit", "job.submitLike", "job.kill", "job.hold"}) {
            QVERIFY2(!stage.commands.action(id)->isEnabled(), id);
        }
        stage.actions.submit();
        QVERIFY(stage.actions.dialog() == nullptr);
    }

    void aPatternIsSubmitted() {
        JobStage stage(fourJobs(), projectWithTraining());
        stage.commands.action("job.submit")->trigger();
        SubmitDialog* dialog = stage.actions.dialog();
        QVERIFY(dialog != nullptr);
        QCOMPARE(dialog->wrong(), QStringList());
        dialog->findChild<QLineEdit*>("submitName")->setText("night run");
        dialog->findChild<QComboBox*>("submitTenant")->setCurrentText("red");
        dialog->findChild<QLineEdit*>("submitPriority")->setText("-5");
        dialog->findChild<QPushButton*>("submitButton")->click();
        QCOMPARE(stage.source->jobOrders().size(), std::size_t{1});
        const engine::JobOrder order = stage.source->jobOrders()[0];
        QCOMPARE(order.action, JobAction::Submit);
        QCOMPARE(order.like, std::string("train-1"));
        QCOMPARE(order.name, std::string("night run"));
        QCOMPARE(order.tenant, std::string("red"));
        QCOMPARE(order.priority, -5);
        QCOMPARE(order.accelerators, 512);
        QCOMPARE(order.accelerator, std::string("h100-sxm"));
    }

    void badInputIsSaidAndNotSubmitted_data() {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("said");
        QTest::newRow("no name") << "submitName"
                                 << "  "
                                 << "Name";
        QTest::newRow("priority") << "submitPriority"
                                  << "high"
                                  << "Priority";
        QTest::newRow("huge priority") << "submitPriority"
                                       << "99999999999999999999"
                                       << "Priority";
        QTest::newRow("none") << "submitCount"
                              << "0"
                              << "How many";
        QTest::newRow("negative") << "submitCount"
                                  << "-8"
                                  << "How many";
        QTest::newRow("a fraction") << "submitCount"
                                    << "8.5"
                                    << "How many";
        QTest::newRow("too many") << "submitCount"
                                  << "1000001"
                                  << "How many";
        QTest::newRow("no time") << "submitRun"
                                 << ""
                                 << "Run time";
        QTest::newRow("zero time") << "submitRun"
                                   << "0 h"
                                   << "Run time";
        QTest::newRow("words") << "submitRun"
                               << "soon"
                               << "Run time";
        QTest::newRow("negative time") << "submitRun"
                                       << "-1 h"
                                       << "Run time";
        QTest::newRow("ages") << "submitRun"
                              << "4000 d"
                              << "Run time";
    }

    void badInputIsSaidAndNotSubmitted() {
        QFETCH(QString, field);
        QFETCH(QString, text);
        QFETCH(QString, said);
        JobStage stage(fourJobs());
        SubmitDialog dialog(&stage.workspace, {});
        dialog.findChild<QLineEdit*>(field)->setText(text);
        const QString wrong = dialog.wrong().join('\n');
        QVERIFY2(wrong.contains(said + ':'), qPrintable(wrong));
        QVERIFY(!dialog.findChild<QPushButton*>("submitButton")->isEnabled());
    }

    // The figures of the job that it is like.
    void likeThisTakesTheFigures() {
        JobStage stage(fourJobs());
        stage.advance(300.0);
        stage.select(1);
        stage.commands.action("job.submitLike")->trigger();
        SubmitDialog* dialog = stage.actions.dialog();
        QVERIFY(dialog != nullptr);
        QCOMPARE(dialog->order().accelerators, 512);
        QCOMPARE(dialog->order().tenant, std::string("blue"));
        QCOMPARE(dialog->order().runS, 3600.0);
    }

    void lengthsOfTimeAreRead_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("seconds");
        QTest::newRow("minutes") << "90 min" << 5400.0;
        QTest::newRow("alone") << "90" << 5400.0;
        QTest::newRow("hours") << "2h" << 7200.0;
        QTest::newRow("mixed") << "1 d 12 h" << 129600.0;
        QTest::newRow("fraction") << "1.5h" << 5400.0;
        QTest::newRow("seconds") << "45 s" << 45.0;
        QTest::newRow("nothing") << "" << std::nan("");
        QTest::newRow("word") << "h" << std::nan("");
        QTest::newRow("tail") << "2h x" << std::nan("");
        QTest::newRow("two bare") << "2 3" << std::nan("");
    }

    void lengthsOfTimeAreRead() {
        QFETCH(QString, text);
        QFETCH(double, seconds);
        const double read = parseLength(text);
        QVERIFY(std::isnan(seconds) ? std::isnan(read) : read == seconds);
    }

    void lengthsOfTimeAreWritten() {
        const auto text = [](double s) { return lengthText(s).replace(QChar(0x2009), ' '); };
        QCOMPARE(text(45.0), QString("45 s"));
        QCOMPARE(text(750.0), QString("12 min 30 s"));
        QCOMPARE(text(3600.0), QString("1 h"));
        QCOMPARE(text(3.0 * 86400.0 + 7200.0), QString("3 d 2 h"));
        QCOMPARE(text(-1.0), QString("–"));
    }
};

HEADROOM_TEST(TestJobActions)
}  // namespace tst_job_actions

#include "tst_job_actions.moc"
