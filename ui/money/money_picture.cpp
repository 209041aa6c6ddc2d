// SPDX-License-Identifier: Apache-2.0
#include "ui/money/money_picture.h"

#include "engine/files/output_file.h"
#include "ui/kit/theme.h"
#include "ui/money/money_page.h"

#include <QBuffer>
#include <QPainter>
#include <QPicture>
#include <QSvgGenerator>
#include <qcustomplot.h>

#include <algorithm>

namespace headroom::ui {

namespace {

constexpr int kHeadPx = 56, kEdgePx = 12;

}  // namespace

engine::Result<void> writeMoneyPicture(const MoneyPage& page, const QString& heading,
                                       const QString& file) {
    QSize size(kEdgePx, 0);
    for (const MoneyChart* chart : page.charts()) {
        size.rwidth() += chart->plot()->width() + kEdgePx;
        size.setHeight(std::max(size.height(), kHeadPx + chart->plot()->height() + kEdgePx));
    }
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator svg;
    svg.setOutputDevice(&buffer);
    svg.setSize(size);
    svg.setViewBox(QRect(QPoint(0, 0), size));
    svg.setTitle(heading);
    const ThemeColours& c = Theme::instance().colours();
    QPainter painter(&svg);
    painter.fillRect(QRect(QPoint(0, 0), size), c.base);
    painter.setPen(c.text);
    painter.drawText(QRect(kEdgePx, 4, size.width() - 2 * kEdgePx, kHeadPx - 8),
                     Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap,
                     moneyPageWord(page.info().title) + ". " + heading);
    int x = kEdgePx;
    for (const MoneyChart* chart : page.charts()) {
        QCustomPlot* plot = chart->plot();
        QPicture drawing;
        {
            QCPPainter recorder(&drawing);
            plot->toPainter(&recorder, plot->width(), plot->height());
        }
        painter.save();
        painter.translate(x, kHeadPx);
        painter.drawPicture(0, 0, drawing);
        painter.restore();
        x += plot->width() + kEdgePx;
    }
    painter.end();
    return engine::writeFile(file.toStdString(), bytes.toStdString());
}

}  // namespace headroom::ui
