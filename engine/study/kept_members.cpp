// SPDX-License-Identifier: Apache-2.0
#include "engine/study/kept_members.h"

#include "engine/study/key_hash.h"
#include "engine/study/shares.h"

#include <system_error>
#include <utility>

namespace headroom::engine {

namespace fs = std::filesystem;

namespace {

constexpr const char* kMembersName = "members of a question";

}  // namespace

Result<std::unique_ptr<KeptMembers>> KeptMembers::open(const fs::path& file,
                                                       const std::string& question,
                                                       TaskShare share) {
    const fs::path folder = tasksFolder(file);
    std::error_code ignored;
    const bool isTask = share.tasks > 0;
    if (isTask) {
        fs::create_directories(folder, ignored);
    }
    auto own = StudyDatabase::write(
        isTask ? taskDatabase(folder, share.task) : file, kMembersName, "{}",
        isTask ? StudyDatabase::Readers::OnOtherMachines : StudyDatabase::Readers::OnThisMachine);
    if (!own) {
        return tl::unexpected(own.error());
    }
    std::unique_ptr<KeptMembers> members(new KeptMembers(std::move(*own), question, share));
    if (!isTask) {
        const auto merged = mergeInto(members->database_, taskDatabases(folder), kMembersName);
        if (!merged) {
            return tl::unexpected(merged.error());
        }
        members->counts_.merged = merged->results;
    } else if (fs::exists(file, ignored)) {
        const auto whole = StudyDatabase::read(file, kMembersName);
        const auto taken = whole ? members->take(*whole) : tl::unexpected(whole.error());
        if (!taken) {
            return tl::unexpected(taken.error());
        }
    }
    if (const auto taken = members->take(members->database_); !taken) {
        return tl::unexpected(taken.error());
    }
    members->counts_.found = members->results_.size();
    return members;
}

Result<void> KeptMembers::take(const StudyDatabase& from) {
    auto rows = from.rows();
    if (!rows) {
        return tl::unexpected(rows.error());
    }
    for (StudyRow& row : *rows) {
        if (row.base == question_) {
            results_[row.key] = std::move(row.values);
        }
    }
    return {};
}

std::string KeptMembers::keyOf(const std::string& name) const {
    return KeyHash().add(question_).add(name).text();
}

std::optional<std::string> KeptMembers::find(const std::string& name) const {
    const std::lock_guard lock(mutex_);
    const auto found = results_.find(keyOf(name));
    return found == results_.end() ? std::nullopt : std::optional(found->second);
}

Result<void> KeptMembers::keep(const std::string& name, const std::string& result) {
    const std::lock_guard lock(mutex_);
    if (fault_) {
        return tl::unexpected(*fault_);
    }
    StudyRow row;
    row.key = keyOf(name);
    row.point = static_cast<std::int64_t>(results_.size());
    row.values = result;
    row.version = HEADROOM_VERSION;
    row.base = question_;
    row.stateHash = KeyHash().add(result).text();
    if (auto added = database_.add(row); !added) {
        fault_ = added.error();
        return added;
    }
    results_[row.key] = result;
    ++counts_.kept;
    return {};
}

KeptMembers::Counts KeptMembers::counts() const {
    const std::lock_guard lock(mutex_);
    return counts_;
}

std::optional<Error> KeptMembers::fault() const {
    const std::lock_guard lock(mutex_);
    return fault_;
}

}  // namespace headroom::engine
