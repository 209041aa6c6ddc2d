// SPDX-License-Identifier: Apache-2.0
#include "engine/border/instant_text.h"
#include "engine/border/quantities.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace headroom::engine {

namespace {

/// A word for comparing: lower case, without blanks, dots, degree signs and underscores. "CO2" of emissions stays.
std::string plainWord(std::string_view word) {
    std::string plain;
    for (std::size_t i = 0; i < word.size(); ++i) {
        const auto c = static_cast<unsigned char>(word[i]);
        if (word.substr(i).starts_with("\xc2\xb0")) {  // degree
            plain += "deg";
            ++i;
        } else if (word.substr(i).starts_with("\xc2\xb3")) {  // cubed
            plain += '3';
            ++i;
        } else if (word.substr(i).starts_with("\xe2\x82\xac")) {
            plain += "eur";
            i += 2;
        } else if (word.substr(i).starts_with("\xe2\x82\x82")) {  // subscript 2
            plain += '2';
            i += 2;
        } else if (c == '$') {
            plain += "usd";
        } else if (c != ' ' && c != '.' && c != '_' && c != '\t') {
            plain += static_cast<char>(std::tolower(c));
        }
    }
    return plain;
}

struct Alias {
    std::string_view word;  ///< as plainWord() gives it
    std::string_view symbol;
};

constexpr auto kAliases = std::to_array<Alias>({
    {"watt", "W"},
    {"watts", "W"},
    {"kilowatt", "kW"},
    {"kilowatts", "kW"},
    {"megawatt", "MW"},
    {"tons", "ton"},
    {"tr", "ton"},
    {"rt", "ton"},
    {"tonsr", "ton"},
    {"tonref", "ton"},
    {"tonsref", "ton"},
    {"tonsofrefrigeration", "ton"},
    {"btu/hr", "BTU/h"},
    {"btuh", "BTU/h"},
    {"btu/h", "BTU/h"},
    {"kbtu/h", "MBH"},
    {"kbtu/hr", "MBH"},
    {"mbtuh", "MBH"},
    {"degc", "degC"},
    {"c", "degC"},
    {"celsius", "degC"},
    {"degf", "degF"},
    {"f", "degF"},
    {"fahrenheit", "degF"},
    {"kelvin", "K"},
    {"m3h", "m3/h"},
    {"m^3/h", "m3/h"},
    {"m3/hr", "m3/h"},
    {"cmh", "m3/h"},
    {"m^3/s", "m3/s"},
    {"lps", "L/s"},
    {"lpm", "L/min"},
    {"lph", "L/h"},
    {"l/sec", "L/s"},
    {"l/m", "L/min"},
    {"usgpm", "gpm"},
    {"gal/min", "gpm"},
    {"ft3/min", "cfm"},
    {"scfm", "cfm"},
    {"hpa", "mbar"},
    {"psig", "psi"},
    {"inwg", "inH2O"},
    {"inwc", "inH2O"},
    {"inh2o", "inH2O"},
    {"\"wg", "inH2O"},
    {"\"wc", "inH2O"},
    {"percent", "%"},
    {"pct", "%"},
    {"%rh", "%"},
    {"rh", "%"},
    {"joule", "J"},
    {"joules", "J"},
    {"therms", "therm"},
    {"ton-h", "tonh"},
    {"ton-hr", "tonh"},
    {"tonhours", "tonh"},
    {"ton-hours", "tonh"},
    {"kilowatthour", "kWh"},
    {"kilowatt-hours", "kWh"},
    {"kw-h", "kWh"},
    {"kw*h", "kWh"},
    {"kwhr", "kWh"},
    {"kwhrs", "kWh"},
    {"mwhr", "MWh"},
    {"mw-h", "MWh"},
    {"megawatthour", "MWh"},
    {"amp", "A"},
    {"amps", "A"},
    {"ampere", "A"},
    {"amperes", "A"},
    {"volt", "V"},
    {"volts", "V"},
    {"m^3", "m3"},
    {"cbm", "m3"},
    {"liter", "L"},
    {"litre", "L"},
    {"liters", "L"},
    {"litres", "L"},
    {"gallon", "gal"},
    {"gallons", "gal"},
    {"cf", "ft3"},
    {"cuft", "ft3"},
    {"lbs", "lb"},
    {"pound", "lb"},
    {"pounds", "lb"},
    {"kgs", "kg"},
    {"kilogram", "kg"},
    {"kilograms", "kg"},
    {"gram", "g"},
    {"grams", "g"},
    {"inch", "in"},
    {"inches", "in"},
    {"feet", "ft"},
    {"foot", "ft"},
    {"metre", "m"},
    {"meter", "m"},
    {"metres", "m"},
    {"meters", "m"},
    {"u", "U"},
    {"ru", "U"},
    {"hertz", "Hz"},
});

/// Energy of the denominator of a price or an emission [J]; 0 if not one.
double energyOf(std::string_view word) {
    const models::MeasuredUnit* unit = unitOf(word);
    return unit != nullptr && unit->kind == models::MeasuredKind::Energy ? unit->toSi : 0.0;
}

/// "A/B", "A per B", "a_per_b" as both sides; empty if neither is there.
std::pair<std::string_view, std::string_view> sidesOf(std::string_view word) {
    for (const std::string_view mark : {"/", "_per_", " per "}) {
        if (const std::size_t at = word.find(mark); at != std::string_view::npos) {
            return {trimmed(word.substr(0, at)), trimmed(word.substr(at + mark.size()))};
        }
    }
    return {};
}

std::string upper(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return text;
}

/// The last word of "price in EUR".
std::string_view lastWord(std::string_view text) {
    return text.substr(text.find_last_of(" [(") + 1);
}

}  // namespace

namespace {

/// Both sides of a unit per energy, of a word alone or in a head.
std::pair<std::string_view, std::string_view> energySidesOf(std::string_view word) {
    const auto whole = sidesOf(word);
    return energyOf(whole.second) > 0.0 ? whole : sidesOf(unitInHead(word));
}

}  // namespace

const models::MeasuredUnit* unitOf(std::string_view word) {
    word = trimmed(word);
    // Letter by letter first: MW and mW, A and a.
    if (const models::MeasuredUnit* exact = models::measuredUnit(word)) {
        return exact;
    }
    if (word.empty()) {
        return nullptr;
    }
    const std::string plain = plainWord(word);
    if (word == "mW" || word == "mV") {
        return nullptr;
    }
    for (const Alias& alias : kAliases) {
        if (alias.word == plain) {
            return models::measuredUnit(alias.symbol);
        }
    }
    for (const models::MeasuredUnit& unit : models::measuredUnits()) {
        if (plainWord(unit.symbol) == plain) {
            return &unit;
        }
    }
    return nullptr;
}

std::optional<PriceUnit> priceUnitOf(std::string_view word) {
    const auto [above, below] = energySidesOf(word);
    const double energyJ = energyOf(below);
    if (energyJ <= 0.0) {
        return std::nullopt;
    }
    const std::string money = plainWord(lastWord(above));

    struct Small {
        std::string_view word, currency;
    };

    static constexpr auto kHundredths = std::to_array<Small>({{"ct", "EUR"},
                                                              {"cent", "USD"},
                                                              {"cents", "USD"},
                                                              {"\xc2\xa2", "USD"},
                                                              {"p", "GBP"},
                                                              {"pence", "GBP"},
                                                              {"eurct", "EUR"},
                                                              {"rp", "CHF"},
                                                              {"usct", "USD"},
                                                              {"eurcent", "EUR"},
                                                              {"ore", "SEK"}});
    for (const Small& small : kHundredths) {
        if (small.word == money) {
            return PriceUnit{std::string(small.currency), 0.01 / energyJ};
        }
    }
    constexpr std::size_t kCode = 3;
    const bool isCode =
        money.size() == kCode &&
        std::all_of(money.begin(), money.end(), [](char c) { return c >= 'a' && c <= 'z'; });
    if (!isCode && money != "\xc2\xa3") {
        return std::nullopt;
    }
    return PriceUnit{isCode ? upper(money) : "GBP", 1.0 / energyJ};
}

std::optional<double> emissionUnitOf(std::string_view word) {
    const auto [above, below] = energySidesOf(word);
    const double energyJ = energyOf(below);
    if (energyJ <= 0.0) {
        return std::nullopt;
    }
    std::string mass = plainWord(above);
    for (const std::string_view gas : {"co2equivalent", "co2-eq", "co2eq", "co2e", "co2"}) {
        if (const std::size_t at = mass.find(gas); at != std::string::npos) {
            mass.erase(at);
            break;
        }
    }
    const std::string_view last = lastWord(mass);
    const models::MeasuredUnit* unit = unitOf(last);
    return unit != nullptr && unit->kind == models::MeasuredKind::Mass
               ? std::optional(unit->toSi / energyJ)
               : std::nullopt;
}

std::string_view unitInHead(std::string_view head) {
    head = trimmed(head);
    for (const auto [open, close] : {std::pair('[', ']'), std::pair('(', ')')}) {
        const std::size_t from = head.rfind(open), end = head.rfind(close);
        if (from != std::string_view::npos && end != std::string_view::npos && end > from + 1) {
            const std::string_view inside = trimmed(head.substr(from + 1, end - from - 1));
            const auto [above, below] = sidesOf(inside);
            if (unitOf(inside) != nullptr || (!above.empty() && energyOf(below) > 0.0)) {
                return inside;
            }
        }
    }
    // "Load kW", "power_kw", "usd_per_kwh", "Preis EUR/MWh".
    if (const std::size_t per = head.find("_per_");
        per != std::string_view::npos && energyOf(head.substr(per + 5)) > 0.0) {
        const std::size_t from = head.rfind('_', per == 0 ? 0 : per - 1);
        return from == std::string_view::npos || from >= per ? head : head.substr(from + 1);
    }
    // A word with a slash anywhere: "Carbon intensity gCO2eq/kWh (direct)".
    for (std::size_t from = 0; from < head.size();) {
        const std::size_t end = std::min(head.find(' ', from), head.size());
        const std::string_view word = head.substr(from, end - from);
        const auto [above, below] = sidesOf(word);
        if (!above.empty() && energyOf(below) > 0.0) {
            return word;
        }
        from = end + 1;
    }
    if (const models::MeasuredUnit* whole = head.size() > 1 ? unitOf(head) : nullptr;
        whole != nullptr && (whole->kind == models::MeasuredKind::Power ||
                             whole->kind == models::MeasuredKind::Energy)) {
        return head;
    }
    const std::size_t mark = head.find_last_of(" _,");
    if (mark == std::string_view::npos || mark + 1 >= head.size()) {
        return {};
    }
    const std::string_view last = head.substr(mark + 1);
    const auto [above, below] = sidesOf(last);
    const bool isPrice = !above.empty() && energyOf(below) > 0.0;
    // One letter behind a name is more often a name than a unit: "phase A", "sensor 1".
    return isPrice || (last.size() > 1 && unitOf(last) != nullptr) || last == "%"
               ? last
               : std::string_view();
}

}  // namespace headroom::engine
