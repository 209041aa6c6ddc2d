// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/epanet_text.h"

#include "engine/base/number.h"
#include "engine/border/text_encoding.h"
#include "engine/files/text_file.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <utility>

namespace headroom::engine {

namespace {

constexpr std::size_t kSectionLetters = 4;
constexpr std::array<std::string_view, 29> kSections = {
    "TITL", "JUNC", "RESE", "TANK", "PIPE", "PUMP", "VALV", "CONT", "RULE", "DEMA",
    "SOUR", "EMIT", "PATT", "CURV", "QUAL", "STAT", "ROUG", "ENER", "REAC", "MIXI",
    "REPO", "TIME", "OPTI", "COOR", "VERT", "LABE", "BACK", "TAGS", "LEAK"};

bool isSeparator(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == ',';
}

std::vector<std::string> wordsOf(std::string_view line) {
    std::vector<std::string> words;
    std::size_t i = 0;
    while (i < line.size()) {
        if (isSeparator(line[i])) {
            ++i;
            continue;
        }
        std::size_t end = i;
        if (line[i] == '"') {
            end = std::min(line.find('"', i + 1), line.size());
            words.emplace_back(line.substr(i + 1, end - i - 1));
            i = end + 1;
            continue;
        }
        while (end < line.size() && !isSeparator(line[end])) {
            ++end;
        }
        words.emplace_back(line.substr(i, end - i));
        i = end;
    }
    return words;
}

}  // namespace

std::string upperCase(std::string_view text) {
    std::string upper(text);
    std::transform(upper.begin(), upper.end(), upper.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return upper;
}

bool beginsWith(std::string_view word, std::string_view keyword) {
    return upperCase(word).starts_with(keyword);
}

const std::vector<EpanetLine>& EpanetText::section(const std::string& name) const {
    static const std::vector<EpanetLine> kNone;
    const auto it = sections.find(name);
    return it == sections.end() ? kNone : it->second;
}

Result<EpanetText> readEpanetText(const std::filesystem::path& path) {
    auto decoded = readDecoded(path, kCsvMemoryPerByte);
    if (!decoded) {
        return tl::unexpected(std::move(decoded.error()));
    }
    const std::string& text = decoded->text;
    EpanetText result;
    std::vector<EpanetLine>* section = nullptr;
    std::string name;
    int number = 0;
    std::size_t begin = 0;
    while (begin < text.size()) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        std::string_view line = std::string_view(text).substr(begin, end - begin);
        begin = end + 1;
        ++number;
        line = line.substr(0, line.find(';'));
        while (!line.empty() && isSeparator(line.front())) {
            line.remove_prefix(1);
        }
        while (!line.empty() && isSeparator(line.back())) {
            line.remove_suffix(1);
        }
        if (line.empty()) {
            continue;
        }
        if (line.front() == '[') {
            name = upperCase(line.substr(1, kSectionLetters));
            if (name.starts_with("END")) {
                break;
            }
            if (std::find(kSections.begin(), kSections.end(), name) == kSections.end()) {
                Error error;
                error.code = "INP-003";
                error.message = "the section " + std::string(line) + " is not known";
                error.remedy = "Take the section out, or correct its name.";
                error.file = path.string();
                error.line = number;
                return tl::unexpected(std::move(error));
            }
            section = &result.sections[name];
            continue;
        }
        if (name == "TITL" && result.title.empty()) {
            result.title = std::string(line);
        }
        if (section == nullptr) {
            Error error;
            error.code = "INP-001";
            error.message = "text precedes the first section";
            error.remedy = "Begin the file with [TITLE].";
            error.file = path.string();
            error.line = number;
            return tl::unexpected(std::move(error));
        }
        section->push_back({number, wordsOf(line)});
    }
    return result;
}

std::optional<double> epanetSeconds(const EpanetLine& line, std::size_t first) {
    const std::string_view word = line.word(first);
    double seconds = 0.0;
    if (word.find(':') == std::string_view::npos) {
        const auto value = parseNumber(word);
        if (!value) {
            return std::nullopt;
        }
        seconds = 3600.0 * *value;
        const std::string_view unit = line.word(first + 1);
        if (beginsWith(unit, "SEC")) {
            return *value;
        }
        if (beginsWith(unit, "MIN")) {
            return 60.0 * *value;
        }
        if (beginsWith(unit, "DAY")) {
            return 86400.0 * *value;
        }
    } else {
        double scale = 3600.0;
        std::size_t begin = 0;
        while (begin <= word.size()) {
            const std::size_t end = std::min(word.find(':', begin), word.size());
            const auto value = parseNumber(word.substr(begin, end - begin));
            if (!value) {
                return std::nullopt;
            }
            seconds += scale * *value;
            scale /= 60.0;
            begin = end + 1;
        }
    }
    // 12 AM is midnight, 12 PM noon.
    const std::string_view half = line.word(first + 1);
    if (beginsWith(half, "AM") && seconds >= 43200.0) {
        seconds -= 43200.0;
    } else if (beginsWith(half, "PM") && seconds < 43200.0) {
        seconds += 43200.0;
    }
    return seconds;
}

void EpanetFaults::fail(const char* code, int line, std::string message, std::string remedy) {
    if (!fault_) {
        fault_.emplace();
        fault_->code = code;
        fault_->message = std::move(message);
        fault_->remedy = std::move(remedy);
        fault_->file = path_.string();
        fault_->line = line;
    }
}

void EpanetFaults::notUnderstood(const EpanetLine& line, std::string what) {
    fail("INP-001", line.number, std::move(what),
         "Compare the line with the EPANET 2.2 user manual, appendix C.");
}

double EpanetFaults::number(const EpanetLine& line, std::size_t i,
                            std::optional<double> otherwise) {
    if (i >= line.size() && otherwise) {
        return *otherwise;
    }
    const auto value = parseNumber(line.word(i));
    if (!value) {
        notUnderstood(line, i < line.size() ? "\"" + line.words[i] + "\" is not the expected number"
                                            : "a number is missing at the end of the line");
    } else if (std::abs(*value) > kMostQuantity) {
        notUnderstood(line, "\"" + line.words[i] + "\" is beyond 1e100");
        return 0.0;
    }
    return value.value_or(0.0);
}

double EpanetFaults::positive(const EpanetLine& line, std::size_t i, const char* what) {
    const double value = number(line, i);
    if (value <= 0.0 && !fault_) {
        notUnderstood(line, std::string("the ") + what + " is not above 0");
    }
    return value;
}

long EpanetFaults::seconds(const EpanetLine& line, std::size_t first) {
    // A hundred years are more than any network is computed for, and can be counted.
    constexpr double kMostS = 100.0 * 365.0 * 86400.0;
    const auto value = epanetSeconds(line, first);
    if (!value || !(std::abs(*value) <= kMostS)) {
        notUnderstood(line, "\"" + std::string(line.word(first)) + "\" is not a time" +
                                (value ? " of at most a hundred years" : ""));
        return 0;
    }
    return std::lround(*value);
}

bool EpanetFaults::needs(const EpanetLine& line, std::size_t words) {
    if (line.size() < words) {
        notUnderstood(line, "the line has " + std::to_string(line.size()) + " words; it needs " +
                                std::to_string(words));
    }
    return !fault_;
}

int EpanetFaults::find(const Ids& ids, const EpanetLine& line, std::string_view id,
                       const char* what) {
    const auto it = ids.find(id);
    if (it == ids.end()) {
        fail("INP-002", line.number,
             std::string("there is no ") + what + " \"" + std::string(id) + "\"",
             std::string("Correct the name, or add the ") + what + ".");
        return 0;
    }
    return it->second;
}

void EpanetFaults::add(Ids& ids, const EpanetLine& line, int index) {
    if (!ids.emplace(line.words[0], index).second) {
        fail("INP-004", line.number, "the id \"" + line.words[0] + "\" is used twice",
             "Give each its own.");
    }
}

}  // namespace headroom::engine
