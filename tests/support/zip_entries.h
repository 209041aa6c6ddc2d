// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <zip.h>

namespace headroom::tests {

/// The entries of a ZIP archive of ours, by name. Null if the bytes are not an archive.
inline std::optional<std::map<std::string, std::string>> entriesOfZip(const std::string& bytes) {
    zip_error_t fault;
    zip_error_init(&fault);
    zip_source_t* memory = zip_source_buffer_create(bytes.data(), bytes.size(), 0, &fault);
    zip_t* archive = zip_open_from_source(memory, ZIP_RDONLY, &fault);
    if (archive == nullptr) {
        zip_source_free(memory);
        return std::nullopt;
    }
    std::map<std::string, std::string> entries;
    bool fine = true;
    for (zip_int64_t i = 0; i < zip_get_num_entries(archive, 0); ++i) {
        const auto at = static_cast<zip_uint64_t>(i);
        zip_stat_t about;
        zip_file_t* file = zip_fopen_index(archive, at, 0);
        fine = fine && file != nullptr && zip_stat_index(archive, at, 0, &about) == 0;
        if (!fine) {
            break;
        }
        std::string content(about.size, '\0');
        fine = zip_fread(file, content.data(), content.size()) ==
               static_cast<zip_int64_t>(content.size());
        zip_fclose(file);
        entries.emplace(about.name, std::move(content));
    }
    zip_discard(archive);
    return fine ? std::optional(std::move(entries)) : std::nullopt;
}

}  // namespace headroom::tests
