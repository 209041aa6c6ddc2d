// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/manual/book.h"
#include "engine/sheet/sheet.h"

#include <string>
#include <string_view>
#include <vector>

namespace headroom::engine::manual {

/// The places that a search found, as a table: page (without ".md"), heading, text around the words.
Sheet placesSheet(const std::vector<Hit>& hits, std::string_view words);

/// A page as terminals show it: headings underlined, links as their text, tables and code unchanged. UTF-8.
std::string pageText(const Page& page);

}  // namespace headroom::engine::manual
