// SPDX-License-Identifier: Apache-2.0
#include "engine/money/cost.h"

#include "engine/money/operation.h"
#include "models/economics/cash_plan.h"
#include "models/economics/depreciation.h"
#include "models/economics/present_value.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace headroom::engine {

namespace {

using models::Cents;

std::size_t rowOf(CostSystem system) {
    return static_cast<std::size_t>(system);
}

class CostCounter {
  public:
    CostCounter(const CostBasis& basis, PriceRates& rates) : b_(basis), rates_(rates) {}

    Cost count();

  private:
    /// Price now is the amount; life, what it brings and how its price moves by its class.
    models::CapitalItem itemOf(const CapitalLine& line, Cents amount, int firstYear);
    /// Over which its price is charged to the years, for taxes.
    double taxYears(LifeClass life, double lifeYears);
    void buy(const CapitalLine& line, Cents amount, int firstYear);
    void lease(const CapitalLine& line, Cents amount, int firstYear);
    void count(const CapitalLine& line, const CostYear& year, Cents amount);
    double byMonth(Cents amount, int year) const;
    void remarks();
    double builtShare(int year) const;
    double builtYears() const;
    CostYear& at(double years);
    void capital();
    void running();
    void loanAndTaxes();
    void outputs();

    const CostBasis& b_;
    PriceRates& rates_;
    Cost cost_;
    std::vector<double> phases_;
    double present_ = 0.0;  ///< of the line in hand
    double rented_ = 0.0;   ///< present value of accelerators rented elsewhere
    double shortestLived_ = models::kForeverYears;  ///< life of what is leased and lives shortest
};

models::CapitalItem CostCounter::itemOf(const CapitalLine& line, Cents amount, int firstYear) {
    models::CapitalItem item;
    item.usd = models::usdOf(amount);
    item.firstYear = firstYear;
    item.escalation = rates_.book("works_trend_pct").si();
    switch (line.life) {
        case LifeClass::Land:
            item.lifeYears = models::kForeverYears;
            break;
        case LifeClass::Shell:
            item.lifeYears = rates_.book("shell_years").si();
            break;
        case LifeClass::Plant:
            item.lifeYears = rates_.book("plant_years").si();
            break;
        case LifeClass::Solar:
            item.lifeYears = rates_.book("solar_years").si();
            break;
        case LifeClass::Battery:
            item.lifeYears = rates_.book("battery_years").si();
            break;
        case LifeClass::Network:
        case LifeClass::Machines:
            item.lifeYears =
                rates_.book(line.life == LifeClass::Network ? "network_years" : "it_years").si();
            item.escalation = rates_.book("it_price_trend_pct").si();
            item.residualShare = rates_.book("it_residual_pct").si();
            break;
    }
    return item;
}

/// Share of the build during a year (1, 2, …).
double CostCounter::builtShare(int year) const {
    const auto phases = std::min(phases_.size(), static_cast<std::size_t>(year));
    return std::accumulate(phases_.begin(), phases_.begin() + static_cast<std::ptrdiff_t>(phases),
                           0.0);
}

/// Present value of one unit a year of the part that is built.
double CostCounter::builtYears() const {
    double years = 0.0;
    for (int year = 1; year <= b_.economics.years; ++year) {
        years += builtShare(year) * models::discountFactor(b_.economics.discountRate, year);
    }
    return years;
}

/// The year in which a moment lies: its end, and 0 for the start.
CostYear& CostCounter::at(double years) {
    const auto row = static_cast<std::size_t>(std::ceil(years - 1e-9));
    return cost_.years[std::min(row, cost_.years.size() - 1)];
}

double CostCounter::taxYears(LifeClass life, double lifeYears) {
    if (b_.economics.depreciation != models::Depreciation::Macrs) {
        return lifeYears;
    }
    switch (life) {
        case LifeClass::Land:
            return lifeYears;
        case LifeClass::Shell:
            return rates_.book("shell_tax_years").si();
        case LifeClass::Plant:
            return rates_.book("plant_tax_years").si();
        case LifeClass::Network:
            return rates_.book("network_tax_years").si();
        case LifeClass::Machines:
            return rates_.book("it_tax_years").si();
        case LifeClass::Solar:
            return rates_.book("solar_tax_years").si();
        case LifeClass::Battery:
            return rates_.book("battery_tax_years").si();
    }
    return lifeYears;
}

/// A payment of a line, in what its system comes to: at the end of its year, as the table of years has it.
void CostCounter::count(const CapitalLine& line, const CostYear& year, Cents amount) {
    cost_.tco[rowOf(line.system)] += amount;
    present_ +=
        models::usdOf(amount) * models::discountFactor(b_.economics.discountRate, year.year);
}

/// Worth at the start of a year's sum in twelve equal parts, one at each month's end.
double CostCounter::byMonth(Cents amount, int year) const {
    return models::usdOf(amount) / 12.0 *
           models::monthlyFactor(b_.economics.discountRate, 12 * (year - 1), 12 * year);
}

void CostCounter::buy(const CapitalLine& line, Cents amount, int firstYear) {
    const int horizon = b_.economics.years;
    const models::CapitalItem item = itemOf(line, amount, firstYear);
    const double chargedYears = taxYears(line.life, item.lifeYears);
    double boughtAt = 0.0, price = 0.0;
    models::forEachPayment(item, horizon, [&](double t, double usd, models::Payment what) {
        const Cents cents = models::centsOf(usd);
        count(line, at(t), cents);
        if (what == models::Payment::Purchase) {
            at(t).spent[rowOf(line.system)] += cents;
            boughtAt = t;
            price = usd;
            return;
        }
        at(t).back += cents;
        if (line.life == LifeClass::Land) {
            return;
        }
        Cents left = models::centsOf(price);
        for (int y = 1; boughtAt + y <= t + 1e-9; ++y) {
            const Cents charge = models::centsOf(
                models::depreciationUsd(b_.economics.depreciation, price, chargedYears, y));
            // A year of life that begins within a year of the table is charged to two of these, by time; tables of
            // taxes are of whole years from that of the purchase on.
            const double begins = boughtAt + y - 1;
            const double nextYear = std::floor(begins + 1e-9) + 1.0;
            const bool byTaxYear = b_.economics.depreciation == models::Depreciation::Macrs;
            const Cents first =
                byTaxYear
                    ? charge
                    : models::centsOf(models::usdOf(charge) * std::min(1.0, nextYear - begins));
            at(nextYear).depreciation += first;
            at(begins + 1.0).depreciation += charge - first;
            left -= charge;
        }
        at(t).depreciation += left + cents;
    });
}

/// One lease after another, each at the price of its day, paid at the end of each month as far as the horizon.
void CostCounter::lease(const CapitalLine& line, Cents amount, int firstYear) {
    const models::EconomicsSpec& e = b_.economics;
    const auto term = static_cast<int>(std::lround(e.leaseYears));
    const models::CapitalItem item = itemOf(line, amount, firstYear);
    for (int begins = firstYear; begins < e.years; begins += term) {
        const double usd = item.usd * std::pow(1.0 + item.escalation, begins);
        const Cents paid = models::centsOf(
            12.0 * models::leaseMonthlyUsd(usd, e.leaseResidual * usd, e.leaseRate, 12 * term));
        for (int y = begins + 1; y <= std::min(begins + term, e.years); ++y) {
            at(y).spent[rowOf(line.system)] += paid;
            at(y).leases += paid;
            cost_.tco[rowOf(line.system)] += paid;
            present_ += byMonth(paid, y);
        }
        const int beyond = std::max(0, begins + term - e.years);
        cost_.leasesBeyond += beyond * paid;
    }
    cost_.leased += firstYear == 0 ? amount : 0;
    shortestLived_ = std::min(shortestLived_, item.lifeYears);
}

void CostCounter::capital() {
    for (const CapitalLine& line : cost_.capital.lines) {
        const bool mayBeLeased =
            line.life == LifeClass::Machines || line.life == LifeClass::Network;
        const double share = mayBeLeased ? b_.economics.leasedShare : 0.0;
        const std::vector<Cents> phases = models::apportioned(line.amount, phases_);
        present_ = 0.0;
        for (std::size_t phase = 0; phase < phases.size(); ++phase) {
            const std::vector<Cents> ways =
                models::apportioned(phases[phase], std::array{1.0 - share, share});
            const auto firstYear = static_cast<int>(phase);
            buy(line, ways[0], firstYear);
            if (ways[1] != 0) {
                lease(line, ways[1], firstYear);
            }
        }
        cost_.npv[rowOf(line.system)] += models::centsOf(present_);
    }
}

void CostCounter::running() {
    for (const RunningLine& line : cost_.running) {
        double present = 0.0;
        for (int year = 1; year <= b_.economics.years; ++year) {
            const models::RunningItem item{models::usdOf(line.amount), line.trend, 0};
            const Cents amount = models::centsOf(models::runningUsd(item, year) * builtShare(year));
            cost_.years[static_cast<std::size_t>(year)].spent[rowOf(line.system)] += amount;
            cost_.tco[rowOf(line.system)] += amount;
            present +=
                models::usdOf(amount) * models::discountFactor(b_.economics.discountRate, year);
        }
        cost_.npv[rowOf(line.system)] += models::centsOf(present);
        rented_ += line.rate == kRentedElsewhere ? present : 0.0;
    }
}

/// A loan on what is bought at the start; what operation, leases, depreciation and interest
/// save in taxes.
void CostCounter::loanAndTaxes() {
    const models::EconomicsSpec& e = b_.economics;
    const models::Loan loan{e.debtShare * models::usdOf(cost_.years.front().total()), e.debtRate,
                            static_cast<int>(std::lround(12.0 * e.debtYears))};
    cost_.loan = models::centsOf(loan.usd);
    cost_.loanMonthly = models::centsOf(loan.monthlyUsd());
    cost_.years.front().lent = -cost_.loan;
    double present = 0.0;
    for (CostYear& year : cost_.years) {
        double instalments = 0.0;  ///< worth at the start
        if (year.year > 0) {
            const int before = std::min(12 * (year.year - 1), loan.months);
            const int after = std::min(12 * year.year, loan.months);
            const bool isLast = year.year == e.years;
            // The rest that is owed at the horizon is paid back with the proceeds of that day.
            const double rest = isLast ? loan.owedUsd(after) : 0.0;
            const double owed = isLast ? 0.0 : loan.owedUsd(after);
            const double paid = (after - before) * loan.monthlyUsd() + rest;
            year.principal = models::centsOf(loan.owedUsd(before) - owed);
            year.interest = models::centsOf(paid) - year.principal;
            instalments = loan.monthlyUsd() * models::monthlyFactor(e.discountRate, before, after) +
                          rest * models::discountFactor(e.discountRate, year.year);
        }
        Cents operation = 0;
        for (std::size_t s = rowOf(CostSystem::Energy); s < year.spent.size(); ++s) {
            operation += year.spent[s];
        }
        year.tax = -models::centsOf(
            e.taxRate * models::usdOf(operation + year.leases + year.depreciation + year.interest));
        const auto atEnd = [&](Cents amount) {
            return models::usdOf(amount) * models::discountFactor(e.discountRate, year.year);
        };
        year.present = atEnd(year.total() - year.leases) +
                       (year.year > 0 ? byMonth(year.leases, year.year) : 0.0);
        year.ownerPresent = year.present + atEnd(year.lent + year.tax) + instalments;
        present += year.ownerPresent;
    }
    cost_.ownerNpv = models::centsOf(present);
}

void CostCounter::remarks() {
    const models::EconomicsSpec& e = b_.economics;
    for (const IdleJob& job : b_.year.idle) {
        cost_.remarks.push_back(fmt::format("{} {} and is in no figure here: {}", job.name,
                                            job.refused ? "is refused" : "never started", job.why));
    }
    if (!(b_.year.heldS() > 0.0)) {
        cost_.remarks.push_back(
            "No job held an accelerator in the simulated days: costs of used and useful "
            "hours, of tokens and of FLOP do not exist.");
    }
    if (cost_.leasesBeyond != 0) {
        cost_.remarks.push_back(
            fmt::format("Beyond the horizon {:.0f} {} are owed for leases, and in no amount here.",
                        models::usdOf(cost_.leasesBeyond), e.currency));
    }
    if (shortestLived_ < e.leaseYears) {
        cost_.remarks.push_back(
            fmt::format("Leases of {:g} years are longer than the {:g} years for which the price "
                        "book keeps such machines: after those "
                        "they are paid for, and old.",
                        e.leaseYears, shortestLived_));
    }
}

void CostCounter::outputs() {
    const Sums& s = b_.year.sums;
    const double heldS = b_.year.heldS();
    const double training = b_.year.trainingShare();
    const auto add = [&](const char* key, const char* label, const char* unit, double perYear,
                         double share, const std::string& why) {
        const double each = perYear > 0.0 ? share * cost_.perYear / perYear : models::kNotStated;
        cost_.outputs.push_back({key, label, unit, perYear, each, why});
    };
    add("accelerator_hour", "Accelerator hour, owned", "accelerator h",
        b_.design[Sum::Accelerators] * 8760.0, 1.0, "every hour of every accelerator");
    add("used_hour", "Accelerator hour, used", "accelerator h", heldS / 3600.0, 1.0,
        "hours that jobs and services hold, here and elsewhere");
    add("good_hour", "Accelerator hour, useful", "accelerator h",
        std::max(0.0, heldS - s[Sum::WastedS]) / 3600.0, 1.0,
        "of these, hours whose progress was kept: failures and restarts are off");
    add("million_tokens_trained", "Million tokens trained", "million tokens", s[Sum::Tokens] / 1e6,
        training, "with the share of the used hours that training holds");
    const std::string inTime =
        b_.year.answered > 0.0
            ? fmt::format("; {:.2f} % of the answers came within the limits of their service",
                          100.0 * b_.year.answeredInTime / b_.year.answered)
            : std::string{};
    add("million_tokens_served", "Million tokens served", "million tokens",
        b_.year.servedTokens / 1e6, 1.0 - training,
        "with the share that training does not hold" + inTime);
    add("exaflop", "Useful exaFLOP", "10^18 FLOP", s[Sum::ModelFlop] / 1e18, training,
        "FLOP that the trained models need");
    add("it_kw_month", "IT power, month", "kW month", 12.0 * b_.design[Sum::ItJ] / 1e3, 1.0,
        "of the design point");
}

Cost CostCounter::count() {
    CapitalQuestion q;
    q.bill = &b_.bill;
    q.catalogue = b_.catalogue;
    q.design = b_.design;
    q.liquidRacks = b_.liquidRacks;
    q.premises = b_.economics.premises;
    q.perUsd = b_.perUsd;
    if (b_.supply) {
        q.supply = b_.supply->spec;
    }
    cost_.capital = capitalOf(q, rates_);
    cost_.running = runningLines(b_, cost_.capital, rates_);
    for (int year = 0; year <= b_.economics.years; ++year) {
        cost_.years.emplace_back().year = year;
    }
    phases_ = b_.economics.phasesPct;
    if (phases_.empty()) {
        phases_ = {100.0};
    }
    for (double& phase : phases_) {
        phase /= 100.0;
    }
    capital();
    running();
    cost_.tcoTotal = std::accumulate(cost_.tco.begin(), cost_.tco.end(), Cents{0});
    cost_.npvTotal = std::accumulate(cost_.npv.begin(), cost_.npv.end(), Cents{0});
    cost_.annualised = models::usdOf(cost_.npvTotal) /
                       models::annuityFactor(b_.economics.discountRate, b_.economics.years);
    // Output of a year of the whole build counts at each year's end, for the built part.
    cost_.perYear = models::usdOf(cost_.npvTotal) / builtYears();
    cost_.rentedPerYear = rented_ / builtYears();
    loanAndTaxes();
    outputs();
    remarks();
    return std::move(cost_);
}

}  // namespace

models::Cents Cost::back(double discountRate, double* presentUsd) const {
    models::Cents sum = 0;
    double present = 0.0;
    for (const CostYear& year : years) {
        sum += year.back;
        present += models::usdOf(year.back) * models::discountFactor(discountRate, year.year);
    }
    if (presentUsd != nullptr) {
        *presentUsd = present;
    }
    return sum;
}

Cents CostYear::total() const {
    return std::accumulate(spent.begin(), spent.end(), back);
}

const CostOutput* Cost::output(std::string_view key) const {
    const auto found = std::find_if(outputs.begin(), outputs.end(),
                                    [&](const CostOutput& o) { return o.key == key; });
    return found == outputs.end() ? nullptr : &*found;
}

Cost costOf(const CostBasis& basis, PriceRates& rates) {
    return CostCounter(basis, rates).count();
}

std::vector<CostShare> costShares(const Cost& cost) {
    struct Group {
        std::string_view label;
        std::vector<CostSystem> systems;
    };

    static const std::vector<Group> kGroups = {
        {"servers and storage", {CostSystem::Machines, CostSystem::Storage}},
        {"networking", {CostSystem::Network}},
        {"power distribution and cooling", {CostSystem::Electrical, CostSystem::Cooling}},
        {"power", {CostSystem::Supply, CostSystem::Energy}},
        {"other infrastructure",
         {CostSystem::Site, CostSystem::Building, CostSystem::Services, CostSystem::Contingency}},
        {"running it",
         {CostSystem::Water, CostSystem::Staff, CostSystem::Maintenance, CostSystem::Licences,
          CostSystem::Premises, CostSystem::Carbon}},
    };
    std::vector<CostShare> shares;
    for (const Group& group : kGroups) {
        Cents sum = 0;
        for (const CostSystem system : group.systems) {
            sum += cost.npv[rowOf(system)];
        }
        shares.push_back({group.label, cost.npvTotal != 0 ? static_cast<double>(sum) /
                                                                static_cast<double>(cost.npvTotal)
                                                          : 0.0});
    }
    return shares;
}

}  // namespace headroom::engine
