// SPDX-License-Identifier: Apache-2.0
#include "engine/air/field/study.h"

#include "engine/base/index.h"
#include "engine/plant/plant.h"
#include "engine/resolve/design.h"
#include "models/cooling/equipment_mass.h"
#include "models/cooling/rear_door_heat.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace headroom::engine {

namespace {

/// Air through one rack: proportional to its heat, from the fans' smallest speed to the design's.
double fanAirM3PerS(const DesignBlock& b, double load) {
    const double least = b.rack->servers * b.server->fanMinSpeed * b.server->fanAirflowM3PerS;
    return std::max(load * b.fanAirM3PerS, std::min(least, b.fanAirM3PerS));
}

/// As in the simulation (engine/run/cooling): what server fans draw, and more for heat that no server's fan moves.
double supplyM3PerS(const DesignHall& h, const HallAirPlan& plan, double rackM3PerS,
                    double fanlessM3PerS, int off) {
    const double rated = std::max(0, h.spec.crahs - off) * h.crah->airflowM3PerS;
    if (rated <= 0.0) {
        return 0.0;
    }
    const double wanted = plan.supplyFor(rackM3PerS, fanlessM3PerS);
    return rated * std::clamp(wanted / rated, h.crah->fanMinSpeed, 1.0);
}

/// A study of a compiled design, in one state of its halls.
class StudyBuilder {
  public:
    StudyBuilder(const Design& design, const Plant& plant, const AirStudyOptions& options)
        : design_(design), plant_(plant), options_(options) {
        study_.layout = plant.layout;
        for (const std::string& id : study_.layout.blocks) {
            const auto found =
                std::find_if(design.blocks.begin(), design.blocks.end(),
                             [&](const DesignBlock& b) { return b.object->id == id; });
            blocks_.push_back(found == design.blocks.end() ? nullptr : &*found);
        }
    }

    /// Loads of single racks, tiles and doors. AIR-010, AIR-013.
    Result<void> state() {
        loads_.assign(study_.layout.racks.size(), options_.load);
        for (const std::pair<std::string, double>& each : options_.rackLoads) {
            const auto rack = rackOf(each.first);
            if (!rack) {
                return tl::unexpected(rack.error());
            }
            loads_[*rack] = each.second;
        }
        for (const std::string& name : options_.solidTiles) {
            const auto rack = rackOf(name);
            if (!rack) {
                return tl::unexpected(rack.error());
            }
            if (specOfHall(study_.layout.racks[*rack].hall).airSupply !=
                models::AirSupply::RaisedFloor) {
                return tl::unexpected(Error{"AIR-013", "rack \"" + name + "\" has no tile",
                                            "name racks of halls with air_supply raised_floor", "",
                                            "", 0});
            }
            solidTiles_.push_back(static_cast<int>(*rack));
        }
        std::sort(solidTiles_.begin(), solidTiles_.end());
        solidTiles_.erase(std::unique(solidTiles_.begin(), solidTiles_.end()), solidTiles_.end());
        bool hasDoors = false;
        for (const HallBox& box : study_.layout.halls) {
            const auto n = static_cast<std::size_t>(&box - study_.layout.halls.data());
            hasDoors =
                hasDoors || (isOf(box) && models::hasContainedAisles(plant_.hallAir[n].spec));
        }
        if (options_.openDoors && !hasDoors) {
            return tl::unexpected(Error{"AIR-013", "no hall has contained aisles, hence no doors",
                                        "set containment of a hall, or leave the doors out", "", "",
                                        0});
        }
        return {};
    }

    /// Air and heat of each rack.
    void racks() {
        const std::size_t racks = study_.layout.racks.size();
        air_.assign(racks, 0.0);
        heat_.assign(racks, 0.0);
        storedJPerK_.assign(racks, 0.0);
        for (std::size_t i = 0; i < racks; ++i) {
            if (const DesignBlock* b = blockOf(i)) {
                air_[i] = fanAirM3PerS(*b, loads_[i]);
                heat_[i] = loads_[i] * (b->rackW - b->liquidW());
                heat_[i] -= doorW(i);
                storedJPerK_[i] = models::airSideJPerK(*b->rack, *b->server);
            }
        }
    }

    /// AIR-006.
    Result<void> halls() {
        for (std::size_t n = 0; n < study_.layout.halls.size(); ++n) {
            const HallBox& box = study_.layout.halls[n];
            const DesignHall* h = design_.hall(box.id);
            if (h == nullptr) {
                continue;
            }
            AirStudyHall hall{box.id, box.name,    static_cast<int>(n), plant_.hallAir[n],
                              {},     storedJPerK_};
            for (const int number : isOf(box) ? options_.offHandlers : std::vector<int>()) {
                if (number < 1 || number > h->spec.crahs) {
                    return tl::unexpected(Error{
                        "AIR-006",
                        "hall " + box.id + " has no air handler " + std::to_string(number),
                        "name handlers by their number, 1 to " + std::to_string(h->spec.crahs), "",
                        "", 0});
                }
                hall.load.offHandlers.push_back(number - 1);
            }
            hall.load.doorsOpen = options_.openDoors && isOf(box);
            loadHall(*h, hall);
            study_.halls.push_back(std::move(hall));
        }
        return {};
    }

    AirStudy done() { return std::move(study_); }

  private:
    /// Whether the state is that of a hall.
    bool isOf(const HallBox& hall) const {
        return options_.hall.empty() || options_.hall == hall.id;
    }

    const DesignBlock* blockOf(std::size_t rack) const {
        return blocks_[at(study_.layout.racks[rack].block)];
    }

    /// Heat that the rear door of a rack takes, with the flow and the water of its design.
    double doorW(std::size_t rack) const {
        const std::string& id = study_.layout.blocks[at(study_.layout.racks[rack].block)];
        const auto block = std::find_if(plant_.blocks.begin(), plant_.blocks.end(),
                                        [&](const PlantBlock& b) { return b.id == id; });
        if (block == plant_.blocks.end() || !block->hasRearDoor) {
            return 0.0;
        }
        return models::rearDoorHeatW(
            block->rearDoor, block->air,
            {specOfHall(study_.layout.racks[rack].hall).supplyAirC, air_[rack], heat_[rack]},
            plant_.cdus[at(block->cdu)].spec.supplySetpointC, block->coolantM3PerS);
    }

    const models::HallSpec& specOfHall(int hall) const { return plant_.hallAir[at(hall)].spec; }

    /// AIR-010.
    Result<std::size_t> rackOf(const std::string& name) const {
        const std::vector<RackBox>& racks = study_.layout.racks;
        const auto found = std::find_if(racks.begin(), racks.end(), [&](const RackBox& rack) {
            return study_.layout.blocks[at(rack.block)] + " " + rack.name() == name;
        });
        if (found == racks.end()) {
            return tl::unexpected(
                Error{"AIR-010", "no hall has a rack \"" + name + "\"",
                      "name a rack by its block and its label, as airflow lists them", "", "", 0});
        }
        return static_cast<std::size_t>(found - racks.begin());
    }

    /// Flows and heat of a hall whose handlers are known.
    void loadHall(const DesignHall& h, AirStudyHall& hall) const {
        double rackM3PerS = 0.0, designW = 0.0, fanlessW = 0.0;
        HallAirLoad& load = hall.load;
        for (std::size_t i = 0; i < air_.size(); ++i) {
            if (study_.layout.racks[i].hall == hall.hall) {
                rackM3PerS += air_[i];
                fanlessW += air_[i] > 0.0 ? 0.0 : heat_[i];
                const DesignBlock* b = blockOf(i);
                designW += b == nullptr ? 0.0 : b->rackW - b->liquidW();
            }
        }
        const double steadyW = h.fabricW + h.storageW;
        load.flowM3PerS = air_;
        load.heatW = heat_;
        load.extraW = steadyW + options_.load * std::max(0.0, h.airW - designW - steadyW);
        load.supplyC = h.spec.supplyAirC;
        load.gapShare = options_.gapShare;
        for (const int rack : solidTiles_) {
            if (study_.layout.racks[at(rack)].hall == hall.hall) {
                load.solidTiles.push_back(rack);
            }
        }
        const auto blownFor = [&](double w) {
            return h.crah == nullptr
                       ? 0.0
                       : models::crahAirM3PerS(*h.crah, w, hall.plan.air.densityRatio);
        };
        load.extraM3PerS = blownFor(load.extraW);
        load.supplyM3PerS = supplyM3PerS(h, hall.plan, rackM3PerS, blownFor(fanlessW + load.extraW),
                                         static_cast<int>(load.offHandlers.size()));
    }

    const Design& design_;
    const Plant& plant_;
    const AirStudyOptions& options_;
    AirStudy study_;
    std::vector<const DesignBlock*> blocks_;  ///< by block of the layout; null if unknown
    std::vector<double> loads_, air_, heat_, storedJPerK_;  ///< by rack of the layout
    std::vector<int> solidTiles_;
};

}  // namespace

ResultAll<AirStudy> airStudy(const Project& project, const Catalogue& catalogue,
                             const AirStudyOptions& options) {
    const auto plant = compile(project, catalogue, {});
    if (!plant) {
        return tl::unexpected(plant.error());
    }
    return airStudy(designOf(project, catalogue), *plant, options);
}

ResultAll<AirStudy> airStudy(const Design& design, const Plant& plant,
                             const AirStudyOptions& options) {
    StudyBuilder builder(design, plant, options);
    if (auto fine = builder.state(); !fine) {
        return tl::unexpected(Errors{std::move(fine.error())});
    }
    builder.racks();
    if (auto fine = builder.halls(); !fine) {
        return tl::unexpected(Errors{std::move(fine.error())});
    }
    return builder.done();
}

Result<AirField> airFieldOf(const AirStudy& study, const AirStudyHall& hall,
                            const AirFieldOptions& options) {
    const HallByItself own = hallByItself(study, hall);
    auto field = solveAirField(own.layout, 0, own.plan, own.load, options);
    if (field) {
        placeInLayout(*field, study, hall);
    }
    return field;
}

int handlersOf(const Layout& layout, int hall) {
    return static_cast<int>(std::count_if(
        layout.equipment.begin(), layout.equipment.end(),
        [&](const EquipmentBox& e) { return e.kind == EquipmentKind::Crah && e.group == hall; }));
}

Result<AirOverTime> airOverTimeOf(const AirStudy& study, const AirStudyHall& hall,
                                  const AirLoss& loss, AirOverTimeOptions options) {
    const HallByItself own = hallByItself(study, hall);
    options.rackJPerK.clear();
    for (const int rack : own.racks) {
        options.rackJPerK.push_back(at(rack) < hall.rackJPerK.size() ? hall.rackJPerK[at(rack)]
                                                                     : 0.0);
    }
    auto course = solveAirOverTime(own.layout, 0, own.plan, own.load, loss, options);
    if (course) {
        placeInLayout(course->before, study, hall);
    }
    return course;
}

HallByItself hallByItself(const AirStudy& study, const AirStudyHall& hall) {
    const Box& room = study.layout.halls[at(hall.hall)].box;
    const auto rounded = [](double value, double to) { return std::round(value / to) * to; };
    const auto moved = [&](Box box) {
        constexpr double kSameM = 1e-6;
        box.x -= room.x;
        box.y -= room.y;
        for (double* each : {&box.x, &box.y, &box.z, &box.width, &box.depth, &box.height}) {
            *each = rounded(*each, kSameM);
        }
        return box;
    };
    HallByItself own;
    own.layout.halls.push_back({moved(room), hall.id, hall.name});
    const std::vector<RackBox>& racks = study.layout.racks;
    std::vector<int> number(racks.size(), -1);
    constexpr double kSameW = 1e-3, kSameM3PerS = 1e-9;
    for (std::size_t r = 0; r < racks.size(); ++r) {
        if (racks[r].hall == hall.hall) {
            number[r] = static_cast<int>(own.racks.size());
            own.racks.push_back(static_cast<int>(r));
            RackBox rack = racks[r];
            rack.box = moved(rack.box);
            rack.hall = 0;
            own.layout.racks.push_back(std::move(rack));
            own.load.flowM3PerS.push_back(rounded(hall.load.flowM3PerS[r], kSameM3PerS));
            own.load.heatW.push_back(rounded(hall.load.heatW[r], kSameW));
        }
    }
    for (EquipmentBox e : study.layout.equipment) {
        const double x = e.box.x + 0.5 * e.box.width - room.x,
                     y = e.box.y + 0.5 * e.box.depth - room.y;
        const bool handler = e.kind == EquipmentKind::Crah && e.group == hall.hall;
        if (handler || (x > 0.0 && x < room.width && y > 0.0 && y < room.depth)) {
            e.box = moved(e.box);
            e.group = handler ? 0 : -1;
            own.layout.equipment.push_back(std::move(e));
        }
    }
    own.load.supplyM3PerS = rounded(hall.load.supplyM3PerS, kSameM3PerS);
    own.load.supplyC = hall.load.supplyC;
    own.load.extraW = rounded(hall.load.extraW, kSameW);
    own.load.extraM3PerS = rounded(hall.load.extraM3PerS, kSameM3PerS);
    own.load.offHandlers = hall.load.offHandlers;
    own.load.doorsOpen = hall.load.doorsOpen;
    own.load.gapShare = hall.load.gapShare;
    for (const int rack : hall.load.solidTiles) {
        own.load.solidTiles.push_back(number[at(rack)]);
    }
    own.plan = hall.plan;
    for (HallAirPlan::Row& row : own.plan.rows) {
        row.firstRack = number[at(row.firstRack)];
    }
    for (AirAisle& aisle : own.plan.aisles) {
        aisle.box = moved(aisle.box);
    }
    return own;
}

void placeInLayout(AirField& field, const AirStudy& study, const AirStudyHall& hall) {
    const std::vector<RackBox>& racks = study.layout.racks;
    std::vector<int> ofHall;
    for (std::size_t r = 0; r < racks.size(); ++r) {
        if (racks[r].hall == hall.hall) {
            ofHall.push_back(static_cast<int>(r));
        }
    }
    for (RackAirResult& r : field.racks) {
        r.rack = ofHall[at(r.rack)];
    }
    for (int& rack : field.closedRacks) {
        rack = ofHall[at(rack)];
    }
    field.x0 = study.layout.halls[at(hall.hall)].box.x;
    field.y0 = study.layout.halls[at(hall.hall)].box.y;
}

std::vector<AirRow> airRows(const AirField& field, const Layout& layout) {
    std::vector<AirRow> rows;
    int lastBlock = -1, lastRow = -1;
    for (const RackAirResult& r : field.racks) {
        const RackBox& box = layout.racks[at(r.rack)];
        if (box.block != lastBlock || box.row != lastRow) {
            lastBlock = box.block;
            lastRow = box.row;
            rows.push_back({layout.blocks[at(box.block)], box.row, 0, 0.0, r.inletC, 0.0, 0.0});
        }
        AirRow& row = rows.back();
        ++row.racks;
        row.meanInletC += r.inletC;
        row.meanHotFraction += r.hotFraction;
        row.hottestInletC = std::max(row.hottestInletC, r.inletC);
        row.mostHotFraction = std::max(row.mostHotFraction, r.hotFraction);
    }
    for (AirRow& row : rows) {
        row.meanInletC /= row.racks;
        row.meanHotFraction /= row.racks;
    }
    return rows;
}

std::vector<std::size_t> hottestRacks(const AirField& field, std::size_t most) {
    std::vector<std::size_t> order(field.racks.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return field.racks[a].inletC > field.racks[b].inletC;
    });
    order.resize(std::min(most, order.size()));
    return order;
}

}  // namespace headroom::engine
