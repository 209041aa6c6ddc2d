// SPDX-License-Identifier: Apache-2.0
#include "ui/exchange/plan_page.h"

#include "engine/diagram/plan_dxf.h"
#include "engine/files/output_file.h"

#include <QBuffer>
#include <QFileInfo>
#include <QImage>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgRenderer>

#include <cmath>

namespace headroom::ui {

namespace {

constexpr double kDotsPerInch = 200.0;
constexpr double kInchMm = 25.4;

QByteArray pdfOf(QSvgRenderer& drawing, const engine::PlanSheetInfo& info, const QString& title) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setTitle(title);
    writer.setCreator(QStringLiteral("Headroom"));
    // Exactly the paper of the drawing: the width first, so no orientation turns it.
    writer.setPageSize(QPageSize(QSizeF(info.widthMm, info.heightMm), QPageSize::Millimeter,
                                 QString(), QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF(0, 0, 0, 0));
    QPainter painter(&writer);
    drawing.render(&painter, QRectF(0, 0, writer.width(), writer.height()));
    painter.end();
    return bytes;
}

QByteArray pngOf(QSvgRenderer& drawing, const engine::PlanSheetInfo& info) {
    const double dotsPerMm = kDotsPerInch / kInchMm;
    QImage image(static_cast<int>(std::lround(info.widthMm * dotsPerMm)),
                 static_cast<int>(std::lround(info.heightMm * dotsPerMm)), QImage::Format_RGB32);
    image.fill(Qt::white);
    image.setDotsPerMeterX(static_cast<int>(std::lround(dotsPerMm * 1000.0)));
    image.setDotsPerMeterY(static_cast<int>(std::lround(dotsPerMm * 1000.0)));
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    drawing.render(&painter, QRectF(image.rect()));
    painter.end();
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes;
}

}  // namespace

engine::Result<engine::PlanSheetInfo> writePlan(const QString& file, const engine::Layout& layout,
                                                const engine::PlanSheet& sheet) {
    const QString kind = QFileInfo(file).suffix().toLower();
    if (kind != "svg" && kind != "pdf" && kind != "png" && kind != "dxf") {
        return tl::unexpected(engine::Error{
            "UI-022", "The plan is written as SVG, PDF, PNG or DXF.",
            "Let the name end with .svg, .pdf, .png or .dxf.", file.toStdString(), "", 0});
    }
    engine::PlanSheetInfo info;
    if (kind == "dxf") {
        if (auto done = engine::writeFile(file.toStdString(), engine::planDxf(layout, sheet.hall));
            !done) {
            return tl::unexpected(std::move(done.error()));
        }
        return info;
    }
    std::string text = engine::planSvg(layout, sheet, &info);
    if (kind != "svg") {
        QSvgRenderer drawing(QByteArray::fromStdString(text));
        const QByteArray bytes = kind == "pdf"
                                     ? pdfOf(drawing, info, QString::fromStdString(sheet.title))
                                     : pngOf(drawing, info);
        text = bytes.toStdString();
    }
    if (auto done = engine::writeFile(file.toStdString(), text); !done) {
        return tl::unexpected(std::move(done.error()));
    }
    return info;
}

}  // namespace headroom::ui
