// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace headroom::engine {

/// How a blob of a recording is packed. The numbers are written to files: never renumber.
enum class Codec : int {
    Raw = 0,       ///< the bytes unchanged; floats little-endian
    Constant = 1,  ///< one float that stands for all
    Delta = 2,  ///< floats: differences folded as in Bits, in byte planes, zlib; read, not written:
                ///< recordings of older versions
    Zlib = 3,   ///< bytes: zlib
    Bits = 4,   ///< floats: differences of their bit patterns in groups of bits (bit_groups.h)
};

/// Packs columns of floats and blobs of bytes. Holds its buffers, so that packing allocates nothing
/// once they have grown. Same input, same bytes. Not to be shared between threads. Lossless for every
/// float including NaN.
class Packer {
  public:
    struct Packed {
        Codec codec = Codec::Raw;
        std::span<const std::byte> data;  ///< valid until the next call
    };

    Packed floats(std::span<const float> values);

    Packed bytes(std::span<const std::byte> values);

  private:
    std::vector<std::uint32_t> patterns_;
    std::vector<std::byte> packed_;
};

/// Unpacks `out.size()` values. False where the data do not fit: damaged.
bool unpackFloats(Codec codec, std::span<const std::byte> data, std::span<float> out);
bool unpackBytes(Codec codec, std::span<const std::byte> data, std::span<std::byte> out);

}  // namespace headroom::engine
