// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace headroom::ui {

/// How well `typed` is an abbreviation of `text`: its letters in order, starts of words and
/// neighbours first, case and spaces ignored. Higher is better; below 0: it is none.
int fuzzyScore(const QString& typed, const QString& text);

}  // namespace headroom::ui
