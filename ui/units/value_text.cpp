// SPDX-License-Identifier: Apache-2.0
#include "ui/units/value_text.h"

#include "engine/run/frame/quantity.h"
#include "engine/run/frame/state_words.h"
#include "ui/units/quantity_text.h"

namespace headroom::ui {

QString valueText(const engine::QuantityInfo& info, double si, int digits) {
    QString word = utf8Text(engine::stateWord(info.key, si));
    if (word.isEmpty()) {
        return quantityText(si, info.unit, digits);
    }
    word[0] = word[0].toUpper();
    return word;
}

}  // namespace headroom::ui
