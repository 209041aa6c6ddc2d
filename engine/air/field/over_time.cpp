// SPDX-License-Identifier: Apache-2.0
#include "engine/air/field/over_time.h"

#include "engine/air/field/settling.h"
#include "engine/base/index.h"

#include <algorithm>

namespace headroom::engine {

namespace {

/// Share of the progress that is counted until the field has settled.
constexpr double kSettlingShare = 0.5;

/// Steps a hall from the loss on, and writes down its instants.
class Losing {
  public:
    Losing(SettlingAir& air, const AirGrid& grid, const AirField& settled, const HallAirPlan& plan,
           const AirOverTimeOptions& options, AirOverTime& course)
        : air_(air),
          grid_(grid),
          settled_(settled),
          plan_(plan),
          options_(options),
          course_(course) {
        for (std::size_t m = 0; m < grid.movers.size(); ++m) {
            if (grid.movers[m].rack >= 0) {
                movers_.push_back(m);
                tops_.push_back(topThird(grid, grid.movers[m].inlets));
            }
        }
        AirInstant rest;
        rest.supplyC = settled.supplyC;
        rest.returnC = settled.returnC;
        for (const RackAirResult& r : settled.racks) {
            rest.inletC.push_back(r.inletC);
            rest.topInletC.push_back(r.topInletC);
        }
        rest.indices = settled.indices;
        course.instants.push_back(std::move(rest));
    }

    void lose(const AirLoss& loss) {
        std::vector<double> jPerK(grid_.movers.size(), 0.0);
        for (const std::size_t m : movers_) {
            const std::size_t rack = at(grid_.movers[m].rack);
            jPerK[m] = rack < options_.rackJPerK.size() ? options_.rackJPerK[rack] : 0.0;
        }
        air_.air().setMass(jPerK, plan_.air.jPerM3K);
        if (loss.water) {
            air_.air().stopCooling();
        } else {
            const std::vector<double> flow = suppliesAfter(grid_, loss);
            air_.flow().setSupplies(flow);
            air_.air().setSupplies(flow);
        }
    }

    Result<void> run() {
        const int count = std::max(1, static_cast<int>(options_.forS / options_.everyS + 1e-9));
        for (int i = 1; i <= count; ++i) {
            std::vector<double> inletK(movers_.size(), 0.0);
            double seconds = 0.0;
            auto ran = air_.runFor(options_.everyS, [&](double stepS) {
                for (std::size_t n = 0; n < movers_.size(); ++n) {
                    inletK[n] += stepS * air_.air().inletK(movers_[n]);
                }
                seconds += stepS;
            });
            if (!ran) {
                return ran;
            }
            write(inletK, seconds);
            if (options_.field.progress) {
                options_.field.progress(kSettlingShare + (1.0 - kSettlingShare) * i / count);
            }
        }
        return {};
    }

  private:
    void write(const std::vector<double>& inletK, double seconds) {
        AirInstant now;
        now.timeS = course_.instants.back().timeS + seconds;
        now.supplyC = settled_.supplyC + air_.air().supplyK();
        now.returnC = settled_.supplyC + air_.air().leavingK();
        AirIndexSums sums(plan_.spec.airClass, settled_.supplyC);
        for (std::size_t n = 0; n < movers_.size(); ++n) {
            const AirMover& mover = grid_.movers[movers_[n]];
            now.inletC.push_back(settled_.supplyC + inletK[n] / seconds);
            now.topInletC.push_back(
                settled_.supplyC +
                air_.air().breathedK(movers_[n], CarriedAir::mean(air_.air().warmK(), tops_[n])));
            sums.add(now.inletC.back(), mover.serverM3PerS() * plan_.air.jPerM3K, mover.heatW);
        }
        now.indices = sums.indices(now.returnC);
        course_.instants.push_back(std::move(now));
    }

    SettlingAir& air_;
    const AirGrid& grid_;
    const AirField& settled_;
    const HallAirPlan& plan_;
    const AirOverTimeOptions& options_;
    AirOverTime& course_;
    std::vector<std::size_t> movers_;  ///< that are racks, in the order of the field
    std::vector<std::vector<AirPort>> tops_;
};

}  // namespace

std::vector<double> suppliesAfter(const AirGrid& grid, const AirLoss& loss) {
    std::vector<double> flow(grid.supplies.size(), 0.0);
    std::size_t left = 0;
    for (std::size_t n = 0; n < flow.size(); ++n) {
        const int handler = grid.supplyHandlers[n];
        if (handler < 0 ||
            std::find(loss.handlers.begin(), loss.handlers.end(), handler) == loss.handlers.end()) {
            flow[n] = loss.supplyM3PerS;
            ++left;
        }
    }
    for (double& each : flow) {
        each /= static_cast<double>(std::max<std::size_t>(1, left));
    }
    return flow;
}

Result<AirOverTime> solveAirOverTime(const Layout& layout, int hall, const HallAirPlan& plan,
                                     const HallAirLoad& load, const AirLoss& loss,
                                     const AirOverTimeOptions& options) {
    AirOverTime course;
    AirFieldOptions settling = options.field;
    bool lost = false;
    if (options.field.progress) {
        settling.progress = [&](double done) {
            if (!lost) {
                options.field.progress(kSettlingShare * done);
            }
        };
    }
    auto before = settleAir(
        layout, hall, plan, load, settling,
        [&](SettlingAir& air, const AirGrid& grid, const AirField& settled) -> Result<void> {
            lost = true;
            Losing losing(air, grid, settled, plan, options, course);
            losing.lose(loss);
            return losing.run();
        });
    if (!before) {
        return tl::unexpected(std::move(before.error()));
    }
    course.before = std::move(*before);
    return course;
}

double timeToReachS(const AirOverTime& course, double limitC) {
    for (std::size_t n = 0; n < course.instants.size(); ++n) {
        const AirInstant& now = course.instants[n];
        if (now.indices.hottestInletC <= limitC) {
            continue;
        }
        if (n == 0) {
            return 0.0;
        }
        const AirInstant& before = course.instants[n - 1];
        const double share = (limitC - before.indices.hottestInletC) /
                             (now.indices.hottestInletC - before.indices.hottestInletC);
        return before.timeS + share * (now.timeS - before.timeS);
    }
    return -1.0;
}

}  // namespace headroom::engine
