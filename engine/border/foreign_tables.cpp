// SPDX-License-Identifier: Apache-2.0
#include "engine/border/foreign_tables.h"

#include "engine/base/number.h"
#include "engine/border/instant_text.h"
#include "engine/border/instants.h"
#include "engine/border/xml_walker.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

namespace headroom::engine {

namespace {

constexpr std::size_t kLookedAtBytes = 4096;
constexpr double kPointHourS = 3600.0;

std::string_view lineOf(std::string_view& text) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    return line.ends_with('\r') ? line.substr(0, line.size() - 1) : line;
}

std::string quotedCell(std::string_view cell) {
    std::string text = "\"";
    for (const char c : cell) {
        text += c == '"' ? "\"\"" : std::string(1, c);
    }
    return text + '"';
}

/// Parts between marks, without those in quotes and escaped ones.
std::vector<std::string_view> splitOutsideQuotes(std::string_view text, char mark) {
    std::vector<std::string_view> parts;
    std::size_t from = 0;
    bool isQuoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\\') {
            ++i;
        } else if (text[i] == '"') {
            isQuoted = !isQuoted;
        } else if (text[i] == mark && !isQuoted) {
            parts.push_back(text.substr(from, i - from));
            from = i + 1;
        }
    }
    parts.push_back(text.substr(from));
    return parts;
}

/// A text of Zinc or of line protocol without its quotes and escapes.
std::string unescaped(std::string_view text) {
    if (text.size() >= 2 && text.front() == '"' && text.back() == '"') {
        text = text.substr(1, text.size() - 2);
    }
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        i += text[i] == '\\' && i + 1 < text.size() ? 1 : 0;
        plain += text[i];
    }
    return plain;
}

/// First byte and length of each run of dashes; empty if the line is not a rule of at least two columns.
std::vector<std::pair<std::size_t, std::size_t>> rulesOf(std::string_view line) {
    std::vector<std::pair<std::size_t, std::size_t>> rules;
    if (line.find_first_not_of("- ") != std::string_view::npos) {
        return rules;
    }
    for (std::size_t from = line.find('-'); from != std::string_view::npos;
         from = line.find('-', from)) {
        const std::size_t end = std::min(line.find(' ', from), line.size());
        rules.emplace_back(from, end - from);
        from = end;
    }
    return rules.size() >= 2 ? rules : std::vector<std::pair<std::size_t, std::size_t>>();
}

/// Each column is as wide as its rule.
std::optional<ForeignTable> ruledTable(std::string_view text) {
    const std::string_view names = lineOf(text);
    const auto rules = rulesOf(lineOf(text));
    ForeignTable table{{}, "columns under rules of dashes"};
    const auto add = [&](std::string_view line) {
        for (std::size_t c = 0; c < rules.size(); ++c) {
            const auto [from, size] = rules[c];
            const std::size_t length = c + 1 == rules.size() ? std::string_view::npos : size;
            table.csv += c > 0 ? "," : "";
            table.csv += quotedCell(from < line.size() ? trimmed(line.substr(from, length))
                                                       : std::string_view());
        }
        table.csv += '\n';
    };
    add(names);
    while (!text.empty()) {
        add(lineOf(text));
    }
    return table;
}

/// `v0 id:@a unit:"kW"` as "v0 [kW]".
std::string zincName(std::string_view column) {
    const std::vector<std::string_view> words = splitOutsideQuotes(trimmed(column), ' ');
    std::string name(words.front());
    for (const std::string_view word : words) {
        constexpr std::string_view kUnit = "unit:";
        if (word.starts_with(kUnit)) {
            name += " [" + unescaped(word.substr(kUnit.size())) + ']';
        }
    }
    return name;
}

std::optional<ForeignTable> zincTable(std::string_view text) {
    lineOf(text);  // the version
    ForeignTable table{{}, "a grid of Haystack in Zinc"};
    for (bool isHead = true; !text.empty(); isHead = false) {
        const std::string_view line = lineOf(text);
        if (line.empty()) {
            break;  // the next grid has other columns
        }
        const std::vector<std::string_view> cells = splitOutsideQuotes(line, ',');
        for (std::size_t c = 0; c < cells.size(); ++c) {
            const std::string_view cell = trimmed(cells[c]);
            table.csv += c > 0 ? "," : "";
            table.csv += quotedCell(isHead                        ? zincName(cell)
                                    : cell == "N" || cell == "NA" ? std::string()
                                                                  : unescaped(cell));
        }
        table.csv += '\n';
    }
    return table;
}

/// One line of InfluxDB's protocol: measurement,tag=v,tag=v field=1,field=2 timestamp.
struct PointLine {
    std::string measurement, time;
    std::vector<std::pair<std::string, std::string>> tags, fields;
};

bool addPairs(std::string_view text, std::vector<std::pair<std::string, std::string>>& pairs,
              bool isField) {
    for (const std::string_view part : splitOutsideQuotes(text, ',')) {
        const std::vector<std::string_view> sides = splitOutsideQuotes(part, '=');
        if (sides.size() != 2 || sides[0].empty() || sides[1].empty()) {
            return false;
        }
        std::string value = unescaped(sides[1]);
        // An integer field ends with i, an unsigned one with u.
        if (isField && value.size() > 1 && (value.back() == 'i' || value.back() == 'u') &&
            parseNumber(value.substr(0, value.size() - 1))) {
            value.pop_back();
        }
        pairs.emplace_back(unescaped(sides[0]), std::move(value));
    }
    return true;
}

std::optional<PointLine> pointLine(std::string_view line) {
    const std::vector<std::string_view> words = splitOutsideQuotes(line, ' ');
    if (words.size() < 2 || words.size() > 3) {
        return std::nullopt;
    }
    PointLine point;
    const std::size_t comma = splitOutsideQuotes(words[0], ',').front().size();
    point.measurement = unescaped(words[0].substr(0, comma));
    const bool hasTags = comma < words[0].size();
    if (point.measurement.empty() ||
        (hasTags && !addPairs(words[0].substr(comma + 1), point.tags, false)) ||
        !addPairs(words[1], point.fields, true)) {
        return std::nullopt;
    }
    if (words.size() == 3) {
        if (!parseNumber(words[2])) {
            return std::nullopt;
        }
        point.time = words[2];
    }
    return point;
}

/// Rows with the same columns in all: time, measurement, tags and fields of any line.
std::optional<ForeignTable> pointTable(std::string_view text) {
    std::vector<std::string> names = {"time", "measurement"};
    std::map<std::string, std::size_t> columns = {{"time", 0}, {"measurement", 1}};
    std::vector<std::vector<std::string>> rows;
    while (!text.empty()) {
        const std::string_view line = lineOf(text);
        const auto point = line.starts_with('#') ? std::nullopt : pointLine(line);
        if (!point) {
            continue;
        }
        std::vector<std::string> row = {point->time, point->measurement};
        for (const auto* pairs : {&point->tags, &point->fields}) {
            for (const auto& [name, value] : *pairs) {
                const auto [place, isNew] = columns.emplace(name, names.size());
                if (isNew) {
                    names.push_back(name);
                }
                row.resize(std::max(row.size(), place->second + 1));
                row[place->second] = value;
            }
        }
        rows.push_back(std::move(row));
    }
    ForeignTable table{{}, "line protocol of InfluxDB"};
    rows.insert(rows.begin(), names);
    for (std::vector<std::string>& row : rows) {
        row.resize(names.size());
        for (std::size_t c = 0; c < row.size(); ++c) {
            table.csv += c > 0 ? "," : "";
            table.csv += quotedCell(row[c]);
        }
        table.csv += '\n';
    }
    return table;
}

/// Seconds of "PT15M", "PT60M", "PT1H", "P1D"; 0 if the text is not such a duration.
double resolutionS(std::string_view text) {
    constexpr double kDayHours = 24.0, kMinutes = 60.0;
    if (!text.starts_with('P') || text.size() < 3) {
        return 0.0;
    }
    const bool isTime = text[1] == 'T';
    const auto count = parseNumber(text.substr(isTime ? 2 : 1, text.size() - (isTime ? 3 : 2)));
    const double unitS = isTime ? (text.back() == 'H'   ? kPointHourS
                                   : text.back() == 'M' ? kPointHourS / kMinutes
                                                        : 1.0)
                                : (text.back() == 'D' ? kDayHours * kPointHourS : 0.0);
    return count ? *count * unitS : 0.0;
}

std::optional<double> utcOfText(std::string_view text) {
    const auto written = writtenInstant(text, std::nullopt);
    return written ? std::optional(written->localS - written->aheadS.value_or(0.0)) : std::nullopt;
}

/// Elements and their texts; a subclass sees an element when it ends.
class ElementWalker : public XmlWalker {
  protected:
    void begin(std::string_view element, const XmlAttributes&) override {
        path_.emplace_back(element);
        content_.clear();
        opened(element);
    }

    void end(std::string_view element) override {
        closed(element, trimmed(content_));
        content_.clear();
        path_.pop_back();
    }

    void text(std::string_view part) override { content_ += part; }

    virtual void opened(std::string_view) {}

    virtual void closed(std::string_view element, std::string_view content) = 0;

    /// Whether the element that just ended is in such an element, at any depth.
    bool isIn(std::string_view element) const {
        return std::find(path_.begin(), path_.end(), element) != path_.end();
    }

  private:
    std::vector<std::string> path_;
    std::string content_;
};

/// Publication_MarketDocument: periods with points; a point that is left out (curve A03) repeats the one before.
class PriceWalker : public ElementWalker {
  public:
    std::string csv() const {
        return fmt::format("time,price [{}/{}]\n", currency_, unit_) + rows_;
    }

    bool isWhole() const { return !rows_.empty(); }

  protected:
    void opened(std::string_view element) override {
        if (element == "Period") {
            fromS_.reset();
            toS_.reset();
            stepS_ = 0.0;
            points_.clear();
        }
    }

    void closed(std::string_view element, std::string_view content) override {
        if (element == "currency_Unit.name") {
            currency_ = content;
        } else if (element == "price_Measure_Unit.name") {
            unit_ = content == "MWH" ? "MWh" : std::string(content);
        } else if (element == "start" && isIn("Period")) {
            fromS_ = utcOfText(content);
        } else if (element == "end" && isIn("Period")) {
            toS_ = utcOfText(content);
        } else if (element == "resolution") {
            stepS_ = resolutionS(content);
        } else if (element == "position") {
            position_ = parseNumber(content).value_or(0.0);
        } else if (element == "price.amount") {
            points_.emplace_back(position_, std::string(content));
        } else if (element == "Period") {
            addPeriod();
        }
    }

  private:
    void addPeriod() {
        constexpr double kMostPoints = 1e6;
        const double count =
            fromS_ && toS_ && stepS_ > 0.0 ? std::round((*toS_ - *fromS_) / stepS_) : 0.0;
        if (!(count >= 1.0 && count <= kMostPoints)) {
            return;
        }
        std::size_t at = 0;
        std::string price;
        for (double position = 1.0; position <= count; position += 1.0) {
            for (; at < points_.size() && points_[at].first <= position; ++at) {
                price = points_[at].second;
            }
            rows_ += fmt::format(
                "{},{}\n",
                instantText(*fromS_ + (position - 1.0) * stepS_, TimeZone::fixed(0.0)) + "Z",
                price);
        }
    }

    std::optional<double> fromS_, toS_;
    double stepS_ = 0.0, position_ = 0.0;
    std::vector<std::pair<double, std::string>> points_;
    std::string currency_ = "EUR", unit_ = "MWh", rows_;
};

/// Green Button: energy of intervals in Wh, by the multiplier of its reading type.
class EspiWalker : public ElementWalker {
  public:
    std::string csv() const {
        std::string text = "time,power [W],energy [Wh]\n";
        for (const Interval& each : intervals_) {
            const double wattHours = each.value * std::pow(10.0, power_);
            text +=
                fmt::format("{:.0f},{},{:.10g}\n", each.startS,
                            each.durationS > 0.0
                                ? fmt::format("{:.10g}", wattHours * kPointHourS / each.durationS)
                                : "",
                            wattHours);
        }
        return text;
    }

    bool isWhole() const { return !intervals_.empty(); }

  protected:
    void closed(std::string_view element, std::string_view content) override {
        if (element == "powerOfTenMultiplier") {
            constexpr double kMostPower = 12.0;
            power_ = std::clamp(parseNumber(content).value_or(0.0), -kMostPower, kMostPower);
        } else if (!isIn("IntervalReading")) {
            return;
        } else if (element == "start") {
            now_.startS = parseNumber(content).value_or(0.0);
        } else if (element == "duration") {
            now_.durationS = parseNumber(content).value_or(0.0);
        } else if (element == "value") {
            now_.value = parseNumber(content).value_or(0.0);
        } else if (element == "IntervalReading") {
            intervals_.push_back(std::exchange(now_, {}));
        }
    }

  private:
    struct Interval {
        double startS = 0.0, durationS = 0.0, value = 0.0;
    };

    Interval now_;
    std::vector<Interval> intervals_;
    double power_ = 0.0;
};

template <class Walker>
std::optional<ForeignTable> xmlTable(std::string_view text, const char* words) {
    Walker walker;
    if (!walker.feed(text, true) || !walker.isWhole()) {
        return std::nullopt;
    }
    return ForeignTable{walker.csv(), words};
}

bool isXmlWith(std::string_view text, std::string_view word) {
    const std::string_view begin = text.substr(0, kLookedAtBytes);
    const std::size_t first = begin.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && begin[first] == '<' &&
           begin.find(word) != std::string_view::npos;
}

}  // namespace

bool isRuled(std::string_view text) {
    const std::string_view names = lineOf(text);
    return !trimmed(names).empty() && !rulesOf(lineOf(text)).empty();
}

bool isZinc(std::string_view text) {
    return text.starts_with("ver:\"");
}

bool isLineProtocol(std::string_view text) {
    std::string_view line = lineOf(text);
    while (!text.empty() && (line.starts_with('#') || trimmed(line).empty())) {
        line = lineOf(text);
    }
    // A quoted or separated head is not a measurement; a point has a field with a number or a text.
    const bool begins =
        !line.empty() &&
        (std::isalpha(static_cast<unsigned char>(line.front())) != 0 || line.front() == '_');
    const auto point = begins ? pointLine(line) : std::nullopt;
    return point && (!point->time.empty() || !point->tags.empty());
}

bool isEntsoeXml(std::string_view text) {
    return isXmlWith(text, "Publication_MarketDocument");
}

bool isGreenButton(std::string_view text) {
    return isXmlWith(text, "naesb.org/espi");
}

std::optional<ForeignTable> foreignTable(std::string_view text) {
    return isRuled(text)          ? ruledTable(text)
           : isZinc(text)         ? zincTable(text)
           : isEntsoeXml(text)    ? xmlTable<PriceWalker>(text, "prices of ENTSO-E in XML")
           : isGreenButton(text)  ? xmlTable<EspiWalker>(text, "readings of Green Button in XML")
           : isLineProtocol(text) ? pointTable(text)
                                  : std::nullopt;
}

}  // namespace headroom::engine
