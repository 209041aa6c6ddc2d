// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <string>
#include <utility>
#include <vector>

/// For tests of models alone: a part of the shipped catalogue, through the attribute table.
namespace headroom::tests {

inline models::Value toValue(const QJsonValue& json, const models::Attribute& attribute) {
    using models::ValueKind;
    switch (attribute.kind) {
        case ValueKind::Number:
            return json.toDouble();
        case ValueKind::Integer:
            return static_cast<std::int64_t>(json.toDouble());
        case ValueKind::Boolean:
            return json.toBool();
        case ValueKind::Curve: {
            std::vector<double> x, y;
            for (const QJsonValue& point : json.toArray()) {
                x.push_back(point.toArray().at(0).toDouble());
                y.push_back(point.toArray().at(1).toDouble());
            }
            return models::Curve(std::move(x), std::move(y));
        }
        case ValueKind::NumberList: {
            std::vector<double> list;
            for (const QJsonValue& item : json.toArray()) {
                list.push_back(item.toDouble());
            }
            return list;
        }
        case ValueKind::ReferenceList: {
            std::vector<std::string> list;
            for (const QJsonValue& item : json.toArray()) {
                list.push_back(item.toString().toStdString());
            }
            return list;
        }
        default:
            return json.toString().toStdString();
    }
}

inline QJsonArray catalogueParts(const models::ComponentType& type) {
    const QString name = QString::fromUtf8(type.id.data(), static_cast<int>(type.id.size()));
    QFile file(QStringLiteral(HEADROOM_SOURCE_DIR "/resources/catalog/%1.json").arg(name));
    if (!file.open(QIODevice::ReadOnly)) {
        return {};
    }
    return QJsonDocument::fromJson(file.readAll()).object().value("parts").toArray();
}

/// The part `id`; default values where there is none.
template <class Spec>
Spec cataloguePart(const char* id) {
    Spec spec;
    for (const QJsonValue& part : catalogueParts(Spec::type())) {
        if (part["id"].toString() != QLatin1String(id)) {
            continue;
        }
        const QJsonObject figures = part["figures"].toObject();
        for (const models::Attribute& attribute : Spec::type().attributes) {
            const QString key =
                QString::fromUtf8(attribute.key.data(), static_cast<int>(attribute.key.size()));
            if (figures.contains(key)) {
                attribute.set(attribute, &spec,
                              toValue(figures[key].toObject()["value"], attribute));
            }
        }
    }
    return spec;
}

}  // namespace headroom::tests
