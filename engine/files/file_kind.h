// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace headroom::engine {

/// Kind of the entry at a path, as far as it matters to somebody who would write there.
enum class FileKind {
    Nothing,
    Other,      ///< a page, a table, a drawing, anything that is none of the following
    Project,    ///< a JSON text, gzip or not, of the format "headroom-project/…"
    Catalogue,  ///< of the format "headroom-catalogue/…"
    Recording,  ///< an SQLite file with the application id of recordings
    Folder,
    Special,  ///< a device, a pipe, a socket
};

/// Follows links. Looks at the first 64 MiB of a text; opens nothing but files and never waits.
/// An entry that may not be read is Other.
FileKind fileKind(const std::filesystem::path& path);

/// "a project"; empty for Nothing.
const char* fileKindWords(FileKind kind);

/// Made to be kept: replaced by its own kind only.
bool isDocument(FileKind kind);

}  // namespace headroom::engine
