// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/air/field/flow.h"

#include <utility>
#include <vector>

/// Heat and hot air that a moving room carries, step by step:
///
///   dT/dt + u . grad T = div(nu / Pr_t grad T) + sources
///
/// T is the temperature above the supply, or the share of air that racks blew out. Explicit, limited second-order upwind
/// (limited.h), so values stay between supply and the hottest outlet. A rack blows out the mean of its inlets plus
/// Q / (rho cp V), at once or after the lag of its mass. Its hot share is 1. Air in ducts leaves the room at the temperature of
/// its inlet. Air that comes back through a return has the mean of what leaves by returns and ducts.
namespace headroom::engine {

class CarriedAir {
  public:
    CarriedAir(const AirGrid& grid, const HallAirLoad& load, double jPerM3K, const RoomFlow& flow,
               Workers& workers);

    void step(double dt);

    /// New flows of the supplies [m3/s], in the order of the grid.
    void setSupplies(std::vector<double> flowM3PerS) { supplyM3PerS_ = std::move(flowM3PerS); }

    /// From now on the supplies blow what leaves the hall, without cooling it.
    void stopCooling() { isCooled_ = false; }

    /// From now on outlets lag behind inlets by the mass of a rack, by mover: C dT/dt = Q + w (T_inlet - T). A mass of 0
    /// has no lag.
    void setMass(const std::vector<double>& jPerK, double jPerM3K);

    /// Temperature of the air that the handlers blow, above the supply at the start.
    double supplyK() const { return isCooled_ ? 0.0 : mixedK_; }

    /// Mean of what leaves by returns and ducts, above the supply at the start.
    double leavingK() const { return mixedK_; }

    const float* warmK() const { return warm_.now.data() + margin_; }

    const float* hot() const { return hot_.now.data() + margin_; }

    /// Temperature of the air that servers breathe, above the supply at the start.
    double inletK(std::size_t m) const { return inletK_[m]; }

    /// The same from the air before the front.
    double breathedK(std::size_t m, double frontK) const {
        return grid_.movers[m].breathed(frontK, outletK_[m]);
    }

    double riseK(std::size_t m) const { return riseK_[m]; }

    /// Mean of what leaves through the returns, above the supply.
    double returnK() const { return returnK_; }

    /// Temperature above the supply times flow, through all returns and into ducts [K m3/s].
    double leavingKM3PerS() const { return leavingKM3PerS_; }

    static double mean(const float* q, const std::vector<AirPort>& ports);

  private:
    struct Quantity {
        std::vector<float> now, next;
    };

    template <class Work>
    void forRows(const Work& work) const;
    void move(double dt);
    void addPorts(double dt);
    void addReturns(double dt);

    const AirGrid& grid_;
    const RoomFlow& flow_;
    Workers& workers_;
    std::size_t margin_;
    std::vector<double> supplyM3PerS_;
    Quantity warm_, hot_;
    std::vector<double> inletK_, riseK_, outletK_, massS_;
    double returnK_ = 0.0, leavingKM3PerS_ = 0.0, ductedKM3PerS_ = 0.0;
    double mixedK_ = 0.0, mixedHot_ = 0.0;  ///< of what leaves by returns and ducts
    bool isCooled_ = true;
};

}  // namespace headroom::engine
