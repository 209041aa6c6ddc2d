// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

/// Database files with bytes changed, as the parsers of recordings, studies and readings take them.
namespace headroom::hostile {

/// All bytes of a file of the scratch folder.
std::string bytesOfFile(const std::filesystem::path& path);

/// A whole SQLite file where `bytes` begin as one. Otherwise the sound file with places overwritten: four bytes in front of
/// each patch, three of which are the offset and one is the length. Two bytes behind the last patch cut the file to that
/// share of its size.
std::string withPatches(const std::string& sound, std::string_view bytes);

}  // namespace headroom::hostile
