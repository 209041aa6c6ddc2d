// SPDX-License-Identifier: Apache-2.0
#include "ui/units/unit_words.h"

#include "engine/text/amount_text.h"
#include "ui/units/language.h"
#include "ui/units/quantity_text.h"
#include "ui/units/sentences.h"
#include "ui/units/unit_system.h"

#include <QRegularExpression>

#include <cmath>
#include <string>

namespace headroom::ui {

namespace {

constexpr int kDigits = 4;

DisplayUnit shownLength() {
    return UnitSystem::instance().shown(models::unit::metre);
}

QString fixed(double value, int decimals) {
    return withDecimalPoint(QString::number(value, 'f', decimals));
}

}  // namespace

QString distanceText(double metres, int decimals) {
    const DisplayUnit unit = shownLength();
    return QStringLiteral("%1 %2").arg(fixed(unit.shown(metres), decimals), unit.symbol);
}

QString lengthSymbol() {
    return shownLength().symbol;
}

QString sizeText(double widthM, double depthM) {
    const DisplayUnit unit = shownLength();
    return QStringLiteral("%1 × %2 %3")
        .arg(fixed(unit.shown(widthM), 2), fixed(unit.shown(depthM), 2), unit.symbol);
}

QString areaText(double squareMetres) {
    const DisplayUnit unit = UnitSystem::instance().shown(*UnitSystem::convertible("m2"));
    return QStringLiteral("%1 %2").arg(fixed(unit.shown(squareMetres), 1), unit.symbol);
}

QString temperatureText(double celsius) {
    if (!std::isfinite(celsius)) {
        return QStringLiteral("–");
    }
    const DisplayUnit unit = UnitSystem::instance().shown(models::unit::celsius);
    return fixed(unit.shown(celsius), 1) + QChar(0x2009) + unit.symbol;
}

QString amountText(double value, std::string_view unit) {
    const models::Unit* known = UnitSystem::convertible(unit);
    if (known != nullptr && UnitSystem::instance().converts(*known)) {
        const DisplayUnit shown = UnitSystem::instance().shown(*known);
        return plainNumberText(shown.shown(value * known->toSi), kDigits) + QChar(0x2009) +
               shown.symbol;
    }
    if (!std::isfinite(value)) {
        return QStringLiteral("–");
    }
    // As in the sentence of the same row.
    QString text = withDecimalPoint(QString::fromStdString(engine::amountText(value, unit)));
    const qsizetype symbol = text.lastIndexOf(' ') + 1;
    if (!unit.empty() && symbol > 0) {
        text = text.left(symbol - 1) + QChar(0x2009) + unitSymbol(text.mid(symbol).toStdString());
    }
    return text.replace('-', QChar(0x2212));
}

namespace {

/// A quantity of a sentence in the unit that is chosen; empty if its own unit is that.
std::string converted(const engine::WordsQuantity& quantity) {
    const models::Unit* unit = UnitSystem::convertible(quantity.unit);
    if (unit == nullptr || !UnitSystem::instance().converts(*unit)) {
        return {};
    }
    const DisplayUnit shown = UnitSystem::instance().shown(*unit);
    const QString number = plainNumberText(shown.shown(quantity.value * unit->toSi), kDigits);
    return (quantity.hasUnit ? number + QStringLiteral(" ") + shown.symbol : number).toStdString();
}

}  // namespace

QString shownText(const engine::Words& sentence) {
    const bool isSi = UnitSystem::instance().choice() == UnitChoice::Si;
    const auto quantity = [&](const engine::WordsQuantity& q) {
        const std::string text = isSi ? std::string() : converted(q);
        return text.empty()
                   ? withDecimalPoint(QString::fromStdString(sentence.substr(q.at, q.length)))
                   : QString::fromStdString(text);
    };
    if (QString translated = translatedSentence(sentence, quantity); !translated.isEmpty()) {
        return translated;
    }
    return QString::fromStdString(isSi || sentence.quantities.empty()
                                      ? static_cast<const std::string&>(sentence)
                                      : engine::shownWords(sentence, converted));
}

QString typeset(QString sentence) {
    static const QRegularExpression kUnit(QStringLiteral(
        R"((\d) (?=%|°|[kMGT]?(?:Wh|W|VA|var|V|A|B|bit|Pa|tokens)(?:/s)?\b|(?:min|ms|s|h|m|mm|kg|L|USD)\b))"));
    static const QRegularExpression kMinus(QStringLiteral(R"((?<![\w.)])-(?=\d))"));
    return sentence.replace(kUnit, QStringLiteral("\\1\u00a0"))
        .replace(kMinus, QStringLiteral("\u2212"));
}

}  // namespace headroom::ui
