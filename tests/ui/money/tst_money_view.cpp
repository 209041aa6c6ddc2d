// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "ui/kit/filtered_table.h"
#include "ui/kit/number_box.h"
#include "ui/kit/sheet_table.h"
#include "ui/kit/theme.h"
#include "ui/money/money_page.h"
#include "ui/money/money_view.h"
#include "ui/workspace/floor_focus.h"
#include "ui/workspace/project_files.h"
#include "ui/workspace/run_control.h"
#include "ui/workspace/workspace.h"

#include <QAction>
#include <QFile>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QTableView>
#include <QTemporaryDir>
#include <QtTest>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace tst_money_view {

using namespace headroom;
using namespace headroom::ui;

namespace {

/// The window's workspace on a scenario, and its money view.
struct MoneyStage {
    Workspace workspace{HEADROOM_SOURCE_DIR "/resources/catalog"};
    MoneyView view{&workspace};

    MoneyStage() {
        Theme::instance().apply(Theme::Mode::Light);
        workspace.control().setPlayOnOpen(false);
        QSignalSpy opened(&workspace, &Workspace::opened);
        workspace.files().open(HEADROOM_SOURCE_DIR "/scenarios/onprem-vs-cloud");
        opened.wait(60000);
    }

    QStringList column(const char* page, int column) const {
        const QAbstractItemModel* model = view.page(page)->table()->table()->view()->model();
        QStringList texts;
        for (int row = 0; row < model->rowCount(); ++row) {
            texts << model->index(row, column).data().toString();
        }
        return texts;
    }
};

}  // namespace

class TestMoneyView : public QObject {
    Q_OBJECT

    std::unique_ptr<MoneyStage> stage_;
    MoneyAnswer answer_;

    const engine::CostStudy& shown() const { return *stage_->view.answer().study; }

  private slots:

    /// One year at a coarse step, held against two offers: all pages are shown from it.
    void initTestCase() {
        stage_ = std::make_unique<MoneyStage>();
        QVERIFY(stage_->workspace.isOpen());
        answer_.catalogue = stage_->workspace.sharedCatalogue();
        engine::CostQuestion q;
        q.spec.year.stepS = 300.0;
        q.against = {*engine::againstOf("aws-p5", *answer_.catalogue),
                     *engine::againstOf("lambda-h100", *answer_.catalogue)};
        const auto study = engine::costStudy(stage_->workspace.project(), *answer_.catalogue, q);
        QVERIFY2(study, study ? "" : engine::text(study.error()).c_str());
        answer_.study = *study;
        answer_.breakEvens = (*study)->breakEvens;
        answer_.racks =
            engine::rackCosts(stage_->workspace.project(), (*study)->basis, (*study)->cost);
    }

    void emptyItSaysWhatToDo() {
        stage_->view.show({});
        QVERIFY(!stage_->view.findChild<QPushButton*>("moneyExport")->isEnabled());
        QVERIFY(stage_->view.findChild<QPushButton*>("moneyRun")->isEnabled());
        const auto none = stage_->view.exportTo("nowhere.csv");
        QVERIFY(!none);
        QCOMPARE(none.error().code, std::string("UI-023"));
        QVERIFY(stage_->view.findChild<FigureStrip*>("moneyFigures")->isHidden());
    }

    // In however narrow a window: a figure is never seen without the interval that it has.
    void intervalsStayWhereThereIsLittleRoom() {
        stage_->view.show(answer_);
        auto* strip = stage_->view.findChild<FigureStrip*>("moneyFigures");
        for (const int width : {1600, 480}) {
            strip->resize(width, strip->height());
            const auto labels = strip->findChildren<QLabel*>();
            const auto intervals =
                std::count_if(labels.begin(), labels.end(),
                              [](const QLabel* label) { return label->text().startsWith("± "); });
            QVERIFY2(intervals >= 2, qPrintable(QString::number(width)));
        }
    }

    // The table is the sheet: as many rows, the sum of systems last, as the cost has it.
    void totalIsTheCost() {
        stage_->view.show(answer_);
        const auto sheet = engine::systemsSheet(answer_.report());
        const QStringList totals = stage_->column("total", 4);
        QCOMPARE(totals.size(), static_cast<qsizetype>(sheet.rows.size()));
        QCOMPARE(totals.back(), QString::fromStdString(engine::cellNumber(
                                    models::usdOf(answer_.study->cost.tcoTotal))));
        // The waterfall ends where the cost does: its last bar is told so under the pointer.
        const MoneyChart* chart = stage_->view.page("total")->charts().front();
        const int last = static_cast<int>(chart->plot()->yAxis->range().upper - 0.6 + 0.5);
        const QPointF at(chart->plot()->xAxis->coordToPixel(0.01),
                         chart->plot()->yAxis->coordToPixel(last));
        QVERIFY2(chart->tipAt(at).contains(
                     amountText(models::usdOf(answer_.study->cost.tcoTotal), "USD")),
                 qPrintable(chart->tipAt(at)));
    }

    // Every page has rows; each number of a row is in its tip with the name of its column.
    void everyPageIsFilled() {
        stage_->view.show(answer_);
        for (const MoneyPageInfo& info : moneyPages()) {
            const QString name(info.name);
            const bool asked =
                name != "sites" && name != "places" && name != "supply" && name != "follow";
            QCOMPARE(!stage_->column(info.name, 0).isEmpty(), asked);
        }
        const QAbstractItemModel* lines =
            stage_->view.page("lines")->table()->table()->view()->model();
        const QString tip = lines->index(0, 0).data(Qt::ToolTipRole).toString();
        QVERIFY2(tip.contains("rate: ") && tip.contains("source: "), qPrintable(tip));
    }

    // Ten years instead of five: the same simulated year, at once, and more money in all.
    void horizonIsPricedAtOnce() {
        stage_->view.show(answer_);
        const auto before = shown().cost.tcoTotal;
        auto* years = stage_->view.findChild<NumberBox*>("moneyYears");
        years->setValue(10.0);
        QTRY_COMPARE_WITH_TIMEOUT(shown().basis.economics.years, 10, 10000);
        QVERIFY(shown().cost.tcoTotal > before);
        QCOMPARE(shown().basis.year.days, answer_.study->basis.year.days);
        QCOMPARE(stage_->column("years", 0).size(), 11);
        years->setValue(5.0);
        QTRY_COMPARE_WITH_TIMEOUT(shown().cost.tcoTotal, before, 10000);
    }

    // An offer taken away leaves table and chart.
    void offersAreChosen() {
        stage_->view.show(answer_);
        QCOMPARE(stage_->column("rent", 0).size(), 2);
        auto* offers = stage_->view.findChild<QPushButton*>("moneyOffers");
        for (QAction* action : offers->menu()->actions()) {
            if (action->isChecked()) {
                action->setChecked(false);
            }
        }
        QTRY_COMPARE_WITH_TIMEOUT(stage_->column("rent", 0).size(), 0, 10000);
        QAction* first = offers->menu()->actions().front();
        first->setChecked(true);
        QTRY_COMPARE_WITH_TIMEOUT(stage_->column("rent", 0), QStringList{first->data().toString()},
                                  10000);
    }

    // The floor by what racks cost: as many numbers as racks, together the annualised whole; one system is less
    // than all; the design as it was before an edit colours nothing.
    void racksAreColouredByCost() {
        stage_->view.show(answer_);
        FloorFocus& floor = stage_->workspace.floor();
        QVERIFY(floor.field() == nullptr);
        floor.askForCost();
        QVERIFY(floor.field() != nullptr);
        const auto sumOf = [&] {
            double sum = 0.0;
            for (const double value : floor.field()->racks) {
                sum += value;
            }
            return sum;
        };
        QCOMPARE(floor.field()->racks.size(), stage_->workspace.layout().racks.size());
        QVERIFY2(floor.field()->unit.contains("USD") && floor.field()->unit.contains("a year"),
                 qPrintable(floor.field()->unit));
        QVERIFY(floor.field()->told(0).contains("USD"));
        QVERIFY(floor.field()->low < floor.field()->high);
        const double all = sumOf();
        const double by = all / answer_.study->cost.annualised;  // the scale of its unit
        QVERIFY(std::abs(by * 1e3 - 1.0) < 1e-6 || std::abs(by * 1e6 - 1.0) < 1e-6 ||
                std::abs(by - 1.0) < 1e-6);
        auto* button = stage_->view.findChild<QPushButton*>("moneyFloor");
        for (QAction* action : button->menu()->actions()) {
            if (action->text() == "Network") {
                action->trigger();
            }
        }
        QCOMPARE(floor.field()->detail, QString("Network"));
        QVERIFY2(floor.field()->told(0).contains("network"), qPrintable(floor.field()->told(0)));
        button->menu()->actions().back()->trigger();
        QVERIFY(floor.field() == nullptr);
    }

    // Signal, limit and hours that are chosen are asked for, and what comes of them fills table and charts.
    void operationFollows() {
        auto* follow = stage_->view.findChild<QPushButton*>("moneyFollow");
        for (QAction* action : follow->menu()->actions()) {
            if (action->text() == "Carbon") {
                action->trigger();
            }
        }
        QVERIFY2(follow->text().contains("carbon"), qPrintable(follow->text()));
        engine::CostQuestion q;
        q.spec.year.stepS = 300.0;
        q.follow = {models::SupplyFollow::Carbon, 0.6, 0.2};
        const auto study = engine::costStudy(stage_->workspace.project(), *answer_.catalogue, q);
        QVERIFY2(study, study ? "" : engine::text(study.error()).c_str());
        MoneyAnswer followed = answer_;
        followed.study = *study;
        stage_->view.show(followed);
        QCOMPARE(stage_->column("follow", 0).size(), 2);
        QCOMPARE(stage_->view.page("follow")->charts().size(), std::size_t{2});
        const MoneyChart* saved = stage_->view.page("follow")->charts().front();
        const QPointF at(saved->plot()->xAxis->coordToPixel(1e-6),
                         saved->plot()->yAxis->coordToPixel(0.0));
        QVERIFY2(saved->tipAt(at).contains("work lost"), qPrintable(saved->tipAt(at)));
        for (QAction* action : follow->menu()->actions()) {
            if (action->text() == "Nothing") {
                action->trigger();
            }
        }
        QVERIFY(!follow->text().contains(':'));
    }

    void exports() {
        stage_->view.show(answer_);
        const QTemporaryDir folder;
        for (const char* name : {"cost.csv", "cost.xlsx", "cost.json", "cost.svg"}) {
            const QString file = folder.filePath(name);
            const auto done = stage_->view.exportTo(file);
            QVERIFY2(done, done ? "" : done.error().text().c_str());
            QVERIFY(QFile(file).size() > 500);
        }
        QFile svg(folder.filePath("cost.svg"));
        QVERIFY(svg.open(QIODevice::ReadOnly));
        QVERIFY(svg.readAll().contains("Electrical plant"));
        const auto wrong = stage_->view.exportTo(folder.filePath("cost.doc"));
        QVERIFY(!wrong);
        QCOMPARE(wrong.error().code, std::string("UI-025"));
    }

    // A run that is cancelled leaves what was there before it: nothing, and says that it can run again.
    void runsAndCancels() {
        stage_->view.show({});
        QSignalSpy finished(&stage_->view, &MoneyView::finished);
        auto* button = stage_->view.findChild<QPushButton*>("moneyRun");
        button->click();
        QVERIFY(stage_->view.isBusy());
        button->click();
        QVERIFY(finished.wait(60000));
        QVERIFY(!stage_->view.isBusy());
        QVERIFY(stage_->view.answer().study == nullptr);
        QVERIFY(button->isEnabled());
    }
};

HEADROOM_TEST(TestMoneyView)
}  // namespace tst_money_view

#include "tst_money_view.moc"
