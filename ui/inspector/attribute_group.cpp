// SPDX-License-Identifier: Apache-2.0
#include "ui/inspector/attribute_group.h"

#include <QCoreApplication>

#include <string_view>

namespace headroom::ui {

namespace {

bool isOneOf(std::string_view symbol, std::initializer_list<std::string_view> symbols) {
    for (const std::string_view one : symbols) {
        if (one == symbol) {
            return true;
        }
    }
    return false;
}

}  // namespace

AttributeGroup groupOf(const models::Attribute& attribute) {
    using models::ValueKind;
    const std::string_view symbol = attribute.unit.symbol;
    if (attribute.kind == ValueKind::Text || attribute.kind == ValueKind::Reference ||
        attribute.kind == ValueKind::ReferenceList) {
        return AttributeGroup::Links;
    }
    if (symbol.substr(0, 3) == "USD") {
        return AttributeGroup::Money;
    }
    if (isOneOf(symbol, {"m", "mm", "km", "deg", "kg", "kg/m2", "U", "m2"})) {
        return AttributeGroup::Place;
    }
    if (isOneOf(symbol, {"W", "kW", "MW", "kVA", "MVA", "V", "kV", "A", "kA", "kWh", "MWh",
                         "ohm/km", "W/s", "MW/s", "MW/min"})) {
        return AttributeGroup::Electrical;
    }
    if (isOneOf(symbol,
                {"°C", "K", "K/W", "kW/K", "J/K", "kJ/K", "L/s", "L/min", "L/min/kW", "m3/s", "L",
                 "m3", "kPa", "Pa", "m/s", "cm2", "W/m2/K", "W/cm2", "L/kWh"})) {
        return AttributeGroup::Cooling;
    }
    if (isOneOf(symbol, {"GB", "TB", "PB", "MB", "GB/s", "TB/s", "Gbit/s", "TFLOP/s"})) {
        return AttributeGroup::Data;
    }
    if (isOneOf(symbol, {"s", "ms", "us", "ns", "min", "h", "1/h", "1/year", "year"})) {
        return AttributeGroup::Time;
    }
    return AttributeGroup::Other;
}

QString attributeGroupName(AttributeGroup group) {
    const auto tr = [](const char* text) {
        return QCoreApplication::translate("AttributeGroup", text);
    };
    switch (group) {
        case AttributeGroup::Links:
            return tr("Name and connections");
        case AttributeGroup::Place:
            return tr("Place, size and mass");
        case AttributeGroup::Electrical:
            return tr("Power");
        case AttributeGroup::Cooling:
            return tr("Temperature and flow");
        case AttributeGroup::Data:
            return tr("Data");
        case AttributeGroup::Time:
            return tr("Time and reliability");
        case AttributeGroup::Money:
            return tr("Cost");
        case AttributeGroup::Other:
            break;
    }
    return tr("Count, share and manner");
}

}  // namespace headroom::ui
