// SPDX-License-Identifier: Apache-2.0
#include "app/cli/option_checks.h"

#include "engine/base/error.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <system_error>
#include <utility>

namespace headroom::app {

namespace {

/// "nan" and "inf" in any spelling: what is wrong with the text, or nothing.
std::string notFinite(const std::string& text) {
    std::string word;
    for (const char c : text) {
        if (std::isalpha(static_cast<unsigned char>(c)) != 0) {
            word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        } else if (!word.empty()) {
            break;  // nan(1)
        }
    }
    return word == "nan" || word == "inf" || word == "infinity" ? "\"" + text + "\" is not a number"
                                                                : std::string();
}

/// A number with something behind it ("15T", "2,5", "24 h"): that, and not a range, is wrong.
std::string notPlain(const std::string& text) {
    double value = 0.0;
    const char* const end = text.data() + text.size();
    const char* const from = text.data() + (text.starts_with('+') ? 1 : 0);
    const auto [stop, fault] = std::from_chars(from, end, value);
    return fault == std::errc{} && stop != end
               ? "\"" + text + "\" is not a plain number. Remove \"" + std::string(stop, end) +
                     "\" and write the number with a decimal point, in the unit of the option"
               : std::string();
}

Check checkOf(std::function<std::string(std::string&)> rule, const std::string& told) {
    return Check(std::make_shared<const CLI::Validator>(std::move(rule), told));
}

}  // namespace

template <class T>
Check within(T least, T most) {
    const CLI::Range range(least, most);
    return checkOf(
        [range](std::string& text) {
            // Comparisons with what is not a number are false: CLI::Range lets it through.
            std::string fault = notFinite(text);
            fault = fault.empty() ? notPlain(text) : fault;
            return fault.empty() ? range(text) : fault;
        },
        range.get_description());
}

template Check within(int, int);
template Check within(std::int64_t, std::int64_t);
template Check within(std::size_t, std::size_t);
template Check within(double, double);

Check oneOf(const std::vector<std::string>& words) {
    const CLI::Validator member = CLI::IsMember(words);
    return checkOf(
        [member, words](std::string& text) {
            std::string fault = member(text);
            const std::string near = fault.empty() ? std::string() : engine::nearest(text, words);
            return near.empty() ? fault : fault + "; did you mean " + near + "?";
        },
        member.get_description());
}

Check oneOfNumbers(const std::vector<double>& numbers) {
    return Check(std::make_shared<const CLI::IsMember>(numbers));
}

Check anySeed() {
    return checkOf(
        [](std::string& text) {
            // Not by CLI11: it takes -1 for the largest number, and so what is larger.
            std::uint64_t seed = 0;
            const char* const end = text.data() + text.size();
            const auto [stop, fault] = std::from_chars(text.data(), end, seed);
            return fault == std::errc{} && stop == end
                       ? std::string()
                       : "\"" + text + "\" is not a whole number from 0 to 18446744073709551615";
        },
        "NONNEGATIVE");
}

Check aPrice() {
    return within(0.0, 1e6);
}

void refuseEmptyValues(CLI::App& app) {
    for (CLI::Option* option : app.get_options()) {
        if (option->get_type_size_max() == 0) {
            continue;  // a flag
        }
        // As a transformation it comes before all checks of the option.
        option->transform(CLI::Validator(
            [](std::string& text) { return std::string(text.empty() ? kEmptyValue : ""); }, ""));
    }
    for (CLI::App* command : app.get_subcommands({})) {
        refuseEmptyValues(*command);
    }
}

}  // namespace headroom::app
