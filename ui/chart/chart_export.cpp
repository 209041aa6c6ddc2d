// SPDX-License-Identifier: Apache-2.0
#include "ui/chart/chart_export.h"

#include "engine/files/output_file.h"
#include "ui/chart/chart_channel.h"
#include "ui/chart/chart_data.h"
#include "ui/chart/chart_view.h"
#include "ui/kit/theme.h"
#include "ui/units/moment_text.h"

#include <QBuffer>
#include <QFileInfo>
#include <QImage>
#include <QPainter>
#include <QPdfWriter>
#include <QPicture>
#include <QSvgGenerator>
#include <fmt/format.h>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace headroom::ui {

namespace {

constexpr int kScale = 2;  // of a picture in pixels
constexpr int kTitlePx = 34, kHeadPx = 22, kMarginPx = 12;

engine::Error badEnding(const QString& file, const char* endings) {
    return {"UI-025",
            "No file of charts can be written by this name.",
            std::string("Let it end with ") + endings + ".",
            file.toStdString(),
            {},
            0};
}

std::string cell(double si, const models::Unit& unit) {
    return std::isfinite(si) ? fmt::format("{:.7g}", si / unit.toSi) : std::string();
}

void paintCharts(QPainter& painter, const std::vector<ChartView*>& charts, const QString& title,
                 QSize size) {
    const ThemeColours& c = Theme::instance().colours();
    painter.fillRect(QRect(QPoint(0, 0), size), c.base);
    QFont heavy = painter.font();
    heavy.setPixelSize(17);
    heavy.setWeight(QFont::DemiBold);
    painter.setFont(heavy);
    painter.setPen(c.text);
    painter.drawText(QRect(kMarginPx, 0, size.width() - 2 * kMarginPx, kTitlePx),
                     Qt::AlignLeft | Qt::AlignVCenter, title);
    int y = kTitlePx;
    QFont small = heavy;
    small.setPixelSize(13);
    for (const ChartView* chart : charts) {
        painter.setFont(small);
        painter.setPen(c.text);
        painter.drawText(QRect(kMarginPx, y, size.width() - 2 * kMarginPx, kHeadPx),
                         Qt::AlignLeft | Qt::AlignVCenter, chart->headText());
        y += kHeadPx;
        const QSize plot = chart->plot()->size();
        QPicture drawing;
        {
            QCPPainter recorder(&drawing);
            chart->plot()->toPainter(&recorder, plot.width(), plot.height());
        }
        painter.save();
        painter.translate(kMarginPx, y);
        painter.drawPicture(0, 0, drawing);
        painter.restore();
        y += plot.height() + kMarginPx;
    }
}

std::string valuesText(const ChartData& data, const std::vector<std::string>& channels,
                       double fromS, double toS) {
    const engine::SeriesCut cut = data.read(channels, fromS, toS, ChartData::kAllRows);
    const bool anySpan = std::any_of(
        cut.curves.begin(), cut.curves.end(), [&](const engine::SeriesCut::Curve& curve) {
            return !std::equal(curve.least.begin(), curve.least.end(), curve.most.begin(),
                               [](float a, float b) { return !(a < b); });
        });
    std::string text = anySpan ? "from_s,time_s,clock" : "time_s,clock";
    for (const std::string& name : channels) {
        for (const char* part : {"_least", "", "_most"}) {
            if (anySpan || *part == 0) {
                text += ',' + name + part;
            }
        }
    }
    text += '\n';
    for (std::size_t row = 0; row < cut.size(); ++row) {
        if (anySpan) {
            text += fmt::format("{:.10g},", cut.fromS[row]);
        }
        text +=
            fmt::format("{:.10g},{}", cut.toS[row],
                        momentClock(cut.toS[row]).toString("yyyy-MM-dd HH:mm:ss").toStdString());
        for (std::size_t c = 0; c < channels.size(); ++c) {
            const models::Unit& unit = chartChannel(channels[c])->info->unit;
            const engine::SeriesCut::Curve& curve = cut.curves[c];
            if (anySpan) {
                text += ',' + cell(static_cast<double>(curve.least[row]), unit);
            }
            text += ',' + cell(static_cast<double>(curve.mean[row]), unit);
            if (anySpan) {
                text += ',' + cell(static_cast<double>(curve.most[row]), unit);
            }
        }
        text += '\n';
    }
    return text;
}

}  // namespace

engine::Result<void> writeChartValues(const ChartData& data,
                                      const std::vector<std::string>& channels, double fromS,
                                      double toS, const QString& file) {
    if (QFileInfo(file).suffix().toLower() != "csv") {
        return tl::unexpected(badEnding(file, ".csv"));
    }
    return engine::writeFile(file.toStdString(), valuesText(data, channels, fromS, toS));
}

QString chartValuesForPasting(const ChartData& data, const std::vector<std::string>& channels,
                              double fromS, double toS) {
    // No cell has a comma: times, clocks, names of channels and numbers.
    return QString::fromStdString(valuesText(data, channels, fromS, toS)).replace(',', '\t');
}

engine::Result<void> writeChartPicture(const std::vector<ChartView*>& charts, const QString& title,
                                       const QString& file) {
    QSize size(0, kTitlePx);
    for (const ChartView* chart : charts) {
        size.setWidth(std::max(size.width(), chart->plot()->width() + 2 * kMarginPx));
        size.rheight() += kHeadPx + chart->plot()->height() + kMarginPx;
    }
    const QString ending = QFileInfo(file).suffix().toLower();
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    if (ending == "png") {
        QImage image(size * kScale, QImage::Format_RGB32);
        image.setDevicePixelRatio(kScale);
        QPainter painter(&image);
        painter.setRenderHint(QPainter::Antialiasing);
        paintCharts(painter, charts, title, size);
        painter.end();
        image.save(&buffer, "PNG");
    } else if (ending == "svg") {
        QSvgGenerator svg;
        svg.setOutputDevice(&buffer);
        svg.setSize(size);
        svg.setViewBox(QRect(QPoint(0, 0), size));
        svg.setTitle(title);
        QPainter painter(&svg);
        paintCharts(painter, charts, title, size);
    } else if (ending == "pdf") {
        QPdfWriter pdf(&buffer);
        pdf.setTitle(title);
        pdf.setResolution(96);
        pdf.setPageSize(QPageSize(QSizeF(size) * 25.4 / 96.0, QPageSize::Millimeter));
        pdf.setPageMargins(QMarginsF());
        QPainter painter(&pdf);
        paintCharts(painter, charts, title, size);
    } else {
        return tl::unexpected(badEnding(file, ".png, .svg or .pdf"));
    }
    return engine::writeFile(file.toStdString(), bytes.toStdString());
}

}  // namespace headroom::ui
