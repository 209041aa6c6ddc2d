// SPDX-License-Identifier: Apache-2.0
#include "tests/hostile/material.h"

#include "tests/hostile/invariant.h"

#include <cstdio>
#include <cstdlib>
#include <map>
#include <system_error>

namespace headroom::hostile {

namespace {

struct Scratch {
    std::filesystem::path path;

    Scratch() {
        std::string name =
            (std::filesystem::temp_directory_path() / "headroom-hostile-XXXXXX").string();
        require(::mkdtemp(name.data()) != nullptr, "no folder can be made: " + name);
        path = name;
    }

    ~Scratch() {
        std::error_code ignored;
        std::filesystem::remove_all(path, ignored);
    }
};

}  // namespace

const engine::Catalogue& shippedCatalogue() {
    static const engine::Catalogue kCatalogue = [] {
        auto loaded = engine::Catalogue::load(HEADROOM_SOURCE_DIR "/resources/catalog");
        require(loaded.has_value(), "the shipped catalogue cannot be read");
        return std::move(*loaded);
    }();
    return kCatalogue;
}

const engine::Project& scenario(const std::string& name) {
    static std::map<std::string, engine::Project> read;
    const auto known = read.find(name);
    if (known != read.end()) {
        return known->second;
    }
    auto project =
        engine::loadProject(HEADROOM_SOURCE_DIR "/scenarios/" + name, shippedCatalogue());
    require(project.has_value(),
            "scenarios/" + name + (project ? "" : ": " + engine::text(project.error())));
    return read.emplace(name, std::move(*project)).first->second;
}

const std::filesystem::path& scratchFolder() {
    static const Scratch kScratch;
    return kScratch.path;
}

std::filesystem::path scratchFile(std::string_view name, std::string_view bytes) {
    std::filesystem::path path = scratchFolder() / name;
    std::FILE* file = std::fopen(path.c_str(), "wb");
    require(file != nullptr, "cannot write " + path.string());
    const bool written =
        bytes.empty() || std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
    require(std::fclose(file) == 0 && written, "cannot write " + path.string());
    return path;
}

}  // namespace headroom::hostile
