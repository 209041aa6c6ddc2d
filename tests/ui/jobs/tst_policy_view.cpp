// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "tests/ui/jobs/job_stage.h"
#include "ui/jobs/policy_charts.h"
#include "ui/jobs/policy_view.h"
#include "ui/kit/sheet_model.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <qcustomplot.h>

namespace tst_policy_view {

using namespace headroom;
using namespace headroom::ui;

namespace {

struct Stage : JobStage {
    PolicyView view{&workspace};

    explicit Stage(std::shared_ptr<const testing::TinyJobs> jobs = fourJobs())
        : JobStage(std::move(jobs)) {
        view.resize(1000, 700);
        view.show();
    }

    QString write(const QString& name, const QByteArray& text) {
        QFile file(settings.filePath(name));
        file.open(QIODevice::WriteOnly);
        file.write(text);
        return file.fileName();
    }

    void only(std::initializer_list<const char*> policies) {
        for (QCheckBox* check : view.findChildren<QCheckBox*>()) {
            check->setChecked(false);
        }
        for (const char* policy : policies) {
            view.findChild<QCheckBox*>(QString("policy-") + policy)->setChecked(true);
        }
    }

    bool run() {
        QSignalSpy finished(&view, &PolicyView::finished);
        view.compare();
        return view.isBusy() && finished.wait(20000);
    }

    void setAccelerators(const QString& text) {
        view.findChild<QLineEdit*>("policyAccelerators")->setText(text);
    }
};

/// On 8 accelerators: a long job of all, then at 1 s one of 1 s and at 2 s one of 1000 s.
const char* kTrace = "submit_s,duration_s,num_gpus\n0,100,8\n1,1000,8\n2,1,8\n";

}  // namespace

class TestPolicyView : public QObject {
    Q_OBJECT

  private slots:

    // In order: ends 100, 1100, 1101; completion 100, 1099, 1099: mean 766. Shortest first: the one
    // of 1 s runs before: ends 100, 1101, 101; completion 100, 1100, 99: mean 433.
    void policiesAreComparedAndTheBestIsMarked() {
        Stage stage;
        stage.view.chooseFile(stage.write("trace.csv", kTrace));
        stage.setAccelerators("8");
        stage.only({"fifo", "sjf"});
        QCOMPARE(stage.view.wrong(), QString());
        QVERIFY(stage.run());
        SheetModel& model = *stage.view.model();
        const int jct = model.column("mean_jct_s");
        QCOMPARE(model.rowCount(), 2);
        QVERIFY(std::abs(stage.view.outcomes()[0].metrics.meanJctS - 766.0) < 0.5);
        QVERIFY(std::abs(stage.view.outcomes()[1].metrics.meanJctS - 433.0) < 0.5);
        QVERIFY(!model.isBest(0, jct));
        QVERIFY(model.isBest(1, jct));
        QVERIFY(model.index(1, jct).data().toString().startsWith("★"));
        QVERIFY(!model.isBest(0, 0));
        // No deadlines: nothing to attain, and nobody is best at it.
        QCOMPARE(model.index(0, model.column("deadlines_met")).data().toString(), QString());
        QCOMPARE(stage.view.charts()->completion()->graphCount(), 2);
        QCOMPARE(stage.view.charts()->queue()->graphCount(), 2);
        QVERIFY(std::abs(stage.view.outcomes()[0].jct.back().y - 1.0) < 1e-12);
    }

    void theTableIsWritten() {
        Stage stage;
        stage.view.chooseFile(stage.write("trace.csv", kTrace));
        stage.setAccelerators("8");
        stage.only({"fifo"});
        QVERIFY(stage.run());
        const QString out = stage.settings.filePath("out.csv");
        QVERIFY(stage.view.exportTo(out));
        QFile file(out);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QStringList lines = QString(file.readAll()).split('\n');
        QVERIFY(lines[0].startsWith(
            "policy,interrupted,jobs,completed,refused,mean_jct_s,"));  // as `schedule --format csv`
        QCOMPARE(lines[1].count(','), lines[0].count(','));
        QCOMPARE(lines[1].section(',', 0, 0), QString("fifo"));
        QVERIFY(std::abs(lines[1].section(',', 5, 5).toDouble() - 766.0) < 0.5);
        QVERIFY(!stage.view.exportTo("/no/such/folder/out.csv"));
    }

    void badInputIsSaid() {
        Stage stage;
        stage.setAccelerators("0");
        QVERIFY(stage.view.wrong().contains("Accelerators"));
        stage.setAccelerators("many");
        QVERIFY(stage.view.wrong().contains("Accelerators"));
        stage.setAccelerators("8");
        stage.view.chooseFile(stage.write("trace.csv", kTrace));
        stage.only({});
        QVERIFY(stage.view.wrong().contains("policy"));
        QVERIFY(!stage.view.findChild<QPushButton*>("policyRun")->isEnabled());
        stage.only({"fifo"});
        // Without a name the reader looks for the column itself.
        stage.view.findChild<QLineEdit*>("policySize")->setText("");
        QCOMPARE(stage.view.wrong(), QString());
    }

    void badFilesAreSaid_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("code");
        QTest::newRow("other columns") << QByteArray("a,b,c\n1,2,3\n") << "TRC-001";
        QTest::newRow("no number")
            << QByteArray("submit_s,duration_s,num_gpus\n0,soon,8\n") << "TRC-005";
        QTest::newRow("negative") << QByteArray("submit_s,duration_s,num_gpus\n-4,10,8\n")
                                  << "TRC-005";
        QTest::newRow("empty") << QByteArray("submit_s,duration_s,num_gpus\n") << "TRC-005";
    }

    void badFilesAreSaid() {
        QFETCH(QByteArray, text);
        QFETCH(QString, code);
        Stage stage;
        stage.view.chooseFile(stage.write("trace.csv", text));
        stage.setAccelerators("8");
        stage.only({"fifo"});
        QVERIFY(stage.run());
        QCOMPARE(stage.view.model()->rowCount(), 0);
        const QString said = stage.view.findChild<QLabel*>("policyState")->toolTip();
        QVERIFY2(said.contains(code), qPrintable(said));
    }

    void columnsAreGuessed() {
        Stage stage;
        stage.view.chooseFile(
            stage.write("other.csv", "user,submit_time,gpus,duration\nx,0,4,60\n"));
        QCOMPARE(stage.view.findChild<QLineEdit*>("policySubmit")->text(), QString("submit_time"));
        QCOMPARE(stage.view.findChild<QLineEdit*>("policyDuration")->text(), QString("duration"));
        QCOMPARE(stage.view.findChild<QLineEdit*>("policySize")->text(), QString("gpus"));
        stage.setAccelerators("8");
        stage.only({"fifo"});
        QVERIFY(stage.run());
        QCOMPARE(stage.view.model()->rowCount(), 1);
    }

    // Of fourJobs() only c has ended: it ran for 200 s on 8.
    void theRunIsATrace() {
        Stage stage;
        QVERIFY(stage.view.wrong().contains("ended"));
        stage.advance(300.0);
        const auto trace = traceOfRun(*stage.workspace.frame()->history);
        QCOMPARE(trace.size(), std::size_t{1});
        QCOMPARE(trace[0].durationS, 200.0);
        QCOMPARE(trace[0].accelerators, 8);
        QCOMPARE(stage.view.wrong(), QString());
        stage.setAccelerators("8");
        stage.only({"easy"});
        QVERIFY(stage.run());
        QCOMPARE(stage.view.outcomes()[0].metrics.completed, std::int64_t{1});
    }

    void cancelStops() {
        QByteArray text("submit_s,duration_s,num_gpus\n");
        for (int i = 0; i < 40000; ++i) {
            text += QByteArray::number(i) + ",5000," + QByteArray::number(1 + i % 8) + '\n';
        }
        Stage stage;
        stage.view.chooseFile(stage.write("long.csv", text));
        stage.setAccelerators("64");
        QSignalSpy finished(&stage.view, &PolicyView::finished);
        stage.view.compare();
        QVERIFY(stage.view.isBusy());
        stage.view.cancel();
        QVERIFY(finished.wait(20000));
        QVERIFY(!stage.view.isBusy());
        QVERIFY(stage.view.model()->rowCount() < 9);
        QCOMPARE(stage.view.findChild<QLabel*>("policyState")->text(), QString("Cancelled."));
    }

    // Three jobs at 0, 10 and 20 s; the first starts at once, the second at 30, the third never.
    void curvesAreThoseOfTheJobs() {
        std::vector<engine::JobOutcome> jobs(3);
        jobs[0].submitS = 100.0;
        jobs[0].firstStartS = 100.0;
        jobs[0].endS = 150.0;
        jobs[1].submitS = 110.0;
        jobs[1].firstStartS = 130.0;
        jobs[1].endS = 140.0;
        jobs[2].submitS = 120.0;
        const auto queue = queueCurve(jobs);
        QCOMPARE(queue.size(), std::size_t{4});
        const double depth[] = {0.0, 1.0, 2.0, 1.0};
        const double time[] = {0.0, 10.0, 20.0, 30.0};
        for (std::size_t i = 0; i < 4; ++i) {
            QCOMPARE(queue[i].x, time[i]);
            QCOMPARE(queue[i].y, depth[i]);
        }
        // Completion after 30 and 50 s, of three.
        const auto done = completionCurve(jobs);
        QCOMPARE(done.size(), std::size_t{2});
        QCOMPARE(done[0].x, 30.0);
        QVERIFY(std::abs(done[1].y - 2.0 / 3.0) < 1e-12);
        QVERIFY(completionCurve({}).empty());
        QVERIFY(queueCurve({}).empty());
    }
};

HEADROOM_TEST(TestPolicyView)
}  // namespace tst_policy_view

#include "tst_policy_view.moc"
