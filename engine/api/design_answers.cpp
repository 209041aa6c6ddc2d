// SPDX-License-Identifier: Apache-2.0
#include "engine/api/answers.h"
#include "engine/api/body.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>

namespace headroom::engine {

namespace {

constexpr std::size_t kMostSettings = 1000;

std::string tagOf(const DesignNow& design) {
    return '"' + std::to_string(design.revision) + '"';
}

HttpResponse designState(const DesignNow& design) {
    const nlohmann::ordered_json body = {
        {"revision", design.revision}, {"undo", design.undo}, {"redo", design.redo}};
    HttpResponse response =
        jsonAnswer(body.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
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

/// The revision of If-Match: "7"; none: whichever.
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
                                "If-Match is no revision",
                                "state the ETag of GET /api/v1/project, as \"3\"",
                                {},
                                {},
                                0});
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
    const auto text = jsonBody(asked.request);
    if (!text) {
        return problemOf(text.error());
    }
    const auto revision = wantedRevision(asked.request);
    if (!revision) {
        return problemOf({revision.error()});
    }
    auto body = Body::read(*text, {});
    if (!body) {
        return problemOf(body.error());
    }
    std::vector<std::string> settings;
    for (const auto& [id, values] : body->object().items()) {
        if (!isName(id) || !values.is_object()) {
            body->add("012", id, "\"" + id + "\" is not an object of the project with keys to set.",
                      "Write {\"OBJECT\": {\"KEY\": VALUE}}, as {\"warm\": {\"supply_setpoint_c\": 30}}.");
            continue;
        }
        for (const auto& [key, value] : values.items()) {
            if (!isName(key)) {
                body->add("012", id, "\"" + key + "\" is no key.", "Write it as in project files.");
                continue;
            }
            // null takes the statement away, as in a merge patch (RFC 7396).
            settings.push_back(id + "." + key + "=" + (value.is_null() ? "" : value.dump()));
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
    return designOrProblem(asked.twin.edit(settings, words, *revision));
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
