// SPDX-License-Identifier: Apache-2.0
#include "engine/serve/replica.h"

#include "models/core/random.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

using models::CachePreemption;

namespace {

constexpr std::uint64_t kDraftStream = 0x647261667473ULL;  // of random numbers

}  // namespace

int Replica::blocksOf(int tokens) const {
    const double own = std::max(0.0, tokens - limits_.sharedTokens);
    return static_cast<int>(std::ceil(limits_.growth.units(own) / limits_.blockTokens));
}

/// A prompt's room is taken as a whole.
int Replica::blocksToStart(const ServedRequest& request) const {
    if (limits_.preemption == CachePreemption::Reserve) {
        return blocksOf(request.prompt + request.output - request.givenBefore);
    }
    return blocksOf(request.decoding() ? request.context() : request.prompt);
}

double Replica::occupancy() const {
    const double batch = static_cast<double>(inside()) / limits_.batch;
    return std::max(batch, cacheShare());
}

void Replica::preemptLast() {
    ServedRequest request = running_.back();
    running_.pop_back();
    tokens_.pop_back();
    usedBlocks_ -= request.blocks;
    request.blocks = 0;
    ended_.preempted.push_back(request.id);
    const bool swap = limits_.preemption == CachePreemption::Swap && limits_.swapBytesPerS > 0.0 &&
                      request.decoding();
    if (swap) {
        request.swapped = true;
        swapS_ += limits_.growth.units(request.context()) * limits_.cacheBytesPerToken /
                  limits_.swapBytesPerS;
    } else {
        ended_.recomputedTokens +=
            request.computed - request.found + request.given - request.givenBefore;
        request.prompt += request.given - request.givenBefore;
        request.givenBefore = request.given;
        request.computed = std::min(request.found, request.prompt - 1);
    }
    waiting_.push_front(request);
}

/// Room for more blocks of running_[index], so that it has that number; false where it had to go itself.
bool Replica::makeRoom(std::size_t index, int blocks) {
    const double more = blocks - running_[index].blocks;
    while (usedBlocks_ + more > limits_.cacheBlocks) {
        const bool self = running_.size() == index + 1;
        preemptLast();
        if (self) {
            return false;
        }
    }
    usedBlocks_ += more;
    running_[index].blocks = blocks;
    return true;
}

void Replica::carry(const ServedRequest& request, int tokens) {
    if (request.decoding()) {
        load_.decodes += 1.0;
        load_.contextTokens += request.context();
        return;
    }
    load_.promptTokens += tokens;
    load_.promptPairs += tokens * (request.computed + 0.5 * (tokens + 1.0));
    load_.promptEnds += request.computed + tokens >= request.prompt ? 1.0 : 0.0;
}

void Replica::admit(int budget) {
    while (!waiting_.empty() && budget > 0 &&
           running_.size() < static_cast<std::size_t>(limits_.batch)) {
        ServedRequest& next = waiting_.front();
        const int blocks = blocksToStart(next);
        if (usedBlocks_ + blocks > limits_.cacheBlocks) {
            return;
        }
        if (next.swapped) {
            swapS_ += limits_.growth.units(next.context()) * limits_.cacheBytesPerToken /
                      limits_.swapBytesPerS;
            next.swapped = false;
        }
        usedBlocks_ += blocks;
        next.blocks = blocks;
        const int tokens = next.decoding() ? 1 : std::min(budget, next.prompt - next.computed);
        budget -= tokens;
        running_.push_back(next);
        tokens_.push_back(tokens);
        carry(next, tokens);
        waiting_.pop_front();
    }
}

const models::IterationLoad& Replica::form() {
    load_ = {};
    swapS_ = 0.0;
    ended_.given.clear();
    ended_.done.clear();
    ended_.preempted.clear();
    ended_.recomputedTokens = 0;
    tokens_.assign(running_.size(), 0);
    // Decoding first: its tokens are never put off.
    int budget = limits_.chunkTokens;
    for (std::size_t i = 0; i < running_.size(); ++i) {
        if (!running_[i].decoding()) {
            continue;
        }
        tokens_[i] = 1;
        budget -= 1 + limits_.speculation.draftTokens;
        const int blocks = blocksOf(running_[i].context() + limits_.speculation.draftTokens);
        if (blocks > running_[i].blocks && !makeRoom(i, blocks)) {
            break;
        }
    }
    for (std::size_t i = 0; i < running_.size(); ++i) {
        if (!running_[i].decoding()) {
            tokens_[i] =
                std::clamp(running_[i].prompt - running_[i].computed, 0, std::max(budget, 0));
            budget -= tokens_[i];
        }
        if (tokens_[i] > 0) {
            carry(running_[i], tokens_[i]);
        }
    }
    if (ended_.preempted.empty()) {
        admit(budget);
    }
    return load_;
}

/// Tokens that a decoding request gets in this iteration.
int Replica::givenTo(const ServedRequest& request) const {
    if (!limits_.speculation.isOn()) {
        return 1;
    }
    const auto token = static_cast<std::uint64_t>(request.given);
    return limits_.speculation.givenTokens(models::randomUniform(
        limits_.seed, kDraftStream, (static_cast<std::uint64_t>(request.id) << 32U) | token));
}

const Replica::Ended& Replica::finish(double laterS) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < running_.size(); ++i) {
        ServedRequest request = running_[i];
        if (tokens_[i] > 0) {
            if (request.decoding()) {
                request.givenNow = std::min(request.output - request.given, givenTo(request));
                request.given += request.givenNow;
                ended_.given.push_back(request);
            } else {
                request.computed += tokens_[i];
                request.laterS = std::max(request.laterS, laterS);
                if (request.decoding()) {
                    ++request.given;
                    request.givenNow = 1;
                    ended_.given.push_back(request);
                }
            }
        }
        const bool sent = role_ == ReplicaRole::Prefill && request.decoding();
        if (request.given >= request.output || sent) {
            usedBlocks_ -= request.blocks;
            ended_.done.push_back(request);
            continue;
        }
        running_[kept++] = request;
    }
    running_.resize(kept);
    return ended_;
}

}  // namespace headroom::engine
