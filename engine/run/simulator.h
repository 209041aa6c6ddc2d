// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/document/catalogue.h"
#include "engine/document/project.h"
#include "engine/figures/model_errors.h"
#include "engine/floor/layout.h"
#include "engine/plant/plant_order.h"
#include "engine/plant/run_options.h"
#include "engine/run/command.h"
#include "engine/run/frame/fault_figures.h"
#include "engine/run/frame/frame.h"
#include "engine/run/frame/job_history.h"
#include "engine/run/frame/loss.h"
#include "engine/run/frame/quantity.h"
#include "engine/run/frame/service_figures.h"
#include "engine/run/jobs/job_order.h"
#include "engine/run/workload/job_statistics.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace headroom::engine {

struct BrokerView;

struct Job;
struct Plant;
struct State;

/// Summary of a run so far. Its figures: `value(key)` of the table in engine/figures/figures.h.
struct RunSummary {
    std::string project;
    std::uint64_t seed = 0;
    Sums sums;
    double meteredHeatJ = 0.0,
           meteredPowerJ = 0.0;  ///< of the IT energy: of racks whose load is a trace
    std::vector<models::ModelErrorSpec> modelErrors;
    std::vector<JobGroup> jobs;                    ///< all, then by tenant
    double idleAcceleratorS = 0.0;                 ///< that no job held
    std::map<std::string, std::int64_t> failures;  ///< by failure mode id
    FaultFigures faults;
    std::vector<ServiceFigures> services;
    std::vector<std::string>
        refused;  ///< jobs that can never run here, and why: run/workload/job_fault.h
    std::map<std::string, double> lossJ;  ///< by component type: psu, pdu, ups, transformer
    std::uint64_t stateHash = 0;

    /// In SI.
    double value(std::string_view key) const { return figure(key).value(sums); }

    MeteredSums metered() const { return {sums, meteredHeatJ, meteredPowerJ}; }

    /// 90 % interval by errors of the models; NaN at both ends if none is known.
    Interval interval(const Figure& row) const { return intervalOf(row, metered(), modelErrors); }
};

/// CPU seconds of the step's phases, for `bench`: of one step in eight, times eight. The clock is a call
/// of the system, which in every phase of every step would itself be seen.
struct PhaseTimes {
    std::map<std::string, double> cpuS;
};

/// The coupled simulation: one coupling step at a time, on the caller's thread and those that it may
/// use. Deterministic: same project, seed, options and version give the same state, bit by bit.
class Simulator {
  public:
    /// Compiles the project and sets the initial state: everything idle, in thermal balance.
    static ResultAll<std::unique_ptr<Simulator>> create(const Project& project,
                                                        const Catalogue& catalogue,
                                                        const RunOptions& options);

    /// The same from a plant compiled before, which any number of simulators on any threads may
    /// share: a Plant never changes. The options, seed and coupling count: another seed than the plant's gives the result
    /// of compiling with that seed (withSeed in plant.h). The rest was
    /// settled by compile().
    static ResultAll<std::unique_ptr<Simulator>> create(std::shared_ptr<const Plant> plant,
                                                        const RunOptions& options = {});

    /// A second simulator on the same plant and in the same state, which continues by itself: left alone, both reach the
    /// same bytes. Between two steps. It knows the recent events, and keeps
    /// no history until asked. Costs a copy of the State.
    std::unique_ptr<Simulator> branch() const;
    /// The same with steps of another length from here on.
    std::unique_ptr<Simulator> branch(Steps steps) const;

    /// The same run on another design: between two steps, at the same simulated time. Parts of the State that continue and
    /// parts that begin anew: carry_over.h. `words` say what a person did ("Set-point
    /// of warm to 30 °C"): the story has an event with them, which interruptions and losses of the
    /// edit name as their cause. Edits that no step lies between count as one, from the design
    /// before them: taken back, they leave the bytes as if there had been none. Fails where
    /// create() would with that plant; this simulator never changes.
    ResultAll<std::unique_ptr<Simulator>> changed(std::shared_ptr<const Plant> plant,
                                                  const std::string& words) const;

    /// Edits so far: Frame::design.
    std::int64_t design() const;

    /// Edits of people since the last step, in their words; empty if there were none, or all of them were taken back.
    const std::string& edits() const;

    ~Simulator();
    Simulator(const Simulator&) = delete;
    Simulator& operator=(const Simulator&) = delete;

    /// Opens a breaker, fails or repairs a part of the wiring, now. Ids that do not exist are
    /// ignored.
    void operate(const PlantOrder& order);

    /// Why nothing here would take that order; none means something takes it. The state that an order meets when it
    /// is due (a job that runs by then) is an event, not a misfit.
    std::optional<InvalidOrder> misfit(const PlantOrder& order) const;
    std::optional<InvalidOrder> misfit(const JobOrder& order) const;
    std::optional<InvalidOrder> misfit(const Command& command) const;

    /// This failure of a hazard will not come: as if its part had been exchanged in time. For
    /// branches that ask what became of a run without it. `occurrence`: Fault::occurrence.
    void avert(HazardIndex hazard, std::int32_t occurrence);

    /// Submits, ends, preempts, holds, releases or sends away a job, now. An order that does not fit is an event with the
    /// reason.
    void order(const JobOrder& order);

    /// Waiting jobs that may leave the facility, with quotes of all places (engine/broker/quote.h).
    BrokerView brokerView() const;

    /// Frames carry what jobs went through from now on (Frame::history); best before the first
    /// step.
    void keepHistory(bool on);

    /// Is told of each ended job when it leaves the State.
    void whenLeaving(std::function<void(const Job&)> tell);

    /// Ended jobs stay in State::jobs for good, for those that compare job by job; else they leave
    /// it in time (past_jobs.h). A branch begins with false.
    void keepEnded(bool on);

    /// Frames carry the page of this job (Frame::watched); -1 means of none.
    void watch(std::int64_t job);

    /// The present page of a job, watched or not; null if nothing is known of it.
    std::shared_ptr<const JobDetail> pageOf(std::int64_t job) const;

    /// Why a job cannot be submitted; empty if it can.
    std::string submitFault(const JobOrder& order) const;

    /// Tells the story something that nothing follows from: what befell a guest of the run.
    void remark(const std::string& subject, const std::string& text);

    /// Share of hot air at the inlets of a hall's racks, as a field of its air found it
    /// (air/field/field.h), in place of the uniform recirculation; in the order of the rows of its
    /// HallAirPlan.
    void setAirFractions(HallIndex hall, std::span<const double> fractions);

    /// So many threads step it from now on, the caller's among them, or fewer where the plant is so
    /// small that sharing the work takes longer than doing it. The figures are the same, bit by bit,
    /// on any number. At first it is the caller's alone; a branch begins so.
    void useThreads(int threads);

    /// Advances by one coupling step. It ends at notBeyondS at the latest, which must lie ahead: a base step that would
    /// pass it is cut, and the step after it ends with that base step. Never allocates in a quiet step.
    void step(double notBeyondS = std::numeric_limits<double>::infinity());

    /// Impossible result of the last step (step_guard.h); from then on the figures mean nothing. Empty code: nothing.
    /// A caller that steps stops there.
    const Error& fault() const;

    double timeS() const;
    double stepS() const;
    const Layout& layout() const;
    const Plant& plant() const;
    std::shared_ptr<const Plant> sharedPlant() const;
    const State& state() const;

    std::shared_ptr<Frame> frame() const;
    RunSummary summary() const;
    /// Figures of the summary, without those that take longer.
    Sums sums() const;

    /// Recording columns, fixed for the run, and their present values (SI) in the same order.
    const std::vector<Channel>& channels() const;
    void sample(std::span<double> values) const;
    std::span<const float> rackField(RackQuantity quantity) const;

    /// Events since the last call, oldest first, those of orders between steps with them; valid
    /// until the next step. A caller that steps long must call it, or they pile up.
    std::span<const Event> takeEvents();

    /// Messages since the last takeEvents(), in order: orders, edits, air. Call it before that.
    std::span<const Command> freshCommands() const;

    /// Jobs submitted and spans ended since the last takeEvents(); call them before it.
    std::span<const JobCard> freshCards() const;
    std::span<const JobSpan> freshSpans() const;
    /// Losses of intervals that ended since then, and of those that continue.
    std::span<const Loss> freshLosses() const;
    std::vector<Loss> openLosses() const;
    /// Cards of all jobs that wait or hold accelerators now.
    std::vector<JobCard> openCards() const;
    /// Spans that continue, one for each job under way.
    std::vector<JobSpan> openSpans() const;

    /// Snapshot of the whole State as bytes, and back. Loading a snapshot of another plant fails
    /// with SIM-010 and changes nothing.
    std::vector<std::byte> saveState() const;
    Result<void> loadState(std::span<const std::byte> bytes);
    std::uint64_t stateHash() const;

    /// Phase timing is off unless asked for.
    void measurePhases(bool on);
    PhaseTimes phaseTimes() const;

  private:
    Simulator();
    struct Private;
    std::unique_ptr<Private> d_;
};

}  // namespace headroom::engine
