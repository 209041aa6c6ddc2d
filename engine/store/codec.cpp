// SPDX-License-Identifier: Apache-2.0
#include "engine/store/codec.h"

#include <zlib.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <new>

namespace headroom::engine {
namespace {

static_assert(std::endian::native == std::endian::little, "recordings hold little-endian floats");

constexpr int kLevel = 1;
constexpr std::size_t kPlanes = sizeof(float);

std::uint32_t zigzag(std::uint32_t difference) {
    return (difference << 1) ^ (0U - (difference >> 31));
}

std::uint32_t unzigzag(std::uint32_t folded) {
    return (folded >> 1) ^ (0U - (folded & 1U));
}

}  // namespace

struct Packer::Private {
    // Planes are long runs of zeros beside bytes that look random: looking for runs alone packs
    // them as small as looking for matches does, in less time.
    z_stream runs{};
    z_stream matches{};
    std::vector<std::byte> planes;
    std::vector<std::byte> packed;

    // Deflates `input` into `packed`; the size, or 0 if it did not become smaller.
    std::size_t deflateInto(z_stream& stream, std::span<const std::byte> input) {
        packed.resize(std::max(packed.size(), input.size()));
        deflateReset(&stream);
        stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(input.data()));
        stream.avail_in = static_cast<uInt>(input.size());
        stream.next_out = reinterpret_cast<Bytef*>(packed.data());
        stream.avail_out = static_cast<uInt>(input.size());
        return deflate(&stream, Z_FINISH) == Z_STREAM_END ? stream.total_out : 0;
    }
};

Packer::Packer() : d_(std::make_unique<Private>()) {
    constexpr int windowBits = 15;
    constexpr int memoryLevel = 8;
    const int runs = deflateInit2(&d_->runs, kLevel, Z_DEFLATED, windowBits, memoryLevel, Z_RLE);
    const int matches = deflateInit(&d_->matches, kLevel);
    if (runs != Z_OK || matches != Z_OK) {
        deflateEnd(&d_->runs);  // harmless where it is the one that failed
        deflateEnd(&d_->matches);
        throw std::bad_alloc();  // there is no other cause
    }
}

Packer::~Packer() {
    deflateEnd(&d_->runs);
    deflateEnd(&d_->matches);
}

Packer::Packed Packer::floats(std::span<const float> values) {
    const std::size_t n = values.size();
    const auto bits = [&](std::size_t i) { return std::bit_cast<std::uint32_t>(values[i]); };
    const std::span<const std::byte> raw = std::as_bytes(values);
    if (n < 2) {
        return {Codec::Raw, raw};
    }
    d_->planes.resize(n * kPlanes);
    std::byte* plane = d_->planes.data();
    std::uint32_t previous = 0;
    std::uint32_t changes = 0;
    for (std::size_t i = 0; i < n; ++i) {
        const std::uint32_t now = bits(i);
        const std::uint32_t folded = zigzag(now - previous);
        changes |= i == 0 ? 0U : folded;
        previous = now;
        plane[i] = static_cast<std::byte>(folded);
        plane[n + i] = static_cast<std::byte>(folded >> 8);
        plane[2 * n + i] = static_cast<std::byte>(folded >> 16);
        plane[3 * n + i] = static_cast<std::byte>(folded >> 24);
    }
    if (changes == 0) {
        return {Codec::Constant, raw.first(sizeof(float))};
    }
    const std::size_t size = d_->deflateInto(d_->runs, d_->planes);
    if (size == 0) {
        return {Codec::Raw, raw};
    }
    return {Codec::Delta, std::span(d_->packed).first(size)};
}

Packer::Packed Packer::bytes(std::span<const std::byte> values) {
    const std::size_t size = values.empty() ? 0 : d_->deflateInto(d_->matches, values);
    if (size == 0) {
        return {Codec::Raw, values};
    }
    return {Codec::Zlib, std::span(d_->packed).first(size)};
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
