// SPDX-License-Identifier: Apache-2.0
#include "ui/floor/part_key.h"

#include "engine/part/part_address.h"

#include <QCoreApplication>
#include <QMimeData>

namespace headroom::ui {

QMimeData* mimeOf(const PartKey& key) {
    auto* mime = new QMimeData;
    mime->setData(kPartMime,
                  QByteArray::fromStdString(engine::CatalogueName{key.type, key.id, {}}.text()));
    return mime;
}

std::optional<PartKey> partKeyOf(const QMimeData* mime) {
    if (mime == nullptr || !mime->hasFormat(kPartMime)) {
        return std::nullopt;
    }
    const std::string text = mime->data(kPartMime).toStdString();
    const auto name = engine::CatalogueName::ofPart(text);
    return name.type.empty() ? std::nullopt
                             : std::optional(PartKey{std::string(name.type), std::string(name.id)});
}

QString structureWord(models::StructureKind kind) {
    const auto word = [](const char* text) { return QCoreApplication::translate("Plan", text); };
    switch (kind) {
        case models::StructureKind::Wall:
            return word(QT_TRANSLATE_NOOP("Plan", "Wall"));
        case models::StructureKind::Column:
            return word(QT_TRANSLATE_NOOP("Plan", "Column"));
        case models::StructureKind::Door:
            return word(QT_TRANSLATE_NOOP("Plan", "Door"));
        case models::StructureKind::Room:
            return word(QT_TRANSLATE_NOOP("Plan", "Room"));
        case models::StructureKind::KeepClear:
            return word(QT_TRANSLATE_NOOP("Plan", "Keep clear"));
        case models::StructureKind::Ramp:
            return word(QT_TRANSLATE_NOOP("Plan", "Ramp"));
        case models::StructureKind::Tray:
            return word(QT_TRANSLATE_NOOP("Plan", "Cable tray"));
    }
    return {};
}

}  // namespace headroom::ui
