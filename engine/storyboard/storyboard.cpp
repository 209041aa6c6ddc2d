// SPDX-License-Identifier: Apache-2.0
#include "engine/storyboard/storyboard.h"

#include "engine/base/json.h"
#include "engine/document/json_text.h"
#include "engine/files/input_file.h"
#include "engine/files/output_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <optional>

namespace headroom::engine {

namespace {

using Json = nlohmann::json;  // sorted keys

constexpr const char* kVersionKey = "headroom_storyboard";

Error malformed(const std::filesystem::path& file, const std::string& place,
                const std::string& message) {
    Error error;
    error.code = "STB-001";
    error.message = (place.empty() ? std::string() : place + ": ") + message;
    error.remedy = "Mend that place by hand, or move the file away to begin anew.";
    error.file = file.string();
    error.path = place;
    return error;
}

/// Reads one value of a key; remembers the first fault.
class Reader {
  public:
    Reader(const std::filesystem::path& file, std::string at, const Json& object)
        : file_(file), at_(std::move(at)), object_(object) {}

    void text(const char* key, std::string& value) {
        if (const Json* found = take(key)) {
            found->is_string() ? void(value = found->get<std::string>())
                               : fail(key, "is not a text");
        }
    }

    void oneOf(const char* key, std::string& value, std::initializer_list<const char*> words) {
        text(key, value);
        if (!value.empty() && std::find(words.begin(), words.end(), value) == words.end()) {
            fail(key, fmt::format("is not one of: {}", fmt::join(words, ", ")));
        }
    }

    void number(const char* key, double& value, double least, double most) {
        const Json* found = take(key);
        if (found == nullptr) {
            return;
        }
        if (!found->is_number() || !std::isfinite(found->get<double>()) ||
            found->get<double>() < least || found->get<double>() > most) {
            fail(key, fmt::format("is not a number from {:g} to {:g}", least, most));
        } else {
            value = found->get<double>();
        }
    }

    void texts(const char* key, std::vector<std::string>& values) {
        if (const Json* found = list(key)) {
            for (const Json& each : *found) {
                each.is_string() ? values.push_back(each.get<std::string>())
                                 : fail(key, "holds what is not a text");
            }
        }
    }

    void numbers(const char* key, std::vector<double>& values) {
        if (const Json* found = list(key)) {
            for (const Json& each : *found) {
                each.is_number() && std::isfinite(each.get<double>())
                    ? values.push_back(each.get<double>())
                    : fail(key, "holds what is not a number");
            }
        }
    }

    void nothingElse() {
        if (taken_ == object_.size()) {
            return;
        }
        for (const auto& [key, value] : object_.items()) {
            if (std::find(seen_.begin(), seen_.end(), key) == seen_.end()) {
                fail(key.c_str(), "is not known here");
            }
        }
    }

    const std::optional<Error>& fault() const { return fault_; }

  private:
    const Json* take(const char* key) {
        seen_.emplace_back(key);
        const auto found = object_.find(key);
        taken_ += found == object_.end() ? 0 : 1;
        return found == object_.end() ? nullptr : &*found;
    }

    const Json* list(const char* key) {
        const Json* found = take(key);
        if (found != nullptr && (!found->is_array() || found->size() > kMostScenes)) {
            fail(key, fmt::format("is not a list of at most {}", kMostScenes));
            return nullptr;
        }
        return found;
    }

    void fail(const char* key, const std::string& message) {
        if (!fault_) {
            fault_ = malformed(file_, at_ + "/" + key, message);
        }
    }

    const std::filesystem::path& file_;
    std::string at_;
    const Json& object_;
    std::vector<std::string> seen_;
    std::size_t taken_ = 0;
    std::optional<Error> fault_;
};

}  // namespace

std::filesystem::path storyboardFileOf(const std::filesystem::path& subject) {
    const std::filesystem::path folder = isFolder(subject) ? subject : subject.parent_path();
    if (isFolder(subject) || subject.filename() == "project.json") {
        return folder / "storyboard.json";
    }
    return folder / (subject.stem().string() + ".storyboard.json");
}

std::filesystem::path subjectOfStoryboard(const std::filesystem::path& file) {
    constexpr std::string_view kEnding = ".storyboard.json";
    const std::string name = file.filename().string();
    std::error_code none;
    const auto there = [&](const std::string& of) {
        return std::filesystem::exists(file.parent_path() / of, none);
    };
    if (name == "storyboard.json" && there("project.json")) {
        return file.parent_path() / "project.json";
    }
    if (name.ends_with(kEnding)) {
        const std::string stem = name.substr(0, name.size() - kEnding.size());
        for (const char* ending : {".json", ".db"}) {
            if (there(stem + ending)) {
                return file.parent_path() / (stem + ending);
            }
        }
    }
    return file;
}

Result<Storyboard> parseStoryboard(std::string_view text, const std::filesystem::path& file) {
    const auto parsed = JsonText::parse(std::string(text), file.string(), "STB");
    if (!parsed) {
        // Line and column, or the key that occurs twice.
        Error error = malformed(file, parsed.error().front().path, parsed.error().front().message);
        error.line = parsed.error().front().line;
        return tl::unexpected(error);
    }
    const Json& json = parsed->root();
    if (!json.is_object() || !json.contains(kVersionKey)) {
        return tl::unexpected(malformed(file, {}, "this is not a storyboard"));
    }
    const Json& version = json[kVersionKey];
    if (!version.is_number_integer() || version.get<std::int64_t>() < 1) {
        return tl::unexpected(malformed(file, std::string("/") + kVersionKey, "is not a version"));
    }
    if (version.get<std::int64_t>() > kStoryboardVersion) {
        Error error = malformed(file, {},
                                fmt::format("it is a storyboard of version {}; this "
                                            "program knows version {}",
                                            version.get<std::int64_t>(), kStoryboardVersion));
        error.code = "STB-002";
        error.remedy = "Open it with the newer Headroom that wrote it.";
        return tl::unexpected(error);
    }
    Storyboard board;
    Reader top(file, {}, json);
    double number = 0.0;
    top.number(kVersionKey, number, 1.0, kStoryboardVersion);
    top.text("title", board.title);
    const auto scenes = json.find("scenes");
    if (scenes == json.end() || !scenes->is_array() || scenes->size() > kMostScenes) {
        return tl::unexpected(malformed(
            file, "/scenes", fmt::format("is not a list of at most {} scenes", kMostScenes)));
    }
    for (std::size_t i = 0; i < scenes->size(); ++i) {
        const std::string place = fmt::format("/scenes/{}", i);
        if (!(*scenes)[i].is_object()) {
            return tl::unexpected(malformed(file, place, "is not a scene"));
        }
        Reader reader(file, place, (*scenes)[i]);
        StoryScene scene;
        reader.text("title", scene.title);
        reader.text("note", scene.note);
        reader.text("view", scene.view);
        reader.text("colour", scene.colour);
        reader.numbers("pose", scene.pose);
        reader.number("at_s", scene.atS, -1.0, 1e12);
        scene.atS = scene.atS < 0.0 ? -1.0 : scene.atS;  // the present instant has one number
        reader.number("hold_s", scene.holdS, kShortestHold, kLongestHold);
        reader.texts("focus", scene.focus);
        reader.oneOf("motion", scene.motion, {"fly", "turn"});
        reader.texts("select", scene.select);
        reader.texts("figures", scene.figures);
        double baseline = 0.0;
        reader.texts("runs", scene.runs);
        reader.number("baseline", baseline, 0.0, static_cast<double>(kMostScenes));
        reader.text("tab", scene.tab);
        reader.text("quantity", scene.quantity);
        scene.baseline = static_cast<int>(baseline);
        reader.nothingElse();
        if (reader.fault()) {
            Error fault = *reader.fault();
            fault.line = parsed->line(fault.path);
            return tl::unexpected(fault);
        }
        board.scenes.push_back(std::move(scene));
    }
    for (const auto& [key, value] : json.items()) {
        if (key != kVersionKey && key != "title" && key != "scenes") {
            return tl::unexpected(malformed(file, "/" + key, "is not known here"));
        }
    }
    if (top.fault()) {
        return tl::unexpected(*top.fault());
    }
    return board;
}

Result<Storyboard> readStoryboard(const std::filesystem::path& file) {
    constexpr double kMemoryPerByte = 12.0;
    const auto text = withinMemory(file, [&] { return readInput(file, kMemoryPerByte); });
    if (!text) {
        return tl::unexpected(text.error());
    }
    return parseStoryboard(*text, file);
}

std::string storyboardText(const Storyboard& storyboard) {
    Json scenes = Json::array();
    for (const StoryScene& s : storyboard.scenes) {
        Json scene = {{"title", s.title}, {"view", s.view}, {"hold_s", s.holdS}};
        const auto add = [&](const char* key, const auto& value) {
            if (!value.empty()) {
                scene[key] = value;
            }
        };
        add("note", s.note);
        add("pose", s.pose);
        add("colour", s.colour);
        add("focus", s.focus);
        add("motion", s.motion);
        add("select", s.select);
        add("figures", s.figures);
        add("runs", s.runs);
        add("tab", s.tab);
        add("quantity", s.quantity);
        if (s.baseline > 0) {
            scene["baseline"] = s.baseline;
        }
        if (s.atS >= 0.0) {
            scene["at_s"] = s.atS;
        }
        scenes.push_back(std::move(scene));
    }
    const Json told{{kVersionKey, kStoryboardVersion},
                    {"title", storyboard.title},
                    {"scenes", std::move(scenes)}};
    return jsonText(told, 2) + "\n";
}

Result<void> writeStoryboard(const std::filesystem::path& file, const Storyboard& storyboard) {
    return writeFile(file, storyboardText(storyboard));
}

}  // namespace headroom::engine
