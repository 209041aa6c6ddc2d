// SPDX-License-Identifier: Apache-2.0
#include "engine/telemetry/live/modbus_place.h"

#include "engine/base/number.h"

#include <bit>
#include <cmath>
#include <vector>

namespace headroom::engine {

namespace {

constexpr double kLastRegister = 65535.0;
constexpr double kLeastScale = 1e-9, kMostScale = 1e9;

struct TypeWord {
    std::string_view word;
    ModbusPlace::Type type;
};

constexpr TypeWord kTypeWords[] = {{"u16", ModbusPlace::Type::U16},
                                   {"s16", ModbusPlace::Type::S16},
                                   {"u32", ModbusPlace::Type::U32},
                                   {"s32", ModbusPlace::Type::S32},
                                   {"f32", ModbusPlace::Type::F32}};

}  // namespace

tl::expected<ModbusPlace, std::string> modbusPlace(std::string_view text) {
    ModbusPlace place;
    if (const std::size_t star = text.find('*'); star != std::string_view::npos) {
        const auto scale = parseNumber(text.substr(star + 1));
        if (!scale || !(std::abs(*scale) >= kLeastScale && std::abs(*scale) <= kMostScale)) {
            return tl::unexpected(std::string("the factor behind * is no number from 1e-9 to 1e9"));
        }
        place.scale = *scale;
        text = text.substr(0, star);
    }
    std::vector<std::string_view> parts;
    for (std::size_t from = 0;;) {
        const std::size_t slash = text.find('/', from);
        parts.push_back(text.substr(from, slash == std::string_view::npos ? slash : slash - from));
        if (slash == std::string_view::npos) {
            break;
        }
        from = slash + 1;
    }
    if (parts.size() < 3 || parts.size() > 4 || (parts[0] != "holding" && parts[0] != "input")) {
        return tl::unexpected(std::string("it is not of the form holding/100/f32 or input/12/s16*0.1"));
    }
    place.isInput = parts[0] == "input";
    const auto address = parseNumber(parts[1]);
    if (!address || !(*address >= 0.0 && *address <= kLastRegister) || std::floor(*address) != *address) {
        return tl::unexpected(std::string("its address is not from 0 to 65535"));
    }
    place.address = static_cast<int>(*address);
    bool isKnown = false;
    for (const TypeWord& each : kTypeWords) {
        if (each.word == parts[2]) {
            place.type = each.type;
            isKnown = true;
        }
    }
    if (!isKnown) {
        return tl::unexpected(std::string("its type is none of u16, s16, u32, s32, f32"));
    }
    if (parts.size() == 4 && parts[3] != "low-first") {
        return tl::unexpected(std::string("behind the type only low-first may stand"));
    }
    place.lowWordFirst = parts.size() == 4;
    if (place.address + place.registers() - 1 > static_cast<int>(kLastRegister)) {
        return tl::unexpected(std::string("its second register is beyond 65535"));
    }
    return place;
}

double modbusValue(const ModbusPlace& place, std::span<const std::uint16_t> registers) {
    const std::uint32_t first = registers[0], second = registers.size() > 1 ? registers[1] : 0U;
    const std::uint32_t both = place.lowWordFirst ? (second << 16U) | first : (first << 16U) | second;
    switch (place.type) {
        case ModbusPlace::Type::U16:
            return place.scale * first;
        case ModbusPlace::Type::S16:
            return place.scale * static_cast<std::int16_t>(registers[0]);
        case ModbusPlace::Type::U32:
            return place.scale * both;
        case ModbusPlace::Type::S32:
            return place.scale * static_cast<std::int32_t>(both);
        case ModbusPlace::Type::F32:
            break;
    }
    return place.scale * static_cast<double>(std::bit_cast<float>(both));
}

}  // namespace headroom::engine
