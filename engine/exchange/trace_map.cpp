// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/trace_map.h"

#include "engine/base/json.h"
#include "engine/exchange/object_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <utility>
#include <vector>

namespace headroom::engine {

namespace {

using models::ComponentType;
using MapPair = std::pair<std::string, std::string>;

std::string_view mapWord(std::string_view text) {
    const std::size_t from = text.find_first_not_of(" \t\r\n");
    return from == std::string_view::npos
               ? std::string_view()
               : text.substr(from, text.find_last_not_of(" \t\r\n") - from + 1);
}

Error mapError(std::string message, std::string remedy) {
    Error error;
    error.code = "TRC-010";
    error.message = std::move(message);
    error.remedy = std::move(remedy);
    return error;
}

Result<std::vector<MapPair>> mapPairsOfJson(std::string_view map) {
    const auto root = parseJson<nlohmann::json>(map);
    if (!root.is_object()) {
        return tl::unexpected(mapError("the map of columns is not a JSON object",
                                       "Write {\"submit_column\": \"when\"}."));
    }
    std::vector<MapPair> pairs;
    for (const auto& [key, value] : root.items()) {
        pairs.emplace_back(key, value.is_string() ? value.get<std::string>() : value.dump());
    }
    return pairs;
}

Result<std::vector<MapPair>> mapPairs(std::string_view map) {
    if (mapWord(map).starts_with('{')) {
        return mapPairsOfJson(map);
    }
    std::vector<MapPair> pairs;
    std::string word;
    bool isQuoted = false, isText = false;
    const auto take = [&]() -> Result<void> {
        const std::size_t equals = word.find('=');
        if (!isText && mapWord(word).empty()) {
            return {};
        }
        if (equals == std::string::npos) {
            return tl::unexpected(mapError(fmt::format("\"{}\" is not KEY=VALUE", word),
                                           "Write submit_column=when,size_column=gpus."));
        }
        pairs.emplace_back(mapWord(std::string_view(word).substr(0, equals)),
                           mapWord(std::string_view(word).substr(equals + 1)));
        return {};
    };
    for (const char c : map) {
        isQuoted = isQuoted != (c == '"');
        isText = isText || c == '"';
        if (c == ',' && !isQuoted) {
            if (const auto taken = take(); !taken) {
                return tl::unexpected(taken.error());
            }
            word.clear();
            isText = false;
        } else if (c != '"') {
            word += c;
        }
    }
    if (const auto taken = take(); !taken) {
        return tl::unexpected(taken.error());
    }
    return pairs;
}

}  // namespace

Result<void> applyTraceMap(std::string_view map, const ComponentType& type, void* spec) {
    const auto pairs = mapPairs(map);
    if (!pairs) {
        return tl::unexpected(pairs.error());
    }
    for (const auto& [key, text] : *pairs) {
        const models::Attribute* attribute = type.find(key);
        if (attribute == nullptr) {
            return tl::unexpected(mapError(fmt::format("\"{}\" is not a key of the map", key),
                                           "The keys are " + traceMapKeys(type) + "."));
        }
        auto value = cellValue(*attribute, text);
        if (!value) {
            return tl::unexpected(
                mapError(fmt::format("{}: {}", key, value.error().message), value.error().remedy));
        }
        attribute->set(*attribute, spec, *value);
    }
    return {};
}

std::string traceMapKeys(const ComponentType& type) {
    std::vector<std::string_view> keys;
    for (const models::Attribute& attribute : type.attributes) {
        keys.push_back(attribute.key);
    }
    return fmt::format("{}", fmt::join(keys, ", "));
}

}  // namespace headroom::engine
