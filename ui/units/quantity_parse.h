// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/unit.h"

#include <QLocale>
#include <QString>
#include <tl/expected.hpp>

namespace headroom::ui {

/// A number as a person types it, in `unit`: "3.6", "3,6" where the locale writes it so, "12 ft",
/// "12' 6\"", "3.6 MW", "85 F", "2*1.2+0.6", "2*(3 ft + 4 in)". A number without a unit is in the
/// unit that the window shows now. Nothing is guessed: grouped digits, a unit of another kind, a
/// sum of temperatures and all else without one meaning are refused, and the error says why.
tl::expected<double, QString> parseQuantity(const QString& text, const models::Unit& unit,
                                            const QLocale& locale = QLocale());

/// "2h", "90 min", "1d 6h", "3600": seconds; NaN where it is none. A number alone is in minutes.
double parseLength(const QString& text);

}  // namespace headroom::ui
