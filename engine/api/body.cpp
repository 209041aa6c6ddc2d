// SPDX-License-Identifier: Apache-2.0
#include "engine/api/body.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace headroom::engine {

namespace {

constexpr const char* kFile = "request";
constexpr double kMostWhole = 9e15;

}  // namespace

ResultAll<Body> Body::read(const std::string& text, const std::vector<std::string>& known) {
    auto json = JsonText::parse(text, kFile, "REQ");
    if (!json) {
        return tl::unexpected(json.error());
    }
    Body body(std::move(*json));
    if (!body.object().is_object()) {
        body.add("012", "", "The body is not a JSON object.", "Write it in braces, with keys.");
        return tl::unexpected(body.faults());
    }
    if (!known.empty()) {
        Faults unknown(body.text_, "REQ");
        unknown.refuseUnknown(body.object(), "", known, "key");
        if (Errors errors = unknown.take(); !errors.empty()) {
            return tl::unexpected(std::move(errors));
        }
    }
    return body;
}

const nlohmann::json* Body::find(const std::string& key) const {
    const auto at = object().find(key);
    return at == object().end() || at->is_null() ? nullptr : &*at;
}

void Body::add(std::string_view number, const std::string& key, std::string message,
               std::string remedy) {
    const std::string pointer = key.empty() ? "" : pointerStep(key);
    errors_.push_back({"REQ-" + std::string(number), std::move(message), std::move(remedy), kFile,
                       pointer, text_.line(pointer)});
}

std::optional<bool> Body::flag(const std::string& key) {
    const auto* value = find(key);
    if (value == nullptr) {
        return std::nullopt;
    }
    if (!value->is_boolean()) {
        add("012", key, fmt::format("\"{}\" is neither true nor false.", key),
            "Write true or false.");
        return std::nullopt;
    }
    return value->get<bool>();
}

std::optional<double> Body::number(const std::string& key, double least, double most) {
    const auto* value = find(key);
    if (value == nullptr) {
        return std::nullopt;
    }
    if (!value->is_number()) {
        add("012", key, fmt::format("\"{}\" is not a number.", key), "Write a number.");
        return std::nullopt;
    }
    const double number = value->get<double>();
    if (!(number >= least && number <= most)) {
        add("013", key,
            fmt::format("\"{}\" is {:g}; it is from {:g} to {:g}.", key, number, least, most),
            "State a value inside it.");
        return std::nullopt;
    }
    return number;
}

std::optional<std::int64_t> Body::whole(const std::string& key) {
    const auto value = number(key, -kMostWhole, kMostWhole);
    if (value && std::floor(*value) != *value) {
        add("012", key, fmt::format("\"{}\" is not a whole number.", key),
            "Write one without a point.");
        return std::nullopt;
    }
    return value ? std::optional(static_cast<std::int64_t>(*value)) : std::nullopt;
}

std::optional<std::string> Body::word(const std::string& key) {
    const auto* value = find(key);
    if (value == nullptr) {
        return std::nullopt;
    }
    if (!value->is_string()) {
        add("012", key, fmt::format("\"{}\" is not a text.", key), "Write it in double quotes.");
        return std::nullopt;
    }
    return value->get<std::string>();
}

std::vector<std::string> Body::texts(const std::string& key, std::size_t most) {
    const auto* value = find(key);
    if (value == nullptr) {
        return {};
    }
    std::vector<std::string> words;
    if (value->is_array()) {
        for (const auto& each : *value) {
            if (each.is_string()) {
                words.push_back(each.get<std::string>());
            }
        }
    }
    if (!value->is_array() || words.size() != value->size()) {
        add("012", key, fmt::format("\"{}\" is not a list of texts.", key),
            "Write [\"one\", \"another\"].");
        return {};
    }
    if (words.size() > most) {
        add("013", key, fmt::format("\"{}\" has {} entries; at most {}.", key, words.size(), most),
            "Use a pattern that ends in *.");
        return {};
    }
    return words;
}

Errors Body::faults() {
    return std::exchange(errors_, {});
}

}  // namespace headroom::engine
