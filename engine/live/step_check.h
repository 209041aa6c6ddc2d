// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/simulator.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>

namespace headroom::engine {

/// Figures by which growing steps are judged.
enum class Judged { ItEnergy, FacilityEnergy, Water, Cost, Count };

/// Effect of growing steps on a run, as measured on a part of it.
struct StepError {
    struct Figure {
        double share = 0.0;      ///< sum with growing steps over that with even ones, less 1
        double certainty = 0.0;  ///< half of the 95 % interval of it; infinite with one hour alone
    };

    std::int64_t steps = 0, evenSteps = 0;  ///< of the run; what it would have taken
    int hours = 0;                          ///< that were run twice
    std::array<Figure, static_cast<std::size_t>(Judged::Count)> figures{};
    Figure pue;

    const Figure& operator[](Judged j) const { return figures[static_cast<std::size_t>(j)]; }
};

/// Compares growing steps (RunOptions::steps) with even ones while a run continues: some hours of it, spread over its
/// length and over the hours of the day, are run again from where they began, with the steps of the project, on a branch
/// that is then dropped. The differences of their meters, as sums and with the
/// spread from hour to hour, are the error estimate: of everything that the longer steps touch, loads that
/// act later with it. The effect of longer steps before an hour is not included: temperatures and controls settle in
/// minutes.
///
/// before() and after() each step(); nothing of the run changes by it. Costs the even steps of these hours.
class StepCheck {
  public:
    /// About this number of hours of a run until untilS; all hours of a short one.
    StepCheck(const Simulator& simulator, double untilS, int hours);

    void before(const Simulator& simulator);
    void after(const Simulator& simulator);

    /// Whether before() begins an hour to compare at that time, and whether after() ends one; both are brief
    /// where not.
    bool begins(double timeS) const;
    bool ends(double timeS) const;

    StepError error() const;

  private:
    using Meters = std::array<double, static_cast<std::size_t>(Judged::Count)>;
    static Meters metersOf(const Simulator& simulator);

    double everyS_, dueS_, endS_ = 0.0;
    std::unique_ptr<Simulator> twin_;  ///< of an hour under way, as it began
    Meters from_{};
    std::int64_t steps_ = 0;
    double beganS_, timeS_, baseS_;
    int hours_ = 0;
    Meters even_{}, difference_{}, squares_{};
    double pueSquares_ = 0.0;
};

/// "Steps: 1,234 in place of 5,760; …", and the same as an object of JSON.
std::string textOf(const StepError& error);
std::string jsonOf(const StepError& error);

/// A summary in JSON with that object as "steps".
std::string withSteps(const std::string& summaryJson, const StepError& error);

}  // namespace headroom::engine
