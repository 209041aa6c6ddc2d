// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/picture_file.h"

#include "engine/files/output_file.h"

#include <QBuffer>
#include <QFileInfo>

namespace headroom::ui {

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
