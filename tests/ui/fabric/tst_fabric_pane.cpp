// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "tests/ui/fabric/fabric_stage.h"
#include "ui/fabric/fabric_figures.h"
#include "ui/fabric/fabric_model.h"
#include "ui/fabric/fabric_text.h"
#include "ui/workspace/project_files.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTableView>
#include <QtTest>

namespace tst_fabric_pane {

using namespace headroom;
using namespace headroom::ui;
using engine::LinkFault;

namespace {

QString plain(QString text) {
    return text.replace(QChar(0x2009), ' ');
}

/// All texts of the table of that name.
QStringList textsOf(FabricStage& stage, const QString& name) {
    auto* tabs = stage.pane.findChild<QTabWidget*>();
    QStringList texts;
    for (int t = 0; t < tabs->count(); ++t) {
        tabs->setCurrentIndex(t);
        auto* view = tabs->widget(t)->findChild<QTableView*>();
        if (view->accessibleName() != name) {
            continue;
        }
        for (int r = 0; r < view->model()->rowCount(); ++r) {
            QStringList row;
            for (int c = 0; c < view->model()->columnCount(); ++c) {
                row << plain(view->model()->index(r, c).data().toString());
            }
            texts << row.join(" | ");
        }
        return texts;
    }
    return {"no such table"};
}

}  // namespace

class TestFabricPane : public QObject {
    Q_OBJECT

  private slots:

    void everyLinkStandsInTheTable() {
        FabricStage stage(treeOfPods());
        FabricLinkModel model(&stage.focus);
        const QAbstractItemModelTester tester(&model);
        QCOMPARE(model.rowCount(), 288);
        model.refresh();
        const auto text = [&](int row, int column) {
            return plain(model.index(row, column).data().toString());
        };
        QCOMPARE(text(0, FabricLinkModel::Name), QString("Leaf 1 to spines of pod 1"));
        QCOMPARE(text(128, FabricLinkModel::Name), QString("Spines of pod 1 to leaf 1"));
        QCOMPARE(text(257, FabricLinkModel::Name), QString("Spines of pod 2 to cores"));
        QCOMPARE(text(0, FabricLinkModel::Utilisation), QString("50 %"));
        QCOMPARE(text(0, FabricLinkModel::Capacity), QString("400.0 GB/s"));
        QCOMPARE(text(0, FabricLinkModel::State), QString("Whole"));
        QCOMPARE(text(0, FabricLinkModel::Length), QString("12 m, longest 18.5 m"));
    }

    void faultsStandInTheTables() {
        testing::TinyFabric tiny = treeOfPods();
        tiny.harm(0, 5, LinkFault::Cut, 0.0, 2);
        tiny.harm(0, 6, LinkFault::Lanes, 0.5, 1);
        FabricStage stage(std::move(tiny));
        FabricLinkModel model(&stage.focus);
        model.refresh();
        QCOMPARE(plain(model.index(5, FabricLinkModel::State).data().toString()),
                 QString("Cut: 2 of 8 down"));
        QCOMPARE(plain(model.index(6, FabricLinkModel::State).data().toString()),
                 QString("Lanes lost: 1 of 8 with 50 % left"));
        const QStringList faults = textsOf(stage, "Faults of links");
        QCOMPARE(faults.size(), 3);
        QVERIFY2(faults.join('\n').contains("Leaf 6 to spine"), qPrintable(faults.join('\n')));
    }

    void figuresHaveReasons() {
        FabricStage stage(treeOfPods());
        const auto rows = headlines(*stage.workspace.frame(), 0);
        QStringList names;
        for (const FabricFigure& f : rows) {
            names << f.name;
            QVERIFY2(!f.value.isEmpty() && !f.why.isEmpty(), qPrintable(f.name));
        }
        for (const char* name : {"Shape", "Routing", "Adapters", "Switches", "Cables", "Bisection",
                                 "Oversubscription", "Diameter", "Power", "Parts"}) {
            QVERIFY2(names.contains(name), name);
        }
        // 512 adapters of 50 GB/s on each side of the cut.
        const QString text = textsOf(stage, "Figures of the fabric").join('\n');
        QVERIFY2(text.contains("Bisection | 25.60 TB/s"), qPrintable(text));
        QVERIFY2(text.contains("320"), qPrintable(text));  // 128 + 128 + 64 switches
    }

    void whatIsPickedIsTold() {
        FabricStage stage(treeOfPods());
        FabricPick pick;
        pick.kind = FabricPick::Kind::Bundles;
        pick.out = {3};
        pick.back = {131};
        stage.focus.setPick(pick);
        const QString text = textsOf(stage, "Selected part of the fabric").join('\n');
        QVERIFY2(text.contains("Leaf 4 to spines of pod 1"), qPrintable(text));
        QVERIFY2(text.contains("Load, there"), qPrintable(text));
        QVERIFY2(text.contains("Load, back"), qPrintable(text));
        QVERIFY2(text.contains("train-1 20 GB/s"), qPrintable(text));
        QVERIFY2(text.contains("osfp-800g-2xdr4"), qPrintable(text));
    }

    void jobsAreListedWithWhatBindsThem() {
        FabricStage stage(treeOfPods());
        const QStringList jobs = textsOf(stage, "Jobs on the fabric");
        QCOMPARE(jobs.size(), 1);
        QVERIFY2(jobs[0].startsWith("train-1 | 64 | 8 | 1 | 42 GB/s | 84 % | bound by leaf 1"),
                 qPrintable(jobs[0]));
    }

    void aRowLeadsToItsPlace() {
        FabricStage stage(treeOfPods());
        QSignalSpy asked(&stage.pane, &FabricPane::placeRequested);
        stage.focus.showBundle(40);  // of leaf 41, in pod 6
        QCOMPARE(stage.focus.scope().groups, std::vector<int>{5});
        QCOMPARE(stage.focus.pick().out, std::vector<int>{40});
        QCOMPARE(asked.count(), 0);
    }

    void everyTableHasANameAndWordsWhileEmpty() {
        FabricStage stage(treeOfPods());
        for (const char* name :
             {"Figures of the fabric", "Selected part of the fabric", "Links of the fabric",
              "Jobs on the fabric", "Faults of links", "Switches of the fabric",
              "Counters of the fabric", "Bill of materials of the fabric"}) {
            QVERIFY2(textsOf(stage, name) != QStringList{"no such table"}, name);
        }
        QCOMPARE(textsOf(stage, "Switches of the fabric").size(), 320);
        const QString parts = textsOf(stage, "Bill of materials of the fabric").join('\n');
        QVERIFY2(parts.contains("switch-64x400g"), qPrintable(parts));
        stage.workspace.files().close();
        QCoreApplication::processEvents();
        QCOMPARE(textsOf(stage, "Switches of the fabric"), QStringList());
    }
};

HEADROOM_TEST(TestFabricPane)
}  // namespace tst_fabric_pane

#include "tst_fabric_pane.moc"
