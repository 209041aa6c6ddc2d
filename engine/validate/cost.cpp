// SPDX-License-Identifier: Apache-2.0
#include "engine/base/json.h"
#include "engine/validate/cost_case.h"
#include "engine/validate/expected.h"
#include "engine/validate/kinds.h"

#include <fmt/format.h>

#include <limits>
#include <map>
#include <string>
#include <utility>

namespace headroom::engine {

namespace {

using Answers = std::map<std::string, double>;

Answers answersOf(const CashCase& c) {
    double npv = 0.0;
    for (const models::CapitalItem& item : c.capital) {
        npv += models::presentUsd(item, c.years, c.rate);
    }
    for (const models::RunningItem& item : c.operation) {
        npv += models::presentUsd(item, c.years, c.rate);
    }
    const double factor = models::annuityFactor(c.rate, c.years);
    Answers answers = {{"npv_usd", npv}, {"annualised_usd", npv / factor}};
    if (c.outputPerYear > 0.0) {
        answers["usd_per_output"] = npv / (c.outputPerYear * factor);
    }
    return answers;
}

Answers answersOf(const models::Loan& loan) {
    return {{"monthly_usd", loan.monthlyUsd()}, {"interest_usd", loan.interestUsd()}};
}

Answers answersOf(const models::OwnOrRent& q) {
    return {{"break_even_utilisation", models::breakEvenUtilisation(q)},
            {"break_even_month", models::breakEvenMonth(q)}};
}

Answers answersOf(const models::TariffBill& bill) {
    return {{"energy_usd", bill.energyUsd},     {"demand_usd", bill.demandUsd},
            {"reactive_usd", bill.reactiveUsd}, {"fixed_usd", bill.fixedUsd},
            {"bill_usd", bill.usd()},           {"mean_usd_per_kwh", 3.6e6 * bill.meanUsdPerJ()}};
}

/// The answers of one case, and in `note` where they come from.
Answers answer(CaseReader& in, std::string& note) {
    if (in.has("cash")) {
        note = "present value of purchases, resale, rest and operation";
        const auto question = cashCase(in.object("cash"));
        return in.failed() ? Answers{} : answersOf(question);
    }
    if (in.has("loan")) {
        note = "equal monthly payments";
        const auto question = loanCase(in.object("loan"));
        return in.failed() ? Answers{} : answersOf(question);
    }
    if (in.has("own_or_rent")) {
        note = "annuity against rent; spent so far against rent so far";
        const auto question = ownOrRentCase(in.object("own_or_rent"));
        return in.failed() ? Answers{} : answersOf(question);
    }
    if (in.has("tariff")) {
        CaseReader load = in.object("load");
        const TariffCase c = tariffCase(in.object("tariff"), load);
        if (in.failed()) {
            return {};
        }
        models::MeteredLoad metered = c.load;
        metered.powerW = c.powerW;
        const models::TariffBill bill = models::tariffBill(c.tariff, metered);
        if (bill.unpriced) {
            load.fail("kw", fmt::format("the tariff has a gap: no row of energy fits interval {}",
                                        *bill.unpriced));
        }
        note =
            fmt::format("{} intervals; calendar months touched: {}", c.powerW.size(), bill.months);
        return answersOf(bill);
    }
    in.fail("cash", "cash, loan, tariff with load, or own_or_rent is expected there");
    return {};
}

void compareAll(const CaseFile& file, const std::string& id, const Answers& answers,
                const std::vector<Expected>& expected, const std::string& note, Rows& rows) {
    for (const Expected& x : expected) {
        const auto got = answers.find(x.quantity);
        if (got == answers.end()) {
            std::string known;
            for (const auto& [name, value] : answers) {
                known += (known.empty() ? "" : ", ") + name;
            }
            rows.push_back(
                notExpressedRow(file, id, x.quantity, x.unit, x.value, "the case yields " + known));
        } else if (!x.value) {
            // Null if there is no such month or utilisation.
            ValidationRow row =
                comparedRow(file, id,
                            {x.quantity, x.unit, std::numeric_limits<double>::quiet_NaN(),
                             got->second, std::nullopt},
                            note);
            row.expected.reset();
            row.errorPct.reset();
            row.verdict = row.got ? Verdict::Fail : Verdict::Pass;
            rows.push_back(std::move(row));
        } else {
            rows.push_back(comparedRow(
                file, id, {x.quantity, x.unit, *x.value, got->second, x.limit(*x.value)}, note));
        }
    }
}

}  // namespace

Result<void> validateCost(const CaseFile& file, Rows& rows) {
    auto text = readTextFile(file.path);
    if (!text) {
        return tl::unexpected(std::move(text.error()));
    }
    const nlohmann::json json = parseJson<nlohmann::json>(*text);
    if (!json.is_object()) {
        return tl::unexpected(caseError(file.path, "", "an object is expected there"));
    }
    std::optional<Error> fault;
    CaseReader in(json, "", file.path, fault);
    const std::size_t count = in.list("cases").size();
    for (std::size_t i = 0; i < count && !fault; ++i) {
        CaseReader entry = in.objectAt("cases", i);
        if (fault) {
            break;
        }
        const std::string id =
            entry.has("case") ? entry.text("case") : fmt::format("{}/{}", file.stem(), i);
        std::string note;
        const Answers answers = answer(entry, note);
        const auto expected =
            expectedOf(json["cases"][i], fmt::format("/cases/{}", i), file, fault);
        if (!fault) {
            compareAll(file, id, answers, expected, note, rows);
        }
    }
    if (fault) {
        return tl::unexpected(std::move(*fault));
    }
    return {};
}

}  // namespace headroom::engine
