// SPDX-License-Identifier: Apache-2.0
#include "ui/units/quantity_text.h"

#include "engine/text/shown.h"
#include "ui/units/unit_system.h"

#include <QLocale>

#include <array>
#include <cmath>
#include <span>
#include <string_view>

namespace headroom::ui {

namespace {

struct Step {
    const char* symbol;
    double toSi;
};

constexpr auto kPower = std::to_array<Step>({{"W", 1}, {"kW", 1e3}, {"MW", 1e6}, {"GW", 1e9}});
constexpr auto kRamp = std::to_array<Step>({{"W/s", 1}, {"kW/s", 1e3}, {"MW/s", 1e6}});
constexpr auto kMinuteRamp =
    std::to_array<Step>({{"W/min", 1.0 / 60.0}, {"kW/min", 1e3 / 60.0}, {"MW/min", 1e6 / 60.0}});
constexpr auto kApparent = std::to_array<Step>({{"kVA", 1e3}, {"MVA", 1e6}});
constexpr auto kReactive = std::to_array<Step>({{"kvar", 1e3}, {"Mvar", 1e6}});
constexpr auto kEnergy = std::to_array<Step>(
    {{"Wh", 3.6e3}, {"kWh", 3.6e6}, {"MWh", 3.6e9}, {"GWh", 3.6e12}, {"TWh", 3.6e15}});
constexpr auto kMass = std::to_array<Step>({{"kg", 1}, {"t", 1e3}, {"kt", 1e6}});
constexpr auto kVolume = std::to_array<Step>({{"L", 1e-3}, {"m³", 1}, {"10³ m³", 1e3}});
constexpr auto kVolumeRate = std::to_array<Step>({{"L/h", 1e-3 / 3600.0}, {"m³/h", 1.0 / 3600.0}});
constexpr auto kBytes = std::to_array<Step>(
    {{"B", 1}, {"kB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12}, {"PB", 1e15}});
constexpr auto kByteRate = std::to_array<Step>(
    {{"kB/s", 1e3}, {"MB/s", 1e6}, {"GB/s", 1e9}, {"TB/s", 1e12}, {"PB/s", 1e15}});
constexpr auto kFlops = std::to_array<Step>(
    {{"GFLOP/s", 1e9}, {"TFLOP/s", 1e12}, {"PFLOP/s", 1e15}, {"EFLOP/s", 1e18}});

struct Family {
    std::string_view member;
    std::span<const Step> steps;
};

constexpr auto kFamilies = std::to_array<Family>({
    {"W", kPower},       {"kW", kPower},          {"MW", kPower},     {"W/s", kRamp},
    {"MW/s", kRamp},     {"MW/min", kMinuteRamp}, {"kVA", kApparent}, {"MVA", kApparent},
    {"kvar", kReactive}, {"kWh", kEnergy},        {"MWh", kEnergy},   {"kg", kMass},
    {"t", kMass},        {"L", kVolume},          {"m3", kVolume},    {"L/h", kVolumeRate},
    {"GB", kBytes},      {"TB", kBytes},          {"PB", kBytes},     {"GB/s", kByteRate},
    {"TB/s", kByteRate}, {"TFLOP/s", kFlops},
});

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
    for (const Family& family : kFamilies) {
        if (family.member != unit.symbol) {
            continue;
        }
        if (size == 0.0) {
            break;
        }
        const Step* best = &family.steps.front();
        for (const Step& step : family.steps) {
            if (size >= step.toSi * 0.9995) {
                best = &step;
            }
        }
        return {QString::fromUtf8(best->symbol), best->toSi};
    }
    if (countsThings(unit.symbol)) {
        const double shown = size / unit.toSi;
        constexpr auto kPrefixes =
            std::to_array<Step>({{"T", 1e12}, {"G", 1e9}, {"M", 1e6}, {"k", 1e3}});
        for (const Step& prefix : kPrefixes) {
            // Whole counts up to 9,999 are read as they are.
            const double from = prefix.toSi == 1e3 ? 1e4 : prefix.toSi;
            if (shown >= from) {
                QString symbol = QString::fromUtf8(prefix.symbol);
                if (!unit.symbol.empty()) {
                    symbol += QChar(' ') + unitSymbol(unit.symbol);
                }
                return {symbol, unit.toSi * prefix.toSi};
            }
        }
    }
    return {unitSymbol(unit.symbol), unit.toSi};
}

QString numberText(double value, int digits) {
    return QString::fromStdString(engine::shownFigure(value, digits));
}

QString plainNumberText(double value, int digits) {
    QString text = numberText(value, digits);
    if (text.contains('.') && !text.contains('e')) {
        while (text.endsWith('0')) {
            text.chop(1);
        }
        if (text.endsWith('.')) {
            text.chop(1);
        }
    }
    return text;
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
