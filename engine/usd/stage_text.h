// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The grammar of a text layer of OpenUSD (usda 1.0): prims inside prims, each with metadata and attributes.
namespace headroom::engine {

/// A text in quotation marks on one line; quotation marks, backslashes and line ends are escaped, odd characters (plain_text.h) shown.
std::string usdQuoted(std::string_view text);

/// Shortest decimal that reads back as the same number. No number and infinity become None, which means: no value then.
std::string usdNumber(double value);
std::string usdNumber(float value);

/// Names of the prims inside one prim: letters of ASCII, digits and underscores, not a digit first, each once.
class UsdNames {
  public:
    std::string take(std::string_view words);

  private:
    std::set<std::string> taken_;
};

/// A layer that is being written. Prims are closed in the order in which they were opened.
class StageText {
  public:
    /// `metadata`: lines such as `upAxis = "Z"`.
    explicit StageText(const std::vector<std::string>& metadata);

    /// Opens a prim: `specifier` is def or class; `schema` may be empty.
    void open(std::string_view specifier, std::string_view schema, std::string_view name,
              const std::vector<std::string>& metadata = {});
    void close();

    /// One attribute: `declaration` is type and name.
    void attribute(std::string_view declaration, std::string_view value,
                   std::string_view metadata = {});
    /// Values of an attribute at instants: time codes are seconds of the run. An instant without a number has the value None.
    void samples(std::string_view declaration, std::span<const double> timeS,
                 std::span<const std::string> values);

    /// The finished text.
    std::string take();

  private:
    void line(std::string_view text);

    std::string text_;
    std::string indent_;
};

}  // namespace headroom::engine
