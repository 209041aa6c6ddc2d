// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/dss_script.h"

#include "engine/base/number.h"
#include "engine/border/text_encoding.h"
#include "engine/files/text_file.h"

#include <algorithm>
#include <cctype>
#include <cmath>

namespace headroom::engine {

namespace {

constexpr int kDeepestRedirect = 8;

// A path as a script states it: in quotes, with the separators of Windows.
std::string pathIn(std::string text) {
    std::erase_if(text, [](char c) { return c == '"' || c == '\''; });
    std::replace(text.begin(), text.end(), '\\', '/');
    return text;
}

bool isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

}  // namespace

std::string dssLowerCase(std::string_view text) {
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return lower;
}

void DssScript::fail(const char* code, std::string message, std::string remedy) {
    if (!fault_) {
        Error error;
        error.code = code;
        error.message = std::move(message);
        error.remedy = std::move(remedy);
        error.file = command_ == nullptr ? "" : command_->file.string();
        error.line = command_ == nullptr ? 0 : command_->line;
        fault_ = std::move(error);
    }
}

void DssScript::notUnderstood(std::string message) {
    fail("DSS-001", std::move(message), "Compare the line with the OpenDSS reference guide.");
}

void DssScript::notRead(std::string message) {
    fail("DSS-002", std::move(message),
         "State that part of the circuit by the elements and properties that are read.");
}

void DssScript::scan(const std::filesystem::path& path, int depth) {
    auto decoded = readDecoded(path, kCsvMemoryPerByte);
    if (!decoded) {
        if (!fault_) {
            fault_ = std::move(decoded.error());
        }
        return;
    }
    const std::string& text = decoded->text;
    int number = 0;
    bool isInComment = false;
    std::size_t begin = 0;
    while (begin < text.size() && !fault_) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        std::string_view line = std::string_view(text).substr(begin, end - begin);
        begin = end + 1;
        ++number;
        noteTaps(line);
        if (isInComment) {
            isInComment = line.find("*/") == std::string_view::npos;
            continue;
        }
        line = line.substr(0, std::min(line.find('!'), line.find("//")));
        while (!line.empty() && isBlank(line.front())) {
            line.remove_prefix(1);
        }
        while (!line.empty() && isBlank(line.back())) {
            line.remove_suffix(1);
        }
        if (line.starts_with("/*")) {
            isInComment = line.find("*/") == std::string_view::npos;
            continue;
        }
        if (line.empty()) {
            continue;
        }
        if (line.front() == '~') {
            if (commands_.empty()) {
                commands_.push_back({{}, {}, path, number});
            }
            line.remove_prefix(1);
        } else {
            commands_.push_back({{}, {}, path, number});
        }
        command_ = &commands_.back();
        split(line, commands_.back());
        const DssCommand& command = commands_.back();
        const std::string verb = command.words.empty() ? "" : dssLowerCase(command.words[0]);
        if (command.words.size() == 2 && (verb == "redirect" || verb == "compile")) {
            const std::filesystem::path other = path.parent_path() / pathIn(command.words[1]);
            if (depth >= kDeepestRedirect) {
                notUnderstood("files redirect to each other without end");
                return;
            }
            scan(other, depth + 1);
        }
    }
}

// The taps that a comment states for the published solution.
void DssScript::noteTaps(std::string_view line) {
    const std::string lower = dssLowerCase(line);
    const std::size_t start = lower.find_first_not_of("/! \t");
    if (start == std::string::npos || !lower.substr(start).starts_with("transformer.") ||
        lower.find(".taps=") == std::string::npos) {
        return;
    }
    const std::size_t dot = lower.find('.', start);
    const std::size_t taps = lower.find(".taps=", start);
    const std::string value = lower.substr(taps + 6, lower.find(']', taps) - taps - 5);
    statedTaps_[lower.substr(dot + 1, taps - dot - 1)] = value;
}

void DssScript::split(std::string_view line, DssCommand& command) {
    std::size_t i = 0;
    const auto skip = [&] {
        while (i < line.size() && (isBlank(line[i]) || line[i] == ',')) {
            ++i;
        }
    };
    const auto value = [&] {
        static constexpr std::string_view kOpen = "([{\"'";
        static constexpr std::string_view kClose = ")]}\"'";
        const std::size_t kind = i < line.size() ? kOpen.find(line[i]) : std::string_view::npos;
        std::size_t end = i;
        if (kind != std::string_view::npos) {
            end = line.find(kClose[kind], i + 1);
            if (end == std::string_view::npos) {
                notUnderstood("a bracket or quote is not closed");
                end = line.size() - 1;
            }
            ++end;
        } else {
            while (end < line.size() && !isBlank(line[end]) && line[end] != ',') {
                ++end;
            }
        }
        std::string text(line.substr(i, end - i));
        i = end;
        return text;
    };
    for (skip(); i < line.size(); skip()) {
        if (std::string_view("([{\"'").find(line[i]) != std::string_view::npos) {
            // A name in quotes, or an array without a key.
            std::string word = value();
            const std::size_t next = line.find_first_not_of(" \t", i);
            if (next != std::string_view::npos && line[next] == '=') {
                notUnderstood("a key is in quotes or brackets: " + word);
                return;
            }
            command.properties.empty() ? command.words.push_back(std::move(word))
                                       : void(command.properties.emplace_back("", std::move(word)));
            continue;
        }
        std::size_t end = i;
        while (end < line.size() && !isBlank(line[end]) && line[end] != '=') {
            ++end;
        }
        std::string word(line.substr(i, end - i));
        i = end;
        std::size_t next = i;
        while (next < line.size() && isBlank(line[next])) {
            ++next;
        }
        if (next < line.size() && line[next] == '=') {
            i = next + 1;
            while (i < line.size() && isBlank(line[i])) {
                ++i;
            }
            command.properties.emplace_back(dssLowerCase(word), value());
        } else if (word.empty()) {
            ++i;
        } else if (command.properties.empty()) {
            command.words.push_back(std::move(word));
        } else {
            command.properties.emplace_back("", std::move(word));
        }
    }
}

std::vector<std::string> DssScript::words(const std::string& value) {
    std::vector<std::string> list;
    std::string word;
    for (const char c : value + " ") {
        if (isBlank(c) || c == ',' || std::string_view("()[]{}\"'").find(c) != std::string::npos) {
            if (!word.empty()) {
                list.push_back(std::move(word));
                word.clear();
            }
        } else {
            word += c;
        }
    }
    return list;
}

double DssScript::number(const std::string& value) {
    std::vector<double> stack;
    for (const std::string& word : words(value)) {
        const auto parsed = parseNumber(word);
        if (parsed) {
            stack.push_back(*parsed);
            continue;
        }
        if (stack.size() < 2 || word.size() != 1 ||
            std::string_view("+-*/").find(word[0]) == std::string_view::npos) {
            notUnderstood("\"" + value + "\" is not a number");
            return 0.0;
        }
        const double b = stack.back();
        stack.pop_back();
        double& a = stack.back();
        a = word[0] == '+' ? a + b : word[0] == '-' ? a - b : word[0] == '*' ? a * b : a / b;
    }
    if (stack.size() != 1 || !(std::abs(stack.back()) <= kMostQuantity)) {
        notUnderstood("\"" + value + "\" is not a number");
        return 0.0;
    }
    return stack.back();
}

std::vector<double> DssScript::numbers(const std::string& value) {
    std::vector<double> list;
    for (const std::string& word : words(value)) {
        list.push_back(number(word));
    }
    return list;
}

std::vector<double> DssScript::matrix(const std::string& value, std::size_t n) {
    std::vector<double> result(n * n, 0.0);
    std::size_t row = 0;
    std::size_t begin = 0;
    while (begin <= value.size()) {
        const std::size_t end = std::min(value.find('|', begin), value.size());
        const std::vector<double> cells = numbers(value.substr(begin, end - begin));
        begin = end + 1;
        if (row >= n || (cells.size() != row + 1 && cells.size() != n)) {
            notUnderstood("a matrix of " + std::to_string(n) + " rows are expected there");
            return result;
        }
        for (std::size_t column = 0; column < cells.size(); ++column) {
            result[row * n + column] = cells[column];
            result[column * n + row] = cells[column];
        }
        ++row;
    }
    if (row != n) {
        notUnderstood("a matrix of " + std::to_string(n) + " rows are expected there");
    }
    return result;
}

double DssScript::unit(const std::string& value) {
    static const std::map<std::string, double> kUnits = {
        {"none", 0.0}, {"mi", 1609.344}, {"kft", 304.8}, {"km", 1000.0},
        {"m", 1.0},    {"ft", 0.3048},   {"in", 0.0254}, {"cm", 0.01}};
    const auto it = kUnits.find(dssLowerCase(value));
    if (it == kUnits.end()) {
        notUnderstood("\"" + value + "\" is not a unit of length");
        return 0.0;
    }
    return it->second;
}

}  // namespace headroom::engine
