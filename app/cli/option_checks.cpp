// SPDX-License-Identifier: Apache-2.0
#include "app/cli/option_checks.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <system_error>

namespace headroom::app {

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

CLI::Validator anySeed() {
    return {[](std::string& text) {
                // Not by CLI11: it takes -1 for the largest number, and so what is larger.
                std::uint64_t seed = 0;
                const char* const end = text.data() + text.size();
                const auto [stop, fault] = std::from_chars(text.data(), end, seed);
                return fault == std::errc{} && stop == end
                           ? std::string()
                           : "\"" + text + "\" is no whole number from 0 to 18446744073709551615";
            },
            "NONNEGATIVE"};
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
