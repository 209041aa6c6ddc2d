// SPDX-License-Identifier: Apache-2.0
#include "engine/explain/explain.h"

#include "engine/base/json.h"
#include "engine/base/plain_text.h"
#include "engine/border/formats.h"
#include "engine/border/instant_cells.h"
#include "engine/border/instants.h"
#include "engine/border/quantities.h"
#include "engine/border/series_step.h"
#include "engine/border/table_text.h"
#include "engine/border/workbook_sheet.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace headroom::engine {

namespace {

constexpr std::size_t kMostColumns = 200;

/// One column in the first pass.
struct SeenColumn {
    InstantColumn instants;
    NumberColumn numbers;
    long filled = 0;
    long labels = 0;  ///< begin as numbers and are none: "8xA100", "10:15"
    std::optional<InstantReader> reader;
    NumberStyle style;

    bool isNumber() const { return filled > 0 && 2 * (numbers.numbers() - labels) >= filled; }
};

std::string unitText(std::string_view stated) {
    if (stated.empty()) {
        return {};
    }
    const models::MeasuredUnit* unit = unitOf(stated);
    const bool isKnown = unit != nullptr || priceUnitOf(stated) || emissionUnitOf(stated);
    return unit != nullptr ? std::string(unit->symbol)
           : isKnown       ? std::string(stated)
                           : fmt::format("{} (not known)", stated);
}

class TableExplainer {
  public:
    TableExplainer(TableReader table, const ExplainOptions& options)
        : table_(std::move(table)), options_(options) {}

    Explanation explain() {
        const TableHead& head = table_.head();
        made_.format = "a table";
        made_.form = head.sheet.empty() ? fmt::format("{}, {}", tableFormWords(head.form),
                                                      encodingWords(head.encoding))
                                        : head.sheet;
        seen_.resize(std::min(head.names.size(), kMostColumns));
        times_ = InstantCells::find(table_, -1);
        preferred_ = times_.time();
        if (times_.date() >= 0 &&
            static_cast<std::size_t>(std::max(times_.date(), times_.time())) < seen_.size()) {
            made_.notes.push_back(times_.note(head));
        } else {
            times_ = {};
        }
        observe();
        decide();
        readRows();
        for (const std::string& title : head.titles) {
            made_.notes.push_back("Line above the names: " + plainText(title));
        }
        if (head.hasUnitRow) {
            made_.notes.push_back("The row below the names holds units.");
        }
        if (!head.hasNames) {
            made_.notes.push_back("The first row holds values: columns have no names.");
        }
        for (SeenColumn& column : seen_) {
            for (std::string& note :
                 column.reader ? column.reader->notes() : std::vector<std::string>{}) {
                if (std::find(made_.notes.begin(), made_.notes.end(), note) == made_.notes.end()) {
                    made_.notes.push_back(std::move(note));
                }
            }
        }
        if (const std::string skipped = table_.skippedWords(); !skipped.empty()) {
            made_.notes.push_back(skipped);
        }
        return std::move(made_);
    }

  private:
    void observe() {
        while (table_.next()) {
            for (std::size_t c = 0; c < seen_.size(); ++c) {
                const std::string cell = cellOf(c);
                if (saysMissing(cell)) {
                    continue;
                }
                ++seen_[c].filled;
                seen_[c].instants.observe(cell);
                seen_[c].numbers.observe(cell);
                seen_[c].labels += isLabel(cell) ? 1 : 0;
            }
        }
        made_.rows = table_.rows();
    }

    /// The cell, or the whole instant where its date is in another column.
    std::string cellOf(std::size_t c) const {
        return times_.date() >= 0 && static_cast<int>(c) == times_.time()
                   ? times_.text(table_)
                   : std::string(table_.cell(static_cast<int>(c)));
    }

    /// Whether digits are followed by letters that are not a unit.
    static bool isLabel(std::string_view cell) {
        const CellQuantity quantity = readQuantity(cell, {});
        constexpr std::size_t kLongestUnit = 20;
        return quantity.kind == CellQuantity::Kind::Number && !quantity.unit.empty() &&
               unitOf(quantity.unit) == nullptr && !priceUnitOf(quantity.unit) &&
               !emissionUnitOf(quantity.unit) &&
               (quantity.unit.size() > kLongestUnit || quantity.unit.front() == ':' ||
                quantity.unit.find_first_of("0123456789") != std::string_view::npos);
    }

    void decide() {
        const TableHead& head = table_.head();
        for (std::size_t c = 0; c < seen_.size(); ++c) {
            SeenColumn& column = seen_[c];
            ExplainedColumn explained{plainText(head.names[c]), "text", unitText(head.units[c])};
            InstantOptions known;
            known.zone = zoneOfHead(head.names[c]).value_or(options_.site.wall);
            // Large numbers are times only where the head says so, or in the first column: 8589934592 may be bytes.
            const bool mayCount = c == 0 || static_cast<int>(c) == times_.time() ||
                                  !column.isNumber() || !head.hasNames || namesTime(head.names[c]);
            const bool isInstant =
                column.filled > 0 && mayCount && 2 * column.instants.instants() >= column.filled;
            const auto decided =
                isInstant ? column.instants.decide(known) : tl::unexpected(Error{});
            if (static_cast<int>(c) == times_.date()) {
                explained.meaning =
                    "date, see " + plainText(head.names[static_cast<std::size_t>(times_.time())]);
            } else if (decided) {
                column.reader.emplace(*decided);
                explained.meaning = "instant";
                const bool isFirst = timeColumn_ < 0 || static_cast<int>(c) == preferred_;
                made_.zone = isFirst ? known.zone.name() : made_.zone;
                timeColumn_ = isFirst ? static_cast<int>(c) : timeColumn_;
            } else if (isInstant && decided.error().code == "TIM-003") {
                explained.meaning = "instant";
                made_.notes.push_back(fmt::format("{}: {}. {}", explained.name,
                                                  decided.error().message, decided.error().remedy));
            } else if (column.isNumber()) {
                column.style = column.numbers.style(head.separator());
                explained.meaning = column.style.decimal == ',' || column.style.thousands != '\0' ||
                                            column.style.isAssumed
                                        ? "number, " + column.style.words()
                                        : "number";
            } else if (column.filled == 0) {
                explained.meaning = "empty";
            }
            made_.columns.push_back(std::move(explained));
        }
        if (head.names.size() > seen_.size()) {
            made_.notes.push_back(
                fmt::format("{} more columns are not shown.", head.names.size() - seen_.size()));
        }
    }

    void readRows() {
        SeriesStep step;
        for (table_.rewind(); table_.next();) {
            const bool isFirst = made_.first.size() < Explanation::kFirstRows;
            std::vector<std::string> row;
            for (std::size_t c = 0; c < seen_.size(); ++c) {
                const std::string cell = cellOf(c);
                std::optional<double> utcS;
                if (seen_[c].reader && !saysMissing(cell)) {
                    utcS = seen_[c].reader->utcS(cell);
                }
                if (utcS && static_cast<int>(c) == timeColumn_) {
                    step.add(*utcS);
                }
                if (isFirst) {
                    row.push_back(utcS ? instantText(*utcS, standard()) : shown(c, cell));
                }
            }
            if (isFirst) {
                made_.first.push_back(std::move(row));
            }
        }
        if (step.count() > 0) {
            made_.step = step.words();
            made_.from = instantText(step.firstS(), standard());
            made_.to = instantText(step.lastS(), standard());
            if (step.backward() > 0 && step.backward() < step.count() / 2) {
                made_.notes.push_back(
                    fmt::format("{} times are earlier than the one before.", step.backward()));
            }
        }
    }

    TimeZone standard() const { return TimeZone::fixed(options_.site.aheadS); }

    std::string shown(std::size_t c, std::string_view cell) const {
        if (seen_[c].reader) {
            return saysMissing(cell) ? "missing" : plainText(std::string(cell)) + " (not read)";
        }
        if (!seen_[c].isNumber() || static_cast<int>(c) == times_.date()) {
            return plainText(std::string(cell));
        }
        const CellQuantity quantity = readQuantity(cell, seen_[c].style);
        if (quantity.kind == CellQuantity::Kind::Missing) {
            return "missing";
        }
        if (quantity.kind == CellQuantity::Kind::Unreadable) {
            return plainText(std::string(cell)) + " (not read)";
        }
        return fmt::format("{:.10g}{}{}", quantity.value, quantity.unit.empty() ? "" : " ",
                           unitText(quantity.unit));
    }

    TableReader table_;
    const ExplainOptions& options_;
    Explanation made_;
    std::vector<SeenColumn> seen_;
    InstantCells times_;  ///< Without a date column if one column holds all.
    int preferred_ = -1;  ///< column that other readers take for the time, if it holds all of it
    int timeColumn_ = -1;
};

}  // namespace

Result<Explanation> explainTable(const std::filesystem::path& file, const std::string& text,
                                 const ExplainOptions& options) {
    auto table = TableReader::ofText(text, file.string());
    if (!table) {
        return tl::unexpected(std::move(table.error()));
    }
    return TableExplainer(std::move(*table), options).explain();
}

Result<Explanation> explainUnread(const std::filesystem::path& file, const std::string& text,
                                  const ExplainOptions& /*options*/) {
    const KnownFormat* format = formatOf(file.filename().string(), text);
    return tl::unexpected(
        Error{"FIL-009",
              "this format is not read",
              format == nullptr ? std::string() : fmt::format("Use {}", format->use),
              file.string(),
              {},
              0});
}

namespace {

/// By its format, of which `text` shows the beginning at least.
Result<Explanation> explainText(const std::filesystem::path& file, const std::string& text,
                                const ExplainOptions& options, bool isWhole) {
    const KnownFormat* format = formatOf(file.filename().string(), text);
    const auto explainers = formatExplainers();
    const auto known =
        std::find_if(explainers.begin(), explainers.end(), [&](const FormatExplainer& each) {
            return format != nullptr && each.format == format->id;
        });
    auto explanation = known != explainers.end() ? known->explain(file, text, options)
                       : isWhole                 ? explainTable(file, text, options)
                                 : TableReader::ofFile(file).map([&](TableReader table) {
                                       return TableExplainer(std::move(table), options).explain();
                                   });
    if (!explanation) {
        if (format != nullptr) {
            explanation.error().message += fmt::format(" (this is {})", format->words);
        }
        return explanation;
    }
    if (format != nullptr) {
        explanation->id = format->id;
        explanation->format = format->words;
        explanation->use = format->use;
    }
    return explanation;
}

}  // namespace

Result<Explanation> explainFile(const std::filesystem::path& named, const ExplainOptions& options) {
    const std::filesystem::path file =
        options.sheet.empty() ? named : std::filesystem::path(named.string() + '#' + options.sheet);
    if (!options.sheet.empty() && SheetPath::of(file).sheet.empty()) {
        return tl::unexpected(Error{"TXT-006",
                                    "a sheet is named, and the file is not an XLSX workbook",
                                    "Leave the sheet out.",
                                    named.string(),
                                    {},
                                    0});
    }
    if (TextWindow::suits(file)) {
        const auto window = TextWindow::ofFile(file);
        if (!window) {
            return tl::unexpected(window.error());
        }
        const std::string begin(window->text());
        const KnownFormat* format = formatOf(file.filename().string(), begin);
        const bool isTrace =
            format != nullptr && (format->use.find("schedule") != std::string_view::npos ||
                                  format->use.find("--trace") != std::string_view::npos);
        const bool isJson = begin.find_first_of("{[") == begin.find_first_not_of(" \t\r\n");
        if (!isJson && (format == nullptr || isTrace)) {
            return explainText(file, begin, options, false);
        }
    }
    auto decoded = readDecoded(file);
    if (!decoded) {
        return tl::unexpected(std::move(decoded.error()));
    }
    auto explanation = explainText(file, decoded->text, options, true);
    if (explanation && !decoded->sheet.empty()) {
        explanation->form = decoded->sheet;
        if (decoded->sheets > 1 && file == named) {
            explanation->notes.push_back(
                fmt::format("Name another sheet as {}#SHEET.", file.filename().string()));
        }
    } else if (explanation && decoded->encoding != TextEncoding::Utf8) {
        const std::size_t comma = explanation->form.find(", ");
        explanation->form = explanation->form.substr(0, comma) + ", " +
                            std::string(encodingWords(decoded->encoding));
    }
    return explanation;
}

std::string explanationText(const Explanation& e) {
    std::string out = fmt::format("Format:  {}\n", e.format);
    const auto line = [&](const char* name, const std::string& value) {
        if (!value.empty()) {
            out += fmt::format("{:<9}{}\n", name, value);
        }
    };
    line("Read by:", e.use);
    line("Form:", e.form);
    line("Rows:", std::to_string(e.rows));
    line("Step:", e.step);
    line("Zone:", e.zone);
    line("From:", e.from);
    line("To:", e.to);
    out += "Columns:\n";
    std::size_t wide = 4, meaningWide = 7;
    for (const ExplainedColumn& column : e.columns) {
        wide = std::max(wide, column.name.size());
        meaningWide = std::max(meaningWide, column.meaning.size());
    }
    for (std::size_t c = 0; c < e.columns.size(); ++c) {
        const ExplainedColumn& column = e.columns[c];
        std::string firstValues;
        for (const std::vector<std::string>& row : e.first) {
            firstValues += firstValues.empty() ? "" : " | ";
            firstValues += row[c];
        }
        out += fmt::format("  {:<{}}  {:<{}}  {:<10}  {}\n", column.name, wide, column.meaning,
                           meaningWide, column.unit, firstValues);
    }
    for (const std::string& note : e.notes) {
        out += "Note: " + note + '\n';
    }
    return out;
}

std::string explanationJson(const Explanation& e) {
    using Json = nlohmann::ordered_json;
    Json json = {{"format", e.format}, {"use", e.use},   {"form", e.form}, {"rows", e.rows},
                 {"step", e.step},     {"zone", e.zone}, {"from", e.from}, {"to", e.to}};
    json["columns"] = Json::array();
    for (const ExplainedColumn& column : e.columns) {
        json["columns"].push_back(
            {{"name", column.name}, {"meaning", column.meaning}, {"unit", column.unit}});
    }
    json["first_rows"] = e.first;
    json["notes"] = e.notes;
    return jsonText(json, 2) + '\n';
}

}  // namespace headroom::engine
