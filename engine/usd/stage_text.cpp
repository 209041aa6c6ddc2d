// SPDX-License-Identifier: Apache-2.0
#include "engine/usd/stage_text.h"

#include "engine/base/plain_text.h"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <utility>

namespace headroom::engine {

namespace {

constexpr std::string_view kNoValue = "None";
constexpr std::size_t kIndent = 4;

bool isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

template <class T>
std::string shortest(T value) {
    return std::isfinite(value) ? fmt::format("{}", value == T{0} ? T{0} : value)
                                : std::string(kNoValue);
}

}  // namespace

std::string usdQuoted(std::string_view text) {
    std::string quoted = "\"";
    for (const char c : plainText(text)) {
        if (c == '\n') {
            quoted += "\\n";
        } else if (c == '\t') {
            quoted += "\\t";
        } else {
            if (c == '"' || c == '\\') {
                quoted += '\\';
            }
            quoted += c;
        }
    }
    return quoted + '"';
}

std::string usdNumber(double value) {
    return shortest(value);
}

std::string usdNumber(float value) {
    return shortest(value);
}

std::string UsdNames::take(std::string_view words) {
    std::string name;
    for (const char c : words) {
        if (isLetter(c) || isDigit(c)) {
            name += c;
        } else if (name.empty() || name.back() != '_') {
            name += '_';
        }
    }
    if (name.empty() || isDigit(name.front())) {
        name.insert(name.begin(), '_');
    }
    std::string unique = name;
    for (int k = 2; !taken_.insert(unique).second; ++k) {
        unique = fmt::format("{}_{}", name, k);
    }
    return unique;
}

StageText::StageText(const std::vector<std::string>& metadata) : text_("#usda 1.0\n(\n") {
    for (const std::string& each : metadata) {
        text_ += "    " + each + '\n';
    }
    text_ += ")\n";
}

void StageText::line(std::string_view text) {
    text_ += indent_;
    text_ += text;
    text_ += '\n';
}

void StageText::open(std::string_view specifier, std::string_view schema, std::string_view name,
                     const std::vector<std::string>& metadata) {
    text_ += '\n';
    const std::string head =
        fmt::format("{}{}{} \"{}\"", specifier, schema.empty() ? "" : " ", schema, name);
    if (metadata.empty()) {
        line(head);
    } else {
        line(head + " (");
        for (const std::string& each : metadata) {
            line("    " + each);
        }
        line(")");
    }
    line("{");
    indent_.append(kIndent, ' ');
}

void StageText::close() {
    indent_.resize(indent_.size() - kIndent);
    line("}");
}

void StageText::attribute(std::string_view declaration, std::string_view value,
                          std::string_view metadata) {
    line(metadata.empty() ? fmt::format("{} = {}", declaration, value)
                          : fmt::format("{} = {} ({})", declaration, value, metadata));
}

void StageText::samples(std::string_view declaration, std::span<const double> timeS,
                        std::span<const std::string> values) {
    line(fmt::format("{}.timeSamples = {{", declaration));
    for (std::size_t k = 0; k < timeS.size() && k < values.size(); ++k) {
        line(fmt::format("    {}: {},", usdNumber(timeS[k]), values[k]));
    }
    line("}");
}

std::string StageText::take() {
    return std::move(text_);
}

}  // namespace headroom::engine
