// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/workload/inference_service.h"
#include "models/workload/inference_step.h"

#include <cstdint>
#include <deque>
#include <vector>

namespace headroom::engine {

/// Treatment of requests by a replica.
enum class ReplicaRole : std::uint8_t { Both, Prefill, Decode };

struct ReplicaLimits {
    double cacheBlocks = 0.0;
    int blockTokens = 16;
    int batch = 256;
    int chunkTokens = 2048;
    models::CachePreemption preemption = models::CachePreemption::Recompute;
    double swapBytesPerS = 0.0;
    double cacheBytesPerToken = 0.0;  ///< of one accelerator, a unit of `growth`
    models::CacheGrowth growth;
    models::Speculation speculation;
    double sharedTokens = 0.0;  ///< of prompts, held once outside of `cacheBlocks`
    std::uint64_t seed = 0;     ///< of accepted drafts
};

/// A request inside a replica.
struct ServedRequest {
    std::uint32_t id = 0;
    int prompt = 1;    ///< tokens to compute before the next one is given, recomputed ones too
    int computed = 0;  ///< of these
    int found = 0;     ///< of these, in the prefix cache when it arrives
    int given = 0;     ///< tokens of the answer
    int givenNow = 0;  ///< of these, in the last iteration
    int output = 1;
    int givenBefore = 0;  ///< of the answer, that are part of `prompt` (recomputed)
    int blocks = 0;       ///< of the cache that it holds
    bool swapped = false;
    double laterS = 0.0;  ///< its tokens leave the last stage so long after iterations

    bool decoding() const { return computed >= prompt; }

    int context() const { return decoding() ? prompt + given - givenBefore : computed; }
};

/// Continuous batching of one replica (Orca, OSDI 2022; Sarathi-Serve, OSDI 2024; paged cache as
/// vLLM, SOSP 2023). First come, first served. In each iteration every decoding request gets a
/// token and its accepted drafts. Then prompts get what is left of the chunk in the order of their arrival; a request is
/// let in when the cache has room for its prompt.
class Replica {
  public:
    Replica(ReplicaRole role, const ReplicaLimits& limits) : role_(role), limits_(limits) {}

    void push(const ServedRequest& request) { waiting_.push_back(request); }

    bool hasWork() const { return !waiting_.empty() || !running_.empty(); }

    std::size_t inside() const { return waiting_.size() + running_.size(); }

    std::size_t waiting() const { return waiting_.size(); }

    /// Forms the next iteration and says what it carries; there must be work.
    const models::IterationLoad& form();

    double swapS() const { return swapS_; }  ///< of the iteration formed

    /// Ends it: `given` are those that got a token (their copies, after it), `done` those that are
    /// through (or, of a Prefill replica, ready to be sent).
    struct Ended {
        std::vector<ServedRequest> given;
        std::vector<ServedRequest> done;
        std::vector<std::uint32_t> preempted;  ///< when it was formed
        int recomputedTokens = 0;
    };

    /// `laterS`: from the end of the iteration to where its prompts have left a pipeline.
    const Ended& finish(double laterS = 0.0);

    double cacheShare() const {
        return limits_.cacheBlocks > 0.0 ? usedBlocks_ / limits_.cacheBlocks : 1.0;
    }

    double occupancy() const;  ///< of batch or cache, those that wait too; over 1: some must wait

  private:
    int blocksOf(int tokens) const;
    int blocksToStart(const ServedRequest& request) const;
    bool makeRoom(std::size_t index, int blocks);
    void preemptLast();
    void admit(int budget);
    void carry(const ServedRequest& request, int tokens);
    int givenTo(const ServedRequest& request) const;

    ReplicaRole role_;
    ReplicaLimits limits_;
    std::deque<ServedRequest> waiting_;
    std::vector<ServedRequest> running_;
    std::vector<int> tokens_;  ///< of each running request in this iteration
    double usedBlocks_ = 0.0;
    double swapS_ = 0.0;
    models::IterationLoad load_;
    Ended ended_;
};

}  // namespace headroom::engine
