// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "engine/document/project.h"
#include "engine/sheet/sheet.h"
#include "models/economics/own_supply.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace headroom::engine {

/// Inputs of own supply from a typical year: 8,760 hours from January 1st on.
struct SupplyHours {
    std::span<const double> loadW;         ///< at the utility's meter, without own supply
    double mostW = 0.0;                    ///< that the facility draws with everything at work
    std::span<const double> usdPerJ;       ///< of energy from the grid
    std::span<const double> carbonKgPerJ;  ///< average of the grid
};

/// A year behind the meter of a project with own supply, hour by hour [W]. In this order: work that
/// may wait goes to better hours of its day, the sun covers what it can, the battery follows price or
/// carbon (models/economics/storage_plan.h), the rest is bought; the agreement is matched with what is
/// bought in the same hour.
///
///   bought + sun = load + into battery + sold
struct SupplyYear {
    models::OwnSupplySpec spec;
    std::vector<double> loadW;     ///< with what was deferred
    std::vector<double> solarW;    ///< made
    std::vector<double> batteryW;  ///< into it; below 0: out of it
    std::vector<double> importW, exportW;
    std::vector<double> matchedW;    ///< of the import: from the agreement, in that hour
    std::vector<double> agreementW;  ///< that it delivers, used or not
    double deferredJ = 0.0;          ///< moved to another hour
    double delayS = 0.0;  ///< mean of what was moved: from its hour to the one it moved to
    std::string sunSource;

    double solarJ() const;
    double matchedJ() const;
    double agreementJ() const;
    double exportJ() const;
    double throughBatteryJ() const;  ///< out of it

    /// Share of the load's energy that own sun, battery and agreement carried in the hour in which it was drawn: the share
    /// of the clock that is carbon-free by contract.
    double hourlyShare() const;
    /// The same energy over the year's load, regardless of the hour; at most 1.
    double yearlyShare() const;
};

/// The project's `own_supply`; nothing where it has none. MON-006: a file that is not a table of a year's hours; MON-011: a
/// solar field where neither the weather file nor the climate tells the sun; MON-012: a battery without power or without
/// energy, or an agreement without a price.
Result<std::optional<SupplyYear>> supplyYear(const Project& project, const Catalogue& catalogue,
                                             const SupplyHours& hours);

/// Energy that it carried, by source, and the shares.
Sheet supplySheet(const SupplyYear& year);

}  // namespace headroom::engine
