// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "ui/exchange/plan_dialog.h"

#include <QComboBox>
#include <QImage>
#include <QLabel>
#include <QtTest>

namespace tst_plan_dialog {

using namespace headroom;
using namespace headroom::ui;

namespace {

/// Two halls of 40 m x 20 m, 100 m from each other.
engine::Layout twoHalls() {
    engine::Layout layout;
    layout.halls.push_back({{0, 0, 0, 40, 20, 4}, "hall-a", "Hall A"});
    layout.halls.push_back({{140, 0, 0, 40, 20, 4}, "hall-b", "Hall B"});
    return layout;
}

}  // namespace

/// File > Export > Plan…: asks what the command line can be told.
class TestPlanDialog : public QObject {
    Q_OBJECT

  private slots:

    void asksForHallPaperAndScale() {
        const engine::Layout layout = twoHalls();
        PlanDialog dialog(layout, {}, nullptr);
        dialog.show();
        auto* hall = dialog.findChild<QComboBox*>("planHall");
        auto* paper = dialog.findChild<QComboBox*>("planPaper");
        auto* scale = dialog.findChild<QComboBox*>("planScale");
        auto* words = dialog.findChild<QLabel*>("planWords");
        QVERIFY(dialog.sheet().hall.empty() && dialog.sheet().paper.empty());
        QCOMPARE(dialog.sheet().scale, 0);
        QCOMPARE(dialog.sheet().subtitle, std::string("Site plan"));
        const QImage whole = dialog.findChild<QLabel*>("planPreview")->pixmap().toImage();

        // One hall of 40 m by keys: at 1:200 it is 200 mm wide, and an A4 has 297 - 20 - 52 mm for it.
        hall->setFocus();
        QTest::keyClick(hall, Qt::Key_Down);
        QTest::keyClick(paper, Qt::Key_Down);
        QCOMPARE(dialog.sheet().hall, std::string("hall-a"));
        QCOMPARE(dialog.sheet().subtitle, std::string("Plan of Hall A"));
        QCOMPARE(dialog.sheet().paper, std::string("A4"));
        QVERIFY2(words->text().startsWith("A4, 1 : 200"), qPrintable(words->text()));
        QVERIFY(dialog.findChild<QLabel*>("planPreview")->pixmap().toImage() != whole);

        // 1:100 is 400 mm: it says so before anything is written.
        scale->setCurrentIndex(scale->findData(100));
        QCOMPARE(dialog.sheet().scale, 100);
        QVERIFY2(words->text().contains("cut off"), qPrintable(words->text()));
    }
};

HEADROOM_TEST(TestPlanDialog)
}  // namespace tst_plan_dialog

#include "tst_plan_dialog.moc"
