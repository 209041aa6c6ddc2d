// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/experiment/members.h"
#include "engine/figures/figures.h"
#include "engine/reliability/campaign/statistics.h"
#include "engine/run/simulator.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// Campaigns: the same plant many times with other random numbers, on all cores, and what that says.
namespace headroom::engine {

struct Job;
struct Plant;

/// Coupling step of campaigns, in which services and samples advance; failures and jobs keep their
/// exact times. Assumption: an hour against runs of days to months.
inline constexpr double kCampaignStepS = 3600.0;

/// The options of a campaign's plant: that step, but the project's own where power and heat are computed in every step,
/// so that a replication is the run of its seed.
inline RunOptions campaignOptions(Coupling coupling) {
    RunOptions options;
    if (coupling != Coupling::Always) {
        options.stepS = kCampaignStepS;
    }
    return options;
}

struct CampaignSpec {
    double untilS = 54.0 * 86400.0;  ///< simulated time of a replication
    int replications = 20;
    int threads = 0;  ///< 0 means as many as the machine has cores
    std::uint64_t seed = 1;
    Coupling coupling = Coupling::Asked;
    /// Ends early, with at least ten replications, once the 95 % interval of the effective time is
    /// no wider than +- this; NaN: never.
    double targetHalfWidth = models::kNotStated;
    /// Replications that are known already; null if there are none. A task returns the replications up to the first
    /// that another task has not done yet.
    Members* members = nullptr;
};

/// By failure mode, or type of equipment.
struct ModeCount {
    std::int64_t failures = 0, interruptions = 0;
    double lostS = 0.0;  ///< accelerator seconds hung and gone back to the last checkpoint
};

/// Jobs of one size class: from the power of two below to `accelerators`.
struct SizeClass {
    std::int64_t jobs = 0, interruptions = 0;
    double runningS = 0.0;
    double analyticS = 0.0;  ///< running time over the law's of each job: expected interruptions
};

/// The laws next to the figures, for the largest job of the plant; NaN where it has none that trains.
///   MTTF = 1 / (N r_f), r_f by the plant's hazards, in all the time that the job holds its accelerators
///   MTTI = e^(-u / MTTF) MTTF, u a start: running time alone, as the figure "Mean time to interruption" counts
///   E[ETTR] = (1 - (u0 + dt / 2) / MTTF) / (1 + w / dt), u0 restart and detection, dt interval, w
///   stall; Young: dt = sqrt(2 w MTTF), Daly: minus w
/// Sources: Kokolis et al., Revisiting reliability in large-scale machine learning research clusters
/// (2024) for the first two; Young (1974); Daly (2006). Validity: dt and u0 well below MTTF, servers
/// always at hand.
struct ReliabilityLaw {
    int accelerators = 0;
    double mttfS = 0.0, mttiS = 0.0, ettr = 0.0;
    double intervalS = 0.0, stallS = 0.0, restartS = 0.0;
    double youngS = 0.0, dalyS = 0.0;  ///< best intervals by the two rules
};

/// Results of one run.
struct Replication {
    std::uint64_t seed = 0;
    Sums sums;
    std::map<std::string, ModeCount> modes;
    std::map<int, SizeClass> sizes;
    std::uint64_t stateHash = 0;
    double skippedShare = 0.0;  ///< of the time: power and heat not computed
    ReliabilityLaw law;
};

struct CampaignProgress {
    int done = 0, of = 0;
    double timeS = 0.0;  ///< simulated so far, all replications together
};

/// Called from any thread, one call at a time.
using CampaignWatcher = std::function<void(const CampaignProgress&)>;

/// Runs replications of one plant. They come back in the order of their numbers, and are the same
/// bytes on any number of threads; cancelled, those that were done by then without a gap.
/// Replication 0 has the campaign's seed, so that `run --seed` repeats it.
ResultAll<std::vector<Replication>> replicate(const std::shared_ptr<const Plant>& plant,
                                              const CampaignSpec& spec,
                                              const CampaignWatcher& watcher,
                                              const std::atomic<bool>& cancel);

/// A replication as a text, to the last bit, and back; nothing where it is not one.
std::string replicationText(const Replication& replication);
std::optional<Replication> replicationOf(const std::string& text);

/// Seed of a replication.
std::uint64_t seedOf(std::uint64_t campaign, int replication);

/// Sums of a run that has reached its end. serverDownS: servers out of service, summed over steps;
/// serverRepairS: of these, out for repair.
/// `left`: what addLeft took in of jobs that have left the State.
Replication measure(const Simulator& simulator, double serverDownS, double serverRepairS,
                    Replication left = {});

/// Adds a job that leaves the State (Simulator::whenLeaving).
void addLeft(const Plant& plant, const Job& job, Replication& to);

Estimate estimateOf(const std::vector<Replication>& replications, const Figure& figure);

/// By mode, over replications: a mode that a replication has not seen counts as 0.
struct ModeEstimate {
    std::string mode;
    Estimate failures, interruptions, lostHours;
};

std::vector<ModeEstimate> modesOf(const std::vector<Replication>& replications);

struct SizeEstimate {
    int accelerators = 0;  ///< the largest of the class
    Estimate jobs, interruptions;
    Estimate mttiH;
    double analyticH =
        0.0;  ///< by the plant's hazards, over the same running time: ReliabilityLaw::mttiS
};

std::vector<SizeEstimate> sizesOf(const std::vector<Replication>& replications);

struct CampaignResult {
    std::string project;
    CampaignSpec spec;
    int servers = 0, accelerators = 0;
    std::vector<std::string>
        refused;  ///< jobs that can never run, each with the reason: refusedJobs()
    std::vector<Replication> replications;
    bool cancelled = false;
    double wallS = 0.0;
};

}  // namespace headroom::engine
