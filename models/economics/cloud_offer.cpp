// SPDX-License-Identifier: Apache-2.0
#include "models/economics/cloud_offer.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kCloudOfferAttributes = std::to_array<Attribute>({
    text<&CloudOfferSpec::provider>("provider", "Provider", {.doc = "Who rents it out."}),
    text<&CloudOfferSpec::region>("region", "Region", {.doc = "Location of the servers."}),
    reference<&CloudOfferSpec::server>("server", "Server", "server",
                                       {.required = true, .doc = "Server type for rent."}),
    reference<&CloudOfferSpec::scaleUp>(
        "scale_up", "Scale-up link", "interconnect",
        {.required = true, .doc = "Joins the accelerators of a scale-up domain."}),
    reference<&CloudOfferSpec::scaleOut>("scale_out", "Scale-out link", "interconnect",
                                         {.required = true, .doc = "Joins the servers."}),
    reference<&CloudOfferSpec::grid>("grid", "Grid region", "grid",
                                     {.required = true, .doc = "Carbon intensity of its power."}),
    number<&CloudOfferSpec::onDemandUsdPerS>(
        "on_demand_usd_per_h", "On-demand price", unit::dollarPerHour,
        {.min = 0, .max = 1000, .required = true, .doc = "Hourly price of one accelerator."}),
    number<&CloudOfferSpec::reservedUsdPerS>(
        "reserved_usd_per_h", "Reserved price", unit::dollarPerHour,
        {.min = 0, .max = 1000, .doc = "Price of one accelerator with a commitment of a year."}),
    number<&CloudOfferSpec::spotUsdPerS>(
        "spot_usd_per_h", "Spot price", unit::dollarPerHour,
        {.min = 0,
         .max = 1000,
         .doc = "Price of one accelerator that may be taken back at short notice."}),
    number<&CloudOfferSpec::spotLossesPerS>(
        "spot_losses_per_year", "Taken back", unit::perYear,
        {.min = 0, .max = 1e5, .doc = "How often one server at the spot price is."}),
    number<&CloudOfferSpec::spotWindowS>(
        "spot_window_h", "Spot window", unit::hour,
        {.min = 0.01,
         .max = 1e5,
         .doc = "Mean time for which a job on several spot servers keeps them, before the provider "
                "wants the capacity back; losses of single servers come on top. Unlimited where "
                "not stated."}),
    number<&CloudOfferSpec::startS>(
        "start_min", "Start-up", unit::minute,
        {.min = 0,
         .max = 10000,
         .required = true,
         .doc = "From the request until its servers are up with a job's image."}),
    number<&CloudOfferSpec::minimumS>("minimum_min", "Billed at least", unit::minute,
                                      {.min = 0, .max = 1e6, .doc = "However short the job."}),
    number<&CloudOfferSpec::egressUsdPerByte>(
        "egress_usd_per_gb", "Egress", unit::dollarPerGigabyte,
        {.min = 0,
         .max = 10,
         .required = true,
         .doc = "Price of outgoing data; incoming data is free."}),
    number<&CloudOfferSpec::pue>(
        "pue", "PUE", unit::none,
        {.min = 1, .max = 3, .required = true, .doc = "PUE of the building, for the carbon."}),
});

}  // namespace

const ComponentType& CloudOfferSpec::type() {
    static constexpr ComponentType kType{"cloud_offer",
                                         "Cloud offer",
                                         "",
                                         false,
                                         "Accelerators for rent: prices, start-up time, egress.",
                                         kCloudOfferAttributes,
                                         &createSpec<CloudOfferSpec>,
                                         &destroySpec<CloudOfferSpec>};
    return kType;
}

}  // namespace headroom::models
