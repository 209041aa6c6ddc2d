// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tl/expected.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace headroom::engine {

/// An object of an SNMP agent and the factor that turns its number into the unit of its sensor.
struct SnmpPlace {
    std::vector<std::uint32_t> oid;
    double scale = 1.0;
};

/// "1.3.6.1.2.1.33.1.4.4.1.4.1", ".1.3.6.1.4.1.318.1.1.26.4.3.1.5.1*0.01", "upsOutputPower.1": the numbers of an object with its
/// instance, or a name of snmpObjectNames() with its instance, and a factor. Objects with a name already count in the unit of
/// SnmpObjectName::unit. The error says in words which part is wrong.
tl::expected<SnmpPlace, std::string> snmpPlace(std::string_view text);

/// Object of a UPS or PDU that a column may name.
struct SnmpObjectName {
    std::string_view name;
    std::string_view oid;  ///< without its instance
    double scale;          ///< from the agent's number to `unit`
    std::string_view unit;
    std::string_view source;  ///< document that defines it
};

const std::vector<SnmpObjectName>& snmpObjectNames();

}  // namespace headroom::engine
