// SPDX-License-Identifier: Apache-2.0
#include "engine/reliability/campaign/campaign.h"

#include "engine/experiment/ensemble.h"
#include "engine/experiment/run_until.h"
#include "engine/plant/plant.h"
#include "engine/run/state/state.h"
#include "models/core/random.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <optional>
#include <set>
#include <utility>

namespace headroom::engine {

namespace {

constexpr std::uint64_t kSeedStream = 0x63616d706169676eULL;
constexpr int kLeastForTarget = 10;

/// Gathers replications; the only thing that threads share next to the plant.
class Gatherer {
  public:
    Gatherer(const CampaignSpec& spec, const CampaignWatcher& watcher,
             const std::atomic<bool>& cancel)
        : spec_(spec),
          watcher_(watcher),
          members_(spec.threads, &cancel),
          done_(static_cast<std::size_t>(std::max(1, spec.replications))) {}

    /// Runs run(0), run(1) … until all are done, or as many as the target needs.
    void each(const std::function<void(std::size_t)>& run) { members_.each(done_.size(), run); }

    bool stopped() const { return members_.stopped(); }

    void simulated(double seconds) {
        const std::lock_guard lock(mutex_);
        simulatedS_ += seconds;
        if (watcher_) {
            watcher_({finished_, static_cast<int>(done_.size()), simulatedS_});
        }
    }

    void finish(std::size_t index, Replication replication) {
        const std::lock_guard lock(mutex_);
        done_[index] = std::move(replication);
        ++finished_;
        judge();
    }

    void fail(std::size_t index, Errors errors) { members_.fail(index, std::move(errors)); }

    ResultAll<std::vector<Replication>> take() {
        if (!members_.fault().empty()) {
            return tl::unexpected(members_.fault());
        }
        std::vector<Replication> all;
        for (std::size_t i = 0; i < done_.size() && i < upTo_ && done_[i]; ++i) {
            all.push_back(std::move(*done_[i]));
        }
        return all;
    }

  private:
    /// Looks at the replications without a gap, one after the other: where it ends does not depend
    /// on which thread was first.
    void judge() {
        while (judged_ < done_.size() && done_[judged_]) {
            const Ratio r = figure(kEffectiveTime).of(done_[judged_]->sums);
            over_.push_back(r.over);
            under_.push_back(r.under);
            ++judged_;
            if (upTo_ == kAll && static_cast<int>(judged_) >= kLeastForTarget &&
                ratioOf(over_, under_).halfWidth <= spec_.targetHalfWidth) {
                upTo_ = judged_;
                members_.enough();
            }
        }
    }

    static constexpr auto kAll = static_cast<std::size_t>(-1);

    const CampaignSpec& spec_;
    const CampaignWatcher& watcher_;
    Ensemble members_;
    std::mutex mutex_;
    std::vector<std::optional<Replication>> done_;
    std::vector<double> over_, under_;
    std::size_t judged_ = 0, upTo_ = kAll;
    int finished_ = 0;
    double simulatedS_ = 0.0;
};

int serversOf(const State& s, std::uint8_t how) {
    return static_cast<int>(std::count(s.serverDown.begin(), s.serverDown.end(), how));
}

void runOne(const std::shared_ptr<const Plant>& plant, const CampaignSpec& spec, std::size_t index,
            Gatherer& gatherer) {
    RunOptions options;
    options.seed = seedOf(spec.seed, static_cast<int>(index));
    options.coupling = spec.coupling;
    auto made = Simulator::create(plant, options);
    if (!made) {
        gatherer.fail(index, made.error());
        return;
    }
    Simulator& sim = **made;
    Replication left;
    sim.whenLeaving([&](const Job& job) { addLeft(sim.plant(), job, left); });
    double serverDownS = 0.0, serverRepairS = 0.0;
    double toldS = 0.0;
    // A hundred times in a replication is often enough for a bar.
    const double tellS = 0.01 * spec.untilS;
    double beforeS = 0.0;
    RunHooks hooks;
    hooks.before = [&](Simulator*& now) {
        beforeS = now->timeS();
        return !gatherer.stopped();
    };
    hooks.after = [&](Simulator& now) {
        const double stepS = now.timeS() - beforeS;
        const int all = static_cast<int>(now.state().serverDown.size());
        serverDownS += (all - serversOf(now.state(), 0)) * stepS;
        serverRepairS += serversOf(now.state(), kServerOut) * stepS;
        if (now.timeS() - toldS >= tellS) {
            gatherer.simulated(now.timeS() - toldS);
            toldS = now.timeS();
        }
        return true;
    };
    const auto end = runUntil(sim, spec.untilS, hooks);
    if (!end) {
        gatherer.fail(index, {end.error()});
        return;
    }
    if (*end != RunEnd::Finished) {
        return;
    }
    Replication r = measure(sim, serverDownS, serverRepairS, std::move(left));
    r.seed = *options.seed;
    if (spec.members != nullptr) {
        // A fault stays with the members, which the caller asks for it.
        static_cast<void>(
            spec.members->keep(fmt::format("replication {}", index), replicationText(r)));
    }
    gatherer.finish(index, std::move(r));
    gatherer.simulated(sim.timeS() - toldS);
}

}  // namespace

std::uint64_t seedOf(std::uint64_t campaign, int replication) {
    // 53 bits: a seed that JSON and people can repeat.
    return replication == 0 ? campaign
                            : models::randomBits(campaign, kSeedStream,
                                                 static_cast<std::uint64_t>(replication)) >>
                                  11U;
}

ResultAll<std::vector<Replication>> replicate(const std::shared_ptr<const Plant>& plant,
                                              const CampaignSpec& spec,
                                              const CampaignWatcher& watcher,
                                              const std::atomic<bool>& cancel) {
    Gatherer gatherer(spec, watcher, cancel);
    gatherer.each([&](std::size_t index) {
        if (spec.members != nullptr) {
            const auto kept = spec.members->find(fmt::format("replication {}", index));
            if (auto known = kept ? replicationOf(*kept) : std::nullopt) {
                gatherer.finish(index, std::move(*known));
                gatherer.simulated(spec.untilS);
                return;
            }
            if (!spec.members->isOurs(index)) {
                return;
            }
        }
        runOne(plant, spec, index, gatherer);
    });
    return gatherer.take();
}

Estimate estimateOf(const std::vector<Replication>& replications, const Figure& figure) {
    std::vector<double> over, under;
    bool isCount = true;
    for (const Replication& r : replications) {
        const Ratio ratio = figure.of(r.sums);
        over.push_back(ratio.over);
        under.push_back(ratio.under);
        isCount = isCount && ratio.under == 1.0;
    }
    return isCount ? estimateOf(over) : ratioOf(over, under);
}

std::vector<ModeEstimate> modesOf(const std::vector<Replication>& replications) {
    std::set<std::string> names;
    for (const Replication& r : replications) {
        for (const auto& [mode, count] : r.modes) {
            names.insert(mode);
        }
    }
    std::vector<ModeEstimate> all;
    for (const std::string& mode : names) {
        std::vector<double> failures, interruptions, lostH;
        for (const Replication& r : replications) {
            const auto found = r.modes.find(mode);
            const ModeCount count = found == r.modes.end() ? ModeCount{} : found->second;
            failures.push_back(static_cast<double>(count.failures));
            interruptions.push_back(static_cast<double>(count.interruptions));
            lostH.push_back(count.lostS / 3600.0);
        }
        all.push_back({mode, estimateOf(failures), estimateOf(interruptions), estimateOf(lostH)});
    }
    std::stable_sort(all.begin(), all.end(), [](const ModeEstimate& a, const ModeEstimate& b) {
        return a.interruptions.mean > b.interruptions.mean;
    });
    return all;
}

std::vector<SizeEstimate> sizesOf(const std::vector<Replication>& replications) {
    std::set<int> sizes;
    for (const Replication& r : replications) {
        for (const auto& [size, c] : r.sizes) {
            sizes.insert(size);
        }
    }
    std::vector<SizeEstimate> all;
    for (const int size : sizes) {
        std::vector<double> jobs, interruptions, runningH;
        double running = 0.0, expected = 0.0;
        for (const Replication& r : replications) {
            const auto found = r.sizes.find(size);
            const SizeClass c = found == r.sizes.end() ? SizeClass{} : found->second;
            jobs.push_back(static_cast<double>(c.jobs));
            interruptions.push_back(static_cast<double>(c.interruptions));
            runningH.push_back(c.runningS / 3600.0);
            running += c.runningS / 3600.0;
            expected += c.analyticS;
        }
        all.push_back({size, estimateOf(jobs), estimateOf(interruptions),
                       ratioOf(runningH, interruptions),
                       expected > 0.0 ? running / expected : models::kNotStated});
    }
    return all;
}

}  // namespace headroom::engine
