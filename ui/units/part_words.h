// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"

#include <QString>

namespace headroom::ui {

/// The figure that distinguishes parts of a type: rated power, heat, current or capacity, "1,600 A". Empty if the part states none.
QString partRating(const engine::CatalogueEntry& entry);

/// Voltages of transformers, boards and busways: "20 / 0.415 kV", "400 V". Empty for other parts.
QString partVoltage(const engine::CatalogueEntry& entry);

/// How a rack is cooled: "air", "liquid" or "immersion"; empty for other parts.
QString rackCoolingWord(const engine::Catalogue& catalogue, const engine::CatalogueEntry& entry);

/// A part in a list to choose from: name, rating and cooling, "GB200 NVL72 · 132 kW · liquid". A search by any of these words finds it.
QString partChoice(const engine::Catalogue& catalogue, const engine::CatalogueEntry& entry);

}  // namespace headroom::ui
