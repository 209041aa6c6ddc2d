// SPDX-License-Identifier: Apache-2.0
#include "ui/catalogue/part_key.h"

#include <QMimeData>

namespace headroom::ui {

QMimeData* mimeOf(const PartKey& key) {
    auto* mime = new QMimeData;
    mime->setData(kPartMime, QByteArray::fromStdString(key.type + "/" + key.id));
    return mime;
}

std::optional<PartKey> partKeyOf(const QMimeData* mime) {
    if (mime == nullptr || !mime->hasFormat(kPartMime)) {
        return std::nullopt;
    }
    const std::string text = mime->data(kPartMime).toStdString();
    const auto slash = text.find('/');
    if (slash == std::string::npos) {
        return std::nullopt;
    }
    return PartKey{text.substr(0, slash), text.substr(slash + 1)};
}

}  // namespace headroom::ui
