// SPDX-License-Identifier: Apache-2.0
#include "ui/units/quantity_text.h"

#include "engine/text/amount_text.h"
#include "engine/text/shown.h"
#include "ui/units/language.h"
#include "ui/units/unit_system.h"

#include <QLocale>

#include <array>
#include <cmath>
#include <string_view>

namespace headroom::ui {

namespace {

/// Units that count things take a prefix before the whole symbol: "1.2 M tokens/s", "12.5 k USD".
bool countsThings(std::string_view symbol) {
    return symbol.empty() || symbol == "USD" || symbol == "USD/year" ||
           symbol.find("token") != std::string_view::npos || symbol == "1/s" || symbol == "1/h";
}

}  // namespace

QString unitSymbol(std::string_view symbol) {
    QString text = QString::fromUtf8(symbol.data(), static_cast<qsizetype>(symbol.size()));
    text.replace("m3", "m³").replace("m2", "m²").replace("10^9", "10⁹").replace("10^6", "10⁶");
    if (text == "us") {
        return "µs";
    }
    return text == "deg" ? QStringLiteral("°") : text;
}

ShownUnit shownUnit(const models::Unit& unit, double si) {
    if (UnitSystem::instance().converts(unit)) {
        const DisplayUnit chosen = UnitSystem::instance().shown(unit);
        return chosen.offset == 0.0 ? ShownUnit{chosen.symbol, chosen.toSi}
                                    : ShownUnit{unitSymbol(unit.symbol), unit.toSi};
    }
    const double size = std::isfinite(si) ? std::abs(si) : 0.0;
    const engine::UnitStep* step = engine::stepOf(unit.symbol, si);
    if (step != nullptr && size > 0.0) {
        return {QString::fromUtf8(step->symbol.data(), qsizetype(step->symbol.size())), step->toSi};
    }
    if (countsThings(unit.symbol)) {
        const double shown = size / unit.toSi;

        struct Prefix {
            const char* symbol;
            double factor;
        };

        constexpr auto kPrefixes =
            std::to_array<Prefix>({{"T", 1e12}, {"G", 1e9}, {"M", 1e6}, {"k", 1e3}});
        for (const Prefix& prefix : kPrefixes) {
            // Whole counts up to 9,999 need no prefix.
            const double from = prefix.factor == 1e3 ? 1e4 : prefix.factor;
            if (shown >= from) {
                QString symbol = QString::fromUtf8(prefix.symbol);
                if (!unit.symbol.empty()) {
                    symbol += QChar(' ') + unitSymbol(unit.symbol);
                }
                return {symbol, unit.toSi * prefix.factor};
            }
        }
    }
    return {unitSymbol(unit.symbol), unit.toSi};
}

namespace {

QString figureText(double value, int digits) {
    return QString::fromStdString(engine::shownFigure(value, digits));
}

}  // namespace

QString numberText(double value, int digits) {
    return withDecimalPoint(figureText(value, digits));
}

QString plainNumberText(double value, int digits) {
    QString text = figureText(value, digits);
    if (text.contains('.') && !text.contains('e')) {
        while (text.endsWith('0')) {
            text.chop(1);
        }
        if (text.endsWith('.')) {
            text.chop(1);
        }
    }
    return withDecimalPoint(text);
}

QString typedNumberText(double value, int digits) {
    return plainNumberText(value, digits).remove(QChar(0x202F));
}

QString quantityText(double si, const models::Unit& unit, int digits) {
    if (!std::isfinite(si)) {
        return QStringLiteral("–");
    }
    if (UnitSystem::instance().converts(unit)) {
        const DisplayUnit chosen = UnitSystem::instance().shown(unit);
        return numberText(chosen.shown(si), digits) + QChar(0x2009) + chosen.symbol;
    }
    const ShownUnit shown = shownUnit(unit, si);
    const QString number = numberText(si / shown.toSi, digits);
    return shown.symbol.isEmpty() ? number : number + QChar(0x2009) + shown.symbol;
}

QString durationText(double seconds) {
    if (!std::isfinite(seconds) || seconds < 0.0) {
        return QStringLiteral("–");
    }
    const auto whole = static_cast<qint64>(seconds);
    const QString clock = QStringLiteral("%1:%2:%3")
                              .arg(whole / 3600 % 24, 2, 10, QChar('0'))
                              .arg(whole / 60 % 60, 2, 10, QChar('0'))
                              .arg(whole % 60, 2, 10, QChar('0'));
    return whole < 86400 ? clock : QStringLiteral("%1 d %2").arg(whole / 86400).arg(clock);
}

QString lengthText(double seconds) {
    if (!std::isfinite(seconds) || seconds < 0.0) {
        return QStringLiteral("–");
    }
    if (seconds < 59.5) {
        return quantityText(seconds, models::unit::second, seconds < 1.0 ? 2 : 3);
    }
    const auto whole = static_cast<qint64>(std::llround(seconds));
    const auto two = [](qint64 a, const char* ua, qint64 b, const char* ub) {
        const QChar space(0x2009);
        const QString first = QString::number(a) + space + ua;
        return b == 0 ? first : first + ' ' + QString::number(b) + space + ub;
    };
    if (whole < 3600) {
        return two(whole / 60, "min", whole % 60, "s");
    }
    if (whole < 86400) {
        return two(whole / 3600, "h", whole % 3600 / 60, "min");
    }
    return two(whole / 86400, "d", whole % 86400 / 3600, "h");
}

QString moneyText(double usd) {
    return quantityText(usd, models::unit::dollar, usd < 100.0 ? 3 : 4);
}

}  // namespace headroom::ui
