// SPDX-License-Identifier: Apache-2.0
#include "engine/bill/bill_counter.h"

#include "engine/document/values.h"
#include "engine/power/network.h"
#include "models/compute/rack.h"
#include "models/compute/server.h"
#include "models/cooling/cdu.h"
#include "models/cooling/immersion_tank.h"
#include "models/facility/cdu_group.h"
#include "models/facility/cooling_loop.h"
#include "models/facility/cxl_pool.h"
#include "models/facility/hall.h"
#include "models/facility/power_unit.h"
#include "models/facility/rack_block.h"
#include "models/facility/storage_group.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace headroom::engine {

namespace {

using models::kNotStated;

constexpr double kOrderedPerM = 10.0;  // lengths of a bill are in tenths of a metre

/// The length to order for a route: the next one up, and whole tens of metres beyond the longest.
double orderedLengthM(double routeM) {
    for (const double length : kCableLengthsM) {
        if (routeM <= length) {
            return length;
        }
    }
    return std::ceil(routeM / 10.0) * 10.0;
}

bool hasPrice(double usd) {
    return !std::isnan(usd);
}

}  // namespace

void BillCounter::add(std::string_view group, std::string_view type, const std::string& part,
                      const std::string& use, double quantity, const std::string& includedIn,
                      const std::string& unit) {
    if (quantity <= 0.0) {
        return;
    }
    const std::string key =
        std::string(type) + '\n' + part + '\n' + use + '\n' + includedIn + '\n' + unit;
    const auto [line, isNew] = lines_.emplace(key, bill_.items.size());
    if (!isNew) {
        bill_.items[line->second].quantity += quantity;
        return;
    }
    BillItem item;
    item.group = group;
    item.type = type;
    item.part = part;
    item.use = use;
    item.quantity = quantity;
    item.unit = unit;
    item.includedIn = includedIn;
    item.name = "part not stated";
    if (const CatalogueEntry* entry = catalogue_.find(type, part)) {
        item.name = entry->name;
        const std::string_view price = unit == "m"    ? "price_usd_per_m"
                                       : unit == "m3" ? "price_usd_per_m3"
                                                      : "price_usd";
        if (const models::Attribute* a = entry->type->find(price)) {
            const auto i = static_cast<std::size_t>(a - entry->type->attributes.data());
            if (const auto* usd = std::get_if<double>(&entry->values[i])) {
                item.eachUsd = *usd;
                item.priceStatus = entry->provenance[i].status;
                item.priceDate = entry->provenance[i].date;
            }
        }
    }
    bill_.items.push_back(std::move(item));
}

void BillCounter::racks() {
    for (const Object* object : project_.objectsOf("rack_block")) {
        const auto block = specOf<models::RackBlockSpec>(*object);
        const auto* rack = catalogue_.spec<models::RackSpec>(block.rack);
        if (rack == nullptr) {
            continue;
        }
        const double racks = static_cast<double>(block.rows) * block.racksPerRow;
        const std::string rackPays = hasPrice(rack->priceUsd) ? "rack " + block.rack : "";
        add("Compute", "rack", block.rack, "racks", racks);
        add("Compute", "psu", rack->shelf, "shelf rectifiers", racks * rack->shelfRectifiers,
            rackPays);
        if (!rack->rearDoor.empty()) {
            add("Cooling", "rear_door", rack->rearDoor, "rear doors", racks);
        }
        if (!rack->tank.empty()) {
            add("Cooling", "immersion_tank", rack->tank, "immersion tanks", racks);
            if (const auto* tank = catalogue_.spec<models::ImmersionTankSpec>(rack->tank);
                tank != nullptr && !std::isnan(tank->volumeM3)) {
                add("Cooling", "fluid", tank->fluid, "filling of tanks", racks * tank->volumeM3, "",
                    "m3");
            }
        }
        const auto* server = catalogue_.spec<models::ServerSpec>(rack->server);
        if (server == nullptr) {
            continue;
        }
        const double servers = racks * rack->servers;
        const std::string serverPays = !rackPays.empty()            ? rackPays
                                       : hasPrice(server->priceUsd) ? "server " + rack->server
                                                                    : "";
        add("Compute", "server", rack->server, "servers", servers, rackPays);
        add("Compute", "accelerator", server->accelerator, "accelerators",
            servers * server->accelerators, serverPays);
        // Servers on a shelf of rectifiers have converters of their own, which the catalogue
        // describes as their power supplies as well.
        add("Compute", "psu", server->psu, "power supplies of servers", servers * server->psus,
            serverPays);
        if (!serverPays.empty()) {
            paidAdapters_[block.fabric] += servers * server->nics;
        }
    }
}

/// Cables, or modules and fibres, of the runs of one kind.
void BillCounter::links(const Fabric& fabric, const std::vector<CableRun>& runs,
                        const std::string& what) {
    struct Class {
        std::int64_t links = 0;
        double metres = 0.0;
    };

    std::map<int, std::map<double, Class>> byPart;
    for (const CableRun& run : runs) {
        if (run.count > 0) {
            Class& each = byPart[run.part][orderedLengthM(run.longestM)];
            each.links += run.count;
            each.metres += run.metres();
        }
    }
    for (const auto& [part, classes] : byPart) {
        const bool isKnown = part >= 0;
        const auto index = static_cast<std::size_t>(std::max(0, part));
        const std::string id = isKnown ? fabric.partIds[index] : "";
        const std::int64_t ports = isKnown ? fabric.parts[index].ports : 1;
        const bool isCable = isKnown && fabric.parts[index].isCable();
        std::int64_t links = 0;
        for (const auto& [lengthM, each] : classes) {
            const std::string upTo = " up to " + numberText(lengthM) + " m";
            // Parts of several links are counted over all lengths; the rounding goes to the last.
            const auto before = (links + ports - 1) / ports;
            links += each.links;
            const auto pieces = static_cast<double>((links + ports - 1) / ports - before);
            if (!isKnown) {
                add("Network", "link_part", "", what + upTo + ", no part reaches",
                    static_cast<double>(each.links));
            } else if (isCable) {
                add("Network", "link_part", id, what + ", cables" + upTo, pieces);
            } else {
                add("Network", "link_part", id,
                    what + ", fibres" + upTo + " (" + std::to_string(each.links) + ")", each.metres,
                    "", "m");
            }
        }
        if (isKnown && !isCable) {
            add("Network", "link_part", id, what + ", modules",
                static_cast<double>((2 * links + ports - 1) / ports));
        }
    }
}

void BillCounter::fabrics(const FabricNetwork& network) {
    for (const Fabric& fabric : network.fabrics) {
        if (fabric.topology == nullptr) {
            continue;
        }
        for (const BillRow& row : fabric.bill) {
            const auto count = static_cast<double>(row.count);
            if (row.what == "adapters") {
                const double paid = std::min(count, paidAdapters_[fabric.id]);
                add("Network", "link_part", fabric.spec.adapter, "adapters", paid,
                    "servers or racks with a price");
                add("Network", "link_part", fabric.spec.adapter, "adapters", count - paid);
            } else if (catalogue_.find("switch", row.part) != nullptr) {
                add("Network", "switch", row.part, row.what, count);
            }
        }
        links(fabric, fabric.hostRuns, "host links");
        links(fabric, fabric.runs, "switch links");
    }
    for (const Object* object : project_.objectsOf("cxl_pool")) {
        const auto pool = specOf<models::CxlPoolSpec>(*object);
        add("Network", "switch", pool.switchPart, "memory pool switches", pool.count);
    }
}

void BillCounter::storage() {
    for (const Object* object : project_.objectsOf("storage_group")) {
        const auto group = specOf<models::StorageGroupSpec>(*object);
        add("Compute", "storage_system", group.system, "storage building blocks", group.count);
    }
}

void BillCounter::rackLiquid() {
    for (const Object* object : project_.objectsOf("cdu_group")) {
        const auto group = specOf<models::CduGroupSpec>(*object);
        const auto* cdu = catalogue_.spec<models::CduSpec>(group.cdu);
        if (cdu == nullptr) {
            continue;
        }
        add("Cooling", "cdu", group.cdu, "CDUs", group.count);
        if (!cdu->pump.empty()) {
            add("Cooling", "pump", cdu->pump, "pumps of CDUs",
                static_cast<double>(group.count) * cdu->pumps, "CDU " + group.cdu);
        }
        double volumeM3 = std::isnan(cdu->volumeM3) ? 0.0 : group.count * cdu->volumeM3;
        for (const Object* other : project_.objectsOf("rack_block")) {
            const auto block = specOf<models::RackBlockSpec>(*other);
            const auto* rack = catalogue_.spec<models::RackSpec>(block.rack);
            if (rack != nullptr && block.cdu == object->id) {
                volumeM3 += rack->coolantM3 * block.rows * block.racksPerRow;
            }
        }
        add("Cooling", "fluid", group.fluid, "filling of CDUs and racks, without pipes", volumeM3,
            "", "m3");
    }
}

void BillCounter::cooling() {
    rackLiquid();
    for (const Object* object : project_.objectsOf("hall")) {
        const auto hall = specOf<models::HallSpec>(*object);
        if (!hall.crah.empty()) {
            add("Cooling", "crah", hall.crah, "air handlers", hall.crahs);
        }
    }
    for (const Object* object : project_.objectsOf("cooling_loop")) {
        const auto loop = specOf<models::CoolingLoopSpec>(*object);
        const auto machine = [&](std::string_view type, const std::string& part, const char* use,
                                 int count) {
            if (!part.empty()) {
                add("Cooling", type, part, use, count);
            }
        };
        machine("cooling_tower", loop.tower, "cooling towers", loop.towers);
        machine("dry_cooler", loop.dryCooler, "dry coolers", loop.dryCoolers);
        machine("chiller", loop.chiller, "chillers", loop.chillers);
        machine("plate_exchanger", loop.economiser, "economisers", loop.economisers);
        machine("pump", loop.pump, "loop pumps", loop.pumps);
        machine("pump", loop.condenserPump, "condenser pumps", loop.condenserPumps);
        if (!std::isnan(loop.volumeM3)) {
            add("Cooling", "fluid", loop.fluid, "filling of loops", loop.volumeM3, "", "m3");
        }
    }
}

void BillCounter::power() {
    std::vector<std::string> halls;
    for (const Object* object : project_.objectsOf("hall")) {
        halls.push_back(object->id);
    }
    for (const Object* object : project_.objectsOf("power_unit")) {
        const auto unit = specOf<models::PowerUnitSpec>(*object);
        for (const models::ComponentType* type : models::catalogueTypes()) {
            const std::string_view target = object->type->find("part")->target;
            bool isMeant = false;
            models::forEachTarget(target, [&](std::string_view id) { isMeant |= id == type->id; });
            if (isMeant && catalogue_.find(type->id, unit.part) != nullptr) {
                add("Power", type->id, unit.part,
                    type->id == "ups" ? "UPS modules" : std::string(type->label),
                    static_cast<double>(unit.count) * unit.modules);
                break;
            }
        }
    }
    const auto network = buildPowerNetwork(project_, catalogue_, halls, {}, {});
    if (!network) {
        note("Breakers and power cables are not counted: " + network.error().front().message);
        return;
    }
    for (const PowerEdge& edge : network->edges) {
        const PowerUnit& to = network->units[static_cast<std::size_t>(edge.to)];
        const auto& spec = network->arrays[static_cast<std::size_t>(to.array)].spec;
        if (edge.breaker >= 0) {
            add("Power", "breaker", spec.breaker, "incoming breakers", 1.0);
        }
        if (edge.cable >= 0) {
            add("Power", "cable", spec.cable, "incoming cables", spec.cableM, "", "m");
        }
    }
}

BillOfMaterials BillCounter::take() {
    std::stable_sort(
        bill_.items.begin(), bill_.items.end(), [](const BillItem& a, const BillItem& b) {
            const auto rank = [](const std::string& group) {
                return group == "Compute" ? 0 : group == "Network" ? 1 : group == "Cooling" ? 2 : 3;
            };
            return rank(a.group) < rank(b.group);
        });
    for (BillItem& item : bill_.items) {
        if (item.unit == "m") {
            // Ways are planned, not measured: nobody orders a tenth of a millimetre.
            item.quantity = std::round(item.quantity * kOrderedPerM) / kOrderedPerM;
        }
        if (!item.includedIn.empty()) {
            ++bill_.included;
        } else if (item.isPriced()) {
            ++bill_.priced;
            bill_.pricedUsd += item.usd();
        } else {
            ++bill_.unpriced;
        }
    }
    return std::move(bill_);
}

}  // namespace headroom::engine
