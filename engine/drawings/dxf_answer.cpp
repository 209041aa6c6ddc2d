// SPDX-License-Identifier: Apache-2.0
#include "engine/drawings/dxf_answer.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <optional>

namespace headroom::engine {

namespace {

using Json = nlohmann::json;

constexpr double kMostNumber = 1e12;
constexpr std::size_t kMostRows = 200'000;

/// Rows of the answer, each checked; the first fault is kept.
class AnswerReader {
  public:
    AnswerReader(const Json& answer, const std::string& file) : answer_(answer), file_(file) {}

    Result<VectorDrawing> read() {
        if (answer_.contains("refused")) {
            return tl::unexpected(refusal());
        }
        names();
        uses();
        lines();
        texts();
        counts();
        if (!fault_.empty()) {
            return tl::unexpected(Error{"DRW-004",
                                        "The reader of drawings gave a wrong answer: " + fault_,
                                        "Install headroom-dxf of this version of Headroom",
                                        file_,
                                        {},
                                        0});
        }
        measure();
        return std::move(drawing_);
    }

  private:
    Error refusal() const {
        const auto text = [this](const char* key) {
            const auto found = answer_.find(key);
            return found != answer_.end() && found->is_string()
                       ? found->get<std::string>().substr(0, 1000)
                       : std::string();
        };
        const auto whole = [this](const char* key) {
            const auto found = answer_.find(key);
            return found != answer_.end() && found->is_number_integer()
                       ? std::clamp<std::int64_t>(found->get<std::int64_t>(), 0, 2'000'000'000)
                       : 0;
        };
        const int line = static_cast<int>(whole("line"));
        if (text("refused").empty()) {
            return {"DRW-003",
                    fmt::format("The reader of drawings broke here (signal {})", whole("signal")),
                    "Save the drawing again as DXF of another version, for example R2000, or purge "
                    "the entity at this line",
                    file_,
                    {},
                    line};
        }
        const std::string remedy = text("remedy");
        return {"DRW-002",
                "The drawing was not read: " + text("refused"),
                remedy.empty() ? "Save the drawing again as DXF" : remedy,
                file_,
                {},
                line};
    }

    bool require(bool isFine, const char* words) {
        if (!isFine && fault_.empty()) {
            fault_ = words;
        }
        return isFine;
    }

    const Json& listOf(const char* key) {
        static const Json kNone = Json::array();
        const auto found = answer_.find(key);
        const bool isList =
            found != answer_.end() && found->is_array() && found->size() <= kMostRows;
        return require(isList, key) ? *found : kNone;
    }

    double number(const Json& value, const char* words) {
        const double read = value.is_number() ? value.get<double>() : NAN;
        return require(std::isfinite(read) && std::abs(read) <= 2.0 * kMostNumber, words) ? read
                                                                                          : 0.0;
    }

    int index(const Json& value, std::size_t count, bool orNone, const char* words) {
        const bool isWhole = value.is_number_integer();
        const std::int64_t read = isWhole ? value.get<std::int64_t>() : -2;
        const bool isFine =
            (orNone && read == -1) || (read >= 0 && read < static_cast<std::int64_t>(count));
        return require(isFine, words) ? static_cast<int>(read) : 0;
    }

    std::string text(const Json& value, const char* words) {
        constexpr std::size_t kLongest = 2000;
        return require(value.is_string(), words) ? value.get<std::string>().substr(0, kLongest)
                                                 : std::string();
    }

    void names() {
        const auto version = answer_.find("version");
        drawing_.version =
            version != answer_.end() && version->is_string() ? version->get<std::string>() : "";
        for (const Json& row : listOf("layers")) {
            if (require(row.is_array() && row.size() == 2 && row[1].is_boolean(), "layers")) {
                drawing_.layers.push_back({text(row[0], "layers"), row[1].get<bool>()});
            }
        }
        for (const Json& name : listOf("blocks")) {
            drawing_.blocks.push_back(text(name, "blocks"));
        }
    }

    void uses() {
        for (const Json& row : listOf("uses")) {
            if (require(row.is_array() && row.size() == 4, "uses")) {
                drawing_.uses.push_back(
                    {index(row[0], drawing_.blocks.size(), false, "block of a use"),
                     index(row[1], drawing_.layers.size(), false, "layer of a use"),
                     {number(row[2], "place of a use"), number(row[3], "place of a use")}});
            }
        }
    }

    void lines() {
        for (const Json& row : listOf("lines")) {
            if (!require(row.is_array() && (row.size() == 4 || row.size() == 8) &&
                             row[3].is_array() && row[3].size() >= 2 && row[3].size() % 2 == 0,
                         "lines")) {
                return;
            }
            DrawnLine line;
            line.layer = index(row[0], drawing_.layers.size(), false, "layer of a line");
            line.use = index(row[1], drawing_.uses.size(), true, "use of a line");
            line.isClosed = index(row[2], 2, false, "closed line") == 1;
            for (std::size_t i = 0; i < row[3].size(); i += 2) {
                line.points.push_back({number(row[3][i], "point"), number(row[3][i + 1], "point")});
            }
            if (row.size() == 8) {
                line.isRound = true;
                line.centre = {number(row[4], "centre"), number(row[5], "centre")};
                line.radius = number(row[6], "radius");
                line.angle = number(row[7], "angle");
            }
            drawing_.lines.push_back(std::move(line));
        }
    }

    void texts() {
        for (const Json& row : listOf("texts")) {
            if (!require(row.is_array() && row.size() == 7, "texts")) {
                return;
            }
            drawing_.texts.push_back(
                {index(row[0], drawing_.layers.size(), false, "layer of a text"),
                 index(row[1], drawing_.uses.size(), true, "use of a text"),
                 {number(row[2], "place of a text"), number(row[3], "place of a text")},
                 number(row[4], "height of a text"),
                 number(row[5], "angle of a text"),
                 text(row[6], "words of a text")});
        }
    }

    void counts() {
        const Json& origin = listOf("origin");
        if (require(origin.size() == 2, "origin")) {
            drawing_.origin = {number(origin[0], "origin"), number(origin[1], "origin")};
        }
        const auto whole = [this](const char* key) {
            const auto found = answer_.find(key);
            const bool isWhole = found != answer_.end() && found->is_number_integer();
            return require(isWhole, key) ? static_cast<int>(std::clamp<std::int64_t>(
                                               found->get<std::int64_t>(), -1, 1000))
                                         : 0;
        };
        drawing_.insUnits = whole("insunits");
        drawing_.measurement = whole("measurement");
        const auto ended = answer_.find("ended");
        drawing_.hasEnd =
            require(ended != answer_.end() && ended->is_boolean(), "ended") && ended->get<bool>();
        const auto skipped = answer_.find("skipped");
        if (require(skipped != answer_.end() && skipped->is_object() && skipped->size() <= 1000,
                    "skipped")) {
            for (const auto& [kind, count] : skipped->items()) {
                if (require(count.is_number_integer(), "skipped")) {
                    drawing_.skipped[kind.substr(0, 100)] =
                        static_cast<long>(std::max<std::int64_t>(0, count.get<std::int64_t>()));
                }
            }
        }
    }

    void measure() {
        for (const DrawnLine& line : drawing_.lines) {
            for (const PlanPoint& p : line.points) {
                drawing_.width = std::max(drawing_.width, p.x);
                drawing_.depth = std::max(drawing_.depth, p.y);
            }
        }
    }

    const Json& answer_;
    const std::string& file_;
    std::string fault_;
    VectorDrawing drawing_;
};

}  // namespace

Result<VectorDrawing> drawingOfAnswer(const Json& answer, const std::string& file) {
    if (!answer.is_object()) {
        return tl::unexpected(Error{"DRW-004",
                                    "The reader of drawings gave a wrong answer",
                                    "Install headroom-dxf of this version of Headroom",
                                    file,
                                    {},
                                    0});
    }
    return AnswerReader(answer, file).read();
}

}  // namespace headroom::engine
