// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/money/cost_tables.h"
#include "engine/report/report_tree.h"
#include "engine/validate/validate.h"

/// The parts of a report that other commands compute: their tables, to the digit.
namespace headroom::engine::report {

/// The tables of `cost`.
Section costSection(const CostReport& cost);

/// A row a kind of case: how many there are and passed, mean and median error, the worst case; then
/// every row that fails.
Section validationSection(const ValidationReport& validation);

}  // namespace headroom::engine::report
