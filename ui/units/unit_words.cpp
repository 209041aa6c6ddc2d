// SPDX-License-Identifier: Apache-2.0
#include "ui/units/unit_words.h"

#include "ui/units/quantity_text.h"
#include "ui/units/unit_system.h"

#include <QHash>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>
#include <string>

namespace headroom::ui {

namespace {

constexpr int kDigits = 4;

DisplayUnit shownLength() {
    return UnitSystem::instance().shown(models::unit::metre);
}

QString fixed(double value, int decimals) {
    return QString::number(value, 'f', decimals);
}

/// Both ways in which a symbol is written, and the unit of each.
const QHash<QString, const models::Unit*>& unitsBySymbol() {
    static const auto kUnits = [] {
        QHash<QString, const models::Unit*> units;
        for (const std::string_view symbol : UnitSystem::convertible()) {
            const models::Unit* unit = UnitSystem::convertible(symbol);
            units[QString::fromUtf8(symbol.data(), static_cast<qsizetype>(symbol.size()))] = unit;
            units[unitSymbol(symbol)] = unit;
        }
        return units;
    }();
    return kUnits;
}

/// A number, or two of a range, with a unit that can be shown in another one.
const QRegularExpression& quantities() {
    static const auto kPattern = [] {
        QStringList symbols;
        for (const QString& symbol : unitsBySymbol().keys()) {
            symbols << QRegularExpression::escape(symbol);
        }
        // The longest first: "kg/m2" is no "kg".
        std::sort(symbols.begin(), symbols.end(),
                  [](const QString& a, const QString& b) { return a.size() > b.size(); });
        const QString number = QStringLiteral("[-−]?\\d+(?:,\\d{3})*(?:\\.\\d+)?");
        return QRegularExpression(
            QStringLiteral("(?<![\\w.-])(%1)(?:( to | and | or | x | × )(%1))?[ \u2009\u00a0](%2)"
                           "(?![\\w/²³])")
                .arg(number, symbols.join('|')),
            QRegularExpression::UseUnicodePropertiesOption);
    }();
    return kPattern;
}

double numberOf(QString text) {
    return text.remove(',').replace(QChar(0x2212), '-').toDouble();
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
    QString symbol = unitSymbol(unit);
    if (const models::Unit* known = UnitSystem::convertible(unit)) {
        const DisplayUnit shown = UnitSystem::instance().shown(*known);
        value = shown.shown(value * known->toSi);
        symbol = shown.symbol;
    }
    const QString number = plainNumberText(value, kDigits);
    return symbol.isEmpty() ? number : number + QChar(0x2009) + symbol;
}

QString inShownUnits(const QString& sentence) {
    if (UnitSystem::instance().choice() == UnitChoice::Si) {
        return sentence;
    }
    QString made;
    qsizetype done = 0;
    auto found = quantities().globalMatch(sentence);
    while (found.hasNext()) {
        const QRegularExpressionMatch match = found.next();
        const models::Unit& unit = *unitsBySymbol().value(match.captured(4));
        if (!UnitSystem::instance().converts(unit)) {
            continue;
        }
        const DisplayUnit shown = UnitSystem::instance().shown(unit);
        const auto number = [&](const QString& text) {
            return plainNumberText(shown.shown(numberOf(text) * unit.toSi), kDigits);
        };
        made += sentence.mid(done, match.capturedStart() - done) + number(match.captured(1));
        if (match.hasCaptured(3) && !match.captured(3).isEmpty()) {
            made += match.captured(2) + number(match.captured(3));
        }
        made += QStringLiteral(" ") + shown.symbol;
        done = match.capturedEnd();
    }
    return made + sentence.mid(done);
}

QString typeset(QString sentence) {
    static const QRegularExpression kUnit(QStringLiteral(
        R"((\d) (?=%|°|[kMGT]?(?:Wh|W|VA|var|V|A|B|bit|Pa|tokens)(?:/s)?\b|(?:min|ms|s|h|m|mm|kg|L|USD)\b))"));
    static const QRegularExpression kMinus(QStringLiteral(R"((?<![\w.)])-(?=\d))"));
    return sentence.replace(kUnit, QStringLiteral("\\1\u00a0"))
        .replace(kMinus, QStringLiteral("\u2212"));
}

}  // namespace headroom::ui
