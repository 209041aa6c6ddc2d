// SPDX-License-Identifier: Apache-2.0
#include "engine/store/codec.h"

#include "engine/store/bit_groups.h"

#include <zlib.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

namespace headroom::engine {
namespace {

static_assert(std::endian::native == std::endian::little, "recordings hold little-endian floats");

constexpr std::size_t kPlanes = sizeof(float);

std::uint32_t unzigzag(std::uint32_t folded) {
    return (folded >> 1) ^ (0U - (folded & 1U));
}

bool unpackBits(std::span<const std::byte> data, std::span<float> out) {
    std::vector<std::uint32_t> patterns(out.size());
    if (!unpackGroups(data, patterns)) {
        return false;
    }
    std::transform(patterns.begin(), patterns.end(), out.begin(),
                   [](std::uint32_t pattern) { return std::bit_cast<float>(pattern); });
    return true;
}

}  // namespace

Packer::Packed Packer::floats(std::span<const float> values) {
    const std::span<const std::byte> raw = std::as_bytes(values);
    patterns_.resize(values.size());
    std::transform(values.begin(), values.end(), patterns_.begin(),
                   [](float value) { return std::bit_cast<std::uint32_t>(value); });
    if (values.size() > 1 &&
        std::equal(patterns_.begin() + 1, patterns_.end(), patterns_.begin())) {
        return {Codec::Constant, raw.first(sizeof(float))};
    }
    packed_.clear();
    packGroups(patterns_, packed_);
    if (packed_.size() >= raw.size()) {
        return {Codec::Raw, raw};
    }
    return {Codec::Bits, packed_};
}

Packer::Packed Packer::bytes(std::span<const std::byte> values) {
    uLongf size = values.size();
    packed_.resize(values.size());
    const bool smaller =
        !values.empty() && compress2(reinterpret_cast<Bytef*>(packed_.data()), &size,
                                     reinterpret_cast<const Bytef*>(values.data()), values.size(),
                                     Z_BEST_SPEED) == Z_OK;
    if (!smaller) {
        return {Codec::Raw, values};
    }
    return {Codec::Zlib, std::span(packed_).first(size)};
}

bool unpackFloats(Codec codec, std::span<const std::byte> data, std::span<float> out) {
    const std::size_t n = out.size();
    switch (codec) {
        case Codec::Raw:
            if (data.size() != out.size_bytes()) {
                return false;
            }
            if (!data.empty()) {
                std::memcpy(out.data(), data.data(), data.size());
            }
            return true;
        case Codec::Constant: {
            if (data.size() != sizeof(float)) {
                return false;
            }
            float value = 0.0F;
            std::memcpy(&value, data.data(), sizeof value);
            std::fill(out.begin(), out.end(), value);
            return true;
        }
        case Codec::Delta: {
            std::vector<std::byte> planes(n * kPlanes);
            if (!unpackBytes(Codec::Zlib, data, planes)) {
                return false;
            }
            std::uint32_t value = 0;
            for (std::size_t i = 0; i < n; ++i) {
                std::uint32_t folded = 0;
                for (std::size_t p = 0; p < kPlanes; ++p) {
                    folded |= std::to_integer<std::uint32_t>(planes[p * n + i]) << (8 * p);
                }
                value += unzigzag(folded);
                out[i] = std::bit_cast<float>(value);
            }
            return true;
        }
        case Codec::Bits:
            return unpackBits(data, out);
        case Codec::Zlib:
            break;
    }
    return false;
}

bool unpackBytes(Codec codec, std::span<const std::byte> data, std::span<std::byte> out) {
    if (codec == Codec::Raw) {
        if (data.size() != out.size()) {
            return false;
        }
        std::copy(data.begin(), data.end(), out.begin());
        return true;
    }
    if (codec != Codec::Zlib) {
        return false;
    }
    uLongf size = out.size();
    return uncompress(reinterpret_cast<Bytef*>(out.data()), &size,
                      reinterpret_cast<const Bytef*>(data.data()), data.size()) == Z_OK &&
           size == out.size();
}

}  // namespace headroom::engine
