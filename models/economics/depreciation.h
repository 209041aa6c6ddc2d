// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/economics/economics.h"

namespace headroom::models {

/// What of a price is charged to year `year` (1, 2, …) of a life.
///   straight line      p / life in each whole year, the rest in the last
///   double declining   2 / life of what is left, until equal parts of that over the years left
///                      are more; all is charged at the life's end
/// Source: Park, Contemporary Engineering Economics, 6th ed. 2016, chapter 9.3. Life above 0.
double depreciationUsd(Depreciation method, double usd, double lifeYears, int year);

}  // namespace headroom::models
