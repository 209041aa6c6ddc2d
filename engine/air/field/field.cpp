// SPDX-License-Identifier: Apache-2.0
#include "engine/air/field/field.h"

#include "engine/air/field/transport.h"
#include "engine/base/index.h"
#include "models/cooling/heat_exchanger.h"
#include "models/cooling/usual.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace headroom::engine {

namespace {

constexpr double kTolerance = 1e-12;
constexpr int kMostSweeps = 4000;
constexpr double kSweepToleranceK = 1e-8;

/// Buoyancy: rounds of flow and temperature, what they settle to. Plumes in an open hall would sway
/// for ever: each round counts less than the one before, which gives their mean.
constexpr int kMostRounds = 20;
constexpr double kRoundToleranceK = 0.05;
constexpr double kRoundSweepK = 1e-3;
constexpr int kRoundSweeps = 25;  ///< what is left then goes on in the next round
constexpr double kRoundTolerance = 1e-6;

/// Speed at which air that is warmer by `warmerK` rises by itself [m/s].
double riseMPerS(double warmerK) {
    const double square = models::kStandardGravity * models::kAirExpansionPerK *
                          models::kRackPlumeM * std::max(0.0, warmerK);
    return square / std::sqrt(square + models::kStirMPerS * models::kStirMPerS);
}

std::vector<double> sourcesOf(const AirGrid& grid, double supplyM3PerS) {
    std::vector<double> source(grid.cells.size(), 0.0);
    const auto add = [&](const std::vector<std::size_t>& cells, double flow) {
        for (const std::size_t c : cells) {
            source[c] += flow / static_cast<double>(cells.size());
        }
    };
    add(grid.supplies, supplyM3PerS);
    for (const AirMover& m : grid.movers) {
        add(m.inlets, -m.flowM3PerS);
        add(m.outlets, m.flowM3PerS);
    }
    return source;
}

void setSpeeds(const AirGrid& grid, const AirFlux& flux, AirField& field) {
    const std::vector<double>& phi = flux.phi;
    const Conductances& f = grid.faces;
    const auto sy = at(grid.cells.strideY()), sz = at(grid.cells.strideZ());
    const double x = 0.5 / (grid.sizeY * grid.sizeZ), y = 0.5 / (grid.sizeX * grid.sizeZ),
                 z = 0.5 / (grid.sizeX * grid.sizeY);
    for (std::size_t c = 0; c < grid.solid.size(); ++c) {
        if (grid.solid[c] != 0) {
            continue;
        }
        const auto through = [&](std::size_t low, std::size_t high, float conductance) {
            return conductance > 0.0F ? conductance * (phi[low] - phi[high]) : 0.0;
        };
        field.speedX[c] = static_cast<float>(
            x * (through(c, c + 1, f.east[c]) + through(c - 1, c, f.east[c - 1])));
        field.speedY[c] = static_cast<float>(
            y * (through(c, c + sy, f.north[c]) + through(c - sy, c, f.north[c - sy])));
        field.speedZ[c] =
            static_cast<float>(z * (flux.up(grid, c) + flux.up(grid, c - sz) + f.out[c] * phi[c]));
    }
}

Error cancelled() {
    return {"AIR-002", "the air field was cancelled", "start it again", "", "", 0};
}

/// Temperatures, fractions and balances, with the flow known.
class Heat {
  public:
    Heat(const AirGrid& grid, const HallAirLoad& load, const AirFlux& flux, const HallAirPlan& plan,
         AirField& field)
        : grid_(grid),
          load_(load),
          flux_(flux),
          field_(field),
          jPerM3K_(plan.air.jPerM3K),
          airClass_(plan.spec.airClass),
          transport_(grid, flux, load.supplyM3PerS) {}

    /// Temperatures by cell (padded), from those of the round before; `last`: to the end.
    Result<void> solve(std::vector<double>& cellC, bool last, const std::atomic<bool>* cancel) {
        const double toleranceK = last ? kSweepToleranceK : kRoundSweepK;
        t_ = transport_.values(load_.supplyC);
        for (std::size_t p = 0; p < transport_.cells(); ++p) {
            t_[p] = cellC[transport_.cell(p)];
        }
        inlet_.resize(grid_.movers.size());
        for (std::size_t m = 0; m < inlet_.size(); ++m) {
            inlet_[m] = transport_.inlet(m, t_);
        }
        double change = 1.0;
        for (int sweeps = 0; change > toleranceK; ++sweeps, ++field_.sweeps) {
            if (cancel != nullptr && *cancel) {
                return tl::unexpected(cancelled());
            }
            if (!last && sweeps == kRoundSweeps) {
                break;
            }
            if (sweeps == kMostSweeps) {
                return tl::unexpected(
                    Error{"AIR-003", "the temperatures of the air field did not settle",
                          "raise the supply of air: nearly all of it goes in circles", "", "", 0});
            }
            for (std::size_t m = 0; m < inlet_.size(); ++m) {
                t_[transport_.mover(m)] = inlet_[m] + riseK(m);
            }
            change = transport_.sweep(t_);
            for (std::size_t m = 0; m < inlet_.size(); ++m) {
                const double now = transport_.inlet(m, t_);
                change = std::max(change, std::abs(now - inlet_[m]));
                inlet_[m] = now;
            }
        }
        for (std::size_t p = 0; p < transport_.cells(); ++p) {
            cellC[transport_.cell(p)] = t_[p];
        }
        return {};
    }

    void report() {
        std::vector<double> hot = transport_.values(0.0);
        for (std::size_t m = 0; m < inlet_.size(); ++m) {
            hot[transport_.mover(m)] = 1.0;
        }
        int passes = 0;
        while (transport_.sweep(hot) > 1e-12 && passes < kMostSweeps) {
            ++passes;
        }
        balance();
        write(hot);
        racks(hot);
    }

  private:
    double riseK(std::size_t m) const {
        return grid_.movers[m].heatW / (jPerM3K_ * grid_.movers[m].flowM3PerS);
    }

    /// The return is the mean of what leaves, by its flow.
    void balance() {
        double outM3PerS = 0.0, outW = 0.0, givenW = 0.0;
        for (std::size_t p = 0; p < transport_.cells(); ++p) {
            const std::size_t c = transport_.cell(p);
            const double leaves = grid_.faces.out[c] * flux_.phi[c];
            outM3PerS += leaves;
            outW += leaves * (t_[p] - load_.supplyC) * jPerM3K_;
        }
        for (const AirMover& m : grid_.movers) {
            givenW += m.heatW;
        }
        field_.heatError = givenW > 0.0 ? (outW - givenW) / givenW : 0.0;
        field_.returnC = load_.supplyC + (outW + grid_.closedW) / (jPerM3K_ * outM3PerS);
    }

    void write(const std::vector<double>& hot) {
        field_.temperatureC.assign(grid_.cells.size(), static_cast<float>(field_.returnC));
        field_.hotFraction.assign(grid_.cells.size(), 0.0F);
        for (std::size_t p = 0; p < transport_.cells(); ++p) {
            if (transport_.moves(p)) {
                field_.temperatureC[transport_.cell(p)] = static_cast<float>(t_[p]);
                field_.hotFraction[transport_.cell(p)] = static_cast<float>(hot[p]);
            }
        }
    }

    void racks(const std::vector<double>& hot) {
        AirIndexSums sums(airClass_, load_.supplyC);
        for (std::size_t m = 0; m < inlet_.size(); ++m) {
            const AirMover& mover = grid_.movers[m];
            if (mover.rack < 0) {
                continue;
            }
            field_.racks.push_back({mover.rack, inlet_[m], t_[transport_.mover(m)],
                                    transport_.inlet(m, hot), mover.flowM3PerS, mover.heatW});
            sums.add(inlet_[m], mover.flowM3PerS * jPerM3K_, mover.heatW);
        }
        field_.indices = sums.indices(field_.returnC);
    }

    const AirGrid& grid_;
    const HallAirLoad& load_;
    const AirFlux& flux_;
    AirField& field_;
    double jPerM3K_;
    models::AirClass airClass_;
    AirTransport transport_;
    std::vector<double> t_, inlet_;
};

/// Moves the lift of each upper face towards what the temperatures around it make. It is in
/// proportion to the open share of the face: still air under a panel presses, but does not pass.
void lift(const AirGrid& grid, const std::vector<double>& cellC, double coldC, double share,
          AirFlux& flux) {
    const auto sz = at(grid.cells.strideZ());
    for (std::size_t c = 0; c + sz < cellC.size(); ++c) {
        if (grid.faces.up[c] > 0.0F) {
            const double warmerK = 0.5 * (cellC[c] + cellC[c + sz]) - coldC;
            const double wanted = grid.faces.up[c] * grid.sizeZ * riseMPerS(warmerK);
            flux.lift[c] += share * (wanted - flux.lift[c]);
        }
    }
}

AirField fieldOf(const AirGrid& grid, const HallAirLoad& load) {
    AirField field;
    field.cells = grid.cells;
    field.x0 = grid.x0;
    field.y0 = grid.y0;
    field.sizeX = grid.sizeX;
    field.sizeY = grid.sizeY;
    field.sizeZ = grid.sizeZ;
    field.solid = grid.solid;
    field.closedRacks = grid.closedRacks;
    field.supplyCells = grid.supplies;
    for (const AirMover& m : grid.movers) {
        field.outletCells.insert(field.outletCells.end(), m.outlets.begin(), m.outlets.end());
    }
    field.supplyM3PerS = load.supplyM3PerS;
    field.supplyC = load.supplyC;
    for (auto* each : {&field.speedX, &field.speedY, &field.speedZ}) {
        each->assign(grid.cells.size(), 0.0F);
    }
    field.openCells = static_cast<int>(
        std::count(grid.solid.begin(), grid.solid.end(), static_cast<unsigned char>(0)));
    return field;
}

}  // namespace

Result<AirField> solveAirField(const Layout& layout, int hall, const HallAirPlan& plan,
                               const HallAirLoad& load, const AirFieldOptions& options) {
    const std::string& id = layout.halls[at(hall)].id;
    if (std::any_of(layout.racks.begin(), layout.racks.end(),
                    [&](const RackBox& rack) { return rack.hall == hall && rack.runsNorth(); })) {
        return tl::unexpected(Error{"AIR-005", "rows of " + id + " run north",
                                    "let its racks face south or north; zones of the air are "
                                    "computed for both",
                                    "", "", 0});
    }
    const double cellM = options.cellM > 0.0 ? options.cellM : airCellM(layout.halls[at(hall)].box);
    const AirGrid grid = airGrid(layout, hall, plan, load, cellM);
    if (!(load.supplyM3PerS > 0.0) || grid.supplies.empty()) {
        return tl::unexpected(Error{"AIR-001", "no air is supplied to " + id,
                                    "give the hall air handlers that run and a free floor", "", "",
                                    0});
    }
    AirField field = fieldOf(grid, load);
    field.cellM = cellM;
    Workers workers;
    workers.use(std::clamp(options.threads, 1, 64));
    const std::vector<double> base = sourcesOf(grid, load.supplyM3PerS);
    std::vector<double> source = base, cellC(grid.cells.size(), load.supplyC), before;
    AirFlux flux{{}, std::vector<double>(grid.cells.size(), 0.0)};
    const auto sz = at(grid.cells.strideZ());
    const int rounds = options.buoyancy ? kMostRounds : 0;
    bool last = rounds == 0;
    for (int round = 0;; ++round) {
        const auto progress = [&](double done) {
            if (options.progress) {
                options.progress((round + done) / (rounds + 1.0));
            }
            return options.cancel == nullptr || !*options.cancel;
        };
        PotentialResult potential =
            solvePotential(grid.faces, source, last ? kTolerance : kRoundTolerance, workers,
                           progress, std::move(flux.phi));
        if (potential.cancelled) {
            return tl::unexpected(cancelled());
        }
        flux.phi = std::move(potential.phi);
        field.iterations += potential.iterations;
        field.massError = potential.residual;
        before = cellC;
        Heat heat(grid, load, flux, plan, field);
        if (auto solved = heat.solve(cellC, last, options.cancel); !solved) {
            return tl::unexpected(solved.error());
        }
        if (last) {
            setSpeeds(grid, flux, field);
            heat.report();
            break;
        }
        double movedK = 0.0;
        for (std::size_t c = 0; c < cellC.size(); ++c) {
            movedK += std::abs(cellC[c] - before[c]);
        }
        field.rounds = round + 1;
        field.settledK = movedK / field.openCells;
        last = field.rounds == rounds || field.settledK < kRoundToleranceK;
        lift(grid, cellC, load.supplyC, 2.0 / (round + 2.0), flux);
        for (std::size_t c = sz; c < source.size(); ++c) {
            source[c] = base[c] - (flux.lift[c] - flux.lift[c - sz]);
        }
    }
    if (!(field.massError < 1e-6)) {
        return tl::unexpected(Error{"AIR-003", "the flow of the air field did not settle",
                                    "choose another cell size", "", "", 0});
    }
    if (options.progress) {
        options.progress(1.0);
    }
    return field;
}

std::vector<double> rackFractions(const AirField& field, const HallAirPlan& plan,
                                  const HallAirLoad& load) {
    const std::size_t zones = at(plan.zones);
    std::vector<double> in(zones), out(zones), forced(zones, 0.0);
    for (std::size_t z = 0; z < zones; ++z) {
        in[z] = load.supplyM3PerS * (1.0 - plan.bypass) * plan.zoneShare[z];
    }
    double racksM3PerS = 0.0;
    for (const HallAirPlan::Row& row : plan.rows) {
        for (int r = row.firstRack; r < row.firstRack + row.racks; ++r) {
            out[at(row.coldZone)] += load.flowM3PerS[at(r)];
            racksM3PerS += load.flowM3PerS[at(r)];
        }
    }
    // Hot air above: all that racks blow out, less what the ceiling gives back, over all that
    // comes.
    double down = 0.0;
    for (std::size_t z = 0; z < zones; ++z) {
        down += std::max(0.0, out[z] - in[z]);
    }
    const double through = load.supplyM3PerS + down;
    const double above = through > 0.0 ? std::min(1.0, racksM3PerS / through) : 0.0;
    for (std::size_t z = 0; z < zones; ++z) {
        forced[z] = out[z] > in[z] ? above * (1.0 - in[z] / out[z]) : 0.0;
    }
    std::vector<double> found(load.flowM3PerS.size(), -1.0);
    for (const RackAirResult& r : field.racks) {
        found[at(r.rack)] = r.hotFraction;
    }
    std::vector<double> result = plan.rackFraction;
    std::size_t own = 0;
    for (const HallAirPlan::Row& row : plan.rows) {
        const double f = forced[at(row.coldZone)];
        for (int r = row.firstRack; r < row.firstRack + row.racks; ++r, ++own) {
            if (found[at(r)] >= 0.0) {
                result[own] = f < 1.0 ? std::max(0.0, (found[at(r)] - f) / (1.0 - f)) : 0.0;
            }
        }
    }
    return result;
}

}  // namespace headroom::engine
