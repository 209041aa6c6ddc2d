// SPDX-License-Identifier: Apache-2.0
#include "engine/base/json.h"
#include "engine/money/cost_tables.h"
#include "engine/money/training_runs.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace headroom::engine {

namespace {

using OrderedJson = nlohmann::ordered_json;

OrderedJson bySystem(const BySystem& amounts) {
    OrderedJson json = OrderedJson::object();
    for (std::size_t s = 0; s < amounts.size(); ++s) {
        if (amounts[s] != 0) {
            json[std::string(systemKey(static_cast<CostSystem>(s)))] = models::usdOf(amounts[s]);
        }
    }
    return json;
}

OrderedJson rateJson(const Rate& rate) {
    return {{"id", rate.id},         {"value", rate.value},      {"low", rate.low},
            {"high", rate.high},     {"unit", rate.unit.symbol}, {"range_stated", rate.hasRange},
            {"status", rate.status}, {"date", rate.date},        {"source", rate.source}};
}

OrderedJson capitalJson(const Cost& cost) {
    OrderedJson lines = OrderedJson::array();
    for (const CapitalLine& line : cost.capital.lines) {
        lines.push_back({{"system", systemKey(line.system)},
                         {"what", line.what},
                         {"part", line.part},
                         {"quantity", line.quantity},
                         {"unit", line.unit},
                         {"rate", line.rate},
                         {"life", lifeKey(line.life)},
                         {"amount", models::usdOf(line.amount)}});
    }
    return lines;
}

OrderedJson runningJson(const Cost& cost) {
    OrderedJson lines = OrderedJson::array();
    for (const RunningLine& line : cost.running) {
        lines.push_back({{"system", systemKey(line.system)},
                         {"what", line.what},
                         {"quantity", line.quantity},
                         {"unit", line.unit},
                         {"rate", line.rate},
                         {"trend", line.trend},
                         {"amount", models::usdOf(line.amount)}});
    }
    return lines;
}

OrderedJson yearsJson(const Cost& cost) {
    OrderedJson years = OrderedJson::array();
    for (const CostYear& year : cost.years) {
        years.push_back({{"year", year.year},
                         {"spent", bySystem(year.spent)},
                         {"back", models::usdOf(year.back)},
                         {"total", models::usdOf(year.total())},
                         {"leases", models::usdOf(year.leases)},
                         {"depreciation", models::usdOf(year.depreciation)},
                         {"lent", models::usdOf(year.lent)},
                         {"interest", models::usdOf(year.interest)},
                         {"principal", models::usdOf(year.principal)},
                         {"tax", models::usdOf(year.tax)},
                         {"owner", models::usdOf(year.owner())},
                         {"present", year.present},
                         {"owner_present", year.ownerPresent}});
    }
    return years;
}

OrderedJson idleJson(const std::vector<IdleJob>& idle) {
    OrderedJson json = OrderedJson::array();
    for (const IdleJob& job : idle) {
        json.push_back({{"id", job.id},
                        {"accelerators", job.accelerators},
                        {"refused", job.refused},
                        {"why", job.why}});
    }
    return json;
}

OrderedJson placesJson(const std::vector<PlaceCost>& places) {
    constexpr const char* kKinds[] = {"own", "colocation", "cloud", "hybrid"};
    OrderedJson json = OrderedJson::array();
    for (const PlaceCost& p : places) {
        const BreakEven even = p.breakEven.value_or(BreakEven{});
        json.push_back({{"kind", kKinds[static_cast<std::size_t>(p.kind)]},
                        {"name", p.name},
                        {"per_year", p.perYear},
                        {"rent_per_year", p.rentPerYear},
                        {"egress_per_year", p.egressPerYear},
                        {"storage_per_year", p.storagePerYear},
                        {"support_per_year", p.supportPerYear},
                        {"goodput", p.goodput},
                        {"access", p.access},
                        {"effort", p.effort},
                        {"used_hours", p.usedHours},
                        {"tokens", p.tokens},
                        {"per_used_hour", p.perHour()},
                        {"per_million_tokens", p.perMillionTokens()},
                        {"training_share", p.trainingShare},
                        {"jobs_completed", p.jobs},
                        {"jobs_taken_back", p.takenBack},
                        {"carbon_kg", p.carbonKg},
                        {"first_work_s", p.firstWorkS},
                        {"people", p.people},
                        {"break_even_utilisation", even.utilisation},
                        {"break_even_utilisation_low", even.utilisationLow},
                        {"break_even_utilisation_high", even.utilisationHigh},
                        {"break_even_month", even.month},
                        {"idle_jobs", idleJson(p.idle)}});
    }
    return json;
}

OrderedJson breakEvensJson(const std::vector<BreakEven>& breakEvens) {
    OrderedJson json = OrderedJson::array();
    for (const BreakEven& even : breakEvens) {
        json.push_back(
            {{"offer", againstText(even.against)},
             {"accelerator", even.accelerator},
             {"same_accelerator", even.sameAccelerator},
             {"price_per_hour", even.priceUsdPerHour},
             {"rent_per_hour_of_work", even.question.rentUsdPerHour},
             {"rent_low", even.rentLow},
             {"rent_high", even.rentHigh},
             {"own_per_hour", models::ownUsdPerHour(even.question, 1.0)},
             {"own_per_used_hour", models::ownUsdPerHour(even.question, even.question.utilisation)},
             {"utilisation", even.question.utilisation},
             {"break_even_utilisation", even.utilisation},
             {"break_even_utilisation_low", even.utilisationLow},
             {"break_even_utilisation_high", even.utilisationHigh},
             {"break_even_month", even.month},
             {"spot", even.spot},
             {"source", even.source}});
    }
    return json;
}
}  // namespace

std::string costJson(const CostReport& r) {
    const CostBasis& b = *r.basis;
    const Cost& cost = *r.cost;
    OrderedJson json = {{"project", r.project},
                        {"currency", b.economics.currency},
                        {"price_year", r.rates->priceYear()},
                        {"years", b.economics.years},
                        {"discount_rate", b.economics.discountRate},
                        {"currency_per_usd", b.perUsd},
                        {"exchange", b.exchange},
                        {"premises", models::premisesKey(b.economics.premises)},
                        {"energy_source", b.prices.source},
                        {"simulated_days", b.year.days},
                        {"capital", models::usdOf(cost.capital.total)},
                        {"tco", models::usdOf(cost.tcoTotal)},
                        {"residual", models::usdOf(cost.back(b.economics.discountRate))},
                        {"npv", models::usdOf(cost.npvTotal)},
                        {"npv_half_width", r.spread->halfWidth},
                        {"annualised", cost.annualised},
                        {"per_year", cost.perYear},
                        {"own_per_year", cost.ownPerYear()},
                        {"owner_npv", models::usdOf(cost.ownerNpv)},
                        {"leased", models::usdOf(cost.leased)},
                        {"leases_beyond_horizon", models::usdOf(cost.leasesBeyond)},
                        {"loan", models::usdOf(cost.loan)},
                        {"loan_monthly", models::usdOf(cost.loanMonthly)},
                        {"tco_by_system", bySystem(cost.tco)},
                        {"npv_by_system", bySystem(cost.npv)}};
    json["remarks"] = cost.remarks;
    json["idle_jobs"] = idleJson(b.year.idle);
    json["answers_in_time"] =
        b.year.answered > 0.0 ? b.year.answeredInTime / b.year.answered : std::nan("");
    json["outputs"] = OrderedJson::array();
    for (const CostOutput& o : cost.outputs) {
        json["outputs"].push_back(
            {{"key", o.key}, {"unit", o.unit}, {"per_year", o.perYear}, {"each", o.each}});
    }
    json["training_runs"] = OrderedJson::array();
    for (const TrainingRunCost& run : trainingRuns(b, cost, *r.carbon)) {
        json["training_runs"].push_back({{"id", run.id},
                                         {"accelerators", run.accelerators},
                                         {"tokens", run.tokens},
                                         {"accelerator_hours", run.acceleratorHours},
                                         {"energy_j", run.energyJ},
                                         {"cost", run.cost},
                                         {"carbon_kg", run.carbonKg},
                                         {"why", run.why}});
    }
    json["shares"] = OrderedJson::array();
    for (const CostShare& share : costShares(cost)) {
        json["shares"].push_back({{"of", share.label}, {"share", share.share}});
    }
    json["cash_flow"] = yearsJson(cost);
    json["capital_lines"] = capitalJson(cost);
    json["operation_lines"] = runningJson(cost);
    json["tornado"] = OrderedJson::array();
    for (const RateEffect& e : allEffects(r)) {
        json["tornado"].push_back(
            {{"of", e.of}, {"rate", e.rate.id}, {"at_low", e.low}, {"at_high", e.high}});
    }
    json["rates"] = OrderedJson::array();
    for (const auto& [id, rate] : r.rates->used()) {
        json["rates"].push_back(rateJson(rate));
    }
    json["carbon"] = {{"kg_per_year", r.carbon->kgPerYear},
                      {"operation_kg", r.carbon->operationKg},
                      {"operation_location_kg", r.carbon->locationKg},
                      {"operation_marginal_kg", r.carbon->marginalKg},
                      {"kg_per_it_kwh", r.carbon->perItKwh},
                      {"water_l_per_it_kwh", r.carbon->waterPerItKwh},
                      {"kg_per_million_tokens", r.carbon->perMillionTokens},
                      {"kg_per_used_hour", r.carbon->perUsedHour},
                      {"lines", OrderedJson::array()}};
    for (const CarbonLine& line : r.carbon->lines) {
        json["carbon"]["lines"].push_back(
            {{"what", line.what}, {"kg_per_year", line.kgPerYear}, {"rate", line.rate}});
    }
    if (b.supply) {
        const SupplyYear& s = *b.supply;
        json["own_supply"] = {
            {"solar_j", s.solarJ()},          {"battery_out_j", s.throughBatteryJ()},
            {"agreement_j", s.agreementJ()},  {"matched_j", s.matchedJ()},
            {"sold_j", s.exportJ()},          {"deferred_j", s.deferredJ},
            {"mean_delay_s", s.delayS},       {"hourly_share", s.hourlyShare()},
            {"yearly_share", s.yearlyShare()}};
    }
    if (r.followed != nullptr) {
        json["followed"] = {
            {"signal", r.follow->follow == models::SupplyFollow::Price ? "price" : "carbon"},
            {"limit_share", r.follow->limitShare},
            {"years", OrderedJson::array()}};
        for (const FollowedYear& y : *r.followed) {
            json["followed"]["years"].push_back({{"what", y.what},
                                                 {"hours", y.hours},
                                                 {"threshold", y.threshold},
                                                 {"energy_j", y.energyJ},
                                                 {"cost", y.cost},
                                                 {"carbon_kg", y.carbonKg},
                                                 {"tokens", y.tokens},
                                                 {"served_tokens", y.servedTokens},
                                                 {"mean_delay_s", y.delayS}});
        }
    }
    if (r.breakEvens != nullptr) {
        json["break_even"] = breakEvensJson(*r.breakEvens);
    }
    if (r.places != nullptr) {
        json["places"] = placesJson(*r.places);
    }
    json["unpriced"] = cost.capital.unpriced;
    return jsonText(json, 2);
}

}  // namespace headroom::engine
