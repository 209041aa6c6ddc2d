// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/power/network.h"

#include <cstddef>

namespace headroom::engine {

/// Gives nominal voltage at its output, at any input: a UPS that converts all of the time, a rectifier.
inline bool startsAfresh(const PowerNetwork& n, const PowerUnit& u) {
    return u.kind == PowerKind::Ups
               ? !n.arrays[static_cast<std::size_t>(u.array)].spec.ecoMode
               : u.kind == PowerKind::Pdu && n.pdus[static_cast<std::size_t>(u.spec)].directCurrent;
}

}  // namespace headroom::engine
