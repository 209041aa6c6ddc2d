// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/exchange/import_draft.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace headroom::engine {

/// One line of somebody else's table, or one object of a list in JSON: fields by name in lower case
/// with underscores. Nested objects have heads such as "rack.name"; "rack" itself holds the
/// object's name, slug or value.
struct ForeignRecord {
    int line = 0;
    std::map<std::string, std::string, std::less<>> fields;

    /// The first of these fields that is not empty; empty if none.
    const std::string& get(std::initializer_list<std::string_view> names) const;
};

struct ForeignRecords {
    std::vector<ForeignRecord> records;
    std::vector<std::string> fields;  ///< that any of them has
    bool isRead = false;
};

/// Reads CSV with a heading, a JSON list, or a JSON object with a list "results" (as paged answers
/// of interfaces have it). Faults, with the prefix: -001 neither, damaged or cut; -003 a line with
/// more or fewer cells than the heading; warning -004 where "next" tells of pages that are missing.
ForeignRecords readForeignRecords(const std::string& text, const std::string& file,
                                  const std::string& codePrefix, ImportDraft& draft);

}  // namespace headroom::engine
