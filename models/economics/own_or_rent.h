// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Whether to own accelerators or to rent them, as two break-evens. A year has 8,760 h, a month 730.
///
/// Units: dollars (or any one currency), accelerator hours. Validity: the yearly cost of the owner does not depend
/// on use but for `ownUsdPerUsedHour`. Source: break-even volume = fixed cost / (price - unit cost), Park,
/// Contemporary Engineering Economics, 6th ed. 2016, chapter 8; yearly cost as in cash_plan.h.
namespace headroom::models {

struct OwnOrRent {
    double accelerators = 0.0;
    /// Cost of a year of owning, regardless of the use: present value of purchases, renewals, resale, rest and
    /// operation (cash_plan.h) over the annuity factor of the same years.
    double ownUsdPerYear = 0.0;
    double ownUsdPerUsedHour =
        0.0;                      ///< of one accelerator: cost of its use alone, in no other figure
    double rentUsdPerHour = 0.0;  ///< of one accelerator
    double utilisation = 1.0;     ///< share of the hours in which they work
    // Cash, for the month of break-even alone.
    double capitalUsd = 0.0;       ///< spent at the start
    double fixedUsdPerYear = 0.0;  ///< spent on operation in each year
};

/// Share of all hours of n accelerators: held hours over 8760 n.
double shareOfHours(double heldHoursPerYear, double accelerators);

/// Cost to the owner of an hour that an accelerator works, at that share of the hours:
///   own / (8760 n u) + running
double ownUsdPerHour(const OwnOrRent& q, double utilisation);

/// Cash spent by the end of a month, by owning and by renting the same hours:
///   capital + fixed m / 12 + h m running,   h m rent,   h = 730 n utilisation
double ownUsdBy(const OwnOrRent& q, double month);
double rentUsdBy(const OwnOrRent& q, double month);

/// Share of the hours above which owning is cheaper, the u at which ownUsdPerHour() is the rent:
///   u = own / (8760 n (rent - running))
/// Above 1: not even at full use. NaN where renting costs no more than running what one owns.
double breakEvenUtilisation(const OwnOrRent& q);

/// The first month m in which the cash spent on owning is no more than on renting the same hours:
/// ownUsdBy() <= rentUsdBy(). NaN where that never comes, or not within a million months. Without interest, and without a second purchase.
double breakEvenMonth(const OwnOrRent& q);

}  // namespace headroom::models
