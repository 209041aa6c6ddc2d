// SPDX-License-Identifier: Apache-2.0
#include "engine/reliability/campaign/campaign.h"

#include "engine/base/team.h"
#include "engine/plant/plant.h"
#include "engine/run/state/state.h"
#include "models/core/random.h"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <optional>
#include <set>
#include <thread>
#include <utility>

namespace headroom::engine {

namespace {

constexpr std::uint64_t kSeedStream = 0x63616d706169676eULL;
constexpr int kLeastForTarget = 10;

/// Hands out replications and gathers them; the only thing that threads share beside the plant.
class Gatherer {
  public:
    Gatherer(const CampaignSpec& spec, const CampaignWatcher& watcher,
             const std::atomic<bool>& cancel)
        : spec_(spec),
          watcher_(watcher),
          cancel_(cancel),
          done_(static_cast<std::size_t>(std::max(1, spec.replications))) {}

    std::optional<int> next() {
        const std::lock_guard lock(mutex_);
        if (stopped() || next_ >= static_cast<int>(done_.size())) {
            return std::nullopt;
        }
        return next_++;
    }

    bool stopped() const { return enough_ || cancel_.load(std::memory_order_relaxed); }

    void simulated(double seconds) {
        const std::lock_guard lock(mutex_);
        simulatedS_ += seconds;
        if (watcher_) {
            watcher_({finished_, static_cast<int>(done_.size()), simulatedS_});
        }
    }

    void finish(int index, Replication replication) {
        const std::lock_guard lock(mutex_);
        done_[static_cast<std::size_t>(index)] = std::move(replication);
        ++finished_;
        judge();
    }

    void fail(Errors errors) {
        const std::lock_guard lock(mutex_);
        errors_ = std::move(errors);
        enough_ = true;
    }

    ResultAll<std::vector<Replication>> take() {
        if (!errors_.empty()) {
            return tl::unexpected(errors_);
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
            if (!enough_ && static_cast<int>(judged_) >= kLeastForTarget &&
                ratioOf(over_, under_).halfWidth <= spec_.targetHalfWidth) {
                upTo_ = judged_;
                enough_ = true;
            }
        }
    }

    const CampaignSpec& spec_;
    const CampaignWatcher& watcher_;
    const std::atomic<bool>& cancel_;
    std::mutex mutex_;
    std::vector<std::optional<Replication>> done_;
    std::vector<double> over_, under_;
    std::size_t judged_ = 0, upTo_ = static_cast<std::size_t>(-1);
    std::atomic<bool> enough_{false};
    int next_ = 0, finished_ = 0;
    double simulatedS_ = 0.0;
    Errors errors_;
};

int serversOf(const State& s, std::uint8_t how) {
    return static_cast<int>(std::count(s.serverDown.begin(), s.serverDown.end(), how));
}

void runOne(const std::shared_ptr<const Plant>& plant, const CampaignSpec& spec, int index,
            Gatherer& gatherer) {
    RunOptions options;
    options.seed = seedOf(spec.seed, index);
    options.coupling = spec.coupling;
    auto made = Simulator::create(plant, options);
    if (!made) {
        gatherer.fail(made.error());
        return;
    }
    Simulator& sim = **made;
    Replication left;
    sim.whenLeaving([&](const Job& job) { addLeft(sim.plant(), job, left); });
    double serverDownS = 0.0, serverRepairS = 0.0;
    double toldS = 0.0;
    // A hundred times in a replication is often enough for a bar.
    const double tellS = 0.01 * spec.untilS;
    while (sim.timeS() < spec.untilS - 1e-9) {
        if (gatherer.stopped()) {
            return;
        }
        sim.step();
        if (!sim.fault().code.empty()) {
            gatherer.fail({sim.fault()});
            return;
        }
        sim.takeEvents();
        const int all = static_cast<int>(sim.state().serverDown.size());
        serverDownS += (all - serversOf(sim.state(), 0)) * sim.stepS();
        serverRepairS += serversOf(sim.state(), kServerOut) * sim.stepS();
        if (sim.timeS() - toldS >= tellS) {
            gatherer.simulated(sim.timeS() - toldS);
            toldS = sim.timeS();
        }
    }
    Replication r = measure(sim, serverDownS, serverRepairS, std::move(left));
    r.seed = *options.seed;
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
    const int cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    const int wanted = spec.threads > 0 ? spec.threads : cores;
    const int count = std::min(wanted, std::max(1, spec.replications));
    const auto work = [&] {
        while (const auto index = gatherer.next()) {
            runOne(plant, spec, *index, gatherer);
        }
    };
    onThreads(count, work);
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
