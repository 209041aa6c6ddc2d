// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/drawing_pen.h"
#include "ui/units/quantity_text.h"
#include "ui/units/unit_words.h"

#include <QCoreApplication>
#include <QFont>
#include <QFontMetricsF>

#include <cmath>
#include <map>
#include <memory>
#include <utility>

namespace headroom::ui {

engine::DrawingWords windowWords(const QFont& font) {
    auto kept = std::make_shared<std::map<std::pair<int, bool>, QFontMetricsF>>();
    return {.quantity = [](double si, const models::Unit& unit,
                           int digits) { return quantityText(si, unit, digits).toStdString(); },
            .temperature = [](double celsius) { return temperatureText(celsius).toStdString(); },
            .say =
                [](std::string_view sentence) {
                    return QCoreApplication::translate("Drawing", std::string(sentence).c_str())
                        .toStdString();
                },
            .width =
                [font, kept](std::string_view words, double size, bool isHeavy) {
                    const int pixels = std::max(1, static_cast<int>(std::lround(size)));
                    auto found = kept->find({pixels, isHeavy});
                    if (found == kept->end()) {
                        QFont sized = font;
                        sized.setPixelSize(pixels);
                        sized.setWeight(isHeavy ? QFont::DemiBold : QFont::Normal);
                        found =
                            kept->emplace(std::pair(pixels, isHeavy), QFontMetricsF(sized)).first;
                    }
                    return found->second.horizontalAdvance(utf8Text(words));
                }};
}

}  // namespace headroom::ui
