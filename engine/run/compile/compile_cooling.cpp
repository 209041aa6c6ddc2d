// SPDX-License-Identifier: Apache-2.0
#include "engine/run/compile/compile_cooling.h"

#include "engine/air/plan.h"
#include "engine/cooling/build_network.h"
#include "engine/plant/index.h"
#include "models/cooling/cdu.h"
#include "models/cooling/cold_plate.h"
#include "models/cooling/equipment_mass.h"
#include "models/cooling/fluid.h"
#include "models/cooling/usual.h"
#include "models/facility/load_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace headroom::engine {

namespace {

/// Power of a rack in a load trace, over its rating, beyond which the file is taken to be in another
/// unit. Assumption: 3; a published trace reaches 1.14.
constexpr double kMostRackShare = 3.0;

/// Outdoor wet bulbs that have been seen, with some room.
constexpr double kLeastWetBulbC = -60.0, kMostWetBulbC = 40.0;

/// The first value of a load trace that cannot be, with its time and column.
std::optional<Error> implausible(const Plant& plant, const PlantLoadTrace& t,
                                 const std::vector<std::string>& columns) {
    const auto fault = [&](std::size_t column, std::size_t row, const Words& limits) {
        return Error{"LTR-005",
                     words("{} is {:g} at {:g} s; it must be {}.", columns[column],
                           t.table.columns[column][row], t.table.timeS[row], limits),
                     "Correct the row, and check the unit: heat and power are in watts, "
                     "temperatures in degrees Celsius.",
                     {},
                     {},
                     0};
    };
    for (std::size_t row = 0; row < t.table.timeS.size(); ++row) {
        for (const PlantRow& each : plant.rows) {
            const auto rack = at(each.firstRack);
            if (t.rackColumn[rack] < 0) {
                continue;
            }
            const auto column = at(t.rackColumn[rack]);
            const double mostW = kMostRackShare * plant.blocks[at(each.block)].rack.ratedPowerW;
            const double rackW = t.rackShare[rack] * t.table.columns[column][row];
            if (!(rackW >= 0.0 && rackW <= mostW)) {
                return fault(column, row,
                             words("from 0 to {}, {:g} times the rating of its racks",
                                   amount(mostW / t.rackShare[rack], "W", 0), kMostRackShare));
            }
        }
        if (t.wetBulbColumn >= 0) {
            const double c = t.table.columns[at(t.wetBulbColumn)][row];
            if (!(c >= kLeastWetBulbC && c <= kMostWetBulbC)) {
                return fault(at(t.wetBulbColumn), row,
                             words("from {} to {}", bareAmount(kLeastWetBulbC, "°C", 0),
                                   amount(kMostWetBulbC, "°C", 0)));
            }
        }
    }
    return std::nullopt;
}

std::string nameOf(const std::string& name, const std::string& id) {
    return name.empty() ? id : name;
}

class CoolingCompiler {
  public:
    CoolingCompiler(Plant& plant, const Catalogue& catalogue, const CompileFault& fail)
        : plant_(plant), catalogue_(catalogue), fail_(fail) {}

    void compile() {
        for (std::size_t i = 0; i < plant_.loops.size(); ++i) {
            loop(i);
        }
        for (std::size_t i = 0; i < plant_.cdus.size(); ++i) {
            cdu(i);
        }
        for (const PlantHall& h : plant_.halls) {
            CoilPiping c;
            c.name = "Air handlers of " + nameOf(h.spec.name, h.id);
            c.loop = h.loop;
            c.units = h.spec.crahs;
            c.flowM3PerS = h.spec.crahs * h.crah.waterFlowM3PerS;
            c.dropPa = h.crah.waterPressurePa;
            c.xM = h.spec.xM + 0.5 * h.spec.widthM;
            c.yM = h.spec.yM + 0.5 * h.spec.depthM;
            piping_.coils.push_back(std::move(c));
        }
        piping_.blocks = static_cast<int>(plant_.blocks.size());
        auto network = std::make_shared<CoolingNetwork>(buildCoolingNetwork(piping_));
        for (CoolingCircuit& c : network->circuits) {
            if (c.expansionM3 <= 0.0) {
                c.expansionM3 =
                    c.volumeM3 * (c.kind == CircuitKind::Rack ? models::kRackExpansion
                                                              : models::kFacilityExpansion);
            }
            const auto k = at(c.subject);
            plant_.circuitFluid.push_back(c.kind == CircuitKind::Facility  ? loopFluid_[k]
                                          : c.kind == CircuitKind::Outdoor ? outdoorFluid_[k]
                                                                           : cduFluid_[k]);
        }
        for (PlantRow& row : plant_.rows) {
            row.link = network->rowLink(row.block, row.row);
        }
        plant_.cooling = std::move(network);
        air();
    }

  private:
    models::FluidSpec fluid(const std::string& id, const std::string& subject) {
        if (const auto* spec = catalogue_.spec<models::FluidSpec>(id)) {
            return *spec;
        }
        fail_("SIM-001", subject, "no fluid '" + id + "' in the catalogue.",
              "Name a part of `headroom-cli catalog fluid`.");
        return {};
    }

    CircuitFluid circuitFluid(const std::string& id, double meanC, const std::string& subject,
                              DesignFluid& design) {
        const models::FluidProperties p = models::fluidAt(fluid(id, subject), meanC);
        design = {id, p.densityKgPerM3, p.viscosityPaS};
        return {p.densityKgPerM3, p.cpJPerKgK, p.viscosityPaS};
    }

    void loop(std::size_t i) {
        PlantLoop& l = plant_.loops[i];
        const models::CoolingLoopSpec& s = l.spec;
        LoopPiping p;
        p.id = l.id;
        p.name = nameOf(s.name, l.id);
        const double meanC = s.supplySetpointC + 0.5 * s.designRiseK;
        loopFluid_.push_back(circuitFluid(s.fluid, meanC, l.id, p.fluid));
        outdoorFluid_.push_back(
            circuitFluid(l.hasTower ? std::string{"water"} : s.fluid, meanC, l.id, p.outdoorFluid));
        p.reverseReturn = s.piping == models::ReturnPiping::Reverse;
        p.velocityMPerS = s.velocityMPerS;
        p.xM = s.xM;
        p.yM = s.yM;
        p.pumps = s.pumps;
        p.pumpsM3PerS = l.designFlowM3PerS;
        p.headPa = l.pump.headPa;
        p.strainerPa = s.strainerPa;
        p.valveAuthority = s.valveAuthority;
        p.volumeM3 = s.volumeM3;
        p.fillPa = s.fillPa;
        p.expansionM3 = std::isnan(s.expansionM3) ? 0.0 : s.expansionM3;
        p.outdoor = l.hasCondenserPump && (l.hasTower || l.hasDryCooler);
        p.condenserPumps = s.condenserPumps;
        if (p.outdoor) {
            p.condenserM3PerS = s.condenserPumps * l.condenserPump.flowM3PerS;
            p.condenserHeadPa = l.condenserPump.headPa;
            p.basinM3 = l.hasTower && !std::isnan(l.tower.basinM3) ? s.towers * l.tower.basinM3
                                                                   : s.basinS * p.condenserM3PerS;
        }
        p.towers = l.hasTower ? s.towers : 0;
        p.dryCoolers = l.hasDryCooler ? s.dryCoolers : 0;
        p.chillers = l.hasChiller ? s.chillers : 0;
        p.airCooledChillers = l.hasChiller && l.chiller.airCooled;
        p.economiser = l.hasEconomiser;
        if (l.hasEconomiser) {
            const double hot = p.pumpsM3PerS / l.economisers;
            const double cold = p.condenserM3PerS / l.economisers;
            p.economiserPa = models::plateHotDropPa(l.economiser, hot);
            p.economiserOutPa = models::plateColdDropPa(l.economiser, cold);
        }
        if (l.hasChiller) {
            l.evaporatorM3PerS =
                models::evaporatorFlowM3PerS(l.chiller, loopFluid_.back().jPerM3K());
            l.condenserM3PerS =
                models::condenserFlowM3PerS(l.chiller, outdoorFluid_.back().jPerM3K());
        }
        p.evaporatorsM3PerS = s.chillers * l.evaporatorM3PerS;
        p.condensersM3PerS = s.chillers * l.condenserM3PerS;
        p.bypassM3PerS =
            std::min(p.pumpsM3PerS,
                     models::leastFlowM3PerS(s, p.pumpsM3PerS, l.evaporatorM3PerS, s.chillers));
        p.leastPressure = models::kLeastPumpPressure;
        p.evaporatorPa = l.hasChiller ? l.chiller.evaporatorPressurePa : 0.0;
        p.condenserPa = l.hasChiller ? l.chiller.condenserPressurePa : 0.0;
        p.towerPa = l.hasTower ? l.tower.waterHeadPa : 0.0;
        p.dryCoolerPa = l.hasDryCooler ? l.dryCooler.waterPressurePa : 0.0;
        p.external = l.hasExternal();
        p.externalPa = models::kEconomiserPa;
        piping_.loops.push_back(std::move(p));
    }

    void cdu(std::size_t i) {
        PlantCdu& c = plant_.cdus[i];
        const models::CduGroupSpec& s = c.spec;
        const PlantHall& hall = plant_.halls[at(c.hall)];
        CduPiping p;
        p.id = c.id;
        p.name = c.name;
        const double riseK = 10.0;
        cduFluid_.push_back(circuitFluid(s.fluid, s.supplySetpointC + 0.5 * riseK, c.id, p.fluid));
        p.loop = c.loop;
        p.units = c.units;
        p.pumps = c.units * std::max(1, c.cdu.pumps);
        p.primaryM3PerS = c.units * c.cdu.primaryFlowM3PerS;
        p.primaryPa = models::cduPrimaryDropPa(c.cdu, c.cdu.primaryFlowM3PerS);
        p.xM = hall.spec.xM + s.xM;
        p.yM = hall.spec.yM + s.yM + c.instance * s.pitchM;
        p.reverseReturn = s.piping == models::ReturnPiping::Reverse;
        p.velocityMPerS = s.velocityMPerS;
        p.fillPa = s.fillPa;
        p.expansionM3 = std::isnan(s.expansionM3) ? 0.0 : s.expansionM3;
        p.volumeM3 = c.units * c.cdu.volumeM3;
        for (const PlantRow& row : plant_.rows) {
            if (row.cdu != static_cast<int>(i)) {
                continue;
            }
            const PlantBlock& b = plant_.blocks[at(row.block)];
            RowPiping r;
            r.block = row.block;
            r.row = row.row;
            r.racks = row.racks;
            r.flowM3PerS = row.racks * b.coolantM3PerS;
            r.dropPa = b.hasRearDoor ? b.rearDoor.waterPressurePa
                                     : (b.hasTank ? b.tank.waterPressurePa
                                                  : models::rackDropPa(b.rack, b.server, 1.0));
            if (!(r.dropPa > 0.0)) {
                r.dropPa = models::kRackDropPa;
            }
            r.xM = hall.spec.xM + b.spec.xM;
            r.yM = hall.spec.yM + b.spec.yM + row.row * b.spec.rowPitchM;
            r.lengthM = row.racks * b.spec.rackPitchM;
            p.secondaryM3PerS += r.flowM3PerS;
            p.rows.push_back(r);
        }
        // Racks share what the units are made for.
        const double nominal = c.units * c.cdu.secondaryFlowM3PerS;
        if (p.secondaryM3PerS > nominal) {
            const double share = nominal / p.secondaryM3PerS;
            for (RowPiping& r : p.rows) {
                r.flowM3PerS *= share;
                r.dropPa = models::turbulentDropPa(r.dropPa, share);
            }
            p.secondaryM3PerS = nominal;
        }
        c.rackM3PerS = p.secondaryM3PerS;
        const double each = p.secondaryM3PerS / c.units;
        p.secondaryPa = models::cduSecondaryDropPa(c.cdu, each);
        p.headPa = models::pumpHeadPa(c.pump, p.secondaryM3PerS / p.pumps, 1.0);
        piping_.cdus.push_back(std::move(p));
    }

    void air() {
        std::vector<double> designM3PerS(at(plant_.racks), 0.0), rackJPerK(at(plant_.racks), 0.0);
        for (const PlantBlock& b : plant_.blocks) {
            const double w = b.rack.ratedPowerW / b.rack.servers * (1.0 - b.server.liquidFraction);
            const double speed =
                models::serverFanSpeed(b.server, w, b.parts().fullFanHeatW, b.air.densityRatio);
            std::fill_n(designM3PerS.begin() + b.firstRack, b.racks,
                        b.rack.servers * speed * b.server.fanAirflowM3PerS);
            std::fill_n(rackJPerK.begin() + b.firstRack, b.racks,
                        models::airSideJPerK(b.rack, b.server));
        }
        for (std::size_t i = 0; i < plant_.halls.size(); ++i) {
            plant_.hallAir.push_back(hallAirPlan(plant_.layout, static_cast<int>(i),
                                                 plant_.halls[i].spec, designM3PerS,
                                                 plant_.site->pressurePa, rackJPerK));
        }
    }

    Plant& plant_;
    const Catalogue& catalogue_;
    const CompileFault& fail_;
    CoolingPiping piping_;
    std::vector<CircuitFluid> loopFluid_, outdoorFluid_, cduFluid_;
};

}  // namespace

void compileRows(Plant& plant, const CompileFault& fail) {
    // How many rows hang on each group, to deal them out among units with a loop each.
    std::vector<int> rowsOf(plant.cdus.size(), 0), dealt(plant.cdus.size(), 0);
    for (const PlantBlock& b : plant.blocks) {
        if (b.cdu >= 0) {
            rowsOf[at(b.cdu)] += b.spec.rows;
        }
    }
    for (std::size_t i = 0; i < plant.blocks.size(); ++i) {
        PlantBlock& b = plant.blocks[i];
        if (b.cdu < 0) {
            continue;
        }
        b.firstRow = static_cast<int>(plant.rows.size());
        const PlantCdu& first = plant.cdus[at(b.cdu)];
        const int units = first.spec.separate ? first.spec.count : 1;
        for (int r = 0; r < b.spec.rows; ++r) {
            PlantRow row;
            row.block = BlockIndex(i);
            row.row = r;
            row.firstRack = RackIndex(b.firstRack + r * b.spec.racksPerRow);
            row.racks = b.spec.racksPerRow;
            row.cdu =
                CduIndex(b.cdu + std::min(units - 1, dealt[at(b.cdu)] * units / rowsOf[at(b.cdu)]));
            ++dealt[at(b.cdu)];
            plant.rows.push_back(row);
        }
    }
    std::vector<bool> used(plant.cdus.size(), false);
    for (const PlantRow& row : plant.rows) {
        used[at(row.cdu)] = true;
    }
    for (std::size_t i = 0; i < plant.cdus.size(); ++i) {
        if (!used[i]) {
            fail("SIM-026", plant.cdus[i].id, "cools no rack.",
                 "Name it as cdu_group of a rack block, lower its count, or remove it.");
        }
    }
}

void compileLoadTraces(Plant& plant, const Project& project, TimeTables* tables,
                       const CompileFault& fail, Errors& errors) {
    for (const Object* object : project.objectsOf("load_trace")) {
        const auto spec = specOf<models::LoadTraceSpec>(*object);
        PlantLoadTrace t;
        t.id = object->id;
        t.quantity = spec.quantity;
        t.wetBulbDepressionK = spec.wetBulbDepressionK;
        t.rackColumn.assign(at(plant.racks), -1);
        t.rackShare.assign(at(plant.racks), 0.0);
        // Racks and liquid share behind each unit.
        const std::size_t mark = spec.column.find("{}");
        std::vector<std::string> columns;
        std::vector<double> racks;
        for (const PlantRow& row : plant.rows) {
            const PlantCdu& cdu = plant.cdus[at(row.cdu)];
            if (cdu.group != spec.cduGroup) {
                continue;
            }
            const std::size_t column =
                mark == std::string::npos ? 0 : static_cast<std::size_t>(cdu.instance);
            while (columns.size() <= column) {
                std::string name = spec.column;
                if (mark != std::string::npos) {
                    name.replace(mark, 2, std::to_string(columns.size() + 1));
                }
                columns.push_back(name);
                racks.push_back(0.0);
            }
            std::fill_n(t.rackColumn.begin() + row.firstRack, row.racks, static_cast<int>(column));
            racks[column] += row.racks;
        }
        if (columns.empty()) {
            fail("SIM-029", object->id, "no rack hangs on '" + spec.cduGroup + "'.",
                 "Name a CDU group that a rack block names.");
            continue;
        }
        for (std::size_t rack = 0; rack < t.rackColumn.size(); ++rack) {
            if (t.rackColumn[rack] < 0) {
                continue;
            }
            const double liquid = plant.blocks[at(plant.rackBlock[rack])].server.liquidFraction;
            t.rackShare[rack] = 1.0 / racks[at(t.rackColumn[rack])] /
                                (spec.quantity == models::LoadQuantity::LiquidHeat ? liquid : 1.0);
        }
        if (!spec.wetBulbColumn.empty()) {
            t.wetBulbColumn = static_cast<int>(columns.size());
            columns.push_back(spec.wetBulbColumn);
        }
        const std::filesystem::path path = project.folder() / spec.file;
        auto table = tables != nullptr ? tables->read(path, spec.timeColumn, columns)
                                       : readTimeTable(path, spec.timeColumn, columns);
        if (!table) {
            errors.insert(errors.end(), table.error().begin(), table.error().end());
            continue;
        }
        t.table = std::move(*table);
        if (const auto fault = implausible(plant, t, columns)) {
            errors.push_back(*fault);
            errors.back().file = path.string();
            continue;
        }
        plant.loadTraces.push_back(std::move(t));
    }
}

void compileCooling(Plant& plant, const Catalogue& catalogue, const CompileFault& fail) {
    CoolingCompiler(plant, catalogue, fail).compile();
}

}  // namespace headroom::engine
