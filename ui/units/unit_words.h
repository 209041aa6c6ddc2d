// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/words.h"

#include <QString>

#include <string_view>

namespace headroom::ui {

/// A length as a drawing has it: always `decimals` of them, in the unit that is chosen: "3.60 m",
/// "11.81 ft".
QString distanceText(double metres, int decimals = 2);
/// "m", "ft".
QString lengthSymbol();
/// "12.60 × 9.00 m".
QString sizeText(double widthM, double depthM);
QString areaText(double squareMetres);
/// "27.0 °C"; a dash for what is not a number.
QString temperatureText(double celsius);

/// A number stated in `unit` of the tables, written in the unit that is chosen: for findings, which
/// carry the symbol of their unit.
QString amountText(double value, std::string_view unit);

/// A sentence of the engine with its quantities in the units that are chosen.
QString shownText(const engine::Words& sentence);

/// As it is set where lines wrap: no number is parted from its unit, and a minus is one ("−100.0 %").
QString typeset(QString sentence);

}  // namespace headroom::ui
