// SPDX-License-Identifier: Apache-2.0
#include "engine/compare/money_figures.h"

#include "engine/money/study.h"

#include <array>
#include <cmath>

namespace headroom::engine {

namespace {

namespace unit = models::unit;

constexpr models::Unit kTonnePerYear{"t/year", 1e3};
constexpr models::Unit kMegawattHourPerYear{"MWh/year", 3.6e9};
constexpr models::Unit kCubicMetrePerYear{"m3/year", 1.0};
constexpr models::Unit kDollarsEach{"USD", 1.0};
constexpr models::Unit kKilogramEach{"kg", 1.0};

/// They are not of the sums of a run.
Ratio notOfSums(const Sums&) {
    return {};
}

constexpr auto kMoneyFigures = std::to_array<Figure>({
    {"capital_usd", "Capital", unit::dollar, unit::dollar, 0, Better::Less, 0U, notOfSums,
     "Capital of the first build, from the bill of materials at the rates of the price book."},
    {"spent_usd", "Spent over the horizon", unit::dollar, unit::dollar, 0, Better::Less, 0U,
     notOfSums, "Purchases, replacements and operation over the horizon, not discounted."},
    {"residual_usd", "Resale and residual value", unit::dollar, unit::dollar, 0, Better::More, 0U,
     notOfSums, "Resale of replaced machines, and the worth of the rest at the horizon."},
    {"tco_usd", "Total cost, net of residual value", unit::dollar, unit::dollar, 0, Better::Less,
     0U, notOfSums,
     "Spent over the horizon less resale and residual value. It can be lower than the capital."},
    {"npv_usd", "Present value", unit::dollar, unit::dollar, 0, Better::Less, 0U, notOfSums,
     "The same at the discount rate of the project."},
    {"usd_per_used_hour", "Accelerator hour, used", kDollarsEach, kDollarsEach, 3, Better::Less, 0U,
     notOfSums, "Present value over that of the hours that jobs and services hold."},
    {"usd_per_million_tokens", "Million tokens trained", kDollarsEach, kDollarsEach, 4,
     Better::Less, 0U, notOfSums,
     "Share of training in the used hours, over the tokens of a year."},
    {"energy_mwh_per_year", "Facility energy, a year", kMegawattHourPerYear, kMegawattHourPerYear,
     0, Better::Less, 0U, notOfSums, "Energy of racks, cooling and losses in the simulated year."},
    {"water_m3_per_year", "Water, a year", kCubicMetrePerYear, kCubicMetrePerYear, 0, Better::Less,
     0U, notOfSums, "Water of evaporation, drift and blow-down in the simulated year."},
    {"carbon_t_per_year", "Carbon, a year", kTonnePerYear, kTonnePerYear, 0, Better::Less, 0U,
     notOfSums, "Operation by the hour, and what was made, spread over its life."},
    {"carbon_kg_per_used_hour", "Carbon of an hour used", kKilogramEach, kKilogramEach, 3,
     Better::Less, 0U, notOfSums, "The same over the hours that jobs and services hold."},
});

}  // namespace

std::span<const Figure> moneyFigures() {
    return kMoneyFigures;
}

ResultAll<void> addMoney(Candidate& candidate, const std::function<void(double)>& progress,
                         const std::atomic<bool>* cancel) {
    if (!candidate.project || candidate.catalogue == nullptr) {
        return {};
    }
    const auto study = costStudy(
        candidate.toCompute(), *candidate.catalogue, {},
        [&](double share, const std::string&) {
            if (progress) {
                progress(share);
            }
        },
        cancel);
    if (!study) {
        return tl::unexpected(study.error());
    }
    if (cancel != nullptr && *cancel) {
        return {};
    }
    const CostStudy& s = **study;
    const double toUsd = 1.0 / s.basis.perUsd;
    const auto each = [&](std::string_view key) {
        const CostOutput* output = s.cost.output(key);
        return output == nullptr ? models::kNotStated : output->each * toUsd;
    };
    const double backUsd = models::usdOf(s.cost.back(s.basis.economics.discountRate)) * toUsd;
    candidate.money = {models::usdOf(s.cost.capital.total) * toUsd,
                       models::usdOf(s.cost.tcoTotal) * toUsd - backUsd,
                       -backUsd,
                       models::usdOf(s.cost.tcoTotal) * toUsd,
                       models::usdOf(s.cost.npvTotal) * toUsd,
                       each("used_hour"),
                       each("million_tokens_trained"),
                       s.basis.year.sums[Sum::FacilityJ],
                       s.basis.year.sums[Sum::WaterM3],
                       s.carbon.kgPerYear,
                       s.carbon.perUsedHour};
    return {};
}

}  // namespace headroom::engine
