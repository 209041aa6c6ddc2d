// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Whether to own accelerators or to rent them, as two break-evens. A year has 8,760 h, a month 730.
namespace headroom::models {

struct OwnOrRent {
    double accelerators = 0.0;
    double capitalUsd = 0.0;
    double fixedUsdPerYear = 0.0;
    double ownUsdPerUsedHour = 0.0;  ///< of one accelerator: what its use alone costs, as energy
    double rentUsdPerHour = 0.0;     ///< of one accelerator
    double lifeYears = 1.0;
    double rate = 0.0;
    double utilisation = 1.0;  ///< share of the hours in which they work
};

/// Of all hours of so many accelerators: held hours over 8760 n.
double shareOfHours(double heldHoursPerYear, double accelerators);

/// What an hour that an accelerator works costs its owner, at that share of the hours:
///   (capital / A(rate, life) + fixed) / (8760 n u) + running
double ownUsdPerHour(const OwnOrRent& q, double utilisation);

/// What was spent by the end of a month, by owning and by renting the same hours:
///   capital + fixed m / 12 + h m running,   h m rent,   h = 730 n utilisation
double ownUsdBy(const OwnOrRent& q, double month);
double rentUsdBy(const OwnOrRent& q, double month);

/// Share of the hours above which owning is cheaper:
///   u = (capital / A(rate, life) + fixed) / (8760 n (rent - running))
/// Above 1: not even at full use. NaN where renting costs no more than running what one owns.
double breakEvenUtilisation(const OwnOrRent& q);

/// The first month m in which what was spent on owning is no more than on renting the same hours:
/// ownUsdBy() <= rentUsdBy(). NaN where that never comes, or not within a million months. Without interest, and without a second purchase.
double breakEvenMonth(const OwnOrRent& q);

}  // namespace headroom::models
