// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/frame/job_history.h"

#include <queue>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

/// Jobs and what they go through, made by hand, for tests that need no simulation.
namespace headroom::testing {

class TinyJobs {
  public:
    static constexpr double kOpen = std::numeric_limits<double>::infinity();

    struct Job {
        engine::JobCard card;
        std::vector<engine::JobSpan> spans;  ///< `toS` kOpen: continues
        bool fails = false;                  ///< where the last span ends
        int priority = 0;
        double deadlineS = -1.0;
        bool held = false;
    };

    std::vector<Job> jobs;
    std::vector<engine::Event> events;
    int racks = 504;

    Job& add(const std::string& name, const std::string& tenant, const std::string& accelerator,
             int accelerators, double submitS) {
        Job job;
        job.card = {static_cast<std::int64_t>(jobs.size()),
                    name,
                    tenant,
                    accelerator,
                    accelerators,
                    submitS};
        jobs.push_back(std::move(job));
        return jobs.back();
    }

    static void span(Job& job, engine::JobState state, double fromS, double toS,
                     std::int64_t endedBy = -1) {
        engine::JobSpan s;
        s.job = job.card.id;
        s.state = state;
        s.fromS = fromS;
        s.toS = toS;
        s.accelerators = job.card.accelerators;
        s.firstRack = state == engine::JobState::Queued ? -1 : static_cast<int>(job.card.id) * 7;
        s.endedBy = endedBy;
        job.spans.push_back(s);
    }

    std::int64_t event(double timeS, engine::EventKind kind, const std::string& subject,
                       const std::string& text, std::int64_t cause = -1) {
        engine::Event e;
        e.id = static_cast<std::int64_t>(events.size());
        e.timeS = timeS;
        e.kind = kind;
        e.subject = subject;
        e.text = text;
        e.cause = cause;
        events.push_back(e);
        return e.id;
    }

    /// `count` jobs of four tenants through `accelerators` of them in the order of submission: each
    /// starts for two minutes and runs; each eleventh fails halfway and each seventeenth is
    /// preempted, and both run again after a while. Load: what is asked for over what there is.
    void schedule(int count, int accelerators, double load = 1.05) {
        struct Ends {
            double atS;
            int accelerators;

            bool operator<(const Ends& o) const { return atS > o.atS; }
        };

        std::priority_queue<Ends> ends;
        std::uint64_t seed = 7;
        const auto random = [&seed] {
            seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
            return static_cast<double>(seed >> 11) / 9007199254740992.0;
        };
        const char* tenants[] = {"research", "ads", "vision", "speech", "robotics"};
        const char* words[] = {"pretrain", "finetune", "sweep", "eval", "ablate"};
        int free = accelerators;
        double nowS = 0.0;
        double lastStartS = 0.0;
        for (int i = 0; i < count; ++i) {
            const int size = 8 << static_cast<int>(5.0 * std::pow(random(), 1.7));
            const double runS = 600.0 * std::exp(2.6 * random());
            const auto pick = static_cast<std::size_t>(5.0 * std::pow(random(), 1.4));
            Job& job = add(std::string(words[static_cast<std::size_t>(5.0 * random())]) + "-" +
                               std::to_string(i),
                           tenants[pick], size >= 128 ? "nvidia-gb200" : "nvidia-h100", size, nowS);
            job.priority = i % 5 == 0 ? 10 : 0;
            nowS += size * runS / accelerators / load;
            double startS = std::max(job.card.submitS, lastStartS);
            while (!ends.empty() && (ends.top().atS <= startS || free < size)) {
                startS = std::max(startS, ends.top().atS);
                free += ends.top().accelerators;
                ends.pop();
            }
            lastStartS = startS;
            free -= size;
            using engine::JobState;
            if (startS > job.card.submitS) {
                span(job, JobState::Queued, job.card.submitS, startS);
            }
            span(job, JobState::Starting, startS, startS + 120.0);
            double from = startS + 120.0;
            double to = from + runS;
            if (i % 11 == 5 || i % 17 == 3) {
                const bool failure = i % 11 == 5;
                const double at = from + 0.5 * runS;
                std::int64_t by = -1;
                if (failure) {
                    const auto cause = event(at, engine::EventKind::Failure, "R03-07",
                                             "Accelerator of R03-07 failed: HBM error.");
                    by = event(at, engine::EventKind::JobInterrupted, job.card.name,
                               "Lost a server; goes back to its last checkpoint.", cause);
                } else {
                    by = event(at, engine::EventKind::JobInterrupted, job.card.name,
                               "Preempted by a job of higher priority.");
                }
                span(job, JobState::Running, from, at, by);
                span(job, JobState::Queued, at, at + 300.0);
                span(job, JobState::Starting, at + 300.0, at + 420.0);
                from = at + 420.0;
                to = from + 0.5 * runS;
            }
            span(job, JobState::Running, from, to);
            job.fails = i % 41 == 9;
            ends.push({to, size});
        }
    }

    /// What a run shows at the time of the frame. Blocks that were handed out stay as they are.
    void fill(engine::Frame& frame, std::int64_t watched) const {
        const double nowS = frame.timeS;
        auto history = std::make_shared<engine::JobHistory>();
        auto cards = std::make_shared<std::vector<engine::JobCard>>();
        auto ended = std::make_shared<std::vector<engine::JobSpan>>();
        frame.jobs.clear();
        for (const Job& job : jobs) {
            if (job.card.submitS > nowS) {
                continue;
            }
            if (job.card.submitS > shownS_) {
                cards->push_back(job.card);
            }
            for (const engine::JobSpan& s : job.spans) {
                if (s.toS <= nowS && s.toS > shownS_) {
                    ended->push_back(s);
                } else if (s.fromS <= nowS && s.toS > nowS) {
                    history->open.push_back(s);
                    history->open.back().toS = nowS;
                }
            }
            frame.jobs.push_back(rowOf(job, nowS));
        }
        std::stable_sort(ended->begin(), ended->end(),
                         [](const auto& a, const auto& b) { return a.toS < b.toS; });
        shownS_ = std::max(shownS_, nowS);
        if (!cards->empty()) {
            cards_.push_back(std::move(cards));
        }
        if (!ended->empty()) {
            spans_.push_back(std::move(ended));
        }
        history->cards = cards_;
        history->spans = spans_;
        frame.history = std::move(history);
        frame.events.clear();
        for (const engine::Event& e : events) {
            if (e.timeS <= nowS) {
                frame.events.push_back(e);
            }
        }
        if (frame.events.size() > 500) {
            frame.events.erase(frame.events.begin(), frame.events.end() - 500);
        }
        if (watched >= 0 && watched < static_cast<std::int64_t>(jobs.size()) &&
            jobs[static_cast<std::size_t>(watched)].card.submitS <= nowS) {
            frame.watched = detailOf(jobs[static_cast<std::size_t>(watched)], frame);
        }
    }

    engine::JobRow rowOf(const Job& job, double nowS) const {
        engine::JobRow row;
        row.id = job.card.id;
        row.name = job.card.name;
        row.tenant = job.card.tenant;
        row.accelerator = job.card.accelerator;
        row.accelerators = job.card.accelerators;
        row.submitS = job.card.submitS;
        row.priority = job.priority;
        row.deadlineS = job.deadlineS;
        row.held = job.held;
        double ranS = 0.0;
        double allS = 0.0;
        for (const engine::JobSpan& s : job.spans) {
            const double lastedS = std::max(0.0, std::min(s.toS, nowS) - s.fromS);
            const bool runs = s.state == engine::JobState::Running;
            allS += runs && std::isfinite(s.toS) ? s.toS - s.fromS : 0.0;
            ranS += runs ? lastedS : 0.0;
            row.queuedS += s.state == engine::JobState::Queued ? lastedS : 0.0;
            if (s.fromS <= nowS) {
                row.state = s.state;
                row.startS = s.state == engine::JobState::Queued ? row.startS : s.fromS;
                row.restarts += s.endedBy >= 0 && s.toS <= nowS;
            }
        }
        if (!job.spans.empty() && job.spans.back().toS <= nowS) {
            row.state = job.fails ? engine::JobState::Failed : engine::JobState::Completed;
            row.endS = job.spans.back().toS;
        }
        row.progress = allS > 0.0 ? ranS / allS : 0.0;
        if (row.state == engine::JobState::Running) {
            row.stepTimeS = 4.25;
            row.tokensPerS = 2.1e4 * row.accelerators;
            row.mfu = 0.41;
        }
        row.ettr = ranS > 0.0 ? 0.93 : 0.0;
        row.costUsd = ranS * row.accelerators * 2.4 / 3600.0;
        row.why = row.state == engine::JobState::Queued
                      ? "Waits for " + std::to_string(row.accelerators) +
                            " accelerators; 3 jobs are ahead."
                  : row.state == engine::JobState::Running ? "Bound by arithmetic."
                  : row.state == engine::JobState::Failed  ? "Ended by a fault of its own."
                                                           : "";
        return row;
    }

    std::shared_ptr<const engine::JobDetail> detailOf(const Job& job,
                                                      const engine::Frame& frame) const {
        auto detail = std::make_shared<engine::JobDetail>();
        detail->row = rowOf(job, frame.timeS);
        detail->step = {{"Matrix products", 2.61, "s", "FLOPs over the measured rate by shape."},
                        {"Attention", 0.48, "s", "Bytes of keys and values over the bandwidth."},
                        {"Tensor parallel", 0.37, "s", "All-reduce inside the server."},
                        {"Pipeline bubble", 0.29, "s", "(stages - 1) over micro-batches."},
                        {"Data parallel", 0.21, "s", "What computing does not hide."},
                        {"Optimiser", 0.13, "s", "Bytes of states over the bandwidth."},
                        {"Stragglers", 0.16, "s", "The slowest of all accelerators."}};
        detail->memory = {{"Weights", 17.5e9, "B", "Two bytes for each parameter."},
                          {"Gradients", 17.5e9, "B", "Two bytes for each parameter."},
                          {"Optimiser", 13.1e9, "B", "Twelve bytes, shared by all copies."},
                          {"Activations", 21.0e9, "B", "Of the micro-batches in flight."}};
        detail->cost = {{"Accelerators", 0.9 * detail->row.costUsd, "USD", "Hours held × price."},
                        {"Energy", 0.1 * detail->row.costUsd, "USD", "Metered × tariff."}};
        detail->time = {{"Queued", detail->row.queuedS, "s", "Waiting for accelerators."},
                        {"Starting", 240.0, "s", "Scheduling, loading, warm-up."},
                        {"Training", 8000.0, "s", "Steps that were kept."},
                        {"Checkpoint stall", 130.0, "s", "Standing still while saving."},
                        {"Lost", 600.0, "s", "Steps done again after a failure."}};
        for (int r = 0; r < std::max(1, job.card.accelerators / 8); ++r) {
            detail->racks.push_back((static_cast<int>(job.card.id) * 7 + r) % racks);
        }
        std::sort(detail->racks.begin(), detail->racks.end());
        detail->plan = {"tensor 8 × pipeline 4 × data 16", "32 micro-batches, interleaved by 2",
                        "BF16, full recomputation off"};
        for (const engine::JobSpan& s : job.spans) {
            if (s.fromS <= frame.timeS) {
                detail->spans.push_back(s);
                detail->spans.back().toS = std::min(s.toS, frame.timeS);
            }
        }
        for (const engine::Event& e : events) {
            if (e.subject == job.card.name && e.timeS <= frame.timeS) {
                detail->events.push_back(e);
            }
        }
        return detail;
    }

  private:
    mutable double shownS_ = -1.0;
    mutable std::vector<std::shared_ptr<const std::vector<engine::JobCard>>> cards_;
    mutable std::vector<std::shared_ptr<const std::vector<engine::JobSpan>>> spans_;
};

}  // namespace headroom::testing
