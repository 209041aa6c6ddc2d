// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tl/expected.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace headroom::engine {

/// The registers of a value in a controller that speaks Modbus, and the way in which they hold it.
struct ModbusPlace {
    enum class Type { U16, S16, U32, S32, U64, S64, F32, F64, Bcd16, Bcd32, Bcd64 };

    bool isInput = false;  ///< an input register (read only), else a holding register
    int address = 0;       ///< from 0, as in the protocol
    Type type = Type::U16;
    bool lowWordFirst = false;  ///< the word with the lowest bits comes first
    bool bytesSwapped = false;  ///< the low byte of each word comes first
    double scale = 1.0;
    int powerAddress =
        -1;  ///< of a register of the same table with a power of ten (SunSpec's scale factor); -1 if there is none

    int registers() const;
};

/// "holding/100/f32", "input/12/s16*0.1", "holding/7/u32/low-first*10", "holding/40083/s16*10^40084": table, address from
/// 0 to 65535, type (u16, s16, u32, s32, u64, s64, f32, f64, bcd16, bcd32, bcd64), order, factor. The order is
/// "low-first" for the low word first, "swapped" for the low byte of each word first, both, or the letters of meters:
/// abcd, cdab, badc, dcba. Without one the high word and the high byte come first, as in most devices. The error says
/// in words which part is wrong.
tl::expected<ModbusPlace, std::string> modbusPlace(std::string_view text);

/// The value of its registers, in the order of the protocol; as many as registers(). NaN for a digit above 9 of BCD.
double modbusValue(const ModbusPlace& place, std::span<const std::uint16_t> registers);

}  // namespace headroom::engine
