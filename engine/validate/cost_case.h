// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/validate/case_reader.h"
#include "models/economics/cash_plan.h"
#include "models/economics/own_or_rent.h"
#include "models/economics/present_value.h"
#include "models/economics/tariff.h"

#include <vector>

/// The questions of a file of kind `cost`, in the terms of models/money. An impossible value is refused with its place: a
/// negative rate or price, a horizon that is not of 1 to 100 years, an hour, month or kind of day that does not exist,
/// another currency than dollars.
namespace headroom::engine {

struct CashCase {
    double rate = 0.0;
    int years = 1;
    std::vector<models::CapitalItem> capital;
    std::vector<models::RunningItem> operation;
    double outputPerYear = 0.0;  ///< 0 if not stated
};

CashCase cashCase(CaseReader in);
models::Loan loanCase(CaseReader in);
models::OwnOrRent ownOrRentCase(CaseReader in);

struct TariffCase {
    models::Tariff tariff;
    models::MeteredLoad load;  ///< its powers are those of `powerW`
    std::vector<double> powerW;
};

TariffCase tariffCase(CaseReader tariff, CaseReader load);

}  // namespace headroom::engine
