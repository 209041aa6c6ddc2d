// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/words.h"

#include <QString>

#include <functional>
#include <span>

/// Sentences of events, alarms and findings in the language of the window (resources/languages, context "Sentences").
namespace headroom::ui {

/// Sentences that have translations: "Takes power from %1.", with %1, %2 … for names and quantities. Others are shown in English.
std::span<const char* const> translatedSentences();

/// How a quantity of a sentence is written.
using QuantityText = std::function<QString(const engine::WordsQuantity&)>;

/// The sentence in the language of the window. Empty if the window is in English, or if the sentence has no translation.
QString translatedSentence(const engine::Words& sentence, const QuantityText& quantity);

}  // namespace headroom::ui
