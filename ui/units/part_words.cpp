// SPDX-License-Identifier: Apache-2.0
#include "ui/units/part_words.h"

#include "models/compute/rack.h"
#include "models/compute/server.h"
#include "ui/units/quantity_text.h"

#include <QCoreApplication>
#include <QStringList>

namespace headroom::ui {

QString partRating(const engine::CatalogueEntry& entry) {
    for (std::size_t i = 0; i < entry.values.size(); ++i) {
        const models::Attribute& a = entry.type->attributes[i];
        const bool isRated = a.key.find("rated") != std::string_view::npos || a.key.find("capacity") != std::string_view::npos ||
                             a.key.find("rating") != std::string_view::npos;
        const auto* number = std::get_if<double>(&entry.values[i]);
        if (isRated && number != nullptr && !a.unit.symbol.empty()) {
            return quantityText(*number * a.unit.toSi, a.unit, 4);
        }
    }
    return {};
}

QString rackCoolingWord(const engine::Catalogue& catalogue, const engine::CatalogueEntry& entry) {
    const auto* rack = entry.type->id == "rack" ? catalogue.spec<models::RackSpec>(entry.id) : nullptr;
    if (rack == nullptr) {
        return {};
    }
    const auto* server = catalogue.spec<models::ServerSpec>(rack->server);
    const bool isLiquid = server != nullptr && server->liquidFraction > 0.0;
    return !rack->tank.empty() ? QCoreApplication::translate("PartWords", "immersion")
           : isLiquid          ? QCoreApplication::translate("PartWords", "liquid")
                               : QCoreApplication::translate("PartWords", "air");
}

QString partChoice(const engine::Catalogue& catalogue, const engine::CatalogueEntry& entry) {
    QStringList words{QString::fromStdString(entry.name.empty() ? entry.id : entry.name)};
    for (const QString& more : {partRating(entry), rackCoolingWord(catalogue, entry)}) {
        if (!more.isEmpty() && !words.first().contains(more)) {
            words << more;
        }
    }
    return words.join(QStringLiteral(" · "));
}

}  // namespace headroom::ui
