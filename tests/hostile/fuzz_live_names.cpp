// SPDX-License-Identifier: Apache-2.0
#include "engine/telemetry/live/live_source.h"
#include "engine/telemetry/live/modbus_place.h"
#include "engine/telemetry/live/snmp_place.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/parsers.h"

#include <array>
#include <string>

namespace headroom::hostile {

/// An address, a register and an SNMP object of the same bytes.
void live_names(std::string_view bytes) {
    const auto address = engine::parseAddress(std::string(bytes));
    if (!address) {
        requireRefusal(address.error(), "");
    } else {
        require(address->port >= 1 && address->port <= 65535 && !address->host.empty(),
                "an address of nobody");
        require(address->path.find_first_of("\r\n") == std::string::npos,
                "an address with a second line");
    }
    if (const auto place = engine::modbusPlace(bytes)) {
        require(place->address >= 0 && place->address + place->registers() <= 65536,
                "a register that cannot be");
        const std::array<std::uint16_t, 4> registers = {0x4401, 0x4000, 0x0102, 0x0304};
        requireFinite(
            engine::modbusValue(
                *place, std::span(registers).first(static_cast<std::size_t>(place->registers()))),
            "register");
    }
    if (const auto object = engine::snmpPlace(bytes)) {
        require(object->oid.size() >= 2, "an object without numbers");
        requireFinite(object->scale, "factor of an object");
    }
}

}  // namespace headroom::hostile
