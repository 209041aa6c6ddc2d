// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/frame/loss.h"
#include "engine/run/state/cause_state.h"
#include "engine/run/state/event_log.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace headroom::engine {

struct JobProgress;
struct Plant;
struct State;

/// Knows, while a run continues, what disturbs each part: so every event that tells of a symptom names its cause, and every
/// loss is booked once, to the event that caused it. Every change is reported here; nothing here
/// changes the facility.
///
///   heat       a rack that gets hot follows from the disturbance of its row, CDU, loop or hall
///   that
///              explains most of what its chips are too warm; with none, from the weather (the loop
///              cannot hold its set-point) or from the load (the job that runs there)
///   rate       a job that loses more than kSlowShare of its rate for a reason is reported, once for
///              each cause
///   indicator  PUE, IT power, throughput and the supply of each loop against their own past
///              (indicators.cpp)
///   losses     see loss.h; booked when the interval ends that they belong to
class Causes {
  public:
    Causes(const Plant& plant, State& state, const EventLog& log)
        : plant_(plant), s_(state), log_(log) {}

    // Places.
    void raise(CausePlace place, int index, int part, std::int64_t event, double timeS);
    /// part -1: any disturbance of that place.
    void clear(CausePlace place, int index, int part, double timeS);
    /// A link of the coolant network.
    void raiseLink(LinkIndex link, std::int64_t event, double timeS);
    void clearLink(LinkIndex link, double timeS);
    /// Disturbance of this very link; -1 if there is none.
    std::int64_t ofLink(LinkIndex link, double timeS) const;
    /// The machines of a load of the wiring: fans, pumps, heat rejection.
    void raiseLoad(LoadIndex load, std::int64_t event, double timeS);
    void clearLoad(LoadIndex load, double timeS);
    /// Machines of a loop, CDU group or hall, by the hazard that struck them.
    void raiseEquipment(HazardIndex hazard, std::int64_t event, double timeS);
    void clearEquipment(HazardIndex hazard, double timeS);
    /// The newest that continues at a place, or ended within kLingerS; -1 if none.
    std::int64_t latest(CausePlace place, int index, double timeS) const;

    /// Why a rack is too warm. Tells of weather or load where nothing is broken.
    std::int64_t heat(RackIndex rack, double timeS);
    /// Why a rack switches off for heat: its throttling, or what disturbed it since.
    std::int64_t trip(RackIndex rack, double timeS);
    /// Last cause of the load; load as submitted where it was nobody's failure.
    std::int64_t load(double timeS);

    /// Why the towers of a loop went dry.
    std::int64_t water(LoopIndex loop, double timeS);
    /// Why too little flows through the chillers of a loop, and that their flow switches stopped them.
    std::int64_t lowFlow(LoopIndex loop, double timeS);
    void raiseFlowSwitches(LoopIndex loop, std::int64_t event, double timeS);
    void clearFlowSwitches(LoopIndex loop, double timeS);

    // Jobs.
    void settled(JobIndex job, const JobProgress& progress, double timeS);
    void lost(JobIndex job, double acceleratorS, double work);
    void hung(JobIndex job, std::int64_t event);
    void stopsWaiting(JobIndex job, double timeS);
    void submitted(JobIndex job, std::int64_t event);
    void started(JobIndex job, std::int64_t event, double timeS);
    /// Cause of a start: the interruption before it, or its submission.
    std::int64_t whyStarts(JobIndex job) const;
    void interrupted(JobIndex job, std::int64_t event, double timeS);
    void ended(JobIndex job, std::int64_t event, double timeS);
    void rateChanged(JobIndex job, double timeS);

    // Servers.
    void serverDown(ServerIndex server, std::int64_t event, double timeS);
    void serverUp(ServerIndex server, double timeS);
    /// -1 if it is not down.
    std::int64_t whyDown(ServerIndex server) const;

    /// Indicators, at the end of a step.
    void observe(double timeS);

    // Losses.
    /// Duration of running spans, up to now.
    std::vector<Loss> openLosses(double timeS) const;

    void reset();

    /// A story that grows beyond is condensed: a viewer that is open for weeks does not grow.
    static constexpr std::size_t kMostEvents = 40000;

    /// State apart from State: losses that nobody has taken yet, and those kept.
    struct Book {
        std::vector<Loss> fresh, newLosses;
        std::vector<std::shared_ptr<const std::vector<Loss>>> blocks;
        bool kept = false;
        std::size_t mostLosses = kMostEvents;  ///< in blocks, before they are summed
    };

    Book& book() { return book_; }

    const Book& book() const { return book_; }

    /// All events and losses that were kept.
    std::shared_ptr<const Story> story(double timeS);

  private:
    JobCause& of(JobIndex job);
    void book(JobIndex job, LossKind kind, double acceleratorS, double tokens, std::int64_t event,
              double fromS, double toS);
    void add(const Loss& loss);
    Loss lossOf(JobIndex job, LossKind kind, double acceleratorS, double tokens, std::int64_t event,
                double fromS, double toS) const;
    void bookSlowed(JobIndex job, double timeS);
    void bookHeld(JobIndex job, std::int64_t event, double timeS);
    std::int64_t whySlow(JobIndex job, double timeS);
    std::int64_t whyClock(JobIndex job, double timeS);
    std::int64_t lastNow(JobIndex job, double timeS) const;
    std::int64_t environment(double timeS, const Words& text);
    double supplyC(LoopIndex loop) const;
    double deviationK(const Disturbance& disturbance, RackIndex rack) const;
    void moved(Contributor& largest, std::int64_t event, double weight, double timeS);
    std::int64_t whyCooling(double timeS);
    bool leavesBand(int indicator, double level, double band, double timeS);
    void tell(int indicator, const std::string& subject, const Words& text, std::int64_t cause,
              double timeS);
    void observePue(double timeS);
    void observeLoop(LoopIndex loop, double timeS);
    std::int64_t whyLoad(const Contributor& largest, double timeS) const;
    bool isAnythingBroken() const;
    std::string noCause() const;
    std::int64_t orNote(std::int64_t event, const Words& text, double timeS);

    const Plant& plant_;
    State& s_;
    EventLog log_;
    Book book_;
};

}  // namespace headroom::engine
