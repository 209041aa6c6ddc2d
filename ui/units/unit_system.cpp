// SPDX-License-Identifier: Apache-2.0
#include "ui/units/unit_system.h"

#include "ui/units/quantity_text.h"

#include <QSettings>

#include <array>
#include <string_view>

namespace headroom::ui {

namespace {

// Exact by definition: the international yard and pound agreement of 1959, the US gallon of 231
// cubic inches, the pound-force at standard gravity 9.80665 m/s2 (NIST Special Publication 811,
// appendix B.8). A conventional inch of water is 249.08891 Pa there (at 4 degrees C).
constexpr double kFoot = 0.3048;
constexpr double kInch = 0.0254;
constexpr double kMile = 1609.344;
constexpr double kPound = 0.45359237;
constexpr double kGallon = 231.0 * kInch * kInch * kInch;
constexpr double kPsi = kPound * 9.80665 / (kInch * kInch);
constexpr double kInchOfWater = 249.08891;
constexpr double kFahrenheit = 5.0 / 9.0;

struct UsUnit {
    models::Unit of;  ///< in the tables
    const char* symbol;
    double toSi;
    double offset;
    bool inMixed;  ///< lengths, areas, flows, temperatures
};

constexpr auto kUsUnits = std::to_array<UsUnit>({
    {models::unit::metre, "ft", kFoot, 0, true},
    {models::unit::millimetre, "in", kInch, 0, true},
    {models::unit::kilometre, "mi", kMile, 0, true},
    {models::unit::metrePerSecond, "ft/s", kFoot, 0, true},
    {{"m2", 1.0}, "ft²", kFoot* kFoot, 0, true},
    {models::unit::squareCentimetre, "in²", kInch* kInch, 0, true},
    {models::unit::celsius, "°F", kFahrenheit, 32.0, true},
    {models::unit::kelvin, "Δ°F", kFahrenheit, 0, true},
    {models::unit::litrePerSecond, "gpm", kGallon / 60.0, 0, true},
    {models::unit::litrePerMinute, "gpm", kGallon / 60.0, 0, true},
    {models::unit::litrePerMinutePerKilowatt, "gpm/kW", kGallon / 60.0 / 1e3, 0, true},
    {{"L/h", 1e-3 / 3600.0}, "gal/h", kGallon / 3600.0, 0, true},
    {models::unit::cubicMetrePerSecond, "cfm", kFoot* kFoot* kFoot / 60.0, 0, true},
    {models::unit::litre, "gal", kGallon, 0, false},
    {models::unit::cubicMetre, "gal", kGallon, 0, false},
    {models::unit::litrePerKilowattHour, "gal/kWh", kGallon / 3.6e6, 0, false},
    {models::unit::dollarPerLitre, "USD/gal", 1.0 / kGallon, 0, false},
    {models::unit::dollarPerCubicMetre, "USD/kgal", 1.0 / (1e3 * kGallon), 0, false},
    {models::unit::dollarPerMetre, "USD/ft", 1.0 / kFoot, 0, true},
    {models::unit::ohmPerKilometre, "ohm/kft", 1.0 / (1e3 * kFoot), 0, true},
    {models::unit::kilogram, "lb", kPound, 0, false},
    {models::unit::kilogramPerSquareMetre, "lb/ft²", kPound / (kFoot * kFoot), 0, false},
    {models::unit::kilogramPerCubicMetre, "lb/ft³", kPound / (kFoot * kFoot * kFoot), 0, false},
    {models::unit::kilogramPerLitre, "lb/gal", kPound / kGallon, 0, false},
    {models::unit::kilopascal, "psi", kPsi, 0, false},
    {models::unit::pascal, "inH₂O", kInchOfWater, 0, false},
});

constexpr auto kChoiceWords = std::to_array<const char*>({"si", "us", "mixed"});

}  // namespace

UnitSystem& UnitSystem::instance() {
    static UnitSystem system;
    return system;
}

void UnitSystem::choose(UnitChoice choice) {
    if (choice == choice_) {
        return;
    }
    choice_ = choice;
    if (keeps_) {
        QSettings().setValue("window/units", kChoiceWords[static_cast<std::size_t>(choice)]);
    }
    emit changed();
}

void UnitSystem::keepInSettings() {
    keeps_ = true;
    const QString kept = QSettings().value("window/units").toString();
    for (std::size_t i = 0; i < kChoiceWords.size(); ++i) {
        if (kept == QLatin1String(kChoiceWords[i])) {
            choose(static_cast<UnitChoice>(i));
        }
    }
}

DisplayUnit UnitSystem::shownIn(UnitChoice choice, const models::Unit& unit) {
    if (choice != UnitChoice::Si) {
        for (const UsUnit& us : kUsUnits) {
            if (us.of.symbol == unit.symbol && (us.inMixed || choice == UnitChoice::Us)) {
                return {QString::fromUtf8(us.symbol), us.toSi, us.offset};
            }
        }
    }
    return {unitSymbol(unit.symbol), unit.toSi, 0.0};
}

const models::Unit* UnitSystem::convertible(std::string_view symbol) {
    for (const UsUnit& us : kUsUnits) {
        if (us.of.symbol == symbol) {
            return &us.of;
        }
    }
    return nullptr;
}

std::vector<std::string_view> UnitSystem::convertible() {
    std::vector<std::string_view> all;
    for (const UsUnit& us : kUsUnits) {
        all.push_back(us.of.symbol);
    }
    return all;
}

bool UnitSystem::converts(const models::Unit& unit) const {
    if (choice_ == UnitChoice::Si) {
        return false;
    }
    for (const UsUnit& us : kUsUnits) {
        if (us.of.symbol == unit.symbol) {
            return us.inMixed || choice_ == UnitChoice::Us;
        }
    }
    return false;
}

}  // namespace headroom::ui
