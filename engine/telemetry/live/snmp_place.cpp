// SPDX-License-Identifier: Apache-2.0
#include "engine/telemetry/live/snmp_place.h"

#include "engine/base/number.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>

namespace headroom::engine {

namespace {

constexpr double kLeastFactor = 1e-9, kMostFactor = 1e9;
constexpr std::size_t kMostParts = 128;  // of an object identifier: RFC 2578, 3.5

/// Numbers with dots between them; empty if a part is not a number of 32 bits.
std::vector<std::uint32_t> numbersOf(std::string_view text) {
    std::vector<std::uint32_t> numbers;
    while (true) {
        std::uint32_t number = 0;
        const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (failure != std::errc() || numbers.size() == kMostParts) {
            return {};
        }
        numbers.push_back(number);
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
        if (text.empty()) {
            return numbers;
        }
        if (text.front() != '.') {
            return {};
        }
        text.remove_prefix(1);
    }
}

tl::unexpected<std::string> wrongPlace(std::string why) {
    return tl::unexpected(std::move(why));
}

/// The numbers of a name with its instance: "upsOutputPower.1".
tl::expected<SnmpPlace, std::string> named(std::string_view text) {
    const std::string_view name = text.substr(0, text.find('.'));
    const auto& names = snmpObjectNames();
    const auto known = std::find_if(names.begin(), names.end(),
                                    [&](const SnmpObjectName& each) { return each.name == name; });
    if (known == names.end()) {
        return wrongPlace("the name is not known; write the numbers of the object");
    }
    const std::vector<std::uint32_t> instance = name.size() == text.size()
                                                    ? std::vector<std::uint32_t>()
                                                    : numbersOf(text.substr(name.size() + 1));
    if (instance.empty()) {
        return wrongPlace(
            "the name has no instance, as .1 for the first line or .0 for a single value");
    }
    SnmpPlace place{numbersOf(known->oid), known->scale};
    place.oid.insert(place.oid.end(), instance.begin(), instance.end());
    return place;
}

}  // namespace

const std::vector<SnmpObjectName>& snmpObjectNames() {
    constexpr std::string_view kUps = "RFC 1628, UPS-MIB", kApc = "PowerNet-MIB of APC, rPDU2";
    static const std::vector<SnmpObjectName> kNames = {
        {"upsSecondsOnBattery", "1.3.6.1.2.1.33.1.2.2", 1.0, "s", kUps},
        {"upsEstimatedMinutesRemaining", "1.3.6.1.2.1.33.1.2.3", 1.0, "min", kUps},
        {"upsEstimatedChargeRemaining", "1.3.6.1.2.1.33.1.2.4", 1.0, "%", kUps},
        {"upsBatteryVoltage", "1.3.6.1.2.1.33.1.2.5", 0.1, "V", kUps},
        {"upsBatteryCurrent", "1.3.6.1.2.1.33.1.2.6", 0.1, "A", kUps},
        {"upsBatteryTemperature", "1.3.6.1.2.1.33.1.2.7", 1.0, "degC", kUps},
        {"upsInputFrequency", "1.3.6.1.2.1.33.1.3.3.1.2", 0.1, "Hz", kUps},
        {"upsInputVoltage", "1.3.6.1.2.1.33.1.3.3.1.3", 1.0, "V", kUps},
        {"upsInputCurrent", "1.3.6.1.2.1.33.1.3.3.1.4", 0.1, "A", kUps},
        {"upsInputTruePower", "1.3.6.1.2.1.33.1.3.3.1.5", 1.0, "W", kUps},
        {"upsOutputFrequency", "1.3.6.1.2.1.33.1.4.2", 0.1, "Hz", kUps},
        {"upsOutputVoltage", "1.3.6.1.2.1.33.1.4.4.1.2", 1.0, "V", kUps},
        {"upsOutputCurrent", "1.3.6.1.2.1.33.1.4.4.1.3", 0.1, "A", kUps},
        {"upsOutputPower", "1.3.6.1.2.1.33.1.4.4.1.4", 1.0, "W", kUps},
        {"upsOutputPercentLoad", "1.3.6.1.2.1.33.1.4.4.1.5", 1.0, "%", kUps},
        {"upsBypassVoltage", "1.3.6.1.2.1.33.1.5.3.1.2", 1.0, "V", kUps},
        {"upsBypassCurrent", "1.3.6.1.2.1.33.1.5.3.1.3", 0.1, "A", kUps},
        {"upsBypassPower", "1.3.6.1.2.1.33.1.5.3.1.4", 1.0, "W", kUps},
        {"rPDU2DeviceStatusPower", "1.3.6.1.4.1.318.1.1.26.4.3.1.5", 0.01, "kW", kApc},
        {"rPDU2DeviceStatusEnergy", "1.3.6.1.4.1.318.1.1.26.4.3.1.9", 0.1, "kWh", kApc},
        {"rPDU2PhaseStatusCurrent", "1.3.6.1.4.1.318.1.1.26.6.3.1.5", 0.1, "A", kApc},
        {"rPDU2PhaseStatusVoltage", "1.3.6.1.4.1.318.1.1.26.6.3.1.6", 1.0, "V", kApc},
        {"rPDU2PhaseStatusPower", "1.3.6.1.4.1.318.1.1.26.6.3.1.7", 0.01, "kW", kApc},
    };
    return kNames;
}

tl::expected<SnmpPlace, std::string> snmpPlace(std::string_view text) {
    double factor = 1.0;
    if (const std::size_t star = text.find('*'); star != std::string_view::npos) {
        const auto stated = parseNumber(text.substr(star + 1));
        if (!stated || !(std::abs(*stated) >= kLeastFactor && std::abs(*stated) <= kMostFactor)) {
            return wrongPlace("the factor behind * is not a number from 1e-9 to 1e9");
        }
        factor = *stated;
        text = text.substr(0, star);
    }
    if (text.starts_with('.')) {
        text.remove_prefix(1);
    }
    const bool isNumeric = !text.empty() && text.front() >= '0' && text.front() <= '9';
    if (!isNumeric) {
        auto place = named(text);
        if (place) {
            place->scale *= factor;
        }
        return place;
    }
    SnmpPlace place{numbersOf(text), factor};
    constexpr std::uint32_t kMostRoot = 2, kMostSecond = 39;  // X.690, 8.19.4
    if (place.oid.size() < 2 || place.oid[0] > kMostRoot ||
        (place.oid[0] < kMostRoot && place.oid[1] > kMostSecond)) {
        return wrongPlace("the object is not of the form 1.3.6.1.2.1.33.1.4.4.1.4.1");
    }
    return place;
}

}  // namespace headroom::engine
