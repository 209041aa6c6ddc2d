// SPDX-License-Identifier: Apache-2.0
#include "engine/money/cost_tables.h"

#include "engine/money/training_runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace headroom::engine {

namespace {

using models::Cents;
using Row = std::vector<SheetCell>;

double whole(Cents cents) {
    return models::usdOf(cents);
}

std::string currencyOf(const CostReport& r) {
    return moneyUnit(*r.basis);
}

const Rate* rateOf(const CostReport& r, const std::string& id) {
    const auto rate = r.rates->used().find(id);
    return rate == r.rates->used().end() ? nullptr : &rate->second;
}

Row lineRow(const CostReport& r, const char* kind, CostSystem system, const std::string& what,
            const std::string& part, double quantity, const std::string& unit,
            const std::string& rateId, Cents amount) {
    Row row = {kind, std::string(systemLabel(system)), what, part, quantity, unit, rateId};
    if (const Rate* rate = rateOf(r, rateId)) {
        row.insert(row.end(), {rate->value, rate->low, rate->high, std::string(rate->unit.symbol),
                               whole(amount), rate->status, rate->date, rate->source});
    } else {
        row.insert(row.end(), {std::nan(""), std::nan(""), std::nan(""), std::string(),
                               whole(amount), std::string(), std::string(), std::string()});
    }
    return row;
}

}  // namespace

std::string costHeading(const CostReport& r) {
    const CostBasis& b = *r.basis;
    const models::EconomicsSpec& e = b.economics;
    std::string text = fmt::format(
        "{}, {}. {} years at {:g} % a year, {} of {}, {}. Energy: {}{}. Year of {} simulated days: "
        "{:.1f} MWh, PUE {:.3f}.",
        r.project, b.site, e.years, 100.0 * e.discountRate, e.currency, r.rates->priceYear(),
        models::premisesLabel(e.premises), b.prices.source,
        b.prices.priceYear > 0 ? fmt::format(" ({})", b.prices.priceYear) : "", b.year.days,
        b.year.sums[Sum::FacilityJ] / models::unit::megawattHour.toSi,
        b.year.sums[Sum::FacilityJ] / b.year.sums[Sum::ItJ]);
    if (b.perUsd != 1.0) {
        text += fmt::format(" {:g} {} for one USD ({}).", b.perUsd, e.currency, b.exchange);
    }
    for (const auto& [file, notes] :
         {std::pair(e.priceFile, &b.prices.notes), std::pair(e.carbonFile, &b.carbon.notes)}) {
        if (!notes->empty()) {
            text += fmt::format("\n{}:", file);
        }
        for (const std::string& note : *notes) {
            text += ' ' + note;
        }
    }
    return text;
}

Sheet systemsSheet(const CostReport& r) {
    const std::string money = currencyOf(r);
    const double itKw = r.basis->design[Sum::ItJ] / models::unit::kilowatt.toSi;
    const double accelerators = r.basis->design[Sum::Accelerators];
    Sheet sheet{
        "Systems",
        "Cost by system",
        std::string("Capital of the first build") +
            (r.cost->leased != 0
                 ? fmt::format(", {:.0f} of it leased and paid year by year", whole(r.cost->leased))
                 : std::string{}) +
            "; total and present value over the horizon. Resale and residual value are taken off "
            "each system, and are a line of their own.",
        {"system", "capital " + money, money + "/kW", money + "/accelerator", "total " + money,
         "present value " + money, "%"},
        {}};
    const auto add = [&](const std::string& label, Cents capital, Cents tco, Cents npv) {
        const double all = whole(r.cost->npvTotal);
        sheet.rows.push_back({label, whole(capital), std::round(whole(capital) / itKw),
                              std::round(whole(capital) / accelerators), whole(tco), whole(npv),
                              all != 0.0 ? std::round(1000.0 * whole(npv) / all) / 10.0 : 0.0});
    };
    for (std::size_t s = 0; s < r.cost->npv.size(); ++s) {
        Cents capital = 0;
        for (const CapitalLine& line : r.cost->capital.lines) {
            capital += static_cast<std::size_t>(line.system) == s ? line.amount : 0;
        }
        if (capital != 0 || r.cost->tco[s] != 0) {
            add(std::string(systemLabel(static_cast<CostSystem>(s))), capital, r.cost->tco[s],
                r.cost->npv[s]);
        }
    }
    double backPresentUsd = 0.0;
    const Cents back = r.cost->back(r.basis->economics.discountRate, &backPresentUsd);
    if (back != 0) {
        const double none = std::nan("");
        sheet.rows.push_back({"Spent over the horizon", none, none, none,
                              whole(r.cost->tcoTotal - back),
                              whole(r.cost->npvTotal) - std::round(backPresentUsd), none});
        sheet.rows.push_back({"Resale and residual value", none, none, none, whole(back),
                              std::round(backPresentUsd), none});
    }
    add("Sum", r.cost->capital.total, r.cost->tcoTotal, r.cost->npvTotal);
    return sheet;
}

Sheet runningSheet(const CostReport& r) {
    Sheet sheet{"Operation",
                "A year of operation",
                "The first whole year, all phases built.",
                {"system", "what", "quantity", "unit", "rate", "a year " + currencyOf(r)},
                {}};
    Cents sum = 0;
    for (const RunningLine& line : r.cost->running) {
        sheet.rows.push_back({std::string(systemLabel(line.system)), line.what, line.quantity,
                              line.unit, line.rate, whole(line.amount)});
        sum += line.amount;
    }
    sheet.rows.push_back({"Sum", "", std::nan(""), "", "", whole(sum)});
    return sheet;
}

Sheet yearsSheet(const CostReport& r) {
    const std::string money = currencyOf(r);
    Sheet sheet{
        "Years",
        "Money year by year",
        "Sums of each year, 0 is the start; taken as paid at its end, but instalments and leases "
        "at the end of "
        "each month. Back: resale, and at the end what is left.",
        {"year", "capital " + money, "operation " + money, "back " + money, "sum " + money,
         "so far " + money, "of it leases " + money, "depreciation " + money, "interest " + money,
         "principal " + money, "taxes saved " + money, "owner " + money},
        {}};
    Cents soFar = 0;
    for (const CostYear& year : r.cost->years) {
        Cents capital = 0, operation = 0;
        for (std::size_t s = 0; s < year.spent.size(); ++s) {
            (isOperation(static_cast<CostSystem>(s)) ? operation : capital) += year.spent[s];
        }
        soFar += year.total();
        sheet.rows.push_back({static_cast<double>(year.year), whole(capital), whole(operation),
                              whole(year.back), whole(year.total()), whole(soFar),
                              whole(year.leases), whole(year.depreciation), whole(year.interest),
                              whole(year.principal + year.lent), whole(-year.tax),
                              whole(year.owner())});
    }
    return sheet;
}

Sheet outputsSheet(const CostReport& r) {
    const std::string money = currencyOf(r);
    Sheet sheet{"Outputs",
                "Cost of one unit",
                "Present value over the annuity factor, by what a year yields; low and high as far "
                "as the rates move it, nine times in ten.",
                {"output", "a year", "unit", money, "low", "high", "of what"},
                {}};
    const double share =
        r.cost->npvTotal != 0 ? r.spread->halfWidth / whole(r.cost->npvTotal) : 0.0;
    const auto digits = [](double value) {
        if (!(value > 0.0)) {
            return value;
        }
        const double scale = std::pow(10.0, 3.0 - std::floor(std::log10(value)));
        return std::round(value * scale) / scale;
    };
    for (const CostOutput& o : r.cost->outputs) {
        if (o.perYear > 0.0) {
            sheet.rows.push_back({o.label, digits(o.perYear), o.unit, digits(o.each),
                                  digits(o.each * (1.0 - share)), digits(o.each * (1.0 + share)),
                                  o.why});
        }
    }
    return sheet;
}

Sheet sharesSheet(const CostReport& r) {
    Sheet sheet{"Shares", "Shares of the present value", "", {"of what", "%"}, {}};
    for (const CostShare& share : costShares(*r.cost)) {
        sheet.rows.push_back({std::string(share.label), std::round(1000.0 * share.share) / 10.0});
    }
    return sheet;
}

std::vector<RateEffect> allEffects(const CostReport& r) {
    std::vector<RateEffect> effects = r.spread->effects;
    if (r.breakEvens != nullptr) {
        for (const BreakEven& even : *r.breakEvens) {
            effects.insert(effects.end(), even.effects.begin(), even.effects.end());
        }
    }
    std::stable_sort(effects.begin(), effects.end(), [](const RateEffect& a, const RateEffect& b) {
        return a.swing() > b.swing();
    });
    return effects;
}

Sheet tornadoSheet(const CostReport& r, std::size_t most) {
    const std::string money = currencyOf(r);
    Sheet sheet{"Tornado",
                "Rates that matter most",
                "Present value with one rate at its low and at its high end, less the present one: "
                "of the project "
                "(own), and of the rent of its used hours at each offer.",
                {"of", "rate", "value", "unit", "low", "high", "at low " + money,
                 "at high " + money, "status", "source"},
                {}};
    const auto whole = [](double usd) -> SheetCell {
        return std::isfinite(usd) ? SheetCell(std::round(usd)) : SheetCell("no work is kept");
    };
    for (const RateEffect& e : allEffects(r)) {
        if (sheet.rows.size() == most) {
            break;
        }
        sheet.rows.push_back({e.of, e.rate.id, e.rate.value, std::string(e.rate.unit.symbol),
                              e.rate.low, e.rate.high, whole(e.low), whole(e.high), e.rate.status,
                              e.rate.source + (e.rate.hasRange ? "" : " (range: 10 %)")});
    }
    return sheet;
}

Sheet linesSheet(const CostReport& r) {
    const std::string money = currencyOf(r);
    Sheet sheet{"Lines",
                "Every line",
                "Quantity times rate; shares are of the sum in quantity. " + costHeading(r),
                {"kind", "system", "what", "part", "quantity", "unit", "rate", "value", "low",
                 "high", "rate unit", "amount " + money, "status", "date", "source"},
                {}};
    for (const CapitalLine& line : r.cost->capital.lines) {
        sheet.rows.push_back(lineRow(r, "capital", line.system, line.what, line.part, line.quantity,
                                     line.unit, line.rate, line.amount));
    }
    for (const RunningLine& line : r.cost->running) {
        sheet.rows.push_back(lineRow(r, "a year", line.system, line.what, {}, line.quantity,
                                     line.unit, line.rate, line.amount));
    }
    return sheet;
}

std::vector<Sheet> costSheets(const CostReport& r) {
    std::vector<Sheet> sheets = {systemsSheet(r),
                                 runningSheet(r),
                                 yearsSheet(r),
                                 outputsSheet(r),
                                 sharesSheet(r),
                                 tornadoSheet(r, allEffects(r).size()),
                                 carbonSheet(*r.carbon, r.basis->economics.years)};
    if (!r.basis->year.trainings.empty()) {
        sheets.push_back(
            trainingRunsSheet(trainingRuns(*r.basis, *r.cost, *r.carbon), currencyOf(r)));
    }
    if (r.basis->supply) {
        sheets.push_back(supplySheet(*r.basis->supply));
    }
    if (r.followed != nullptr) {
        sheets.push_back(followSheet(*r.followed, *r.basis, *r.follow));
    }
    if (r.breakEvens != nullptr) {
        sheets.push_back(breakEvenSheet(*r.breakEvens, currencyOf(r)));
    }
    if (r.places != nullptr) {
        sheets.push_back(placesSheet(*r.places, *r.basis));
    }
    sheets.push_back(linesSheet(r));
    return sheets;
}

}  // namespace headroom::engine
