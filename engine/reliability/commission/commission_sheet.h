// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/reliability/commission/commission.h"
#include "engine/sheet/sheet.h"

#include <nlohmann/json_fwd.hpp>

/// Integrated-systems tests as sheets: files are written from them.
namespace headroom::engine {

Sheet commissionFigures(
    const Commission& commission);  ///< state before the tests and counts of verdicts, in one row
Sheet commissionTestSheet(const Commission& commission);  ///< one test a row
Sheet commissionCheckSheet(const CommissionRow& row);     ///< one figure of a test a row

/// The figures, and "tests" with the checks and the story of each.
nlohmann::ordered_json commissionJson(const Commission& commission);

}  // namespace headroom::engine
