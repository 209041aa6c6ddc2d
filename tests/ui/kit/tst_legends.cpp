// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "ui/kit/legend.h"
#include "ui/kit/theme.h"

#include <QImage>
#include <QPainter>
#include <QtTest>

namespace tst_legends {

using namespace headroom::ui;

class TestLegends : public QObject {
    Q_OBJECT

    static Legend ramp(const QString& title, int entries) {
        Legend legend;
        legend.title = title;
        legend.unit = "% of rating";
        legend.ramp = [](double) { return QColor(Qt::blue); };
        legend.ticks = percentTicks();
        for (int i = 0; i < entries; ++i) {
            legend.entries.push_back({QStringLiteral("Entry %1").arg(i), swatchOf(Qt::red)});
        }
        return legend;
    }

    static std::vector<QRectF> paint(const QSize& size, const std::vector<Legend>& legends) {
        QImage image(size, QImage::Format_RGB32);
        QPainter painter(&image);
        return paintLegends(painter, QRectF(QPointF(), QSizeF(size)), legends,
                            Theme::instance().colours());
    }

  private slots:

    void initTestCase() { Theme::instance().apply(Theme::Mode::Light); }

    // However high the view is: legends lie on it, and not on each other.
    void legendsLieBesideEachOther_data() {
        QTest::addColumn<int>("height");
        QTest::addColumn<int>("columns");
        QTest::newRow("high: one column, whole") << 1000 << 1;
        // First window of a small screen: three ramps go low before a second column begins.
        QTest::newRow("small: one column still") << 460 << 1;
        QTest::newRow("tiny: further columns") << 200 << 3;
    }

    void legendsLieBesideEachOther() {
        QFETCH(int, height);
        QFETCH(int, columns);
        const QSize size(800, height);
        const auto boxes = paint(size, {ramp("Power", 1), ramp("Water", 0), ramp("Feeders", 3)});
        QCOMPARE(boxes.size(), std::size_t{3});
        QSet<int> rights;
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            QVERIFY(QRectF(QPointF(), QSizeF(size)).contains(boxes[i]));
            rights << qRound(boxes[i].right());
            for (std::size_t k = 0; k < i; ++k) {
                QVERIFY(!boxes[i].intersects(boxes[k]));
            }
        }
        QCOMPARE(rights.size(), columns);
        QCOMPARE(leftOf(boxes, QRectF(0, 0, 800, height)),
                 std::min({boxes[0].left(), boxes[1].left(), boxes[2].left()}));
    }

    // A single legend of a high view is as it always was: whole.
    void oneLegendIsWhole() {
        QImage image(800, 1000, QImage::Format_RGB32);
        QPainter painter(&image);
        const QRectF view(0, 0, 800, 1000);
        const Legend legend = ramp("Power", 2);
        const QRectF alone = paintLegendBox(painter, view, legend, Theme::instance().colours());
        QCOMPARE(paint({800, 1000}, {legend}).front(), alone);
        QCOMPARE(leftOf({}, view), 800.0);
    }
};

HEADROOM_TEST(TestLegends)
}  // namespace tst_legends

#include "tst_legends.moc"
