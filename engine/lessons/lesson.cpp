// SPDX-License-Identifier: Apache-2.0
#include "engine/lessons/lesson.h"

#include "engine/document/json_text.h"
#include "engine/files/text_file.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <initializer_list>

namespace headroom::engine {

namespace {

using Json = nlohmann::json;

constexpr const char* kLessonFormat = "headroom-lesson/1";

/// Takes the values of one object, and tells what is wrong with the first that is.
class LessonReader {
  public:
    LessonReader(const Json& json, std::string path, std::string file, Error& fault)
        : json_(json), path_(std::move(path)), file_(std::move(file)), fault_(fault) {}

    void only(std::initializer_list<std::string_view> keys) {
        for (const auto& [key, value] : json_.items()) {
            if (std::find(keys.begin(), keys.end(), key) == keys.end()) {
                fail("LSN-002", key, "is not a key of it", "take it out, or correct its spelling");
            }
        }
    }

    std::string text(const char* key, bool required) {
        if (!json_.contains(key)) {
            if (required) {
                fail("LSN-002", key, "is missing", "state it as text");
            }
            return {};
        }
        if (!json_[key].is_string() || (required && json_[key].get<std::string>().empty())) {
            fail("LSN-002", key, "is not a text", "state it as text");
            return {};
        }
        return json_[key].get<std::string>();
    }

    int whole(const char* key) {
        if (!json_.contains(key) || !json_[key].is_number_integer() || json_[key] < 1 ||
            json_[key] > 600) {
            fail("LSN-002", key, "is not a whole number from 1 to 600", "state it");
            return 0;
        }
        return json_[key].get<int>();
    }

    std::vector<std::string> texts(const char* key) {
        std::vector<std::string> all;
        if (!json_.contains(key)) {
            return all;
        }
        if (!json_[key].is_array()) {
            fail("LSN-002", key, "is not a list", "write texts in square brackets");
            return all;
        }
        for (const Json& each : json_[key]) {
            if (!each.is_string()) {
                fail("LSN-002", key, "holds something that is not a text", "write texts alone");
                return all;
            }
            all.push_back(each.get<std::string>());
        }
        return all;
    }

    Formula formula(const char* key) {
        auto read = Formula::parse(text(key, true));
        if (!read) {
            fail("LSN-003", key, "cannot be read: " + read.error().message, read.error().remedy);
            return {};
        }
        return std::move(*read);
    }

  private:
    void fail(const char* code, const std::string& key, const std::string& what,
              const std::string& remedy) {
        if (fault_.code.empty()) {
            fault_ = {code, "\"" + key + "\" " + what, remedy, file_, path_ + "/" + key, 0};
        }
    }

    const Json& json_;
    std::string path_, file_;
    Error& fault_;
};

LessonStep stepOf(const Json& json, const std::string& path, const std::string& file,
                  Error& fault) {
    LessonStep step;
    LessonReader read(json, path, file, fault);
    read.only({"title", "text", "pane", "object", "hints", "check", "ask", "unit", "against"});
    step.title = read.text("title", true);
    step.text = read.text("text", true);
    step.pane = read.text("pane", false);
    step.object = read.text("object", false);
    step.hints = read.texts("hints");
    step.check = read.formula("check");
    step.ask = read.text("ask", false);
    step.unit = read.text("unit", false);
    step.against = read.text("against", false);
    return step;
}

/// A name that leads to a folder of its parent and nowhere else.
bool isFolderName(const std::string& name) {
    return name.front() != '.' && name.find_first_of("/\\") == std::string::npos;
}

}  // namespace

Result<Lesson> loadLesson(const std::filesystem::path& file) {
    const auto text = readTextFile(file);
    if (!text) {
        return tl::unexpected(text.error());
    }
    const auto parsed = JsonText::parse(*text, file.string(), "LSN");
    if (!parsed) {
        Error first = parsed.error().front();  // line and column, or the key that occurs twice
        first.code = "LSN-001";
        return tl::unexpected(first);
    }
    const Json& json = parsed->root();
    if (!json.is_object() || json.value("format", Json()) != kLessonFormat ||
        !json.contains("steps") || !json["steps"].is_array() || json["steps"].empty()) {
        return tl::unexpected(Error{"LSN-001",
                                    "this is not a lesson",
                                    std::string("state \"format\": \"") + kLessonFormat +
                                        "\" and at least one step, as JSON",
                                    file.string(),
                                    {},
                                    0});
    }
    Error fault;
    Lesson lesson;
    lesson.id = file.stem().string();
    LessonReader read(json, "", file.string(), fault);
    read.only({"format", "title", "about", "project", "minutes", "steps"});
    lesson.title = read.text("title", true);
    lesson.about = read.text("about", true);
    lesson.project = read.text("project", true);
    if (fault.code.empty() && !isFolderName(lesson.project)) {
        fault = {"LSN-002",
                 inQuotes(lesson.project) + " is not the name of a folder of the scenarios",
                 "Write the name alone, without slashes, as \"tour-small-hall\"",
                 file.string(),
                 "/project",
                 0};
    }
    lesson.minutes = read.whole("minutes");
    for (std::size_t i = 0; i < json["steps"].size(); ++i) {
        const std::string path = "/steps/" + std::to_string(i);
        if (!json["steps"][i].is_object()) {
            fault = fault.code.empty() ? Error{"LSN-002",
                                               "a step is not an object",
                                               "write it in braces",
                                               file.string(),
                                               path,
                                               0}
                                       : fault;
            break;
        }
        lesson.steps.push_back(stepOf(json["steps"][i], path, file.string(), fault));
    }
    if (!fault.code.empty()) {
        fault.line = parsed->line(fault.path);
        return tl::unexpected(fault);
    }
    return lesson;
}

Result<std::vector<Lesson>> loadLessons(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> files;
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
        if (entry.path().extension() == ".json") {
            files.push_back(entry.path());
        }
    }
    std::sort(files.begin(), files.end());
    std::vector<Lesson> lessons;
    for (const auto& file : files) {
        auto lesson = loadLesson(file);
        if (!lesson) {
            return tl::unexpected(lesson.error());
        }
        lessons.push_back(std::move(*lesson));
    }
    return lessons;
}

}  // namespace headroom::engine
