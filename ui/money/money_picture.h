// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"

#include <QString>

namespace headroom::ui {

class MoneyPage;

/// The charts of a page, side by side under the heading, as SVG. Result of writeFile().
engine::Result<void> writeMoneyPicture(const MoneyPage& page, const QString& heading,
                                       const QString& file);

}  // namespace headroom::ui
