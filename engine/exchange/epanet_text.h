// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// The lines of an EPANET file by section, and its words for times.
namespace headroom::engine {

struct EpanetLine {
    int number = 0;
    std::vector<std::string> words;  ///< without comment

    std::size_t size() const { return words.size(); }

    /// Empty where there are fewer.
    std::string_view word(std::size_t i) const {
        return i < words.size() ? std::string_view(words[i]) : std::string_view{};
    }
};

struct EpanetText {
    std::string title;
    /// By name in upper case, as EPANET tells them: by their first four letters ("JUNC").
    std::map<std::string, std::vector<EpanetLine>> sections;

    const std::vector<EpanetLine>& section(const std::string& name) const;
};

/// INP-003 for a section that is unknown.
Result<EpanetText> readEpanetText(const std::filesystem::path& path);

std::string upperCase(std::string_view text);

/// Whether a word begins with `keyword`, which is in upper case.
bool beginsWith(std::string_view word, std::string_view keyword);

/// "1:30", "0:05:30", "90 MIN", "7 AM", "24" (hours) from word `first` on; seconds.
std::optional<double> epanetSeconds(const EpanetLine& line, std::size_t first);

/// Takes figures and names from lines and remembers the first fault; 0 is given then.
class EpanetFaults {
  protected:
    using Ids = std::map<std::string, int, std::less<>>;

    explicit EpanetFaults(std::filesystem::path path) : path_(std::move(path)) {}

    const std::filesystem::path& path() const { return path_; }

    void fail(const char* code, int line, std::string message, std::string remedy);
    void notUnderstood(const EpanetLine& line, std::string what);

    /// `otherwise` where the line is shorter.
    double number(const EpanetLine& line, std::size_t i, std::optional<double> otherwise = {});
    /// The same for a length or diameter: INP-001 where the number is not above 0, as in EPANET (error 202). `what` names it.
    double positive(const EpanetLine& line, std::size_t i, const char* what);

    /// epanetSeconds, whole.
    long seconds(const EpanetLine& line, std::size_t first);

    /// INP-001 for a shorter line. Whether all is well so far.
    bool needs(const EpanetLine& line, std::size_t words);

    /// INP-002 for an id that is not among them; INP-004 for one that is, already.
    int find(const Ids& ids, const EpanetLine& line, std::string_view id, const char* what);
    void add(Ids& ids, const EpanetLine& line, int index);

    std::optional<Error> fault_;

  private:
    std::filesystem::path path_;
};

}  // namespace headroom::engine
