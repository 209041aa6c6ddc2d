// SPDX-License-Identifier: Apache-2.0
#include "engine/study/run_study.h"

#include "engine/base/json.h"
#include "engine/experiment/ensemble.h"
#include "engine/study/key_hash.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace headroom::engine {

namespace {

std::string axisValues(const Study& study, const StudyPoint& point) {
    auto json = nlohmann::ordered_json::object();
    for (std::size_t a = 0; a < study.axes.size(); ++a) {
        if (point.values[a]) {
            json[study.axes[a].name] = *point.values[a];
        }
    }
    return jsonText(json);
}

/// Plants by design: the first who asks compiles, the others wait for him; the last who is done with a
/// design drops it.
class SharedPlants {
  public:
    using Compiled = ResultAll<std::shared_ptr<const Plant>>;

    SharedPlants(const StudyPlan& plan, const std::vector<std::size_t>& due) : plan_(plan) {
        for (const std::size_t task : due) {
            ++slots_[plan.designOf(plan.tasks()[task])].users;
        }
    }

    Compiled get(const StudyTask& task) {
        std::unique_lock lock(mutex_);
        Slot& slot = slots_[plan_.designOf(task)];
        if (slot.state == Slot::Asked) {
            ready_.wait(lock, [&] { return slot.state == Slot::There; });
        } else if (slot.state == Slot::Open) {
            slot.state = Slot::Asked;
            lock.unlock();
            Compiled made = plan_.plantOf(task);
            lock.lock();
            slot.plant = std::move(made);
            slot.state = Slot::There;
            ready_.notify_all();
        }
        return *slot.plant;
    }

    void done(const StudyTask& task) {
        const std::lock_guard lock(mutex_);
        const auto slot = slots_.find(plan_.designOf(task));
        if (--slot->second.users == 0) {
            slots_.erase(slot);
        }
    }

  private:
    struct Slot {
        enum { Open, Asked, There } state = Open;

        std::optional<Compiled> plant;
        std::size_t users = 0;
    };

    const StudyPlan& plan_;
    std::mutex mutex_;
    std::condition_variable ready_;
    std::unordered_map<std::size_t, Slot> slots_;
};

class StudyWork {
  public:
    StudyWork(const StudyPlan& plan, StudyDatabase& database, std::vector<std::size_t> due,
              int threads, const StudyProgress& progress, const StudyEnd& end)
        : plan_(plan),
          database_(database),
          due_(std::move(due)),
          plants_(plan, due_),
          end_(end),
          members_(threads, end.now, [progress](const EnsembleStatus& now) {
              if (progress) {
                  progress(now.done, now.due);
              }
          }) {}

    Result<void> run() {
        members_.expect(due_.size());
        members_.each(due_, [&](std::size_t task) { work(task); });
        if (!members_.fault().empty()) {
            return tl::unexpected(members_.fault().front());
        }
        return {};
    }

  private:
    void work(std::size_t number) {
        if (end_.afterRuns != nullptr && end_.afterRuns->load(std::memory_order_relaxed)) {
            members_.enough();
            return;
        }
        const StudyTask& task = plan_.tasks()[number];
        const auto start = std::chrono::steady_clock::now();
        std::optional<StudyOutcome> outcome;
        if (auto plant = plants_.get(task)) {
            outcome = plan_.carryOut(task, *plant, end_.now);
        } else {
            outcome = StudyOutcome{{}, {}, text(plant.error())};
            outcome->values.assign(plan_.study().figures.size(), models::kNotStated);
        }
        plants_.done(task);
        const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
        if (outcome) {
            keep(number, *outcome, wall.count());
        }
    }

    void keep(std::size_t number, const StudyOutcome& outcome, double wallS) {
        const StudyTask& task = plan_.tasks()[number];
        StudyRow row;
        row.key = task.key;
        row.point = static_cast<std::int64_t>(task.point);
        row.replication = task.replication;
        row.seed = task.seed;
        row.values = axisValues(plan_.study(), plan_.points()[task.point]);
        row.version = HEADROOM_VERSION;
        row.base = plan_.base();
        row.fault = outcome.fault;
        row.stateHash = outcome.stateHash;
        row.wallS = wallS;
        for (std::size_t f = 0; f < outcome.values.size(); ++f) {
            row.figures.emplace_back(plan_.study().figures[f]->key, outcome.values[f]);
        }
        const std::lock_guard lock(mutex_);
        if (!members_.fault().empty()) {
            return;
        }
        if (auto added = database_.add(row); !added) {
            members_.fail(number, {added.error()});
            return;
        }
        members_.finish();
    }

    const StudyPlan& plan_;
    StudyDatabase& database_;
    std::vector<std::size_t> due_;
    SharedPlants plants_;
    StudyEnd end_;
    Ensemble members_;
    std::mutex mutex_;  ///< of the database
};

}  // namespace

std::vector<std::ptrdiff_t> rowsOf(const StudyPlan& plan, const std::vector<StudyRow>& rows) {
    std::unordered_map<std::string, std::ptrdiff_t> byKey;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        // A result without a figure that is asked for by now is none.
        const bool whole = std::all_of(
            plan.study().figures.begin(), plan.study().figures.end(), [&](const Figure* figure) {
                return std::any_of(rows[i].figures.begin(), rows[i].figures.end(),
                                   [&](const auto& f) { return f.first == figure->key; });
            });
        if (whole) {
            byKey.emplace(rows[i].key, static_cast<std::ptrdiff_t>(i));
        }
    }
    std::vector<std::ptrdiff_t> found;
    for (const StudyTask& task : plan.tasks()) {
        const auto at = byKey.find(task.key);
        found.push_back(at == byKey.end() ? -1 : at->second);
    }
    return found;
}

StudyStatus statusOf(const StudyPlan& plan, const std::vector<StudyRow>& rows) {
    StudyStatus status;
    status.tasks = plan.tasks().size();
    std::vector<char> used(rows.size(), 0);
    for (const std::ptrdiff_t at : rowsOf(plan, rows)) {
        if (at < 0) {
            continue;
        }
        const StudyRow& row = rows[static_cast<std::size_t>(at)];
        ++status.done;
        status.faulty += row.fault.empty() ? 0 : 1;
        if (used[static_cast<std::size_t>(at)] == 0) {
            status.wallS += row.wallS;
        }
        used[static_cast<std::size_t>(at)] = 1;
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (used[i] == 0) {
            ++status.stale;
            status.otherVersion += rows[i].version != HEADROOM_VERSION ? 1 : 0;
            status.otherProject += rows[i].base != plan.base() ? 1 : 0;
        }
    }
    return status;
}

std::vector<std::size_t> missingTasks(const StudyPlan& plan, const std::vector<StudyRow>& rows) {
    const auto found = rowsOf(plan, rows);
    std::vector<std::size_t> missing;
    std::unordered_set<std::string_view> taken;
    for (std::size_t i = 0; i < found.size(); ++i) {
        if (found[i] < 0 && taken.insert(plan.tasks()[i].key).second) {
            missing.push_back(i);
        }
    }
    return missing;
}

std::string resultsHash(const StudyPlan& plan, const std::vector<StudyRow>& rows) {
    // By key, so that neither points nor databases decide the order.
    std::map<std::string_view, const StudyRow*> byKey;
    for (const std::ptrdiff_t at : rowsOf(plan, rows)) {
        if (at >= 0) {
            const StudyRow& row = rows[static_cast<std::size_t>(at)];
            byKey.emplace(row.key, &row);
        }
    }
    KeyHash hash;
    for (const auto& [key, row] : byKey) {
        hash.add(key).add(row->stateHash).add(row->fault);
        for (const Figure* figure : plan.study().figures) {
            const auto value = std::find_if(row->figures.begin(), row->figures.end(),
                                            [&](const auto& f) { return f.first == figure->key; });
            hash.add(figure->key).add(fmt::format("{}", value->second));
        }
    }
    return hash.text();
}

Result<void> runTasks(const StudyPlan& plan, StudyDatabase& database,
                      const std::vector<std::size_t>& tasks, int threads,
                      const StudyProgress& progress, const StudyEnd& end) {
    const auto rows = database.rows();
    if (!rows) {
        return tl::unexpected(rows.error());
    }
    std::vector<std::size_t> due;
    const std::vector<std::size_t> missing = missingTasks(plan, *rows);
    std::set_intersection(tasks.begin(), tasks.end(), missing.begin(), missing.end(),
                          std::back_inserter(due));
    return StudyWork(plan, database, std::move(due), threads, progress, end).run();
}

Result<void> runStudy(const StudyPlan& plan, StudyDatabase& database, int threads,
                      const StudyProgress& progress, const StudyEnd& end) {
    std::vector<std::size_t> all(plan.tasks().size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    return runTasks(plan, database, all, threads, progress, end);
}

}  // namespace headroom::engine
