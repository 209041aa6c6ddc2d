// SPDX-License-Identifier: Apache-2.0
#include "engine/files/input_file.h"
#include "engine/guests/fmu.h"

#include <fmt/format.h>

#include <array>
#include <fstream>
#include <memory>
#include <sys/stat.h>
#include <system_error>
#include <utility>
#include <zip.h>

namespace headroom::engine {

namespace fs = std::filesystem;

namespace {

constexpr zip_int64_t kMostEntries = 20'000;
constexpr zip_uint64_t kMostBytes = zip_uint64_t{1} << 30U;
constexpr zip_uint64_t kMostTimesPacked = 1000;
constexpr zip_uint64_t kSmall = zip_uint64_t{1}
                                << 20U;  // so much may be packed as tightly as it likes

Error fmuError(const char* code, const fs::path& file, std::string message, std::string remedy) {
    return {code, std::move(message), std::move(remedy), file.string(), {}, 0};
}

struct CloseArchive {
    void operator()(zip_t* archive) const { zip_discard(archive); }
};

struct CloseEntry {
    void operator()(zip_file_t* entry) const { zip_fclose(entry); }
};

/// Whether a name stays below the folder that it is unpacked into.
bool staysInside(const std::string& name) {
    if (name.empty() || name.front() == '/' || name.find('\\') != std::string::npos ||
        name.find(':') != std::string::npos || name.find('\0') != std::string::npos) {
        return false;
    }
    for (const fs::path& part : fs::path(name)) {
        if (part == "..") {
            return false;
        }
    }
    return true;
}

bool isLink(zip_t* archive, zip_uint64_t index) {
    zip_uint8_t system = 0;
    zip_uint32_t attributes = 0;
    return zip_file_get_external_attributes(archive, index, 0, &system, &attributes) == 0 &&
           system == ZIP_OPSYS_UNIX && S_ISLNK(attributes >> 16U);
}

/// One entry into its file; `left` bytes may still come, for any number in the archive.
Result<void> unpack(zip_t* archive, zip_uint64_t index, const fs::path& to, zip_uint64_t& left,
                    const fs::path& file) {
    const std::unique_ptr<zip_file_t, CloseEntry> entry(zip_fopen_index(archive, index, 0));
    std::ofstream out(to, std::ios::binary);
    std::array<char, 65536> part;
    zip_int64_t n = entry == nullptr ? -1 : 0;
    while (entry != nullptr && (n = zip_fread(entry.get(), part.data(), part.size())) > 0) {
        if (static_cast<zip_uint64_t>(n) > left) {
            return tl::unexpected(fmuError("FMU-002", file, "it unpacks to more than 1 GiB",
                                           "take one that is no larger"));
        }
        left -= static_cast<zip_uint64_t>(n);
        out.write(part.data(), n);
    }
    if (n < 0) {
        return tl::unexpected(fmuError("FMU-001", file, "an entry of the archive is damaged",
                                       "fetch or export it again"));
    }
    if (!out.flush()) {
        return tl::unexpected(fmuError("FIL-004", file,
                                       "it could not be unpacked to " + to.string(),
                                       "make room there, or set TMPDIR"));
    }
    return {};
}

Result<void> unpackAll(const fs::path& file, const fs::path& folder) {
    int fault = 0;
    const std::unique_ptr<zip_t, CloseArchive> archive(zip_open(file.c_str(), ZIP_RDONLY, &fault));
    if (archive == nullptr) {
        return tl::unexpected(fmuError("FMU-001", file,
                                       "this is not an FMU: not an archive, or a damaged one",
                                       "export it again"));
    }
    const zip_int64_t entries = zip_get_num_entries(archive.get(), 0);
    if (entries > kMostEntries) {
        return tl::unexpected(fmuError("FMU-002", file, fmt::format("it has {} entries", entries),
                                       "an FMU has 20000 at most"));
    }
    zip_uint64_t left = kMostBytes;
    for (zip_uint64_t i = 0; i < static_cast<zip_uint64_t>(entries); ++i) {
        zip_stat_t about;
        if (zip_stat_index(archive.get(), i, 0, &about) != 0 || about.name == nullptr) {
            return tl::unexpected(fmuError("FMU-001", file, "its list of entries is damaged",
                                           "fetch or export it again"));
        }
        const std::string name = about.name;
        if (!staysInside(name) || isLink(archive.get(), i)) {
            return tl::unexpected(fmuError("FMU-003", file,
                                           "an entry leads out of the archive: \"" + name + '"',
                                           "do not use it: no tool writes that by accident"));
        }
        if (about.size > left ||
            (about.size > kSmall &&
             about.size > kMostTimesPacked * std::max<zip_uint64_t>(1, about.comp_size))) {
            return tl::unexpected(fmuError(
                "FMU-002", file,
                fmt::format("\"{}\" is {} bytes that unpack to {}", name, about.comp_size,
                            about.size),
                "an FMU unpacks to 1 GiB at most, and no entry to more than 1000 times its size"));
        }
        const fs::path to = folder / name;
        std::error_code failed;
        if (name.back() == '/') {
            fs::create_directories(to, failed);
            continue;
        }
        fs::create_directories(to.parent_path(), failed);
        if (auto done = unpack(archive.get(), i, to, left, file); !done) {
            return done;
        }
    }
    return {};
}

}  // namespace

fs::path Fmu::library() const {
    // Platform tuples of the standards: FMI 2.0.4, 2.1.1; FMI 3.0.1, 2.5.1.4.
    return folder_.path() / "binaries" / (description_.version == 2 ? "linux64" : "x86_64-linux") /
           (description_.library + ".so");
}

fs::path Fmu::resources() const {
    return folder_.path() / "resources";
}

Result<Fmu> Fmu::open(const fs::path& file) {
    std::error_code ignored;
    if (!fs::exists(file, ignored)) {
        return tl::unexpected(fmuError("FIL-001", file, "there is no such file", "check its name"));
    }
    auto folder = TemporaryFolder::make("fmu");
    if (!folder) {
        return tl::unexpected(folder.error());
    }
    Fmu fmu;
    fmu.folder_ = std::move(*folder);
    if (auto done = unpackAll(file, fmu.folder_.path()); !done) {
        return tl::unexpected(done.error());
    }
    const fs::path description = fmu.folder_.path() / "modelDescription.xml";
    if (!fs::is_regular_file(description, ignored)) {
        return tl::unexpected(fmuError("FMU-004", file, "it has no modelDescription.xml",
                                       "export it again as FMU 2.0 or 3.0"));
    }
    const auto xml = readInput(description);
    if (!xml) {
        return tl::unexpected(xml.error());
    }
    auto parsed = parseFmuDescription(*xml, file);
    if (!parsed) {
        return tl::unexpected(parsed.error());
    }
    fmu.description_ = std::move(*parsed);
    fs::create_directories(fmu.resources(), ignored);
    if (!fs::is_regular_file(fmu.library(), ignored)) {
        std::string there;
        for (const auto& entry : fs::directory_iterator(fmu.folder_.path() / "binaries", ignored)) {
            there += (there.empty() ? "" : ", ") + entry.path().filename().string();
        }
        return tl::unexpected(fmuError(
            "FMU-006", file,
            "it has no binary for this machine (" +
                fmu.library().parent_path().filename().string() + ")" +
                (there.empty() ? "" : ", only for " + there),
            "export it with a binary for 64-bit Linux, or build the one from its sources"));
    }
    return fmu;
}

}  // namespace headroom::engine
