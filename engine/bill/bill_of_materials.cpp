// SPDX-License-Identifier: Apache-2.0
#include "engine/bill/bill_of_materials.h"

#include "engine/bill/bill_counter.h"
#include "engine/document/order.h"
#include "engine/document/values.h"
#include "engine/fabric/build_fabric.h"
#include "engine/files/delimited.h"

#include <cmath>

namespace headroom::engine {

BillOfMaterials billOf(const Project& project, const Catalogue& catalogue,
                       const FabricNetwork* network) {
    const Project whole = asBuilt(project);
    BillCounter counter(whole, catalogue);
    counter.racks();
    if (network == nullptr) {
        counter.note("Fabrics are not counted: they have not been built.");
    } else {
        counter.fabrics(*network);
    }
    counter.storage();
    counter.cooling();
    counter.power();
    return counter.take();
}

BillOfMaterials billOf(const Project& project, const Catalogue& catalogue) {
    const Project whole = asBuilt(project);
    const BuiltFabrics built = buildFabrics(whole, catalogue);
    BillOfMaterials bill = billOf(project, catalogue, built.network.get());
    for (const FabricFault& fault : built.faults) {
        const auto& fabrics = built.network->fabrics;
        bill.notes.push_back("Fabric " + fabrics[static_cast<std::size_t>(fault.fabric)].id +
                             " is not counted: " + fault.error.message);
    }
    return bill;
}

std::string billCsv(const BillOfMaterials& bill) {
    std::string text =
        "group,type,part,name,use,quantity,unit,price_each_usd,price_usd,price_status,price_date,"
        "included_in\n";
    const auto money = [](double usd) {
        return std::isnan(usd) ? "no price" : numberText(std::round(usd * 100.0) / 100.0);
    };
    for (const BillItem& item : bill.items) {
        const std::string cells[] = {item.group,
                                     item.type,
                                     item.part,
                                     item.name,
                                     item.use,
                                     numberText(item.quantity),
                                     item.unit,
                                     money(item.eachUsd),
                                     item.includedIn.empty() ? money(item.usd()) : "included",
                                     item.priceStatus,
                                     item.priceDate,
                                     item.includedIn};
        std::string line;
        for (const std::string& cell : cells) {
            line += (&cell == &cells[0] ? "" : ",") + delimitedCell(cell, ',');
        }
        text += line + '\n';
    }
    const std::string sum = "Sum of " + std::to_string(bill.priced) + " lines with a price; " +
                            std::to_string(bill.unpriced) + " lines have no price and " +
                            std::to_string(bill.included) + " are included in others";
    text += ",,,," + delimitedCell(sum, ',') + ",,,," + money(bill.pricedUsd) + ",,,\n";
    for (const std::string& note : bill.notes) {
        text += "note,,,," + delimitedCell(note, ',') + ",,,,,,,\n";
    }
    return text;
}

}  // namespace headroom::engine
