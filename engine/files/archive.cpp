// SPDX-License-Identifier: Apache-2.0
#include "engine/files/archive.h"

#include <zip.h>

namespace headroom::engine {

std::optional<std::string> zipOf(const std::map<std::string, std::string>& entries) {
    constexpr zip_uint16_t kFirstDay =
        (1U << 5U) | 1U;  // 1980-01-01, the earliest date of an archive
    zip_error_t fault;
    zip_error_init(&fault);
    zip_source_t* memory = zip_source_buffer_create(nullptr, 0, 0, &fault);
    zip_source_keep(memory);
    zip_t* archive = zip_open_from_source(memory, ZIP_TRUNCATE, &fault);
    for (const auto& [name, bytes] : entries) {
        zip_source_t* source = zip_source_buffer(archive, bytes.data(), bytes.size(), 0);
        const zip_int64_t index = zip_file_add(archive, name.c_str(), source, ZIP_FL_ENC_UTF_8);
        zip_file_set_dostime(archive, static_cast<zip_uint64_t>(index), 0, kFirstDay, 0);
    }
    std::string packed;
    bool fine = zip_close(archive) == 0 && zip_source_open(memory) == 0;
    if (fine) {
        zip_stat_t about;
        zip_stat_init(&about);
        fine = zip_source_stat(memory, &about) == 0;
        packed.resize(fine ? about.size : 0);
        fine = fine && zip_source_read(memory, packed.data(), packed.size()) ==
                           static_cast<zip_int64_t>(packed.size());
        zip_source_close(memory);
    }
    zip_source_free(memory);
    return fine ? std::optional(std::move(packed)) : std::nullopt;
}

}  // namespace headroom::engine
