// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "ui/certainty/certainty_pane.h"
#include "ui/kit/number_box.h"
#include "ui/kit/theme.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/project_files.h"
#include "ui/workspace/run_control.h"
#include "ui/workspace/workspace.h"

#include <QCheckBox>
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTreeWidget>
#include <QtTest>

namespace tst_certainty_pane {

using namespace headroom;
using namespace headroom::ui;

class TestCertaintyPane : public QObject {
    Q_OBJECT

    Workspace workspace_{HEADROOM_SOURCE_DIR "/resources/catalog"};
    CertaintyPane pane_{&workspace_};

  private slots:

    void initTestCase() {
        Theme::instance().apply(Theme::Mode::Light);
        workspace_.control().setPlayOnOpen(false);
        QSignalSpy opened(&workspace_, &Workspace::opened);
        workspace_.files().open(HEADROOM_SOURCE_DIR "/tests/cli/fixture/small-hall.json");
        QVERIFY(opened.wait(60000));
    }

    // Half an hour and four whole runs: each headline lies within its interval, causes are shares of a variance, and
    // figures to be measured first are figures of the catalogue, five at most.
    void figuresWithTheirIntervals() {
        pane_.findChild<NumberBox*>("certaintyHours")->setValue(1800.0);
        pane_.findChild<NumberBox*>("certaintyRuns")->setValue(4.0);
        QSignalSpy finished(&pane_, &CertaintyPane::finished);
        QTest::mouseClick(pane_.findChild<QPushButton*>("certaintyRun"), Qt::LeftButton);
        QVERIFY(finished.wait(300000));
        QVERIFY2(pane_.answer() != nullptr,
                 qPrintable(pane_.findChild<QLabel*>("certaintyNote")->text()));
        QVERIFY(pane_.figures()->topLevelItemCount() > 3);
        QCOMPARE(pane_.figures()->topLevelItemCount(),
                 static_cast<int>(pane_.answer()->headlines.size()));
        for (const engine::HeadlineCertainty& h : pane_.answer()->headlines) {
            QVERIFY(h.low <= h.value && h.value <= h.high);
        }
        const int first = pane_.measureFirst()->topLevelItemCount();
        QVERIFY(first > 0 && first <= 5);
        QVERIFY(pane_.measureFirst()->topLevelItem(0)->toolTip(0).contains('/'));
        QTemporaryDir dir;
        QVERIFY(pane_.exportTo(dir.filePath("c.csv")));
        QFile csv(dir.filePath("c.csv"));
        QVERIFY(csv.open(QIODevice::ReadOnly) &&
                csv.readAll().startsWith("figure,unit,value,low,high"));
    }

    // An edit makes it stale; with the switch on, it is worked out anew by itself.
    void followsTheDesign() {
        QVERIFY(workspace_.editor().apply(
            {engine::SetAttribute{"loop-a", "design_rise_k", models::Value{7.0}}}, "edit"));
        auto* note = pane_.findChild<QLabel*>("certaintyNote");
        QVERIFY2(note->text().contains("changed since"), qPrintable(note->text()));
        QSignalSpy finished(&pane_, &CertaintyPane::finished);
        pane_.findChild<QCheckBox*>("certaintyFollows")->setChecked(true);
        QVERIFY(pane_.isBusy());
        QVERIFY(finished.wait(300000));
        QVERIFY2(note->text().startsWith("90 %"), qPrintable(note->text()));
        pane_.findChild<QCheckBox*>("certaintyFollows")->setChecked(false);
    }

    // A project that does not run says why, and shows no figures.
    void whatDoesNotRunSaysWhy() {
        engine::Errors errors = {{"SIM-060", "nothing is joined up", "join it", "", "", 0}};
        pane_.show(nullptr, errors);
        QVERIFY(pane_.findChild<QLabel*>("certaintyNote")->text().contains("SIM-060"));
        QCOMPARE(pane_.figures()->topLevelItemCount(), 0);
        QVERIFY(!pane_.findChild<QPushButton*>("certaintyExport")->isEnabled());
        QVERIFY(!pane_.exportTo("/tmp/none.csv"));
    }
};

HEADROOM_TEST(TestCertaintyPane)
}  // namespace tst_certainty_pane

#include "tst_certainty_pane.moc"
