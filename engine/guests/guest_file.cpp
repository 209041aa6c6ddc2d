// SPDX-License-Identifier: Apache-2.0
#include "engine/guests/guest_file.h"

#include "engine/base/duration.h"
#include "engine/document/json_text.h"
#include "engine/files/input_file.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace headroom::engine {

namespace {

using Json = nlohmann::json;

class GuestReader {
  public:
    GuestReader(const JsonText& text, const std::filesystem::path& file)
        : text_(text), faults_(text, "GST") {
        guest_.file = file;
    }

    ResultAll<GuestFile> read() {
        const Json& root = text_.root();
        if (!root.is_object() || root.value("format", Json()) != kGuestFormat) {
            faults_.add("011", "/format", "this is no \"headroom-guest/1\"",
                        "begin with {\"format\": \"headroom-guest/1\", …");
            return tl::unexpected(faults_.take());
        }
        faults_.refuseUnknown(root, "",
                              {"format", "plugin", "fmu", "every", "timeout_s", "when_it_fails",
                               "inputs", "outputs", "start"},
                              "key");
        library(root);
        if (root.contains("every")) {
            const auto everyS = root["every"].is_string()
                                    ? parseDuration(root["every"].get<std::string>())
                                    : std::nullopt;
            everyS ? void(guest_.everyS = *everyS) : bad("/every", "a time like \"5min\"");
        }
        guest_.timeoutS = number(root, "", "timeout_s", guest_.timeoutS);
        if (!(guest_.timeoutS > 0.0)) {
            bad("/timeout_s", "a number of seconds above 0");
        }
        if (root.contains("when_it_fails")) {
            guest_.goesOn = root["when_it_fails"] == "go_on";
            if (!guest_.goesOn && root["when_it_fails"] != "end") {
                bad("/when_it_fails", "\"end\" or \"go_on\"");
            }
        }
        joins(root, "inputs", "channel", guest_.inputs);
        joins(root, "outputs", "set", guest_.outputs);
        for (const auto& [name, value] : object(root, "start").items()) {
            if (value.is_number() || value.is_boolean()) {
                guest_.start.emplace_back(name, value.is_boolean() ? (value.get<bool>() ? 1.0 : 0.0)
                                                                   : value.get<double>());
            } else {
                bad("/start/" + pointerStep(name), "a number, true or false");
            }
        }
        if (Errors errors = faults_.take(); !errors.empty()) {
            return tl::unexpected(std::move(errors));
        }
        return std::move(guest_);
    }

  private:
    void bad(const std::string& pointer, const std::string& what) {
        faults_.add("011", pointer, "this is not " + what, "write " + what);
    }

    void library(const Json& root) {
        const bool isFmu = root.contains("fmu");
        if (isFmu == root.contains("plugin")) {
            bad("", "a guest with either \"fmu\" or \"plugin\"");
            return;
        }
        const char* key = isFmu ? "fmu" : "plugin";
        if (!root[key].is_string() || root[key].get<std::string>().empty()) {
            bad(std::string("/") + key, "the path of a file");
            return;
        }
        guest_.kind = isFmu ? GuestFile::Kind::Fmu : GuestFile::Kind::Plugin;
        const std::filesystem::path path = root[key].get<std::string>();
        std::error_code ignored;
        guest_.library = path.is_absolute()
                             ? path
                             : std::filesystem::absolute(guest_.file, ignored).parent_path() / path;
    }

    const Json& object(const Json& root, const char* key) {
        static const Json none = Json::object();
        if (!root.contains(key)) {
            return none;
        }
        if (!root[key].is_object()) {
            bad(std::string("/") + key, "an object");
            return none;
        }
        return root[key];
    }

    std::string text(const Json& row, const std::string& pointer, const char* key, bool required) {
        const auto found = row.find(key);
        if (found == row.end() && !required) {
            return {};
        }
        if (found == row.end() || !found->is_string() || found->get<std::string>().empty()) {
            bad(pointer + '/' + key, "a text");
            return {};
        }
        return found->get<std::string>();
    }

    double number(const Json& row, const std::string& pointer, const char* key, double otherwise) {
        const auto found = row.find(key);
        if (found == row.end()) {
            return otherwise;
        }
        if (!found->is_number() || !std::isfinite(found->get<double>())) {
            bad(pointer + '/' + key, "a number");
            return otherwise;
        }
        return found->get<double>();
    }

    void joins(const Json& root, const char* key, const char* ours,
               std::vector<GuestFile::Join>& to) {
        const bool isInput = std::string_view(key) == "inputs";
        for (const auto& [variable, row] : object(root, key).items()) {
            const std::string pointer = std::string("/") + key + '/' + pointerStep(variable);
            if (!row.is_object()) {
                bad(pointer, std::string("an object with \"") + ours + '"');
                continue;
            }
            faults_.refuseUnknown(row, pointer,
                                  isInput ? std::vector<std::string>{"channel", "unit"}
                                          : std::vector<std::string>{"set", "unit", "least", "most",
                                                                     "resolution", "fallback"},
                                  "key");
            GuestFile::Join join;
            join.variable = variable;
            (isInput ? join.channel : join.path) = text(row, pointer, ours, true);
            join.unit = text(row, pointer, "unit", false);
            join.least = number(row, pointer, "least", join.least);
            join.most = number(row, pointer, "most", join.most);
            join.resolution = number(row, pointer, "resolution", 0.0);
            join.fallback = number(row, pointer, "fallback", join.fallback);
            if (join.least > join.most) {
                bad(pointer, "a range whose least is below its most");
            }
            to.push_back(std::move(join));
        }
    }

    const JsonText& text_;
    Faults faults_;
    GuestFile guest_;
};

}  // namespace

ResultAll<GuestFile> readGuestFile(const std::filesystem::path& file) {
    const auto text = readInput(file, kJsonMemoryPerByte);
    if (!text) {
        return tl::unexpected(Errors{text.error()});
    }
    const auto json = JsonText::parse(*text, file.string(), "GST");
    if (!json) {
        return tl::unexpected(json.error());
    }
    return GuestReader(*json, file).read();
}

}  // namespace headroom::engine
