// SPDX-License-Identifier: Apache-2.0
#include "models/network/switch.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom::models {

namespace {

constexpr auto kSwitchKindWords =
    std::to_array<std::string_view>({"packet", "optical", "scale_up", "cxl", "node"});

constexpr auto kProtocolWords =
    std::to_array<std::string_view>({"ethernet", "infiniband", "slingshot", "other"});

constexpr auto kSwitchAttributes = std::to_array<Attribute>({
    choice<&SwitchSpec::kind>(
        "kind", "Kind", kSwitchKindWords,
        {.required = true,
         .doc = "Traffic of the switch; node: a router inside each adapter or "
                "accelerator."}),
    choice<&SwitchSpec::protocol>(
        "protocol", "Protocol", kProtocolWords,
        {.doc =
             "Protocol of its ports; Ethernet if not stated. Automatic routing follows from it."}),
    text<&SwitchSpec::vendor>("vendor", "Vendor", {.doc = "Who makes it."}),
    integer<&SwitchSpec::ports>(
        "ports", "Ports",
        {.min = 1, .max = 4096, .required = true, .doc = "Ports at the stated rate."}),
    number<&SwitchSpec::portBytesPerS>(
        "gbps_per_port", "Port rate", unit::gigabitPerSecond,
        {.min = 1, .max = 100000.0, .required = true, .doc = "One way."}),
    number<&SwitchSpec::latencyS>("latency_ns", "Latency", unit::nanosecond,
                                  {.min = 0, .max = 100000.0, .doc = "Port to port."}),
    number<&SwitchSpec::typicalW>("power_typ_w", "Typical power", unit::watt,
                                  {.min = 0, .max = 50000, .doc = "Without optics."}),
    number<&SwitchSpec::maxW>(
        "power_max_w", "Maximum power", unit::watt,
        {.min = 0, .max = 50000, .doc = "Without optics where the source says so."}),
    number<&SwitchSpec::idleShare>(
        "idle_share_pct", "Idle share", unit::percent,
        {.min = 0, .max = 100, .doc = "Power without traffic over power at full load."}),
    number<&SwitchSpec::failuresPerS>(
        "failures_per_year", "Failure rate", unit::perYear,
        {.min = 0, .max = 1000, .doc = "Failures of one unit in a year of operation."}),
    number<&SwitchSpec::repairS>(
        "repair_h", "Repair time", unit::hour,
        {.min = 0, .max = 100000, .doc = "Mean time from failure to return to service."}),
    number<&SwitchSpec::priceUsd>("price_usd", "Price", unit::dollar,
                                  {.min = 0, .doc = "Street or list price of one unit."}),
});

}  // namespace

const ComponentType& SwitchSpec::type() {
    static constexpr ComponentType kType{"switch",
                                         "Switch",
                                         "",
                                         false,
                                         "A network switch.",
                                         kSwitchAttributes,
                                         &createSpec<SwitchSpec>,
                                         &destroySpec<SwitchSpec>};
    return kType;
}

double switchPowerW(const SwitchSpec& spec, double load) {
    const double busyW = std::isnan(spec.typicalW)
                             ? spec.maxW
                             : spec.typicalW / (spec.idleShare + 0.5 * (1.0 - spec.idleShare));
    return busyW * (spec.idleShare + (1.0 - spec.idleShare) * std::clamp(load, 0.0, 1.0));
}

int breakoutRadix(int ports, double portBytesPerS, double adapterBytesPerS) {
    if (!(adapterBytesPerS > 0.0)) {
        return ports;
    }
    return ports * std::max(1, static_cast<int>(portBytesPerS / adapterBytesPerS + 0.01));
}

}  // namespace headroom::models
