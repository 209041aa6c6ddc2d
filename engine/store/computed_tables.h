// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <string_view>

struct sqlite3;

namespace headroom::engine {

/// Whether a CREATE statement, as SQLite keeps it in a file, computes something when the table is read or written: a computed column, a
/// default, a check, a virtual table, an index of expressions or of a part of the rows. Headroom writes none of these, and such an
/// expression takes any time and memory in each row.
bool computes(std::string_view statement);

/// Names in lower case of the tables of an open file for which that holds, those of their indices included. Empty if the file cannot
/// be read: the first use of it says why.
std::set<std::string, std::less<>> computedTables(sqlite3* database);

}  // namespace headroom::engine
