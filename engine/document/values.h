// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/words.h"
#include "models/core/attribute.h"

#include <nlohmann/json.hpp>
#include <tl/expected.hpp>

#include <string>
#include <string_view>
#include <vector>

/// Attribute values as JSON, and the rules that the tables state for them. Project files,
/// catalogue files and edits all pass through here.
namespace headroom::engine {

/// Fault of one value. The number is the same in every family of codes ("PRJ-013",
/// "CAT-013", "EDT-013"): 011 missing, 012 wrong kind, 013 out of range, 014 not among the choices,
/// 015 malformed id, 017 reference to nothing, 018 not a curve, 022 a character that no text
/// may hold, 023 a text that is too long, 024 not a start time.
struct ValueFault {
    std::string_view number;
    std::string where;  ///< JSON pointer below the value, for lists and curves; mostly empty
    Words message;
    Words remedy;
};

using ValueFaults = std::vector<ValueFault>;

/// Format of a file: the only version that is written, and the newest that is read.
inline constexpr std::string_view kProjectFormat = "headroom-project/1";
inline constexpr std::string_view kCatalogueFormat = "headroom-catalogue/1";

/// Ids of objects and parts: [a-z0-9][a-z0-9-]*, at most that many of them.
inline constexpr std::string_view kIdPattern = "^[a-z0-9][a-z0-9-]*$";
inline constexpr std::size_t kLongestId = 200;
inline constexpr std::string_view kIdRemedy =
    "Use at most 200 lower-case letters, digits and hyphens, no hyphen first.";
bool isValidId(std::string_view id);

/// Bytes of any other text: a name, a description, the path of a file.
inline constexpr std::size_t kLongestText = 10'000;

/// Limits of an attribute as numbers; whole numbers without stated limits have those of 32 bits.
struct Range {
    double minimum;
    double maximum;
};

Range rangeOf(const models::Attribute& attribute);

/// Reads a value and checks kind, range and choice.
tl::expected<models::Value, ValueFaults> valueFromJson(const models::Attribute& attribute,
                                                       const nlohmann::json& json);

/// Fault of any text of a file under that key: 022 and 023.
ValueFaults textFaults(std::string_view key, std::string_view text);

/// The same rules for a value that is at hand already. A value that is not stated (monostate) is a
/// fault where the table requires it.
ValueFaults valueFaults(const models::Attribute& attribute, const models::Value& value);

/// The value as JSON text on one line; numbers in the shortest form that reads back the same.
std::string valueToJson(const models::Value& value);

/// Shortest decimal text that reads back as the same double: "2500", "0.1", "1e+22".
std::string numberText(double number);

/// A text as JSON string literal, with quotes.
std::string jsonString(const std::string& text);

}  // namespace headroom::engine
