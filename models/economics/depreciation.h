// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/economics/economics.h"

namespace headroom::models {

/// Share of a price charged to year `year` (1, 2, …) of a life.
///   straight line      p / life in each whole year, the rest in the last
///   double declining   2 / life of what is left, until equal parts of that over the years left
///                      are more; all is charged at the life's end
///   MACRS              the tax law of the United States, life: the recovery period of its class, 3 to 50
///                      years. It begins in the middle of the first year, and ends half a year later.
///                        up to 10 years   double declining, then equal parts
///                        up to 20 years   the same with 1.5 in place of 2
///                        above            equal parts, from the middle of the first month on
/// Sources: Park, Contemporary Engineering Economics, 6th ed. 2016, chapter 9.3 and 9.4; IRS, Publication 946,
/// tables A-1 and A-7a. Life above 0.
double depreciationUsd(Depreciation method, double usd, double lifeYears, int year);

}  // namespace headroom::models
