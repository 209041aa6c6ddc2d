// SPDX-License-Identifier: Apache-2.0
#include "engine/store/bit_groups.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace headroom::engine {
namespace {

static_assert(std::endian::native == std::endian::little, "recordings are little-endian");

constexpr std::size_t kGroup = 16;
constexpr std::size_t kWord = sizeof(std::uint32_t);
constexpr unsigned kSparse = 64;  ///< of a group's first byte: a mask follows
constexpr unsigned kMostBits = 32;

std::uint32_t fold(std::uint32_t difference) {
    return (difference << 1U) ^ (0U - (difference >> 31U));
}

std::uint32_t unfold(std::uint32_t folded) {
    return (folded >> 1U) ^ (0U - (folded & 1U));
}

std::uint32_t checksum(std::span<const std::byte> bytes) {
    return static_cast<std::uint32_t>(adler32_z(
        adler32_z(0, nullptr, 0), reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

/// Bits behind each other, lowest first.
class BitWriter {
  public:
    explicit BitWriter(std::byte* to) : to_(to) {}

    void put(std::uint32_t value, unsigned bits) {
        waiting_ |= static_cast<std::uint64_t>(value) << count_;
        count_ += bits;
        if (count_ >= kMostBits) {
            std::memcpy(to_, &waiting_, kWord);
            to_ += kWord;
            waiting_ >>= kMostBits;
            count_ -= kMostBits;
        }
    }

    /// Up to a whole byte; where the next one goes.
    std::byte* end() {
        for (; count_ > 0; count_ -= std::min(count_, 8U)) {
            *to_++ = static_cast<std::byte>(waiting_);
            waiting_ >>= 8U;
        }
        return to_;
    }

  private:
    std::byte* to_;
    std::uint64_t waiting_ = 0;
    unsigned count_ = 0;
};

std::byte* putGroup(std::span<const std::uint32_t> group, std::byte* to) {
    std::uint32_t all = 0;
    std::uint16_t mask = 0;
    for (std::size_t k = 0; k < group.size(); ++k) {
        all |= group[k];
        mask = static_cast<std::uint16_t>(mask | (group[k] != 0 ? 1U << k : 0U));
    }
    const auto bits = static_cast<unsigned>(std::bit_width(all));
    const bool sparse = static_cast<unsigned>(std::popcount(mask)) * bits + kGroup <
                        static_cast<unsigned>(group.size()) * bits;
    *to++ = static_cast<std::byte>(bits | (sparse ? kSparse : 0U));
    if (sparse) {
        std::memcpy(to, &mask, sizeof mask);
        to += sizeof mask;
    }
    BitWriter writer(to);
    for (std::size_t k = 0; k < group.size() && bits > 0; ++k) {
        if (!sparse || group[k] != 0) {
            writer.put(group[k], bits);
        }
    }
    return writer.end();
}

/// Rest of the packed bytes.
struct Reader {
    std::span<const std::byte> left;

    bool take(std::size_t count, std::span<const std::byte>& out) {
        if (left.size() < count) {
            return false;
        }
        out = left.first(count);
        left = left.subspan(count);
        return true;
    }

    bool takeGroup(std::span<std::uint32_t> group) {
        std::span<const std::byte> head, bytes;
        if (!take(1, head)) {
            return false;
        }
        const auto first = std::to_integer<unsigned>(head[0]);
        const unsigned bits = first & ~kSparse;
        std::uint16_t mask = 0xffff;
        if ((first & kSparse) != 0) {
            if (!take(sizeof mask, head)) {
                return false;
            }
            std::memcpy(&mask, head.data(), sizeof mask);
        }
        mask = static_cast<std::uint16_t>(mask & ((1U << group.size()) - 1U));
        const auto count = static_cast<unsigned>(std::popcount(mask));
        if (bits > kMostBits || !take((count * bits + 7U) / 8U, bytes)) {
            return false;
        }
        std::uint64_t waiting = 0;
        unsigned have = 0;
        std::size_t next = 0;
        for (std::size_t k = 0; k < group.size(); ++k) {
            group[k] = 0;
            if ((mask >> k & 1U) == 0 || bits == 0) {
                continue;
            }
            for (; have < bits; have += 8U) {
                waiting |= std::to_integer<std::uint64_t>(bytes[next++]) << have;
            }
            group[k] = static_cast<std::uint32_t>(waiting & ((std::uint64_t{1} << bits) - 1U));
            waiting >>= bits;
            have -= bits;
        }
        return true;
    }
};

}  // namespace

void packGroups(std::span<const std::uint32_t> words, std::vector<std::byte>& out) {
    const std::size_t begin = out.size(), groups = (words.size() + kGroup - 1) / kGroup;
    // A group takes its byte, its mask, and its words whole at most.
    out.resize(begin + words.size_bytes() + groups * (1 + sizeof(std::uint16_t)) + 2 * kWord);
    std::byte* to = out.data() + begin;
    const auto put = [&](std::uint32_t word) {
        std::memcpy(to, &word, kWord);
        to += kWord;
    };
    if (!words.empty()) {
        put(words.front());
    }
    std::array<std::uint32_t, kGroup> group{};
    for (std::size_t i = 1; i < words.size(); i += kGroup) {
        const std::size_t count = std::min(kGroup, words.size() - i);
        for (std::size_t k = 0; k < count; ++k) {
            group[k] = fold(words[i + k] - words[i + k - 1]);
        }
        to = putGroup(std::span(group).first(count), to);
    }
    put(checksum({out.data() + begin, to}));
    out.resize(static_cast<std::size_t>(to - out.data()));
}

bool unpackGroups(std::span<const std::byte> data, std::span<std::uint32_t> words) {
    if (data.size() < kWord) {
        return false;
    }
    Reader reader{data.first(data.size() - kWord)};
    std::uint32_t sum = 0;
    std::memcpy(&sum, data.data() + reader.left.size(), kWord);
    if (sum != checksum(reader.left)) {
        return false;
    }
    std::span<const std::byte> first;
    if (!words.empty()) {
        if (!reader.take(kWord, first)) {
            return false;
        }
        std::memcpy(words.data(), first.data(), kWord);
    }
    for (std::size_t i = 1; i < words.size(); i += kGroup) {
        const auto group = words.subspan(i, std::min(kGroup, words.size() - i));
        if (!reader.takeGroup(group)) {
            return false;
        }
        for (std::size_t k = 0; k < group.size(); ++k) {
            group[k] = words[i + k - 1] + unfold(group[k]);
        }
    }
    return reader.left.empty();
}

}  // namespace headroom::engine
