// SPDX-License-Identifier: Apache-2.0
#include "engine/compare/money_figures.h"

#include "engine/money/study.h"

#include <array>
#include <cmath>

namespace headroom::engine {

namespace {

namespace unit = models::unit;

constexpr models::Unit kTonnePerYear{"t/year", 1e3};
constexpr models::Unit kDollarsEach{"USD", 1.0};
constexpr models::Unit kKilogramEach{"kg", 1.0};

/// They are not of the sums of a run.
Ratio notOfSums(const Sums&) {
    return {};
}

constexpr auto kMoneyFigures = std::to_array<Figure>({
    {"capital_usd", "Capital", unit::dollar, unit::dollar, 0, Better::Less, 0U, notOfSums,
     "Of the first build, from the bill of materials at the rates of the price book."},
    {"tco_usd", "Total cost", unit::dollar, unit::dollar, 0, Better::Less, 0U, notOfSums,
     "Purchases, operation and what comes back over the horizon, not discounted."},
    {"npv_usd", "Present value", unit::dollar, unit::dollar, 0, Better::Less, 0U, notOfSums,
     "The same at the discount rate of the project."},
    {"usd_per_used_hour", "Accelerator hour, used", kDollarsEach, kDollarsEach, 3, Better::Less, 0U,
     notOfSums, "Present value over that of the hours that jobs and services hold."},
    {"usd_per_million_tokens", "Million tokens trained", kDollarsEach, kDollarsEach, 4,
     Better::Less, 0U, notOfSums,
     "Share of training in the used hours, over the tokens of a year."},
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
    candidate.money = {models::usdOf(s.cost.capital.total) * toUsd,
                       models::usdOf(s.cost.tcoTotal) * toUsd,
                       models::usdOf(s.cost.npvTotal) * toUsd,
                       each("used_hour"),
                       each("million_tokens_trained"),
                       s.carbon.kgPerYear,
                       s.carbon.perUsedHour};
    return {};
}

}  // namespace headroom::engine
