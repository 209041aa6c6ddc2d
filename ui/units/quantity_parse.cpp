// SPDX-License-Identifier: Apache-2.0
#include "ui/units/quantity_parse.h"

#include "ui/units/quantity_text.h"
#include "ui/units/unit_system.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>

#include <array>
#include <cmath>
#include <limits>
#include <string_view>
#include <vector>

namespace headroom::ui {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("parseQuantity", text);
}

/// A unit that may be typed. Units of one kind may stand for each other. Definitions: see
/// unit_system.cpp; bar, hour and tonne are those of the SI brochure; a ton of refrigeration is
/// 12,000 Btu/h with the international table Btu of 1055.05585262 J.
struct Typed {
    int kind;
    const char* symbol;
    double toSi;
    double offset = 0.0;
};

enum Kind {
    Length,
    Area,
    Volume,
    Flow,
    Mass,
    Pressure,
    Temperature,
    Difference,
    Power,
    Energy,
    Time,
    Bytes,
    ByteRate,
    Money
};

constexpr double kGal = 231.0 * 0.0254 * 0.0254 * 0.0254;
constexpr double kCubicFoot = 0.3048 * 0.3048 * 0.3048;
constexpr double kBtuPerHour = 1055.05585262 / 3600.0;
constexpr double kRankine = 5.0 / 9.0;

constexpr auto kTyped = std::to_array<Typed>({
    {Length, "m", 1},
    {Length, "mm", 1e-3},
    {Length, "cm", 1e-2},
    {Length, "km", 1e3},
    {Length, "ft", 0.3048},
    {Length, "'", 0.3048},
    {Length, "′", 0.3048},
    {Length, "in", 0.0254},
    {Length, "\"", 0.0254},
    {Length, "″", 0.0254},
    {Length, "mi", 1609.344},
    {Area, "m2", 1},
    {Area, "m²", 1},
    {Area, "cm2", 1e-4},
    {Area, "cm²", 1e-4},
    {Area, "ft2", 0.3048 * 0.3048},
    {Area, "ft²", 0.3048 * 0.3048},
    {Area, "in2", 0.0254 * 0.0254},
    {Area, "in²", 0.0254 * 0.0254},
    {Volume, "L", 1e-3},
    {Volume, "l", 1e-3},
    {Volume, "m3", 1},
    {Volume, "m³", 1},
    {Volume, "gal", kGal},
    {Volume, "ft3", kCubicFoot},
    {Volume, "ft³", kCubicFoot},
    {Flow, "L/s", 1e-3},
    {Flow, "l/s", 1e-3},
    {Flow, "L/min", 1e-3 / 60.0},
    {Flow, "L/h", 1e-3 / 3600.0},
    {Flow, "m3/s", 1},
    {Flow, "m³/s", 1},
    {Flow, "m3/h", 1.0 / 3600.0},
    {Flow, "m³/h", 1.0 / 3600.0},
    {Flow, "gpm", kGal / 60.0},
    {Flow, "gal/h", kGal / 3600.0},
    {Flow, "cfm", kCubicFoot / 60.0},
    {Mass, "kg", 1},
    {Mass, "g", 1e-3},
    {Mass, "t", 1e3},
    {Mass, "lb", 0.45359237},
    {Mass, "lbs", 0.45359237},
    {Pressure, "Pa", 1},
    {Pressure, "kPa", 1e3},
    {Pressure, "bar", 1e5},
    {Pressure, "psi", 0.45359237 * 9.80665 / (0.0254 * 0.0254)},
    {Pressure, "inH2O", 249.08891},
    {Pressure, "inH₂O", 249.08891},
    {Temperature, "°C", 1},
    {Temperature, "C", 1},
    {Temperature, "°F", kRankine, 32},
    {Temperature, "F", kRankine, 32},
    {Difference, "K", 1},
    {Difference, "°C", 1},
    {Difference, "C", 1},
    {Difference, "°F", kRankine},
    {Difference, "F", kRankine},
    {Difference, "Δ°F", kRankine},
    {Power, "W", 1},
    {Power, "kW", 1e3},
    {Power, "MW", 1e6},
    {Power, "GW", 1e9},
    {Power, "tons", 12000.0 * kBtuPerHour},
    {Power, "Btu/h", kBtuPerHour},
    {Energy, "J", 1},
    {Energy, "Wh", 3.6e3},
    {Energy, "kWh", 3.6e6},
    {Energy, "MWh", 3.6e9},
    {Energy, "GWh", 3.6e12},
    {Time, "s", 1},
    {Time, "ms", 1e-3},
    {Time, "us", 1e-6},
    {Time, "µs", 1e-6},
    {Time, "ns", 1e-9},
    {Time, "min", 60},
    {Time, "h", 3600},
    {Time, "d", 86400},
    {Bytes, "kB", 1e3},
    {Bytes, "MB", 1e6},
    {Bytes, "GB", 1e9},
    {Bytes, "TB", 1e12},
    {Bytes, "PB", 1e15},
    {ByteRate, "MB/s", 1e6},
    {ByteRate, "GB/s", 1e9},
    {ByteRate, "TB/s", 1e12},
    {ByteRate, "Gbit/s", 1.25e8},
    {ByteRate, "Tbit/s", 1.25e11},
    {Money, "USD", 1},
    {Money, "$", 1},
});

struct Choice {
    QString symbol;
    double toSi;
    double offset;
};

std::vector<Choice> choicesOf(const models::Unit& unit) {
    std::vector<Choice> choices;
    const auto add = [&choices](const QString& symbol, double toSi, double offset) {
        for (const Choice& known : choices) {
            if (known.symbol == symbol) {
                return;
            }
        }
        choices.push_back({symbol, toSi, offset});
    };
    const DisplayUnit now = UnitSystem::instance().shown(unit);
    if (!now.symbol.isEmpty()) {
        add(now.symbol, now.toSi, now.offset);
    }
    const DisplayUnit us = UnitSystem::shownIn(UnitChoice::Us, unit);
    if (!unit.symbol.empty()) {
        const QString own =
            QString::fromUtf8(unit.symbol.data(), static_cast<qsizetype>(unit.symbol.size()));
        add(own, unit.toSi, 0.0);
        add(unitSymbol(unit.symbol), unit.toSi, 0.0);
        add(us.symbol, us.toSi, us.offset);
    }
    for (const Typed& own : kTyped) {
        if (own.symbol == unit.symbol) {
            for (const Typed& other : kTyped) {
                if (other.kind == own.kind) {
                    add(QString::fromUtf8(other.symbol), other.toSi, other.offset);
                }
            }
            break;
        }
    }
    return choices;
}

/// Recursive descent over sums and products; the first fault stops it.
class Reader {
  public:
    Reader(const QString& text, const models::Unit& unit, const QLocale& locale)
        : text_(text), choices_(choicesOf(unit)), unit_(unit), point_(locale.decimalPoint()) {}

    tl::expected<double, QString> read() {
        Amount amount = sum();
        skip();
        if (fault_.isEmpty() && at_ < text_.size()) {
            fail(unknownAt());
        }
        if (!fault_.isEmpty()) {
            return tl::unexpected(fault_);
        }
        // In the unit of the table; without conversion where it is shown in that unit.
        double value = amount.value;
        if (amount.hasUnit) {
            value = amount.value / unit_.toSi;
        } else if (UnitSystem::instance().converts(unit_)) {
            value = UnitSystem::instance().shown(unit_).si(amount.value) / unit_.toSi;
        }
        if (amount.hasUnit && amount.ownUnit) {
            value = amount.plain;
        }
        if (!std::isfinite(value)) {
            return tl::unexpected(tr("The number is beyond what can be computed with."));
        }
        return value;
    }

  private:
    struct Amount {
        double value = 0.0;  ///< SI where it has a unit
        double plain = 0.0;  ///< as typed
        bool hasUnit = false;
        bool ownUnit = false;   ///< typed in the table's own unit, and untouched since
        bool absolute = false;  ///< a temperature on a scale with an offset
    };

    void fail(const QString& why) {
        if (fault_.isEmpty()) {
            fault_ = why;
        }
    }

    void skip() {
        while (at_ < text_.size() && text_[at_].isSpace()) {
            ++at_;
        }
    }

    QChar peek() {
        skip();
        return at_ < text_.size() ? text_[at_] : QChar();
    }

    bool isMinus(QChar c) const { return c == '-' || c == QChar(0x2212); }

    Amount sum() {
        Amount left = product();
        for (;;) {
            const QChar c = peek();
            if (!fault_.isEmpty() || (c != '+' && !isMinus(c))) {
                return left;
            }
            ++at_;
            const Amount right = product();
            left = joined(left, right, c == '+' ? 1.0 : -1.0);
        }
    }

    Amount joined(const Amount& a, const Amount& b, double sign) {
        if (a.hasUnit != b.hasUnit) {
            fail(tr("One part of the sum has a unit and the other has not."));
        }
        if (a.absolute || b.absolute) {
            fail(tr("Temperatures with a unit cannot be added."));
        }
        Amount both;
        both.value = a.value + sign * b.value;
        both.hasUnit = a.hasUnit;
        return both;
    }

    Amount product() {
        Amount left = factor();
        for (;;) {
            const QChar c = peek();
            const bool times = c == '*' || c == QChar(0xD7);
            if (!fault_.isEmpty() || (!times && c != '/')) {
                return left;
            }
            ++at_;
            const Amount right = factor();
            left = times ? multiplied(left, right) : divided(left, right);
        }
    }

    Amount multiplied(const Amount& a, const Amount& b) {
        if (a.hasUnit && b.hasUnit) {
            fail(tr("Two quantities with units are multiplied."));
        }
        if (a.absolute || b.absolute) {
            fail(tr("A temperature with a unit cannot be multiplied."));
        }
        Amount both;
        both.value = a.value * b.value;
        both.hasUnit = a.hasUnit || b.hasUnit;
        return both;
    }

    Amount divided(const Amount& a, const Amount& b) {
        if (b.hasUnit) {
            fail(tr("It is divided by a quantity with a unit."));
        } else if (b.value == 0.0) {
            fail(tr("It is divided by zero."));
        }
        if (a.absolute) {
            fail(tr("A temperature with a unit cannot be divided."));
        }
        Amount both;
        both.value = b.value == 0.0 ? 0.0 : a.value / b.value;
        both.hasUnit = a.hasUnit;
        return both;
    }

    Amount factor() {
        const QChar c = peek();
        if (isMinus(c) || c == '+') {
            ++at_;
            return signedFactor(isMinus(c) ? -1.0 : 1.0);
        }
        if (c == '(') {
            ++at_;
            if (++depth_ > 50) {
                fail(tr("Too many brackets."));
                return {};
            }
            Amount inside = sum();
            --depth_;
            if (peek() != ')') {
                fail(tr("A bracket is not closed."));
            } else {
                ++at_;
            }
            return inside;
        }
        return quantity(1.0);
    }

    /// The sign belongs to the number before a unit with an offset is applied: "-40 F".
    Amount signedFactor(double sign) {
        const QChar c = peek();
        if (c.isDigit() || c == '.' || point_ == QString(c)) {
            return quantity(sign);
        }
        if (++depth_ > 50) {
            fail(tr("Too many signs."));
            return {};
        }
        Amount inner = factor();
        --depth_;
        if (inner.absolute) {
            fail(tr("Temperatures with a unit cannot be computed with."));
        }
        inner.value *= sign;
        inner.plain *= sign;
        return inner;
    }

    /// A number, its unit, and further numbers with units that follow: 12' 6".
    Amount quantity(double sign) {
        Amount total = oneQuantity(sign);
        while (fault_.isEmpty() && total.hasUnit && !total.absolute && peek().isDigit()) {
            const Amount next = oneQuantity(sign);
            if (fault_.isEmpty() && !next.hasUnit) {
                fail(tr("The second number has no unit."));
            }
            total.value += next.value;
            total.ownUnit = false;
        }
        return total;
    }

    Amount oneQuantity(double sign) {
        Amount amount;
        amount.value = amount.plain = sign * number();
        skip();
        const Choice* best = nullptr;
        for (const Choice& choice : choices_) {
            if (text_.mid(at_).startsWith(choice.symbol) && endsAfter(choice.symbol) &&
                (best == nullptr || choice.symbol.size() > best->symbol.size())) {
                best = &choice;
            }
        }
        if (best != nullptr && fault_.isEmpty()) {
            at_ += best->symbol.size();
            amount.hasUnit = true;
            amount.absolute = best->offset != 0.0 || unit_.symbol == models::unit::celsius.symbol;
            amount.ownUnit = best->toSi == unit_.toSi && best->offset == 0.0;
            amount.value = (amount.plain - best->offset) * best->toSi;
        }
        return amount;
    }

    bool endsAfter(const QString& symbol) const {
        const qsizetype after = at_ + symbol.size();
        if (symbol.endsWith('\'') || symbol.endsWith('"') || after >= text_.size()) {
            return true;
        }
        const QChar next = text_[after];
        return !next.isLetter() && next != '2' && next != '3' && next != QChar(0xB2) &&
               next != QChar(0xB3) &&
               !(next == '/' && after + 1 < text_.size() && text_[after + 1].isLetter());
    }

    double number() {
        skip();
        const qsizetype from = at_;
        QString digits;
        bool pointSeen = false;
        bool digitSeen = false;
        while (at_ < text_.size()) {
            const QChar c = text_[at_];
            if (c.isDigit()) {
                digits += QChar('0' + c.digitValue());
                digitSeen = true;
            } else if (c == '.' || point_ == QString(c)) {
                if (pointSeen) {
                    fail(groupedAt(from));
                    return 0.0;
                }
                pointSeen = true;
                digits += '.';
            } else if (c == QChar(0x202F) && isGroup(c)) {
                // The window writes thousands so: copied from there it can be read in one way only.
            } else if (isGroup(c)) {
                fail(groupedAt(from));
                return 0.0;
            } else {
                break;
            }
            ++at_;
        }
        if (!digitSeen) {
            fail(at_ < text_.size() ? unknownAt() : tr("A number is missing."));
            return 0.0;
        }
        exponent(digits);
        bool ok = false;
        const double value = QLocale::c().toDouble(digits, &ok);
        if (!ok || !std::isfinite(value)) {
            fail(tr("The number is beyond what can be computed with."));
        }
        return value;
    }

    /// Between two digits: "1,000", "1 000", "1_000".
    bool isGroup(QChar c) const {
        const bool groups = c == ',' || c == '_' || c.isSpace() || c == QChar(0x2019);
        return groups && at_ > 0 && text_[at_ - 1].isDigit() && at_ + 1 < text_.size() &&
               text_[at_ + 1].isDigit();
    }

    void exponent(QString& digits) {
        if (at_ >= text_.size() || text_[at_].toLower() != 'e') {
            return;
        }
        qsizetype next = at_ + 1;
        QString tail = "e";
        if (next < text_.size() && (text_[next] == '+' || isMinus(text_[next]))) {
            tail += text_[next] == '+' ? '+' : '-';
            ++next;
        }
        if (next >= text_.size() || !text_[next].isDigit()) {
            return;
        }
        while (next < text_.size() && text_[next].isDigit()) {
            tail += text_[next++];
        }
        digits += tail;
        at_ = next;
    }

    QString groupedAt(qsizetype from) const {
        qsizetype to = from;
        QString without;
        while (to < text_.size() && !text_[to].isLetter() && text_[to] != '+' && text_[to] != '*' &&
               text_[to] != '/') {
            if (text_[to].isDigit()) {
                without += text_[to];
            }
            ++to;
        }
        return tr("“%1” groups its digits, which can be read in more than one way. Write it with "
                  "digits and one decimal point only, such as 1000.5.")
            .arg(text_.mid(from, to - from).trimmed());
    }

    QString unknownAt() const {
        const QString rest = text_.mid(at_).trimmed();
        if (!rest.isEmpty() && rest[0] == ')') {
            return tr("A bracket is closed that was not opened.");
        }
        const QString known = choices_.empty() ? QString() : choicesText();
        if (known.isEmpty()) {
            return tr("“%1” is not a number. This value has no unit.").arg(rest);
        }
        return tr("“%1” is neither a number nor a unit of this value (%2).").arg(rest, known);
    }

    QString choicesText() const {
        QStringList symbols;
        for (const Choice& choice : choices_) {
            symbols << choice.symbol;
        }
        return symbols.mid(0, 8).join(", ");
    }

    const QString text_;
    const std::vector<Choice> choices_;
    const models::Unit unit_;
    const QString point_;
    qsizetype at_ = 0;
    int depth_ = 0;
    QString fault_;
};

}  // namespace

tl::expected<double, QString> parseQuantity(const QString& text, const models::Unit& unit,
                                            const QLocale& locale) {
    if (text.trimmed().isEmpty()) {
        return tl::unexpected(tr("A number is missing."));
    }
    if (text.size() > 200) {
        return tl::unexpected(tr("The text is too long for a number."));
    }
    return Reader(text, unit, locale).read();
}

double parseLength(const QString& text) {
    static const QRegularExpression kPart(
        "^\\s*(\\d+(?:\\.\\d+)?)\\s*(d|day|days|h|hours?|min|m|minutes?|s|sec|seconds?)?\\s*");
    const double nan = std::numeric_limits<double>::quiet_NaN();
    QString rest = text.simplified().toLower();
    if (rest.isEmpty()) {
        return nan;
    }
    double seconds = 0.0;
    bool first = true;
    while (!rest.isEmpty()) {
        const auto match = kPart.match(rest);
        if (!match.hasMatch() || (match.captured(2).isEmpty() && !first)) {
            return nan;
        }
        const QString unit = match.captured(2);
        const double factor = unit.startsWith('d')   ? 86400.0
                              : unit.startsWith('h') ? 3600.0
                              : unit.startsWith('s') ? 1.0
                                                     : 60.0;
        seconds += match.captured(1).toDouble() * factor;
        rest = rest.mid(match.capturedLength());
        first = false;
        if (unit.isEmpty() && !rest.isEmpty()) {
            return nan;
        }
    }
    return seconds;
}

}  // namespace headroom::ui
