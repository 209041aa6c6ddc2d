// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "ui/kit/plot.h"
#include "ui/kit/theme.h"

#include <QImage>
#include <QtTest>
#include <qcustomplot.h>

#include <cmath>
#include <memory>

namespace tst_plot {

using namespace headroom::ui;

class TestPlot : public QObject {
    Q_OBJECT

  private slots:

    // A symbol of 6 px reaches 3 px from its point. At a rim of the axes half of it is beyond the rim: as many of its pixels are there
    // as on the other side, but for the row through the point.
    void marksAtTheRimsAreWhole() {
        const std::unique_ptr<QCustomPlot> plot(makePlot(nullptr, "marks"));
        plot->resize(400, 200);
        plot->setViewport({0, 0, 400, 200});  // a hidden widget gets no event of its size
        plot->axisRect()->setAutoMargins(QCP::msNone);
        plot->axisRect()->setMargins(QMargins(60, 6, 12, 30));
        for (QCPAxis* axis : {plot->xAxis, plot->yAxis}) {
            axis->setVisible(false);
        }
        plot->xAxis->setRange(0.0, 10.0);
        plot->yAxis->setRange(0.0, 1.0);
        QCPGraph* marks = addMarks(plot.get(), 6.0);
        marks->setLineStyle(QCPGraph::lsNone);
        marks->setScatterStyle(
            QCPScatterStyle(QCPScatterStyle::ssSquare, QPen(Qt::red), Qt::red, 6.0));
        const QRect axes = [&] {
            plot->replot();
            return plot->axisRect()->rect();
        }();
        const QPoint top(axes.center().x(), axes.top()), left(axes.left(), axes.center().y()),
            right(axes.right(), axes.center().y());
        for (const QPoint at : {top, left, right}) {
            marks->setData({plot->xAxis->pixelToCoord(at.x())},
                           {plot->yAxis->pixelToCoord(at.y())});
            plot->replot();
            const QImage drawn = plot->toPixmap().toImage();
            int before = 0, after = 0;
            for (int y = -5; y <= 5; ++y) {
                for (int x = -5; x <= 5; ++x) {
                    const QColor colour = drawn.pixelColor(at + QPoint(x, y));
                    const bool isMark = colour.red() > 150 && colour.green() < 100;
                    const int side = at == top ? y : x;
                    before += isMark && side < 0 ? 1 : 0;
                    after += isMark && side > 0 ? 1 : 0;
                }
            }
            QVERIFY2(before > 0 && std::abs(before - after) <= 7,
                     qPrintable(QString("%1 and %2").arg(before).arg(after)));
        }
    }

    // Axes are readable in each theme, the right one too: labels in the muted colour of the theme.
    void allAxesFollowTheTheme() {
        const std::unique_ptr<QCustomPlot> plot(makePlot(nullptr, "theme"));
        for (const Theme::Mode mode : {Theme::Mode::Dark, Theme::Mode::Light}) {
            Theme::instance().apply(mode);
            paintPlot(plot.get());
            for (const QCPAxis* axis : {plot->xAxis, plot->yAxis, plot->yAxis2}) {
                QCOMPARE(axis->tickLabelColor(), Theme::instance().colours().muted);
                QCOMPARE(axis->basePen().color(), Theme::instance().colours().border);
            }
        }
    }
};

HEADROOM_TEST(TestPlot)
}  // namespace tst_plot

#include "tst_plot.moc"
