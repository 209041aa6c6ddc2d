// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/bill/bill_of_materials.h"
#include "engine/fabric/fabric.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace headroom::engine {

/// Adds up a bill; each function one trade. The project has its blocks written out.
class BillCounter {
  public:
    BillCounter(const Project& project, const Catalogue& catalogue)
        : project_(project), catalogue_(catalogue) {}

    void racks();
    void fabrics(const FabricNetwork& network);
    void storage();
    void cooling();
    void power();

    void note(std::string text) { bill_.notes.push_back(std::move(text)); }

    BillOfMaterials take();

  private:
    /// Adds to the line of the same part and use, or begins one.
    void add(std::string_view group, std::string_view type, const std::string& part,
             const std::string& use, double quantity, const std::string& includedIn = {},
             const std::string& unit = "pieces");
    void links(const Fabric& fabric, const std::vector<CableRun>& runs, const std::string& what);
    void rackLiquid();

    const Project& project_;
    const Catalogue& catalogue_;
    BillOfMaterials bill_;
    std::map<std::string, std::size_t> lines_;    ///< by part, use and payer
    std::map<std::string, double> paidAdapters_;  ///< by fabric: in servers with a price
};

}  // namespace headroom::engine
