// SPDX-License-Identifier: Apache-2.0
#include "engine/border/row_scanner.h"

#include "engine/border/instant_text.h"

#include <algorithm>
#include <array>
#include <map>

namespace headroom::engine {

namespace {

constexpr std::size_t kShownLines = 60;

bool isBlank(char c) {
    return c == ' ' || c == '\t';
}

/// Separators of a line outside quotes.
std::size_t countIn(std::string_view line, char separator) {
    std::size_t count = 0;
    bool isQuoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        isQuoted = line[i] == '"' ? !isQuoted : isQuoted;
        if (separator == kWordColumns) {
            count += isBlank(line[i]) && i > 0 && !isBlank(line[i - 1]) ? 1 : 0;
            continue;
        }
        if (isQuoted || line[i] != separator) {
            continue;
        }
        if (separator != kAlignedColumns) {
            ++count;
        } else if (i + 1 < line.size() && line[i + 1] == ' ' && i > 0 && line[i - 1] != ' ') {
            ++count;  // the first of two or more
        }
    }
    return count;
}

std::vector<std::string_view> firstLines(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty() && lines.size() < kShownLines) {
        const std::size_t end = text.find_first_of("\r\n");
        const std::string_view line = trimmed(text.substr(0, end));
        if (!line.empty()) {
            lines.push_back(line);
        }
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return lines;
}

/// Lines that have the most frequent number of separators above 0.
std::size_t evenLines(const std::vector<std::string_view>& lines, char separator) {
    std::map<std::size_t, std::size_t> linesOfCount;
    for (const std::string_view line : lines) {
        ++linesOfCount[countIn(line, separator)];
    }
    std::size_t most = 0;
    for (const auto& [count, number] : linesOfCount) {
        most = count > 0 ? std::max(most, number) : most;
    }
    return most;
}

/// Whether lines of aligned text are words: the first has as many as more lines have than agree on columns two blanks apart. Commands
/// right-align columns, so that a long name touches its neighbour but for one blank (squeue: "JOBID PARTITION").
bool isOfWords(const std::vector<std::string_view>& lines, std::size_t alignedLines) {
    const std::size_t words = countIn(lines.front(), kWordColumns);
    const auto alike = static_cast<std::size_t>(
        std::count_if(lines.begin(), lines.end(),
                      [&](std::string_view line) { return countIn(line, kWordColumns) == words; }));
    return words > 0 && alike > alignedLines;
}

}  // namespace

bool RowScanner::next() {
    while (at_ < text_.size()) {
        rowBegin_ = at_;
        rowLine_ = line_;
        cells_.clear();
        unquoted_.clear();
        separator_ == kAlignedColumns || separator_ == kWordColumns ? alignedRow() : readRow();
        if (std::any_of(cells_.begin(), cells_.end(),
                        [](std::string_view cell) { return !cell.empty(); })) {
            return true;
        }
    }
    return false;
}

void RowScanner::rewindTo(std::size_t at, int line) {
    at_ = at;
    line_ = line;
}

void RowScanner::moveTo(std::string_view text, std::size_t at) {
    text_ = text;
    at_ = at;
}

void RowScanner::readRow() {
    for (;;) {
        while (at_ < text_.size() && text_[at_] == ' ' && separator_ != ' ') {
            ++at_;
        }
        std::string_view cell;
        if (at_ < text_.size() && text_[at_] == '"') {
            cell = quoted();
        }
        const std::size_t from = at_;
        while (at_ < text_.size() && text_[at_] != separator_ && text_[at_] != '\n' &&
               text_[at_] != '\r') {
            ++at_;
        }
        const std::string_view plain = trimmed(text_.substr(from, at_ - from));
        cells_.push_back(cell.data() == nullptr ? plain : cell);
        if (at_ >= text_.size()) {
            return;
        }
        const char end = text_[at_++];
        if (end == separator_) {
            continue;
        }
        if (end == '\r' && at_ < text_.size() && text_[at_] == '\n') {
            ++at_;
        }
        ++line_;
        return;
    }
}

/// Behind a cell that begins with a quote. A quote that never ends is a character.
std::string_view RowScanner::quoted() {
    const std::size_t from = at_ + 1;
    std::size_t end = from;
    bool hasDoubled = false;
    for (;;) {
        end = text_.find('"', end);
        if (end == std::string_view::npos) {
            return {};
        }
        if (end + 1 < text_.size() && text_[end + 1] == '"') {
            hasDoubled = true;
            end += 2;
            continue;
        }
        break;
    }
    const char behind = end + 1 < text_.size() ? text_[end + 1] : '\n';
    if (behind != separator_ && behind != '\n' && behind != '\r' && behind != ' ') {
        return {};  // a quote inside of a word
    }
    const std::string_view inside = text_.substr(from, end - from);
    line_ += static_cast<int>(std::count(inside.begin(), inside.end(), '\n'));
    at_ = end + 1;
    if (!hasDoubled) {
        return trimmed(inside);
    }
    std::string& plain = unquoted_.emplace_back();
    for (std::size_t i = 0; i < inside.size(); ++i) {
        plain += inside[i];
        i += inside[i] == '"' ? 1 : 0;
    }
    return plain;
}

void RowScanner::alignedRow() {
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    std::string_view line = text_.substr(at_, end - at_);
    at_ = std::min(end + 1, text_.size());
    ++line_;
    line = trimmed(line);
    while (!line.empty()) {
        const std::size_t gap = separator_ == kWordColumns
                                    ? line.find_first_of(" \t")
                                    : std::min(line.find("  "), line.find('\t'));
        cells_.push_back(line.substr(0, gap));
        line = gap == std::string_view::npos ? std::string_view() : trimmed(line.substr(gap));
    }
}

char separatorOfText(std::string_view text) {
    constexpr std::string_view kMark = "sep=";
    if (text.starts_with(kMark) && text.size() > kMark.size()) {
        return text[kMark.size()];
    }
    const std::vector<std::string_view> lines = firstLines(text);
    char best = ',';
    std::size_t most = 0;
    for (const char separator : {'\t', ';', '|', ','}) {
        const std::size_t even = evenLines(lines, separator);
        if (even > most) {
            most = even;
            best = separator;
        }
    }
    const std::size_t aligned = evenLines(lines, kAlignedColumns);
    if (3 * most >= lines.size() || aligned <= most) {
        return best;
    }
    return isOfWords(lines, aligned) ? kWordColumns : kAlignedColumns;
}

}  // namespace headroom::engine
