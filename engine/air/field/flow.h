// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/air/field/grid.h"
#include "engine/base/workers.h"

#include <array>
#include <vector>

/// Motion of the air of a hall, step by step (fast fluid dynamics on a staggered grid):
///
///   du/dt + u . grad u = -grad p + div(nu grad u) + g beta (T - T_supply) e_z,   div u = sources
///
/// Velocities are at faces, the pressure p (over density, m2/s2) at centres. A step is explicit: advection by a limited
/// second-order upwind scheme (van Leer), eddies by models::eddyViscosityM2PerS(), friction of walls by
/// models::wallFactor(), then a projection that makes the flow conserve mass (PotentialSolver).
/// Faces of racks, handlers and tiles have the velocity that their flow makes: that is what a jet starts with.
/// Returns are at p = 0. Air in a panel's openings loses models::panelLoss() of its speed squared. It has the inertia
/// of one cell, which vanishes in the mean, so V = 0.6 A sqrt(2 dp / rho) on any grid.
/// Valid for steps that advection() allows: the sum of Courant numbers at most 0.5.
/// Sources: Harlow and Welch 1965 (staggered grid); Chorin 1968 (projection); Zuo and Chen 2009, and Han, Tian,
/// VanGilder, Zuo 2020 (fast fluid dynamics of rooms and of data centres); van Leer 1974 (limiter).
/// Deterministic on any number of threads.
namespace headroom::engine {

class RoomFlow {
  public:
    RoomFlow(const AirGrid& grid, const HallAirLoad& load, Workers& workers);

    /// Largest step that keeps the scheme stable [s].
    double largestStepS() const;

    /// One step of `dt` seconds. `warmK`: by cell, above the supply; from the margin's start, see margin().
    void step(double dt, const float* warmK);

    /// Makes mean velocities conserve mass to rounding. Returns the imbalance of the worst cell, share of the supply.
    double conserve(std::array<std::vector<float>, 3>& mean);

    /// New flows of the supplies [m3/s], in the order of the grid.
    void setSupplies(const std::vector<double>& flowM3PerS);

    /// Renews the eddy viscosity from the speeds.
    void eddies();

    /// Velocity [m/s] through the faces along an axis; index of the cell on the low side.
    const float* velocity(int axis) const {
        return velocity_[static_cast<std::size_t>(axis)].data() + margin_;
    }

    /// Kinematic eddy viscosity by cell [m2/s], molecular included; 0 in solids.
    const float* viscosity() const { return viscosity_.data() + margin_; }

    /// 1 where air passes a face: open faces and panels, not ports.
    const float* open(int axis) const {
        return open_[static_cast<std::size_t>(axis)].data() + margin_;
    }

    const float* leaks(int axis) const {
        return leak_[static_cast<std::size_t>(axis)].data() + margin_;
    }

    const std::vector<double>& sources() const { return source_; }

    /// Entries before index 0 and after the last cell, so that neighbours of neighbours exist.
    std::size_t margin() const { return margin_; }

    long iterations() const { return iterations_; }

    /// Flow out of the hall through a return [m3/s].
    double outflow(std::size_t n) const;

  private:
    template <class Work>
    void forRows(const Work& work);
    void predict(int axis, double dt, const float* warmK);
    void predictReturns(double dt, const float* warmK);
    void predictLeaks(double dt, const float* warmK);
    void imbalance(const std::array<std::vector<float>, 3>& velocity, std::size_t margin);
    void project(double dt);
    void setPorts(const HallAirLoad& load);
    void wallDistances();

    const AirGrid& grid_;
    Workers& workers_;
    std::size_t margin_;
    std::array<std::vector<float>, 3> velocity_, next_, open_, leak_;
    std::vector<float> viscosity_, wallM_;
    std::vector<double> supplyM3PerS_, source_, right_, impulse_;
    std::vector<double> leakConductance_,
        leakDrive_;       ///< by leak: [m s], [m3/s] from inertia and buoyancy
    Conductances faces_;  ///< with the panels' conductances
    PotentialSolver solver_;
    double stepS_ = 0.0;
    int steps_ = 0;
    long iterations_ = 0;
};

}  // namespace headroom::engine
