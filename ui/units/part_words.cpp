// SPDX-License-Identifier: Apache-2.0
#include "ui/units/part_words.h"

#include "models/compute/rack.h"
#include "models/compute/server.h"
#include "ui/units/quantity_text.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>

#include <cmath>
#include <cstddef>
#include <string_view>
#include <variant>

namespace headroom::ui {

QString partRating(const engine::CatalogueEntry& entry) {
    for (std::size_t i = 0; i < entry.values.size(); ++i) {
        const models::Attribute& a = entry.type->attributes[i];
        const bool isRated = a.key.find("rated") != std::string_view::npos ||
                             a.key.find("capacity") != std::string_view::npos ||
                             a.key.find("rating") != std::string_view::npos;
        const auto* number = std::get_if<double>(&entry.values[i]);
        if (isRated && number != nullptr && !a.unit.symbol.empty()) {
            return quantityText(*number * a.unit.toSi, a.unit, 4);
        }
    }
    return {};
}

QString rackCoolingWord(const engine::Catalogue& catalogue, const engine::CatalogueEntry& entry) {
    const auto* rack =
        entry.type->id == "rack" ? catalogue.spec<models::RackSpec>(entry.id) : nullptr;
    if (rack == nullptr) {
        return {};
    }
    const auto* server = catalogue.spec<models::ServerSpec>(rack->server);
    const bool isLiquid = server != nullptr && server->liquidFraction > 0.0;
    return !rack->tank.empty() ? QCoreApplication::translate("PartWords", "immersion")
           : isLiquid          ? QCoreApplication::translate("PartWords", "liquid")
                               : QCoreApplication::translate("PartWords", "air");
}

/// Voltages of what feeds others: two parts of one rating and another voltage do not join. "20 / 0.415 kV", "400 V".
QString partVoltage(const engine::CatalogueEntry& entry) {
    const auto number = [&](std::string_view key) {
        for (std::size_t i = 0; i < entry.values.size(); ++i) {
            const auto* stated = std::get_if<double>(&entry.values[i]);
            if (entry.type->attributes[i].key == key && stated != nullptr) {
                return *stated;
            }
        }
        return models::kNotStated;
    };
    const double primaryKv = number("primary_kv"), secondaryKv = number("secondary_kv");
    if (std::isfinite(primaryKv) && std::isfinite(secondaryKv)) {
        return QStringLiteral("%1 / %2 kV")
            .arg(plainNumberText(primaryKv, 4), plainNumberText(secondaryKv, 4));
    }
    for (const char* key : {"voltage_v", "output_v"}) {
        const double volts = number(key);
        if (std::isfinite(volts) && entry.type->id != "cable" && entry.type->id != "breaker") {
            return volts >= 1000.0 ? plainNumberText(volts / 1000.0, 4) + QStringLiteral(" kV")
                                   : plainNumberText(volts, 4) + QStringLiteral(" V");
        }
    }
    return {};
}

QString partChoice(const engine::Catalogue& catalogue, const engine::CatalogueEntry& entry) {
    QStringList words{QString::fromStdString(entry.name.empty() ? entry.id : entry.name)};
    // "Air circuit breaker 1,600 A" says its rating already, with other marks between thousands and before the unit.
    const auto bare = [](QString text) {
        text.remove(QRegularExpression(QStringLiteral("(?<=\\d)[,\\x{202F}](?=\\d{3})")));
        return text.replace(QChar(0x2009), QChar(' '));
    };
    for (const QString& more :
         {partRating(entry), partVoltage(entry), rackCoolingWord(catalogue, entry)}) {
        if (!more.isEmpty() && !bare(words.first()).contains(bare(more))) {
            words << more;
        }
    }
    return words.join(QStringLiteral(" · "));
}

}  // namespace headroom::ui
