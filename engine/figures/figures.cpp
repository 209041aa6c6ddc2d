// SPDX-License-Identifier: Apache-2.0
#include "engine/figures/figures.h"

#include "engine/figures/ratio_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

namespace headroom::engine {

namespace {

namespace unit = models::unit;
using models::Unit;
using S = Sum;

constexpr double kNinetyPercent = 1.645;  ///< of a normal distribution lie within that many sigma

constexpr Unit kCount{"", 1.0};
constexpr Unit kTonne{"t", 1e3};
constexpr Unit kTokensPerS{"tokens/s", 1.0};
constexpr Unit kUsdPerYear{"USD/year", 1.0 / (8760.0 * 3600.0)};
constexpr Unit kKilogramPerKilowattHour{"kg/kWh", 1.0 / 3.6e6};
constexpr Unit kSquareMetre{"m2", 1.0};

/// One sum, without a factor.
template <Sum sum>
Ratio just(const Sums& s) {
    return {s[sum]};
}

/// A ratio that is not defined where the lower sum is 0.
template <Sum over, Sum under>
Ratio per(const Sums& s) {
    return {s[over], s[under]};
}

/// A share of something, 0 where there is nothing to share.
template <Sum over, Sum under>
Ratio share(const Sums& s) {
    return {s[over], s[under], 0.0};
}

constexpr auto kFigures = std::to_array<Figure>({
    // Figures of runs.
    {"simulated_s", "Simulated time", unit::second, unit::hour, 2, Better::Neither, kInRun,
     just<S::TimeS>, "From the start to the last step."},
    {"racks", "Racks", kCount, kCount, kWhole, Better::Neither, kInDesign, just<S::Racks>,
     "Racks of all rack blocks, copies of blocks included."},
    {"accelerators", "Accelerators", kCount, kCount, kWhole, Better::Neither,
     kInRun | kInText | kInDesign, just<S::Accelerators>,
     "Racks x servers x accelerators of the catalogue parts."},
    {"it_energy_kwh", "IT energy", unit::kilowattHour, unit::megawattHour, 1, Better::Neither,
     kInRun | kInText | kAsTile, just<S::ItJ>,
     "At the inputs of racks, network and storage, since the start."},
    {"facility_energy_kwh", "Facility energy", unit::kilowattHour, unit::megawattHour, 1,
     Better::Less, kInRun | kInText | kAsTile | kAsHeadline, just<S::FacilityJ>,
     "Consumed since the start: utility and generator energy, and what came out of batteries less "
     "what went in."},
    {"pue", "PUE", kCount, kCount, 4, Better::Less,
     kInRun | kInText | kAsTile | kInCampaign | kInDesign | kNowInWindow | kAsHeadline,
     per<S::FacilityJ, S::ItJ>,
     "Facility energy over IT energy (ISO/IEC 30134-2 asks for a year); not defined without IT "
     "energy. For a design: the value at its design point, an upper bound of the annual figure."},
    {"ere", "ERE", kCount, kCount, 4, Better::Less, kInRun | kInTextIfAny | kInWindow,
     [](const Sums& s) {
         return Ratio{s[S::FacilityJ] - s[S::ReusedJ], s[S::ReusedJ] > 0.0 ? s[S::ItJ] : 0.0};
     },
     "Energy reuse effectiveness: facility energy less the heat that somebody else uses, over IT "
     "energy (The Green Grid, white paper 29, 2010); not defined where no heat is reused, as it then "
     "is PUE."},
    {"pue_category_1", "PUE category 1", kCount, kCount, 4, Better::Less, kInRun | kInText,
     per<S::FacilityJ, S::UpsOutputJ>, "The same, IT metered at the outputs of its UPSs."},
    {"pue_category_2", "PUE category 2", kCount, kCount, 4, Better::Less, kInRun | kInText,
     per<S::FacilityJ, S::PduOutputJ>, "The same, IT metered at the outputs of its PDUs."},
    {"cue_kg_per_kwh", "CUE", kKilogramPerKilowattHour, kKilogramPerKilowattHour, 3, Better::Less,
     kInRun | kInText | kAsTile | kInCampaign | kInDesign | kInWindow, per<S::CarbonKg, S::ItJ>,
     "Carbon usage effectiveness: carbon of grid and fuel over IT energy (ISO/IEC 30134-8 asks for "
     "a year); not defined without IT energy."},
    {"wue_l_per_kwh", "WUE", unit::litrePerKilowattHour, unit::litrePerKilowattHour, 3,
     Better::Less, kInRun | kInText | kAsTile | kInCampaign | kAsHeadline, per<S::WaterM3, S::ItJ>,
     "Water over IT energy (ISO/IEC 30134-9 asks for a year); not defined without."},
    {"utilization", "Utilisation", kCount, unit::percent, 2, Better::More,
     kInRun | kInText | kAsTile | kNowInWindow, share<S::BusyS, S::CapacityS>,
     "Accelerator time with a running job over all accelerator time."},
    {"goodput", "Goodput", kCount, unit::percent, 2, Better::More, kInRun | kInText | kAsTile,
     [](const Sums& s) {
         return Ratio{std::max(0.0, s[S::AllocatedS] - s[S::WastedS]), s[S::AllocatedS], 0.0};
     },
     "Accelerator time that made progress which was kept, over accelerator time held by jobs: "
     "restarts, hangs, checkpoint stalls and lost work are off."},
    {"ettr", "Effective training time", kCount, unit::percent, 2, Better::More,
     kInRun | kInTextIfAny, share<S::TrainingGoodS, S::TrainingWallS>,
     "Mean share of wall time in which a running job trains."},
    {"mfu", "Model FLOP utilisation", kCount, unit::percent, 2, Better::More,
     kInRun | kInTextIfAny, share<S::ModelFlop, S::PeakFlop>,
     "FLOP that the models need over the peak FLOP of their accelerators, over wall time.",
     per<S::TokensSpread, S::Tokens>},
    {"tokens", "Tokens trained", kCount, kCount, kGeneral, Better::More,
     kInRun | kInTextIfAny | kAsTile | kInCampaign | kAsHeadline, just<S::Tokens>,
     "Tokens that training jobs have done and not lost to interruptions.",
     per<S::TokensSpread, S::Tokens>},
    {"tokens_per_s", "Throughput", kTokensPerS, kTokensPerS, kGeneral, Better::More,
     kInRun | kInTextIfAny | kNowInWindow, share<S::Tokens, S::TimeS>,
     "Tokens of training jobs in a second, checkpoint stalls included.",
     per<S::TokensSpread, S::Tokens>},
    {"it_power_mean_kw", "IT power, mean", unit::kilowatt, unit::megawatt, 3, Better::Neither,
     kInRun | kInText, share<S::ItJ, S::TimeS>, "At the inputs of racks, network and storage."},
    {"it_power_peak_kw", "IT power, peak", unit::kilowatt, unit::megawatt, 3, Better::Neither,
     kInRun | kInText, just<S::PeakItW>, "Highest of any step."},
    {"facility_consumed_kw", "Facility power", unit::kilowatt, unit::megawatt, 3, Better::Less,
     kNowInWindow, share<S::FacilityJ, S::TimeS>,
     "Consumption of the facility: the meters of utility and generators, plus the output of batteries less their charge. Over IT power it is PUE."},
    {"facility_power_kw", "Facility power, metered", unit::kilowatt, unit::megawatt, 3, Better::Less,
     kInRun, share<S::MeteredJ, S::TimeS>,
     "At the meters of utility and generators, mean over the time: IT power, all losses, cooling, "
     "battery charge; what batteries give is not in it."},
    {"facility_power_peak_kw", "Facility power, peak", unit::kilowatt, unit::megawatt, 3,
     Better::Less, kInRun | kInText, just<S::PeakFacilityW>, "At the meters; highest of any step."},
    {"hottest_chip_c", "Hottest chip", unit::celsius, unit::celsius, 1, Better::Less,
     kInRun | kInText | kAsHeadline, just<S::HottestChipC>,
     "Highest temperature of any busiest accelerator since the start."},
    {"jobs.submitted", "Submitted", kCount, kCount, kWhole, Better::Neither, kInRun,
     just<S::JobsSubmitted>, "Jobs that arrived."},
    {"jobs.completed", "Completed", kCount, kCount, kWhole, Better::More, kInRun,
     just<S::JobsCompleted>, "Jobs that reached their end."},
    {"jobs.failed", "Failed", kCount, kCount, kWhole, Better::Less, kInRun, just<S::JobsFailed>,
     "Jobs that were refused, or gave up."},
    {"jobs.requeued", "Requeued", kCount, kCount, kWhole, Better::Less, kInRun,
     just<S::JobsRequeued>, "Times that a job lost its accelerators and waited again."},
    {"jobs.preempted", "Preempted", kCount, kCount, kWhole, Better::Neither, kInRun,
     just<S::JobsPreempted>, "Requeued for a job of higher rank."},
    {"jobs.killed", "Killed", kCount, kCount, kWhole, Better::Neither, kInRun, just<S::JobsKilled>,
     "Jobs that somebody or their limit ended."},
    {"cost.energy_usd", "Energy", unit::dollar, unit::dollar, 0, Better::Less, kInRun | kInText,
     just<S::EnergyUsd>, "Utility energy times the price of its tariff period."},
    {"cost.water_usd", "Water", unit::dollar, unit::dollar, 0, Better::Less, kInRun | kInText,
     just<S::WaterUsd>, "Water times the water price."},
    {"cost.fuel_usd", "Fuel", unit::dollar, unit::dollar, 0, Better::Less, kInRun | kInTextIfAny,
     just<S::FuelUsd>, "Fuel burnt times its price."},
    {"cost.rent_usd", "Rent elsewhere", unit::dollar, unit::dollar, 0, Better::Less,
     kInRun | kInTextIfAny, just<S::AwayRentUsd>, "Rent of accelerators at other sites."},
    {"cost.remote_energy_usd", "Energy elsewhere", unit::dollar, unit::dollar, 0, Better::Less,
     kInRun | kInTextIfAny, just<S::AwayEnergyUsd>, "Energy cost of jobs at own other sites."},
    {"cost.egress_usd", "Egress", unit::dollar, unit::dollar, 0, Better::Less,
     kInRun | kInTextIfAny, just<S::AwayEgressUsd>, "Data that left clouds."},
    {"cost.total_usd", "Cost so far", unit::dollar, unit::dollar, 0, Better::Less,
     kInRun | kInText | kAsTile | kInWindow | kAsHeadline,
     [](const Sums& s) {
         return Ratio{s[S::EnergyUsd] + s[S::WaterUsd] + s[S::FuelUsd] + s[S::AwayRentUsd] +
                      s[S::AwayEnergyUsd] + s[S::AwayEgressUsd]};
     },
     "Since the start: energy, water and fuel here, rent, energy and egress elsewhere; no "
     "capital."},
    {"remote.jobs_sent", "Jobs sent to other sites", kCount, kCount, kWhole, Better::Neither,
     kInRun | kInTextIfAny, just<S::JobsSentAway>, "By the broker."},
    {"remote.jobs_taken_back", "Jobs taken back", kCount, kCount, kWhole, Better::Neither,
     kInRun | kInTextIfAny, just<S::JobsTakenBack>, "That lost their place elsewhere."},
    {"remote.accelerator_h", "Accelerator hours elsewhere", unit::hour, unit::hour, 0,
     Better::Neither, kInRun | kInTextIfAny, just<S::AwayS>, "Held by jobs at other sites."},
    {"remote.it_energy_kwh", "IT energy elsewhere", unit::kilowattHour, unit::megawattHour, 1,
     Better::Neither, kInRun, just<S::AwayItJ>, "IT energy of jobs at other sites."},
    {"remote.facility_energy_kwh", "Facility energy elsewhere", unit::kilowattHour,
     unit::megawattHour, 1, Better::Less, kInRun, just<S::AwayFacilityJ>,
     "IT energy elsewhere times the PUE of the place."},
    {"remote.carbon_kg", "Carbon elsewhere", unit::kilogram, kTonne, 2, Better::Less,
     kInRun | kInTextIfAny, just<S::AwayCarbonKg>, "Carbon of the energy at other sites."},
    {"energy_kwh.utility", "Utility", unit::kilowattHour, unit::megawattHour, 1, Better::Neither,
     kInRun, just<S::UtilityJ>, "Delivered by the utility connections."},
    {"energy_kwh.utility_peak_tariff", "Utility, peak tariff", unit::kilowattHour,
     unit::megawattHour, 1, Better::Less, kInRun, just<S::PeakTariffJ>,
     "Utility energy in the peak hours of the site's tariff."},
    {"energy_kwh.gensets", "Generators", unit::kilowattHour, unit::megawattHour, 1,
     Better::Neither, kInRun | kInTextIfAny, just<S::GensetJ>, "Output of generator sets and fuel cells."},
    {"fuel_l", "Diesel", unit::litre, unit::cubicMetre, 2, Better::Less, kInRun | kInTextIfAny,
     just<S::FuelM3>, "Burnt by generator sets since the start."},
    {"piped_fuel_kwh", "Fuel from the pipe", unit::kilowattHour, unit::megawattHour, 2,
     Better::Less, kInRun | kInTextIfAny, just<S::PipedFuelJ>,
     "Burnt by fuel cells since the start, by its lower heating value."},
    {"carbon_kg", "Carbon", unit::kilogram, kTonne, 2, Better::Less,
     kInRun | kInText | kAsTile | kAsHeadline, just<S::CarbonKg>,
     "Utility energy times the location-based carbon intensity of the grid region, and the carbon "
     "of the fuel burnt."},
    {"worst_energy_imbalance", "Worst energy imbalance", kCount, kCount, kExponent, Better::Less,
     kInRun | kInText, just<S::WorstImbalance>,
     "Energy in less heat out less heat stored, over energy in, largest of any step: a check of "
     "the program."},

    // Figures of campaigns.
    {"interruptions", "Unexpected interruptions", kCount, kCount, kGeneral, Better::Less,
     kInCampaign, just<S::Interruptions>,
     "Jobs put off their accelerators by a failure; each job and time counts."},
    {"failures", "Failures", kCount, kCount, kGeneral, Better::Less, kInCampaign,
     just<S::Failures>, "Faults of all failure modes and equipment that hit something in service."},
    {"mtti_h", "Mean time to interruption", unit::hour, unit::hour, kGeneral, Better::More,
     kInCampaign, per<S::RunningS, S::Interruptions>,
     "Running time of jobs over their interruptions. One job on N parts: 1 / (N r_f)."},
    {"effective_time_pct", "Effective training time (ETTR)", unit::percent, unit::percent, 2,
     Better::More, kInCampaign, per<S::ProductiveS, S::WallS>,
     "Productive time over wall time from the first start, both weighted by accelerators; work that "
     "no checkpoint kept is not productive."},
    {"goodput_pct", "Goodput", unit::percent, unit::percent, 2, Better::More, kInCampaign,
     per<S::ProductiveS, S::HeldS>,
     "Productive accelerator time over accelerator time held by jobs, services left out."},
    {"hung_pct", "Hung, not yet noticed", unit::percent, unit::percent, 2, Better::Less,
     kInCampaign, per<S::HungS, S::WallS>, "Share of the wall time of jobs."},
    {"lost_work_pct", "Work lost since the last checkpoint", unit::percent, unit::percent, 2,
     Better::Less, kInCampaign, per<S::LostS, S::WallS>, "Share of the wall time of jobs."},
    {"starting_pct", "Starting", unit::percent, unit::percent, 2, Better::Less, kInCampaign,
     per<S::StartingS, S::WallS>,
     "Share of the wall time of jobs: from placement to the first work."},
    {"stalled_pct", "Checkpoint stalls", unit::percent, unit::percent, 2, Better::Less,
     kInCampaign, per<S::StalledS, S::WallS>, "Share of the wall time of jobs."},
    {"waiting_pct", "Waiting for servers", unit::percent, unit::percent, 2, Better::Less,
     kInCampaign, per<S::WaitingS, S::WallS>,
     "Share of the wall time of jobs: without accelerators after the first start."},
    {"lost_accelerator_h", "Accelerator hours lost", unit::hour, unit::hour, kGeneral, Better::Less,
     kInCampaign, [](const Sums& s) { return Ratio{s[S::WallS] - s[S::ProductiveS]}; },
     "Wall time of jobs that was not productive, times their accelerators."},
    {"time_to_detect_s", "Time to detect", unit::second, unit::second, 0, Better::Less, kInCampaign,
     per<S::HungS, S::InterruptedWeight>,
     "From a failure that stops a job to its interruption: hung time over interruptions, weighted "
     "by accelerators."},
    {"work_lost_s", "Work lost by an interruption", unit::second, unit::second, 0, Better::Less,
     kInCampaign, per<S::LostS, S::InterruptedWeight>,
     "Progress since the last checkpoint that survives, over interruptions, weighted by "
     "accelerators."},
    {"time_to_servers_s", "Time to new servers", unit::second, unit::second, 0, Better::Less,
     kInCampaign, per<S::WaitingS, S::InterruptedWeight>,
     "Waiting for accelerators after an interruption, over interruptions, weighted by "
     "accelerators."},
    {"time_to_start_s", "Time to start", unit::second, unit::second, 0, Better::Less, kInCampaign,
     per<S::StartingS, S::Starts>,
     "From placement to the first work, over all starts, weighted by accelerators."},
    {"availability_pct", "Availability of servers", unit::percent, unit::percent, 3, Better::More,
     kInCampaign,
     [](const Sums& s) { return Ratio{s[S::ServerS] - s[S::ServerDownS], s[S::ServerS]}; },
     "1 - mean of servers out of service / servers, looked at after each step."},
    {"mttr_h", "Mean time to repair a server", unit::hour, unit::hour, kGeneral, Better::Less,
     kInCampaign, per<S::ServerRepairS, S::ServersTaken>,
     "Time of servers out for repair over failures that took one out (Little's law); waiting for "
     "crews, parts and windows with it. Servers that are cut off or without power are not repaired."},

    // Figures of designs: every accelerator at full activity and full clock, nothing failed.
    {"it_mw", "IT power", unit::megawatt, unit::megawatt, 3, Better::Neither, kInDesign,
     per<S::ItJ, S::TimeS>,
     "Design point: every accelerator at full activity and full clock, with hosts, fans of servers, "
     "power supplies, switches and storage."},
    {"facility_mw", "Facility power", unit::megawatt, unit::megawatt, 3, Better::Less, kInDesign,
     per<S::FacilityJ, S::TimeS>,
     "Given by utilities and fuel cells at the design point, losses of the wiring included. Not known until "
     "every rack, hall and plant is joined to what it needs."},
    {"capacity_mw", "Agreed capacity", unit::megawatt, unit::megawatt, 1, Better::Neither,
     kInDesign, just<S::AgreedW>,
     "Sum of what the utility connections have agreed to, at unity power factor."},
    {"hottest_day_wue_l_per_kwh", "Water, hottest design day", unit::litrePerKilowattHour,
     unit::litrePerKilowattHour, 2, Better::Less, kInDesign, per<S::WaterM3, S::ItJ>,
     "Make-up water of towers and wetted pads over IT energy, every accelerator and fan at full load in the air of the "
     "hottest design day. WUE, at the loads and weather of a run, is another figure."},
    {"energy_usd_per_year", "Energy, full load all year", kUsdPerYear, kUsdPerYear, 0, Better::Less, kInDesign,
     [](const Sums& s) {
         const double fuelUsd = std::isnan(s[S::FuelUsd]) ? 0.0 : s[S::FuelUsd];
         return Ratio{s[S::EnergyUsd] + fuelUsd, s[S::TimeS]};
     },
     "Power from the utility x 8,760 h x the energy price of the site (of its grid where the site states "
     "none), and the fuel of fuel cells. `cost` has the energy of a simulated year instead."},
    {"fuel_usd_per_year", "Fuel in it", kUsdPerYear, kUsdPerYear, 0, Better::Less, kInDesign,
     per<S::FuelUsd, S::TimeS>,
     "Fuel of fuel cells at the design point x 8,760 h. Not stated where nothing burns fuel all the time."},
    {"equipment_usd", "Racks, catalogue prices", unit::dollar, unit::dollar, 0, Better::Less, kInDesign,
     just<S::EquipmentUsd>,
     "Each rack at the price of the whole; of its servers where the whole has none; of its accelerators alone where "
     "these have none. `cost` prices servers, network, storage and works. Not known while a rack has no price at all."},
    {"floor_m2", "Floor", kSquareMetre, kSquareMetre, 0, Better::Less, kInDesign, just<S::FloorM2>,
     "Sum of the halls' areas."},
    {"errors", "Errors", kCount, kCount, kWhole, Better::Less, kInDesign, just<S::OpenErrors>,
     "Findings of severity error that nobody accepted."},
    {"warnings", "Warnings", kCount, kCount, kWhole, Better::Less, kInDesign, just<S::OpenWarnings>,
     "Findings of severity warning that nobody accepted."},
    {"accepted", "Accepted", kCount, kCount, kWhole, Better::Less, kInDesign, just<S::AcceptedFindings>,
     "Findings that somebody answers for."},
});

/// Numerator and denominator, where the sums have other names than people give them.
constexpr auto kRatioWords = std::to_array<RatioWords>({
    {"pue", "Facility energy", unit::megawattHour, "IT energy", unit::megawattHour},
    {"ere", "Facility energy less heat that is reused", unit::megawattHour, "IT energy",
     unit::megawattHour},
    {"pue_category_1", "Facility energy", unit::megawattHour,
     "energy at the outputs of the UPSs of IT", unit::megawattHour},
    {"pue_category_2", "Facility energy", unit::megawattHour,
     "energy at the outputs of the PDUs of IT", unit::megawattHour},
    {"cue_kg_per_kwh", "Carbon", kTonne, "IT energy", unit::megawattHour},
    {"wue_l_per_kwh", "Water", unit::cubicMetre, "IT energy", unit::megawattHour},
    {"utilization", "Accelerator time with a running job", unit::hour, "all accelerator time",
     unit::hour},
    {"goodput", "Accelerator time that made progress which was kept", unit::hour,
     "accelerator time held by jobs", unit::hour},
    {"ettr", "Wall time in which jobs trained", unit::hour, "wall time of running jobs",
     unit::hour},
    {"mfu", "FLOP that the models needed", kCount, "peak FLOP of their accelerators", kCount},
    {"tokens_per_s", "Tokens", kCount, "time", unit::hour},
    {"it_power_mean_kw", "IT energy", unit::megawattHour, "time", unit::hour},
    {"facility_consumed_kw", "Facility energy", unit::megawattHour, "time", unit::hour},
});

}  // namespace

std::span<const Figure> figures() {
    return kFigures;
}

std::vector<const Figure*> figuresIn(unsigned places) {
    std::vector<const Figure*> rows;
    for (const Figure& row : kFigures) {
        if (row.isIn(places)) {
            rows.push_back(&row);
        }
    }
    return rows;
}

const Figure* figureNamed(std::string_view key) {
    const auto row = std::find_if(kFigures.begin(), kFigures.end(),
                                  [key](const Figure& f) { return f.key == key; });
    return row == kFigures.end() ? nullptr : &*row;
}

const Figure& figure(std::string_view key) {
    const Figure* row = figureNamed(key);
    assert(row != nullptr);
    return *row;
}

Interval Figure::interval(const Sums& sums) const {
    const double middle = value(sums);
    const double sigma = spread == nullptr ? models::kNotStated : spread(sums).value();
    if (!(sigma > 0.0) || !std::isfinite(middle)) {
        return {};
    }
    return {middle * std::exp(-kNinetyPercent * sigma), middle * std::exp(kNinetyPercent * sigma)};
}

std::string figureText(const Figure& figure, double value) {
    if (!std::isfinite(value)) {
        return "not defined";
    }
    const double shown = value / figure.shown.toSi;
    const std::string number = figure.digits == kGeneral ? fmt::format("{:.4g}", shown)
                               : figure.digits == kExponent
                                   ? fmt::format("{:.1e}", shown)
                                   : fmt::format("{:.{}f}", shown, figure.digits);
    return figure.shown.symbol.empty() ? number : number + " " + std::string(figure.shown.symbol);
}

std::string figureTextOf(const Figure& figure, const Sums& sums) {
    const Interval interval = figure.interval(sums);
    std::string text = figureText(figure, figure.value(sums));
    if (std::isnan(interval.low)) {
        return text;
    }
    return fmt::format("{} (90 %: {:.3g} to {:.3g})", text, interval.low / figure.shown.toSi,
                       interval.high / figure.shown.toSi);
}

const RatioWords* ratioWords(std::string_view key) {
    const auto at = std::find_if(kRatioWords.begin(), kRatioWords.end(),
                                 [key](const RatioWords& w) { return w.key == key; });
    return at == kRatioWords.end() ? nullptr : &*at;
}

}  // namespace headroom::engine
