// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "tests/ui/failures/failure_stage.h"
#include "ui/failures/campaign_chart.h"
#include "ui/failures/campaign_page.h"
#include "ui/failures/reliability_view.h"
#include "ui/failures/sweep_model.h"
#include "ui/failures/sweep_page.h"
#include "ui/kit/filtered_table.h"
#include "ui/workspace/blast_focus.h"

#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>
#include <QTableWidget>

#include <cmath>

namespace tst_reliability_view {

using namespace headroom;
using namespace headroom::ui;
using engine::Sum;

namespace {

/// Running hours and interruptions of a run: its mean time to interruption is their ratio.
engine::Replication replication(double runningH, double interruptions) {
    engine::Replication r;
    r.sums[Sum::RunningS] = runningH * 3600.0;
    r.sums[Sum::Interruptions] = interruptions;
    r.sums[Sum::WallS] = 100.0;
    r.sums[Sum::ProductiveS] = 90.0;
    r.law.mttfS = 7.0 * 3600.0;
    r.law.ettr = 0.95;
    engine::SizeClass size;
    size.jobs = 1;
    size.interruptions = static_cast<std::int64_t>(interruptions);
    size.runningS = runningH * 3600.0;
    size.analyticS = runningH / 8.0;
    r.sizes[512] = size;
    return r;
}

engine::CampaignResult campaign() {
    engine::CampaignResult result;
    result.replications = {replication(80.0, 10.0), replication(80.0, 8.0)};
    return result;
}

engine::SweepRow sweepRow(const std::string& name, double lostH) {
    engine::SweepRow row;
    row.first.name = name;
    row.first.kind = "UPS";
    row.first.owner = "cdu-1";
    row.first.order.unit = name;
    row.forecast.lostAcceleratorS = lostH * 3600.0;
    row.forecast.lostShare = 0.01;
    return row;
}

}  // namespace

class TestReliabilityView : public QObject {
    Q_OBJECT

  private slots:

    void emptyItSaysWhatItDoes() {
        FailureStage stage;
        ReliabilityView view(&stage.workspace);
        QVERIFY(view.findChild<QLabel*>("campaignEmpty")->text().contains("95"));
        QVERIFY(!view.findChild<QPushButton*>("campaignExport")->isEnabled());
        QVERIFY(!view.findChild<QPushButton*>("sweepExport")->isEnabled());
        QVERIFY(view.findChild<QPushButton*>("campaignRun")->isEnabled());
        QVERIFY(!view.campaign()->exportTo("nowhere.csv"));
    }

    void wrongValuesAreRefused() {
        FailureStage stage;
        CampaignPage page(&stage.workspace);
        auto* vary = page.findChild<QComboBox*>("campaignVary");
        vary->setCurrentIndex(vary->findData("restart-time"));
        // The fake project has no failure policy: there is nothing to vary.
        QVERIFY(!page.wrong().isEmpty());
        QVERIFY(!page.findChild<QPushButton*>("campaignRun")->isEnabled());
        vary->setCurrentIndex(0);
        QVERIFY(page.wrong().isEmpty());
        stage.workspace.close();
        QVERIFY(!page.wrong().isEmpty());
    }

    // 160 h and 18 interruptions: 8.889 h, which table, chart and file say alike.
    void figuresAreShownWithTheirIntervals() {
        FailureStage stage;
        CampaignPage page(&stage.workspace);
        CampaignAnswer answer;
        answer.campaign = campaign();
        page.show(std::move(answer));
        auto* table = page.findChild<QTableWidget*>("campaignTable");
        const auto rows = engine::figuresIn(engine::kInCampaign);
        const auto row = static_cast<int>(
            std::find(rows.begin(), rows.end(),
                      &engine::figure(engine::kMeanTimeToInterruption)) -
            rows.begin());
        QVERIFY2(table->item(row, 1)->text().startsWith("8.889 ±"),
                 qPrintable(table->item(row, 1)->text()));
        QCOMPARE(table->item(row, 5)->text(), QString("h"));
        const CampaignLine line = lineOfSizes(campaign());
        QCOMPARE(line.x, (std::vector<double>{512.0}));
        QVERIFY(std::abs(line.mean[0] - 160.0 / 18.0) < 1e-9);
        QTemporaryDir folder;
        const QString file = folder.filePath("campaign.csv");
        QVERIFY(page.exportTo(file));
        QFile read(file);
        QVERIFY(read.open(QIODevice::ReadOnly));
        QVERIFY(read.readAll().contains("mtti_h,h,8.88"));
    }

    void aCurveShowsTheLawBesideIt() {
        FailureStage stage;
        engine::Curve curve;
        curve.figure.label = "Restart";
        curve.figure.unit = "s";
        curve.points = {{60.0, campaign()}, {600.0, campaign()}};
        const CampaignLine ettr = lineOf(curve, engine::figure(engine::kEffectiveTime));
        QCOMPARE(ettr.xLabel, QString("Restart (s)"));
        QCOMPARE(ettr.mean, (std::vector<double>{90.0, 90.0}));  // 90 of 100 s, in per cent
        QCOMPARE(ettr.law, (std::vector<double>{95.0, 95.0}));
        const CampaignLine other = lineOf(curve, engine::figure("waiting_pct"));
        QVERIFY(std::isnan(other.law[0]));
        CampaignPage page(&stage.workspace);
        CampaignAnswer answer;
        answer.curve = curve;
        page.show(std::move(answer));
        auto* table = page.findChild<QTableWidget*>("campaignTable");
        QCOMPARE(table->rowCount(), 2);
        QCOMPARE(table->item(1, 0)->text(), QString("600"));
    }

    void aSweepIsRankedAndShowsItsRadius() {
        FailureStage stage;
        engine::BlastReach reach;
        reach.racks.resize(FakeSource::kRacks);
        stage.source->setReach(reach);
        SweepPage page(&stage.workspace);
        auto sweep = std::make_shared<engine::Sweep>();
        sweep->rows = {sweepRow("ups-a", 5.0), sweepRow("ups-b", 50.0)};
        page.show(sweep);
        const QTableView* view = page.table()->view();
        QCOMPARE(view->model()->index(0, SweepModel::Part).data().toString(), QString("ups-b"));
        QCOMPARE(view->model()->index(0, SweepModel::LostHours).data().toString(), QString("50"));
        page.table()->view()->selectRow(0);
        QCOMPARE(stage.workspace.selection().current().objectId, std::string("cdu-1"));
        emit page.table()->rowActivated(1);
        QVERIFY(stage.workspace.blast().reach() != nullptr);
        QCOMPARE(stage.source->askedReach().front().unit, std::string("ups-b"));
        QTemporaryDir folder;
        QVERIFY(page.exportTo(folder.filePath("sweep.csv")));
        stage.workspace.close();
        QCOMPARE(view->model()->rowCount(), 0);
    }
};

HEADROOM_TEST(TestReliabilityView)
}  // namespace tst_reliability_view

#include "tst_reliability_view.moc"
