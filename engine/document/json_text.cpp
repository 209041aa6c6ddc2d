// SPDX-License-Identifier: Apache-2.0
#include "engine/document/json_text.h"

#include "engine/base/plain_text.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <set>
#include <utility>
#include <vector>

namespace headroom::engine {

namespace {

using Json = nlohmann::json;

constexpr std::string_view kLastRead = "; last read: ";
constexpr std::size_t kMostLastRead = 24;
constexpr std::size_t kLongestWord = 200;  // of a message: longer ones nobody reads

constexpr int kNumberOverflow = 406;  // nlohmann::json::out_of_range

// Iterator over a text that tells others how far the parser has come.
struct CountingIterator {
    using iterator_category = std::forward_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    const char* at = nullptr;
    std::size_t* consumed = nullptr;

    reference operator*() const { return *at; }

    CountingIterator& operator++() {
        ++at;
        ++*consumed;
        return *this;
    }

    CountingIterator operator++(int) {
        CountingIterator before = *this;
        ++*this;
        return before;
    }

    bool operator==(const CountingIterator& other) const { return at == other.at; }

    bool operator!=(const CountingIterator& other) const { return at != other.at; }
};

// Notes the line of every value while the parser passes it.
class LineScanner : public nlohmann::json_sax<Json> {
  public:
    LineScanner(const std::string& text, const std::string& file, std::string_view prefix)
        : text_(text), file_(file), prefix_(prefix) {}

    bool scan() {
        const char* begin = text_.data();
        return Json::sax_parse(CountingIterator{begin, &consumed_},
                               CountingIterator{begin + text_.size(), &consumed_}, this);
    }

    bool null() override { return value(); }

    bool boolean(bool) override { return value(); }

    bool number_integer(number_integer_t) override { return value(); }

    bool number_unsigned(number_unsigned_t) override { return value(); }

    bool number_float(number_float_t, const string_t&) override { return value(); }

    bool string(string_t&) override { return value(); }

    bool binary(binary_t&) override { return value(); }

    bool start_object(std::size_t) override { return open(false); }

    bool start_array(std::size_t) override { return open(true); }

    bool end_object() override { return close(); }

    bool end_array() override { return close(); }

    bool key(string_t& name) override {
        Level& level = levels_.back();
        level.key = name;
        const std::string pointer = level.pointer + pointerStep(name);
        if (!level.keys.insert(name).second) {
            errors.push_back({prefix_ + "-003", "The key \"" + name + "\" occurs twice here.",
                              "Delete one of the two.", file_, pointer, here()});
        } else {
            lines[pointer] = here();
        }
        return true;
    }

    bool parse_error(std::size_t position, const std::string& token,
                     const nlohmann::detail::exception& exception) override {
        std::string reason = exception.what();
        // "[json.exception.parse_error.101] parse error at line 3, column 5: syntax error …"
        if (const std::size_t from = reason.find("] "); from != std::string::npos) {
            reason.erase(0, from + 2);
        }
        if (const std::size_t from = reason.find(": "); from != std::string::npos) {
            reason.erase(0, from + 2);
        }
        // "…; last read: 'TOKEN'" with all of the token: a wrong file may be a secret, of which no message shows more than a word.
        if (const std::size_t from = reason.find(kLastRead); from != std::string::npos) {
            reason = reason.substr(0, from + kLastRead.size()) +
                     shortened(reason.substr(from + kLastRead.size()), kMostLastRead);
        }
        const bool isOver = reason.find("unexpected end of input") != std::string::npos;
        // The parser counts the characters that it has read, those of the token included.
        const std::size_t end = std::min(position, text_.size());
        // Only of texts and numbers does the token hold no more than itself.
        const bool isWhole = exception.id == kNumberOverflow ||
                             reason.find("unexpected string") != std::string::npos ||
                             reason.find("unexpected number") != std::string::npos ||
                             reason.find("invalid string") != std::string::npos;
        const bool isCut = isOver || (end == text_.size() &&
                                      reason.find("missing closing quote") != std::string::npos);
        const std::size_t length = isOver ? 0 : isWhole ? token.size() : 1;
        const std::size_t begin = end - std::min(end, length);
        const std::string_view before = std::string_view(text_).substr(0, begin);
        const std::size_t lineStart = before.rfind('\n') + 1;  // 0 where there is none
        const int line = 1 + static_cast<int>(std::count(before.begin(), before.end(), '\n'));
        const std::string where = "line " + std::to_string(line) + ", column " +
                                  std::to_string(before.size() - lineStart + 1);
        std::string message;
        std::string remedy;
        if (exception.id == kNumberOverflow) {
            message = "A number is too large (" + shortened(token, kMostLastRead) + "), at " +
                      where + ".";
            remedy = "State a number below 1e308.";
        } else if (isCut) {
            message = text_.empty() ? "The file is empty."
                                    : "The file ends too early, at " + where + " (" + reason + ").";
            remedy = "It may have been cut while it was copied: take a complete copy or a backup.";
        } else {
            message = "This is not JSON, at " + where + ": " + reason + ".";
            remedy = "Correct the text there: a comma, quote or bracket is missing or too many.";
        }
        errors.push_back({prefix_ + "-002", message, remedy, file_, "", line});
        return false;
    }

    std::unordered_map<std::string, int> lines;
    Errors errors;

  private:
    struct Level {
        std::string pointer;
        bool isArray = false;
        std::size_t index = 0;
        std::string key;
        std::set<std::string> keys;
    };

    // Line of the token that was just read. A number is known to have ended only by the character
    // after it, which may be a line break: hence all but the last character consumed.
    int here() {
        const std::size_t end = consumed_ == 0 ? 0 : consumed_ - 1;
        if (end > counted_) {
            line_ += static_cast<int>(std::count(text_.begin() + static_cast<long>(counted_),
                                                 text_.begin() + static_cast<long>(end), '\n'));
            counted_ = end;
        }
        return line_;
    }

    std::string pass() {
        if (levels_.empty()) {
            lines[""] = here();
            return "";
        }
        Level& level = levels_.back();
        if (!level.isArray) {
            return level.pointer + pointerStep(level.key);
        }
        std::string pointer = level.pointer + '/' + std::to_string(level.index++);
        lines[pointer] = here();
        return pointer;
    }

    bool value() {
        pass();
        return true;
    }

    bool open(bool isArray) {
        std::string pointer = pass();
        if (levels_.size() >= static_cast<std::size_t>(JsonText::kMaximumDepth)) {
            errors.push_back({prefix_ + "-004",
                              "Values are nested more than " +
                                  std::to_string(JsonText::kMaximumDepth) + " deep.",
                              "No file of this format needs that: check where the text comes from.",
                              file_, pointer, here()});
            return false;
        }
        levels_.push_back({std::move(pointer), isArray, 0, {}, {}});
        return true;
    }

    bool close() {
        levels_.pop_back();
        return true;
    }

    const std::string& text_;
    std::string file_;
    std::string prefix_;
    std::size_t consumed_ = 0;
    std::size_t counted_ = 0;
    int line_ = 1;
    std::vector<Level> levels_;
};

// Makes the tree of values, and stops at what LineScanner would report.
class TreeBuilder : public nlohmann::json_sax<Json> {
  public:
    bool null() override { return put(nullptr); }

    bool boolean(bool v) override { return put(v); }

    bool number_integer(number_integer_t v) override { return put(v); }

    bool number_unsigned(number_unsigned_t v) override { return put(v); }

    bool number_float(number_float_t v, const string_t&) override { return put(v); }

    bool string(string_t& v) override { return put(std::move(v)); }

    bool binary(binary_t&) override { return false; }

    bool start_object(std::size_t) override { return open(Json::object()); }

    bool start_array(std::size_t) override { return open(Json::array()); }

    bool end_object() override { return close(); }

    bool end_array() override { return close(); }

    bool key(string_t& name) override {
        const auto [at, isNew] =
            open_.back()->get_ref<Json::object_t&>().emplace(std::move(name), nullptr);
        member_ = &at->second;
        return isNew;
    }

    bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override {
        return false;
    }

    Json root;

  private:
    bool put(Json value) {
        place(std::move(value));
        return true;
    }

    bool open(Json value) {
        if (open_.size() >= static_cast<std::size_t>(JsonText::kMaximumDepth)) {
            return false;
        }
        open_.push_back(place(std::move(value)));
        return true;
    }

    bool close() {
        open_.pop_back();
        return true;
    }

    Json* place(Json value) {
        if (open_.empty()) {
            root = std::move(value);
            return &root;
        }
        if (open_.back()->is_array()) {
            return &open_.back()->get_ref<Json::array_t&>().emplace_back(std::move(value));
        }
        *member_ = std::move(value);
        return member_;
    }

    std::vector<Json*> open_;
    Json* member_ = nullptr;  // whose key was read last
};

}  // namespace

std::string pointerStep(std::string_view key) {
    std::string step = "/";
    for (const char c : key) {
        if (c == '~') {
            step += "~0";
        } else if (c == '/') {
            step += "~1";
        } else {
            step += c;
        }
    }
    return step;
}

ResultAll<JsonText> JsonText::parse(const std::string& text, const std::string& file,
                                    std::string_view codePrefix) {
    // The library takes a zero byte for the end of the text and ignores what follows.
    if (const std::size_t zero = text.find('\0'); zero != std::string::npos) {
        const auto line =
            1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(zero), '\n');
        const std::size_t lineStart = text.rfind('\n', zero) + 1;  // 0 where there is none
        return tl::unexpected(Errors{
            {std::string(codePrefix) + "-002",
             "This is not text: it holds a zero byte, at line " + std::to_string(line) +
                 ", column " + std::to_string(zero - lineStart + 1) + ".",
             "Check that this is the file that you meant.", file, "", static_cast<int>(line)}});
    }
    TreeBuilder tree;
    if (!Json::sax_parse(text, &tree)) {
        LineScanner scanner(text, file, codePrefix);
        scanner.scan();
        return tl::unexpected(std::move(scanner.errors));
    }
    JsonText result;
    result.root_ = std::move(tree.root);
    result.file_ = file;
    result.text_ = text;
    return result;
}

int JsonText::line(std::string pointer) const {
    if (lines_.empty()) {
        LineScanner scanner(text_, file_, {});
        scanner.scan();
        lines_ = std::move(scanner.lines);
    }
    while (true) {
        if (const auto found = lines_.find(pointer); found != lines_.end()) {
            return found->second;
        }
        if (pointer.empty()) {
            return 0;
        }
        pointer.erase(pointer.rfind('/'));
    }
}

std::string inQuotes(std::string_view word) {
    return '"' + shortened(word, kLongestWord) + '"';
}

std::string inQuotes(const std::vector<std::string>& words) {
    std::string list;
    for (const std::string& word : words) {
        list += (list.empty() ? "" : ", ") + inQuotes(word);
    }
    return list;
}

std::string didYouMean(const std::string& word, const std::vector<std::string>& words,
                       const std::string& otherwise) {
    const std::string near = nearest(word, words);
    return near.empty() ? otherwise : "Did you mean " + inQuotes(near) + "?";
}

void Faults::refuseUnknown(const Json& object, const std::string& pointer,
                           const std::vector<std::string>& known, const std::string& what) {
    const bool isWhole =
        what.starts_with("a ") || what.starts_with("an ") || what.starts_with("the ");
    for (const auto& [key, ignored] : object.items()) {
        if (std::find(known.begin(), known.end(), key) == known.end()) {
            add("010", pointer + pointerStep(key),
                isWhole ? inQuotes(key) + " is not a key of " + what + '.'
                        : "The " + what + ' ' + inQuotes(key) + " is unknown.",
                didYouMean(key, known, "Delete it; known here: " + inQuotes(known) + "."));
        }
    }
}

void Faults::add(std::string_view number, const std::string& pointer, Words message, Words remedy) {
    errors_.push_back({prefix_ + '-' + std::string(number), std::move(message), std::move(remedy),
                       text_.file(), pointer, text_.line(pointer)});
}

Errors Faults::take() {
    std::stable_sort(errors_.begin(), errors_.end(),
                     [](const Error& a, const Error& b) { return a.line < b.line; });
    return std::move(errors_);
}

}  // namespace headroom::engine
