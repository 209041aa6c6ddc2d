// SPDX-License-Identifier: Apache-2.0
#include "engine/air/field.h"

#include "models/cooling/heat_exchanger.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

namespace headroom::engine {

namespace {

using models::kAirCpVolumetric;

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

constexpr double kGravity = 9.81, kExpansionPerK = 1.0 / 300.0;
constexpr double kRiseM = 2.0;      ///< height over which warm air gathers speed: a rack's
constexpr double kStirMPerS = 0.3;  ///< below this speed of its own, other motion carries it along

/// Speed at which air that is warmer by `warmerK` rises by itself [m/s].
double riseMPerS(double warmerK) {
    const double square = kGravity * kExpansionPerK * kRiseM * std::max(0.0, warmerK);
    return square / std::sqrt(square + kStirMPerS * kStirMPerS);
}

std::size_t at(int i) {
    return static_cast<std::size_t>(i);
}

/// The flow: through upper faces `lift` [m3/s] is added to what the potential drives.
struct Flow {
    std::vector<double> phi, lift;

    double up(const AirGrid& grid, std::size_t c) const {
        return grid.faces.up[c] > 0.0F
                   ? grid.faces.up[c] * (phi[c] - phi[c + at(grid.cells.strideZ())]) + lift[c]
                   : 0.0;
    }
};

/// Steady transport in the order of falling potential. Values: cells in that order, then movers
/// (what they blow out), then the supply. Without lift one pass is exact; with it air also goes in
/// circles, and passes repeat.
class Transport {
  public:
    Transport(const AirGrid& grid, const Flow& flow, double supplyM3PerS) : grid_(grid) {
        order(flow);
        streams(flow, supplyM3PerS);
    }

    std::size_t cells() const { return order_.size(); }

    std::size_t cell(std::size_t place) const { return order_[place]; }

    bool moves(std::size_t place) const { return inverse_[place] > 0.0; }

    std::vector<double> values(double start) const {
        return std::vector<double>(order_.size() + grid_.movers.size() + 1, start);
    }

    std::size_t mover(std::size_t m) const { return order_.size() + m; }

    std::size_t supply() const { return order_.size() + grid_.movers.size(); }

    /// One pass from high potential to low; returns the largest change.
    double sweep(std::vector<double>& v) const {
        double change = 0.0;
        for (std::size_t p = 0; p < order_.size(); ++p) {
            if (inverse_[p] > 0.0) {
                double sum = 0.0;
                for (std::uint32_t n = first_[p]; n < first_[p + 1]; ++n) {
                    sum += stream_[n] * v[from_[n]];
                }
                const double now = sum * inverse_[p];
                change = std::max(change, std::abs(now - v[p]));
                v[p] = now;
            }
        }
        return change;
    }

    /// Mean at the inlets of a mover.
    double inlet(std::size_t m, const std::vector<double>& v) const {
        double sum = 0.0;
        for (const std::size_t c : grid_.movers[m].inlets) {
            sum += v[place_[c]];
        }
        return sum / static_cast<double>(grid_.movers[m].inlets.size());
    }

  private:
    template <class Work>
    void forFaces(const Flow& flow, std::size_t c, const Work& work) const {
        const Conductances& f = grid_.faces;
        const std::vector<double>& phi = flow.phi;
        const auto sy = at(grid_.cells.strideY()), sz = at(grid_.cells.strideZ());
        const auto face = [&](std::size_t other, float conductance) {
            if (conductance > 0.0F) {
                work(other, conductance * (phi[other] - phi[c]));
            }
        };
        face(c + 1, f.east[c]);
        face(c - 1, f.east[c - 1]);
        face(c + sy, f.north[c]);
        face(c - sy, f.north[c - sy]);
        work(c + sz, -flow.up(grid_, c));
        work(c - sz, flow.up(grid_, c - sz));
    }

    /// Downstream as far as air does not go in circles; a circle starts where the potential is
    /// highest.
    void order(const Flow& flow) {
        const std::vector<double>& phi = flow.phi;
        std::vector<std::uint32_t> byPotential;
        for (std::size_t c = 0; c < grid_.solid.size(); ++c) {
            if (grid_.solid[c] == 0) {
                byPotential.push_back(static_cast<std::uint32_t>(c));
            }
        }
        std::sort(byPotential.begin(), byPotential.end(), [&](std::uint32_t a, std::uint32_t b) {
            return phi[a] != phi[b] ? phi[a] > phi[b] : a < b;
        });
        std::vector<unsigned char> waits(grid_.solid.size(), 0), done(grid_.solid.size(), 0);
        for (const std::uint32_t c : byPotential) {
            forFaces(flow, c, [&](std::size_t, double in) { waits[c] += in > 0.0 ? 1 : 0; });
        }
        order_.reserve(byPotential.size());
        for (const std::uint32_t start : byPotential) {
            if (done[start] != 0) {
                continue;
            }
            std::size_t head = order_.size();
            done[start] = 1;
            order_.push_back(start);
            for (; head < order_.size(); ++head) {
                forFaces(flow, order_[head], [&](std::size_t to, double in) {
                    if (in < 0.0 && done[to] == 0 && --waits[to] == 0) {
                        done[to] = 1;
                        order_.push_back(static_cast<std::uint32_t>(to));
                    }
                });
            }
        }
        place_.assign(grid_.solid.size(), 0);
        for (std::size_t p = 0; p < order_.size(); ++p) {
            place_[order_[p]] = static_cast<std::uint32_t>(p);
        }
    }

    void streams(const Flow& flow, double supplyM3PerS) {
        std::vector<std::vector<std::pair<std::size_t, double>>> blown(order_.size());
        for (std::size_t m = 0; m < grid_.movers.size(); ++m) {
            const AirMover& mover = grid_.movers[m];
            const double each = mover.flowM3PerS / static_cast<double>(mover.outlets.size());
            for (const std::size_t c : mover.outlets) {
                blown[place_[c]].emplace_back(this->mover(m), each);
            }
        }
        const double each = supplyM3PerS / static_cast<double>(grid_.supplies.size());
        for (const std::size_t c : grid_.supplies) {
            blown[place_[c]].emplace_back(supply(), each);
        }
        first_.push_back(0);
        for (std::size_t p = 0; p < order_.size(); ++p) {
            const std::size_t c = order_[p];
            double sum = 0.0;
            const auto add = [&](std::size_t source, double stream) {
                from_.push_back(static_cast<std::uint32_t>(source));
                stream_.push_back(stream);
                sum += stream;
            };
            forFaces(flow, c, [&](std::size_t other, double in) {
                if (in > 0.0) {
                    add(place_[other], in);
                }
            });
            for (const auto& [source, stream] : blown[p]) {
                add(source, stream);
            }
            first_.push_back(static_cast<std::uint32_t>(from_.size()));
            inverse_.push_back(sum > 0.0 ? 1.0 / sum : 0.0);
        }
    }

    const AirGrid& grid_;
    std::vector<std::uint32_t> order_, place_;
    std::vector<std::uint32_t> first_, from_;
    std::vector<double> stream_, inverse_;
};

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

void setSpeeds(const AirGrid& grid, const Flow& flow, AirField& field) {
    const std::vector<double>& phi = flow.phi;
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
            static_cast<float>(z * (flow.up(grid, c) + flow.up(grid, c - sz) + f.out[c] * phi[c]));
    }
}

Error cancelled() {
    return {"AIR-002", "the air field was cancelled", "start it again", "", "", 0};
}

/// Temperatures, fractions and balances, with the flow known.
class Heat {
  public:
    Heat(const AirGrid& grid, const HallAirLoad& load, const Flow& flow, AirField& field)
        : grid_(grid),
          load_(load),
          flow_(flow),
          field_(field),
          transport_(grid, flow, load.supplyM3PerS) {}

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
        return grid_.movers[m].heatW / (kAirCpVolumetric * grid_.movers[m].flowM3PerS);
    }

    /// The return is the mean of what leaves, by its flow.
    void balance() {
        double outM3PerS = 0.0, outW = 0.0, givenW = 0.0;
        for (std::size_t p = 0; p < transport_.cells(); ++p) {
            const std::size_t c = transport_.cell(p);
            const double leaves = grid_.faces.out[c] * flow_.phi[c];
            outM3PerS += leaves;
            outW += leaves * (t_[p] - load_.supplyC) * kAirCpVolumetric;
        }
        for (const AirMover& m : grid_.movers) {
            givenW += m.heatW;
        }
        field_.heatError = givenW > 0.0 ? (outW - givenW) / givenW : 0.0;
        field_.returnC = load_.supplyC + (outW + grid_.closedW) / (kAirCpVolumetric * outM3PerS);
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
        AirIndexSums sums(airClass, load_.supplyC);
        for (std::size_t m = 0; m < inlet_.size(); ++m) {
            const AirMover& mover = grid_.movers[m];
            if (mover.rack < 0) {
                continue;
            }
            field_.racks.push_back({mover.rack, inlet_[m], t_[transport_.mover(m)],
                                    transport_.inlet(m, hot), mover.flowM3PerS, mover.heatW});
            sums.add(inlet_[m], mover.flowM3PerS * kAirCpVolumetric, mover.heatW);
        }
        field_.indices = sums.indices(field_.returnC);
    }

  public:
    models::AirClass airClass = models::AirClass::A1;

  private:
    const AirGrid& grid_;
    const HallAirLoad& load_;
    const Flow& flow_;
    AirField& field_;
    Transport transport_;
    std::vector<double> t_, inlet_;
};

/// Moves the lift of each upper face towards what the temperatures around it make. It is in
/// proportion to the open share of the face: still air under a panel presses, but does not pass.
void lift(const AirGrid& grid, const std::vector<double>& cellC, double coldC, double share,
          Flow& flow) {
    const auto sz = at(grid.cells.strideZ());
    for (std::size_t c = 0; c + sz < cellC.size(); ++c) {
        if (grid.faces.up[c] > 0.0F) {
            const double warmerK = 0.5 * (cellC[c] + cellC[c + sz]) - coldC;
            const double wanted = grid.faces.up[c] * grid.sizeZ * riseMPerS(warmerK);
            flow.lift[c] += share * (wanted - flow.lift[c]);
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
    const double cellM = options.cellM > 0.0 ? options.cellM : airCellM(layout.halls[at(hall)].box);
    const AirGrid grid = airGrid(layout, hall, plan, load, cellM);
    if (!(load.supplyM3PerS > 0.0) || grid.supplies.empty()) {
        return tl::unexpected(Error{"AIR-001", "no air is supplied to " + id,
                                    "give the hall air handlers that run and a free floor", "", "",
                                    0});
    }
    AirField field = fieldOf(grid, load);
    field.cellM = cellM;
    Workers workers(std::clamp(options.threads, 1, 64));
    const std::vector<double> base = sourcesOf(grid, load.supplyM3PerS);
    std::vector<double> source = base, cellC(grid.cells.size(), load.supplyC), before;
    Flow flow{{}, std::vector<double>(grid.cells.size(), 0.0)};
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
                           progress, std::move(flow.phi));
        if (potential.cancelled) {
            return tl::unexpected(cancelled());
        }
        flow.phi = std::move(potential.phi);
        field.iterations += potential.iterations;
        field.massError = potential.residual;
        before = cellC;
        Heat heat(grid, load, flow, field);
        heat.airClass = plan.spec.airClass;
        if (auto solved = heat.solve(cellC, last, options.cancel); !solved) {
            return tl::unexpected(solved.error());
        }
        if (last) {
            setSpeeds(grid, flow, field);
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
        lift(grid, cellC, load.supplyC, 2.0 / (round + 2.0), flow);
        for (std::size_t c = sz; c < source.size(); ++c) {
            source[c] = base[c] - (flow.lift[c] - flow.lift[c - sz]);
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
