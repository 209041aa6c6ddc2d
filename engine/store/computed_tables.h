// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <string_view>

struct sqlite3;

namespace headroom::engine {

/// Whether a CREATE statement computes something when its table is read or written. That is a computed column, a default, a check,
/// a virtual table, or an index of expressions or of a part of the rows. Headroom writes none of these. These expressions take any
/// time and memory in each row.
bool computes(std::string_view statement);

/// Names in lower case of the tables of an open file for which that holds, those of their indices included. Empty if the file cannot
/// be read: the first use of it says why.
std::set<std::string, std::less<>> computedTables(sqlite3* database);

}  // namespace headroom::engine
