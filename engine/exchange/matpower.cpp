// SPDX-License-Identifier: Apache-2.0
#include "engine/base/index.h"
#include "engine/base/number.h"
#include "engine/exchange/power_matrices.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <limits>
#include <optional>
#include <utility>

namespace headroom::engine {

namespace {

constexpr const char* kSaveRemedy =
    "Run the case in MATPOWER and save the result: savecase('plain.m', loadcase('…')).";

std::string_view withoutBlanks(std::string_view text) {
    const auto isBlank = [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; };
    while (!text.empty() && isBlank(text.front())) {
        text.remove_prefix(1);
    }
    while (!text.empty() && isBlank(text.back())) {
        text.remove_suffix(1);
    }
    return text;
}

/// A statement of a .m file: the text up to its end, with the line on which it begins.
struct Statement {
    std::string text;
    int line = 1;
};

// Without comments; "…" continues a line; brackets and braces may go over lines, whose ends stay as ';'.
class Statements {
  public:
    explicit Statements(std::string_view text) : text_(text) {}

    std::vector<Statement> all() {
        bool inBlock = false;
        for (std::size_t begin = 0; begin < text_.size(); ++line_) {
            const std::size_t end = std::min(text_.find('\n', begin), text_.size());
            const std::string_view line = withoutBlanks(text_.substr(begin, end - begin));
            begin = end + 1;
            if (line == "%{" || line == "%}") {
                inBlock = line == "%{";
            } else if (!inBlock) {
                take(line);
            }
        }
        finish();
        return std::move(all_);
    }

  private:
    void take(std::string_view line) {
        bool quoted = false;
        bool continues = false;
        for (std::size_t i = 0; i < line.size(); ++i) {
            const char c = line[i];
            if (c == '\'' &&
                (quoted || i == 0 ||
                 std::string_view("=[{(, \t;").find(line[i - 1]) != std::string_view::npos)) {
                quoted = !quoted;
            }
            if (!quoted && c == '%') {
                break;
            }
            if (!quoted && line.substr(i).starts_with("...")) {
                continues = true;
                break;
            }
            depth_ += !quoted && (c == '[' || c == '{')   ? 1
                      : !quoted && (c == ']' || c == '}') ? -1
                                                          : 0;
            if (!quoted && depth_ <= 0 && (c == ';' || c == ',') && !inCall_) {
                finish();
                continue;
            }
            inCall_ = !quoted && (c == '(' ? true : c == ')' ? false : inCall_);
            add(c);
        }
        if (continues) {
            add('\f');  // a blank that counts as a line
        } else if (depth_ > 0) {
            add('\n');  // a row ends
        } else {
            finish();
        }
    }

    void add(char c) {
        if (now_.text.empty()) {
            now_.line = line_;
        }
        now_.text += c;
    }

    void finish() {
        if (!withoutBlanks(now_.text).empty()) {
            all_.push_back({std::string(withoutBlanks(now_.text)), now_.line});
        }
        now_ = {};
        depth_ = 0;
        inCall_ = false;
    }

    std::string_view text_;
    Statement now_;
    std::vector<Statement> all_;
    int line_ = 1;
    int depth_ = 0;
    bool inCall_ = false;
};

double cellOf(std::string_view word) {
    if (const auto number = parseNumber(word)) {
        return *number;
    }
    std::string lower(word);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const double infinity = std::numeric_limits<double>::infinity();
    return lower == "inf" || lower == "+inf" ? infinity
           : lower == "-inf"                 ? -infinity
                                             : std::numeric_limits<double>::quiet_NaN();
}

void addRows(const Statement& statement, std::string_view body, const std::string& name,
             PowerMatrices& matrices) {
    auto& rows = matrices.rows[name];
    auto& lines = matrices.lines[name];
    int line = statement.line;
    std::vector<double> row;
    std::string word;
    const auto endWord = [&] {
        if (!word.empty()) {
            row.push_back(cellOf(word));
            word.clear();
        }
    };
    const auto endRow = [&] {
        endWord();
        if (!row.empty()) {
            rows.push_back(std::move(row));
            lines.push_back(line);
            row = {};
        }
    };
    for (const char c : body) {
        if (c == ';' || c == '\n') {
            endRow();
        } else if (c == ',' || std::isspace(static_cast<unsigned char>(c)) != 0) {
            endWord();
        } else {
            word += c;
        }
        line += c == '\n' || c == '\f' ? 1 : 0;
    }
    endRow();
}

}  // namespace

Error powerCaseError(const std::filesystem::path& path, const char* code, std::string message,
                     std::string remedy, int line, std::string place) {
    Error error;
    error.code = code;
    error.message = std::move(message);
    error.remedy = std::move(remedy);
    error.file = path.string();
    error.line = line;
    error.path = std::move(place);
    return error;
}

Result<PowerMatrices> readMatpower(const std::filesystem::path& path, std::string_view text) {
    static constexpr std::array<std::string_view, 5> kMatrices = {"bus", "gen", "branch", "baseMVA",
                                                                  "dcline"};
    PowerMatrices matrices;
    for (const Statement& statement : Statements(text).all()) {
        const std::string_view all = statement.text;
        const std::size_t dot = all.find('.');
        const std::size_t sign = all.find('=');
        if (all.starts_with("function") || sign == std::string_view::npos) {
            continue;
        }
        const std::string_view left = withoutBlanks(all.substr(0, sign));
        const std::string_view right = withoutBlanks(all.substr(sign + 1));
        const std::size_t bracket = std::min(left.find('('), left.size());
        const std::string_view target = withoutBlanks(left.substr(0, bracket));
        // "mpc.bus", or "bus" of the first version; the name before the point is free.
        const std::string_view name = dot < bracket ? target.substr(dot + 1) : target;
        if (std::find(kMatrices.begin(), kMatrices.end(), name) == kMatrices.end()) {
            continue;
        }
        if (bracket < left.size() || (name != "baseMVA" && !right.starts_with('['))) {
            return tl::unexpected(
                powerCaseError(path, "PFC-002",
                               "the file computes " + std::string(name) + " instead of stating it",
                               kSaveRemedy, statement.line));
        }
        if (name == "baseMVA") {
            const double value = cellOf(right);
            if (!(value > 0.0)) {
                return tl::unexpected(powerCaseError(path, "PFC-001",
                                                     "baseMVA is not a number above 0", kSaveRemedy,
                                                     statement.line));
            }
            matrices.baseMw = value;
            continue;
        }
        const std::size_t end = right.rfind(']');
        addRows(statement, right.substr(1, end == std::string_view::npos ? end : end - 1),
                std::string(name), matrices);
    }
    return matrices;
}

Result<PowerMatrices> readMatrixJson(const std::filesystem::path& path,
                                     const nlohmann::json& json) {
    PowerMatrices matrices;
    const auto base = json.find("baseMVA");
    if (base == json.end() || !base->is_number() || !(base->get<double>() > 0.0)) {
        return tl::unexpected(powerCaseError(path, "PFC-001", "a number above 0 is expected there",
                                             "State the base power in MVA.", 0, "/baseMVA"));
    }
    matrices.baseMw = base->get<double>();
    for (const char* name : {"bus", "gen", "branch"}) {
        const auto it = json.find(name);
        const std::string place = std::string("/") + name;
        if (it == json.end() || !it->is_array()) {
            return tl::unexpected(powerCaseError(path, "PFC-001",
                                                 "a list of rows is expected there",
                                                 "Write MATPOWER's matrix row by row.", 0, place));
        }
        // Octave writes one row as a plain list.
        const bool isRow = !it->empty() && it->front().is_number();
        for (std::size_t i = 0; i < (isRow ? 1 : it->size()); ++i) {
            const nlohmann::json& row = isRow ? *it : (*it)[i];
            if (!row.is_array()) {
                return tl::unexpected(powerCaseError(
                    path, "PFC-001", "a row of numbers is expected there",
                    "Write MATPOWER's matrix row by row.", 0, place + "/" + std::to_string(i)));
            }
            std::vector<double> cells;
            for (const nlohmann::json& cell : row) {
                cells.push_back(cell.is_number() ? cell.get<double>()
                                                 : std::numeric_limits<double>::quiet_NaN());
            }
            matrices.rows[name].push_back(std::move(cells));
        }
    }
    return matrices;
}

}  // namespace headroom::engine
