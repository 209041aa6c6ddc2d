// SPDX-License-Identifier: Apache-2.0
#include "engine/api/answers.h"
#include "engine/api/body.h"
#include "engine/base/json.h"
#include "engine/document/companions.h"
#include "engine/files/inside_folder.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>

namespace headroom::engine {

namespace {

constexpr std::size_t kMostSettings = 1000;
constexpr std::size_t kMostFileBytes = std::size_t{64} << 20U;

std::string tagOf(const DesignNow& design) {
    return '"' + std::to_string(design.revision) + '"';
}

HttpResponse designState(const DesignNow& design) {
    const nlohmann::ordered_json body = {
        {"revision", design.revision}, {"undo", design.undo}, {"redo", design.redo}};
    HttpResponse response = jsonAnswer(jsonText(body));
    response.fields.emplace_back("ETag", tagOf(design));
    return response;
}

HttpResponse designOrProblem(const ResultAll<DesignNow>& design) {
    return design ? designState(*design) : problemOf(design.error());
}

/// Ids and keys as project files have them: nothing in them can be read as more than a name.
bool isName(const std::string& text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '-' || c == '_';
    });
}

/// The revision of If-Match: "7"; none means any.
Result<std::optional<std::int64_t>> wantedRevision(const HttpRequest& request) {
    std::string_view tag = request.field("if-match");
    if (tag.empty() || tag == "*") {
        return std::nullopt;
    }
    std::int64_t number = 0;
    if (tag.size() > 2 && tag.front() == '"' && tag.back() == '"') {
        tag = tag.substr(1, tag.size() - 2);
        const auto [end, fault] = std::from_chars(tag.data(), tag.data() + tag.size(), number);
        if (fault == std::errc{} && end == tag.data() + tag.size()) {
            return std::optional(number);
        }
    }
    return tl::unexpected(Error{"REQ-012",
                                "If-Match is not a revision",
                                "state the ETag of GET /api/v1/project, as \"3\"",
                                {},
                                {},
                                0});
}

/// Request of a change of the design: its body, and the revision that it applies to.
struct AskedChange {
    std::string text;
    std::optional<std::int64_t> revision;
};

ResultAll<AskedChange> askedChange(const HttpRequest& request) {
    auto text = jsonBody(request);
    if (!text) {
        return tl::unexpected(std::move(text.error()));
    }
    const auto revision = wantedRevision(request);
    if (!revision) {
        return tl::unexpected(Errors{revision.error()});
    }
    return AskedChange{std::move(*text), *revision};
}

}  // namespace

HttpResponse answerProject(const Asked& asked) {
    const DesignNow design = asked.twin.design();
    HttpResponse response;
    response.body = *design.text;
    response.fields.emplace_back("ETag", tagOf(design));
    return response;
}

HttpResponse changeProject(const Asked& asked) {
    const auto change = askedChange(asked.request);
    if (!change) {
        return problemOf(change.error());
    }
    auto body = Body::read(change->text, {});
    if (!body) {
        return problemOf(body.error());
    }
    std::vector<std::string> settings;
    for (const auto& [id, values] : body->object().items()) {
        if (!isName(id) || !values.is_object()) {
            body->add("012", id, "\"" + id + "\" is not an object of the project with keys to set.",
                      "Write {\"OBJECT\": {\"KEY\": VALUE}}, as {\"warm\": {\"supply_setpoint_c\": "
                      "30}}.");
            continue;
        }
        for (const auto& [key, value] : values.items()) {
            if (!isName(key)) {
                body->add("012", id, "\"" + key + "\" is not a key.",
                          "Write it as in project files.");
                continue;
            }
            // null takes the statement away, as in a merge patch (RFC 7396).
            settings.push_back(fmt::format("{}.{}={}", id, key,
                                           value.is_null() ? std::string() : jsonText(value)));
        }
    }
    if (settings.empty()) {
        body->add("011", "", "Nothing is to be set.", "Write {\"OBJECT\": {\"KEY\": VALUE}}.");
    } else if (settings.size() > kMostSettings) {
        body->add("013", "",
                  fmt::format("{} values are to be set; at most {} at once.", settings.size(),
                              kMostSettings),
                  "Send them in parts.");
    }
    if (const Errors faults = body->faults(); !faults.empty()) {
        return problemOf(faults);
    }
    const std::string& first = settings.front();
    const std::string words =
        settings.size() == 1 ? "Set " + first.substr(0, first.find('='))
                             : fmt::format("Set {} and {} more", first.substr(0, first.find('=')),
                                           settings.size() - 1);
    return designOrProblem(asked.twin.edit(settings, words, change->revision));
}

HttpResponse replaceProject(const Asked& asked) {
    const auto change = askedChange(asked.request);
    return change ? designOrProblem(asked.twin.replace(change->text, change->revision))
                  : problemOf(change.error());
}

std::shared_ptr<const DesignFiles> designFilesOf(const Project& project) {
    auto files = std::make_shared<DesignFiles>();
    files->folder = project.folder();
    std::error_code missing;
    for (std::filesystem::path& name : companionsOf(project)) {
        if (staysInside(files->folder, name) &&
            std::filesystem::is_regular_file(files->folder / name, missing)) {
            files->names.push_back(std::move(name));
        }
    }
    return files->names.empty() ? nullptr : files;
}

HttpResponse answerProjectFiles(const Asked& asked) {
    const DesignNow design = asked.twin.design();
    nlohmann::ordered_json body = {{"files", nlohmann::ordered_json::array()}};
    for (std::size_t i = 0; design.files && i < design.files->names.size(); ++i) {
        std::error_code missing;
        const auto bytes =
            std::filesystem::file_size(design.files->folder / design.files->names[i], missing);
        body["files"].push_back({{"number", i},
                                 {"name", design.files->names[i].generic_string()},
                                 {"bytes", missing ? 0 : bytes}});
    }
    return jsonAnswer(jsonText(body));
}

HttpResponse answerProjectFile(const Asked& asked) {
    const DesignNow design = asked.twin.design();
    std::size_t number = 0;
    const auto [end, fault] =
        std::from_chars(asked.part.data(), asked.part.data() + asked.part.size(), number);
    const bool isNumber = fault == std::errc{} && end == asked.part.data() + asked.part.size();
    if (!isNumber || !design.files || number >= design.files->names.size()) {
        return problemOf({{"WEB-047",
                           "the design has no file " + inQuotes(asked.part),
                           "GET /api/v1/project/files lists them",
                           {},
                           {},
                           0}});
    }
    auto bytes = readInside(design.files->folder, design.files->names[number], kMostFileBytes);
    if (!bytes) {
        return problemOf({{"WEB-047",
                           "the file cannot be read, or is larger than 64 MiB",
                           "copy it by other means",
                           {},
                           {},
                           0}});
    }
    HttpResponse response;
    response.type = "application/octet-stream";
    response.body = std::move(*bytes);
    return response;
}

HttpResponse answerDesign(const Asked& asked) {
    return designState(asked.twin.design());
}

HttpResponse undoDesign(const Asked& asked) {
    return designOrProblem(asked.twin.undo(false));
}

HttpResponse redoDesign(const Asked& asked) {
    return designOrProblem(asked.twin.undo(true));
}

}  // namespace headroom::engine
