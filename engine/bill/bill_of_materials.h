// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "engine/document/project.h"

#include <limits>
#include <string>
#include <vector>

/// Purchases for a project: every part of the catalogue that it names, and the parts that those name.
namespace headroom::engine {

struct FabricNetwork;

/// One line of the bill.
struct BillItem {
    std::string group;  ///< "Compute", "Network", "Cooling", "Power"
    std::string type;   ///< component type: "server"
    std::string part;   ///< catalogue id; empty means nothing that fits
    std::string name;   ///< of the part, for people
    std::string use;    ///< "leaf switches", "host links, cables up to 5 m"
    double quantity = 0.0;
    std::string unit = "pieces";                                ///< or "m", "m3"
    double eachUsd = std::numeric_limits<double>::quiet_NaN();  ///< NaN: the catalogue has no price
    std::string priceStatus;  ///< of the figure: "verified", "secondary", …
    std::string priceDate;    ///< of its source: "2026-08"
    std::string includedIn;   ///< what its price is part of already: "rack gb200-nvl72"

    bool isPriced() const { return eachUsd == eachUsd && includedIn.empty(); }

    /// NaN where it has no price; 0 where another line pays for it.
    double usd() const { return includedIn.empty() ? quantity * eachUsd : 0.0; }
};

struct BillOfMaterials {
    std::vector<BillItem> items;                 ///< by group, in the order of the project
    std::vector<std::string> notes;              ///< what could not be counted, and why
    double pricedUsd = 0.0;                      ///< sum of the lines with a price
    int priced = 0, unpriced = 0, included = 0;  ///< lines
};

/// Lengths that cables are ordered in [m].
inline constexpr double kCableLengthsM[] = {0.5, 1,  1.5, 2,  2.5, 3,  5,  7,
                                            10,  15, 20,  30, 50,  70, 100};

/// Counts all parts; uses of blocks are written out first. `network`: of buildFabrics() for
/// asBuilt(project); null means cables and switches are left out, and a note says so.
///
/// Assumption: the price of a rack includes its servers, that of a server its accelerators, power
/// supplies and adapters, that of a CDU its pumps: what is included is listed and not added.
/// Cables are ordered at the length of the longest one of their bundle, the next length up; their
/// metres are those of the routes. Breakers and power cables: one on each incomer of the wiring.
BillOfMaterials billOf(const Project& project, const Catalogue& catalogue,
                       const FabricNetwork* network);

/// The bill with its fabrics built for the purpose.
BillOfMaterials billOf(const Project& project, const Catalogue& catalogue);

/// Comma separated, one line an item, then the notes; currency and units in the heading.
std::string billCsv(const BillOfMaterials& bill);

}  // namespace headroom::engine
