// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLocale>
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

/// Code of the language that useLanguage() chose last; "en" before.
const QString& windowLanguage();

/// How the language writes numbers and dates. Numbers keep narrow spaces between thousands in each language.
const QLocale& windowLocale();

/// "1.5" as the language writes it: "1,5" in German.
QString withDecimalPoint(QString number);

/// Format of a day for QLocale::toString(): "d MMM", "d. MMM", "M月d日"; with the year.
QString dayFormat(bool withYear);

}  // namespace headroom::ui
