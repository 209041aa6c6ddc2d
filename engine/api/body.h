// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/document/json_text.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace headroom::engine {

/// The JSON object of a request's body, its keys known beforehand. Faults are gathered, as in files: REQ-002 not JSON, -003
/// a key twice, -004 too deep, -010 unknown key, -011 missing, -012 wrong kind, -013 out of range.
class Body {
  public:
    /// Empty `known`: any key.
    static ResultAll<Body> read(const std::string& text, const std::vector<std::string>& known);

    const nlohmann::json& object() const { return text_.root(); }

    std::optional<bool> flag(const std::string& key);
    std::optional<double> number(const std::string& key, double least, double most);
    std::optional<std::int64_t> whole(const std::string& key);
    std::optional<std::string> word(const std::string& key);
    std::vector<std::string> texts(const std::string& key, std::size_t most);

    void add(std::string_view number, const std::string& key, std::string message,
             std::string remedy);

    /// So far; none where all is well.
    Errors faults();

  private:
    explicit Body(JsonText text) : text_(std::move(text)) {}

    const nlohmann::json* find(const std::string& key) const;

    JsonText text_;
    Errors errors_;
};

}  // namespace headroom::engine
