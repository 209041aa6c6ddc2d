// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "ui/kit/number_box.h"

#include <QSignalSpy>
#include <QtTest>

namespace tst_number_box {

using namespace headroom;
using namespace headroom::ui;

namespace {

/// Everything that is there is replaced, as after a double click, and Enter follows.
void type(NumberBox& box, const QString& text) {
    box.setFocus();
    box.selectAll();
    QTest::keyClicks(&box, text);
    QTest::keyClick(&box, Qt::Key_Return);
}

}  // namespace

class TestNumberBox : public QObject {
    Q_OBJECT

  private slots:

    void takesWhatIsMeant_data() {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<double>("megawatts");  // NaN: refused
        const double no = std::numeric_limits<double>::quiet_NaN();
        // The figures of the review, in a field of 0.05 to 500 MW that is at 10 MW.
        QTest::newRow("plain") << "12.5" << 12.5;
        QTest::newRow("in another unit") << "10000 kW" << 10.0;
        QTest::newRow("with its own") << "20 MW" << 20.0;
        QTest::newRow("product") << "4*2.5" << 10.0;
        QTest::newRow("comma") << "12,5" << no;
        QTest::newRow("too much") << "2000" << no;
        QTest::newRow("negative") << "-5" << no;
        QTest::newRow("too little") << "0.01" << no;
        QTest::newRow("far too much") << "99999" << no;
        QTest::newRow("of another kind") << "12 kg" << no;
        QTest::newRow("nothing") << "" << no;
    }

    void takesWhatIsMeant() {
        QFETCH(QString, typed);
        QFETCH(double, megawatts);
        NumberBox box(models::unit::megawatt, 0.05e6, 500e6);
        box.showValue(10e6);
        box.show();
        QSignalSpy refused(&box, &NumberBox::refused);
        if (typed.isEmpty()) {
            box.selectAll();
            QTest::keyClick(&box, Qt::Key_Delete);
        } else {
            type(box, typed);
        }
        if (std::isfinite(megawatts)) {
            QVERIFY2(box.isFine(), qPrintable(box.reason()));
            QCOMPARE(box.value(), megawatts * 1e6);
        } else {
            // Refused in words; what was typed stays, and the value stays what a person took.
            QVERIFY(!box.isFine());
            QVERIFY(box.reason().endsWith('.'));
            QVERIFY(!refused.isEmpty());
            QCOMPARE(box.text(), typed);
            QTest::keyClick(&box, Qt::Key_Escape);
            QVERIFY(box.isFine());
            QVERIFY(box.text().endsWith(" MW"));
        }
    }

    // Only Enter and leaving take the value where each keystroke would move racks.
    void withoutTrackingEnterTakes() {
        NumberBox box(models::unit::metre, -100.0, 100.0);
        box.setTracking(false);
        box.show();
        QSignalSpy changed(&box, &NumberBox::valueChanged);
        box.setFocus();
        box.selectAll();
        QTest::keyClicks(&box, "1.5");
        QCOMPARE(changed.size(), 0);
        QTest::keyClick(&box, Qt::Key_Return);
        QCOMPARE(changed.size(), 1);
        QCOMPARE(box.value(), 1.5);
        QCOMPARE(box.text(), QString("1.5 m"));
    }

    void wholeNumbersAndWords() {
        NumberBox box(models::unit::none, 0, 8);
        box.setWhole(true);
        box.setWordForLowest("none");
        box.show();
        QCOMPARE(box.text(), QString("none"));
        type(box, "2.5");
        QVERIFY(!box.isFine());
        type(box, "3");
        QCOMPARE(box.whole(), 3);
        QTest::keyClick(&box, Qt::Key_Up);
        QCOMPARE(box.whole(), 4);
        type(box, "none");
        QCOMPARE(box.whole(), 0);
    }

    void aSuffixMayBeTypedOrNot() {
        NumberBox box(models::unit::none, 1, 64);
        box.setSuffix(" : 1");
        box.show();
        type(box, "3:1");
        QCOMPARE(box.value(), 3.0);
        QCOMPARE(box.text(), QString("3 : 1"));
        type(box, "2");
        QCOMPARE(box.value(), 2.0);
    }

    // What nobody typed over keeps all its digits: a third is not 0.333.
    void whatIsOnlyShownStays() {
        NumberBox box(models::unit::metre, 0.0, 10.0);
        box.showValue(1.0 / 3.0);
        box.show();
        box.setFocus();
        QTest::keyClick(&box, Qt::Key_Return);
        QCOMPARE(box.value(), 1.0 / 3.0);
    }
};

HEADROOM_TEST(TestNumberBox)
}  // namespace tst_number_box

#include "tst_number_box.moc"
