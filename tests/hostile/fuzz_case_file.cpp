// SPDX-License-Identifier: Apache-2.0
#include "engine/validate/validate.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/material.h"
#include "tests/hostile/parsers.h"
#include "tests/hostile/sections.h"

#include <cmath>
#include <filesystem>

namespace headroom::hostile {

namespace {

// Only these letters: names are no paths.
bool isFileName(std::string_view name) {
    return !name.empty() && name.size() < 64 && name.front() != '.' &&
           name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_.") == name.npos;
}

}  // namespace

/// A published case: the name of its file in the first line, then the file. Questions of
/// reliability are long campaigns and get no catalogue: they are read and not answered.
void case_file(std::string_view bytes) {
    const auto [name, text] = splitLine(bytes);
    if (!isFileName(name)) {
        return;
    }
    const std::filesystem::path folder = scratchFolder() / "cases";
    std::filesystem::remove_all(folder);
    std::filesystem::create_directory(folder);
    const auto path = scratchFile("cases/" + std::string(name), text);
    const bool isCampaign = text.find("reliability-cases") != text.npos;
    const auto report = engine::validate({path}, {}, isCampaign ? nullptr : &shippedCatalogue());
    if (!report) {
        for (const engine::Error& error : report.error()) {
            require(!error.code.empty() && !error.message.empty() && !error.remedy.empty(),
                    "a refusal without code or remedy: " + error.text());
        }
        return;
    }
    for (const engine::ValidationRow& row : report->rows) {
        require(!row.got || std::isfinite(*row.got), row.case_ + ": got no finite number");
        require(!row.expected || std::isfinite(*row.expected),
                row.case_ + ": expects no finite number");
    }
    engine::validationText(*report);
    engine::validationJson(*report);
}

}  // namespace headroom::hostile
