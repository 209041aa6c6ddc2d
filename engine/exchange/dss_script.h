// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// The script language of OpenDSS below its elements: commands with their words and properties, files that
/// redirect to others, and what values are: numbers with reverse Polish arithmetic, arrays, matrices,
/// units of length. dss.cpp makes a feeder of them.
namespace headroom::engine {

/// One command: its words, and its properties in order ("wdg" changes what follows it).
struct DssCommand {
    std::vector<std::string> words;
    std::vector<std::pair<std::string, std::string>> properties;
    std::filesystem::path file;
    int line = 0;
};

std::string dssLowerCase(std::string_view text);

/// Reads scripts and values; the first fault stays, with file and line of the command at hand: DSS-001 and
/// DSS-002 as in dss.h.
class DssScript {
  protected:
    void fail(const char* code, std::string message, std::string remedy);
    void notUnderstood(std::string message);
    void notRead(std::string message);

    /// Splits a file into commands; a line that begins with ~ continues with the last one. Redirects are
    /// followed `depth` deep already.
    void scan(const std::filesystem::path& path, int depth);

    /// Words of an array: "[1.0 2, 3]".
    static std::vector<std::string> words(const std::string& value);

    /// A number, or arithmetic in reverse Polish notation: "(8 1000 /)".
    double number(const std::string& value);

    std::vector<double> numbers(const std::string& value);

    /// A square matrix of n rows, full or its lower triangle, rows apart by |.
    std::vector<double> matrix(const std::string& value, std::size_t n);

    /// Metres of a unit of length; 0 if none.
    double unit(const std::string& value);

    std::vector<DssCommand> commands_;
    const DssCommand* command_ = nullptr;            ///< at hand
    std::map<std::string, std::string> statedTaps_;  ///< by comments, of the published solution
    std::optional<Error> fault_;

  private:
    void noteTaps(std::string_view line);
    void split(std::string_view line, DssCommand& command);
};

}  // namespace headroom::engine
