// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/index.h"
#include "models/core/random.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

/// Members of the State as raw bytes. A vector is its length and its elements; no element has
/// padding (state_table.cpp asserts it), so that equal states are equal bytes.
namespace headroom::engine {

template <class T>
struct IsVector : std::false_type {};

template <class T>
struct IsVector<std::vector<T>> : std::true_type {};

template <class T, Space S>
struct IsVector<Column<T, S>> : std::true_type {};

/// Calls sink.raw(data, bytes) for a member.
template <class Sink, class T>
void putMember(Sink& sink, const T& member) {
    if constexpr (IsVector<T>::value) {
        const std::uint64_t n = member.size();
        sink.raw(&n, sizeof n);
        if constexpr (IsVector<typename T::value_type>::value) {
            for (const auto& inner : member) {
                putMember(sink, inner);
            }
        } else {
            static_assert(std::is_trivially_copyable_v<typename T::value_type>);
            sink.raw(member.data(), n * sizeof(typename T::value_type));
        }
    } else {
        static_assert(std::is_trivially_copyable_v<T>);
        sink.raw(&member, sizeof member);
    }
}

struct ByteWriter {
    std::vector<std::byte> bytes;

    void raw(const void* data, std::size_t size) {
        const auto* p = static_cast<const std::byte*>(data);
        bytes.insert(bytes.end(), p, p + size);
    }
};

/// Eight bytes at a time through SplitMix64's finaliser.
struct ByteHasher {
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
};

/// `good` is false from the first member on that the bytes do not hold.
struct ByteReader {
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
    void take(T& member) {
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
                    take(inner);
                }
            } else {
                if (n > left / sizeof(typename T::value_type)) {
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

}  // namespace headroom::engine
