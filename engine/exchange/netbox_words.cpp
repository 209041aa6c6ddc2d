// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/netbox_words.h"

#include "engine/base/scale.h"
#include "engine/border/quantities.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

namespace headroom::engine {

namespace {

constexpr double kMostOfACell = 1e7;  // grams of a rack

std::string lowerLetters(std::string_view text) {
    std::string lower;
    for (const char c : text) {
        if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
            lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        }
    }
    return lower;
}

// A number with its unit in lower case; nothing if the cell is not a number of a usual size.
struct Amount {
    double value = 0.0;
    std::string unit;
};

std::optional<Amount> amountOf(std::string_view cell) {
    const CellQuantity quantity = readQuantity(cell);
    if (quantity.kind != CellQuantity::Kind::Number ||
        !(std::fabs(quantity.value) < kMostOfACell)) {
        return std::nullopt;
    }
    return Amount{quantity.value, lowerLetters(quantity.unit)};
}

struct MassWord {
    std::string_view word;
    double kg;
};

// NetBox states units by value ("kg") and by label ("Kilograms").
constexpr std::array kMassWords = {MassWord{"kg", 1.0},
                                   MassWord{"kilograms", 1.0},
                                   MassWord{"kilogram", 1.0},
                                   MassWord{"g", 1e-3},
                                   MassWord{"grams", 1e-3},
                                   MassWord{"lb", kPoundKg},
                                   MassWord{"lbs", kPoundKg},
                                   MassWord{"pounds", kPoundKg},
                                   MassWord{"pound", kPoundKg},
                                   MassWord{"oz", kPoundKg / 16.0},
                                   MassWord{"ounces", kPoundKg / 16.0}};

constexpr std::array<std::string_view, 6> kNotBuilt = {"planned",    "inventory", "decommissioning",
                                                       "deprecated", "reserved",  "disposed"};

constexpr std::array<std::string_view, 18> kOtherRoles = {"switch",
                                                          "router",
                                                          "firewall",
                                                          "pdu",
                                                          "powerdistribution",
                                                          "patch",
                                                          "console",
                                                          "kvm",
                                                          "ups",
                                                          "panel",
                                                          "cdu",
                                                          "loadbalancer",
                                                          "shelf",
                                                          "sensor",
                                                          "leaf",
                                                          "spine",
                                                          "physicalinfrastructure",
                                                          "opticaltransport"};

}  // namespace

std::optional<double> rackUnitsOf(std::string_view cell) {
    const auto amount = amountOf(cell);
    if (!amount || !(amount->unit.empty() || amount->unit == "u" || amount->unit == "ru" ||
                     amount->unit == "he")) {
        return std::nullopt;
    }
    return amount->value;
}

std::optional<double> positionOf(std::string_view cell) {
    if (!cell.empty() && (cell.front() == 'U' || cell.front() == 'u')) {
        cell.remove_prefix(1);
    }
    return rackUnitsOf(cell);
}

std::optional<double> kilogramsOf(std::string_view cell, std::string_view unit) {
    const auto amount = amountOf(cell);
    if (!amount) {
        return std::nullopt;
    }
    const std::string word = amount->unit.empty() ? lowerLetters(unit) : amount->unit;
    const auto found = std::find_if(kMassWords.begin(), kMassWords.end(),
                                    [&](const MassWord& mass) { return mass.word == word; });
    if (found != kMassWords.end()) {
        return amount->value * found->kg;
    }
    return word.empty() ? std::optional(amount->value) : std::nullopt;
}

std::string statusOf(const ForeignRecord& record) {
    return lowerLetters(record.get({"status.value", "status"}));
}

bool saysNotBuilt(const std::string& status) {
    return std::find(kNotBuilt.begin(), kNotBuilt.end(), status) != kNotBuilt.end();
}

std::string otherRole(const ForeignRecord& record) {
    const std::string& role =
        record.get({"role.name", "role", "device_role.name", "device_role", "devicetype"});
    const std::string word = lowerLetters(role);
    const bool isOther =
        std::any_of(kOtherRoles.begin(), kOtherRoles.end(),
                    [&](std::string_view other) { return word.find(other) != std::string::npos; });
    return isOther && word.find("server") == std::string::npos ? role : std::string();
}

}  // namespace headroom::engine
