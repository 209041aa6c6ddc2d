// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace headroom::engine {
struct QuantityInfo;
}

namespace headroom::ui {

/// A value of a quantity of the run as people read it: amounts with their unit ("23.5 °C"), states in words
/// ("Economiser and chillers").
QString valueText(const engine::QuantityInfo& info, double si, int digits = 4);

}  // namespace headroom::ui
