// SPDX-License-Identifier: Apache-2.0
#include "models/facility/cxl_pool.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kCxlPoolAttributes = std::to_array<Attribute>({
    text<&CxlPoolSpec::name>("name", "Name", {.doc = "Display name."}),
    reference<&CxlPoolSpec::hall>("hall", "Hall", "hall",
                                  {.required = true, .doc = "Hall of this equipment."}),
    reference<&CxlPoolSpec::switchPart>(
        "switch", "Switch", "switch",
        {.required = true,
         .doc = "Switch of kind cxl; one port for each server and memory device."}),
    reference<&CxlPoolSpec::block>(
        "rack_block", "Rack block", "rack_block",
        {.required = true, .doc = "Rack block whose servers share the pools."}),
    integer<&CxlPoolSpec::count>("count", "Pools",
                                 {.min = 1, .max = 100000, .doc = "How many equal pools."}),
    integer<&CxlPoolSpec::sharers>(
        "sharers", "Servers of a pool",
        {.min = 1, .max = 1024, .required = true, .doc = "Servers that share one pool."}),
    number<&CxlPoolSpec::bytes>(
        "capacity_tb", "Capacity", unit::terabyte,
        {.min = 0.001, .max = 100000, .required = true, .doc = "Capacity of one pool."}),
    number<&CxlPoolSpec::bytesPerS>("read_gbps", "Bandwidth", unit::gigabytePerSecond,
                                    {.min = 0.1,
                                     .max = 100000,
                                     .required = true,
                                     .doc = "Read bandwidth of the memory of one pool."}),
    number<&CxlPoolSpec::latencyS>(
        "latency_ns", "Load latency", unit::nanosecond,
        {.min = 50,
         .max = 100000,
         .required = true,
         .doc = "Time of a load without other traffic, from the core and back."}),
    number<&CxlPoolSpec::powerW>(
        "power_kw", "Power", unit::kilowatt,
        {.min = 0, .max = 1000, .doc = "Power of one pool, nearly constant."}),
});

}  // namespace

const ComponentType& CxlPoolSpec::type() {
    static constexpr ComponentType kType{"cxl_pool",
                                         "CXL memory pool",
                                         "cxl_pools",
                                         false,
                                         "Memory that servers share through a CXL switch.",
                                         kCxlPoolAttributes,
                                         &createSpec<CxlPoolSpec>,
                                         &destroySpec<CxlPoolSpec>};
    return kType;
}

}  // namespace headroom::models
