// SPDX-License-Identifier: Apache-2.0
#include "engine/validate/cost_case.h"

#include "models/core/calendar.h"

#include <array>
#include <cmath>
#include <string>
#include <utility>

namespace headroom::engine {

namespace {

constexpr double kJoulePerKwh = 3.6e6;
constexpr double kMostUsd = 1e15;
constexpr double kMostYears = 100.0;

/// Calls f(reader) for each object of a list; what is not an object is a fault.
template <class F>
void forEachObject(CaseReader& in, const char* key, F&& f) {
    const std::size_t count = in.list(key).size();
    for (std::size_t i = 0; i < count; ++i) {
        CaseReader item = in.objectAt(key, i);
        f(item);
    }
}

double positive(CaseReader& in, const char* key, double most) {
    const double value = in.required(key, 0.0, most);
    if (!(value > 0.0)) {
        in.fail(key, "a number above 0 is expected there");
    }
    return value;
}

/// Money is in dollars: there is no rate of exchange in a case.
void inDollars(CaseReader& in) {
    if (in.has("currency") && in.text("currency") != "USD") {
        in.fail("currency", "no rate of exchange is known here: prices should be in USD");
    }
}

models::TariffPeriod periodOf(CaseReader& in) {
    models::TariffPeriod period;
    if (in.has("months")) {
        period.months = 0;
        for (const int month : in.counts("months")) {
            if (month < 1 || month > 12) {
                in.fail("months", "months from 1 to 12 are expected there");
            } else {
                period.months = static_cast<std::uint16_t>(period.months | 1U << (month - 1));
            }
        }
    }
    if (in.has("days")) {
        const std::string days = in.text("days");
        if (days == "weekdays") {
            period.days = models::TariffDays::Weekdays;
        } else if (days == "weekends") {
            period.days = models::TariffDays::Weekends;
        } else if (days != "all") {
            in.fail("days", "all, weekdays or weekends is expected there");
        }
    }
    period.fromH = in.number("from_h", 0.0, 0.0, 24.0);
    period.toH = in.number("to_h", 24.0, 0.0, 24.0);
    if (period.fromH == period.toH) {
        in.fail("to_h", "the period from from_h to to_h is empty");
    }
    return period;
}

}  // namespace

CashCase cashCase(CaseReader in) {
    CashCase c;
    inDollars(in);
    c.rate = in.required("discount_rate", 0.0, 1.0);
    const double years = in.required("years", 1.0, kMostYears);
    if (years != std::floor(years)) {
        in.fail("years", "a whole number of years is expected there");
    }
    c.years = static_cast<int>(years);
    if (in.has("capital")) {
        forEachObject(in, "capital", [&](CaseReader& item) {
            inDollars(item);
            models::CapitalItem capital;
            capital.usd = item.required("usd", 0.0, kMostUsd);
            capital.firstYear = item.required("year", 0.0, kMostYears);
            capital.lifeYears = item.required("life_years", 0.05, 1000.0);
            capital.escalation = item.number("escalation", 0.0, -0.99, 10.0);
            capital.residualShare = item.number("residual_share", 0.0, 0.0, 1.0);
            c.capital.push_back(capital);
        });
    }
    if (in.has("operation")) {
        forEachObject(in, "operation", [&](CaseReader& item) {
            inDollars(item);
            c.operation.push_back({item.required("usd_per_year", 0.0, kMostUsd),
                                   item.number("escalation", 0.0, -0.99, 10.0), 0});
        });
    }
    c.outputPerYear = in.number("output_per_year", 0.0, 0.0, 1e30);
    return c;
}

models::Loan loanCase(CaseReader in) {
    inDollars(in);
    models::Loan loan;
    loan.usd = in.required("usd", 0.0, kMostUsd);
    loan.rate = in.required("rate", 0.0, 10.0);
    loan.months = static_cast<int>(in.required("months", 1.0, 12.0 * kMostYears));
    return loan;
}

models::OwnOrRent ownOrRentCase(CaseReader in) {
    inDollars(in);
    models::OwnOrRent q;
    q.accelerators = positive(in, "accelerators", 1e9);
    q.capitalUsd = in.required("capital_usd", 0.0, kMostUsd);
    q.fixedUsdPerYear = in.number("fixed_usd_per_year", 0.0, 0.0, kMostUsd);
    q.ownUsdPerUsedHour = in.number("own_usd_per_used_hour", 0.0, 0.0, 1e6);
    q.rentUsdPerHour = in.required("rent_usd_per_hour", 0.0, 1e6);
    // The format has neither resale nor rest: bought once, and worth nothing at the end of its life.
    const double lifeYears = in.required("life_years", 0.05, kMostYears);
    const double rate = in.required("rate", 0.0, 1.0);
    q.ownUsdPerYear = q.capitalUsd / models::annuityFactor(rate, lifeYears) + q.fixedUsdPerYear;
    q.utilisation = in.number("utilisation", 1.0, 0.0, 1.0);
    return q;
}

TariffCase tariffCase(CaseReader in, CaseReader load) {
    TariffCase c;
    inDollars(in);
    forEachObject(in, "energy", [&](CaseReader& row) {
        inDollars(row);
        c.tariff.energy.push_back(
            {periodOf(row), row.required("usd_per_kwh", 0.0, 1e3) / kJoulePerKwh, {}, {}});
    });
    if (in.has("demand")) {
        forEachObject(in, "demand", [&](CaseReader& row) {
            inDollars(row);
            c.tariff.demand.push_back(
                {periodOf(row), row.required("usd_per_kw_month", 0.0, 1e5) / 1e3, {}, {}});
        });
    }
    c.tariff.fixedUsdPerMonth = in.number("fixed_usd_per_month", 0.0, 0.0, kMostUsd);
    if (in.has("power_factor")) {
        CaseReader reactive = in.object("power_factor");
        c.tariff.reactive =
            models::ReactiveRate{reactive.required("at_least", 0.1, 1.0),
                                 reactive.required("usd_per_kvarh", 0.0, 1e3) / kJoulePerKwh};
    }
    c.load.fromS = models::calendarTimeS(load.text("from"));
    if (std::isnan(c.load.fromS)) {
        load.fail("from", "a date and time as 2026-07-01T00:00:00 is expected there");
    }
    c.load.stepS = load.required("step_s", 1.0, 366.0 * 86400.0);
    c.load.powerFactor = load.number("power_factor", 1.0, 0.1, 1.0);
    c.powerW = load.numbers("kw", 0.0, 1e9);
    for (double& power : c.powerW) {
        power *= 1e3;
    }
    if (c.powerW.empty()) {
        load.fail("kw", "at least one interval is expected there");
    }
    c.load.powerW = c.powerW;
    return c;
}

}  // namespace headroom::engine
