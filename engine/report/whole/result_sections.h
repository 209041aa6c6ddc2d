// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/money/cost_tables.h"
#include "engine/validate/validate.h"

#include <string>

/// The parts of a report that other commands compute: their tables, to the digit.
namespace headroom::engine::report {

/// The tables of `cost`.
std::string costHtml(const CostReport& cost);

/// A row a kind of case: how many there are and passed, mean and median error, the worst case; then
/// every row that fails.
std::string validationHtml(const ValidationReport& validation);

}  // namespace headroom::engine::report
