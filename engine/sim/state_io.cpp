// SPDX-License-Identifier: Apache-2.0
#include "engine/sim/state.h"
#include "models/core/random.h"

#include <cstring>
#include <type_traits>

namespace headroom::engine {

namespace {

template <class T>
struct IsVector : std::false_type {};

template <class T>
struct IsVector<std::vector<T>> : std::true_type {};

/// Appends members as raw bytes; a vector is its length and its elements.
struct Writer {
    std::vector<std::byte> bytes;

    void raw(const void* data, std::size_t size) {
        const auto* p = static_cast<const std::byte*>(data);
        bytes.insert(bytes.end(), p, p + size);
    }

    template <class T>
    void operator()(const T& member) {
        if constexpr (IsVector<T>::value) {
            const std::uint64_t n = member.size();
            raw(&n, sizeof n);
            if constexpr (IsVector<typename T::value_type>::value) {
                for (const auto& inner : member) {
                    (*this)(inner);
                }
            } else {
                static_assert(std::is_trivially_copyable_v<typename T::value_type>);
                raw(member.data(), n * sizeof(typename T::value_type));
            }
        } else {
            static_assert(std::is_trivially_copyable_v<T>);
            raw(&member, sizeof member);
        }
    }
};

struct Reader {
    const std::byte* data;
    std::size_t left;
    bool good = true;

    void raw(void* out, std::size_t size) {
        if (size > left) {
            good = false;
            return;
        }
        if (size > 0) {
            std::memcpy(out, data, size);
        }
        data += size;
        left -= size;
    }

    template <class T>
    void operator()(T& member) {
        if (!good) {
            return;
        }
        if constexpr (IsVector<T>::value) {
            std::uint64_t n = 0;
            raw(&n, sizeof n);
            if (!good || n > left) {
                good = false;
                return;
            }
            if constexpr (IsVector<typename T::value_type>::value) {
                member.resize(n);
                for (auto& inner : member) {
                    (*this)(inner);
                }
            } else {
                if (n * sizeof(typename T::value_type) > left) {
                    good = false;
                    return;
                }
                member.resize(n);
                raw(member.data(), n * sizeof(typename T::value_type));
            }
        } else {
            raw(&member, sizeof member);
        }
    }
};

/// Eight bytes at a time through SplitMix64's finaliser.
struct Hasher {
    std::uint64_t hash = 0x243f6a8885a308d3ULL;

    void raw(const void* data, std::size_t size) {
        const auto* p = static_cast<const unsigned char*>(data);
        while (size >= 8) {
            std::uint64_t word = 0;
            std::memcpy(&word, p, 8);
            hash = models::mix64(hash ^ word) + 0x9e3779b97f4a7c15ULL;
            p += 8;
            size -= 8;
        }
        std::uint64_t word = size;
        if (size > 0) {
            std::memcpy(&word, p, size);
        }
        hash = models::mix64(hash ^ word) + 0x9e3779b97f4a7c15ULL;
    }

    template <class T>
    void operator()(const T& member) {
        if constexpr (IsVector<T>::value) {
            const std::uint64_t n = member.size();
            raw(&n, sizeof n);
            if constexpr (IsVector<typename T::value_type>::value) {
                for (const auto& inner : member) {
                    (*this)(inner);
                }
            } else {
                raw(member.data(), n * sizeof(typename T::value_type));
            }
        } else {
            raw(&member, sizeof member);
        }
    }
};

// Raw bytes are only comparable where no padding hides between members.
static_assert(sizeof(Job) == 8 + 28 * 4 + 52 * 8);
static_assert(sizeof(QueuedEvent) == 40);
static_assert(sizeof(PoolState) == 16);
static_assert(sizeof(ScheduledJob) == 13 * 8 + 18 * 4);
static_assert(sizeof(WaitingClass) == 6 * 4);
static_assert(sizeof(TenantState) == 16);
static_assert(sizeof(JobTree::Node) == 5 * 8 + 4 * 4);
static_assert(sizeof(FabricFaultState) == 6 * 4 + 6 * 8);
static_assert(sizeof(TierCounters) == 6 * 8);
static_assert(sizeof(PastJobs) == 6 * 8 + 14 * sizeof(ExactSum) + kJobTimes * 8);
static_assert(sizeof(PastTimes) == 2 * 4 + 3 * 8);

}  // namespace

std::vector<std::byte> stateBytes(const State& state) {
    Writer writer;
    visitState(state, writer);
    return std::move(writer.bytes);
}

bool stateFromBytes(State& like, const std::byte* bytes, std::size_t size) {
    State read;
    read.schedulers.resize(like.schedulers.size());
    Reader reader{bytes, size};
    visitState(read, reader);
    const bool same =
        reader.good && reader.left == 0 && read.slotJob.size() == like.slotJob.size() &&
        read.serverDown.size() == like.serverDown.size() &&
        read.rackClock.size() == like.rackClock.size() &&
        read.hallSupplyC.size() == like.hallSupplyC.size() &&
        read.coolant.nodeC.size() == like.coolant.nodeC.size() &&
        read.loopSupplyC.size() == like.loopSupplyC.size() &&
        read.fabric.counters.size() == like.fabric.counters.size() &&
        read.hazardCount.size() == like.hazardCount.size() &&
        read.pools.size() == like.pools.size() && read.arrivals.size() == like.arrivals.size();
    if (same) {
        like = std::move(read);
    }
    return same;
}

std::uint64_t hashOf(const State& state) {
    Hasher hasher;
    visitState(state, hasher);
    return hasher.hash;
}

}  // namespace headroom::engine
