// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace headroom::engine {

/// A JSON text with the line of every value in it. Reading reports what a plain parser hides: keys
/// that occur twice, and nesting that no file of ours has.
///
/// Faults, with the prefix of the caller: -002 not JSON (line and column in the message), -003 a
/// key occurs twice in one object, -004 nested deeper than kMaximumDepth.
class JsonText {
  public:
    static constexpr int kMaximumDepth = 32;

    static ResultAll<JsonText> parse(const std::string& text, const std::string& file,
                                     std::string_view codePrefix);

    const nlohmann::json& root() const { return root_; }

    const std::string& file() const { return file_; }

    /// Line of the value at a JSON pointer: that of its key, or of its first character in an array.
    /// For a pointer to what is not there, the line of the nearest thing around it. The first call reads the text
    /// once more, as few texts are asked: one thread at a time.
    int line(std::string pointer) const;

  private:
    nlohmann::json root_;
    std::string file_;
    std::string text_;
    mutable std::unordered_map<std::string, int> lines_;  ///< empty until somebody asks
};

/// A key as one step of a JSON pointer ("/" and "~" escaped, RFC 6901).
std::string pointerStep(std::string_view key);

/// A word in double quotes, for messages; a very long one without its middle.
std::string inQuotes(std::string_view word);

/// Words in double quotes, with commas.
std::string inQuotes(const std::vector<std::string>& words);

/// `Did you mean "near"?` where some word is near, otherwise the other remedy.
std::string didYouMean(const std::string& word, const std::vector<std::string>& words,
                       const std::string& otherwise);

/// Collects the faults of one text; the codes are PREFIX-NNN.
class Faults {
  public:
    Faults(const JsonText& text, std::string_view codePrefix) : text_(text), prefix_(codePrefix) {}

    void add(std::string_view number, const std::string& pointer, Words message, Words remedy);

    /// -010 for every key of `object` that is not known, with the nearest known one.
    /// `what`: "key", or what the object is, with its article: "a sensor".
    void refuseUnknown(const nlohmann::json& object, const std::string& pointer,
                       const std::vector<std::string>& known, const std::string& what);

    /// All of them, in the order of the file.
    Errors take();

  private:
    const JsonText& text_;
    std::string prefix_;
    Errors errors_;
};

}  // namespace headroom::engine
