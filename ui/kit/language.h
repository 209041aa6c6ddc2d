// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <span>

namespace headroom::ui {

/// A language of the window. Texts without a translation are shown in English.
struct Language {
    const char* code;     ///< of the locale: "zh_CN"
    const char* command;  ///< that chooses it: "language.zh"
};

/// English first.
std::span<const Language> languages();

/// Translates the texts of everything that is made from now on. False: not one of languages(), or built without Qt Linguist.
bool useLanguage(const QString& code);

}  // namespace headroom::ui
