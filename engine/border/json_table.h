// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>
#include <vector>

/// Tables inside of JSON; for users there is table_text.h.
namespace headroom::engine {

struct JsonTable {
    std::vector<std::string> names;
    std::vector<std::vector<std::string>> rows;  ///< a cell for each name
    bool isFound = false;
};

/// The longest table of a document: a list of objects (nested members become "a.b"), an object of lists
/// of equal length (Open-Meteo), or "columns" and "values". Lists of lists of objects (Home Assistant) are joined. Data frames of
/// Grafana and its "datapoints" become columns time, sensor and value; series of InfluxDB have a column for each tag; grids of Haystack
/// keep the units of their values.
JsonTable tableOfJson(const nlohmann::json& root);

/// Members of an object with their path; lists and null are texts.
std::vector<std::pair<std::string, std::string>> flatJson(const nlohmann::json& object);

}  // namespace headroom::engine
