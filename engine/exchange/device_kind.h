// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/exchange/device_type.h"
#include "models/compute/server.h"

#include <optional>
#include <string>

/// Whether a device type is a server: libraries hold switches and power strips in the same form.
namespace headroom::engine {

struct DevicePorts {
    int outlets = 0;
    int interfaces = 0;
    int bays = 0;  ///< for modules and devices
};

/// DEV-010 for a power strip or a switch, with the part of the catalogue that it is.
std::optional<ImportFault> faultOfKind(const DeviceType& type, const DevicePorts& ports,
                                       const Catalogue& catalogue);

/// DEV-010 where height or mass are far from those of the server that lends the other figures.
std::optional<ImportFault> faultOfSize(const DeviceType& type, const std::string& like,
                                       const models::ServerSpec& server);

}  // namespace headroom::engine
