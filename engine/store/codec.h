// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace headroom::engine {

/// How a blob of a recording is packed. The numbers are written to files: never renumber.
enum class Codec : int {
    Raw = 0,       ///< the bytes as they are; floats little-endian
    Constant = 1,  ///< one float that stands for all
    Delta = 2,     ///< floats: bit patterns as integers, differences, zigzag, byte planes, zlib
    Zlib = 3,      ///< bytes: zlib
};

/// Packs columns of floats and blobs of bytes. Holds its buffers, so that packing allocates nothing
/// once they have grown. Same input, same bytes. Not to be shared between threads.
///
/// Delta: a series that changes slowly has bit patterns that change by small integers. The
/// differences d of successive patterns (modulo 2^32, the first against 0) are folded to
/// (d << 1) ^ (d >> 31), so that small ones of either sign have leading zero bytes, and stored byte
/// plane by byte plane (all lowest bytes, then the next …): the high planes are nearly all zero and
/// shrink to nothing. Lossless for every float including NaN.
class Packer {
  public:
    Packer();
    ~Packer();
    Packer(const Packer&) = delete;
    Packer& operator=(const Packer&) = delete;

    struct Packed {
        Codec codec = Codec::Raw;
        std::span<const std::byte> data;  ///< valid until the next call
    };

    Packed floats(std::span<const float> values);
    Packed bytes(std::span<const std::byte> values);

  private:
    struct Private;
    std::unique_ptr<Private> d_;
};

/// Unpacks `out.size()` values. False where the data do not fit: damaged.
bool unpackFloats(Codec codec, std::span<const std::byte> data, std::span<float> out);
bool unpackBytes(Codec codec, std::span<const std::byte> data, std::span<std::byte> out);

}  // namespace headroom::engine
