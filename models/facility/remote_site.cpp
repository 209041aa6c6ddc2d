// SPDX-License-Identifier: Apache-2.0
#include "models/facility/remote_site.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kPurchaseWords =
    std::to_array<std::string_view>({"on_demand", "reserved", "spot", "owned"});

constexpr auto kRemoteSiteAttributes = std::to_array<Attribute>({
    text<&RemoteSiteSpec::name>("name", "Name", {.doc = "Display name."}),
    reference<&RemoteSiteSpec::offer>(
        "offer", "Offer", "cloud_offer",
        {.required = true, .doc = "Servers, network, prices, start-up and egress."}),
    integer<&RemoteSiteSpec::accelerators>(
        "accelerators", "Accelerators",
        {.min = 1, .max = 10000000, .required = true, .doc = "That jobs may hold at once."}),
    choice<&RemoteSiteSpec::purchase>(
        "purchase", "Paid", kPurchaseWords,
        {.doc = "On demand, reserved (paid whether held or not), spot (may be taken back), or "
                "owned (energy at the price of its grid region comes on top)."}),
    number<&RemoteSiteSpec::usdPerS>(
        "usd_per_h", "Price", unit::dollarPerHour,
        {.min = 0, .max = 1000, .doc = "Price of one accelerator; replaces the offer's."}),
    number<&RemoteSiteSpec::startS>("start_min", "Start-up", unit::minute,
                                    {.min = 0, .max = 10000, .doc = "Replaces the offer's."}),
    number<&RemoteSiteSpec::egressUsdPerByte>(
        "egress_usd_per_gb", "Egress", unit::dollarPerGigabyte,
        {.min = 0, .max = 10, .doc = "Replaces the offer's."}),
    number<&RemoteSiteSpec::bytesPerS>(
        "gbps", "Line", unit::gigabitPerSecond,
        {.min = 0.001,
         .max = 1e6,
         .required = true,
         .doc = "To the facility, one way; transfers under way share it."}),
    number<&RemoteSiteSpec::lengthM>("length_km", "Length of the line", unit::kilometre,
                                     {.min = 0, .max = 50000, .doc = "Length of the fibre."}),
    reference<&RemoteSiteSpec::grid>("grid", "Grid region", "grid",
                                     {.doc = "Carbon and price; replaces the offer's."}),
    number<&RemoteSiteSpec::pue>("pue", "PUE", unit::none,
                                 {.min = 1, .max = 3, .doc = "Replaces the offer's."}),
    number<&RemoteSiteSpec::networkWait>("network_wait_pct", "Network wait", unit::percent,
                                         {.min = 0,
                                          .max = 95,
                                          .doc = "Share of each step that waits because other jobs "
                                                 "use the network too; 0 where not stated."}),
});

constexpr auto kDataAttributes = std::to_array<Attribute>({
    text<&DataSetSpec::name>("name", "Name", {.doc = "Display name."}),
    number<&DataSetSpec::bytes>(
        "size_tb", "Size", unit::terabyte,
        {.min = 0, .max = 1e9, .required = true, .doc = "Size of one copy."}),
    boolean<&DataSetSpec::atHome>("at_home", "In the facility", {.doc = "A copy is here."}),
    referenceList<&DataSetSpec::sites>("sites", "Also at", "remote_site",
                                       {.doc = "Other places that have a copy from the start."}),
});

}  // namespace

const ComponentType& RemoteSiteSpec::type() {
    static constexpr ComponentType kType{
        "remote_site",
        "Other site",
        "remote_sites",
        false,
        "A cloud or another site where jobs may run: quota, price, line to the facility.",
        kRemoteSiteAttributes,
        &createSpec<RemoteSiteSpec>,
        &destroySpec<RemoteSiteSpec>};
    return kType;
}

const ComponentType& DataSetSpec::type() {
    static constexpr ComponentType kType{"data_set",
                                         "Data set",
                                         "data_sets",
                                         false,
                                         "Data that jobs read, and where there are copies of it.",
                                         kDataAttributes,
                                         &createSpec<DataSetSpec>,
                                         &destroySpec<DataSetSpec>};
    return kType;
}

}  // namespace headroom::models
