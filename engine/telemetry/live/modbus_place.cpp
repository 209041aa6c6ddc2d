// SPDX-License-Identifier: Apache-2.0
#include "engine/telemetry/live/modbus_place.h"

#include "engine/base/number.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <limits>
#include <vector>

namespace headroom::engine {

namespace {

constexpr double kLastRegister = 65535.0;
constexpr double kLeastScale = 1e-9, kMostScale = 1e9;

struct TypeWord {
    std::string_view word;
    ModbusPlace::Type type;
};

constexpr TypeWord kTypeWords[] = {
    {"u16", ModbusPlace::Type::U16},     {"s16", ModbusPlace::Type::S16},
    {"u32", ModbusPlace::Type::U32},     {"s32", ModbusPlace::Type::S32},
    {"u64", ModbusPlace::Type::U64},     {"s64", ModbusPlace::Type::S64},
    {"f32", ModbusPlace::Type::F32},     {"f64", ModbusPlace::Type::F64},
    {"bcd16", ModbusPlace::Type::Bcd16}, {"bcd32", ModbusPlace::Type::Bcd32},
    {"bcd64", ModbusPlace::Type::Bcd64}};

struct OrderWord {
    std::string_view word;
    bool lowWordFirst, bytesSwapped;
};

constexpr OrderWord kOrderWords[] = {{"low-first", true, false}, {"swapped", false, true},
                                     {"abcd", false, false},     {"cdab", true, false},
                                     {"badc", false, true},      {"dcba", true, true}};

std::vector<std::string_view> partsOf(std::string_view text) {
    std::vector<std::string_view> parts;
    for (std::size_t from = 0;;) {
        const std::size_t slash = text.find('/', from);
        parts.push_back(text.substr(from, slash == std::string_view::npos ? slash : slash - from));
        if (slash == std::string_view::npos) {
            return parts;
        }
        from = slash + 1;
    }
}

/// An address of a register; -1 if the text is none.
int registerOf(std::string_view text) {
    const auto address = parseNumber(text);
    const bool isOne =
        address && *address >= 0.0 && *address <= kLastRegister && std::floor(*address) == *address;
    return isOne ? static_cast<int>(*address) : -1;
}

/// The factor behind the star.
tl::expected<void, std::string> takeFactor(std::string_view text, ModbusPlace& place) {
    constexpr std::string_view kPower = "10^";
    if (text.starts_with(kPower)) {
        place.powerAddress = registerOf(text.substr(kPower.size()));
        return place.powerAddress >= 0
                   ? tl::expected<void, std::string>()
                   : tl::unexpected(std::string("the register behind *10^ is not from 0 to 65535"));
    }
    const auto scale = parseNumber(text);
    if (!scale || !(std::abs(*scale) >= kLeastScale && std::abs(*scale) <= kMostScale)) {
        return tl::unexpected(std::string("the factor behind * is not a number from 1e-9 to 1e9"));
    }
    place.scale = *scale;
    return {};
}

tl::expected<void, std::string> takeOrders(std::span<const std::string_view> words,
                                           ModbusPlace& place) {
    for (const std::string_view word : words) {
        const auto known = std::find_if(std::begin(kOrderWords), std::end(kOrderWords),
                                        [&](const OrderWord& each) { return each.word == word; });
        if (known == std::end(kOrderWords)) {
            return tl::unexpected(
                std::string("the order behind the type is not one of low-first, swapped, abcd, "
                            "cdab, badc, dcba"));
        }
        place.lowWordFirst = place.lowWordFirst || known->lowWordFirst;
        place.bytesSwapped = place.bytesSwapped || known->bytesSwapped;
    }
    return {};
}

/// The bits of all registers with the highest first.
std::uint64_t bitsOf(const ModbusPlace& place, std::span<const std::uint16_t> registers) {
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < registers.size(); ++i) {
        const std::uint32_t word = registers[place.lowWordFirst ? registers.size() - 1 - i : i];
        bits = bits << 16U | (place.bytesSwapped ? (word << 8U | word >> 8U) & 0xffffU : word);
    }
    return bits;
}

double decimalOf(std::uint64_t bits) {
    double value = 0.0, place = 1.0;
    for (; bits != 0; bits >>= 4U, place *= 10.0) {
        const auto digit = static_cast<unsigned>(bits & 0xfU);
        if (digit > 9) {
            return std::numeric_limits<double>::quiet_NaN();
        }
        value += digit * place;
    }
    return value;
}

double unscaled(ModbusPlace::Type type, std::uint64_t bits) {
    using Type = ModbusPlace::Type;
    switch (type) {
        case Type::S16:
            return static_cast<std::int16_t>(bits);
        case Type::S32:
            return static_cast<std::int32_t>(bits);
        case Type::S64:
            return static_cast<double>(static_cast<std::int64_t>(bits));
        case Type::F32:
            return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
        case Type::F64:
            return std::bit_cast<double>(bits);
        case Type::Bcd16:
        case Type::Bcd32:
        case Type::Bcd64:
            return decimalOf(bits);
        default:
            return static_cast<double>(bits);
    }
}

}  // namespace

int ModbusPlace::registers() const {
    switch (type) {
        case Type::U16:
        case Type::S16:
        case Type::Bcd16:
            return 1;
        case Type::U64:
        case Type::S64:
        case Type::F64:
        case Type::Bcd64:
            return 4;
        default:
            return 2;
    }
}

tl::expected<ModbusPlace, std::string> modbusPlace(std::string_view text) {
    ModbusPlace place;
    if (const std::size_t star = text.find('*'); star != std::string_view::npos) {
        if (auto taken = takeFactor(text.substr(star + 1), place); !taken) {
            return tl::unexpected(taken.error());
        }
        text = text.substr(0, star);
    }
    const std::vector<std::string_view> parts = partsOf(text);
    if (parts.size() < 3 || parts.size() > 5 || (parts[0] != "holding" && parts[0] != "input")) {
        return tl::unexpected(
            std::string("it is not of the form holding/100/f32 or input/12/s16*0.1"));
    }
    place.isInput = parts[0] == "input";
    place.address = registerOf(parts[1]);
    if (place.address < 0) {
        return tl::unexpected(std::string("its address is not from 0 to 65535"));
    }
    const auto type = std::find_if(std::begin(kTypeWords), std::end(kTypeWords),
                                   [&](const TypeWord& each) { return each.word == parts[2]; });
    if (type == std::end(kTypeWords)) {
        return tl::unexpected(std::string(
            "its type is none of u16, s16, u32, s32, u64, s64, f32, f64, bcd16, bcd32, bcd64"));
    }
    place.type = type->type;
    if (auto taken = takeOrders(std::span(parts).subspan(3), place); !taken) {
        return tl::unexpected(taken.error());
    }
    if (place.address + place.registers() - 1 > static_cast<int>(kLastRegister)) {
        return tl::unexpected(std::string("its last register is beyond 65535"));
    }
    return place;
}

double modbusValue(const ModbusPlace& place, std::span<const std::uint16_t> registers) {
    return place.scale * unscaled(place.type, bitsOf(place, registers));
}

}  // namespace headroom::engine
