// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "engine/document/project.h"
#include "engine/figures/sums.h"
#include "engine/grid/year_hours.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

/// A year of a project from one day of each month. Climates are monthly and diurnal statistics, so
/// that the day in the middle of a month stands for it; each is a run of the coupled simulation,
/// after a warm-up that is not counted.
///
///   a sum of the year = sum over months of days of the month x sum of its day
///
/// Jobs begin anew with each day: what takes longer than a day is under way all of it.
namespace headroom::engine {

struct TypicalYearSpec {
    double stepS = 60.0;      ///< of each day
    double fineStepS = 15.0;  ///< of a day whose run cannot continue at that step
    double warmUpS = 7200.0;
    int threads = 1;
};

/// Work of a training job of the project here in a year, all of its copies.
struct TrainingWork {
    std::string id, name;
    double accelerators = 0.0;  ///< of one copy
    double totalTokens = 0.0;   ///< of one copy, until it is done
    double tokens = 0.0;        ///< trained and kept
    double heldS = 0.0;         ///< accelerator seconds
    double energyJ = 0.0;       ///< at the meter
    double goodS = 0.0;         ///< of heldS: progress that was kept
};

/// A job that held nothing in any simulated day, and why.
struct IdleJob {
    std::string id, name;
    int accelerators = 0;
    bool refused = false;  ///< it can never start here; else it waited all days
    std::string why;       ///< a sentence
};

/// Jobs of one size and one way to write checkpoints, services apart: what they held in a year.
struct WorkedGang {
    int accelerators = 0;
    double checkpointS = 0.0, stallS = 0.0;  ///< interval, and what one costs
    double heldS = 0.0;                      ///< accelerator seconds, here and elsewhere
};

struct TypicalYear {
    std::array<std::array<double, 24>, 12> meteredW{};  ///< mean of each hour: the utility's meter
    /// Tokens trained and kept, and served, of each hour of the day of each month: 12 by 24.
    std::vector<double> hourlyTokens = std::vector<double>(12UL * 24);
    std::vector<double> hourlyServed = std::vector<double>(12UL * 24);
    Sums sums;                  ///< of a year of 365 days; peaks are those of the days
    double fuelCarbonKg = 0.0;  ///< of sums: emitted here, not by the grid
    double servedTokens = 0.0;  ///< by services
    double answered = 0.0,
           answeredInTime = 0.0;  ///< requests of services; within both limits of theirs
    /// Share of their steps that training jobs here wait because others use the network too, mean over what they hold.
    double networkWait = 0.0;
    double peakHeld = 0.0;  ///< accelerators that jobs hold at once at most, services apart
    std::vector<TrainingWork> trainings;
    std::vector<WorkedGang> gangs;  ///< by size, then interval
    std::vector<IdleJob>
        idle;  ///< jobs that never ran in any of the days, in the order of the first day
    double powerFactor = 1.0;  ///< at the utility's meter, mean over time
    int days = 0;              ///< simulated

    /// Accelerator seconds that jobs and services held, here and elsewhere.
    double heldS() const { return sums[Sum::AllocatedS] + sums[Sum::AwayS]; }

    /// Accelerator seconds that training jobs of the project held, and of these those whose progress was kept.
    double trainingHeldS() const;
    double trainingGoodS() const;
    /// Share of all that was held; 0 where nothing was.
    double trainingShare() const;

    /// By the hour, from January 1st on.
    std::vector<double> hourlyW() const;
};

/// "ID: reason; ID: reason"; empty where all ran.
std::string idleText(const std::vector<IdleJob>& idle);

/// Errors: those of compile, and SIM-045 of a run.
ResultAll<TypicalYear> typicalYear(const Project& project, const Catalogue& catalogue,
                                   const TypicalYearSpec& spec,
                                   const std::function<void(double share)>& progress = {},
                                   const std::atomic<bool>* cancel = nullptr);

}  // namespace headroom::engine
