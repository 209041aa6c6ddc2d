// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/netbox.h"
#include "tests/hostile/draft_invariant.h"
#include "tests/hostile/material.h"
#include "tests/hostile/parsers.h"
#include "tests/hostile/sections.h"

namespace headroom::hostile {

/// Racks, devices, parts, power feeds and cables, with breaks between.
void netbox(std::string_view bytes) {
    const auto [racks, rest] = splitSection(bytes);
    const auto [devices, others] = splitSection(rest);
    const auto [parts, power] = splitSection(others);
    const auto [feeds, cables] = splitSection(power);
    const engine::NetboxExport data{{"racks", std::string(racks)},
                                    {"devices", std::string(devices)},
                                    {"parts", std::string(parts)},
                                    {"feeds", std::string(feeds)},
                                    {},
                                    {"cables", std::string(cables)}};
    const engine::Project& project = scenario("tour-small-hall");
    requireApplies(engine::parseNetbox(data, project, shippedCatalogue()), project);
}

}  // namespace headroom::hostile
