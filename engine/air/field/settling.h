// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/air/field/carried.h"
#include "engine/air/field/field.h"
#include "engine/air/field/flow.h"

#include <array>
#include <functional>
#include <vector>

/// The air of one hall on its way from rest to a mean that no longer drifts (field.h says when it has settled).
namespace headroom::engine {

/// Sums over one period.
struct AirPeriod {
    double seconds = 0.0, sampledS = 0.0;
    std::vector<double> inletK, inletK2;  ///< by mover, times seconds
    double leavingKM3 = 0.0;              ///< temperature above the supply times volume that left
    std::vector<float> warmK, hot;
    std::array<std::vector<float>, 3> velocity;

    AirPeriod(std::size_t movers, std::size_t cells);

    void clear() { *this = AirPeriod(inletK.size(), warmK.size()); }

    void add(const AirPeriod& other);
};

/// The caller keeps the given objects alive as long as this object.
class SettlingAir {
  public:
    SettlingAir(const AirGrid& grid, const HallAirLoad& load, const HallAirPlan& plan,
                const AirFieldOptions& options, Workers& workers, AirField& field);

    /// Until inlets have settled, or for the longest time. AIR-002, AIR-003.
    Result<void> run();

    /// Writes the mean into the field.
    void report();

    /// Moves the air for a time. `each` is called after each step with its length.
    Result<void> runFor(double seconds, const std::function<void(double)>& each);

    RoomFlow& flow() { return flow_; }

    CarriedAir& air() { return air_; }

  private:
    void tellProgress();
    void sample(AirPeriod& period);
    void compare();
    void balance();
    void write();
    RackAirResult rack(std::size_t m) const;
    void racks();

    const AirGrid& grid_;
    const HallAirLoad& load_;
    const HallAirPlan& plan_;
    const AirFieldOptions& options_;
    AirField& field_;
    RoomFlow flow_;
    CarriedAir air_;
    std::vector<float> still_;
    AirPeriod older_, newer_;
    double changeS_ = 0.0, stepS_ = 0.0;
};

/// Called once the field was reported. AirField::simulatedS counts on in what is moved further.
using AfterSettling = std::function<Result<void>(SettlingAir&, const AirGrid&, const AirField&)>;

/// solveAirField(), and what follows.
Result<AirField> settleAir(const Layout& layout, int hall, const HallAirPlan& plan,
                           const HallAirLoad& load, const AirFieldOptions& options,
                           const AfterSettling& after);

}  // namespace headroom::engine
