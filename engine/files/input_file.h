// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"

#include <cstddef>
#include <filesystem>
#include <new>
#include <string>
#include <type_traits>

/// The one way in for files that somebody names: anything but a file is an error; the reader never
/// waits for it.
namespace headroom::engine {

/// A file that unpacks to more than this is not a project, trace or weather file.
inline constexpr std::size_t kMaximumInputBytes = std::size_t{1} << 30U;

/// All bytes of a file. Regular files and pipes with a writer (`<(zcat x.gz)`, /dev/stdin of
/// `… | headroom-cli`) are read; folders, devices, sockets and terminals are refused, and so is a
/// pipe into which nobody writes for some seconds.
///
/// `memoryPerByte` is what reader and result take for each byte of the file, the byte included: a
/// file for which there is no such memory is refused before it is read, with both figures.
///
/// FIL-001: missing. FIL-002: cannot be opened or read, a folder, above 1 GiB. FIL-006: a device, a
/// socket or a terminal. FIL-007: a pipe that gives nothing. FIL-008: more than memory holds.
Result<std::string> readInput(const std::filesystem::path& path, double memoryPerByte = 2.0);

/// Memory of a JSON text, with its values and their lines.
inline constexpr double kJsonMemoryPerByte = 20.0;

/// FIL-008 where a text of a given number of bytes does not fit; small ones always do.
Result<void> fitsMemory(const std::filesystem::path& path, std::size_t bytes, double memoryPerByte);

Error outOfMemory(const std::filesystem::path& path);  ///< FIL-008 without figures

/// What `read` returns, or FIL-008 where memory ran out meanwhile.
template <class Read>
auto withinMemory(const std::filesystem::path& path, const Read& read) -> decltype(read()) {
    using Failure = typename decltype(read())::error_type;
    try {
        return read();
    } catch (const std::bad_alloc&) {
        if constexpr (std::is_same_v<Failure, Error>) {
            return tl::unexpected(outOfMemory(path));
        } else {
            return tl::unexpected(Failure{outOfMemory(path)});
        }
    }
}

/// Whether there is a folder of that name: false too where links lead in a circle or nowhere.
bool isFolder(const std::filesystem::path& path);

}  // namespace headroom::engine
