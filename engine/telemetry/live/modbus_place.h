// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include <tl/expected.hpp>

#include <string>

namespace headroom::engine {

/// Where a value stands in a controller that speaks Modbus, and how it is written there.
struct ModbusPlace {
    bool isInput = false;  ///< an input register (read only), else a holding register
    int address = 0;       ///< from 0, as in the protocol
    enum class Type { U16, S16, U32, S32, F32 } type = Type::U16;
    bool lowWordFirst = false;
    double scale = 1.0;

    int registers() const { return type == Type::U16 || type == Type::S16 ? 1 : 2; }
};

/// "holding/100/f32", "input/12/s16*0.1", "holding/7/u32/low-first*10": table, address from 0 to 65535, type, which word
/// of two comes first (the high one without it, as most devices do), factor. The error says what is wrong, in words.
tl::expected<ModbusPlace, std::string> modbusPlace(std::string_view text);

/// The value of its registers, in the order of the protocol; as many as registers().
double modbusValue(const ModbusPlace& place, std::span<const std::uint16_t> registers);

}  // namespace headroom::engine
