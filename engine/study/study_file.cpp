// SPDX-License-Identifier: Apache-2.0
#include "engine/base/json.h"
#include "engine/document/json_text.h"
#include "engine/files/input_file.h"
#include "engine/study/study.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string_view>

namespace headroom::engine {

namespace {

using Json = nlohmann::json;

constexpr std::string_view kFormat = "headroom-study/1";
constexpr double kMostPoints = 1e12;  // a number, not yet a plan: what is too many to run asks
constexpr double kMostHours = 36525.0 * 24.0;
constexpr double kSecondsPerHour = 3600.0;

constexpr std::array kDesigns = {"factorial", "paired", "one-at-a-time", "latin-hypercube",
                                 "sobol",     "morris", "indices",       "search"};
constexpr std::array kShapes = {"uniform", "log-uniform", "normal", "triangular"};

/// Target of an axis, by its key.
struct AxisKey {
    const char* key;
    AxisKind kind;
};

constexpr std::array kAxisKeys = {
    AxisKey{"set", AxisKind::Setting}, AxisKey{"part", AxisKind::Part},
    AxisKey{"projects", AxisKind::Project}, AxisKey{"orders", AxisKind::Order}};

std::string writtenText(const Json& value) {
    return value.is_string() ? value.get<std::string>() : jsonText(value);
}

class StudyReader {
  public:
    StudyReader(const JsonText& text, const std::filesystem::path& file)
        : json_(text.root()), faults_(text, "STU") {
        study_.file = file;
    }

    ResultAll<Study> read() {
        if (!json_.is_object() || json_.value("format", Json()) != kFormat) {
            faults_.add("001", "/format",
                        fmt::format("this is not a study of format \"{}\"", kFormat),
                        "Begin the file with {\"format\": \"headroom-study/1\", …}; a newer format "
                        "needs a newer Headroom");
            return tl::unexpected(faults_.take());
        }
        faults_.refuseUnknown(
            json_, "",
            {"format", "name", "project", "until_h", "step_s", "seed", "replications",
             "random_failures", "design", "axes", "figures", "constraints"},
            "a study");
        study_.name = text(json_, "", "name", study_.file.stem().string());
        const std::string project = text(json_, "", "project", "");
        if (project.empty()) {
            faults_.add("011", "/project", "the study has no project",
                        "Name a project file or folder, from the study's folder on");
        }
        const std::filesystem::path named = project;
        study_.project = named.is_absolute() ? named : study_.file.parent_path() / named;
        study_.untilS = kSecondsPerHour * number(json_, "", "until_h", 24.0, 1e-3, kMostHours);
        if (json_.contains("step_s")) {
            study_.stepS = number(json_, "", "step_s", 60.0, 0.1, 86400.0);
        }
        study_.seed = static_cast<std::uint64_t>(number(json_, "", "seed", 1.0, 0.0, 9e15, true));
        study_.replications =
            static_cast<int>(number(json_, "", "replications", 1.0, 1.0, 1e6, true));
        study_.randomFailures = flag("random_failures", true);
        readDesign();
        readAxes();
        readFigures();
        readConstraints();
        checkObjectives();
        Errors faults = faults_.take();
        if (!faults.empty()) {
            return tl::unexpected(std::move(faults));
        }
        return std::move(study_);
    }

  private:
    void wrongKind(const std::string& pointer, const char* wanted) {
        faults_.add("011", pointer, fmt::format("this is not {}", wanted),
                    "`headroom-cli schema study` says what stands where");
    }

    std::string text(const Json& from, const std::string& at, const char* key,
                     const std::string& otherwise) {
        if (!from.contains(key)) {
            return otherwise;
        }
        if (!from[key].is_string()) {
            wrongKind(at + '/' + key, "a text");
            return otherwise;
        }
        return from[key].get<std::string>();
    }

    double number(const Json& from, const std::string& at, const char* key, double otherwise,
                  double least, double most, bool whole = false) {
        if (!from.contains(key)) {
            return otherwise;
        }
        const Json& value = from[key];
        if (!value.is_number() ||
            (whole && std::floor(value.get<double>()) != value.get<double>())) {
            wrongKind(at + '/' + key, whole ? "a whole number" : "a number");
            return otherwise;
        }
        const double x = value.get<double>();
        if (!(x >= least && x <= most)) {
            faults_.add("011", at + '/' + key,
                        fmt::format("{} is outside {} to {}", x, least, most),
                        "Choose a value within");
            return otherwise;
        }
        return x;
    }

    bool flag(const char* key, bool otherwise) {
        if (!json_.contains(key)) {
            return otherwise;
        }
        if (!json_[key].is_boolean()) {
            wrongKind(std::string("/") + key, "true or false");
            return otherwise;
        }
        return json_[key].get<bool>();
    }

    template <std::size_t N>
    std::size_t choice(const Json& from, const std::string& at, const char* key,
                       const std::array<const char*, N>& words) {
        const std::string word = text(from, at, key, words.front());
        const auto found = std::find(words.begin(), words.end(), word);
        if (found == words.end()) {
            faults_.add("011", at + '/' + key, inQuotes(word) + " is none of the choices",
                        didYouMean(word, {words.begin(), words.end()},
                                   "Choose one of " + inQuotes(std::vector<std::string>(
                                                          words.begin(), words.end()))));
            return 0;
        }
        return static_cast<std::size_t>(found - words.begin());
    }

    void readDesign() {
        const Json design = json_.value("design", Json::object());
        if (!design.is_object()) {
            wrongKind("/design", "an object");
            return;
        }
        study_.design = static_cast<DesignKind>(choice(design, "/design", "kind", kDesigns));
        if (study_.design == DesignKind::Search) {
            readSearch(design);
            return;
        }
        if (isOfLevels(study_.design)) {
            faults_.refuseUnknown(design, "/design", {"kind"}, "a design of levels");
            return;
        }
        faults_.refuseUnknown(design, "/design", {"kind", "points"}, "a design that draws");
        const double points = number(design, "/design", "points", 0.0, 1.0, kMostPoints, true);
        study_.points = static_cast<std::size_t>(points);
        if (study_.points == 0) {
            faults_.add("011", "/design", "a design that draws needs its number of points",
                        "Add \"points\": 64, say");
        }
    }

    void readSearch(const Json& design) {
        faults_.refuseUnknown(design, "/design", {"kind", "population", "generations", "surrogate"},
                              "a search");
        const auto count = [&](const char* key, double otherwise, double least, double most) {
            return static_cast<std::size_t>(
                number(design, "/design", key, otherwise, least, most, true));
        };
        study_.points = count("population", 24.0, 4.0, 10'000.0);
        study_.generations = count("generations", 10.0, 1.0, 100'000.0);
        if (design.contains("surrogate") && !design["surrogate"].is_boolean()) {
            wrongKind("/design/surrogate", "true or false");
        } else {
            study_.surrogate = design.value("surrogate", true);
        }
    }

    /// A search needs a figure of which less or more is better.
    void checkObjectives() {
        const bool hasOne =
            std::any_of(study_.figures.begin(), study_.figures.end(),
                        [](const Figure* f) { return f->better != Better::Neither; });
        if (study_.design == DesignKind::Search && !study_.figures.empty() && !hasOne) {
            faults_.add(
                "011", "/figures",
                "of none of these figures less or more is better, so nothing can be looked for",
                "Add one that is, \"pue\" say");
        }
    }

    void readAxes() {
        const Json axes = json_.value("axes", Json::array());
        if (!axes.is_array()) {
            wrongKind("/axes", "a list");
            return;
        }
        for (std::size_t i = 0; i < axes.size(); ++i) {
            const std::string at = fmt::format("/axes/{}", i);
            if (axes[i].is_object()) {
                readAxis(axes[i], at);
            } else {
                wrongKind(at, "an object");
            }
        }
        if (study_.axes.empty()) {
            faults_.add("004", "/axes", "the study varies nothing", "Add an axis");
        }
        if (study_.axes.size() > kMostSobolAxes / 2) {
            faults_.add("011", "/axes", fmt::format("{} axes are too many", study_.axes.size()),
                        fmt::format("At most {}", kMostSobolAxes / 2));
        }
        if (study_.design == DesignKind::Paired) {
            for (const StudyAxis& axis : study_.axes) {
                if (axis.levelCount() != study_.axes.front().levelCount()) {
                    faults_.add("004", axis.pointer,
                                fmt::format("{} values, and the first axis has {}",
                                            axis.levelCount(), study_.axes.front().levelCount()),
                                "Paired axes have as many values each");
                }
            }
        }
    }

    void readAxis(const Json& json, const std::string& at) {
        faults_.refuseUnknown(json, at,
                              {"name", "set", "part", "projects", "orders", "values", "low", "high",
                               "shape", "levels"},
                              "an axis");
        StudyAxis axis;
        axis.pointer = at;
        const char* key = nullptr;
        for (const AxisKey& candidate : kAxisKeys) {
            if (json.contains(candidate.key)) {
                if (key != nullptr) {
                    faults_.add("011", at + '/' + candidate.key,
                                fmt::format("this axis changes \"{}\" already", key),
                                "One axis changes one thing: split it");
                }
                key = candidate.key;
                axis.kind = candidate.kind;
            }
        }
        if (key == nullptr) {
            faults_.add("011", at, "the axis does not say what it changes",
                        "Add \"set\": \"OBJECT.KEY\", \"part\": \"TYPE/PART.KEY\", \"projects\" or "
                        "\"orders\"");
            return;
        }
        const bool lists = axis.kind == AxisKind::Project || axis.kind == AxisKind::Order;
        axis.targets = lists ? std::vector<std::string>{} : texts(json, at, key);
        axis.name = text(json, at, "name",
                         lists ? key : (axis.targets.empty() ? "" : axis.targets.front()));
        if (lists) {
            axis.values = texts(json, at, key);
        } else if (json.contains("values")) {
            axis.values = texts(json, at, "values");
        } else {
            readRange(json, at, axis);
        }
        if (!axis.isRange() || axis.levels > 0) {
            study_.axes.push_back(std::move(axis));
        } else if (lists || json.contains("values")) {
            faults_.add("004", at, "the axis has no values", "Give at least one");
        }
    }

    void readRange(const Json& json, const std::string& at, StudyAxis& axis) {
        if (!json.contains("low") || !json.contains("high")) {
            faults_.add("004", at, "the axis has no values",
                        "Add \"values\": […], or \"low\" and \"high\"");
            return;
        }
        constexpr double kAny = 1e300;
        axis.low = number(json, at, "low", 0.0, -kAny, kAny);
        axis.high = number(json, at, "high", 1.0, -kAny, kAny);
        axis.shape = static_cast<AxisShape>(choice(json, at, "shape", kShapes));
        axis.levels = static_cast<std::size_t>(number(json, at, "levels", 2.0, 2.0, 1e6, true));
        if (!(axis.low < axis.high)) {
            faults_.add("004", at + "/low", fmt::format("{} is not below {}", axis.low, axis.high),
                        "The low end comes first, and a single value is a list of one");
        } else if (axis.shape == AxisShape::LogUniform && !(axis.low > 0.0)) {
            faults_.add("004", at + "/low", fmt::format("{} is not above 0", axis.low),
                        "A range by ratio needs ends above 0");
        }
    }

    /// One text or number, or a list of them.
    std::vector<std::string> texts(const Json& from, const std::string& at, const char* key) {
        const Json& json = from[key];
        std::vector<std::string> found;
        const Json list = json.is_array() ? json : Json::array({json});
        for (std::size_t i = 0; i < list.size(); ++i) {
            if (list[i].is_object() || list[i].is_null() || list[i].is_array()) {
                wrongKind(fmt::format("{}/{}/{}", at, key, i), "a text, a number, true or false");
            } else {
                found.push_back(writtenText(list[i]));
            }
        }
        return found;
    }

    const Figure* figureOf(const Json& key, const std::string& at) {
        if (!key.is_string()) {
            wrongKind(at, "the key of a figure");
            return nullptr;
        }
        const auto name = key.get<std::string>();
        const Figure* figure = figureNamed(name);
        if (figure != nullptr && figure->isIn(kInRun)) {
            return figure;
        }
        std::vector<std::string> known;
        for (const Figure* candidate : figuresIn(kInRun)) {
            known.emplace_back(candidate->key);
        }
        faults_.add("006", at,
                    figure != nullptr ? inQuotes(name) + " is a figure that a run does not yield"
                                      : "there is no figure " + inQuotes(name),
                    didYouMean(name, known, "Choose a key of `run --format json`"));
        return nullptr;
    }

    void readFigures() {
        if (!json_.contains("figures")) {
            study_.figures = figuresIn(kAsHeadline);
            return;
        }
        const Json& list = json_["figures"];
        if (!list.is_array() || list.empty()) {
            wrongKind("/figures", "a list of keys of figures");
            return;
        }
        for (std::size_t i = 0; i < list.size(); ++i) {
            const Figure* figure = figureOf(list[i], fmt::format("/figures/{}", i));
            if (figure != nullptr && std::find(study_.figures.begin(), study_.figures.end(),
                                               figure) == study_.figures.end()) {
                study_.figures.push_back(figure);
            }
        }
    }

    void readConstraints() {
        const Json list = json_.value("constraints", Json::array());
        if (!list.is_array()) {
            wrongKind("/constraints", "a list");
            return;
        }
        for (std::size_t i = 0; i < list.size(); ++i) {
            const std::string at = fmt::format("/constraints/{}", i);
            if (!list[i].is_object()) {
                wrongKind(at, "an object");
                continue;
            }
            faults_.refuseUnknown(list[i], at, {"figure", "least", "most"}, "a constraint");
            const Figure* figure = figureOf(list[i].value("figure", Json()), at + "/figure");
            constexpr double kAny = 1e300;
            const double none = models::kNotStated;
            const StudyConstraint constraint{figure == nullptr ? "" : std::string(figure->key),
                                             number(list[i], at, "least", none, -kAny, kAny),
                                             number(list[i], at, "most", none, -kAny, kAny)};
            if (std::isnan(constraint.least) && std::isnan(constraint.most)) {
                faults_.add("011", at, "the constraint has no limit",
                            "Add \"least\" or \"most\", in the figure's unit");
            }
            if (figure != nullptr) {
                if (std::find(study_.figures.begin(), study_.figures.end(), figure) ==
                    study_.figures.end()) {
                    study_.figures.push_back(figure);
                }
                study_.constraints.push_back(constraint);
            }
        }
    }

    const Json& json_;
    Faults faults_;
    Study study_;
};

}  // namespace

ResultAll<Study> parseStudy(const std::string& text, const std::filesystem::path& file) {
    const auto json = JsonText::parse(text, file.string(), "STU");
    if (!json) {
        return tl::unexpected(json.error());
    }
    auto study = StudyReader(*json, file).read();
    if (study) {
        study->text = text;
    }
    return study;
}

ResultAll<Study> loadStudy(const std::filesystem::path& file) {
    const auto text = readInput(file, kJsonMemoryPerByte);
    if (!text) {
        return tl::unexpected(Errors{text.error()});
    }
    return parseStudy(*text, file);
}

}  // namespace headroom::engine
