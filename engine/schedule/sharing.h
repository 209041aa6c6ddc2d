// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "models/core/random.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

/// Several small tasks on one accelerator: which server and which accelerator of it a task gets,
/// where processors and memory of the server bind too. Orders and definitions are those of Weng et
/// al., "Beware of Fragmentation", USENIX ATC 2023, so that its published results can be repeated.
namespace headroom::engine {

/// One accelerator is a thousand of these.
inline constexpr std::int32_t kMilli = 1000;
inline constexpr std::size_t kMostPerServer = 8;

struct ShareServer {
    std::int32_t cpuMilli = 0;  ///< free
    std::int64_t memoryMib = 0;
    std::int32_t accelerators = 0;
    std::int32_t kind = -1;                           ///< number of its model, -1: has none
    std::array<std::int32_t, kMostPerServer> left{};  ///< thousandths free of each accelerator
    std::array<std::int32_t, kMostPerServer + 1>
        tasks{};  ///< [0] shares, [n] tasks of n whole ones
};

struct ShareTask {
    std::int32_t cpuMilli = 0;
    std::int64_t memoryMib = 0;
    std::int32_t accelerators = 0;
    std::int32_t milli = 0;   ///< of each
    std::uint64_t kinds = 0;  ///< bit mask of models that will do; 0 means any

    bool shares() const { return accelerators == 1 && milli < kMilli; }

    std::int64_t asks() const { return static_cast<std::int64_t>(accelerators) * milli; }

    bool operator==(const ShareTask&) const = default;
};

enum class SharePolicy {
    Random,      ///< any server and accelerator that will do
    DotProduct,  ///< least inner product of what is free and what is asked for (Tetris)
    Clustering,  ///< servers that hold tasks of the same kind
    Packing,     ///< shared accelerators first, then used servers, then empty ones
    BestFit,     ///< least left over, processors and accelerators weighed alike
    Gradient     ///< least growth of expected fragmentation (FGD)
};

/// A kind of task and how common it is.
struct TypicalTask {
    ShareTask task;
    double share = 0.0;
};

/// The commonest kinds of task that together are `popularity` of all, their shares scaled to 1.
/// Memory is not looked at, as in the source.
std::vector<TypicalTask> typicalTasks(const std::vector<ShareTask>& tasks, double popularity);

/// Expected thousandths of accelerators of a server that the typical tasks cannot use: for each
/// kind of task, all that is free where it cannot run there, else what is free on accelerators with
/// too little left for it; averaged over the kinds. Tasks without accelerators count all as lost.
double fragmentedMilli(const ShareServer& server, const std::vector<TypicalTask>& typical);

class ShareCluster {
  public:
    ShareCluster(std::vector<ShareServer> servers, SharePolicy policy,
                 std::vector<TypicalTask> typical, std::uint64_t seed);

    /// Index of the server that took the task, -1: none can.
    int place(const ShareTask& task);

    /// Over all servers: used over existing, fragmented over free (0 where nothing is free).
    double allocation() const;
    double fragmentation() const;

    const std::vector<ShareServer>& servers() const { return servers_; }

  private:
    struct Score {
        std::int32_t value = 0;
        std::int32_t accelerator = -1;  ///< for a share; -1 if left to best fit
        std::int32_t version = -1;      ///< of the server when it was computed
    };

    Score scoreOf(std::size_t server, const ShareTask& task) const;
    Score gradient(const ShareServer& server, const ShareTask& task) const;
    std::vector<Score>& scoresFor(const ShareTask& task);
    std::int32_t acceleratorFor(const ShareServer& server, const ShareTask& task,
                                const Score& score);

    std::vector<ShareServer> servers_;
    SharePolicy policy_;
    std::vector<TypicalTask> typical_;
    models::RandomStream random_;
    std::int64_t total_ = 0, used_ = 0;
    std::vector<std::int32_t> version_;  ///< by server: counts its changes
    std::vector<ShareTask> known_;       ///< kinds of task seen so far, and their scores by server
    std::vector<std::vector<Score>> scores_;
    std::unordered_map<std::uint64_t, std::vector<std::int32_t>> knownAt_;
    std::vector<double> fragmented_;  ///< by server, now; only for Gradient
};

/// The result of one experiment: tasks in a shuffled order, then drawn again from all of them until
/// they ask for `load` times what there is; nobody leaves.
struct ShareResult {
    double allocation = 0.0, fragmentation = 0.0;
    std::int64_t placed = 0, refused = 0;
};

ShareResult shareExperiment(const std::vector<ShareServer>& servers,
                            const std::vector<ShareTask>& tasks, SharePolicy policy, double load,
                            std::uint64_t seed);

/// Reads the columns of the openb tables: servers with accelerators, and tasks. Errors:
/// FIL-001..005 of the files, TRC-001 no such column, TRC-002 not a number, TRC-003 negative or out
/// of range.
struct ShareTables {
    std::vector<ShareServer> servers;
    std::vector<ShareTask> tasks;
};

Result<ShareTables> readShareTables(const std::filesystem::path& servers,
                                    const std::filesystem::path& tasks);

}  // namespace headroom::engine
