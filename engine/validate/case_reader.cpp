// SPDX-License-Identifier: Apache-2.0
#include "engine/validate/case_reader.h"

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <utility>

namespace headroom::engine {

using Json = nlohmann::json;

namespace {

std::string rangeText(double least, double most) {
    char text[80];
    std::snprintf(text, sizeof text, "a number from %g to %g is expected there", least, most);
    return text;
}

}  // namespace

Error caseError(const std::filesystem::path& path, std::string place, std::string message) {
    Error error;
    error.code = "VAL-003";
    error.message = std::move(message);
    error.remedy = "Compare the file with the format of its kind.";
    error.file = path.string();
    error.path = std::move(place);
    return error;
}

double CaseReader::number(const char* key, double fallback, double least, double most) {
    const auto it = object_.find(key);
    if (it == object_.end()) {
        return fallback;
    }
    if (!it->is_number() || !(it->get<double>() >= least && it->get<double>() <= most)) {
        fail(key, rangeText(least, most));
        return fallback;
    }
    return it->get<double>();
}

int CaseReader::count(const char* key, int fallback, int most) {
    const double value = number(key, fallback, 0.0, most);
    if (value != std::floor(value)) {
        fail(key, "a whole number is expected there");
    }
    return static_cast<int>(value);
}

bool CaseReader::flag(const char* key, bool fallback) {
    const auto it = object_.find(key);
    if (it != object_.end() && !it->is_boolean()) {
        fail(key, "true or false is expected there");
        return fallback;
    }
    return it == object_.end() ? fallback : it->get<bool>();
}

std::vector<int> CaseReader::counts(const char* key) {
    std::vector<int> values;
    const auto it = object_.find(key);
    if (it == object_.end()) {
        return values;
    }
    for (std::size_t i = 0; it->is_array() && i < it->size(); ++i) {
        const Json& value = (*it)[i];
        // As a number first: the integer of a huge unsigned one would wrap.
        if (value.is_number_integer() && value.get<double>() >= 0.0 &&
            value.get<double>() <= std::numeric_limits<int>::max()) {
            values.push_back(value.get<int>());
        }
    }
    if (!it->is_array() || values.size() != it->size()) {
        fail(key, "a list of whole numbers is expected there");
    }
    return values;
}

std::vector<double> CaseReader::numbers(const char* key, double least, double most) {
    std::vector<double> values;
    const auto it = object_.find(key);
    if (it == object_.end()) {
        return values;
    }
    if (!it->is_array()) {
        fail(key, "a list of numbers is expected there");
        return values;
    }
    values.reserve(it->size());
    for (std::size_t i = 0; i < it->size(); ++i) {
        const Json& value = (*it)[i];
        const double number = value.is_number() ? value.get<double>() : least - 1.0;
        if (!(number >= least && number <= most)) {
            fail((std::string(key) + '/' + std::to_string(i)).c_str(), rangeText(least, most));
            return values;
        }
        values.push_back(number);
    }
    return values;
}

double CaseReader::required(const char* key, double least, double most) {
    if (!has(key)) {
        fail(key, "this is missing: " + rangeText(least, most));
    }
    return number(key, least, least, most);
}

std::string CaseReader::text(const char* key) {
    const auto it = object_.find(key);
    if (it == object_.end() || !it->is_string()) {
        fail(key, "a text is expected there");
        return {};
    }
    return it->get<std::string>();
}

CaseReader CaseReader::object(const char* key) {
    static const Json kNone = Json::object();
    const auto it = object_.find(key);
    const bool is = it != object_.end() && it->is_object();
    if (!is) {
        fail(key, "an object is expected there");
    }
    return {is ? *it : kNone, place_ + "/" + key, path_, fault_};
}

CaseReader CaseReader::objectAt(const char* key, std::size_t i) {
    static const Json kNone = Json::object();
    const Json& all = list(key);
    const bool is = i < all.size() && all[i].is_object();
    const std::string at = std::string(key) + '/' + std::to_string(i);
    if (!is) {
        fail(at.c_str(), "an object is expected there");
    }
    return {is ? all[i] : kNone, place_ + "/" + at, path_, fault_};
}

const Json& CaseReader::list(const char* key) {
    static const Json kNone = Json::array();
    const auto it = object_.find(key);
    if (it == object_.end() || !it->is_array()) {
        fail(key, "a list is expected there");
        return kNone;
    }
    return *it;
}

void CaseReader::fail(const char* key, std::string message) {
    if (!fault_) {
        fault_ = caseError(path_, place_ + "/" + key, std::move(message));
    }
}

}  // namespace headroom::engine
