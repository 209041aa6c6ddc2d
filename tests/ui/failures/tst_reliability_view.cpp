// SPDX-License-Identifier: Apache-2.0
#include "engine/reliability/reach/sweep_sheet.h"
#include "engine/sheet/sheet_csv.h"
#include "tests/support/test_program.h"
#include "tests/ui/failures/failure_stage.h"
#include "ui/failures/campaign_chart.h"
#include "ui/failures/campaign_page.h"
#include "ui/failures/commission_model.h"
#include "ui/failures/commission_page.h"
#include "ui/failures/reliability_view.h"
#include "ui/failures/sweep_page.h"
#include "ui/kit/filtered_table.h"
#include "ui/kit/sheet_table.h"
#include "ui/workspace/blast_focus.h"
#include "ui/workspace/project_files.h"

#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTableView>

#include <algorithm>
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

/// Nothing fails; a UPS takes two racks after 12 s, where none may stop; a switch that is asked nothing.
engine::Commission commissioned() {
    const double none = std::nan("");
    engine::Commission c;
    c.project = "Hall";
    engine::CommissionRow full, ups, spine;
    full.test.section = "Full load";
    full.test.name = "Full load in design weather, nothing fails";
    full.checks = {{"Racks without power or tripped", 0.0, 0.0, "", 0.0}};
    ups.test.section = "UPS";
    ups.test.name = "UPS A fails";
    ups.test.owner = "cdu-1";
    ups.test.orders.resize(1);
    ups.test.orders[0].unit = "ups-a";
    ups.checks = {{"Hottest inlet", 24.0, 27.0, "°C", 60.0},
                  {"Racks without power or tripped", 2.0, 0.0, "", 12.0}};
    ups.story = {"12 s: racks-a: two racks lost their power"};
    ups.recovered = false;
    spine.test.section = "Network";
    spine.test.name = "Spine 1 fails";
    spine.checks = {{"Racks without power or tripped", 0.0, none, "", 0.0}};
    c.rows = {full, ups, spine};
    return c;
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
        stage.workspace.files().close();
        QVERIFY(!page.wrong().isEmpty());
    }

    // 160 h and 18 interruptions: 8.889 h, which table, chart and file say alike.
    void figuresAreShownWithTheirIntervals() {
        FailureStage stage;
        CampaignPage page(&stage.workspace);
        CampaignAnswer answer;
        answer.campaign = campaign();
        page.show(std::move(answer));
        const QAbstractItemModel* table =
            page.findChild<SheetTable*>("campaignTable")->table()->view()->model();
        const auto at = [table](int row, const char* key) {
            const int column = engine::columnIndex(engine::campaignFigures({}), key);
            return table->index(row, column).data().toString();
        };
        const auto rows = engine::figuresIn(engine::kInCampaign);
        const auto row = static_cast<int>(
            std::find(rows.begin(), rows.end(), &engine::figure(engine::kMeanTimeToInterruption)) -
            rows.begin());
        QCOMPARE(at(row, "mean"), QString("8.889"));
        QVERIFY(!at(row, "half_width_95").isEmpty());
        QCOMPARE(at(row, "unit"), QString("h"));
        const CampaignLine line = lineOfSizes(campaign());
        QCOMPARE(line.x, (std::vector<double>{512.0}));
        QVERIFY(std::abs(line.mean[0] - 160.0 / 18.0) < 1e-9);
        QTemporaryDir folder;
        const QString file = folder.filePath("campaign.csv");
        QVERIFY(page.exportTo(file));
        QFile read(file);
        QVERIFY(read.open(QIODevice::ReadOnly));
        QVERIFY(read.readAll().contains("\nmtti_h,"));
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
        const QAbstractItemModel* table =
            page.findChild<SheetTable*>("campaignTable")->table()->view()->model();
        QCOMPARE(table->rowCount(), 2);
        QCOMPARE(table->index(1, 0).data().toString(), QString("600"));
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
        const auto cell = [view](int row, const char* key) {
            const engine::Sheet sheet = engine::sweepSheet({});
            const auto at = std::find_if(sheet.columns.begin(), sheet.columns.end(),
                                         [key](const auto& c) { return c.key == key; });
            return view->model()
                ->index(row, static_cast<int>(at - sheet.columns.begin()))
                .data()
                .toString();
        };
        QCOMPARE(cell(0, "part"), QString("ups-b"));
        QCOMPARE(cell(0, "lost_accelerator_h"), QString("50.0"));
        page.table()->view()->selectRow(0);
        QCOMPARE(stage.workspace.selection().current().objectId, std::string("cdu-1"));
        emit page.table()->rowActivated(1);
        QVERIFY(stage.workspace.blast().reach() != nullptr);
        QCOMPARE(stage.source->askedReach().front().unit, std::string("ups-b"));
        QTemporaryDir folder;
        QVERIFY(page.exportTo(folder.filePath("sweep.csv")));
        QFile csv(folder.filePath("sweep.csv"));
        QVERIFY(csv.open(QIODevice::ReadOnly));
        QCOMPARE(csv.readAll().toStdString(),
                 engine::sheetCsv(engine::sweepSheet(*sweep)));  // as `sweep --format csv`
        stage.workspace.files().close();
        QCOMPARE(view->model()->rowCount(), 0);
    }

    // The verdict, the figure that decides it and when are read in the row; all figures and what
    // followed below; the report has every test.
    void testsAreJudgedAndTold() {
        FailureStage stage;
        engine::BlastReach reach;
        reach.racks.resize(FakeSource::kRacks);
        stage.source->setReach(reach);
        CommissionPage page(&stage.workspace);
        QVERIFY(!page.findChild<QPushButton*>("commissionExport")->isEnabled());
        page.show(std::make_shared<const engine::Commission>(commissioned()));
        const QTableView* view = page.table()->view();
        const auto at = [&](int row, int column) {
            return view->model()->index(row, column).data().toString();
        };
        // What failed comes first, then what passed.
        QCOMPARE(at(0, CommissionModel::Verdict), QString("Failed"));
        QCOMPARE(at(0, CommissionModel::Figure), QString("Racks without power or tripped: 2"));
        QCOMPARE(at(0, CommissionModel::Limit), QString("0"));
        QCOMPARE(at(0, CommissionModel::After), QStringLiteral("12\u2009s"));
        QCOMPARE(at(1, CommissionModel::Verdict), QString("Passed"));
        QCOMPARE(at(2, CommissionModel::Verdict), QString("Nothing asked"));
        QCOMPARE(at(2, CommissionModel::Limit), QString());
        const QString state = page.findChild<QLabel*>("commissionState")->text();
        QVERIFY2(state.startsWith("1 passed, 1 failed, 1 with nothing asked"), qPrintable(state));
        page.table()->view()->selectRow(0);
        QCOMPARE(stage.workspace.selection().current().objectId, std::string("cdu-1"));
        const QString story = page.findChild<QPlainTextEdit*>("commissionStory")->toPlainText();
        QVERIFY2(story.contains("! Racks without power or tripped 2, at most 0, passed after 12 s"),
                 qPrintable(story));
        QVERIFY(story.contains("two racks lost their power"));
        emit page.table()->rowActivated(1);
        QCOMPARE(stage.source->askedReach().front().unit, std::string("ups-a"));
        QTemporaryDir folder;
        const QString file = folder.filePath("commissioning.html");
        QVERIFY(page.exportTo(file));
        QFile read(file);
        QVERIFY(read.open(QIODevice::ReadOnly));
        QVERIFY(read.readAll().contains("UPS A fails"));
        stage.workspace.files().close();
        QCOMPARE(view->model()->rowCount(), 0);
    }
};

HEADROOM_TEST(TestReliabilityView)
}  // namespace tst_reliability_view

#include "tst_reliability_view.moc"
