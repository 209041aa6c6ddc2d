// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/special_members.h"
#include "engine/bill/bill_of_materials.h"
#include "engine/grid/carbon_intensity.h"
#include "engine/grid/energy_prices.h"
#include "engine/money/capital.h"
#include "engine/money/lines.h"
#include "engine/money/own_supply.h"
#include "engine/money/rates.h"
#include "engine/money/typical_year.h"

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// Cost of a project: capital from its own bill of materials, operation from a year of its own simulation, year by year
/// over a horizon. Conventions: models/economics/cash_plan.h, those of
/// the validation kind `cost`; instalments of a loan and of leases are discounted at the ends of their months
/// (models/economics/present_value.h). See README.md here.
namespace headroom::engine {

struct CostSpec {
    std::optional<int> years;            ///< in place of the project's
    std::optional<double> discountRate;  ///< in place of the project's, a year
    std::optional<std::string> tariff;   ///< in place of the project's: catalogue id
    TypicalYearSpec year;
};

/// All that does not depend on a rate: worked out once, priced as often as one likes.
struct CostBasis {
    HEADROOM_SPECIAL_MEMBERS(CostBasis);

    const Catalogue* catalogue = nullptr;
    const CatalogueEntry* book = nullptr;
    models::EconomicsSpec economics;
    double perUsd = 1.0;   ///< units of the currency for one dollar
    std::string exchange;  ///< where that rate is from, with its year; empty means dollars
    std::string site;
    BillOfMaterials bill;
    Sums design;                                       ///< headlineOf()
    std::map<std::string, std::int64_t> accelerators;  ///< how many of each kind, by id
    double liquidRacks = 0.0;
    double waterUsdPerM3 = 0.0;
    double cloudBytes =
        0.0;  ///< that a cloud would keep: as `economics` says, or the data sets of the project
    EnergyPrices prices;
    TypicalYear year;
    models::TariffBill energy;         ///< of that year [USD]
    std::optional<SupplyYear> supply;  ///< own sun, battery, agreement; none if all is bought
    GridCarbon carbon;
    double carbonKg = 0.0;    ///< that operation emits in that year; what is matched emits nothing
    double locationKg = 0.0;  ///< the same where an agreement counts for nothing
    /// The same with the intensity of the plants that answer; NaN where that is not known.
    double marginalKg = models::kNotStated;
    std::string gridPart;      ///< whose price energy has; empty means another
    double gridUsdPerJ = 0.0;  ///< that price, as the bill was made with it
};

/// "EUR 2025": currency and price year, as every table and axis of money says it.
std::string moneyUnit(const CostBasis& basis);
std::string moneyUnit(const Project& project, const Catalogue& catalogue);

/// Errors: those of typicalYear() and energyPrices(); MON-004: a currency for which neither project nor catalogue has a rate of exchange;
/// MON-005: a horizon that is not of 1 to 100 years; MON-007: phases that are not 100 % together;
/// MON-008: no such tariff, or no price book. Project and catalogue must outlive it.
ResultAll<CostBasis> costBasis(const Project& project, const Catalogue& catalogue,
                               const CostSpec& spec,
                               const std::function<void(double share)>& progress = {},
                               const std::atomic<bool>* cancel = nullptr);

/// The same simulated year with another horizon, discount rate or tariff: at once. Errors: those of
/// costBasis() but for those of typicalYear().
ResultAll<CostBasis> repriced(const CostBasis& basis, const Project& project, const CostSpec& spec);

using BySystem = std::array<models::Cents, static_cast<std::size_t>(CostSystem::Count)>;

/// The money of one year, at its end; year 0 is the start. Spending is positive.
struct CostYear {
    int year = 0;
    BySystem spent{};        ///< purchases of capital systems, payments of the others
    models::Cents back = 0;  ///< resale and, at the horizon, what is left: not above 0
    /// Charged to the year: no payment. Where something is sold, what it was still worth for taxes, less
    /// what it brings.
    models::Cents depreciation = 0;
    models::Cents leases = 0;                   ///< of what is spent: paid for machines of a lessor
    models::Cents interest = 0, principal = 0;  ///< of the loan
    models::Cents lent = 0;                     ///< not above 0
    models::Cents tax = 0;                      ///< not above 0: what is saved
    // Worth at the start: instalments and leases by month, the rest at the year's end.
    double present = 0.0;         ///< of total()
    double ownerPresent = 0.0;    ///< of owner()
    models::Cents total() const;  ///< spent and back: before loan and taxes

    models::Cents owner() const { return total() + interest + principal + lent + tax; }
};

/// Work that the money bought, in one year of the whole build.
struct CostOutput {
    std::string key, label, unit;
    double perYear = 0.0;
    double each = 0.0;  ///< present value over that of what is yielded; NaN where there is none
    std::string why;
};

struct Cost {
    Capital capital;
    std::vector<RunningLine> running;
    std::vector<CostYear> years;
    BySystem tco{}, npv{};  ///< over the horizon, back money taken off its system
    models::Cents tcoTotal = 0, npvTotal = 0;

    /// Resale and what is left at the horizon: not above 0, and within tcoTotal. Its worth at the start
    /// goes to `presentUsd`.
    models::Cents back(double discountRate, double* presentUsd = nullptr) const;

    models::Cents ownerNpv = 0;  ///< with loan and taxes
    double annualised = 0.0;     ///< npvTotal over the annuity factor
    /// Cost of a year of the whole build: npvTotal over the present value of one unit at the end of each year, as
    /// far as it is built. Equal to `annualised` without phases.
    double perYear = 0.0;
    double rentedPerYear = 0.0;  ///< of perYear: accelerators that the project rents elsewhere

    /// Cost of a year of owning: what is left of perYear.
    double ownPerYear() const { return perYear - rentedPerYear; }

    models::Cents leased = 0;        ///< price of what is leased at the start; within capital.total
    models::Cents leasesBeyond = 0;  ///< owed for leases after the horizon: in no other amount
    models::Cents loan = 0, loanMonthly = 0;
    std::vector<std::string> remarks;  ///< sentences on what the amounts do not show
    std::vector<CostOutput> outputs;

    const CostOutput* output(std::string_view key) const;
};

Cost costOf(const CostBasis& basis, PriceRates& rates);

/// A share of what all costs come to, by the systems that people compare.
struct CostShare {
    std::string_view label;
    double share = 0.0;  ///< of the present value
};

std::vector<CostShare> costShares(const Cost& cost);

}  // namespace headroom::engine
