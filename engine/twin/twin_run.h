// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "engine/document/project.h"
#include "engine/run/simulator.h"
#include "engine/telemetry/telemetry_finding.h"
#include "engine/telemetry/telemetry_map.h"
#include "engine/telemetry/telemetry_store.h"
#include "engine/twin/boundary.h"
#include "engine/twin/gap_policy.h"
#include "engine/twin/measured_readings.h"
#include "engine/twin/modelled_readings.h"
#include "engine/twin/twin_design.h"
#include "engine/twin/twin_past.h"

#include <atomic>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

/// A run that follows a building: measured values are its boundaries, the models say the rest.
namespace headroom::engine {

struct TwinSpec {
    std::vector<TwinIntervention> interventions;
    double spinUpS = 3600.0;  ///< before the first reading, under its values: temperatures settle
    double untilS =
        std::numeric_limits<double>::infinity();  ///< after the first reading; at most to the last
    RunOptions options;
    int threads = 1;
    /// Where loads are measured, also runs next to it under loads a little higher and lower (neighbours()).
    bool neighbours = false;
    /// Longest silence of all driving sensors that it simulates. After a longer one it resumes settled at the next reading.
    double longestSilenceS = kLongestSilenceS;
    bool keepsFrames = false;  ///< frames(): memory that grows with each step
    double loadFactor = 1.0;   ///< of all that racks draw: of a neighbour
    double warmerK = 0.0;      ///< of the measured weather: of a neighbour
};

/// How much lower and higher the load of neighbours is. Assumption: 5 %, what validation leaves of IT power (`model_error` of
/// the catalogue); a building whose machines are so much weaker works as this one does under so much more.
inline constexpr double kNeighbourLoad = 0.05;
/// And how much cooler and warmer it is for them, where the weather is measured: plants change over by the weather too (to wet
/// coolers, to free cooling). Assumption: 0.5 K, a thermometer of 0.3 K away from the coolers.
inline constexpr double kNeighbourK = 0.5;

class TwinRun {
  public:
    /// Compiles the project with the measured boundaries: its own load traces and drills give way, and it starts
    /// `spinUpS` before the first reading. Errors of boundaryOf() and compile(); TEL-045: a channel that the run does not
    /// have, or a unit that is not one of it; TEL-046: no reading at all; TEL-047: a setting that the project does not have
    /// or that is not a number.
    static ResultAll<std::unique_ptr<TwinRun>> make(const Project& project,
                                                    const Catalogue& catalogue,
                                                    const TelemetryMap& map,
                                                    std::vector<TelemetrySeries> series,
                                                    const TwinSpec& spec);

    /// Readings that came since, SI: put in their places by time. One of a time that is there already, or from before
    /// keptFromS(), stays out. A load of several times the rating of its racks is ignored too, and reported (findings()).
    void take(std::span<const StoredSample> samples);

    /// Up to when what drives it is known, since 1970: the latest time of which each sensor that drives it, set-points
    /// left out, has a reading at or after. One that is silent for longer than the map allows holds nobody up: its last
    /// value continues.
    double knownUntilS() const { return measured_.knownUntilS(nowS()); }

    /// The accepted values become the boundary from now on, without a jump of the state, and follow() continues in whole steps
    /// to `untilS`, since
    /// 1970. Readings of before now change nothing that was: they are compared. Errors of boundaryOf().
    ResultAll<void> extendTo(double untilS);

    /// Steps up to the end of what it follows. SIM-045. False: cancelled.
    ResultAll<bool> follow(const std::function<void(double share)>& progress,
                           const std::atomic<bool>& cancel);
    /// The same for as long as `goesOn` says so, after each step.
    ResultAll<void> followWhile(const std::function<bool()>& goesOn);
    bool hasMore() const;  ///< to follow, of what is its boundary

    /// Drops readings, modelled values, boundaries and events from before a time. Keeps the last of these readings of each
    /// sensor, and `past` as the summary of the rest.
    void forgetBefore(double timeS, TwinPast past);

    /// Older readings were dropped; since 1970.
    double keptFromS() const { return measured_.keptFromS(); }

    const TwinPast& past() const { return past_; }  ///< judged before keptFromS()

    /// Takes the events of each step (Simulator::takeEvents()), and what else it wants of it; of neighbours nobody does.
    using TakeStep = std::function<std::span<const Event>(Simulator& simulator)>;

    void whenStepped(TakeStep take) { takeStep_ = std::move(take); }

    const TelemetryMap& map() const { return measured_.map(); }

    const std::vector<TelemetrySeries>& series() const { return measured_.series(); }

    const Boundary& boundary() const { return boundary_; }

    const ModelledSeries& modelled() const { return modelled_.series(); }

    const Simulator& simulator() const { return *simulator_; }

    /// See ModelledReadings::frames(); empty unless TwinSpec::keepsFrames.
    const std::vector<float>& frames() const { return modelled_.frames(); }

    /// The same under a lower and a higher load, step by step next to it: none where it was not asked for, or no load is measured.
    const std::vector<std::unique_ptr<TwinRun>>& neighbours() const { return neighbours_; }

    /// Since 1970 at the start of the run, as its clock is now: time of the data less time of the run. The clock of the
    /// run leaves skipped gaps out, so each of them moves this.
    double originS() const { return originS_; }

    /// Silences that it skipped, by time.
    const std::vector<TelemetryGap>& skipped() const { return measured_.skipped(); }

    double firstS() const { return measured_.firstS(); }  ///< of the first reading, since 1970

    double lastS() const { return measured_.lastS(); }  ///< of the last reading

    double nowS() const { return originS_ + simulator_->timeS(); }

    /// Texts of events while following: trips, limits and the like.
    const std::vector<Event>& events() const { return events_; }

    /// Readings that could not drive it.
    std::vector<TelemetryFinding> findings() const { return measured_.findings(); }

    /// Set-points that moved and interventions so far: designs that the run has had.
    int designs() const { return design_.changes(); }

  private:
    TwinRun(TwinDesign design, MeasuredReadings measured)
        : design_(std::move(design)), measured_(std::move(measured)) {}

    ResultAll<void> begin(const TwinSpec& spec);
    ResultAll<void> beginBoundary(const Plant& plant);
    ResultAll<void> stepOnce();
    PlantLoadTrace imposed(const PlantLoadTrace& trace) const;
    ResultAll<void> growBoundary();
    void readSettings(double settledDataS);
    double goalRunS() const;
    bool isBeforeGap() const;
    ResultAll<void> skipGap();
    void setStart(Plant& plant);
    ResultAll<void> applySettings(double runS);
    ResultAll<void> intervene();
    ResultAll<void> changeDesign(const std::string& words);
    void note();

    TwinDesign design_;
    MeasuredReadings measured_;
    RunOptions options_;
    Boundary boundary_;
    std::unique_ptr<Simulator> simulator_;
    ModelledReadings modelled_;
    std::vector<Event> events_;
    TakeStep takeStep_;
    double gridS_ = 0.0;
    double loadFactor_ = 1.0, warmerK_ = 0.0;
    std::vector<std::unique_ptr<TwinRun>> neighbours_;
    double originS_ = 0.0;
    double untilS_ = 0.0;  ///< it follows to there, since 1970
    bool endsInWholeSteps_ = false;
    double spinUpS_ = 0.0;
    std::string note_;  ///< for the story of the run, with the next step
    TwinPast past_;
};

}  // namespace headroom::engine
