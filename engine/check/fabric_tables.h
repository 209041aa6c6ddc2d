// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/fabric/fabric.h"
#include "engine/sheet/sheet.h"

#include <string>
#include <vector>

/// Fabrics as people read them: figures, cables, bill of materials, and what one failure takes.
namespace headroom::engine {

/// Loss by one failure.
struct PartFailure {
    std::string part;              ///< "leaf", "link between groups"
    std::int64_t count = 0;        ///< how many there are of them
    int endpointsCut = 0;          ///< adapters without any way left, at worst
    int serversCut = 0;            ///< of servers, all adapters
    double hostShareLost = 0.0;    ///< of the rate of the adapters on it, where they keep a part
    double bundleShareLost = 0.0;  ///< of the bundle that loses most of its links
    std::string bundle;            ///< tier of that bundle
};

/// Every kind of part of a fabric, the worst of its kind. Work in proportion to links.
std::vector<PartFailure> blastRadii(const FabricNetwork& network, int fabric);

Sheet fabricFigures(const FabricNetwork& network);
Sheet fabricCables(const FabricNetwork& network);
Sheet fabricBill(const FabricNetwork& network);
Sheet fabricBlast(const FabricNetwork& network);
Sheet fabricStorage(const FabricNetwork& network);

}  // namespace headroom::engine
