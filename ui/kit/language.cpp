// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/language.h"

#include <QCoreApplication>
#include <QTranslator>

#include <algorithm>
#include <array>

#ifdef HEADROOM_LANGUAGES
/// Q_INIT_RESOURCE works in the global namespace only.
static void makeLanguagesKnown() {
    Q_INIT_RESOURCE(languages);
}
#endif

namespace headroom::ui {

namespace {

constexpr auto kLanguages = std::to_array<Language>(
    {{"en", "language.en"}, {"de", "language.de"}, {"zh_CN", "language.zh"}});

}  // namespace

std::span<const Language> languages() {
    return kLanguages;
}

bool useLanguage(const QString& code) {
    const auto known = std::any_of(kLanguages.begin(), kLanguages.end(),
                                   [&](const Language& each) { return code == each.code; });
    if (!known) {
        return false;
    }
#ifdef HEADROOM_LANGUAGES
    makeLanguagesKnown();
#endif
    static QTranslator* const translator = new QTranslator(QCoreApplication::instance());
    QCoreApplication::removeTranslator(translator);
    if (code == kLanguages.front().code) {
        return true;
    }
    return translator->load(QStringLiteral(":/languages/headroom_%1.qm").arg(code)) &&
           QCoreApplication::installTranslator(translator);
}

}  // namespace headroom::ui
