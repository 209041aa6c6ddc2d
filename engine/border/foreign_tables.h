// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

/// Texts of another grammar than rows and cells that hold a table all the same.
namespace headroom::engine {

struct ForeignTable {
    std::string csv;    ///< comma-separated, names in the first line
    std::string words;  ///< "a grid of Haystack in Zinc"
};

/// Columns under rules of dashes, as sacct prints without --parsable2; Zinc of Haystack; line protocol of InfluxDB; prices of ENTSO-E and readings of Green Button (ESPI) in XML. Nothing if the text is none of
/// these, or is cut.
std::optional<ForeignTable> foreignTable(std::string_view text);

/// Whether the text begins as one of these.
bool isRuled(std::string_view text);
bool isZinc(std::string_view text);
bool isLineProtocol(std::string_view text);
bool isEntsoeXml(std::string_view text);
bool isGreenButton(std::string_view text);

}  // namespace headroom::engine
