// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/experiment/members.h"
#include "engine/store/study_database.h"

#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

namespace headroom::engine {

/// The share of one task of several; all members where `tasks` is 0.
struct TaskShare {
    int task = 0, tasks = 0;
};

/// Members in a database of studies (StudyDatabase). Tasks have databases of their own in FILE.tasks (shares.h). Task i of N
/// computes every Nth member of each stage, and reads what is in the whole database by then.
class KeptMembers : public Members {
  public:
    /// `question`: all that decides the results; results of another question in the same file are neither used nor lost.
    /// Without a share the databases of tasks are merged into the file first. Errors: those of StudyDatabase::write and
    /// mergeInto.
    static Result<std::unique_ptr<KeptMembers>> open(const std::filesystem::path& file,
                                                     const std::string& question, TaskShare share);

    std::optional<std::string> find(const std::string& name) const override;

    bool isOurs(std::size_t number) const override {
        return share_.tasks < 1 || number % static_cast<std::size_t>(share_.tasks) ==
                                       static_cast<std::size_t>(share_.task);
    }

    Result<void> keep(const std::string& name, const std::string& result) override;

    /// Results that were there when it was opened, that other tasks found (of these), and that were kept since.
    struct Counts {
        std::size_t found = 0, merged = 0, kept = 0;
    };

    Counts counts() const;

    /// The first fault of keep().
    std::optional<Error> fault() const;

  private:
    KeptMembers(StudyDatabase database, std::string question, TaskShare share)
        : database_(std::move(database)), question_(std::move(question)), share_(share) {}

    Result<void> take(const StudyDatabase& from);
    std::string keyOf(const std::string& name) const;

    mutable std::mutex mutex_;
    StudyDatabase database_;
    std::string question_;
    TaskShare share_;
    std::unordered_map<std::string, std::string> results_;  ///< by key
    Counts counts_;
    std::optional<Error> fault_;
};

}  // namespace headroom::engine
