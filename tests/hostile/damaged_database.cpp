// SPDX-License-Identifier: Apache-2.0
#include "tests/hostile/damaged_database.h"

#include "tests/hostile/invariant.h"

#include <cstddef>
#include <fstream>
#include <sstream>

namespace headroom::hostile {

namespace {

constexpr std::size_t kPlaceBytes = 4;

std::size_t byteAt(std::string_view bytes, std::size_t at) {
    return static_cast<unsigned char>(bytes[at]);
}

}  // namespace

std::string bytesOfFile(const std::filesystem::path& path) {
    std::ostringstream out;
    out << std::ifstream(path, std::ios::binary).rdbuf();
    require(!out.str().empty(), "cannot read " + path.string());
    return out.str();
}

std::string withPatches(const std::string& sound, std::string_view bytes) {
    if (bytes.starts_with("SQLite format 3")) {
        return std::string(bytes);
    }
    std::string file = sound;
    while (bytes.size() > kPlaceBytes) {
        const std::size_t offset =
            byteAt(bytes, 0) | byteAt(bytes, 1) << 8U | byteAt(bytes, 2) << 16U;
        const std::string_view patch = bytes.substr(kPlaceBytes, byteAt(bytes, 3));
        file.replace(offset % file.size(), patch.size(), patch);
        bytes.remove_prefix(kPlaceBytes + patch.size());
    }
    if (bytes.size() >= 2) {
        file.resize(file.size() * (byteAt(bytes, 0) + 256 * byteAt(bytes, 1)) / 65536);
    }
    return file;
}

}  // namespace headroom::hostile
