// SPDX-License-Identifier: Apache-2.0
#include "engine/api/attached_design.h"

#include "engine/document/companions.h"
#include "engine/files/output_file.h"
#include "engine/replay/blank_frame.h"
#include "engine/run/simulator.h"

#include <fmt/format.h>

#include <map>
#include <system_error>
#include <utility>

namespace headroom::engine {

namespace {

/// Objects of a project file by id; of single sections that is the section's name.
std::map<std::string, AttachJson> objectsOf(const std::string& text) {
    std::map<std::string, AttachJson> objects;
    const AttachJson project = parsedAttach(text);
    for (const auto& [section, content] : project.items()) {
        if (content.is_object()) {
            objects[section] = content;
        } else if (content.is_array()) {
            for (const AttachJson& object : content) {
                objects[wordInAttach(object, "id")] = object;
            }
        }
    }
    return objects;
}

/// Edits that turn one design into the other, in the form of PATCH /api/v1/project. Empty if objects were
/// added or removed.
std::optional<AttachJson> settingsBetween(const std::string& before, const std::string& after) {
    const auto was = objectsOf(before), is = objectsOf(after);
    AttachJson settings = AttachJson::object();
    if (was.size() != is.size()) {
        return std::nullopt;
    }
    for (const auto& [id, object] : is) {
        const auto at = was.find(id);
        if (at == was.end()) {
            return std::nullopt;
        }
        for (const auto& [key, value] : object.items()) {
            if (!at->second.contains(key) || at->second[key] != value) {
                settings[id][key] = value;
            }
        }
        for (const auto& [key, value] : at->second.items()) {
            if (!object.contains(key)) {
                settings[id][key] = nullptr;
            }
        }
    }
    return settings;
}

}  // namespace

AttachedDesign::AttachedDesign(const RunServer& server, std::filesystem::path shipped,
                               std::shared_ptr<const Catalogue> catalogue)
    : server_(server), shipped_(std::move(shipped)), shippedParts_(std::move(catalogue)) {}

ResultAll<bool> AttachedDesign::take() {
    const auto answer = server_.get("/api/v1/project");
    if (!answer) {
        return tl::unexpected(Errors{answer.error()});
    }
    std::int64_t number = 0;
    for (const char c : answer->field("etag")) {
        number = c >= '0' && c <= '9' ? 10 * number + (c - '0') : number;
    }
    const bool isBuilt = answer->body == builtText_;
    {
        const std::lock_guard lock(mutex_);
        if (number < revision_) {
            return false;  // asked before an edit of ours was done
        }
        serverText_ = answer->body;
        revision_ = number;
        isSettled_ = isBuilt;
    }
    if (isBuilt) {
        return false;
    }
    if (const auto files = takeFiles(); !files) {
        return tl::unexpected(Errors{files.error()});
    }
    if (auto built = build(answer->body); !built) {
        Errors errors = std::move(built.error());
        errors.insert(
            errors.begin(),
            attachError(
                "WEB-044",
                fmt::format("the design that {} runs cannot be built here", server_.place()),
                "See what is wrong with it below; its page in a browser shows it all the same"));
        return tl::unexpected(std::move(errors));
    }
    return true;
}

ResultAll<void> AttachedDesign::build(const std::string& text) {
    auto withOwn = shippedParts_;
    const std::filesystem::path beside = folder_->path();
    if (const auto own = projectCatalogueFolder(beside); std::filesystem::exists(own)) {
        auto all = Catalogue::load(shipped_, own);
        if (!all) {
            return tl::unexpected(all.error());
        }
        withOwn = std::make_shared<const Catalogue>(std::move(*all));
    }
    auto read = parseProject(text, beside / "project.json", *withOwn);
    if (!read) {
        return tl::unexpected(read.error());
    }
    // A server names no files of this machine: those that the design needs came with it.
    if (Errors outside = namedOutside(*read); !outside.empty()) {
        return tl::unexpected(std::move(outside));
    }
    auto simulator = Simulator::create(*read, *withOwn, RunOptions{});
    if (!simulator) {
        return tl::unexpected(simulator.error());
    }
    auto built = (*simulator)->sharedPlant();
    simulator->reset();
    blank_ = blankFrame(built);
    table_ = std::make_unique<ChannelTable>(built.get());
    builtText_ = text;
    const std::lock_guard lock(mutex_);
    plant_ = std::move(built);
    project_ = std::move(*read);
    project_.file.clear();  // it is in no file of this machine's user
    parts_ = std::move(withOwn);
    isSettled_ = serverText_ == builtText_;
    return {};
}

Result<void> AttachedDesign::takeFiles() {
    const auto list = server_.get("/api/v1/project/files");
    if (!list) {
        return tl::unexpected(list.error());
    }
    const AttachJson body = parsedAttach(list->body);
    folder_.reset();
    auto made = TemporaryFolder::make("attached");
    if (!made) {
        return tl::unexpected(made.error());
    }
    folder_ = std::move(*made);
    if (!body.is_object() || !body.contains("files")) {
        return {};
    }
    for (const AttachJson& file : body["files"]) {
        const auto name = std::filesystem::path(wordInAttach(file, "name")).lexically_normal();
        // The server's names for them have no meaning outside it.
        if (name.empty() || !name.is_relative() || *name.begin() == "..") {
            continue;
        }
        auto bytes =
            server_.get(fmt::format("/api/v1/project/files/{}", numberInAttach(file, "number")));
        if (!bytes) {
            return tl::unexpected(bytes.error());
        }
        const std::filesystem::path place = folder_->path() / name;
        std::error_code ignored;  // writeFile() reports an unwritable folder_
        std::filesystem::create_directories(place.parent_path(), ignored);
        if (auto done = writeFile(place, bytes->body); !done) {
            return done;
        }
    }
    return {};
}

void AttachedDesign::forget() {
    builtText_.clear();
    const std::lock_guard lock(mutex_);
    serverText_.clear();
    revision_ = 0;
}

std::shared_ptr<const Plant> AttachedDesign::plant() const {
    const std::lock_guard lock(mutex_);
    return plant_;
}

Project AttachedDesign::project() const {
    const std::lock_guard lock(mutex_);
    return project_;
}

std::shared_ptr<const Catalogue> AttachedDesign::catalogue() const {
    const std::lock_guard lock(mutex_);
    return parts_;
}

bool AttachedDesign::isSettled() const {
    const std::lock_guard lock(mutex_);
    return isSettled_;
}

ResultAll<void> AttachedDesign::edit(const Project& project) {
    std::string before;
    std::int64_t revision = 0;
    {
        const std::lock_guard lock(mutex_);
        before = serverText_;
        revision = revision_;
    }
    std::string after = projectText(project);
    const auto settings = settingsBetween(before, after);
    if (settings && settings->empty()) {
        return {};
    }
    // Objects that come or go take the whole design.
    HttpQuestion asked =
        settings
            ? server_.question("PATCH", "/api/v1/project",
                               settings->dump(-1, ' ', false, AttachJson::error_handler_t::replace))
            : server_.question("PUT", "/api/v1/project", after);
    asked.fields.emplace_back("If-Match", fmt::format("\"{}\"", revision));
    const auto answer = server_.ask(asked);
    if (!answer) {
        return tl::unexpected(Errors{answer.error()});
    }
    if (answer->status != kHttpOk) {
        return tl::unexpected(Errors{server_.refusalOf(*answer)});
    }
    const AttachJson now = parsedAttach(answer->body);
    const std::lock_guard lock(mutex_);
    serverText_ = std::move(after);
    isSettled_ = false;
    revision_ = now.is_object() ? now.value("revision", revision + 1) : revision + 1;
    return {};
}

}  // namespace headroom::engine
