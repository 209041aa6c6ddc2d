// SPDX-License-Identifier: Apache-2.0
#include "ui/units/language.h"

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

struct Chosen {
    QString code = QStringLiteral("en");
    QLocale locale = QLocale(QLocale::English);
};

Chosen& chosen() {
    static Chosen now;
    return now;
}

}  // namespace

const QString& windowLanguage() {
    return chosen().code;
}

const QLocale& windowLocale() {
    return chosen().locale;
}

QString withDecimalPoint(QString number) {
    const QString point = chosen().locale.decimalPoint();
    return point == QLatin1String(".") ? number : number.replace('.', point);
}

QString dayFormat(bool withYear) {
    switch (chosen().locale.language()) {
        case QLocale::German:
            return withYear ? QStringLiteral("d. MMM yyyy") : QStringLiteral("d. MMM");
        case QLocale::Chinese:
            return withYear ? QStringLiteral("yyyy年M月d日") : QStringLiteral("M月d日");
        default:
            return withYear ? QStringLiteral("d MMM yyyy") : QStringLiteral("d MMM");
    }
}

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
    chosen() = Chosen();
    QLocale::setDefault(QLocale::system());
    if (code == kLanguages.front().code) {
        return true;
    }
    if (!translator->load(QStringLiteral(":/languages/headroom_%1.qm").arg(code)) ||
        !QCoreApplication::installTranslator(translator)) {
        return false;
    }
    chosen() = {code, QLocale(code)};
    QLocale::setDefault(chosen().locale);  // fields take numbers as the language writes them
    return true;
}

}  // namespace headroom::ui
