// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "tests/ui/jobs/job_stage.h"
#include "ui/jobs/job_floor.h"
#include "ui/jobs/job_page.h"
#include "ui/jobs/parts_bar.h"
#include "ui/jobs/step_chart.h"
#include "ui/workspace/project_files.h"

#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>

namespace tst_job_page {

using namespace headroom;
using namespace headroom::ui;

namespace {

QString plain(QString text) {
    return text.replace(QChar(0x2009), ' ');
}

struct Stage : JobStage {
    JobPage page{&workspace, &commands};

    Stage() : JobStage(fourJobs()) {
        page.resize(400, 900);
        page.show();
        advance(300.0);
    }

    QString text(const char* label) { return plain(page.findChild<QLabel*>(label)->text()); }
};

}  // namespace

class TestJobPage : public QObject {
    Q_OBJECT

  private slots:

    void wordsWhileEmpty() {
        Stage stage;
        QVERIFY(stage.page.emptyText().contains("Select a job"));
        stage.select(99);  // nobody knows it
        QVERIFY(stage.page.emptyText().contains("99"));
        stage.workspace.files().close();
        QVERIFY(stage.page.emptyText().contains("Open a project"));
    }

    // Three phases of 4, 1 and 5 s at 600, 300 and 150 kW: on a chart that is w wide they end at 40, 50 and 100 % of it,
    // and the first is twice as high as the second. The tip names the rank that others wait for. Another job asks anew,
    // and a refusal is a sentence in place of the chart.
    void stepTimeline() {
        Stage stage;
        const engine::Sheet sheet{
            "step-timeline",
            "a: one step",
            "",
            {engine::SheetColumn{"phase", "Phase"}, engine::SheetColumn{"kind", "Kind"},
             engine::SheetColumn{"start_s", "Start", "s"},
             engine::SheetColumn{"length_s", "Length", "s"},
             engine::SheetColumn{"power_kw", "Power", "kW"},
             engine::SheetColumn{"slowest_rank", "Slowest rank"},
             engine::SheetColumn{"slowest_at", "At"}, engine::SheetColumn{"why", "Content"}},
            {{std::string("Matrix multiplication"), std::string("compute"), 0.0, 4.0, 600.0,
              std::int64_t{11}, std::string("B1/R03/S02"), std::string("Kernels.")},
             {std::string("Tensor collectives"),
              std::string("collective"),
              4.0,
              1.0,
              300.0,
              {},
              {},
              std::string("All-reduces.")},
             {std::string("Host"),
              std::string("host"),
              5.0,
              5.0,
              150.0,
              {},
              {},
              std::string("Logging.")}}};
        stage.source->setAnswer(engine::RunAnswer{"step-timeline", 300.0, sheet});
        stage.select(0);
        auto* chart = stage.page.findChild<StepChart*>("jobTimeline");
        QTRY_VERIFY(chart->answer().has_value());
        QVERIFY2(plain(chart->headText()).contains("up to 600 kW"), qPrintable(chart->headText()));
        chart->grab();
        const double wide = chart->width() - 1.0,
                     bottom = chart->fontMetrics().height() + 3.0 + 4.0 + 60.0;
        QCOMPARE(chart->phaseAt({0.39 * wide, bottom}), 0);
        QCOMPARE(chart->phaseAt({0.45 * wide, bottom}), 1);
        QCOMPARE(chart->phaseAt({0.95 * wide, bottom}), 2);
        QCOMPARE(chart->phaseAt({0.95 * wide, 1.0}), -1);
        QVERIFY2(chart->phaseText(0).contains("slowest rank 11 (B1/R03/S02)"),
                 qPrintable(chart->phaseText(0)));
        QVERIFY(!chart->phaseText(1).contains("slowest"));
        QVERIFY(chart->accessibleDescription().contains("Tensor collectives"));
        stage.source->setAnswer(tl::unexpected(
            engine::Error{"ASK-006", "the job makes no steps", "choose another", {}, {}, 0}));
        stage.select(1);
        QTRY_VERIFY2(chart->headText().contains("The job makes no steps. Choose another."),
                     qPrintable(chart->headText()));
        QVERIFY(!chart->answer());
    }

    void tellsAllAboutTheJob() {
        Stage stage;
        stage.select(0);
        QTRY_COMPARE(stage.page.emptyText(), QString());
        QTRY_VERIFY(!stage.page.findChild<PartsBar*>("jobStep")->parts().empty());
        QCOMPARE(stage.text("jobName"), QString("a"));
        QCOMPARE(stage.text("jobState"), QString("Running"));
        QVERIFY2(stage.text("jobFacts").contains("64 × nvidia-h100"),
                 qPrintable(stage.text("jobFacts")));
        QCOMPARE(stage.text("jobWhy"), QString("Bound by arithmetic."));
        QVERIFY(stage.text("jobPlan").contains("tensor 8 × pipeline 4 × data 16"));
        // 2.61 + 0.48 + 0.37 + 0.29 + 0.21 + 0.13 + 0.16 = 4.25 s
        auto* step = stage.page.findChild<PartsBar*>("jobStep");
        QVERIFY(std::abs(step->sum() - 4.25) < 1e-9);
        QCOMPARE(plain(step->headText()), QString("Step  4.25 s"));
        QVERIFY(
            plain(stage.page.findChild<PartsBar*>("jobLife")->headText()).contains("ETTR 93 %"));
        QCOMPARE(stage.text("jobStands"), QString("8 racks in Hall 1, R01-01 to R01-08"));
        QVERIFY(stage.page.findChild<QTreeWidget*>("jobHistory")->topLevelItemCount() >= 1);
    }

    // The page stays with its job when something else is selected, and leads back to it.
    void leadsToFloorAndFabric() {
        Stage stage;
        stage.select(0);
        QTRY_COMPARE(stage.page.emptyText(), QString());
        stage.workspace.selection().select({Selected::Kind::Rack, 3, "block-1", -1});
        QCOMPARE(stage.page.job(), std::int64_t{0});
        QTRY_VERIFY(stage.page.findChild<QPushButton*>("jobToFabric")->isEnabled());
        QSignalSpy floor(&stage.page, &JobPage::placeRequested);
        QSignalSpy fabric(&stage.page, &JobPage::footprintRequested);
        stage.page.findChild<QPushButton*>("jobToFabric")->click();
        QCOMPARE(fabric.count(), 1);
        QCOMPARE(stage.workspace.selection().current().job, std::int64_t{0});
        stage.page.findChild<QPushButton*>("jobToFloor")->click();
        QCOMPARE(floor.count(), 1);
    }

    void theFloorKnowsItsRacks() {
        Stage stage;
        JobFloor floor(&stage.workspace);
        floor.resize(320, 150);
        QCOMPARE(floor.summary(), QString("It has no place now."));
        QCOMPARE(floor.rackAt({160.0, 75.0}), -1);
        floor.setRacks({5, 2, 300, -4, 100000});  // 300 is in the second hall; two are none
        QCOMPARE(floor.summary().section(',', 0, 0), QString("3 racks in Hall 1"));
        const QPointF at = floor.boxOf(2).center();
        QCOMPARE(floor.rackAt(at), 2);
        QTest::mouseClick(&floor, Qt::LeftButton, {}, at.toPoint());
        QCOMPARE(stage.workspace.selection().current().rack(), 2);
        floor.grab();
    }

    void partsSumAndOverflowIsSaid() {
        PartsBar bar("Memory", "none");
        bar.resize(300, 200);
        QCOMPARE(bar.headText(), QString("Memory"));
        QCOMPARE(bar.partAt({10.0, 30.0}), -1);
        bar.setParts({{"Weights", 60e9, "B", "w"}, {"Activations", 30e9, "B", "a"}}, 80e9);
        QCOMPARE(plain(bar.headText()), QString("Memory  90 GB of 80 GB — does not fit"));
        bar.setParts({{"Weights", 60e9, "B", "w"}, {"Activations", 10e9, "B", "a"}}, 80e9);
        QCOMPARE(plain(bar.headText()), QString("Memory  70 GB of 80 GB"));
        // Of 300 px: weights to 225, activations to 262, free from there.
        const double y = bar.fontMetrics().height() + 12.0;
        QCOMPARE(bar.partAt({100.0, y}), 0);
        QCOMPARE(bar.partAt({240.0, y}), 1);
        QCOMPARE(bar.partAt({290.0, y}), -1);
        bar.grab();
    }

    void partsAreWrittenByTheirUnit() {
        QCOMPARE(plain(partText(0.0123, "s", 0.5)), QString("12.3 ms"));
        QCOMPARE(plain(partText(3.2, "s", 20.0)), QString("3.20 s"));
        QCOMPARE(plain(partText(7500.0, "s", 9000.0)), QString("2 h 5 min"));
        QCOMPARE(plain(partText(17.5e9, "B", 80e9)), QString("17.5 GB"));
        QCOMPARE(plain(partText(3.6e6, "J", 3.6e6)), QString("1 kWh"));
    }
};

HEADROOM_TEST(TestJobPage)
}  // namespace tst_job_page

#include "tst_job_page.moc"
