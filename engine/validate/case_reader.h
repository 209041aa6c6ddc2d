// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <vector>

/// Members of the JSON objects of a case file, with the place of the first that is wrong.
namespace headroom::engine {

/// VAL-003 at a place (a JSON pointer) of a case file.
Error caseError(const std::filesystem::path& path, std::string place, std::string message);

/// Reads the members of one object. `object`, `path` and `fault` must outlive it; `fault` keeps the
/// first fault, not a later one.
class CaseReader {
  public:
    CaseReader(const nlohmann::json& object, std::string place, const std::filesystem::path& path,
               std::optional<Error>& fault)
        : object_(object), place_(std::move(place)), path_(path), fault_(fault) {}

    bool has(const char* key) const { return object_.contains(key); }

    /// The fallback where there is no such member.
    double number(const char* key, double fallback, double least, double most);
    int count(const char* key, int fallback, int most = std::numeric_limits<int>::max());
    bool flag(const char* key, bool fallback);
    std::vector<int> counts(const char* key);
    /// Empty where there is no such member.
    std::vector<double> numbers(const char* key, double least, double most);

    /// A fault where there is no such member.
    std::string text(const char* key);
    double required(const char* key, double least, double most);
    CaseReader object(const char* key);
    /// The object at a place of the list of that name.
    CaseReader objectAt(const char* key, std::size_t i);
    const nlohmann::json& list(const char* key);

    void fail(const char* key, std::string message);

    /// Whether a member of the whole file was wrong. Nothing may be computed then: its value is a stand-in.
    bool failed() const { return fault_.has_value(); }

  private:
    const nlohmann::json& object_;
    std::string place_;
    const std::filesystem::path& path_;
    std::optional<Error>& fault_;
};

}  // namespace headroom::engine
