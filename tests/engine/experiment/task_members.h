// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/experiment/members.h"

#include <map>
#include <mutex>
#include <string>

namespace headroom::tests {

/// Members of a question in memory: a task sees what was merged before it began, and what it keeps itself.
class TaskMembers : public engine::Members {
  public:
    using Results = std::map<std::string, std::string>;

    /// Task `task` of `tasks`; 0 tasks: all members are its own.
    TaskMembers(Results merged, std::size_t task, std::size_t tasks)
        : known_(std::move(merged)), task_(task), tasks_(tasks) {}

    std::optional<std::string> find(const std::string& name) const override {
        const std::lock_guard lock(mutex_);
        const auto found = known_.find(name);
        return found == known_.end() ? std::nullopt : std::optional(found->second);
    }

    bool isOurs(std::size_t number) const override {
        return tasks_ == 0 || number % tasks_ == task_;
    }

    engine::Result<void> keep(const std::string& name, const std::string& result) override {
        const std::lock_guard lock(mutex_);
        known_[name] = result;
        ++kept;
        return {};
    }

    const Results& results() const { return known_; }

    int kept = 0;

  private:
    mutable std::mutex mutex_;
    Results known_;
    std::size_t task_, tasks_;
};

/// Asks a question as three tasks that do not see each other, merges what they kept, and so on until a round finds nothing new;
/// then asks it as a whole. `ask` is called with the members. Returns how many members the last call had to compute.
template <class Ask>
int askByThreeTasks(const Ask& ask) {
    TaskMembers::Results merged;
    for (std::size_t before = 1; before != merged.size();) {
        before = merged.size();
        TaskMembers::Results next = merged;
        for (std::size_t task = 0; task < 3; ++task) {
            TaskMembers members(merged, task, 3);
            ask(members);
            next.insert(members.results().begin(), members.results().end());
        }
        merged = std::move(next);
    }
    TaskMembers whole(merged, 0, 0);
    ask(whole);
    return whole.kept;
}

}  // namespace headroom::tests
