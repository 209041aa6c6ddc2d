// SPDX-License-Identifier: Apache-2.0
#include "engine/guests/guest_answer.h"

#include "models/core/attribute.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <optional>
#include <string_view>

namespace headroom::engine {

using Json = nlohmann::json;

namespace {

constexpr std::size_t kMostVariables = 100'000;
constexpr std::size_t kLongestWords = 1000;

Error badAnswer(std::string message) {
    return {"GST-028",
            std::move(message),
            "ask who made it; a guest must not write on its socket itself",
            {},
            {},
            0};
}

/// The codes of headroom-guest (app/guest): another one would decide the exit code of the run, or mean nothing to anybody.
bool isGuestCode(std::string_view code) {
    return code == "GST-021" || code == "GST-024" || code == "GST-025";
}

/// The list of that key with a given number of elements.
Result<const Json*> listOf(const Json& said, const char* key, std::optional<std::size_t> count) {
    const auto found = said.find(key);
    if (found == said.end() || !found->is_array()) {
        return tl::unexpected(badAnswer(fmt::format("its answer has no list \"{}\"", key)));
    }
    if (count && found->size() != *count) {
        return tl::unexpected(badAnswer(fmt::format(
            "the list \"{}\" of its answer has {} elements, not {}", key, found->size(), *count)));
    }
    return &*found;
}

}  // namespace

Result<std::vector<double>> guestNumbers(const Json& said, const char* key, std::size_t count) {
    const auto list = listOf(said, key, count);
    if (!list) {
        return tl::unexpected(list.error());
    }
    std::vector<double> numbers;
    for (const Json& one : **list) {
        if (!one.is_number() && !one.is_null()) {
            return tl::unexpected(badAnswer(fmt::format(
                "element {} of \"{}\" in its answer is not a number", numbers.size() + 1, key)));
        }
        numbers.push_back(one.is_number() ? one.get<double>() : models::kNotStated);
    }
    return numbers;
}

Result<std::vector<int>> guestChoices(const Json& said, const char* key, std::size_t count,
                                      int most) {
    const auto numbers = guestNumbers(said, key, count);
    if (!numbers) {
        return tl::unexpected(numbers.error());
    }
    std::vector<int> choices;
    for (const double number : *numbers) {
        if (!(number >= 0.0 && number <= most) || std::floor(number) != number) {
            return tl::unexpected(
                badAnswer(fmt::format("it answered {:g} as element {} of \"{}\", which is not a "
                                      "whole number from 0 to {}",
                                      number, choices.size() + 1, key, most)));
        }
        choices.push_back(static_cast<int>(number));
    }
    return choices;
}

Result<bool> guestFlag(const Json& said, const char* key) {
    const auto found = said.find(key);
    if (found == said.end() || !found->is_boolean()) {
        return tl::unexpected(
            badAnswer(fmt::format("its answer has no \"{}\" that is true or false", key)));
    }
    return found->get<bool>();
}

Result<std::vector<GuestVariable>> guestVariables(const Json& said, const char* key) {
    const auto list = listOf(said, key, std::nullopt);
    if (!list) {
        return tl::unexpected(list.error());
    }
    if ((*list)->size() > kMostVariables) {
        return tl::unexpected(badAnswer(fmt::format("it describes {} {}; at most {} are possible",
                                                    (*list)->size(), key, kMostVariables)));
    }
    std::vector<GuestVariable> variables;
    for (const Json& one : **list) {
        const auto text = [&one](const char* member) {
            const auto found = one.is_object() ? one.find(member) : one.end();
            return one.is_object() && found != one.end() && found->is_string()
                       ? std::optional(found->get<std::string>())
                       : std::nullopt;
        };
        auto name = text("name"), unit = text("unit");
        if (!name || name->empty() || !unit) {
            return tl::unexpected(badAnswer(fmt::format(
                "variable {} of its {} has no name or no unit", variables.size() + 1, key)));
        }
        variables.push_back({std::move(*name), std::move(*unit)});
    }
    return variables;
}

Error guestRefusal(const Json& said, const std::string& who) {
    const auto text = [&said](const char* key,
                              const char* otherwise) -> std::optional<std::string> {
        const auto found = said.find(key);
        if (found == said.end()) {
            return otherwise;
        }
        if (!found->is_string()) {
            return std::nullopt;
        }
        const auto stated = found->get<std::string>().substr(0, kLongestWords);
        return stated.empty() ? otherwise : stated;
    };
    const auto words = text("error", "it gives no reason"), code = text("code", "GST-025"),
               remedy = text("remedy", "ask who made it, or run without it");
    if (!words || !code || !remedy) {
        Error fault =
            badAnswer("its refusal has an \"error\", \"code\" or \"remedy\" that is not a text");
        fault.message = who + ": " + fault.message;
        return fault;
    }
    return {isGuestCode(*code) ? *code : std::string("GST-025"),
            who + ": " + *words,
            *remedy,
            {},
            {},
            0};
}

}  // namespace headroom::engine
