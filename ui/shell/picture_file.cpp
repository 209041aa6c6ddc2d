// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/picture_file.h"

#include "engine/files/output_file.h"
#include "ui/kit/paint.h"
#include "ui/kit/theme.h"

#include <QBuffer>
#include <QFileInfo>
#include <QFontMetricsF>
#include <QPainter>

namespace headroom::ui {

QImage captioned(const QImage& picture, const QString& what, const QString& when) {
    const ThemeColours& colours = Theme::instance().colours();
    const double ratio = picture.devicePixelRatio();
    const QFontMetricsF metrics{QFont()};
    const double strip = metrics.height() + 14.0;
    QImage page(picture.width(), picture.height() + static_cast<int>(strip * ratio),
                QImage::Format_RGB32);
    page.setDevicePixelRatio(ratio);
    page.fill(colours.raised);
    QPainter painter(&page);
    painter.drawImage(QPointF(), picture);
    const QRectF line(10.0, picture.height() / ratio, picture.width() / ratio - 20.0, strip);
    painter.setPen(colours.text);
    painter.setFont(boldOf(QFont()));
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, what);
    painter.setFont(QFont());
    painter.setPen(colours.muted);
    painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, when);
    return page;
}

engine::Result<void> writePicture(const QImage& picture, const QString& file) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    if (!picture.save(&buffer, QFileInfo(file).suffix().toLatin1().constData())) {
        return tl::unexpected(engine::Error{"UI-021", "No picture can be written by this name.",
                                            "Let it end with .png.", file.toStdString(), "", 0});
    }
    return engine::writeFile(file.toStdString(), bytes.toStdString());
}

}  // namespace headroom::ui
