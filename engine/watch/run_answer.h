// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/sheet/sheet.h"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

/// The answer to a question about a run: a sheet and the instant that it holds for. Every face shows this one answer.
namespace headroom::engine {

struct RunAnswer {
    std::string question;  ///< its name
    double timeS = 0.0;    ///< instant of the run
    Sheet sheet;           ///< each column has a key

    /// Place of a column; nothing where no column has that key.
    std::optional<std::size_t> column(std::string_view key) const;
    /// As files have it. NaN where there is no number, or where no column has that key.
    double number(std::size_t row, std::string_view key) const;
    /// Empty where there is no text, or where no column has that key.
    std::string text(std::size_t row, std::string_view key) const;
};

/// {"question","title","why","time_s","columns":[{"key","label","unit","why"}],"rows":[{KEY: value}]}; null for a number
/// that is not known.
std::string runAnswerJson(const RunAnswer& answer);
/// Nothing where the object is not of that form.
std::optional<RunAnswer> runAnswerFrom(const nlohmann::json& answer);

}  // namespace headroom::engine
