// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/netbox.h"
#include "tests/hostile/draft_invariant.h"
#include "tests/hostile/material.h"
#include "tests/hostile/parsers.h"
#include "tests/hostile/sections.h"

namespace headroom::hostile {

/// Racks, a break, devices, a break, parts.
void netbox(std::string_view bytes) {
    const auto [racks, rest] = splitSection(bytes);
    const auto [devices, parts] = splitSection(rest);
    const engine::NetboxExport data{{"racks", std::string(racks)},
                                    {"devices", std::string(devices)},
                                    {"parts", std::string(parts)}};
    const engine::Project& project = scenario("tour-small-hall");
    requireApplies(engine::parseNetbox(data, project, shippedCatalogue()), project);
}

}  // namespace headroom::hostile
