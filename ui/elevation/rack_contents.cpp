// SPDX-License-Identifier: Apache-2.0
#include "ui/elevation/rack_contents.h"

#include "models/compute/rack.h"
#include "models/compute/server.h"
#include "models/facility/fabric.h"
#include "models/facility/rack_block.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace headroom::ui {

namespace {

std::string nameOf(const engine::Catalogue& catalogue, std::string_view type,
                   const std::string& id) {
    const engine::CatalogueEntry* entry = catalogue.find(type, id);
    return entry == nullptr || entry->name.empty() ? id : entry->name;
}

std::string nameOf(const engine::Project& project, const std::string& id) {
    const engine::Object* object = project.find(id);
    if (object != nullptr && object->type->find("name") != nullptr) {
        if (const auto* name = std::get_if<std::string>(&object->value("name"));
            name != nullptr && !name->empty()) {
            return *name;
        }
    }
    return id;
}

void placeServers(RackContents& rack) {
    if (rack.server.isTank || !std::isfinite(rack.server.heightU)) {
        return;
    }
    double atU = 0.0;
    std::array<int, 3> placed{};
    const auto add = [&](RackSlot::What what, int count, double heightU) {
        for (int i = 0; i < count; ++i) {
            rack.places.push_back({atU, heightU, what, ++placed[static_cast<std::size_t>(what)]});
            atU += heightU;
        }
    };
    const int foot = (rack.shelves + 1) / 2;
    const int below = rack.switchTrays > 0 ? std::min(rack.serversBelow, rack.servers) : 0;
    add(RackSlot::What::Shelf, foot, 1.0);
    add(RackSlot::What::Server, below, rack.server.heightU);
    add(RackSlot::What::SwitchTray, rack.switchTrays, 1.0);
    add(RackSlot::What::Server, rack.servers - below, rack.server.heightU);
    add(RackSlot::What::Shelf, rack.shelves - foot, 1.0);
}

}  // namespace

double RackContents::usedU() const {
    return std::isfinite(server.heightU) ? servers * server.heightU + switchTrays + shelves
                                         : models::kNotStated;
}

std::optional<double> RackContents::freeU() const {
    if (unitsU == 0 || !std::isfinite(server.heightU)) {
        return std::nullopt;
    }
    return unitsU - usedU();
}

std::optional<double> RackContents::centreOfGravityM() const {
    const double load = servers * server.massKg;
    if (places.empty() || !(massKg > 0.0) || !std::isfinite(load) || load > massKg ||
        !std::isfinite(heightM) || unitsU == 0 || unitsU * kRackUnitM > heightM) {
        return std::nullopt;
    }
    // The units are in the middle of the height that the frame leaves over them.
    const double bottomM = (heightM - unitsU * kRackUnitM) / 2.0;
    double middles = 0.0;
    for (const RackSlot& slot : places) {
        middles += slot.what == RackSlot::What::Server ? slot.fromU + slot.heightU / 2.0 : 0.0;
    }
    const double serversM = bottomM + middles / servers * kRackUnitM;
    return (load * serversM + (massKg - load) * heightM / 2.0) / massKg;
}

std::optional<RackContents> contentsOf(const engine::Project& project,
                                       const engine::Catalogue& catalogue,
                                       const std::string& blockId) {
    const engine::Object* object = project.find(blockId);
    if (object == nullptr || object->type->id != "rack_block") {
        return std::nullopt;
    }
    const auto block = engine::specOf<models::RackBlockSpec>(*object);
    const auto* rack = catalogue.spec<models::RackSpec>(block.rack);
    const auto* server =
        rack == nullptr ? nullptr : catalogue.spec<models::ServerSpec>(rack->server);
    if (server == nullptr) {
        return std::nullopt;
    }
    RackContents contents;
    contents.rackName = nameOf(catalogue, "rack", block.rack);
    contents.server.name = nameOf(catalogue, "server", rack->server);
    contents.server.accelerator = nameOf(catalogue, "accelerator", server->accelerator);
    contents.servers = rack->servers;
    contents.server.accelerators = server->accelerators;
    contents.server.adapters = server->nics;
    contents.server.supplies = server->psus;
    contents.unitsU = rack->unitsU;
    contents.server.heightU = server->heightU;
    contents.heightM = rack->heightM;
    contents.ratedPowerW = rack->ratedPowerW;
    contents.server.nameplateW = server->nameplateW;
    contents.sharedPowerW = rack->extraMaxW;
    contents.shelfName = rack->shelf.empty() ? "" : nameOf(catalogue, "psu", rack->shelf);
    contents.rectifiers = rack->shelf.empty() ? 0 : rack->shelfRectifiers;
    contents.shelves = rack->shelves;
    contents.switchTrays = rack->switchTrays;
    contents.serversBelow = rack->serversBelow;
    contents.massKg = rack->massKg;
    contents.server.massKg = server->massKg;
    contents.server.isLiquid = server->cooling == models::CoolingKind::Liquid;
    contents.server.isTank = server->cooling == models::CoolingKind::Immersion;
    contents.rearDoor =
        rack->rearDoor.empty() ? "" : nameOf(catalogue, "rear_door", rack->rearDoor);
    if (const engine::Object* fabric = project.find(block.fabric);
        fabric != nullptr && fabric->type->id == "fabric") {
        const auto spec = engine::specOf<models::FabricSpec>(*fabric);
        contents.scaleUp =
            spec.scaleUp.empty() ? "" : nameOf(catalogue, "interconnect", spec.scaleUp);
    }
    for (const std::string& feed : block.feeds) {
        contents.feeds.push_back(nameOf(project, feed));
    }
    contents.cords = block.cords == 0 ? static_cast<int>(block.feeds.size()) : block.cords;
    placeServers(contents);
    return contents;
}

}  // namespace headroom::ui
