// SPDX-License-Identifier: Apache-2.0
#include "models/facility/power_system.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kAttributes = std::to_array<Attribute>({
    text<&PowerSystemSpec::name>("name", "Name", {.doc = "What people call it."}),
    number<&PowerSystemSpec::utilityVa>(
        "utility_mva", "Utility feed", unit::megavoltampere,
        {.min = 0.1, .max = 10000, .required = true, .doc = "What the grid connection allows."}),
    reference<&PowerSystemSpec::substation>(
        "substation", "Substation transformer", "transformer",
        {.doc = "High to medium voltage; none where the utility delivers medium voltage."}),
    integer<&PowerSystemSpec::substations>("substation_count", "Substation transformers",
                                           {.min = 0, .max = 100, .doc = "Units in parallel."}),
    reference<&PowerSystemSpec::transformer>(
        "transformer", "IT transformer", "transformer",
        {.required = true, .doc = "Medium to low voltage, for UPS and IT."}),
    integer<&PowerSystemSpec::transformers>(
        "transformer_count", "IT transformers",
        {.min = 1, .max = 10000, .required = true, .doc = "Units that share the load."}),
    reference<&PowerSystemSpec::ups>(
        "ups", "UPS", "ups", {.doc = "Module; none where racks carry their own batteries."}),
    integer<&PowerSystemSpec::upsModules>(
        "ups_count", "UPS modules",
        {.min = 0, .max = 10000, .doc = "Modules that share the load."}),
    integer<&PowerSystemSpec::upsRedundant>(
        "ups_redundant", "Spare UPS modules",
        {.min = 0, .max = 10000, .doc = "How many of them may fail at full load."}),
    boolean<&PowerSystemSpec::ecoMode>("eco_mode", "Eco mode",
                                       {.doc = "UPS bypassed in normal operation."}),
    reference<&PowerSystemSpec::pdu>("pdu", "PDU", "pdu",
                                     {.required = true, .doc = "Floor PDU, panel or busway."}),
    integer<&PowerSystemSpec::pdus>(
        "pdu_count", "PDUs",
        {.min = 1, .max = 100000, .required = true, .doc = "Units that share the load."}),
    reference<&PowerSystemSpec::mechanicalTransformer>(
        "mechanical_transformer", "Mechanical transformer", "transformer",
        {.required = true, .doc = "Feeds chillers, pumps and fans."}),
    integer<&PowerSystemSpec::mechanicalTransformers>(
        "mechanical_transformer_count", "Mechanical transformers",
        {.min = 1, .max = 1000, .required = true, .doc = "Units that share the load."}),
    reference<&PowerSystemSpec::genset>("genset", "Generator set", "genset",
                                        {.doc = "Standby set."}),
    integer<&PowerSystemSpec::gensets>("genset_count", "Generator sets",
                                       {.min = 0, .max = 10000, .doc = "Units."}),
    number<&PowerSystemSpec::powerFactor>(
        "power_factor", "Power factor", unit::none,
        {.min = 0.5, .max = 1, .doc = "Of the load at the transformers."}),
    number<&PowerSystemSpec::xM>(
        "x_m", "X", unit::metre,
        {.min = -100000, .max = 100000, .doc = "Position in the site plan, east."}),
    number<&PowerSystemSpec::yM>(
        "y_m", "Y", unit::metre,
        {.min = -100000, .max = 100000, .doc = "Position in the site plan, north."}),
});

}  // namespace

const ComponentType& PowerSystemSpec::type() {
    static constexpr ComponentType kType{"power_system",
                                         "Power system",
                                         "power_systems",
                                         false,
                                         "The electrical path of one or more halls: substation, "
                                         "transformers, UPS, PDUs, generators.",
                                         kAttributes,
                                         &createSpec<PowerSystemSpec>,
                                         &destroySpec<PowerSystemSpec>};
    return kType;
}

}  // namespace headroom::models
